// Tests of the binary frame: the document's layout byte by byte, encode and decode as inverses, damage of every kind.
#include "protocol/mocap_frame.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>

#include "mocap_fixtures.hpp"

namespace doppel::protocol {
namespace {

using fixtures::make_descriptions;
using fixtures::make_frame;

std::vector<std::uint8_t> encoded(const mocap::Frame& frame, const mocap::Descriptions& descriptions, FrameStamp stamp = {}) {
  std::vector<std::uint8_t> bytes;
  encode_frame(frame, descriptions, stamp, bytes);
  return bytes;
}

template <typename T>
T at(const std::vector<std::uint8_t>& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// The frame of the golden file: its values are exact in binary, and are written once more in
/// tests/web/sources/mocap-protocol.test.ts.
struct Golden {
  mocap::Descriptions descriptions = make_descriptions(2, 3, 1, 7);
  mocap::Frame frame;
  FrameStamp stamp{5, 1000000.0, 12.75, true};

  Golden() {
    frame.revision = 7;
    frame.epoch = 2;
    frame.number = 99;
    frame.source_time = 0.5;
    frame.captured_at = 12.25;
    frame.received_at = 12.5;
    // Every bone tracked and as described, but the root.
    frame.skeletons.push_back({3,
                               {{{1.5F, 0.75F, -2.0F}, {0.5F, 0.5F, 0.5F, 0.5F}, true},
                                {descriptions.skeletons[0].bones[1].offset, {0.0F, 0.0F, 0.0F, 1.0F}, true},
                                {descriptions.skeletons[0].bones[2].offset, {1.0F, 0.0F, 0.0F, 0.0F}, true}}});
    // One bone away from its place, one not tracked.
    frame.skeletons.push_back({4,
                               {{{-1.0F, 1.0F, 0.25F}, {0.0F, 1.0F, 0.0F, 0.0F}, true},
                                {{0.0F, 0.25F, 0.25F}, {0.0F, 0.0F, 1.0F, 0.0F}, false},
                                {descriptions.skeletons[1].bones[2].offset, {0.0F, 0.0F, 0.0F, 1.0F}, true}}});
    frame.rigid_bodies.push_back({100, {0.125F, 2.0F, -0.5F}, {0.5F, -0.5F, 0.5F, -0.5F}, true, 0.25F});
  }
};

TEST(MocapFrame, EveryFieldStandsWhereTheDocumentSays) {
  const Golden golden;
  const auto bytes = encoded(golden.frame, golden.descriptions, golden.stamp);
  // Header 64; first skeleton 32 + 3 * 16; second the same with 3 * 16 of positions and 16 of tracking; one body 48.
  ASSERT_EQ(bytes.size(), 64U + 80U + 144U + 48U);
  EXPECT_EQ(bytes[0], 1);
  EXPECT_EQ(bytes[1], 1);
  EXPECT_EQ(at<std::uint16_t>(bytes, 2), 64);
  EXPECT_EQ(at<std::uint32_t>(bytes, 4), 5U);
  EXPECT_EQ(at<std::uint32_t>(bytes, 8), 7U);
  EXPECT_EQ(at<std::uint16_t>(bytes, 12), 2);
  EXPECT_EQ(at<std::uint16_t>(bytes, 14), 1);
  EXPECT_EQ(at<double>(bytes, 16), 0.5);
  EXPECT_EQ(at<double>(bytes, 24), 1000012.25);
  EXPECT_EQ(at<double>(bytes, 32), 1000012.5);
  EXPECT_EQ(at<double>(bytes, 40), 1000012.75);
  EXPECT_EQ(at<std::int32_t>(bytes, 48), 99);
  EXPECT_EQ(at<std::uint32_t>(bytes, 52), 2U);
  EXPECT_EQ(at<std::uint32_t>(bytes, 56), bytes.size());
  EXPECT_EQ(at<std::uint32_t>(bytes, 60), 0U);
  // First skeleton: all tracked, no positions.
  EXPECT_EQ(at<std::int32_t>(bytes, 64), 3);
  EXPECT_EQ(at<std::uint16_t>(bytes, 68), 3);
  EXPECT_EQ(at<std::uint16_t>(bytes, 70), 1);
  EXPECT_EQ(at<std::uint32_t>(bytes, 72), 80U);
  EXPECT_EQ(at<float>(bytes, 80), 1.5F);
  EXPECT_EQ(at<float>(bytes, 88), -2.0F);
  EXPECT_EQ(at<float>(bytes, 96), 0.5F);
  EXPECT_EQ(at<float>(bytes, 128), 1.0F);
  // Second: positions and tracking bits.
  EXPECT_EQ(at<std::int32_t>(bytes, 144), 4);
  EXPECT_EQ(at<std::uint16_t>(bytes, 150), 6);
  EXPECT_EQ(at<std::uint32_t>(bytes, 152), 144U);
  EXPECT_EQ(at<float>(bytes, 144 + 32 + 16 + 8), 1.0F);
  EXPECT_EQ(at<float>(bytes, 144 + 80 + 16 + 4), 0.25F);
  EXPECT_EQ(at<float>(bytes, 144 + 80 + 16 + 12), 0.0F);
  EXPECT_EQ(at<std::uint32_t>(bytes, 144 + 128), 0b101U);
  // Rigid body.
  EXPECT_EQ(at<std::int32_t>(bytes, 288), 100);
  EXPECT_EQ(at<std::uint32_t>(bytes, 292), 1U);
  EXPECT_EQ(at<float>(bytes, 296), 0.25F);
  EXPECT_EQ(at<float>(bytes, 304 + 4), -0.5F);
  EXPECT_EQ(at<float>(bytes, 320 + 4), 2.0F);
}

// The TypeScript parser is tested on the same file. DOPPEL_WRITE_GOLDEN=1 writes it anew after a wanted change of the layout.
TEST(MocapFrame, TheGoldenFileIsWhatTheEncoderWrites) {
  const Golden golden;
  const auto bytes = encoded(golden.frame, golden.descriptions, golden.stamp);
  const std::string file = std::string(DOPPEL_SOURCE_DIR) + "/tests/fixtures/mocap-frame.bin";
  if (std::getenv("DOPPEL_WRITE_GOLDEN")) {
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  std::ifstream stream(file, std::ios::binary);
  const std::string kept{std::istreambuf_iterator<char>(stream), {}};
  ASSERT_EQ(kept.size(), bytes.size());
  EXPECT_EQ(std::memcmp(kept.data(), bytes.data(), bytes.size()), 0);
}

void expect_equal(const mocap::Frame& a, const mocap::Frame& b) {
  EXPECT_EQ(a.revision, b.revision);
  EXPECT_EQ(a.epoch, b.epoch);
  EXPECT_EQ(a.number, b.number);
  EXPECT_EQ(a.source_time, b.source_time);
  ASSERT_EQ(a.skeletons.size(), b.skeletons.size());
  for (std::size_t s = 0; s < a.skeletons.size(); ++s) {
    EXPECT_EQ(a.skeletons[s].id, b.skeletons[s].id);
    ASSERT_EQ(a.skeletons[s].bones.size(), b.skeletons[s].bones.size());
    for (std::size_t i = 0; i < a.skeletons[s].bones.size(); ++i) {
      EXPECT_EQ(a.skeletons[s].bones[i].rotation, b.skeletons[s].bones[i].rotation);
      EXPECT_EQ(a.skeletons[s].bones[i].is_tracked, b.skeletons[s].bones[i].is_tracked);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(a.skeletons[s].bones[i].position[axis], b.skeletons[s].bones[i].position[axis], kOffsetTolerance);
      }
    }
  }
  ASSERT_EQ(a.rigid_bodies.size(), b.rigid_bodies.size());
  for (std::size_t i = 0; i < a.rigid_bodies.size(); ++i) {
    EXPECT_EQ(a.rigid_bodies[i].id, b.rigid_bodies[i].id);
    EXPECT_EQ(a.rigid_bodies[i].position, b.rigid_bodies[i].position);
    EXPECT_EQ(a.rigid_bodies[i].rotation, b.rigid_bodies[i].rotation);
    EXPECT_EQ(a.rigid_bodies[i].is_tracked, b.rigid_bodies[i].is_tracked);
    EXPECT_EQ(a.rigid_bodies[i].error, b.rigid_bodies[i].error);
  }
}

TEST(MocapFrame, DecodingGivesWhatWasEncoded) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const auto descriptions =
        make_descriptions(random() % 6, 1 + random() % 70, random() % 5, static_cast<std::uint32_t>(random()));
    mocap::Frame frame = make_frame(descriptions, static_cast<std::int32_t>(random()), random);
    frame.epoch = static_cast<std::uint32_t>(random());
    for (auto& skeleton : frame.skeletons) {
      const auto habit = random() % 4;
      for (auto& bone : skeleton.bones) {
        if (habit == 1) bone.is_tracked = random() % 2 == 0;
        if (habit == 2) bone.is_tracked = false;
        if (habit >= 2) bone.position[random() % 3] += 0.01F;
      }
    }
    const auto bytes = encoded(frame, descriptions, {static_cast<std::uint32_t>(random()), 5.0, 2.0, random() % 2 == 0});
    EXPECT_EQ(bytes.size() % 16, 0U);
    FrameHeader header;
    mocap::Frame again;
    ASSERT_EQ(decode_frame(bytes, descriptions, header, again), FrameFault::kNone);
    expect_equal(frame, again);
    EXPECT_EQ(header.capture_time, frame.captured_at + 5.0);
    EXPECT_EQ(header.send_time, 7.0);
  }
}

// Positions are bit-exact where they are sent at all.
TEST(MocapFrame, MovedBonesKeepTheirExactPositions) {
  const auto descriptions = make_descriptions(1, 5, 0);
  std::mt19937 random(2);
  mocap::Frame frame = make_frame(descriptions, 1, random);
  frame.skeletons[0].bones[3].position = {0.1F, 0.2F, 0.3F};
  FrameHeader header;
  mocap::Frame again;
  ASSERT_EQ(decode_frame(encoded(frame, descriptions), descriptions, header, again), FrameFault::kNone);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(again.skeletons[0].bones[i].position, frame.skeletons[0].bones[i].position);
}

TEST(MocapFrame, WhatIsNotDescribedIsLeftOut) {
  const auto descriptions = make_descriptions(3, 4, 0);
  std::mt19937 random(3);
  mocap::Frame frame = make_frame(descriptions, 1, random);
  frame.skeletons[0].id = 77;
  frame.skeletons[1].bones.pop_back();
  FrameHeader header;
  mocap::Frame again;
  ASSERT_EQ(decode_frame(encoded(frame, descriptions), descriptions, header, again), FrameFault::kNone);
  ASSERT_EQ(again.skeletons.size(), 1U);
  EXPECT_EQ(again.skeletons[0].id, frame.skeletons[2].id);
}

TEST(MocapFrame, NumbersThatAreNoneDoNotGoOut) {
  const auto descriptions = make_descriptions(1, 2, 1);
  std::mt19937 random(4);
  mocap::Frame frame = make_frame(descriptions, 1, random);
  frame.skeletons[0].bones[0].position[1] = std::numeric_limits<float>::quiet_NaN();
  frame.skeletons[0].bones[1].rotation[2] = std::numeric_limits<float>::infinity();
  frame.rigid_bodies[0].error = std::numeric_limits<float>::quiet_NaN();
  FrameHeader header;
  mocap::Frame again;
  ASSERT_EQ(decode_frame(encoded(frame, descriptions), descriptions, header, again), FrameFault::kNone);
  EXPECT_EQ(again.skeletons[0].bones[0].position[1], 0.0F);
  EXPECT_EQ(again.skeletons[0].bones[1].rotation, mocap::kIdentity);
  EXPECT_EQ(again.rigid_bodies[0].error, 0.0F);
}

TEST(MocapFrame, EveryTruncationIsRefused) {
  const Golden golden;
  auto bytes = encoded(golden.frame, golden.descriptions);
  FrameHeader header;
  mocap::Frame frame;
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_NE(decode_frame(std::span(bytes).first(length), golden.descriptions, header, frame), FrameFault::kNone) << length;
    // Also where the header says that it is whole.
    if (length < 64) continue;
    std::vector<std::uint8_t> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
    const auto size = static_cast<std::uint32_t>(length);
    std::memcpy(cut.data() + 56, &size, 4);
    EXPECT_NE(decode_frame(cut, golden.descriptions, header, frame), FrameFault::kNone) << length;
  }
  bytes.insert(bytes.end(), 16, 0);
  const auto size = static_cast<std::uint32_t>(bytes.size());
  std::memcpy(bytes.data() + 56, &size, 4);
  EXPECT_EQ(decode_frame(bytes, golden.descriptions, header, frame), FrameFault::kLeftOver);
}

