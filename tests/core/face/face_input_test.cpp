// Tests of what becomes of a source's raw numbers before anything else: B13, and values that are no numbers.
#include "face/face_input.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "face/face_status.hpp"

namespace doppel::face {
namespace {

using Raw = std::array<float, kFaceChannelCount>;
using Clean = std::array<double, kFaceChannelCount>;

TEST(FaceInput, GoodValuesPassUnchanged) {
  FaceInput input;
  Raw raw{};
  raw[3] = 0.25F;
  raw[4] = 1.0F;
  Clean clean{};
  EXPECT_EQ(input.read(raw, clean), 0U);
  EXPECT_EQ(clean[3], 0.25);
  EXPECT_EQ(clean[4], 1.0);
  EXPECT_EQ(input.clamped_count(), 0U);
}

TEST(FaceInput, ValuesThatAreNoNumbersCountAsZeroAndAreCounted) {
  FaceInput input;
  Raw raw{};
  raw[0] = std::numeric_limits<float>::quiet_NaN();
  raw[1] = std::numeric_limits<float>::infinity();
  raw[2] = -std::numeric_limits<float>::infinity();
  Clean clean{};
  EXPECT_EQ(input.read(raw, clean), kStatusNonFinite);
  EXPECT_EQ(clean[0], 0.0);
  EXPECT_EQ(clean[1], 0.0);
  EXPECT_EQ(clean[2], 0.0);
  EXPECT_EQ(input.non_finite_count(), 3U);
}

TEST(FaceInput, ValuesOutsideAreClampedAndCounted) {
  FaceInput input;
  Raw raw{};
  raw[0] = -0.5F;
  raw[1] = 1.0001F;
  Clean clean{};
  EXPECT_EQ(input.read(raw, clean), kStatusClamped);
  EXPECT_EQ(clean[0], 0.0);
  EXPECT_EQ(clean[1], 1.0);
  EXPECT_EQ(input.clamped_count(), 2U);
}

TEST(FaceInput, PercentIsLatchedByTheTenthFrameWithAValueAboveTwo) {
  FaceInput input;
  Raw raw{};
  raw[5] = 50.0F;
  Clean clean{};
  for (int frame = 1; frame <= 9; ++frame) {
    EXPECT_EQ(input.read(raw, clean) & kStatusPercent, 0U) << frame;
    EXPECT_EQ(clean[5], 1.0);
  }
  EXPECT_EQ(input.read(raw, clean), kStatusPercent);
  EXPECT_DOUBLE_EQ(clean[5], 0.5);
  // It stays so for small values.
  raw[5] = 1.0F;
  EXPECT_EQ(input.read(raw, clean), kStatusPercent);
  EXPECT_DOUBLE_EQ(clean[5], 0.01);
  raw[5] = 130.0F;
  EXPECT_EQ(input.read(raw, clean), kStatusPercent | kStatusClamped);
  EXPECT_EQ(clean[5], 1.0);
}

TEST(FaceInput, ValuesUpToTwoAreNoEvidence) {
  FaceInput input;
  Raw raw{};
  raw[0] = 2.0F;
  Clean clean{};
  for (int frame = 0; frame < 1000; ++frame) EXPECT_EQ(input.read(raw, clean), kStatusClamped);
}

TEST(FaceInput, InfinityIsNoEvidence) {
  FaceInput input;
  Raw raw{};
  raw[0] = std::numeric_limits<float>::infinity();
  Clean clean{};
  for (int frame = 0; frame < 100; ++frame) EXPECT_EQ(input.read(raw, clean), kStatusNonFinite);
}

TEST(FaceInput, RareWildValuesNeverAddUp) {
  FaceInput input;
  Clean clean{};
  for (int glitch = 0; glitch < 50; ++glitch) {
    Raw raw{};
    raw[0] = 7.0F;
    EXPECT_EQ(input.read(raw, clean) & kStatusPercent, 0U);
    raw[0] = 0.5F;
    for (int frame = 0; frame < kPercentForgetFrames; ++frame) input.read(raw, clean);
  }
}

TEST(FaceInput, APercentStreamThatPausesBeforeItLatchesGoesOnWhereItWas) {
  FaceInput input;
  Raw raw{};
  Clean clean{};
  raw[5] = 50.0F;
  for (int frame = 0; frame < 9; ++frame) input.read(raw, clean);
  raw[5] = 1.0F;
  for (int frame = 0; frame < kPercentForgetFrames; ++frame) input.read(raw, clean);
  raw[5] = 50.0F;
  EXPECT_EQ(input.read(raw, clean) & kStatusPercent, 0U);
  EXPECT_EQ(input.read(raw, clean) & kStatusPercent, kStatusPercent);
}

// Blinks of six frames every three seconds, in percent, and nothing else.
TEST(FaceInput, ShortBurstsOfPercentAddUp) {
  FaceInput input;
  Clean clean{};
  std::uint32_t status = 0;
  for (int blink = 0; blink < 3; ++blink) {
    Raw raw{};
    for (int frame = 0; frame < 180; ++frame) input.read(raw, clean);
    raw[kEyeBlinkLeft] = 80.0F;
    for (int frame = 0; frame < 6; ++frame) status = input.read(raw, clean);
  }
  EXPECT_EQ(status, kStatusPercent);
  EXPECT_NEAR(clean[kEyeBlinkLeft], 0.8, 1e-6);
}

TEST(FaceInput, ALatchedStreamStaysSoHoweverQuiet) {
  FaceInput input;
  Raw raw{};
  raw[5] = 50.0F;
  Clean clean{};
  for (int frame = 0; frame < kPercentLatchFrames; ++frame) input.read(raw, clean);
  raw[5] = 0.0F;
  for (int frame = 0; frame < 60 * 600; ++frame) input.read(raw, clean);
  raw[5] = 50.0F;
  EXPECT_EQ(input.read(raw, clean), kStatusPercent);
  EXPECT_DOUBLE_EQ(clean[5], 0.5);
}

TEST(FaceInput, ADeclaredRangeIsNotGuessed) {
  FaceInput percent;
  percent.set_range(InputRange::kPercent);
  FaceInput unit;
  unit.set_range(InputRange::kUnit);
  Raw raw{};
  raw[0] = 40.0F;
  Clean clean{};
  percent.read(raw, clean);
  EXPECT_DOUBLE_EQ(clean[0], 0.4);
  for (int frame = 0; frame < 50; ++frame) unit.read(raw, clean);
  EXPECT_EQ(clean[0], 1.0);
}

TEST(FaceInput, SettingTheRangeForgetsTheLatch) {
  FaceInput input;
  Raw raw{};
  raw[0] = 50.0F;
  Clean clean{};
  for (int frame = 0; frame < 20; ++frame) input.read(raw, clean);
  input.set_range(InputRange::kAuto);
  raw[0] = 0.5F;
  EXPECT_EQ(input.read(raw, clean), 0U);
  EXPECT_EQ(clean[0], 0.5);
}

TEST(FaceInput, NamesAreTheModules) {
  EXPECT_EQ(input_range("auto"), InputRange::kAuto);
  EXPECT_EQ(input_range("unit"), InputRange::kUnit);
  EXPECT_EQ(input_range("percent"), InputRange::kPercent);
  EXPECT_EQ(input_range("Percent"), std::nullopt);
}

}  // namespace
}  // namespace doppel::face
