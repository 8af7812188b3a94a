// Tests of saturation from geometry: patches, lids and lips that go wrong at known weights, and healthy ones that must not.
#include "face/saturation.hpp"

#include <gtest/gtest.h>

#include "face/folding.hpp"
#include "synthetic_face.hpp"

namespace doppel::face {
namespace {

using test::channel;
using test::Mesh;

const std::size_t kSquint = channel("eyeSquintLeft");
const std::size_t kShrug = channel("mouthShrugLower");
const std::size_t kSneer = channel("noseSneerLeft");

std::uint32_t slot(std::size_t of) { return static_cast<std::uint32_t>(of); }

// A patch of which the middle third is drawn together and over itself at `weight`.
Mesh patch_that_folds_at(double weight) {
  Mesh mesh = test::make_patch(30, 6, [](double u, double v) { return glm::dvec3(0.06 * (u - 0.5), 0.02 * v, 0.0); });
  set_target(mesh, slot(kSneer),
             [=](const glm::dvec3& p) { return glm::dvec3(-std::clamp(p.x, -0.01, 0.01) / weight, 0.0, 0.0); });
  return mesh;
}

TEST(FoldedShares, IsTheShareOfTheMovedAreaThatFacesAway) {
  const Surface surface = test::make_surface({patch_that_folds_at(0.58)});
  ChannelFields fields;
  fields.surface = surface;
  fields.routes = test::direct_routes({kSneer});
  DisplacementField field;
  fields.evaluate(kSneer, 1.0, field);
  const std::array<double, 4> scales{0.0, 0.55, 0.6, 1.0};
  const std::vector<double> shares = folded_shares(surface, field, scales);
  EXPECT_EQ(shares[0], 0.0);
  EXPECT_EQ(shares[1], 0.0);
  // 20 mm of 60 fold; of the 20 mm the columns within 20 % of 10 mm do not count as moved, up to one column of 2 mm.
  EXPECT_NEAR(shares[2], 18.0 / 58.0, 0.03);
  EXPECT_EQ(shares[2], shares[3]);
}

TEST(Saturation, FoldIsFoundAtItsWeight) {
  for (const auto& [folds, expected] : {std::pair{0.58, 0.6}, {0.32, 0.35}, {0.97, 1.0}}) {
    const FaceMeasurement face = test::measure(test::direct_routes({kSneer}), {patch_that_folds_at(folds)});
    EXPECT_NEAR(face.channels[kSneer].saturation, expected, 1e-9) << folds;
    const bool is_limited = expected < 1.0;
    EXPECT_EQ(face.channels[kSneer].saturation_from, is_limited ? SaturationSource::kFold : SaturationSource::kNone);
    EXPECT_NEAR(face.channels[kSneer].travel_at_saturation, expected * face.channels[kSneer].travel, 1e-9);
  }
}

TEST(Saturation, HealthyPatchHasNone) {
  const FaceMeasurement face = test::measure(test::direct_routes({kSneer}), {patch_that_folds_at(1.2)});
  EXPECT_EQ(face.channels[kSneer].saturation, 1.0);
  EXPECT_EQ(face.channels[kSneer].saturation_from, SaturationSource::kNone);
}

TEST(Saturation, OneSmallTriangleMayFlip) {
  Mesh mesh = test::make_patch(30, 30, [](double u, double v) { return glm::dvec3(0.06 * u, 0.06 * v, 0.0); });
  set_target(mesh, slot(kSneer), [](const glm::dvec3&) { return glm::dvec3(0.0, 0.0, 0.003); });
  mesh.targets[slot(kSneer)][std::size_t{3} * (std::size_t{31} * 15 + 15)] =
      0.005F;  // one vertex is drawn over its neighbour 2 mm away
  const FaceMeasurement face = test::measure(test::direct_routes({kSneer}), {mesh});
  EXPECT_EQ(face.channels[kSneer].saturation, 1.0);
}

// A face of 0.2 m around an eye: brow and jaw patches give it its height.
std::vector<Mesh> eye_face(Mesh plate) {
  Mesh rest = test::make_patch(4, 4, [](double u, double v) { return glm::dvec3(0.02 * u, -0.1 + 0.02 * v, 0.0); });
  set_target(rest, slot(channel("mouthLeft")), [](const glm::dvec3&) { return glm::dvec3(0.0, 0.0, 0.01); });
  Mesh brow = test::make_patch(4, 4, [](double u, double v) { return glm::dvec3(0.02 * u, 0.18 + 0.02 * v, 0.0); });
  set_target(brow, slot(channel("browInnerUp")), [](const glm::dvec3&) { return glm::dvec3(0.0, 0.0, 0.01); });
  return {std::move(plate), test::make_eye_ball(), rest, brow};
}

const std::vector<std::size_t> kEyeChannels{kEyeBlinkLeft, kSquint, channel("mouthLeft"), channel("browInnerUp")};

TEST(Saturation, LidsThatPassEachOtherAreFound) {
  Mesh plate = test::make_lid_plate();
  set_target(plate, slot(kEyeBlinkLeft), test::lid_motion(0.009, 0.0));
  // Margins meet at 0.5; 1 % of a face height of 0.3 m are 3 mm, reached at 0.5 + 3 / 16 = 0.69. The corners are drawn along by
  // so little skin that folds do not come first.
  set_target(plate, slot(kSquint), test::lid_motion(0.008, 0.008, {}, 0.0021));
  const FaceMeasurement face = test::measure(test::direct_routes(kEyeChannels), eye_face(plate));
  EXPECT_NEAR(face.face_height, 0.3, 0.003);
  EXPECT_EQ(face.channels[kSquint].saturation_from, SaturationSource::kLids);
  EXPECT_NEAR(face.channels[kSquint].saturation, 0.7, 1e-9);
  EXPECT_NEAR(face.channels[kSquint].lid_closure, 2.0, 0.04);
}

TEST(Saturation, LidsThatOnlyMeetHaveNone) {
  Mesh plate = test::make_lid_plate();
  set_target(plate, slot(kEyeBlinkLeft), test::lid_motion(0.009, 0.0));
  set_target(plate, slot(kSquint), test::lid_motion(0.004, 0.004));
  const FaceMeasurement face = test::measure(test::direct_routes(kEyeChannels), eye_face(plate));
  EXPECT_EQ(face.channels[kSquint].saturation, 1.0);
  EXPECT_NEAR(face.channels[kSquint].lid_closure, 1.0, 0.02);
  // The blink ends where the lids meet, 8 of 9 mm.
  EXPECT_NEAR(face.channels[kEyeBlinkLeft].saturation, 8.0 / 9.0, 0.01);
  EXPECT_EQ(face.channels[kEyeBlinkLeft].saturation_from, SaturationSource::kLids);
  EXPECT_NEAR(face.lid_gap[0], 0.008, 0.0001);
  EXPECT_EQ(face.lid_gap[1], 0.0);
}

std::vector<Mesh> mouth_face(double shrug_up) {
  Mesh lips = test::make_lips();
  set_target(lips, slot(kJawOpen), test::lower_lip_motion(-0.03));
  set_target(lips, slot(kMouthClose), test::lower_lip_motion(0.03));
  set_target(lips, slot(kShrug), test::lower_lip_motion(shrug_up));
  Mesh brow = test::make_patch(4, 4, [](double u, double v) { return glm::dvec3(0.02 * u, 0.13 + 0.02 * v, 0.0); });
  set_target(brow, slot(channel("browInnerUp")), [](const glm::dvec3&) { return glm::dvec3(0.0, 0.0, 0.01); });
  return {lips, brow};
}

const std::vector<std::size_t> kMouthChannels{kJawOpen, kMouthClose, kShrug, channel("browInnerUp")};

TEST(Saturation, LipsThatPassThroughEachOtherAreFoundAndMouthCloseIsExempt) {
  // Face height 0.2 m: 2 mm on each side, 4 mm in all, after a gap of 0.6 mm: 4.6 of 8 mm, 0.575.
  const FaceMeasurement face = test::measure(test::direct_routes(kMouthChannels), mouth_face(0.008));
  EXPECT_NEAR(face.face_height, 0.2, 0.003);
  EXPECT_EQ(face.channels[kShrug].saturation_from, SaturationSource::kLips);
  EXPECT_NEAR(face.channels[kShrug].saturation, 0.6, 1e-9);
  EXPECT_EQ(face.channels[kMouthClose].saturation, 1.0);
  EXPECT_EQ(face.channels[kJawOpen].saturation, 1.0);
  EXPECT_NEAR(face.coupling, 1.0, 1e-4);
}

TEST(Saturation, LipsThatPressHaveNone) {
  const FaceMeasurement face = test::measure(test::direct_routes(kMouthChannels), mouth_face(0.004));
  EXPECT_EQ(face.channels[kShrug].saturation, 1.0);
}

TEST(Saturation, StaysAboveTheDeadZone) {
  // An expression that does nothing until 0.5 and then all at once: what folds at 0.05 may not take its range away.
  Mesh mesh = patch_that_folds_at(0.03);
  FaceRoutes routes = test::direct_routes({});
  Expression binary;
  binary.name = "sneer";
  binary.is_binary = true;
  binary.binds.push_back({slot(kSneer), 1.0});
  routes.expressions.push_back(binary);
  routes.channels[kSneer].expressions.push_back({0, 1.0});
  mesh.targets[0] = mesh.targets[slot(kSneer)];
  routes.channels[kSneer].binds.push_back({0, 1e-4});
  const ChannelMeasurement measured = test::measure(routes, {mesh}).channels[kSneer];
  EXPECT_EQ(measured.dead_zone, 0.5);
  EXPECT_NEAR(measured.saturation, 0.6, 1e-9);
}

TEST(Saturation, BoneTurnsAreTriedAtEachWeight) {
  // A jaw bone that turns a patch by 180 degrees: it faces away from 90 degrees on, at weight 0.5.
  Mesh mesh = test::make_patch(4, 4, [](double u, double v) { return glm::dvec3(0.1 * u, 0.1 * v, 0.0); });
  mesh.face_bones = {static_cast<std::int8_t>(FaceBone::kJaw)};
  FaceRoutes routes;
  routes.channels[kJawOpen].turns.push_back({FaceBone::kJaw, {1.0, 0.0, 0.0}, 180.0});
  const ChannelMeasurement measured = test::measure(routes, {mesh}).channels[kJawOpen];
  EXPECT_EQ(measured.saturation_from, SaturationSource::kFold);
  EXPECT_NEAR(measured.saturation, 0.55, 0.051);
}

}  // namespace
}  // namespace doppel::face
