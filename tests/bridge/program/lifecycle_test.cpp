// Tests of the program's life: start, what cannot be used, kill and restart, the end, recording.
// Times are printed, never judged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <thread>

#include "program/client.hpp"
#include "program/program.hpp"
#include "program/replayed.hpp"
#include "take/take_reader.hpp"

namespace doppel::program {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;

struct Ended {
  int code;
  std::string text;
};

Ended run(std::vector<std::string> arguments) {
  Program program(std::move(arguments), true);
  while (!program.read_line().empty()) {
  }
  const int code = program.wait();
  return {code, program.error_text()};
}

TEST(Lifecycle, HelpAndVersionEndWith0) {
  EXPECT_EQ(run({"--help"}).code, 0);
  EXPECT_EQ(run({"--version"}).code, 0);
}

TEST(Lifecycle, WrongCallsEndWith2AndSaySo) {
  EXPECT_EQ(run({"--frobnicate"}).code, 2);
  EXPECT_THAT(run({"--source", "telepathy"}).text, HasSubstr("telepathy"));
  EXPECT_THAT(run({"--source", "replay"}).text, HasSubstr("--file"));
  EXPECT_EQ(run({"--source", "replay"}).code, 2);
  EXPECT_THAT(run({"--token", "short"}).text, HasSubstr("8 to 128"));
  EXPECT_THAT(run({"--speed", "0.01"}).text, HasSubstr("--speed"));
  EXPECT_EQ(run({"--port", "70000"}).code, 2);
  EXPECT_THAT(run({"--address-query", "avatars=10 or so"}).text,
              AllOf(HasSubstr("--address-query"), HasSubstr("avatars=10 or so")));
  EXPECT_EQ(run({"--address-query", "token=correct-horse"}).code, 2);
}

TEST(Lifecycle, ThePagesQueryIsInTheAddressBehindTheToken) {
  Program plain({"--source", "none", "--port", "0", "--data", "", "--address-query", "avatars=10&view=output"});
  EXPECT_THAT(plain.read_line(), EndsWith("/?avatars=10&view=output"));
  Program with_token(
      {"--source", "none", "--port", "0", "--data", "", "--token", "correct-horse", "--address-query", "avatars=10"});
  EXPECT_THAT(with_token.read_line(), EndsWith("/?token=correct-horse&avatars=10"));
}

TEST(Lifecycle, WhatCannotBeUsedIsSaidPlainlyAndEndsWith1) {
  const Studio studio;
  Program first(studio.arguments());
  const std::string port = std::to_string(first.port());
  const Ended in_use = run({"--source", "none", "--port", port, "--data", ""});
  EXPECT_EQ(in_use.code, 1);
  EXPECT_THAT(in_use.text, AllOf(HasSubstr("port " + port), HasSubstr("in use")));
  const Ended open = run({"--source", "none", "--listen", "0.0.0.0", "--port", "0", "--data", ""});
  EXPECT_EQ(open.code, 1);
  EXPECT_THAT(open.text, HasSubstr("--token"));
  const Ended elsewhere =
      run({"--source", "none", "--listen", "192.0.2.1", "--port", "0", "--token", "correct-horse", "--data", ""});
  EXPECT_EQ(elsewhere.code, 1);
  EXPECT_THAT(elsewhere.text, HasSubstr("192.0.2.1"));
  EXPECT_THAT(run({"--source", "none", "--listen", "studio", "--port", "0"}).text, HasSubstr("expected an IP address"));
  const Ended missing = run({"--source", "replay", "--file", "/nonexistent.dtake", "--port", "0", "--data", ""});
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.text, HasSubstr("/nonexistent.dtake"));
  const Ended no_take =
      run({"--source", "replay", "--file", (studio.folder / "secret.txt").string(), "--port", "0", "--data", ""});
  EXPECT_THAT(no_take.text, HasSubstr("expected a take"));
  const Ended no_data = run({"--source", "none", "--port", "0", "--data", (studio.folder / "secret.txt").string()});
  EXPECT_EQ(no_data.code, 1);
  EXPECT_THAT(no_data.text, HasSubstr("secret.txt"));
  const Ended no_record = run({"--source", "none", "--port", "0", "--data", "", "--record", "/nonexistent/take.dtake"});
  EXPECT_EQ(no_record.code, 1);
  EXPECT_THAT(no_record.text, HasSubstr("/nonexistent/take.dtake"));
}

