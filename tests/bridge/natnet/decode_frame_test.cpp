// Tests of damaged, foreign and newer frames: what is stepped over, what is refused, what is counted (B37).
// Bytes come from the encoder and are then damaged at places that the reference's tables name.
#include "natnet/decode_frame.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "natnet/encode.hpp"
#include "natnet/message.hpp"
#include "wire_fixtures.hpp"

namespace doppel::natnet {
namespace {

// Offsets of the worked example in the 4.1 layout (section 17.1 of the reference).
constexpr std::size_t kRigidBodyCount = 44;
constexpr std::size_t kRigidBodyBytes = 48;
constexpr std::size_t kSkeletonBytes = 94;
constexpr std::size_t kBoneCount = 102;
constexpr std::size_t kLabeledBytes = 232;
constexpr std::size_t kDeviceEnd = 278;

class WorkedFrame : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(encode_frame(test::worked_frame(), {4, 1}, datagram_)); }

  void put(std::size_t at, std::int32_t value) { std::memcpy(datagram_.data() + at, &value, sizeof(value)); }
  void insert(std::size_t at, std::size_t bytes, std::uint8_t value = 0xEE) {
    datagram_.insert(datagram_.begin() + static_cast<std::ptrdiff_t>(at), bytes, value);
  }
  FrameReport decode(const Version& version = {4, 1}) { return decode_frame(Bytes(datagram_).subspan(4), version, frame_); }

  std::vector<std::uint8_t> datagram_;
  FrameData frame_;
};

TEST_F(WorkedFrame, WithoutAVersionNothingIsDecoded) {
  for (const Version version : {Version{}, Version{1, 9}, Version{2, 4}}) {
    EXPECT_EQ(decode(version).result, FrameResult::kNoLayout) << to_string(version);
  }
}

// B37: a decoder of the wrong version does not show junk.
TEST_F(WorkedFrame, IsBadInEveryOtherLayout) {
  for (const Version version : test::kAllVersions) {
    if (version >= Version{4, 1}) continue;
    EXPECT_EQ(decode(version).result, FrameResult::kBad) << to_string(version);
  }
  ASSERT_TRUE(encode_frame(test::worked_frame(), {3, 0}, datagram_));
  for (const Version version : {Version{2, 5}, Version{2, 7}, Version{2, 9}, Version{4, 1}, Version{4, 2}, Version{4, 4}}) {
    EXPECT_EQ(decode(version).result, FrameResult::kBad) << to_string(version);
  }
}

TEST_F(WorkedFrame, LongerSectionIsSteppedOverAndTheRestHolds) {
  insert(98 + 122, 10);
  put(kSkeletonBytes, 132);
  const FrameReport report = decode();
  EXPECT_EQ(report.result, FrameResult::kPartial);
  EXPECT_EQ(report.bad_sections, 1U);
  EXPECT_EQ(report.where, "skeletons");
  EXPECT_EQ(frame_, test::worked_frame());
}

TEST_F(WorkedFrame, BadCountInsideASectionCostsThatSectionOnly) {
  for (const std::int32_t count : {-1, 4, 1 << 30, std::numeric_limits<std::int32_t>::min()}) {
    put(kBoneCount, count);
    const FrameReport report = decode();
    EXPECT_EQ(report.result, FrameResult::kPartial) << count;
    EXPECT_TRUE(frame_.skeletons.empty());
    EXPECT_EQ(frame_.labeled_markers, test::worked_frame().labeled_markers);
    EXPECT_EQ(frame_.rigid_bodies, test::worked_frame().rigid_bodies);
    EXPECT_EQ(frame_.timestamp, 12.5);
  }
}

TEST_F(WorkedFrame, CountAboveTheSectionsBytesCostsThatSectionOnly) {
  for (const std::int32_t count : {-5, 2, 0x7FFFFFFF}) {
    put(kRigidBodyCount, count);
    EXPECT_EQ(decode().result, FrameResult::kPartial);
    EXPECT_TRUE(frame_.rigid_bodies.empty());
    EXPECT_EQ(frame_.skeletons, test::worked_frame().skeletons);
  }
}

TEST_F(WorkedFrame, ByteCountBeyondTheFrameMakesItBad) {
  for (const std::int32_t size : {-1, 100000, 0x7FFFFFFF}) {
    put(kRigidBodyBytes, size);
    EXPECT_EQ(decode().result, FrameResult::kBad);
  }
}

TEST_F(WorkedFrame, MissingOrWrongEndTagMakesItBad) {
  datagram_.resize(datagram_.size() - 4);
  EXPECT_EQ(decode().result, FrameResult::kBad);
  SetUp();
  put(datagram_.size() - 4, 1);
  EXPECT_EQ(decode().result, FrameResult::kBad);
  EXPECT_EQ(decode({4, 4}).result, FrameResult::kBad);
}

TEST_F(WorkedFrame, BytesBehindTheEndTagMakeItBad) {
  insert(datagram_.size(), 3);
  EXPECT_EQ(decode().result, FrameResult::kBad);
}

TEST_F(WorkedFrame, ParamsAreReadOfABadFrameToo) {
  put(kRigidBodyBytes, 100000);
  const FrameReport report = decode();
  EXPECT_TRUE(report.has_params);
  EXPECT_EQ(report.params, kFrameModelsChanged);
}

