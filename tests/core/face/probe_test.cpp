// Tests of the probe's basic measures on patches and balls whose travel, rms and extents are known from the formula of their
// field.
#include "face/probe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "base/error.hpp"
#include "synthetic_mesh.hpp"

namespace doppel::face {
namespace {

using test::channel;
using test::direct_routes;
using test::make_patch;
using test::measure;
using test::Mesh;
using test::set_target;

const std::size_t kMouthLeft = channel("mouthLeft");

// A square metre in the plane z = 0.
Mesh square(int n) {
  return make_patch(n, n, [](double u, double v) { return glm::dvec3(u, v, 0.0); });
}

// d = (0, 0, 0.1 x): I2 = 0.01 / 3, I4 = 0.0001 / 5, travel = 0.1 sqrt(3 / 5).
Mesh ramp(int n) {
  Mesh mesh = square(n);
  set_target(mesh, static_cast<std::uint32_t>(kMouthLeft), [](const glm::dvec3& p) { return glm::dvec3(0.0, 0.0, 0.1 * p.x); });
  return mesh;
}

TEST(Probe, TravelOfARampIsTheFormulasWhateverTheGrid) {
  for (const int n : {1, 3, 17}) {
    const FaceMeasurement face = measure(direct_routes({kMouthLeft}), {ramp(n)});
    const ChannelMeasurement& measured = face.channels[kMouthLeft];
    EXPECT_EQ(measured.presence, Presence::kMoves);
    EXPECT_NEAR(measured.travel, 0.1 * std::sqrt(0.6), 1e-8);
    EXPECT_NEAR(measured.max, 0.1, 1e-8);
    // |d| >= 20 % where x >= 0.2: all of the height.
    EXPECT_NEAR(measured.high - measured.low, 1.0, 1e-9);
  }
}

TEST(Probe, RmsCountsTheVerticesThatMove) {
  // Columns at x = 0, 1/2, 1: those at 0 do not move. rms of 0.05 and 0.1 in equal number.
  const FaceMeasurement face = measure(direct_routes({kMouthLeft}), {ramp(2)});
  EXPECT_NEAR(face.channels[kMouthLeft].rms, std::sqrt((0.0025 + 0.01) / 2.0), 1e-8);
  EXPECT_EQ(face.channels[kMouthLeft].moved_vertices, 6U);
}

TEST(Probe, ExtentIsCutWhereTheEdgePassesAFifthOfTheLargest) {
  Mesh mesh = square(1);
  set_target(mesh, static_cast<std::uint32_t>(kMouthLeft), [](const glm::dvec3& p) { return glm::dvec3(0.0, 0.0, 0.3 * p.y); });
  FaceProbe probe;
  probe.set_routes(direct_routes({kMouthLeft}));
  probe.set_head_origin(0.0, 0.25, 0.0);
  test::add_mesh(probe, mesh);
  const FaceMeasurement face = probe.finish();
  EXPECT_NEAR(face.channels[kMouthLeft].low, 0.2 - 0.25, 1e-7);
  EXPECT_NEAR(face.channels[kMouthLeft].high, 1.0 - 0.25, 1e-7);
  EXPECT_NEAR(face.face_height, 0.8, 1e-7);
  EXPECT_TRUE(face.low_confidence);
}

TEST(Probe, CurveOfALinearTargetIsLinearAndWithoutDeadZone) {
  const FaceMeasurement face = measure(direct_routes({kMouthLeft}), {ramp(4)});
  const ChannelMeasurement& measured = face.channels[kMouthLeft];
  for (std::size_t i = 0; i < kProbeWeights.size(); ++i) {
    EXPECT_EQ(measured.curve[i].weight, kProbeWeights[i]);
    EXPECT_NEAR(measured.curve[i].travel, kProbeWeights[i] * measured.travel, 1e-12);
    EXPECT_NEAR(measured.curve[i].rms, kProbeWeights[i] * measured.rms, 1e-12);
  }
  EXPECT_EQ(measured.dead_zone, 0.0);
  EXPECT_EQ(measured.saturation, 1.0);
  EXPECT_EQ(measured.travel_at_saturation, measured.travel);
}

TEST(Probe, FrameRunsFromTheMouthToTheEyes) {
  const std::size_t eye = channel("eyeBlinkLeft");
  Mesh mesh = square(8);
  // Mouth in the lower left corner, eye in the upper right: both fields are symmetric about their corner's diagonal.
  set_target(mesh, static_cast<std::uint32_t>(kMouthLeft),
             [](const glm::dvec3& p) { return glm::dvec3(0.0, 0.0, p.x + p.y < 0.3 ? 0.01 : 0.0); });
  set_target(mesh, static_cast<std::uint32_t>(eye),
             [](const glm::dvec3& p) { return glm::dvec3(0.0, 0.0, p.x + p.y > 1.7 ? 0.01 : 0.0); });
  const FaceMeasurement face = measure(direct_routes({kMouthLeft, eye}), {mesh});
  EXPECT_NEAR(face.up[0], std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(face.up[1], std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(face.up[2], 0.0, 1e-6);
  EXPECT_GT(face.channels[eye].low, face.channels[kMouthLeft].high);
}

TEST(Probe, FrameFallsBackToTheHeadBone) {
  FaceProbe probe;
  probe.set_routes(direct_routes({kMouthLeft}));
  probe.set_head_up(0.0, 0.0, -2.0);
  test::add_mesh(probe, ramp(2));
  EXPECT_THAT(probe.finish().up, testing::ElementsAre(0.0, 0.0, -1.0));
}

TEST(Probe, LateralIsPositiveOnTheFacesLeft) {
  const FaceMeasurement face = measure(direct_routes({kMouthLeft}), {ramp(4)});
  // Weighted by |d|^2 ~ x^2: the mean of x is 3/4.
  EXPECT_NEAR(face.channels[kMouthLeft].lateral, 0.75, 1e-9);
}

// --- one shape, many files ---------------------------------------------------------------------------------------------------

// A curved strip with three channels on it, so that up, extents and face height are all in play.
Mesh curved() {
  Mesh mesh = make_patch(12, 20, [](double u, double v) {
    const double around = (u - 0.5) * 2.0;
    return glm::dvec3(0.08 * std::sin(around), 0.2 * v + 1.5, 0.08 * std::cos(around));
  });
  const auto bump = [](double y, double x, double depth) {
    return [=](const glm::dvec3& p) {
      const double r2 = (p.y - y) * (p.y - y) + (p.x - x) * (p.x - x);
      return glm::dvec3(0.3, -1.0, 0.2) * depth * std::max(0.0, 1.0 - r2 / 0.0016);
    };
  };
  set_target(mesh, static_cast<std::uint32_t>(kJawOpen), bump(1.54, 0.0, 0.03));
  set_target(mesh, static_cast<std::uint32_t>(channel("browInnerUp")), bump(1.66, 0.01, -0.01));
  set_target(mesh, static_cast<std::uint32_t>(channel("noseSneerLeft")), bump(1.6, 0.02, -0.006));
  return mesh;
}

FaceRoutes curved_routes() { return direct_routes({kJawOpen, channel("browInnerUp"), channel("noseSneerLeft")}); }

void expect_same_ratios(const FaceMeasurement& face, const FaceMeasurement& expected, double tolerance) {
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    EXPECT_EQ(face.channels[i].presence, expected.channels[i].presence);
    if (expected.channels[i].presence != Presence::kMoves) continue;
    EXPECT_NEAR(face.channels[i].travel / face.face_height, expected.channels[i].travel / expected.face_height,
                tolerance * expected.channels[i].travel / expected.face_height)
        << kFaceChannels[i].name;
  }
}

TEST(ProbeInvariance, CentimetresUnderAScaledNode) {
  const FaceMeasurement face = measure(curved_routes(), {test::under_scaled_node(curved(), 0.01)});
  expect_same_ratios(face, measure(curved_routes(), {curved()}), 1e-5);
  EXPECT_NEAR(face.face_height, measure(curved_routes(), {curved()}).face_height, 1e-7);
}

TEST(ProbeInvariance, EveryTriangleSplitInFour) {
  expect_same_ratios(measure(curved_routes(), {test::subdivided(curved())}), measure(curved_routes(), {curved()}), 1e-3);
}

TEST(ProbeInvariance, SplitIntoMoreMeshes) {
  expect_same_ratios(measure(curved_routes(), test::split(curved(), 5)), measure(curved_routes(), {curved()}), 1e-9);
}

TEST(ProbeInvariance, Pitched) {
  const FaceMeasurement face = measure(curved_routes(), {test::pitched(curved(), 20.0)});
  expect_same_ratios(face, measure(curved_routes(), {curved()}), 1e-7);
}

TEST(ProbeInvariance, TenTimesTheSize) {
  Mesh large = curved();
  for (std::size_t k = 0; k < 12; ++k) large.matrices[k] *= 10.0;
  const FaceMeasurement face = measure(curved_routes(), {large});
  expect_same_ratios(face, measure(curved_routes(), {curved()}), 1e-6);
  EXPECT_NEAR(face.channels[kJawOpen].travel, 10.0 * measure(curved_routes(), {curved()}).channels[kJawOpen].travel, 1e-6);
}

// --- skinning ----------------------------------------------------------------------------------------------------------------

TEST(ProbeSkinning, JointWeightsAreNormalisedAndBlendTheLinearPart) {
  Mesh mesh = ramp(2);
  // Joint 0 scales z by 3, joint 1 leaves it: weights 1 and 3 (not normalised) blend to 1.5.
  mesh.matrices = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 5, 0, 1};
  mesh.influences = 4;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    mesh.joints.insert(mesh.joints.end(), {0, 1, 0, 0});
    for (const float weight : {1.0F, 3.0F, 0.0F, 0.0F}) mesh.weights.push_back(weight);
  }
  const FaceMeasurement face = measure(direct_routes({kMouthLeft}), {mesh});
  EXPECT_NEAR(face.channels[kMouthLeft].travel, 1.5 * 0.1 * std::sqrt(0.6), 1e-7);
  // The translation of joint 1 counts with three quarters.
  EXPECT_NEAR(face.channels[kMouthLeft].low, 3.75, 1e-6);
}

TEST(ProbeSkinning, VertexWithoutWeightsFollowsItsFirstJoint) {
  Mesh mesh = ramp(2);
  mesh.matrices = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1};
  mesh.influences = 4;
  mesh.joints.assign(mesh.vertex_count() * 4, 0);
  mesh.weights.assign(mesh.vertex_count() * 4, 0.0F);
  EXPECT_NEAR(measure(direct_routes({kMouthLeft}), {mesh}).channels[kMouthLeft].travel, 0.2 * std::sqrt(0.6), 1e-7);
}

