// Tests of recordings that a client begins and ends, with peers that have no socket, and of the folder that they go to.
// Downloading them is tested with the program.
#include "server/recordings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_peer.hpp"
#include "mocap_fixtures.hpp"
#include "server/mocap_hub.hpp"
#include "take/take_reader.hpp"
#include "temporary_folder.hpp"

namespace doppel::server {
namespace {

using fixtures::make_descriptions;
using fixtures::make_frame;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

constexpr RecordingLimits kAmple{std::uint64_t{1} << 40, 0};

struct RecordingsTest : ::testing::Test {
  fixtures::TemporaryFolder folder;
  TakeStore takes{folder / "takes"};
  BridgeClock clock;
  Metrics metrics;
  MocapHub hub{{"0.1.0", "0123456789abcdef", "sim"}, clock, metrics};
  mocap::DescriptionsPointer descriptions = std::make_shared<mocap::Descriptions>(make_descriptions(2, 5, 1));
  std::mt19937 random{1};
  std::shared_ptr<FakePeer> peer = std::make_shared<FakePeer>();

  /// `recordings` as the hub's, a client, and a source that has described itself.
  void begin(Recordings& recordings) {
    hub.set_recordings(&recordings);
    hub.on_open(peer);
    hub.on_descriptions(descriptions);
    peer->take();
  }
  void say(const std::string& text) { hub.on_text(peer, text); }
  void send_frames(std::int32_t from, std::int32_t count) {
    for (std::int32_t i = from; i < from + count; ++i) hub.on_frame(make_frame(*descriptions, i, random));
  }
  void pass_a_second() {
    for (std::uint32_t i = 0; i < MocapHub::kTicksInASecond; ++i) hub.tick();
  }
  std::string refusal() { return peer->one("error").value("code", ""); }
  std::vector<std::int32_t> numbers(const std::string& name) {
    take::TakeReader reader(folder / "takes" / name);
    std::vector<std::int32_t> list;
    for (take::TakeFrame frame; reader.read(frame);) list.push_back(frame.frame.number);
    EXPECT_EQ(reader.faults().damaged_bytes + reader.faults().damaged_chunks + reader.faults().lost_frames, 0U);
    return list;
  }
};

TEST_F(RecordingsTest, AClientBeginsAndEndsOneAndEverybodyIsTold) {
  Recordings recordings(takes, "sim", kAmple);
  begin(recordings);
  const auto other = std::make_shared<FakePeer>();
  hub.on_open(other);
  EXPECT_EQ(other->one("recording")["active"], false);
  send_frames(0, 3);
  say(R"({"type":"record","action":"start","name":"Scene 1_b-2"})");
  const auto started = peer->one("recording");
  EXPECT_EQ(started["active"], true);
  EXPECT_EQ(started["name"], "Scene 1_b-2.dtake");
  // The newest frame holds when it begins: it is the first.
  EXPECT_EQ(started["frames"], 1);
  EXPECT_EQ(other->one("recording"), started);
  EXPECT_TRUE(takes.list().empty());
  send_frames(3, 240);
  pass_a_second();
  const auto running = peer->one("recording");
  EXPECT_EQ(running["frames"], 241);
  // 240 frames lie behind the first, 1/240 s apart.
  EXPECT_NEAR(running["seconds"].get<double>(), 1.0, 1e-6);
  EXPECT_EQ(running["dropped"], 0);
  say(R"({"type":"record","action":"stop"})");
  const auto ended = peer->one("recording");
  EXPECT_EQ(ended["active"], false);
  EXPECT_EQ(ended["frames"], 241);
  EXPECT_EQ(ended["error"], "");
  EXPECT_EQ(ended["bytes"], std::filesystem::file_size(folder / "takes/Scene 1_b-2.dtake"));
  send_frames(243, 5);
  const auto recorded = numbers("Scene 1_b-2.dtake");
  ASSERT_EQ(recorded.size(), 241U);
  EXPECT_EQ(recorded.front(), 2);
  EXPECT_EQ(recorded.back(), 242);
}

TEST_F(RecordingsTest, NothingIsEverOverwritten) {
  Recordings recordings(takes, "sim", kAmple);
  begin(recordings);
  for (int i = 0; i < 3; ++i) {
    say(R"({"type":"record","action":"start","name":"one"})");
    send_frames(10 * i, 1 + i);
    say(R"({"type":"record","action":"stop"})");
  }
  std::vector<std::string> names;
  for (const StoredTake& take : takes.list()) names.push_back(take.name);
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("one.dtake", "one-2.dtake", "one-3.dtake"));
  EXPECT_EQ(numbers("one.dtake").size(), 1U);
  // Each begins with the newest frame.
  EXPECT_THAT(numbers("one-3.dtake"), ElementsAre(11, 20, 21, 22));
}

TEST_F(RecordingsTest, ANameIsMadeOfTheTimeOfDay) {
  std::tm local{};
  local.tm_year = 126;
  local.tm_mon = 11;
  local.tm_mday = 1;
  local.tm_hour = 15;
  local.tm_min = 30;
  EXPECT_EQ(take_name(local), "take-2026-12-01-1530");
  Recordings recordings(takes, "sim", kAmple);
  begin(recordings);
  say(R"({"type":"record","action":"start"})");
  const std::string name = peer->one("recording")["name"];
  EXPECT_THAT(name, MatchesRegex("take-20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]-[0-9][0-9][0-9][0-9].dtake"));
}

TEST_F(RecordingsTest, WhatIsNoNameIsRefused) {
  Recordings recordings(takes, "sim", kAmple);
  begin(recordings);
  for (const std::string name : {"", "../x", "a/b", "a\\\\b", ".hidden", "a.dtake", " a", "a ", "a\\u0000b", "\xED\x95\x9C"}) {
    say(R"({"type":"record","action":"start","name":")" + name + "\"}");
    EXPECT_EQ(refusal(), "invalid-value") << name;
  }
  say(R"({"type":"record","action":"start","name":")" + std::string(65, 'a') + "\"}");
  EXPECT_EQ(refusal(), "invalid-value");
  say(R"({"type":"record","action":"start","name":7})");
  EXPECT_EQ(refusal(), "invalid-value");
  for (const char* text : {R"({"type":"record"})", R"({"type":"record","action":"pause"})", R"({"type":"record","action":1})"}) {
    say(text);
    EXPECT_EQ(refusal(), "invalid-value") << text;
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "takes"));
}