// 4.5 has sections of its own at a place that is not published: wherever they are, byte counts lead over them.
TEST_F(WorkedFrame, UnknownSectionOfANewerVersionIsSteppedOver) {
  insert(kDeviceEnd, 8 + 30);
  put(kDeviceEnd, 2);
  put(kDeviceEnd + 4, 30);
  for (const Version version : {Version{4, 1}, Version{4, 2}, Version{4, 5}, Version{5, 0}}) {
    const FrameReport report = decode(version);
    EXPECT_EQ(report.result, FrameResult::kPartial) << to_string(version);
    EXPECT_EQ(frame_, test::worked_frame());
  }
}

// Whatever a newer version puts behind items of one length: the byte count tells how long they are.
TEST_F(WorkedFrame, LongerItemsOfANewerVersionAreReadWhole) {
  FrameData written = test::worked_frame();
  written.labeled_markers.push_back({0x00030002, {1.5F, 0.25F, 2.0F}, 0.03125F, 0x02, 0.25F});
  ASSERT_TRUE(encode_frame(written, {4, 1}, datagram_));
  constexpr std::size_t kItem = 26;
  insert(kLabeledBytes + 4 + 2 * kItem, 5);
  insert(kLabeledBytes + 4 + kItem, 5);
  put(kLabeledBytes, 2 * (kItem + 5));
  for (const Version version : {Version{4, 3}, Version{4, 5}, Version{5, 0}}) {
    EXPECT_EQ(decode(version).result, FrameResult::kGood) << to_string(version);
    EXPECT_EQ(frame_, written) << to_string(version);
  }
  EXPECT_EQ(decode({4, 2}).result, FrameResult::kPartial);
}

TEST_F(WorkedFrame, RestWithoutAByteCountIsForgivenToNewerVersionsOnly) {
  insert(kDeviceEnd, 7);
  EXPECT_EQ(decode({4, 2}).result, FrameResult::kBad);
  EXPECT_EQ(decode({4, 5}).result, FrameResult::kPartial);
  EXPECT_EQ(frame_, test::worked_frame());
}

TEST_F(WorkedFrame, EmptyTextSectionWithoutNulCostsThatSectionOnly) {
  std::fill(datagram_.begin() + 16, datagram_.begin() + 36, std::uint8_t{0x41});
  EXPECT_EQ(decode().result, FrameResult::kPartial);
  EXPECT_TRUE(frame_.marker_sets.empty());
  EXPECT_EQ(frame_.skeletons, test::worked_frame().skeletons);
}

TEST_F(WorkedFrame, ItemsReadBeforeAFaultAreKept) {
  put(kLabeledBytes - 4, 0);
  insert(kLabeledBytes + 4 + 26, 5);
  put(kLabeledBytes, 31);
  put(kLabeledBytes - 4, 1);
  EXPECT_EQ(decode().result, FrameResult::kPartial);
  EXPECT_EQ(frame_.labeled_markers, test::worked_frame().labeled_markers);
}

// Plates and devices with the params that the sources disagree on: told apart by the section's end, and below 4.1 by the frame's.
TEST(DecodeFrame, AnalogParamsAreFoundOut) {
  FrameData written = test::worked_frame();
  written.force_plates = {{1, {{1.5F}, {2.5F, 3.5F}}, 7}, {2, {{4.5F}}, 8}};
  written.devices = {{3, {{}, {5.5F}}, 9}};
  for (const bool with_params : {false, true}) {
    FrameData expected = written;
    expected.has_analog_params = with_params;
    if (!with_params) expected.force_plates[0].params = expected.force_plates[1].params = expected.devices[0].params = 0;
    for (const Version version : {Version{3, 0}, Version{4, 0}, Version{4, 1}, Version{4, 2}}) {
      std::vector<std::uint8_t> datagram;
      ASSERT_TRUE(encode_frame(expected, version, datagram));
      FrameData read;
      EXPECT_EQ(decode_frame(Bytes(datagram).subspan(4), version, read).result, FrameResult::kGood) << to_string(version);
      EXPECT_EQ(read, expected);
    }
  }
}

TEST(DecodeFrame, SixtyKilobytesAreRead) {
  FrameData written;
  for (std::int32_t id = 1; id <= 30; ++id) written.skeletons.push_back({id, std::vector<BodyData>(51)});
  for (const Version version : {Version{2, 9}, Version{3, 0}, Version{4, 2}}) {
    std::vector<std::uint8_t> datagram;
    FrameData read;
    ASSERT_TRUE(encode_frame(written, version, datagram));
    EXPECT_GT(datagram.size(), 58000U);
    EXPECT_EQ(decode_frame(Bytes(datagram).subspan(4), version, read).result, FrameResult::kGood);
    EXPECT_EQ(read, written);
  }
}

// Any bytes: no crash, and never more memory than the bytes can stand for. Sanitizers look on.
TEST(DecodeFrame, RandomBytesAreSurvived) {
  std::mt19937 engine(7);
  FrameData frame;
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::uint8_t> bytes(engine() % 400);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(engine() % 4 == 0 ? engine() : 0);
    const Version version = test::kAllVersions[engine() % test::kAllVersions.size()];
    decode_frame(bytes, version, frame);
    EXPECT_LE(frame.marker_sets.size(), bytes.size() / 5);
    EXPECT_LE(frame.skeletons.size(), bytes.size() / 8);
    EXPECT_LE(frame.other_markers.size(), bytes.size() / 12);
  }
}

}  // namespace
}  // namespace doppel::natnet