TEST(Lifecycle, AFileOfOptionsIsReadAndTheCommandLineWins) {
  const Studio studio;
  fixtures::write_file(studio.folder / "bridge.conf", "# a comment\nsource = none\nport = 1\ntoken = correct-horse\n");
  Program bridge({"--config", (studio.folder / "bridge.conf").string(), "--port", "0", "--data", "", "--log", "error"});
  const std::string address = bridge.read_line();
  EXPECT_THAT(address, HasSubstr("?token=correct-horse"));
  EXPECT_EQ(address.find(":1/"), std::string::npos);
}

// systemd counts starts unless it is told not to, and only reads that in [Unit].
TEST(Lifecycle, TheServiceComesBackHoweverOften) {
  const std::string unit = fixtures::read_file(std::filesystem::path(DOPPEL_SOURCE_DIR) / "bridge/package/doppel-bridge.service");
  const std::size_t line = unit.find("\nStartLimitIntervalSec=0\n");
  ASSERT_NE(line, std::string::npos);
  EXPECT_LT(unit.find("[Unit]"), line);
  EXPECT_GT(unit.find("[Service]"), line);
}

TEST(Lifecycle, BothSignalsEndItWithGoodbyes) {
  const Studio studio;
  for (const int number : {SIGINT, SIGTERM}) {
    Program bridge(studio.arguments());
    WebSocket viewer(bridge.port(), {});
    WebSocket controller(bridge.port(), {.target = "/retargeting"});
    viewer.next_frame();
    bridge.signal(number);
    EXPECT_EQ(viewer.read_to_close(), 1001);
    EXPECT_EQ(controller.read_to_close(), 1001);
    EXPECT_EQ(bridge.wait(), 0);
  }
}

// One that never reads again does not hold the end up.
TEST(Lifecycle, AClientThatHangsDoesNotKeepItAlive) {
  const Studio studio;
  Program bridge(studio.arguments());
  WebSocket hangs(bridge.port(), {.receive_buffer = 4096});
  WebSocket watcher(bridge.port(), {});
  for (int i = 0; i < 200; ++i) watcher.next_frame();
  bridge.signal(SIGTERM);
  EXPECT_EQ(bridge.wait(), 0);
}

TEST(Lifecycle, ASecondSignalEndsItAtOnce) {
  const Studio studio;
  Program bridge(studio.arguments());
  // Never reads again: the bridge gives it a second for its goodbye.
  WebSocket hangs(bridge.port(), {.receive_buffer = 4096});
  WebSocket watcher(bridge.port(), {});
  for (int i = 0; i < 200; ++i) watcher.next_frame();
  bridge.signal(SIGTERM);
  EXPECT_EQ(watcher.read_to_close(), 1001);
  bridge.signal(SIGTERM);
  EXPECT_EQ(bridge.wait(), 128 + SIGTERM);
}

