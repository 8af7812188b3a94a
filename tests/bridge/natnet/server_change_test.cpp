// Tests of servers that are replaced by others of the same name, version and clock, and of servers that only seem to be.
// What a server's own restart does to numbers and stamps is frame_order_test's.
#include <gtest/gtest.h>

#include <functional>

#include "collecting_sink.hpp"
#include "natnet/client.hpp"
#include "natnet/frame_pipeline.hpp"
#include "natnet/scripted_server.hpp"

namespace doppel::natnet {
namespace {

using doppel::test::CollectingSink;
using doppel::test::run_until;

constexpr double kPeriod = 1.0 / 240.0;

/// A pipeline that has a server, its models, and a second of its frames.
class ServerChange : public testing::Test {
 protected:
  void SetUp() override {
    pipeline_.set_server(test::scripted_info(), 1, std::nullopt);
    std::vector<std::uint8_t> models;
    ASSERT_TRUE(encode_model_def(test::four_bones(), test::kScriptedVersion, models));
    ASSERT_TRUE(pipeline_.take_models(Bytes(models).subspan(kHeaderSize)));
    for (int i = 0; i < 240; ++i) step();
    ASSERT_EQ(sink_.frames, 240U);
    ASSERT_EQ(sink_.frame.epoch, 1U);
  }
  /// The next frame, a period later on both clocks, but for what is added: `server` seconds on the server's, `here` on ours.
  void step(double server = 0.0, double here = 0.0) {
    server_ += kPeriod + server;
    here_ += kPeriod + here;
    const auto datagram = test::frame_datagram(++number_, server_);
    pipeline_.take_frame(Bytes(datagram).subspan(kHeaderSize), here_);
  }

  CollectingSink sink_;
  FramePipeline pipeline_{{}, sink_};
  std::int32_t number_ = 0;
  double server_ = 50.0;
  double here_ = 9000.0;
};

TEST_F(ServerChange, ANewConnectionBeginsAnEpochThoughNumbersAndTimeGoOn) {
  pipeline_.set_server(test::scripted_info(), 2, std::nullopt);
  step();
  EXPECT_EQ(sink_.frame.epoch, 2U);
  step();
  EXPECT_EQ(sink_.frame.epoch, 2U);
  EXPECT_EQ(sink_.frames, 242U);
}

TEST_F(ServerChange, AnotherLayoutByAgreementDoesNot) {
  ServerInfo info = test::scripted_info();
  info.natnet_version = {4, 2};
  pipeline_.set_server(info, 1, kNewestVersion);
  step();
  pipeline_.set_server(test::scripted_info(), 1, kNewestVersion);
  step();
  EXPECT_EQ(sink_.frame.epoch, 1U);
  EXPECT_EQ(sink_.frames, 242U);
}

// Replaced faster than the connection is missed: the new server's clock stands elsewhere, its numbers happen to go on.
TEST_F(ServerChange, AClockThatLeapsAheadBeginsAnEpoch) {
  step(1.5);
  EXPECT_EQ(sink_.frame.epoch, 2U);
  for (int i = 0; i < 240; ++i) step();
  EXPECT_EQ(sink_.frame.epoch, 2U);
  step(1e6);
  EXPECT_EQ(sink_.frame.epoch, 3U);
  EXPECT_EQ(sink_.frames, 482U);
}

TEST_F(ServerChange, AClockThatGoesBackBeginsAnEpochToo) {
  step(-20.0);
  EXPECT_EQ(sink_.frame.epoch, 2U);
  // ... and the way back.
  for (int i = 0; i < 10; ++i) step();
  step(20.0);
  EXPECT_EQ(sink_.frame.epoch, 3U);
}

// A network that holds everything back and lets it go at once, a server that sends nothing for a while: neither is another
// server.
TEST_F(ServerChange, DelaysAndPausesDoNot) {
  step(0.0, 3.0);
  for (int i = 0; i < 600; ++i) step(0.0, -kPeriod);
  here_ = std::max(here_, 9000.0 + server_ - 50.0);
  for (int i = 0; i < 10; ++i) step();
  step(30.0, 30.0);
  // The clock is slewed by a second in ten.
  for (int i = 0; i < 2400; ++i) step(0.1 * kPeriod);
  EXPECT_EQ(sink_.frame.epoch, 1U);
}

/// A client of a scripted server, and its frames: numbers and stamps that go on whatever happens.
struct Scene {
  explicit Scene(boost::asio::io_context& context, std::size_t rest = 0) : server(context, rest) {
    ClientOptions options;
    options.server = "127.0.0.1";
    options.command_port = server.port();
    options.transport = Transport::kUnicast;
    client.emplace(options);
    client->start(context, sink);
  }
  ~Scene() { client->stop(); }
  void send_frame() {
    ++number;
    if (server.has_client()) server.send_frame(number, 100.0 + number * kPeriod);
  }

  test::ScriptedServer server;
  CollectingSink sink;
  std::optional<Client> client;
  int number = 0;
};

// One server dies and another takes its place; one only stops sending for a while, and answers all the same.
TEST(ServerChangeOfClient, ALostConnectionIsAnotherServerAndAPauseIsNot) {
  boost::asio::io_context context(1);
  Scene replaced(context);
  Scene paused(context);
  const auto frames_of = [&](Scene& scene, std::uint64_t count) {
    const std::uint64_t goal = scene.sink.frames + count;
    return run_until(context, [&, goal] {
      scene.send_frame();
      return scene.sink.frames >= goal;
    });
  };
  for (Scene* scene : {&replaced, &paused}) {
    ASSERT_TRUE(frames_of(*scene, 20));
    ASSERT_TRUE(run_until(context, [&] {
      scene->send_frame();
      return scene->sink.status.state == mocap::SourceState::kStreaming;
    }));
  }
  replaced.server.go();
  ASSERT_TRUE(run_until(context, [&] { return replaced.sink.status.state == mocap::SourceState::kConnecting; }));
  EXPECT_EQ(paused.sink.status.state, mocap::SourceState::kSilent);
  replaced.server.come();
  ASSERT_TRUE(frames_of(replaced, 20));
  ASSERT_TRUE(frames_of(paused, 20));
  EXPECT_EQ(replaced.sink.frame.epoch, 2U);
  EXPECT_EQ(paused.sink.frame.epoch, 1U);
  ASSERT_TRUE(run_until(context, [&] { return replaced.sink.status.counters.reconnections == 1; }));
  EXPECT_EQ(paused.sink.status.counters.reconnections, 0U);
}

// Bytes behind a message's announced end are ignored, whatever the message, and every such datagram is counted.
TEST(ServerChangeOfClient, BytesBehindMessagesAreIgnoredAndCounted) {
  boost::asio::io_context context(1);
  Scene scene(context, 3);
  Scene plain(context);
  ASSERT_TRUE(run_until(context, [&] {
    scene.send_frame();
    plain.send_frame();
    return !scene.sink.frame.skeletons.empty() && scene.sink.status.clock_error >= 0.0 && plain.sink.status.clock_error >= 0.0;
  }));
  ASSERT_TRUE(run_until(context, [&] { return scene.sink.status.counters.trailing == scene.server.sent(); }));
  // SERVERINFO, MODELDEF, an echo and frames at least.
  EXPECT_GE(scene.server.sent(), 4U);
  EXPECT_EQ(scene.sink.status.counters.bad_packets, 0U);
  EXPECT_EQ(plain.sink.status.counters.trailing, 0U);
}

}  // namespace
}  // namespace doppel::natnet
