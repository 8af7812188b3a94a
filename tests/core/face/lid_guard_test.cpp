// Tests of the lid guard: the gap never goes below closed, and nothing is taken that need not be.
#include "face/lid_guard.hpp"

#include <gtest/gtest.h>

#include <random>

#include "face_fixtures.hpp"

namespace doppel::face {
namespace {

using test::channel;
using Outputs = std::array<double, kFaceChannelCount>;

FaceMeasurement lids(double blink, double squint, double look_down, double wide) {
  FaceMeasurement face = test::scaled_face(1.0);
  for (const auto* side : {"Left", "Right"}) {
    const std::string end(side);
    face.channels[channel("eyeBlink" + end)].lid_closure = blink;
    face.channels[channel("eyeSquint" + end)].lid_closure = squint;
    face.channels[channel("eyeLookDown" + end)].lid_closure = look_down;
    face.channels[channel("eyeWide" + end)].lid_closure = wide;
  }
  return face;
}

Outputs left_lids(double blink, double squint, double look_down, double wide) {
  Outputs outputs{};
  outputs[channel("eyeBlinkLeft")] = blink;
  outputs[channel("eyeSquintLeft")] = squint;
  outputs[channel("eyeLookDownLeft")] = look_down;
  outputs[channel("eyeWideLeft")] = wide;
  return outputs;
}

TEST(LidGuard, AFullBlinkAloneIsNeverCut) {
  const LidGuard guard(lids(1.04, 0.2, 0.3, -0.3), Calibration{});
  Outputs outputs = left_lids(1.0, 0.0, 0.0, 0.0);
  EXPECT_FALSE(guard.hold(outputs));
  EXPECT_EQ(outputs[kEyeBlinkLeft], 1.0);
}

// Curved lids have met when their margins are past each other in the mean: the blink's own end is closed then.
TEST(LidGuard, ABlinkThatEndsEarlyIsNeverCutAndNothingPassesItsEnd) {
  constexpr double kEnd = 0.94;
  for (const double closure : {0.9, 1.02, 1.064, 1.2}) {
    Calibration calibration;
    calibration.channels[kEyeBlinkLeft].saturation = kEnd;
    const LidGuard guard(lids(closure, 0.3, 0.4, -0.3), calibration);
    Outputs blink = left_lids(kEnd, 0.0, 0.0, 0.0);
    EXPECT_FALSE(guard.hold(blink)) << closure;
    EXPECT_EQ(blink[kEyeBlinkLeft], kEnd) << closure;
    const double closed = std::max(1.0, closure * kEnd);
    Outputs all = left_lids(kEnd, 1.0, 1.0, 0.2);
    EXPECT_TRUE(guard.hold(all)) << closure;
    // Closed to the full, not just not beyond: 0.3 + 0.4 - 0.06 of the gap, and the blink the rest.
    EXPECT_NEAR(all[kEyeBlinkLeft], (closed - 0.64) / closure, 1e-12) << closure;
    EXPECT_EQ(all[channel("eyeSquintLeft")], 1.0);
  }
}

TEST(LidGuard, BlinkGivesWayFirst) {
  const LidGuard guard(lids(1.0, 0.25, 0.25, 0.0), Calibration{});
  Outputs outputs = left_lids(1.0, 1.0, 1.0, 0.0);
  EXPECT_TRUE(guard.hold(outputs));
  EXPECT_DOUBLE_EQ(outputs[kEyeBlinkLeft], 0.5);
  EXPECT_EQ(outputs[channel("eyeSquintLeft")], 1.0);
  EXPECT_EQ(outputs[channel("eyeLookDownLeft")], 1.0);
}

TEST(LidGuard, ThenSquint) {
  const LidGuard guard(lids(1.0, 0.5, 0.8, 0.0), Calibration{});
  Outputs outputs = left_lids(0.0, 1.0, 1.0, 0.0);
  EXPECT_TRUE(guard.hold(outputs));
  EXPECT_NEAR(outputs[channel("eyeSquintLeft")], 0.4, 1e-12);
}

TEST(LidGuard, ALookDownThatPassesAloneIsLeft) {
  const LidGuard guard(lids(1.0, 0.5, 1.5, 0.0), Calibration{});
  Outputs outputs = left_lids(0.5, 0.5, 1.0, 0.0);
  EXPECT_TRUE(guard.hold(outputs));
  EXPECT_EQ(outputs[kEyeBlinkLeft], 0.0);
  EXPECT_EQ(outputs[channel("eyeSquintLeft")], 0.0);
  EXPECT_EQ(outputs[channel("eyeLookDownLeft")], 1.0);
}

TEST(LidGuard, SidesAreApart) {
  const LidGuard guard(lids(1.0, 0.5, 0.5, 0.0), Calibration{});
  Outputs outputs = left_lids(1.0, 1.0, 0.0, 0.0);
  outputs[kEyeBlinkRight] = 1.0;
  guard.hold(outputs);
  EXPECT_DOUBLE_EQ(outputs[kEyeBlinkLeft], 0.5);
  EXPECT_EQ(outputs[kEyeBlinkRight], 1.0);
}

TEST(LidGuard, WideMakesRoom) {
  const LidGuard guard(lids(1.0, 0.3, 0.0, -0.4), Calibration{});
  Outputs outputs = left_lids(1.0, 1.0, 0.0, 1.0);
  EXPECT_FALSE(guard.hold(outputs));
}

TEST(LidGuard, AnOnOffBlinkDoesNotGiveWayButSquintDoes) {
  FaceMeasurement face = lids(1.0, 0.5, 0.0, 0.0);
  face.channels[kEyeBlinkLeft].presence = Presence::kBinary;
  const LidGuard guard(face, Calibration{});
  Outputs outputs = left_lids(1.0, 1.0, 0.0, 0.0);
  EXPECT_TRUE(guard.hold(outputs));
  EXPECT_EQ(outputs[kEyeBlinkLeft], 1.0);
  EXPECT_EQ(outputs[channel("eyeSquintLeft")], 0.0);
}

TEST(LidGuard, UnmeasuredFacesAreLeftAlone) {
  Outputs outputs = left_lids(1.0, 1.0, 1.0, 0.0);
  EXPECT_FALSE(LidGuard().hold(outputs));
  EXPECT_FALSE(LidGuard(test::scaled_face(1.0), Calibration{}).hold(outputs));
}

// Whatever the weights: the sum is at most closed, or what look-down alone makes; nothing is raised; nothing goes below 0.
TEST(LidGuard, NeverBelowClosed) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (int i = 0; i < 2000; ++i) {
    const double blink = 0.5 + unit(random);
    const double squint = unit(random);
    const double down = 0.9 * unit(random);
    const double wide = -0.6 * unit(random);
    const LidGuard guard(lids(blink, squint, down, wide), Calibration{});
    const Outputs before = left_lids(unit(random), unit(random), unit(random), unit(random));
    Outputs after = before;
    guard.hold(after);
    const double closed = blink * after[kEyeBlinkLeft] + squint * after[channel("eyeSquintLeft")] +
                          down * after[channel("eyeLookDownLeft")] + wide * after[channel("eyeWideLeft")];
    ASSERT_LE(closed, std::max(1.0, blink) + 1e-9);
    for (std::size_t c = 0; c < kFaceChannelCount; ++c) {
      ASSERT_LE(after[c], before[c]);
      ASSERT_GE(after[c], 0.0);
    }
  }
}

}  // namespace
}  // namespace doppel::face
