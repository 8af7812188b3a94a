// Tests of the eye's turning: balls turned by known angles, irises that slide, bones.
#include "face/gaze.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "synthetic_face.hpp"

namespace doppel::face {
namespace {

using test::channel;
using test::Mesh;

const std::size_t kLook = channel("eyeLookDownLeft");
constexpr auto kLookSlot = static_cast<std::uint32_t>(10);

test::VectorField turn_about(const glm::dvec3& centre, double degrees) {
  const double c = std::cos(degrees * std::numbers::pi / 180.0);
  const double s = std::sin(degrees * std::numbers::pi / 180.0);
  return [=](const glm::dvec3& p) {
    const glm::dvec3 arm = p - centre;
    return glm::dvec3(0.0, c * arm.y - s * arm.z - arm.y, s * arm.y + c * arm.z - arm.z);
  };
}

ChannelMeasurement look(const std::vector<Mesh>& meshes) {
  return test::measure(test::direct_routes({kLook}), meshes).channels[kLook];
}

TEST(Gaze, SlotIsTheChannels) { ASSERT_EQ(kLook, kLookSlot); }

TEST(Gaze, BallTurnedByMorphGivesItsAngle) {
  for (const double degrees : {5.0, 26.8, 40.0}) {
    Mesh ball = test::make_eye_ball();
    set_target(ball, kLookSlot, turn_about(test::EyeShape{}.centre, degrees));
    const ChannelMeasurement measured = look({ball});
    EXPECT_EQ(measured.gaze_from, GazeSource::kEyeball);
    EXPECT_NEAR(measured.gaze_degrees, degrees, 1e-3);
  }
}

TEST(Gaze, DoesNotDependOnHowTheBallIsSplit) {
  Mesh ball = test::make_eye_ball();
  set_target(ball, kLookSlot, turn_about(test::EyeShape{}.centre, 26.8));
  EXPECT_NEAR(look(test::split(ball, 4)).gaze_degrees, 26.8, 1e-3);
  EXPECT_NEAR(look({test::subdivided(ball)}).gaze_degrees, 26.8, 1e-3);
  EXPECT_NEAR(look({test::under_scaled_node(ball, 0.01)}).gaze_degrees, 26.8, 1e-3);
}

TEST(Gaze, FrontHalfOfABallCounts) {
  const test::EyeShape eye;
  Mesh half = test::make_patch(24, 12, [&](double u, double v) {
    const double angle = 0.5 * std::numbers::pi * v;
    const double around = 2.0 * std::numbers::pi * u;
    return eye.centre +
           eye.ball_radius * glm::dvec3(std::sin(angle) * std::cos(around), std::sin(angle) * std::sin(around), std::cos(angle));
  });
  set_target(half, kLookSlot, turn_about(eye.centre, 20.0));
  EXPECT_NEAR(look({half}).gaze_degrees, 20.0, 1e-3);
}

TEST(Gaze, FlatIrisThatSlidesGivesNone) {
  Mesh iris = test::make_patch(8, 8, [](double u, double v) { return glm::dvec3(0.03 + 0.01 * u, 0.06 + 0.01 * v, 0.012); });
  // Slides by 4 mm and tips by 7 degrees about its own centre, as flat irises do.
  const auto tip = turn_about({0.035, 0.065, 0.012}, 7.0);
  set_target(iris, kLookSlot, [&](const glm::dvec3& p) { return tip(p) + glm::dvec3(0.0, -0.004, 0.0); });
  const ChannelMeasurement measured = look({iris});
  EXPECT_EQ(measured.presence, Presence::kMoves);
  EXPECT_EQ(measured.gaze_from, GazeSource::kNone);
  EXPECT_EQ(measured.gaze_degrees, 0.0);
}

TEST(Gaze, BallThatIsSquashedInsteadOfTurnedGivesNone) {
  Mesh ball = test::make_eye_ball();
  set_target(ball, kLookSlot, [](const glm::dvec3& p) { return glm::dvec3(0.0, -0.5 * (p.y - 0.06), 0.0); });
  EXPECT_EQ(look({ball}).gaze_from, GazeSource::kNone);
}

TEST(Gaze, FitThatLeavesMoreThanAFifthIsNotTaken) {
  // Turned by 20 degrees and drawn out along x, which a turn about x cannot make: rms of x is r / sqrt(3), of the chord 0.347 r
  // sqrt(2 / 3). A stretch s leaves s / (sqrt(3) x 0.284) of the turn.
  const auto turn = turn_about(test::EyeShape{}.centre, 20.0);
  for (const double stretch : {0.05, 0.15}) {
    Mesh ball = test::make_eye_ball();
    set_target(ball, kLookSlot, [&](const glm::dvec3& p) { return turn(p) + glm::dvec3(stretch * (p.x - 0.03), 0.0, 0.0); });
    EXPECT_EQ(look({ball}).gaze_from, stretch < 0.1 ? GazeSource::kEyeball : GazeSource::kNone) << stretch;
  }
}

TEST(Gaze, LidsThatFollowTheBallDoNotDisturb) {
  Mesh ball = test::make_eye_ball();
  set_target(ball, kLookSlot, turn_about(test::EyeShape{}.centre, 26.8));
  Mesh plate = test::make_lid_plate();
  set_target(plate, kLookSlot, test::lid_motion(0.003, 0.0));
  EXPECT_NEAR(look({plate, ball}).gaze_degrees, 26.8, 1e-3);
}

TEST(Gaze, BoneTurnsCountByTheirAngle) {
  Mesh ball = test::make_eye_ball();
  ball.face_bones = {static_cast<std::int8_t>(FaceBone::kLeftEye)};
  FaceRoutes routes;
  routes.channels[kLook].turns.push_back({FaceBone::kLeftEye, {1.0, 0.0, 0.0}, -12.5});
  FaceProbe probe;
  probe.set_routes(routes);
  probe.set_bone_pivot(FaceBone::kLeftEye, 0.03, 0.06, 0.0);
  add_mesh(probe, ball);
  const ChannelMeasurement measured = probe.finish().channels[kLook];
  EXPECT_EQ(measured.gaze_from, GazeSource::kBone);
  EXPECT_NEAR(measured.gaze_degrees, 12.5, 1e-9);
}

TEST(Gaze, OtherChannelsHaveNone) {
  Mesh ball = test::make_eye_ball();
  set_target(ball, static_cast<std::uint32_t>(kJawOpen), turn_about(test::EyeShape{}.centre, 20.0));
  EXPECT_EQ(test::measure(test::direct_routes({kJawOpen}), {ball}).channels[kJawOpen].gaze_from, GazeSource::kNone);
}

}  // namespace
}  // namespace doppel::face