TEST(MocapFrame, DamagedBytesNeverGiveANumberThatIsNone) {
  const Golden golden;
  const auto whole = encoded(golden.frame, golden.descriptions);
  std::mt19937 random(5);
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    auto bytes = whole;
    for (int i = 0; i < 3; ++i) bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    FrameHeader header;
    mocap::Frame frame;
    if (decode_frame(bytes, golden.descriptions, header, frame) != FrameFault::kNone) {
      ++refused;
      continue;
    }
    for (const auto& skeleton : frame.skeletons) {
      for (const auto& bone : skeleton.bones) {
        for (const float value : bone.rotation) EXPECT_TRUE(std::isfinite(value));
        for (const float value : bone.position) EXPECT_TRUE(std::isfinite(value));
      }
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(MocapFrame, AnotherRevisionIsNotReadByTheWrongDescriptions) {
  const Golden golden;
  auto other = golden.descriptions;
  other.revision = 8;
  FrameHeader header;
  mocap::Frame frame;
  EXPECT_EQ(decode_frame(encoded(golden.frame, golden.descriptions), other, header, frame), FrameFault::kUndescribed);
}

TEST(MocapFrame, EncodingAllocatesNothingWhereThereIsRoom) {
  const auto descriptions = make_descriptions(10, 51, 4);
  std::mt19937 random(6);
  const mocap::Frame frame = make_frame(descriptions, 1, random);
  std::vector<std::uint8_t> bytes;
  const FrameEncoder encoder(descriptions);
  encoder.encode(frame, {}, bytes);
  const std::uint8_t* before = bytes.data();
  for (int i = 0; i < 10; ++i) {
    bytes.clear();
    encoder.encode(frame, {}, bytes);
    EXPECT_EQ(bytes.data(), before);
  }
  EXPECT_EQ(bytes.size(), 64U + 10U * (32U + 51U * 16U) + 4U * 48U);
}

}  // namespace
}  // namespace doppel::protocol