TEST(ProbeBones, TurnMovesPointsAlongTheirArc) {
  // The square's edge x = 1 is one metre from the pivot axis through the origin along Y: chord 2 sin(angle / 2).
  Mesh mesh = square(4);
  mesh.face_bones = {static_cast<std::int8_t>(FaceBone::kJaw)};
  FaceRoutes routes;
  routes.channels[kJawOpen].turns.push_back({FaceBone::kJaw, {0.0, 1.0, 0.0}, 30.0});
  const FaceMeasurement face = measure(routes, {mesh});
  const double chord = 2.0 * std::sin(15.0 * std::numbers::pi / 180.0);
  EXPECT_NEAR(face.channels[kJawOpen].max, chord, 1e-9);
  EXPECT_NEAR(face.channels[kJawOpen].travel, chord * std::sqrt(0.6), 1e-9);
  EXPECT_NEAR(face.channels[kJawOpen].curve[2].travel, 2.0 * std::sin(7.5 * std::numbers::pi / 180.0) * std::sqrt(0.6), 1e-9);
}

TEST(ProbeBones, PivotIsTheFixedPoint) {
  Mesh mesh = square(4);
  mesh.face_bones = {static_cast<std::int8_t>(FaceBone::kJaw)};
  FaceRoutes routes;
  routes.channels[kJawOpen].turns.push_back({FaceBone::kJaw, {0.0, 1.0, 0.0}, 180.0});
  FaceProbe probe;
  probe.set_routes(routes);
  probe.set_bone_pivot(FaceBone::kJaw, 1.0, 0.0, 0.0);
  test::add_mesh(probe, mesh);
  // x = 0 goes to x = 2; x = 1 stays.
  EXPECT_NEAR(probe.finish().channels[kJawOpen].max, 2.0, 1e-9);
}