TEST(Lifecycle, AfterAKillAWaitingClientStreamsAgain) {
  const Studio studio;
  std::optional<Program> bridge(std::in_place, studio.arguments());
  const std::uint16_t port = bridge->port();
  std::string session;
  {
    WebSocket client(port, {});
    session = client.next_text("hello")["session"];
    client.next_frame();
    bridge->signal(SIGKILL);
    EXPECT_EQ(client.read_to_close(), 1006);
  }
  EXPECT_EQ(bridge->wait(), 128 + SIGKILL);
  const auto killed_at = std::chrono::steady_clock::now();
  auto arguments = studio.arguments();
  arguments[1] = std::to_string(port);
  bridge.emplace(arguments);
  // As a page does: again and again until it is taken. At most five seconds.
  std::string frame;
  for (int i = 0; i < 500 && frame.empty(); ++i) {
    WebSocket client(port, {});
    if (client.status() == 101) {
      EXPECT_NE(client.next_text("hello")["session"], session);
      frame = client.next_frame();
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  ASSERT_FALSE(frame.empty());
  EXPECT_EQ(bridge->port(), port);
  const std::chrono::duration<double> again = std::chrono::steady_clock::now() - killed_at;
  std::printf("streaming again %.3f s after the kill\n", again.count());
}

TEST(Lifecycle, WhatIsRecordedIsWhatWasStreamed) {
  const Studio studio(240);
  const auto copy = studio.folder / "copy.dtake";
  {
    Program bridge(studio.arguments({"--once", "--speed", "10", "--record", copy.string()}));
    WebSocket client(bridge.port(), {});
    while (client.next_text("status")["state"] != "ended") {
    }
    bridge.signal(SIGTERM);
    EXPECT_EQ(bridge.wait(), 0);
  }
  take::TakeReader original(studio.folder / "take.dtake");
  take::TakeReader recorded(copy);
  EXPECT_EQ(nlohmann::json::parse(recorded.info())["source"], "replay");
  take::TakeFrame a;
  take::TakeFrame b;
  int frames = 0;
  while (original.read(a)) {
    ASSERT_TRUE(recorded.read(b)) << frames;
    ASSERT_EQ(b.frame.number, a.frame.number);
    ASSERT_EQ(b.frame.skeletons[1].bones[5].rotation, a.frame.skeletons[1].bones[5].rotation);
    ASSERT_EQ(b.frame.rigid_bodies[0].position, a.frame.rigid_bodies[0].position);
    ++frames;
  }
  EXPECT_EQ(frames, 240);
  EXPECT_FALSE(recorded.read(b));
}

// Neither the take that is replayed nor an earlier recording is lost to a new one.
TEST(Lifecycle, ARecordingReplacesNoFile) {
  const Studio studio(240);
  const std::string take = (studio.folder / "take.dtake").string();
  const std::string before = fixtures::read_file(take);
  for (const char* name : {"take-2.dtake", "take-3.dtake"}) {
    Program bridge(studio.arguments({"--speed", "10", "--record", take}));
    WebSocket client(bridge.port(), {});
    client.next_frame();
    bridge.signal(SIGTERM);
    EXPECT_EQ(bridge.wait(), 0);
    EXPECT_EQ(fixtures::read_file(take), before);
    take::TakeReader recorded(studio.folder / name);
    EXPECT_EQ(nlohmann::json::parse(recorded.info())["source"], "replay");
  }
  // A source that cannot be used leaves no empty take.
  const auto fresh = studio.folder / "fresh.dtake";
  EXPECT_EQ(run({"--source", "replay", "--file", (studio.folder / "secret.txt").string(), "--port", "0", "--data", "", "--record",
                 fresh.string()})
                .code,
            1);
  EXPECT_FALSE(std::filesystem::exists(fresh));
}

// Recording ended by a kill: what was written is a take.
TEST(Lifecycle, ARecordingThatIsKilledCanBePlayed) {
  const Studio studio;
  const auto copy = studio.folder / "copy.dtake";
  Program bridge(studio.arguments({"--speed", "10", "--record", copy.string()}));
  WebSocket client(bridge.port(), {});
  for (std::uint32_t epoch = 1; epoch < 6;) {
    const std::string frame = client.next_frame();
    ASSERT_FALSE(frame.empty());
    epoch = epoch_of(frame);
  }
  bridge.signal(SIGKILL);
  bridge.wait();
  take::TakeReader recorded(copy);
  take::TakeFrame frame;
  int frames = 0;
  while (recorded.read(frame)) ++frames;
  EXPECT_GT(frames, 100);
}

}  // namespace
}  // namespace doppel::program
