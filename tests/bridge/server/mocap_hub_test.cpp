// Tests of the stream's hub, with peers that have no socket.
// Back-pressure is a session's own and is tested with the program.
#include "server/mocap_hub.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "fake_peer.hpp"
#include "mocap_fixtures.hpp"
#include "protocol/little_endian.hpp"
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

/// Values of a page, as docs/protocol.md lays them out.
std::vector<std::uint8_t> face_bytes(std::uint32_t sequence, std::uint16_t count, float value) {
  std::vector<std::uint8_t> bytes(32 + count * 4U);
  bytes[0] = 2;
  protocol::store(bytes.data() + 2, std::uint16_t{32});
  protocol::store(bytes.data() + 4, sequence);
  protocol::store(bytes.data() + 12, count);
  protocol::store(bytes.data() + 16, 12.5);
  protocol::store(bytes.data() + 24, static_cast<std::uint32_t>(bytes.size()));
  for (std::size_t i = 0; i < count; ++i) protocol::store(bytes.data() + 32 + i * 4, value);
  return bytes;
}

std::string_view as_text(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST_F(MocapHubTest, FaceValuesReachThoseThatAskForThemAndNobodyElse) {
  const auto sender = join();
  const auto output = join();
  const auto other = join();
  sender->take();
  hub.on_text(output, R"({"type": "faces", "wanted": true})");
  EXPECT_EQ(sender->one("faces")["wanted"], 1) << "a page that nobody asks has nothing to send";
  auto bytes = face_bytes(7, 52, 0.25F);
  hub.on_binary(sender, as_text(bytes));
  ASSERT_EQ(output->frames.size(), 1U);
  protocol::store(bytes.data() + 8, std::uint32_t{1});
  EXPECT_EQ(output->frames[0], bytes) << "as it was sent, with the sender's number";
  EXPECT_TRUE(sender->frames.empty());
  EXPECT_TRUE(other->frames.empty());

  hub.on_text(output, R"({"type": "pause"})");
  hub.on_binary(sender, as_text(bytes));
  EXPECT_EQ(output->frames.size(), 1U) << "nobody looks";
  hub.on_text(output, R"({"type": "resume"})");
  hub.on_binary(other, as_text(bytes));
  ASSERT_EQ(output->frames.size(), 2U);
  EXPECT_EQ(protocol::load<std::uint32_t>(output->frames[1].data() + 8), 3U);

  EXPECT_EQ(join()->one("faces")["wanted"], 1) << "who comes later is told";
  sender->take();
  hub.on_closed(output);
  EXPECT_EQ(sender->one("faces")["wanted"], 0);
  hub.on_binary(sender, as_text(bytes));
  EXPECT_TRUE(other->frames.empty());
}

TEST_F(MocapHubTest, FaceValuesThatAreNoneAreRefusedAndNotHandedOn) {
  const auto sender = join();
  const auto output = join();
  hub.on_text(output, R"({"type": "faces", "wanted": true})");
  const auto refused = [&](std::vector<std::uint8_t> bytes) {
    sender->take();
    hub.on_binary(sender, as_text(bytes));
    const auto error = sender->one("error");
    EXPECT_EQ(error.value("code", ""), "bad-faces");
    return error.value("message", "");
  };
  const auto good = face_bytes(1, 52, 0.5F);
  auto bytes = good;
  bytes.resize(31);
  EXPECT_EQ(refused(bytes), "face values: too-short");
  EXPECT_EQ(refused({}), "face values: too-short");
  bytes = good;
  bytes[0] = 1;
  EXPECT_EQ(refused(bytes), "face values: unknown-kind");
  EXPECT_EQ(refused(face_bytes(1, 52, std::numeric_limits<float>::quiet_NaN())), "face values: not-finite");
  EXPECT_EQ(refused(face_bytes(1, 0, 0)), "face values: bad-header");
  EXPECT_EQ(refused(face_bytes(1, 513, 0)), "face values: bad-header");
  for (const std::size_t offset : {2U, 12U, 24U}) {
    bytes = good;
    bytes[offset] = static_cast<std::uint8_t>(bytes[offset] + 16);
    EXPECT_EQ(refused(bytes), "face values: bad-header") << "at " << offset;
  }
  bytes = good;
  bytes.push_back(0);
  EXPECT_EQ(refused(bytes), "face values: bad-header");
  hub.on_text(sender, R"({"type": "faces", "wanted": 1})");
  EXPECT_EQ(sender->one("error")["message"], "wanted: expected true or false");
  EXPECT_TRUE(output->frames.empty());
}

TEST_F(MocapHubTest, AnyBytesAreFaceValuesOrRefused) {
  const auto sender = join();
  const auto output = join();
  hub.on_text(output, R"({"type": "faces", "wanted": true})");
  std::size_t handed_on = 0;
  for (int round = 0; round < 20000; ++round) {
    auto bytes = face_bytes(1, 52, 0.5F);
    const std::size_t changes = 1 + random() % 3;
    for (std::size_t i = 0; i < changes; ++i) bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    if (random() % 4 == 0) bytes.resize(random() % (bytes.size() + 64));
    sender->texts.clear();
    output->frames.clear();
    hub.on_binary(sender, as_text(bytes));
    EXPECT_EQ(output->frames.size() + sender->texts.size(), 1U);
    handed_on += output->frames.size();
  }
  EXPECT_GT(handed_on, 1000U);
  EXPECT_LT(handed_on, 19000U);
}

}  // namespace
}  // namespace doppel::server