TEST(ProbeBones, OnlyTheBonesShareOfAVertexTurns) {
  Mesh mesh = square(4);
  mesh.matrices = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  mesh.face_bones = {-1, static_cast<std::int8_t>(FaceBone::kJaw)};
  mesh.influences = 4;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    mesh.joints.insert(mesh.joints.end(), {0, 1, 0, 0});
    for (const float weight : {0.75F, 0.25F, 0.0F, 0.0F}) mesh.weights.push_back(weight);
  }
  FaceRoutes routes;
  routes.channels[kJawOpen].turns.push_back({FaceBone::kJaw, {0.0, 1.0, 0.0}, 180.0});
  EXPECT_NEAR(measure(routes, {mesh}).channels[kJawOpen].max, 0.25 * 2.0, 1e-7);
}

TEST(ProbeBones, TurnCarriesTheMorphedVertex) {
  // Morph by +1 along x, then a half turn about Y: x = 1 goes to -2, a displacement of 3.
  Mesh mesh = square(1);
  mesh.face_bones = {static_cast<std::int8_t>(FaceBone::kJaw)};
  set_target(mesh, 0, [](const glm::dvec3&) { return glm::dvec3(1.0, 0.0, 0.0); });
  FaceRoutes routes;
  routes.slot_count = 1;
  routes.channels[kJawOpen].binds.push_back({0, 1.0});
  routes.channels[kJawOpen].turns.push_back({FaceBone::kJaw, {0.0, 1.0, 0.0}, 180.0});
  EXPECT_NEAR(measure(routes, {mesh}).channels[kJawOpen].max, 3.0, 1e-7);
}

