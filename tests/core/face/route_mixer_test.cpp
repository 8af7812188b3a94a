// Tests of the one buffer: binds, expressions with overrides and thresholds, bone turns, limits.
#include "face/route_mixer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "face_fixtures.hpp"

namespace doppel::face {
namespace {

using test::channel;

struct Frame {
  std::array<double, kFaceChannelCount> values{};
  std::array<float, 8> morphs{};
  std::array<float, kFaceBoneCount * kFaceBoneFloats> bones{};
  void mix(RouteMixer& mixer) { mixer.mix(values, morphs, bones); }
};

FaceRoutes with_slots(std::uint32_t count) {
  FaceRoutes routes;
  routes.slot_count = count;
  return routes;
}

TEST(RouteMixer, BindsOfSeveralChannelsAddUpAndAreLimitedToOne) {
  FaceRoutes routes = with_slots(2);
  routes.channels[channel("jawOpen")].binds = {{0, 1.0}, {1, 0.5}};
  routes.channels[channel("mouthFunnel")].binds = {{0, 0.5}};
  RouteMixer mixer(routes);
  Frame frame;
  frame.values[kJawOpen] = 0.6;
  frame.values[channel("mouthFunnel")] = 0.4;
  frame.mix(mixer);
  EXPECT_FLOAT_EQ(frame.morphs[0], 0.8F);
  EXPECT_FLOAT_EQ(frame.morphs[1], 0.3F);
  frame.values[kJawOpen] = 1.0;
  frame.mix(mixer);
  EXPECT_EQ(frame.morphs[0], 1.0F);
}

TEST(RouteMixer, NegativeWeightsGoAsLowAsABindAsksAndNoLower) {
  FaceRoutes routes = with_slots(2);
  routes.channels[0].binds = {{0, -0.5}, {1, -3.0}};
  routes.channels[1].binds = {{0, -0.25}};
  RouteMixer mixer(routes);
  Frame frame;
  frame.values[0] = 1.0;
  frame.values[1] = 1.0;
  frame.mix(mixer);
  EXPECT_EQ(frame.morphs[0], -0.5F);
  EXPECT_EQ(frame.morphs[1], -1.0F);
}

TEST(RouteMixer, SlotsBeyondItsOwnAreNotTouched) {
  RouteMixer mixer(with_slots(2));
  Frame frame;
  frame.morphs.fill(7.0F);
  frame.mix(mixer);
  EXPECT_EQ(frame.morphs[1], 0.0F);
  EXPECT_EQ(frame.morphs[2], 7.0F);
}

// Two presets and a channel on one morph: one sum.
TEST(RouteMixer, ExpressionsAndTargetsAddUpInOneBuffer) {
  FaceRoutes routes = with_slots(1);
  routes.expressions.push_back({.name = "aa", .binds = {{0, 0.5}}});
  routes.channels[kJawOpen].expressions = {{0, 1.0}};
  routes.channels[channel("mouthFunnel")].binds = {{0, 0.3}};
  RouteMixer mixer(routes);
  Frame frame;
  frame.values[kJawOpen] = 0.8;
  frame.values[channel("mouthFunnel")] = 1.0;
  frame.mix(mixer);
  EXPECT_FLOAT_EQ(frame.morphs[0], 0.7F);
}

// A preset and the raw target of another channel on one morph, both at their ends.
TEST(RouteMixer, APresetAndATargetOnOneMorphNeverPassOne) {
  FaceRoutes routes = with_slots(1);
  routes.expressions.push_back({.name = "aa", .binds = {{0, 1.0}}});
  routes.channels[channel("mouthFunnel")].expressions = {{0, 1.0}};
  routes.channels[kJawOpen].binds = {{0, 1.0}};
  RouteMixer mixer(routes);
  Frame frame;
  for (const double preset : {0.0, 0.3, 0.7, 1.0}) {
    for (const double target : {0.0, 0.3, 0.7, 1.0}) {
      frame.values[channel("mouthFunnel")] = preset;
      frame.values[kJawOpen] = target;
      frame.mix(mixer);
      EXPECT_FLOAT_EQ(frame.morphs[0], static_cast<float>(std::min(1.0, preset + target)));
    }
  }
}

TEST(RouteMixer, BinaryExpressionsHaveHysteresis) {
  FaceRoutes routes = with_slots(1);
  routes.expressions.push_back({.name = "blink", .is_binary = true, .binds = {{0, 1.0}}});
  routes.channels[kEyeBlinkLeft].expressions = {{0, 1.0}};
  RouteMixer mixer(routes);
  Frame frame;
  const auto at = [&](double value) {
    frame.values[kEyeBlinkLeft] = value;
    frame.mix(mixer);
    return frame.morphs[0];
  };
  EXPECT_EQ(at(0.54), 0.0F);
  EXPECT_EQ(at(0.55), 1.0F);
  EXPECT_EQ(at(0.46), 1.0F);
  EXPECT_EQ(at(0.44), 0.0F);
  EXPECT_EQ(at(0.54), 0.0F);
}

struct Overriding {
  Override how;
  double value;
  float left_of_blink;
};
class RouteMixerOverride : public testing::TestWithParam<Overriding> {};

TEST_P(RouteMixerOverride, TakesFromTheBlinkFamilyOnly) {
  FaceRoutes routes = with_slots(3);
  routes.expressions.push_back({.name = "happy", .override_blink = GetParam().how, .binds = {{0, 1.0}}});
  routes.expressions.push_back({.name = "blinkLeft", .family = ExpressionFamily::kBlink, .binds = {{1, 1.0}}});
  routes.expressions.push_back({.name = "aa", .family = ExpressionFamily::kMouth, .binds = {{2, 1.0}}});
  routes.channels[0].expressions = {{0, 1.0}};
  routes.channels[1].expressions = {{1, 1.0}};
  routes.channels[2].expressions = {{2, 1.0}};
  RouteMixer mixer(routes);
  Frame frame;
  frame.values[0] = GetParam().value;
  frame.values[1] = 0.8;
  frame.values[2] = 0.6;
  frame.mix(mixer);
  EXPECT_FLOAT_EQ(frame.morphs[0], static_cast<float>(GetParam().value));
  EXPECT_FLOAT_EQ(frame.morphs[1], GetParam().left_of_blink);
  EXPECT_FLOAT_EQ(frame.morphs[2], 0.6F);
}
INSTANTIATE_TEST_SUITE_P(Kinds, RouteMixerOverride,
                         testing::Values(Overriding{Override::kNone, 0.5, 0.8F}, Overriding{Override::kBlock, 0.5, 0.0F},
                                         Overriding{Override::kBlock, 0.0, 0.8F}, Overriding{Override::kBlend, 0.25, 0.6F},
                                         Overriding{Override::kBlend, 1.0, 0.0F}));

TEST(RouteMixer, OverridesOfSeveralExpressionsAddUpToAllAtMost) {
  FaceRoutes routes = with_slots(3);
  routes.expressions.push_back({.name = "happy", .override_mouth = Override::kBlend, .binds = {}});
  routes.expressions.push_back({.name = "angry", .override_mouth = Override::kBlend, .binds = {}});
  routes.expressions.push_back({.name = "aa", .family = ExpressionFamily::kMouth, .binds = {{2, 1.0}}});
  for (std::uint32_t i = 0; i < 3; ++i) routes.channels[i].expressions = {{i, 1.0}};
  RouteMixer mixer(routes);
  Frame frame;
  frame.values = {0.5, 0.25, 1.0};
  frame.mix(mixer);
  EXPECT_FLOAT_EQ(frame.morphs[2], 0.25F);
  frame.values = {0.9, 0.9, 1.0};
  frame.mix(mixer);
  EXPECT_EQ(frame.morphs[2], 0.0F);
}

TEST(RouteMixer, AnOverriddenBinaryExpressionIsOff) {
  FaceRoutes routes = with_slots(1);
  routes.expressions.push_back({.name = "happy", .override_blink = Override::kBlend, .binds = {}});
  routes.expressions.push_back({.name = "blink", .is_binary = true, .family = ExpressionFamily::kBlink, .binds = {{0, 1.0}}});
  for (std::uint32_t i = 0; i < 2; ++i) routes.channels[i].expressions = {{i, 1.0}};
  RouteMixer mixer(routes);
  Frame frame;
  frame.values = {0.1, 1.0};
  frame.mix(mixer);
  EXPECT_EQ(frame.morphs[0], 0.0F);
}

TEST(RouteMixer, AnExpressionDoesNotOverrideItself) {
  FaceRoutes routes = with_slots(1);
  routes.expressions.push_back(
      {.name = "blink", .family = ExpressionFamily::kBlink, .override_blink = Override::kBlock, .binds = {{0, 1.0}}});
  routes.channels[0].expressions = {{0, 1.0}};
  RouteMixer mixer(routes);
  Frame frame;
  frame.values[0] = 0.7;
  frame.mix(mixer);
  EXPECT_FLOAT_EQ(frame.morphs[0], 0.7F);
}

// What both eyes' blinks override is the other families' business: they close together.
TEST(RouteMixer, ExpressionsOfOneFamilyDoNotTakeFromEachOther) {
  FaceRoutes routes = with_slots(2);
  for (std::uint32_t i = 0; i < 2; ++i) {
    routes.expressions.push_back(
        {.name = "blink", .family = ExpressionFamily::kBlink, .override_blink = Override::kBlock, .binds = {{i, 1.0}}});
    routes.channels[i].expressions = {{i, 1.0}};
  }
  RouteMixer mixer(routes);
  Frame frame;
  frame.values[0] = 0.7;
  frame.values[1] = 0.9;
  frame.mix(mixer);
  EXPECT_FLOAT_EQ(frame.morphs[0], 0.7F);
  EXPECT_FLOAT_EQ(frame.morphs[1], 0.9F);
}

TEST(RouteMixer, TurnsOfOneBoneAddUpAsRotationVectors) {
  FaceRoutes routes = with_slots(0);
  routes.channels[channel("eyeLookUpLeft")].turns = {{FaceBone::kLeftEye, {-1.0, 0.0, 0.0}, 30.0}};
  routes.channels[channel("eyeLookOutLeft")].turns = {{FaceBone::kLeftEye, {0.0, 1.0, 0.0}, 40.0}};
  routes.channels[kJawOpen].turns = {{FaceBone::kJaw, {1.0, 0.0, 0.0}, 20.0}};
  RouteMixer mixer(routes);
  Frame frame;
  frame.values[channel("eyeLookUpLeft")] = 0.5;
  frame.values[channel("eyeLookOutLeft")] = 1.0;
  frame.values[kJawOpen] = 0.25;
  frame.mix(mixer);
  const auto radians = [](double degrees) { return static_cast<float>(degrees * std::numbers::pi / 180.0); };
  EXPECT_FLOAT_EQ(frame.bones[0], radians(-15.0));
  EXPECT_FLOAT_EQ(frame.bones[1], radians(40.0));
  EXPECT_FLOAT_EQ(frame.bones[3], 0.0F);
  EXPECT_FLOAT_EQ(frame.bones[6], radians(5.0));
}

TEST(RouteMixer, ALookAtOverrideHoldsTheEyeBonesToo) {
  FaceRoutes routes = with_slots(0);
  routes.expressions.push_back({.name = "happy", .override_look_at = Override::kBlock, .binds = {}});
  routes.channels[0].expressions = {{0, 1.0}};
  routes.channels[channel("eyeLookUpLeft")].turns = {{FaceBone::kLeftEye, {1.0, 0.0, 0.0}, 30.0}};
  RouteMixer mixer(routes);
  Frame frame;
  frame.values[channel("eyeLookUpLeft")] = 1.0;
  frame.mix(mixer);
  EXPECT_GT(frame.bones[0], 0.5F);
  frame.values[0] = 0.1;
  frame.mix(mixer);
  EXPECT_EQ(frame.bones[0], 0.0F);
}

TEST(RouteMixer, RefusesWhatDoesNotExist) {
  FaceRoutes slot = with_slots(2);
  slot.channels[0].binds = {{2, 1.0}};
  EXPECT_THROW(RouteMixer{slot}, Error);
  FaceRoutes expression = with_slots(2);
  expression.channels[0].expressions = {{0, 1.0}};
  EXPECT_THROW(RouteMixer{expression}, Error);
  FaceRoutes weight = with_slots(2);
  weight.channels[0].binds = {{0, std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_THROW(RouteMixer{weight}, Error);
  for (const std::array<double, 3>& axis : {std::array{0.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, {0.0, std::nan(""), 1.0}}) {
    FaceRoutes turn = with_slots(0);
    turn.channels[kJawOpen].turns = {{FaceBone::kJaw, axis, 10.0}};
    EXPECT_THROW(RouteMixer{turn}, Error);
  }
}

}  // namespace
}  // namespace doppel::face