TEST_F(RecordingsTest, ThereIsOneAtATime) {
  Recordings recordings(takes, "sim", kAmple);
  begin(recordings);
  say(R"({"type":"record","action":"stop"})");
  EXPECT_EQ(refusal(), "not-recording");
  say(R"({"type":"record","action":"start","name":"one"})");
  say(R"({"type":"record","action":"start","name":"two"})");
  const auto error = peer->one("error");
  EXPECT_EQ(error["code"], "already-recording");
  EXPECT_THAT(error["message"].get<std::string>(), HasSubstr("one.dtake"));
}

TEST_F(RecordingsTest, WithoutAFolderNobodyCanRecordButTheCommandLine) {
  TakeStore none{{}};
  Recordings recordings(none, "sim", kAmple);
  recordings.start_at(folder / "mine.dtake");
  begin(recordings);
  say(R"({"type":"record","action":"start"})");
  EXPECT_EQ(refusal(), "already-recording");
  say(R"({"type":"record","action":"stop"})");
  EXPECT_EQ(peer->one("recording")["name"], "mine.dtake");
  say(R"({"type":"record","action":"start"})");
  EXPECT_EQ(refusal(), "no-data-folder");
  EXPECT_TRUE(none.list().empty());
  EXPECT_FALSE(none.find("mine.dtake"));
}

TEST_F(RecordingsTest, ItEndsAtItsSizeAndSaysWhy) {
  Recordings recordings(takes, "sim", {20000, 0});
  begin(recordings);
  say(R"({"type":"record","action":"start","name":"long"})");
  peer->take();
  send_frames(0, 10);
  hub.tick();
  EXPECT_TRUE(peer->take("recording").empty());
  send_frames(10, 90);
  hub.tick();
  const auto ended = peer->one("recording");
  EXPECT_EQ(ended["active"], false);
  EXPECT_EQ(ended["error"], "too-large");
  EXPECT_EQ(ended["frames"], 100);
  send_frames(100, 10);
  EXPECT_EQ(numbers("long.dtake").size(), 100U);
}

TEST_F(RecordingsTest, SpaceOnTheDiskStaysFree) {
  Recordings recordings(takes, "sim", {std::uint64_t{1} << 40, std::uint64_t{1} << 62});
  begin(recordings);
  say(R"({"type":"record","action":"start","name":"full"})");
  EXPECT_EQ(refusal(), "no-space");
  EXPECT_TRUE(takes.list().empty());
  // One that runs already ends when the space is gone.
  recordings.start_at(folder / "mine.dtake");
  hub.set_recordings(&recordings);
  hub.tick();
  EXPECT_EQ(peer->one("recording")["error"], "no-space");
}

TEST_F(RecordingsTest, FramesThatAreNotInItAreCounted) {
  Recordings recordings(takes, "sim", kAmple);
  hub.set_recordings(&recordings);
  hub.on_open(peer);
  say(R"({"type":"record","action":"start","name":"early"})");
  peer->take();
  send_frames(0, 4);
  hub.on_descriptions(descriptions);
  send_frames(4, 2);
  pass_a_second();
  const auto state = peer->one("recording");
  EXPECT_EQ(state["dropped"], 4);
  EXPECT_EQ(state["frames"], 2);
}

TEST_F(RecordingsTest, TheEndOfTheProgramIsItsEnd) {
  Recordings recordings(takes, "sim", kAmple);
  begin(recordings);
  say(R"({"type":"record","action":"start","name":"last"})");
  send_frames(0, 7);
  peer->take();
  hub.end_recording();
  EXPECT_EQ(peer->one("recording")["active"], false);
  EXPECT_EQ(numbers("last.dtake").size(), 7U);
}

TEST(TakeStore, NamesThatLeadElsewhereAreNone) {
  const fixtures::TemporaryFolder folder;
  fixtures::write_file(folder / "secret.dtake", "not for anybody");
  fixtures::write_file(folder / "takes/good one.dtake", "take");
  fixtures::write_file(folder / "takes/other.txt", "no take");
  fixtures::write_file(folder / "takes/.dtake", "no name");
  fixtures::write_file(folder / "takes/inner/deep.dtake", "deeper");
  std::filesystem::create_symlink(folder / "secret.dtake", folder / "takes/link.dtake");
  std::filesystem::create_directory(folder / "takes/folder.dtake");
  const TakeStore takes(folder / "takes");
  ASSERT_TRUE(takes.find("good one.dtake"));
  EXPECT_EQ(takes.find("good one.dtake")->bytes, 4U);
  for (const char* name : {"../secret.dtake", "..", "", ".dtake", "other.txt", "inner/deep.dtake", "link.dtake", "folder.dtake",
                           "good one", "/etc/passwd", "missing.dtake"}) {
    EXPECT_FALSE(takes.find(name)) << name;
  }
  ASSERT_EQ(takes.list().size(), 1U);
  EXPECT_THAT(takes.list_text(), HasSubstr(R"({"takes":[{"name":"good one.dtake","bytes":4,"modified":)"));
}

}  // namespace
}  // namespace doppel::server