// --- routes ------------------------------------------------------------------------------------------------------------------

Expression expression(const char* name, bool is_binary, std::uint32_t slot, double weight) {
  Expression result;
  result.name = name;
  result.is_binary = is_binary;
  result.binds.push_back({slot, weight});
  return result;
}

TEST(ProbeRoutes, SeveralBindsAddUp) {
  Mesh mesh = ramp(2);
  FaceRoutes routes = direct_routes({kMouthLeft});
  mesh.targets[0] = mesh.targets[static_cast<std::uint32_t>(kMouthLeft)];
  routes.channels[kMouthLeft].binds.push_back({0, -0.5});
  EXPECT_NEAR(measure(routes, {mesh}).channels[kMouthLeft].travel, 0.05 * std::sqrt(0.6), 1e-8);
}

TEST(ProbeRoutes, OneTargetGivenTwiceAddsUp) {
  const Mesh mesh = ramp(2);
  FaceProbe probe;
  probe.set_routes(direct_routes({kMouthLeft}));
  const std::uint32_t id = test::add_mesh(probe, mesh);
  probe.add_target(id, static_cast<std::uint32_t>(kMouthLeft), mesh.targets.begin()->second);
  EXPECT_NEAR(probe.finish().channels[kMouthLeft].travel, 0.2 * std::sqrt(0.6), 1e-8);
}

TEST(ProbeRoutes, BinaryExpressionIsOffBelowAndOnAbove) {
  FaceRoutes routes;
  routes.slot_count = kFaceChannelCount;
  routes.expressions.push_back(expression("aa", true, static_cast<std::uint32_t>(kMouthLeft), 1.0));
  routes.channels[kJawOpen].expressions.push_back({0, 1.0});
  const ChannelMeasurement measured = measure(routes, {ramp(2)}).channels[kJawOpen];
  EXPECT_EQ(measured.presence, Presence::kBinary);
  EXPECT_EQ(measured.curve[0].travel, 0.0);
  EXPECT_EQ(measured.curve[2].travel, 0.0);
  EXPECT_NEAR(measured.curve[3].travel, 0.1 * std::sqrt(0.6), 1e-8);
  EXPECT_EQ(measured.curve[3].travel, measured.curve[4].travel);
  EXPECT_EQ(measured.dead_zone, 0.0);
  EXPECT_EQ(measured.saturation, 1.0);
}

