// Tests of pairs whose sides drive one thing together: measured as the face shows it when both sides move.
#include "face/pair_routes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "face/calibrate.hpp"
#include "face/face_solver.hpp"
#include "synthetic_face.hpp"

namespace doppel::face {
namespace {

using test::channel;
using test::Mesh;

const std::size_t kSmileLeft = channel("mouthSmileLeft");
const std::size_t kSmileRight = channel("mouthSmileRight");
constexpr std::uint32_t kSlots = 8;

// A square metre that slot s moves by (s + 1) 0.1 x along z. At sum S of weight times (s + 1) the travel is S 0.1 sqrt(3 / 5).
Mesh ramps() {
  Mesh mesh = test::make_patch(2, 2, [](double u, double v) { return glm::dvec3(u, v, 0.0); });
  for (std::uint32_t s = 0; s < kSlots; ++s) {
    set_target(mesh, s, [s](const glm::dvec3& p) { return glm::dvec3(0.0, 0.0, 0.1 * (s + 1) * p.x); });
  }
  return mesh;
}

double travel_of(double sum) { return sum * 0.1 * std::sqrt(0.6); }

FaceRoutes no_routes() {
  FaceRoutes routes;
  routes.slot_count = kSlots;
  return routes;
}

std::uint32_t add_expression(FaceRoutes& routes, const char* name, std::vector<MorphBind> binds) {
  Expression expression;
  expression.name = name;
  expression.binds = std::move(binds);
  routes.expressions.push_back(std::move(expression));
  return static_cast<std::uint32_t>(routes.expressions.size() - 1);
}

void expect_travel(const FaceMeasurement& face, std::size_t of, double sum) {
  EXPECT_EQ(face.channels[of].presence, Presence::kMoves);
  EXPECT_NEAR(face.channels[of].travel, travel_of(sum), 1e-8) << kFaceChannels[of].name;
}

TEST(OtherSide, IsTheMirrorPartnerOrTheEyeThatLooksTheSameWay) {
  const auto other = [](const char* name) { return kFaceChannels[other_side(channel(name))].name; };
  EXPECT_EQ(other("mouthSmileLeft"), "mouthSmileRight");
  EXPECT_EQ(other("eyeBlinkRight"), "eyeBlinkLeft");
  EXPECT_EQ(other("eyeLookUpLeft"), "eyeLookUpRight");
  EXPECT_EQ(other("eyeLookInLeft"), "eyeLookOutRight");
  EXPECT_EQ(other("eyeLookOutLeft"), "eyeLookInRight");
  EXPECT_EQ(other("jawOpen"), "jawOpen");
}

TEST(OtherSide, IsSymmetric) {
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) EXPECT_EQ(other_side(other_side(i)), i) << kFaceChannels[i].name;
}

TEST(OtherSide, DirectionsOfOneMovementHaveNone) {
  for (const char* name : {"jawLeft", "jawRight", "mouthLeft", "mouthRight"}) EXPECT_EQ(other_side(channel(name)), channel(name));
}

TEST(ProbePairs, SharedExpressionIsMeasuredLikeADirectBindAtWeightOne) {
  FaceRoutes shared = no_routes();
  const std::uint32_t happy = add_expression(shared, "happy", {{0, 0.8}});
  for (const std::size_t side : {kSmileLeft, kSmileRight}) shared.channels[side].expressions = {{happy, 0.5}};
  FaceRoutes direct = no_routes();
  direct.channels[kSmileLeft].binds = {{0, 0.8}};
  const FaceMeasurement face = test::measure(shared, {ramps()});
  const ChannelMeasurement expected = test::measure(direct, {ramps()}).channels[kSmileLeft];
  EXPECT_NEAR(expected.travel, travel_of(0.8), 1e-8);
  for (const std::size_t side : {kSmileLeft, kSmileRight}) {
    const ChannelMeasurement& measured = face.channels[side];
    EXPECT_NEAR(measured.travel, expected.travel, 1e-12);
    EXPECT_NEAR(measured.rms, expected.rms, 1e-12);
    EXPECT_NEAR(measured.max, expected.max, 1e-12);
    EXPECT_EQ(measured.low, expected.low);
    EXPECT_EQ(measured.high, expected.high);
    EXPECT_EQ(measured.lateral, expected.lateral);
    EXPECT_EQ(measured.saturation, 1.0);
    for (std::size_t k = 0; k < kProbeWeights.size(); ++k) {
      EXPECT_NEAR(measured.curve[k].travel, expected.curve[k].travel, 1e-12);
      EXPECT_NEAR(measured.curve[k].rms, expected.curve[k].rms, 1e-12);
    }
  }
}

TEST(ProbePairs, SharedTargetOfUnequalWeightsAddsUp) {
  FaceRoutes routes = no_routes();
  routes.channels[kSmileLeft].binds = {{0, 0.25}};
  routes.channels[kSmileRight].binds = {{0, 0.5}};
  const FaceMeasurement face = test::measure(routes, {ramps()});
  expect_travel(face, kSmileLeft, 0.75);
  expect_travel(face, kSmileRight, 0.75);
}

TEST(ProbePairs, WhatOneSideDrivesAloneStaysItsOwn) {
  FaceRoutes routes = no_routes();
  const std::uint32_t happy = add_expression(routes, "happy", {{0, 1.0}});
  routes.channels[kSmileLeft].expressions = {{happy, 0.5}};
  routes.channels[kSmileLeft].binds = {{1, 0.1}};
  routes.channels[kSmileRight].expressions = {{happy, 0.5}};
  routes.channels[kSmileRight].binds = {{2, 0.2}};
  const FaceMeasurement face = test::measure(routes, {ramps()});
  expect_travel(face, kSmileLeft, 1.0 + 2.0 * 0.1);
  expect_travel(face, kSmileRight, 1.0 + 3.0 * 0.2);
}

TEST(ProbePairs, TargetReachedInAnotherWayIsSharedAndTheRestOfThatWayIsNot) {
  FaceRoutes routes = no_routes();
  // Left by expression, right by an expression of its own that has one of left's targets, and by a raw target of left's.
  const std::uint32_t left = add_expression(routes, "smileLeft", {{0, 0.3}, {1, 0.1}});
  const std::uint32_t right = add_expression(routes, "smileRight", {{0, 0.2}, {2, 0.4}});
  routes.channels[kSmileLeft].expressions = {{left, 1.0}};
  routes.channels[kSmileRight].expressions = {{right, 0.5}};
  routes.channels[kSmileRight].binds = {{1, 0.25}};
  const FaceMeasurement face = test::measure(routes, {ramps()});
  const double both = (0.3 + 0.5 * 0.2) + 2.0 * (0.1 + 0.25);
  expect_travel(face, kSmileLeft, both);
  expect_travel(face, kSmileRight, both + 3.0 * 0.5 * 0.4);
}

TEST(ProbePairs, SidesWithNothingInCommonAreLeftAlone) {
  FaceRoutes routes = no_routes();
  routes.channels[kSmileLeft].binds = {{0, 0.5}};
  routes.channels[kSmileRight].binds = {{1, 0.5}};
  // Another pair on the same target is no other side.
  routes.channels[channel("mouthDimpleLeft")].binds = {{0, 0.5}};
  const FaceMeasurement face = test::measure(routes, {ramps()});
  expect_travel(face, kSmileLeft, 0.5);
  expect_travel(face, kSmileRight, 1.0);
}

TEST(ProbePairs, ASideWithoutItsPartnerKeepsItsOwnWeight) {
  FaceRoutes routes = no_routes();
  routes.channels[kSmileLeft].expressions = {{add_expression(routes, "happy", {{0, 1.0}}), 0.5}};
  const FaceMeasurement face = test::measure(routes, {ramps()});
  expect_travel(face, kSmileLeft, 0.5);
  EXPECT_EQ(face.channels[kSmileRight].presence, Presence::kMissing);
}

TEST(ProbePairs, DirectionsOnOneTargetDoNotCancelEachOther) {
  FaceRoutes routes = no_routes();
  routes.channels[channel("jawLeft")].binds = {{0, 1.0}};
  routes.channels[channel("jawRight")].binds = {{0, -1.0}};
  const FaceMeasurement face = test::measure(routes, {ramps()});
  expect_travel(face, channel("jawLeft"), 1.0);
  expect_travel(face, channel("jawRight"), 1.0);
}

TEST(ProbePairs, BothEyesThatLookOneWayShareTheLook) {
  FaceRoutes routes = no_routes();
  const std::uint32_t left = add_expression(routes, "lookLeft", {{0, 1.0}});
  const std::uint32_t right = add_expression(routes, "lookRight", {{1, 1.0}});
  for (const char* name : {"eyeLookOutLeft", "eyeLookInRight"}) routes.channels[channel(name)].expressions = {{left, 0.5}};
  for (const char* name : {"eyeLookOutRight", "eyeLookInLeft"}) routes.channels[channel(name)].expressions = {{right, 0.5}};
  const FaceMeasurement face = test::measure(routes, {ramps()});
  expect_travel(face, channel("eyeLookOutLeft"), 1.0);
  expect_travel(face, channel("eyeLookInRight"), 1.0);
  expect_travel(face, channel("eyeLookOutRight"), 2.0);
  expect_travel(face, channel("eyeLookInLeft"), 2.0);
}

TEST(ProbePairs, OnOffExpressionIsOnFromWhereBothSidesTakeIt) {
  FaceRoutes routes = no_routes();
  const std::uint32_t blink = add_expression(routes, "blink", {{0, 1.0}});
  routes.expressions[blink].is_binary = true;
  for (const std::size_t side : {kEyeBlinkLeft, kEyeBlinkRight}) routes.channels[side].expressions = {{blink, 0.6}};
  const ChannelMeasurement measured = test::measure(routes, {ramps()}).channels[kEyeBlinkLeft];
  EXPECT_EQ(measured.presence, Presence::kBinary);
  EXPECT_EQ(measured.curve[1].travel, 0.0);                         // 2 x 0.6 x 0.25 = 0.3
  EXPECT_NEAR(measured.curve[2].travel, travel_of(1.0), 1e-8);      // 0.6, above 0.55
  EXPECT_NEAR(measured.curve.back().travel, travel_of(1.0), 1e-8);  // not more than on
}

TEST(ProbePairs, WholeTargetFromEachSideEndsWhereTogetherTheyReachOne) {
  FaceRoutes routes = no_routes();
  for (const std::size_t side : {kSmileLeft, kSmileRight}) routes.channels[side].binds = {{0, 1.0}};
  const ChannelMeasurement measured = test::measure(routes, {ramps()}).channels[kSmileLeft];
  EXPECT_NEAR(measured.travel, travel_of(1.0), 1e-8);
  EXPECT_EQ(measured.saturation, 0.5);
  EXPECT_EQ(measured.saturation_from, SaturationSource::kResponse);
}

// --- a blink of both eyes at once --------------------------------------------------------------------------------------------

// Two eyes whose lids, 8 mm apart, come together by `upper` at the blink's full weight.
std::vector<Mesh> two_eyes(double upper) {
  test::EyeShape left;
  test::EyeShape right;
  right.centre.x = -left.centre.x;
  std::vector<Mesh> meshes;
  for (const test::EyeShape& eye : {left, right}) {
    meshes.push_back(test::make_lid_plate(eye));
    set_target(meshes.back(), 0, test::lid_motion(upper, 0.0, eye));
    meshes.push_back(test::make_eye_ball(eye));
  }
  return meshes;
}

FaceRoutes shared_blink() {
  FaceRoutes routes = no_routes();
  const std::uint32_t blink = add_expression(routes, "blink", {{0, 1.0}});
  for (const std::size_t side : {kEyeBlinkLeft, kEyeBlinkRight}) routes.channels[side].expressions = {{blink, 0.5}};
  return routes;
}

struct Blink {
  float output = 0.0F;  // of both sides
  float morph = 0.0F;
};

// Both eyes blink fully, calibrated against a face of the same measures.
Blink blink_fully(const FaceRoutes& routes, const FaceMeasurement& face) {
  FaceSolver solver(routes, &face);
  solver.set_calibration(calibrate(face, face, RemapMethod::kRangeMatch, kDefaultSymmetry, nullptr));
  std::array<float, kFaceChannelCount> input{};
  std::array<float, kFaceChannelCount> output{};
  std::array<float, kSlots> morphs{};
  std::array<float, kFaceBoneCount * kFaceBoneFloats> bones{};
  input[kEyeBlinkLeft] = 1.0F;
  input[kEyeBlinkRight] = 1.0F;
  solver.solve({input, output, morphs, bones});
  EXPECT_EQ(output[kEyeBlinkLeft], output[kEyeBlinkRight]);
  return {output[kEyeBlinkLeft], morphs[0]};
}

TEST(SharedBlink, LidsMeetWhereBothSidesTakeThem) {
  const FaceRoutes routes = shared_blink();
  const FaceMeasurement face = test::measure(routes, two_eyes(0.010));
  for (const std::size_t side : {kEyeBlinkLeft, kEyeBlinkRight}) {
    EXPECT_NEAR(face.channels[side].saturation, 0.8, 0.01);  // 8 of 10 mm
    EXPECT_EQ(face.channels[side].saturation_from, SaturationSource::kLids);
    EXPECT_NEAR(face.channels[side].lid_closure, 10.0 / 8.0, 0.02);
  }
  const Blink blink = blink_fully(routes, face);
  EXPECT_NEAR(blink.output, 0.8, 0.01);
  EXPECT_NEAR(blink.morph, 0.8, 0.01);
}

TEST(SharedBlink, WhereTheWholeExpressionClosesTheLidsItIsPlayedWhole) {
  const FaceRoutes routes = shared_blink();
  const FaceMeasurement face = test::measure(routes, two_eyes(0.008));
  EXPECT_NEAR(face.channels[kEyeBlinkLeft].saturation, 1.0, 0.01);
  EXPECT_NEAR(face.channels[kEyeBlinkLeft].lid_closure, 1.0, 0.02);
  const Blink blink = blink_fully(routes, face);
  EXPECT_NEAR(blink.output, 1.0, 0.01);
  EXPECT_NEAR(blink.morph, 1.0, 0.01);
}

TEST(SharedBlink, IsTheSameForASharedTarget) {
  FaceRoutes routes = no_routes();
  for (const std::size_t side : {kEyeBlinkLeft, kEyeBlinkRight}) routes.channels[side].binds = {{0, 0.5}};
  const FaceMeasurement face = test::measure(routes, two_eyes(0.010));
  EXPECT_NEAR(face.channels[kEyeBlinkLeft].saturation, 0.8, 0.01);
  EXPECT_NEAR(blink_fully(routes, face).morph, 0.8, 0.01);
}

TEST(WithOtherSides, KeepsNumbersOfExpressionsAndRoutesThatShareNothing) {
  FaceRoutes routes = shared_blink();
  routes.channels[kJawOpen].binds = {{3, 1.0}};
  const FaceRoutes all = with_other_sides(routes);
  ASSERT_EQ(all.expressions.size(), 1U);
  EXPECT_EQ(all.expressions[0].name, "blink");
  ASSERT_EQ(all.channels[kJawOpen].binds.size(), 1U);
  EXPECT_EQ(all.channels[kJawOpen].binds[0].slot, 3U);
}

}  // namespace
}  // namespace doppel::face
