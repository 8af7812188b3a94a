// Tests of the real program's streams: frames to many clients, one that stops reading, attackers, remote control, the scene.
// What messages mean is tested without sockets; here it is their way through the program.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>

#include "address_sanitizer.hpp"
#include "program/client.hpp"
#include "program/program.hpp"
#include "program/replayed.hpp"

namespace doppel::program {
namespace {

using Json = WebSocket::Json;

struct StreamTest : ::testing::Test {
  Studio studio;
  Program bridge{studio.arguments()};
  std::uint16_t port = bridge.port();

  WebSocket remote() { return {port, {.target = "/retargeting", .protocols = ""}}; }
};

/// Reads `count` frames; none may be missing between two of them, nor go back.
void expect_gapless(WebSocket& client, int count) {
  std::uint32_t last = sequence_of(client.next_frame());
  for (int i = 1; i < count; ++i) {
    const std::string frame = client.next_frame();
    ASSERT_FALSE(frame.empty());
    ASSERT_EQ(sequence_of(frame), ++last);
  }
}

TEST_F(StreamTest, FramesFollowTheirDescriptions) {
  WebSocket client(port, {});
  ASSERT_EQ(client.status(), 101);
  EXPECT_EQ(client.response().field("sec-websocket-accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  EXPECT_EQ(client.response().field("sec-websocket-extensions"), "");
  EXPECT_EQ(client.next_text("hello")["source"], "replay");
  const Json text = client.next_text("descriptions");
  std::string fault;
  const auto descriptions = protocol::parse_descriptions(text.dump(), fault);
  ASSERT_TRUE(descriptions) << fault;
  for (int i = 0; i < 20; ++i) {
    const std::string bytes = client.next_frame();
    protocol::FrameHeader header;
    mocap::Frame frame;
    ASSERT_EQ(
        protocol::decode_frame({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, *descriptions, header, frame),
        protocol::FrameFault::kNone);
    EXPECT_EQ(frame.skeletons.size(), 2U);
    EXPECT_EQ(frame.skeletons[0].bones.size(), 21U);
    EXPECT_EQ(frame.rigid_bodies.size(), 1U);
  }
  EXPECT_EQ(client.next_text("drops")["dropped"], 0);
}

TEST_F(StreamTest, PingPauseAndReplay) {
  WebSocket client(port, {});
  client.send(R"({"type":"ping","id":1,"time":2.5})");
  EXPECT_EQ(client.next_text("pong")["time"], 2.5);
  client.send(R"({"type":"replay","paused":true,"position":1})");
  const Json replay = client.next_text("replay");
  EXPECT_EQ(replay["paused"], true);
  EXPECT_NEAR(replay["position"].get<double>(), 1.0, 0.01);
  client.send(R"({"type":"dance"})");
  EXPECT_EQ(client.next_text("error")["code"], "unknown-type");
  client.send_frame(0x89, "are you there");
  client.send("{");
  EXPECT_EQ(client.read_to_close(), 1007);
  WebSocket binary(port, {});
  binary.send_frame(0x82, "x");
  EXPECT_EQ(binary.next_text("error")["code"], "bad-faces");
  binary.send(R"({"type":"ping","id":2})");
  EXPECT_EQ(binary.next_text("pong")["id"], 2) << "the connection stays";
  WebSocket control(port, {.target = "/retargeting", .protocols = ""});
  control.send_frame(0x82, "x");
  EXPECT_EQ(control.read_to_close(), 1003);
  WebSocket polite(port, {});
  polite.send_frame(0x88, "\x03\xe8");
  EXPECT_EQ(polite.read_to_close(), 1000);
}

TEST_F(StreamTest, FaceValuesGoFromClientToClientBetweenTheFrames) {
  WebSocket page(port, {});
  WebSocket output(port, {});
  output.send(R"({"type":"faces","wanted":true})");
  EXPECT_EQ(page.next_text("faces")["wanted"], 1);
  std::string bytes(32 + 52 * 4, '\0');
  auto* at = reinterpret_cast<std::uint8_t*>(bytes.data());
  at[0] = 2;
  at[2] = 32;
  at[12] = 52;
  at[24] = static_cast<std::uint8_t>(bytes.size());
  const float jaw = 0.75F;
  std::memcpy(at + 32 + 24 * 4, &jaw, sizeof jaw);
  // One may be left out where the socket does not take it at once: many are sent, as a page does.
  std::string came;
  for (int tries = 0; tries < 200 && came.empty(); ++tries) {
    page.send_frame(0x82, bytes);
    for (int frames = 0; frames < 4 && came.empty(); ++frames) {
      const auto frame = output.next_frame();
      if (!frame.empty() && frame[0] == 2) came = frame;
    }
  }
  ASSERT_EQ(came.size(), bytes.size());
  EXPECT_NE(came[8], 0) << "the sender's number";
  EXPECT_EQ(came.substr(16), bytes.substr(16));
  output.send(R"({"type":"faces","wanted":false})");
  output.send(R"({"type":"ping","id":3})");
  EXPECT_EQ(output.next_text("pong")["id"], 3);
  expect_gapless(output, 30);
}

TEST_F(StreamTest, EveryClientGetsEveryFrame) {
  std::vector<std::unique_ptr<WebSocket>> clients;
  for (int i = 0; i < 20; ++i) clients.push_back(std::make_unique<WebSocket>(port, WebSocket::Settings{}));
  for (auto& client : clients) expect_gapless(*client, 60);
}

// One that reads nothing changes nothing for the others, and at its wake has the newest frame, not what was missed.
TEST_F(StreamTest, AClientThatStopsReadingWakesWithTheNewestFrame) {
  WebSocket sleeper(port, {.receive_buffer = 4096});
  WebSocket watcher(port, {});
  sleeper.next_frame();
  const std::size_t memory_before = bridge.memory();
  expect_gapless(watcher, 700);
  const std::uint32_t newest = sequence_of(watcher.next_frame());
  // What the kernel held is old; behind it comes the newest.
  std::uint32_t before = 0;
  std::uint32_t seen = 0;
  while (seen < newest) {
    before = seen;
    const std::string frame = sleeper.next_frame();
    ASSERT_FALSE(frame.empty());
    seen = sequence_of(frame);
    ASSERT_GT(seen, before);
  }
  EXPECT_LE(seen, newest + 240U);
  // The jump over what was missed is one step.
  EXPECT_GT(seen - before, 100U);
  EXPECT_GT(sleeper.next_text("drops")["totalDropped"], 100);
  expect_gapless(sleeper, 60);
  EXPECT_LT(bridge.memory(), memory_before + (std::size_t{2} << 20) + test::kFreedKept);
}

/// The newest frame's sequence before the answer to a ping, at least `known`.
std::uint32_t newest_before_pong(WebSocket& client, std::uint32_t known) {
  client.send(R"({"type":"ping"})");
  while (const auto message = client.next()) {
    if (!message->is_text)
      known = sequence_of(message->payload);
    else if (Json::parse(message->payload)["type"] == "pong")
      return known;
  }
  ADD_FAILURE() << "no pong";
  return known;
}

// The lag of one that woke, in frames: what it has at a moment beside what a client had that never slept, a moment before.
TEST_F(StreamTest, AClientThatWokeIsLessThanTwoFramesBehind) {
  WebSocket sleeper(port, {});
  WebSocket watcher(port, {});
  sleeper.next_frame();
  for (int i = 0; i < 700; ++i) watcher.next_frame();
  // What waited is read; from here nothing old may come.
  std::uint32_t late = newest_before_pong(sleeper, 0);
  for (int i = 0; i < 20; ++i) {
    const std::uint32_t newest = newest_before_pong(watcher, 0);
    late = newest_before_pong(sleeper, late);
    EXPECT_LT(newest, late + 2);
    watcher.next_frame();
  }
}

TEST_F(StreamTest, ForeignOriginsReboundHostsAndHalfHandshakesAreRefusedAndTheStreamGoesOn) {
  WebSocket watcher(port, {});
  const std::string there = ":" + std::to_string(port);
  EXPECT_EQ(WebSocket(port, {.fields = "Origin: https://evil.example\r\n"}).status(), 403);
  EXPECT_EQ(WebSocket(port, {.fields = "Origin: http://evil.example" + there + "\r\n"}).status(), 403);
  EXPECT_EQ(WebSocket(port, {.target = "/retargeting", .fields = "Origin: null\r\n"}).status(), 403);
  EXPECT_EQ(WebSocket(port, {.host = "evil.example" + there}).status(), 421);
  EXPECT_EQ(WebSocket(port, {.protocols = ""}).status(), 400);
  EXPECT_EQ(WebSocket(port, {.target = "/elsewhere"}).status(), 404);
  EXPECT_EQ(WebSocket(port, {.fields = "Origin: http://localhost" + there + "\r\n"}).status(), 101);
  expect_gapless(watcher, 60);
}

TEST_F(StreamTest, AMessageOfAGigabyteIsRefusedByItsHeader) {
  WebSocket watcher(port, {});
  const std::size_t memory_before = bridge.memory();
  for (const char* target : {"/mocap", "/retargeting"}) {
    WebSocket attacker(port, {.target = target});
    attacker.send_raw(std::string("\x81\xff\0\0\0\0\x40\0\0\0\1\2\3\4", 14));
    // As much of it as the bridge takes before it is gone.
    for (int i = 0; i < 16; ++i) attacker.send_raw(std::string(65536, 'x'));
    EXPECT_EQ(attacker.read_to_close(), 1009) << target;
  }
  WebSocket framing(port, {});
  framing.send_raw("\x81\x05Hello");
  EXPECT_EQ(framing.read_to_close(), 1002);
  expect_gapless(watcher, 60);
  EXPECT_LT(bridge.memory(), memory_before + (std::size_t{4} << 20) + test::kFreedKept);
}

TEST_F(StreamTest, AThousandIdleConnectionsStopNobody) {
  WebSocket watcher(port, {});
  watcher.next_frame();
  const std::size_t memory_before = bridge.memory();
  std::vector<std::unique_ptr<Connection>> idle;
  for (int i = 0; i < 1000; ++i) idle.push_back(std::make_unique<Connection>(port));
  expect_gapless(watcher, 60);
  EXPECT_EQ(request(port, "GET", "/healthz").status, 200);
  EXPECT_EQ(WebSocket(port, {}).status(), 101);
  EXPECT_LT(bridge.memory(), memory_before + (std::size_t{8} << 20) + test::kFreedKept);
  // The oldest ones had to go.
  EXPECT_EQ(idle[0]->read(), "");
}

TEST_F(StreamTest, OneTooManyIsToldSo) {
  Program small(studio.arguments({"--max-clients", "2"}));
  const std::uint16_t there = small.port();
  WebSocket a(there, {});
  {
    WebSocket b(there, {});
    EXPECT_EQ(b.status(), 101);
    EXPECT_EQ(WebSocket(there, {}).status(), 503);
    b.send_frame(0x88, "\x03\xe8");
    EXPECT_EQ(b.read_to_close(), 1000);
  }
  int status = 503;
  for (int i = 0; i < 1000 && status == 503; ++i) status = WebSocket(there, {}).status();
  EXPECT_EQ(status, 101);
  expect_gapless(a, 30);
}

// The whole way without cameras: simulated performers, NatNet packets over UDP, the client, the stream.
TEST(SimulatedStudio, StreamsDescribedPerformersAndProps) {
  const Studio studio;
  Program bridge({"--source", "sim", "--performers", "2", "--rate", "240", "--global", "--port", "0", "--data", "", "--page",
                  (studio.folder / "page").string(), "--log", "error"});
  WebSocket client(bridge.port(), {});
  EXPECT_EQ(client.next_text("hello")["source"], "sim");
  std::string fault;
  std::optional<mocap::Descriptions> descriptions;
  std::string bytes;
  while (bytes.empty()) {
    const auto message = client.next();
    ASSERT_TRUE(message);
    if (!message->is_text) {
      // The simulator's first frames may come before its descriptions.
      if (descriptions && descriptions->revision > 0) bytes = message->payload;
    } else if (Json::parse(message->payload)["type"] == "descriptions") {
      descriptions = protocol::parse_descriptions(message->payload, fault);
      ASSERT_TRUE(descriptions) << fault;
    }
  }
  ASSERT_TRUE(descriptions) << fault;
  ASSERT_EQ(descriptions->skeletons.size(), 2U);
  EXPECT_EQ(descriptions->skeletons[0].bones[0].canonical, "hips");
  double last_time = 0.0;
  for (int i = 0; i < 240; ++i) {
    protocol::FrameHeader header;
    mocap::Frame frame;
    ASSERT_EQ(
        protocol::decode_frame({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, *descriptions, header, frame),
        protocol::FrameFault::kNone);
    ASSERT_EQ(frame.skeletons.size(), 2U);
    ASSERT_GT(frame.source_time, last_time);
    last_time = frame.source_time;
    // A person's hips: above the floor, below two metres.
    EXPECT_GT(frame.skeletons[0].bones[0].position[1], 0.2F);
    EXPECT_LT(frame.skeletons[0].bones[0].position[1], 2.0F);
    bytes = client.next_frame();
  }
}

TEST_F(StreamTest, RemoteControlFromControllerToPageAndBack) {
  WebSocket controller = remote();
  controller.send(R"({"action":"refresh","id":1})");
  EXPECT_EQ(controller.next_text("refresh")["error"]["code"], "no-page");
  WebSocket page = remote();
  page.send(R"({"type":"register","name":"Stage"})");
  EXPECT_EQ(page.next_text("registered")["authority"], true);
  controller.send(R"({"action":"updateValueRealtime","characterId":"haru","property":"headScale","value":9,"id":"a"})");
  const Json request = page.next_text("request");
  EXPECT_EQ(request["property"], "headScale");
  page.send(Json{{"type", "answer"}, {"request", request["request"]}, {"ok", true}, {"value", 3}, {"clamped", true}}.dump());
  const Json answer = controller.next_text("updateValueRealtime");
  EXPECT_EQ(answer["id"], "a");
  EXPECT_EQ(answer["clamped"], true);
  page.send(R"({"type":"valueChanged","characterId":"haru","property":"headScale","value":3})");
  EXPECT_EQ(controller.next_text("valueChanged")["value"], 3);
}

TEST_F(StreamTest, TheSceneAndItsAssetsOutliveAKill) {
  const std::string data = (studio.folder / "data").string();
  {
    WebSocket page = remote();
    page.send(R"({"type":"register"})");
    page.send(Json{{"type", "scene"}, {"baseRevision", 0}, {"document", {{"stage", std::string(500000, 'x')}}}}.dump());
    EXPECT_EQ(page.next_text("sceneStored")["revision"], 1);
    // Another page gets the whole of it at once.
    WebSocket output = remote();
    output.send(R"({"type":"register","output":true})");
    const Json registered = output.next_text("registered");
    EXPECT_EQ(registered["revision"], 1);
    EXPECT_EQ(registered["document"]["stage"].get<std::string>().size(), 500000U);
    // What was said to be stored is, at that moment.
    page.send(Json{{"type", "scene"}, {"baseRevision", 1}, {"document", {{"stage", "last"}}}}.dump());
    EXPECT_EQ(page.next_text("sceneStored")["revision"], 2);
    bridge.signal(SIGKILL);
  }
  EXPECT_EQ(bridge.wait(), 128 + SIGKILL);
  Program again(studio.arguments());
  WebSocket page(again.port(), {.target = "/retargeting"});
  page.send(R"({"type":"register"})");
  const Json registered = page.next_text("registered");
  EXPECT_EQ(registered["revision"], 2);
  EXPECT_EQ(registered["document"]["stage"], "last");
}

}  // namespace
}  // namespace doppel::program
