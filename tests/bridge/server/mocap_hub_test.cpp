// Tests of the stream's hub, with peers that have no socket.
// Back-pressure is a session's own and is tested with the program.
#include "server/mocap_hub.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "fake_peer.hpp"
#include "mocap_fixtures.hpp"
#include "protocol/mocap_frame.hpp"

namespace doppel::server {
namespace {

using fixtures::make_descriptions;
using fixtures::make_frame;
using ::testing::ElementsAre;

std::vector<std::string> types(const FakePeer& peer) {
  std::vector<std::string> list;
  for (const auto& text : peer.texts) list.push_back(text["type"]);
  return list;
}

struct MocapHubTest : ::testing::Test {
  BridgeClock clock;
  Metrics metrics;
  MocapHub hub{{"0.1.0", "0123456789abcdef", "sim"}, clock, metrics};
  mocap::DescriptionsPointer descriptions = std::make_shared<mocap::Descriptions>(make_descriptions(2, 5, 1));
  std::mt19937 random{1};
  std::int32_t number = 0;

  std::shared_ptr<FakePeer> join() {
    auto peer = std::make_shared<FakePeer>();
    hub.on_open(peer);
    return peer;
  }
  void send_frame(std::uint32_t epoch = 1, bool is_overtaken = false) {
    mocap::Frame frame = make_frame(*descriptions, ++number, random);
    frame.epoch = epoch;
    frame.is_overtaken = is_overtaken;
    hub.on_frame(frame);
  }
  void pass_a_second() {
    for (std::uint32_t i = 0; i < MocapHub::kTicksInASecond; ++i) hub.tick();
  }
  protocol::FrameHeader header(const std::vector<std::uint8_t>& bytes) const {
    protocol::FrameHeader header;
    mocap::Frame frame;
    EXPECT_EQ(protocol::decode_frame(bytes, *descriptions, header, frame), protocol::FrameFault::kNone);
    return header;
  }
};

TEST_F(MocapHubTest, TheFirstMessagesComeInTheDocumentsOrder) {
  hub.on_descriptions(descriptions);
  const auto peer = join();
  EXPECT_THAT(types(*peer), ElementsAre("hello", "descriptions", "status"));
  const auto hello = peer->one("hello");
  EXPECT_EQ(hello["protocol"], "doppel.mocap.v1");
  EXPECT_EQ(hello["session"], "0123456789abcdef");
  EXPECT_EQ(hello["source"], "sim");
  EXPECT_EQ(peer->one("descriptions")["revision"], 1);
}

TEST_F(MocapHubTest, BeforeTheSourceHasSaidAnythingRevisionIs0) {
  const auto descriptions_text = join()->one("descriptions");
  EXPECT_EQ(descriptions_text["revision"], 0);
  EXPECT_EQ(descriptions_text["skeletons"].size(), 0U);
}

TEST_F(MocapHubTest, OneEncodingReachesEveryClient) {
  hub.on_descriptions(descriptions);
  std::vector<std::shared_ptr<FakePeer>> peers;
  for (int i = 0; i < 50; ++i) peers.push_back(join());
  for (int i = 0; i < 3; ++i) send_frame();
  EXPECT_EQ(metrics.frames_encoded, 3U);
  for (const auto& peer : peers) {
    ASSERT_EQ(peer->frames.size(), 3U);
    EXPECT_EQ(peer->frames, peers[0]->frames);
  }
  EXPECT_EQ(header(peers[0]->frames[2]).sequence, header(peers[0]->frames[0]).sequence + 2);
}

TEST_F(MocapHubTest, OnlyTheFirstFrameOfAnEpochIsADiscontinuity) {
  hub.on_descriptions(descriptions);
  const auto peer = join();
  for (const std::uint32_t epoch : {1U, 1U, 2U, 2U, 3U}) send_frame(epoch);
  std::vector<bool> marks;
  for (const auto& frame : peer->frames) marks.push_back(header(frame).is_discontinuity);
  EXPECT_THAT(marks, ElementsAre(true, false, true, false, true));
}

TEST_F(MocapHubTest, APausedClientGetsTextAndAtResumptionTheNewestFrame) {
  hub.on_descriptions(descriptions);
  const auto peer = join();
  hub.on_text(peer, R"({"type":"pause"})");
  for (int i = 0; i < 5; ++i) send_frame();
  hub.on_status({});
  EXPECT_TRUE(peer->frames.empty());
  EXPECT_EQ(peer->take("status").size(), 2U);
  hub.on_text(peer, R"({"type":"resume"})");
  ASSERT_EQ(peer->frames.size(), 1U);
  EXPECT_EQ(header(peer->frames[0]).sequence, 4U);
  send_frame();
  EXPECT_EQ(peer->frames.size(), 2U);
}

TEST_F(MocapHubTest, WhoComesLateSeesTheNewestFrameAtOnceButNoneOfOldDescriptions) {
  hub.on_descriptions(descriptions);
  send_frame();
  send_frame();
  EXPECT_EQ(join()->frames.size(), 1U);
  auto next = std::make_shared<mocap::Descriptions>(make_descriptions(1, 3, 0, 2));
  hub.on_descriptions(next);
  EXPECT_EQ(join()->frames.size(), 0U);
}

TEST_F(MocapHubTest, NewDescriptionsReachEverybodyBeforeTheirFirstFrame) {
  const auto peer = join();
  peer->take();
  hub.on_descriptions(descriptions);
  EXPECT_THAT(types(*peer), ElementsAre("descriptions"));
  hub.on_text(peer, R"({"type":"describe"})");
  EXPECT_EQ(peer->take("descriptions").size(), 2U);
}

TEST_F(MocapHubTest, AFrameThatWaitsIsSentNeitherAfterOtherDescriptionsNorInAPause) {
  hub.on_descriptions(descriptions);
  const auto slow = join();
  const auto pausing = join();
  slow->takes_frames = false;
  pausing->takes_frames = false;
  send_frame();
  EXPECT_TRUE(slow->unsent);
  EXPECT_TRUE(pausing->unsent);
  hub.on_text(pausing, R"({"type":"pause"})");
  EXPECT_FALSE(pausing->unsent);
  EXPECT_TRUE(slow->unsent);
  hub.on_descriptions(std::make_shared<mocap::Descriptions>(make_descriptions(1, 3, 0, 2)));
  EXPECT_FALSE(slow->unsent);
}

TEST_F(MocapHubTest, DropReportsAreOfTheLastSecondAndOfThisClient) {
  const auto peer = join();
  const auto paused = join();
  hub.on_text(paused, R"({"type":"pause"})");
  peer->take();
  paused->take();
  peer->reported = {238, 2, 17};
  pass_a_second();
  EXPECT_EQ(
      peer->one("drops"),
      FakePeer::Json::parse(R"({"type":"drops","sent":238,"dropped":2,"totalSent":238,"totalDropped":2,"queuedBytes":17})"));
  EXPECT_TRUE(paused->texts.empty());
  peer->reported = {478, 2, 0};
  pass_a_second();
  const auto second = peer->one("drops");
  EXPECT_EQ(second["sent"], 240);
  EXPECT_EQ(second["dropped"], 0);
  EXPECT_EQ(second["totalDropped"], 2);
}

// Everybody once a second, and never all at once.
TEST_F(MocapHubTest, DropReportsAreSpreadOverTheSecond) {
  std::vector<std::shared_ptr<FakePeer>> peers;
  for (int i = 0; i < 40; ++i) peers.push_back(join());
  for (int second = 0; second < 2; ++second) {
    for (std::uint32_t i = 0; i < MocapHub::kTicksInASecond; ++i) {
      for (const auto& peer : peers) peer->take();
      hub.tick();
      std::size_t reports = 0;
      for (const auto& peer : peers) reports += peer->take("drops").size();
      EXPECT_EQ(reports, 10U);
    }
  }
}

// The source is faster than this machine: viewers get the newest frame, a recording gets all, and the gap is accounted for.
TEST_F(MocapHubTest, OvertakenFramesGoToRecordersAloneAndCountAsDrops) {
  struct Counting : StreamTap {
    void on_descriptions_text(std::string_view) override {}
    void on_frame_bytes(std::span<const std::uint8_t>) override { ++frames; }
    int frames = 0;
  } tap;
  hub.set_tap(&tap);
  hub.on_descriptions(descriptions);
  const auto peer = join();
  const auto paused = join();
  hub.on_text(paused, R"({"type":"pause"})");
  send_frame();
  for (int i = 0; i < 5; ++i) send_frame(1, true);
  // Who comes now gets the newest of them.
  EXPECT_EQ(header(join()->frames.at(0)).sequence, 5U);
  send_frame();
  EXPECT_EQ(tap.frames, 7);
  ASSERT_EQ(peer->frames.size(), 2U);
  EXPECT_EQ(peer->frames_skipped, 5);
  EXPECT_EQ(header(peer->frames[1]).sequence - header(peer->frames[0]).sequence, 6U);
  EXPECT_EQ(paused->frames_skipped, 0);
}

// News goes at once; what is said every second may wait for a frame.
TEST_F(MocapHubTest, ChangesOfTheStatusAreNotHeldBack) {
  struct Waiting : Peer {
    void send_text(const TextPointer&) override { waiting = 0; }
    void send_text_soon(const TextPointer&) override { ++waiting; }
    void send_waiting() override { waiting = 0; }
    void send_frame(const FramePointer&) override { waiting = 0; }
    void drop_frame() override {}
    void skip_frame() override {}
    void close(std::uint16_t, std::string_view) override {}
    Counters counters() const override { return {}; }
    std::string_view address() const override { return ""; }
    int waiting = 0;
  };
  const auto peer = std::make_shared<Waiting>();
  hub.on_open(peer);
  mocap::Status status;
  status.state = mocap::SourceState::kStreaming;
  hub.on_status(status);
  EXPECT_EQ(peer->waiting, 0);
  hub.on_status(status);
  EXPECT_EQ(peer->waiting, 1);
  hub.tick();
  EXPECT_EQ(peer->waiting, 0);
  status.code = "no-frames";
  hub.on_status(status);
  EXPECT_EQ(peer->waiting, 0);
}

TEST_F(MocapHubTest, BadMessagesAreAnsweredOrEndTheConnection) {
  const auto peer = join();
  peer->take();
  hub.on_text(peer, R"({"type":"dance"})");
  EXPECT_EQ(peer->one("error")["code"], "unknown-type");
  hub.on_text(peer, R"({"type":"replay","paused":true})");
  EXPECT_EQ(peer->one("error")["code"], "not-replay");
  EXPECT_EQ(peer->closed_with, 0);
  hub.on_text(peer, "[1]");
  EXPECT_EQ(peer->closed_with, protocol::close_code::kInvalidText);
  hub.on_closed(peer);
  hub.on_closed(peer);
  EXPECT_EQ(hub.client_count(), 0U);
}

struct FakeReplay : mocap::Replayable {
  void steer(const mocap::ReplayControl& control) override { state.paused = control.paused.value_or(state.paused); }
  mocap::ReplayState replay_state() const override { return state; }
  mocap::ReplayState state{1.5, 10.0, 2.0, false, false};
};

TEST_F(MocapHubTest, ARecordingTellsHowItStandsAndIsSteered) {
  FakeReplay replay;
  hub.set_replay(&replay);
  const auto peer = join();
  EXPECT_EQ(peer->one("replay"),
            FakePeer::Json::parse(R"({"type":"replay","position":1.5,"duration":10.0,"speed":2.0,"loop":false,"paused":false})"));
  hub.on_text(peer, R"({"type":"replay","paused":true})");
  EXPECT_EQ(peer->one("replay")["paused"], true);
}

TEST_F(MocapHubTest, BuffersOfFramesAreUsedAgain) {
  struct Holding : Peer {
    void send_text(const TextPointer&) override {}
    void send_frame(const FramePointer& frame) override { seen.insert(frame.get()); }
    void drop_frame() override {}
    void skip_frame() override {}
    void close(std::uint16_t, std::string_view) override {}
    Counters counters() const override { return {}; }
    std::string_view address() const override { return ""; }
    std::set<const SharedFrame*> seen;
  };
  hub.on_descriptions(descriptions);
  const auto peer = std::make_shared<Holding>();
  hub.on_open(peer);
  for (int i = 0; i < 1000; ++i) send_frame();
  EXPECT_LE(peer->seen.size(), 2U);
}

}  // namespace
}  // namespace doppel::server