TEST(ProbeRoutes, ExpressionThatReachesItsLimitSaturates) {
  FaceRoutes routes;
  routes.slot_count = kFaceChannelCount;
  routes.expressions.push_back(expression("aa", false, static_cast<std::uint32_t>(kMouthLeft), 1.0));
  routes.channels[kJawOpen].expressions.push_back({0, 2.0});
  const ChannelMeasurement measured = measure(routes, {ramp(2)}).channels[kJawOpen];
  EXPECT_EQ(measured.saturation, 0.5);
  EXPECT_EQ(measured.saturation_from, SaturationSource::kResponse);
  EXPECT_NEAR(measured.travel, 0.1 * std::sqrt(0.6), 1e-8);
}

TEST(ProbeRoutes, SlotIsLimitedToOne) {
  FaceRoutes routes = direct_routes({kMouthLeft});
  routes.channels[kMouthLeft].binds[0].weight = 4.0;
  const ChannelMeasurement measured = measure(routes, {ramp(2)}).channels[kMouthLeft];
  EXPECT_NEAR(measured.curve[0].travel, 0.2 * 0.1 * std::sqrt(0.6), 1e-8);
  EXPECT_NEAR(measured.travel, 0.1 * std::sqrt(0.6), 1e-8);
  EXPECT_EQ(measured.saturation, 0.25);
}

TEST(ProbeRoutes, BlendOverrideOfAnotherFamilyTakesItsShare) {
  FaceRoutes routes;
  routes.slot_count = kFaceChannelCount;
  routes.expressions.push_back(expression("aa", false, static_cast<std::uint32_t>(kMouthLeft), 1.0));
  routes.expressions.back().family = ExpressionFamily::kMouth;
  routes.expressions.push_back(expression("happy", false, 0, 1.0));
  routes.expressions.back().override_mouth = Override::kBlend;
  routes.channels[kJawOpen].expressions = {{0, 1.0}, {1, 0.5}};
  EXPECT_NEAR(measure(routes, {ramp(2)}).channels[kJawOpen].travel, 0.5 * 0.1 * std::sqrt(0.6), 1e-8);
}

TEST(ProbeRoutes, MissingAndEmpty) {
  Mesh mesh = ramp(2);
  set_target(mesh, 0, [](const glm::dvec3&) { return glm::dvec3(0.0); });
  set_target(mesh, 1, [](const glm::dvec3&) { return glm::dvec3(1e-7, 0.0, 0.0); });
  const FaceMeasurement face = measure(direct_routes({0, 1, 2, kMouthLeft}), {mesh});
  EXPECT_EQ(face.channels[0].presence, Presence::kEmpty);
  EXPECT_EQ(face.channels[1].presence, Presence::kEmpty);  // 1e-7 of 1.4 m
  EXPECT_EQ(face.channels[2].presence, Presence::kEmpty);  // the slot has no target at all
  EXPECT_EQ(face.channels[3].presence, Presence::kMissing);
  EXPECT_EQ(face.channels[0].travel, 0.0);
  EXPECT_NEAR(face.face_height, 1.0, 1e-7);
}

// --- what is refused ---------------------------------------------------------------------------------------------------------

template <typename Call>
void expect_refused(ErrorCode code, const char* part, const Call& call) {
  try {
    call();
    ADD_FAILURE() << "not refused: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    EXPECT_THAT(error.what(), testing::HasSubstr(part));
  }
}

