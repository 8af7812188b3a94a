// Tests of a recording as a source: order, epochs, loop, seek, pause, end. The loop runs until something has come, never for a
// time. What a take is stands in take_test.
#include "source/replay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <functional>

#include "base/error.hpp"
#include "mocap_fixtures.hpp"
#include "protocol/mocap_frame.hpp"
#include "protocol/mocap_messages.hpp"
#include "take/take_writer.hpp"
#include "temporary_folder.hpp"

namespace doppel::source {
namespace {

struct Seen : mocap::Sink {
  void on_descriptions(const mocap::DescriptionsPointer& descriptions) override { revisions.push_back(descriptions->revision); }
  void on_frame(const mocap::Frame& frame) override { frames.push_back(frame); }
  void on_status(const mocap::Status& status) override { states.push_back(status.state); }
  std::vector<std::uint32_t> revisions;
  std::vector<mocap::Frame> frames;
  std::vector<mocap::SourceState> states;
};

struct ReplayTest : ::testing::Test {
  fixtures::TemporaryFolder folder;
  boost::asio::io_context context;
  Seen seen;
  std::unique_ptr<ReplaySource> source;

  /// 25 frames of 240 Hz: a tenth of a second.
  void open(double speed, bool loop) {
    const auto file = folder / "take.dtake";
    {
      std::mt19937 random(1);
      const auto descriptions = fixtures::make_descriptions(1, 3, 0, 9);
      take::TakeWriter writer(file, "{}");
      writer.add_descriptions(protocol::descriptions_message(descriptions));
      for (int i = 0; i < 25; ++i) {
        const auto frame = fixtures::make_frame(descriptions, 100 + i, random);
        std::vector<std::uint8_t> bytes;
        protocol::encode_frame(frame, descriptions, {}, bytes);
        writer.add_frame(bytes, frame.captured_at);
      }
    }
    source = make_replay_source({file, speed, loop});
    source->start(context, seen);
  }
  void run_until(const std::function<bool()>& done) {
    for (int i = 0; i < 20000 && !done(); ++i) context.run_one();
    ASSERT_TRUE(done());
  }
};

TEST_F(ReplayTest, PlaysEveryFrameOnceAndEnds) {
  open(10.0, false);
  run_until([&] { return seen.states.back() == mocap::SourceState::kEnded; });
  ASSERT_EQ(seen.frames.size(), 25U);
  EXPECT_THAT(seen.revisions, ::testing::ElementsAre(1U));
  for (std::size_t i = 0; i < 25; ++i) {
    EXPECT_EQ(seen.frames[i].number, 100 + static_cast<std::int32_t>(i));
    EXPECT_EQ(seen.frames[i].epoch, 1U);
    EXPECT_EQ(seen.frames[i].revision, 1U);
    if (i > 0) {
      EXPECT_GE(seen.frames[i].captured_at, seen.frames[i - 1].captured_at);
    }
  }
  EXPECT_NEAR(source->replay_state().position, source->replay_state().duration, 1e-9);
  // Asked to go on, it begins anew.
  source->steer({std::nullopt, std::nullopt, std::nullopt, false});
  run_until([&] { return seen.frames.size() == 50; });
  EXPECT_EQ(seen.frames[25].number, 100);
  EXPECT_EQ(seen.frames[25].epoch, 2U);
}

TEST_F(ReplayTest, ALoopBeginsANewEpochWithTheSameDescriptions) {
  open(10.0, true);
  run_until([&] { return seen.frames.size() >= 60; });
  EXPECT_EQ(seen.frames[24].epoch, 1U);
  EXPECT_EQ(seen.frames[25].epoch, 2U);
  EXPECT_EQ(seen.frames[25].number, 100);
  EXPECT_EQ(seen.frames[50].epoch, 3U);
  EXPECT_THAT(seen.revisions, ::testing::ElementsAre(1U));
}

TEST_F(ReplayTest, APausedRecordingShowsWhereItIsSought) {
  open(1.0, true);
  source->steer({std::nullopt, std::nullopt, std::nullopt, true});
  seen.frames.clear();
  source->steer({12.0 / 240.0 - 1e-6, std::nullopt, std::nullopt, std::nullopt});
  ASSERT_EQ(seen.frames.size(), 1U);
  EXPECT_EQ(seen.frames[0].number, 112);
  EXPECT_NEAR(source->replay_state().position, 12.0 / 240.0, 1e-6);
  EXPECT_TRUE(source->replay_state().paused);
  source->steer({99.0, 10.0, false, std::nullopt});
  EXPECT_EQ(source->replay_state().speed, 10.0);
  source->steer({0.0, std::nullopt, std::nullopt, false});
  run_until([&] { return seen.states.back() == mocap::SourceState::kEnded; });
}

TEST_F(ReplayTest, NothingComesAfterStop) {
  open(10.0, true);
  run_until([&] { return seen.frames.size() >= 3; });
  source->stop();
  const auto count = seen.frames.size();
  context.run();
  EXPECT_EQ(seen.frames.size(), count);
  source->stop();
}

TEST_F(ReplayTest, AFileThatIsNoTakeIsRefusedAtTheStart) {
  fixtures::write_file(folder / "bad.dtake", "no take");
  EXPECT_THROW(make_replay_source({folder / "bad.dtake", 1.0, true})->start(context, seen), Error);
}

}  // namespace
}  // namespace doppel::source