TEST(ProbeRefusal, NamesBufferAndElement) {
  FaceProbe probe;
  probe.set_routes(direct_routes({kMouthLeft}));
  test::add_mesh(probe, ramp(1));
  const auto refuses = [&](const char* part, const std::function<void(Mesh&)>& damage) {
    Mesh mesh = ramp(1);
    damage(mesh);
    expect_refused(ErrorCode::kInvalidGeometry, part, [&] { test::add_mesh(probe, mesh); });
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  refuses("buffer 1: position of vertex 2", [&](Mesh& mesh) { mesh.positions[6] = nan; });
  refuses("buffer 1: positions hold 11", [&](Mesh& mesh) { mesh.positions.pop_back(); });
  refuses("matrix 0 is not finite", [&](Mesh& mesh) { mesh.matrices[5] = std::numeric_limits<double>::infinity(); });
  refuses("matrices hold 0", [&](Mesh& mesh) { mesh.matrices.clear(); });
  refuses("joints hold 0", [&](Mesh& mesh) { mesh.influences = 4; });
  refuses("face bone of matrix 0 is 9", [&](Mesh& mesh) { mesh.face_bones = {9}; });
  refuses("joint of vertex 0 is 3", [&](Mesh& mesh) {
    mesh.influences = 1;
    mesh.joints.assign(4, 3);
    mesh.weights.assign(4, 1.0F);
  });
}

TEST(ProbeRefusal, TrianglesAndTargets) {
  FaceProbe probe;
  probe.set_routes(direct_routes({kMouthLeft}));
  const std::uint32_t id = test::add_mesh(probe, ramp(1));
  const std::vector<std::uint32_t> beyond{0, 1, 4};
  const std::vector<std::uint32_t> two{0, 1};
  expect_refused(ErrorCode::kInvalidGeometry, "buffer 0: index 2 of the triangle list is 4",
                 [&] { probe.add_triangles(id, beyond); });
  expect_refused(ErrorCode::kInvalidGeometry, "holds 2 indices", [&] { probe.add_triangles(id, two); });
  expect_refused(ErrorCode::kInvalidGeometry, "buffer 7", [&] { probe.add_triangles(7, beyond); });
  std::vector<float> deltas(12, 0.0F);
  deltas[4] = std::numeric_limits<float>::infinity();
  expect_refused(ErrorCode::kInvalidGeometry, "slot 26 is not finite at vertex 1", [&] { probe.add_target(id, 26, deltas); });
  deltas.pop_back();
  expect_refused(ErrorCode::kInvalidGeometry, "holds 11 numbers", [&] { probe.add_target(id, 26, deltas); });
  // Nothing of what was refused stays behind.
  EXPECT_NEAR(probe.finish().channels[kMouthLeft].travel, 0.1 * std::sqrt(0.6), 1e-8);
}

TEST(ProbeRefusal, RoutesThatPointNowhere) {
  FaceProbe probe;
  FaceRoutes routes = direct_routes({kMouthLeft});
  routes.channels[kMouthLeft].binds[0].slot = 52;
  expect_refused(ErrorCode::kInvalidArgument, "channels.mouthLeft.binds.slot: must be below 52",
                 [&] { probe.set_routes(routes); });
  routes = {};
  routes.channels[kMouthLeft].expressions.push_back({0, 1.0});
  expect_refused(ErrorCode::kInvalidArgument, "channels.mouthLeft.expressions.expression: must be below 0",
                 [&] { probe.set_routes(routes); });
  expect_refused(ErrorCode::kInvalidArgument, "channel is 52", [&] { probe.measure_channel(52); });
}

TEST(ProbeRobustness, NothingAtAllAndDegenerateTriangles) {
  FaceProbe probe;
  EXPECT_EQ(probe.finish().face_height, 0.0);
  Mesh mesh = ramp(2);
  mesh.triangles = {0, 0, 0, 1, 1, 2, 0, 1, 2};  // all without area
  const FaceMeasurement face = measure(direct_routes({kMouthLeft}), {mesh});
  const ChannelMeasurement& measured = face.channels[kMouthLeft];
  for (const double value : {measured.travel, measured.rms, measured.low, measured.high, measured.lateral, face.face_height}) {
    EXPECT_TRUE(std::isfinite(value));
  }
}

}  // namespace
}  // namespace doppel::face
