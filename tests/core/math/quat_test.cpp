// Tests of rotations: shortest arcs, swing and twist, Unity's angles against a product of matrices, mirrors, blending.
#include "math/quat.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/mat3x3.hpp>
#include <numbers>

#include "math/transform.hpp"
#include "random_motion.hpp"

namespace doppel::math {
namespace {

using test::RandomMotion;
constexpr double kPi = std::numbers::pi;

TEST(ShortestArc, TakesOneDirectionToTheOtherByTheSmallestAngle) {
  RandomMotion random(1);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 from = random.direction() * random.uniform(0.01, 50.0);
    const Vec3 to = random.direction() * random.uniform(0.01, 50.0);
    const Quat q = shortest_arc(from, to);
    EXPECT_NEAR(glm::length(q), 1.0, 1e-12);
    EXPECT_NEAR(angle_between(q * from, to), 0.0, 1e-9);
    EXPECT_NEAR(angle_between(q, kIdentity), angle_between(from, to), 1e-9);
  }
}

TEST(ShortestArc, OppositeAndNearlyOppositeDirectionsAndNone) {
  RandomMotion random(2);
  for (int i = 0; i < 300; ++i) {
    const Vec3 from = random.direction();
    const Vec3 to = -from + random.vector(1.0) * std::pow(10.0, random.uniform(-16.0, -2.0));
    EXPECT_NEAR(angle_between(shortest_arc(from, to) * from, to), 0.0, 1e-6);
  }
  EXPECT_EQ(shortest_arc(Vec3(0.0), kUp), kIdentity);
  EXPECT_EQ(shortest_arc(kUp, Vec3(0.0)), kIdentity);
  EXPECT_EQ(shortest_arc(Vec3(std::nan("")), kUp), kIdentity);
  EXPECT_EQ(shortest_arc(kUp, kUp), kIdentity);
}

TEST(SwingTwist, MultiplyBackAndKeepTheTwistOnItsAxis) {
  RandomMotion random(3);
  for (int i = 0; i < 2000; ++i) {
    const Quat q = random.rotation();
    const Vec3 axis = random.direction();
    const auto [swing, twist] = swing_twist(q, axis);
    EXPECT_NEAR(angle_between(swing * twist, q), 0.0, 1e-9);
    EXPECT_NEAR(glm::length(glm::cross(Vec3(twist.x, twist.y, twist.z), axis)), 0.0, 1e-12);
    EXPECT_NEAR(glm::dot(Vec3(swing.x, swing.y, swing.z), axis), 0.0, 1e-12);
    EXPECT_NEAR(angle_between(about(axis, twist_angle(q, axis)), twist), 0.0, 1e-9);
  }
  const auto [swing, twist] = swing_twist(about(kLeft, kPi), kUp);
  EXPECT_EQ(twist, kIdentity);
  EXPECT_NEAR(angle_between(swing, about(kLeft, kPi)), 0.0, 1e-12);
  EXPECT_NEAR(twist_angle(about(kUp, 1.2) * about(kLeft, 0.0), kUp), 1.2, 1e-12);
}

// Unity's matrix for Euler angles, left-handed, seen from a right-handed space: mirror * matrix * mirror.
glm::dmat3 unity_matrix(const Vec3& degrees) {
  const Vec3 r = degrees * (kPi / 180.0);
  const auto c = [](double a) { return std::cos(a); };
  const auto s = [](double a) { return std::sin(a); };
  // Written by columns. In Unity, +90 about X takes up to forward, about Y forward to right, about Z right to up.
  const glm::dmat3 x(Vec3(1, 0, 0), Vec3(0, c(r.x), s(r.x)), Vec3(0, -s(r.x), c(r.x)));
  const glm::dmat3 y(Vec3(c(r.y), 0, -s(r.y)), Vec3(0, 1, 0), Vec3(s(r.y), 0, c(r.y)));
  const glm::dmat3 z(Vec3(c(r.z), s(r.z), 0), Vec3(-s(r.z), c(r.z), 0), Vec3(0, 0, 1));
  const glm::dmat3 mirror(Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1));
  return mirror * (y * x * z) * mirror;
}

TEST(UnityEuler, IsUnitysMatrixSeenFromARightHandedSpaceAndComesBack) {
  RandomMotion random(4);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 degrees(random.uniform(-90.0, 90.0), random.uniform(-180.0, 180.0), random.uniform(-180.0, 180.0));
    const Quat q = from_unity_euler(degrees);
    const Vec3 v = random.vector(1.0);
    EXPECT_NEAR(glm::length(q * v - unity_matrix(degrees) * v), 0.0, 1e-12);
    EXPECT_NEAR(angle_between(from_unity_euler(to_unity_euler(q)), q), 0.0, 1e-6);
    if (std::abs(degrees.x) < 89.9) {
      EXPECT_NEAR(glm::length(to_unity_euler(q) - degrees), 0.0, 1e-4);
    }
  }
  for (const double x : {90.0, -90.0}) {
    const Quat q = from_unity_euler({x, 35.0, -20.0});
    EXPECT_NEAR(angle_between(from_unity_euler(to_unity_euler(q)), q), 0.0, 1e-6);
  }
}

TEST(Mirror, MirrorsTheActionOfARotation) {
  RandomMotion random(5);
  for (int i = 0; i < 500; ++i) {
    const Quat q = random.rotation();
    const Vec3 v = random.vector(2.0);
    EXPECT_NEAR(glm::length(mirrored(q * v) - mirrored(q) * mirrored(v)), 0.0, 1e-12);
  }
}

TEST(Slerp, KeepsItsEndsToTheBitAndGoesTheShortWay) {
  RandomMotion random(6);
  for (int i = 0; i < 1000; ++i) {
    const Quat a = random.rotation();
    const Quat b = i % 2 == 0 ? random.rotation() : -random.rotation();
    EXPECT_EQ(slerp(a, b, 0.0), a);
    EXPECT_EQ(slerp(a, b, 1.0), b);
    const double t = random.uniform(0.0, 1.0);
    EXPECT_NEAR(angle_between(a, slerp(a, b, t)), t * angle_between(a, b), 1e-7);
  }
  EXPECT_NEAR(angle_between(power(about(kUp, 1.0), -0.5), about(kUp, -0.5)), 0.0, 1e-12);
  EXPECT_EQ(power(kIdentity, 3.0), kIdentity);
}

TEST(Unit, MendsWhatIsNoRotation) {
  EXPECT_EQ(unit(Quat(0.0, 0.0, 0.0, 0.0)), kIdentity);
  EXPECT_EQ(unit(Quat(std::nan(""), 0.0, 0.0, 0.0)), kIdentity);
  EXPECT_EQ(unit(Quat(HUGE_VAL, 0.0, 0.0, 0.0)), kIdentity);
  EXPECT_NEAR(glm::length(unit(Quat(3.0, -4.0, 0.0, 1.0))), 1.0, 1e-15);
}

TEST(AngleAbout, IsSignedAndIgnoresWhatLiesAlongTheAxis) {
  EXPECT_NEAR(angle_about(kUp, kForward + 5.0 * kUp, kLeft - 2.0 * kUp), kPi / 2.0, 1e-12);
  EXPECT_NEAR(angle_about(kUp, kLeft, kForward), -kPi / 2.0, 1e-12);
  EXPECT_EQ(angle_about(kUp, kUp, kForward), 0.0);
}

TEST(FrameOf, GivesBackRotationScaleAndMirror) {
  RandomMotion random(7);
  for (int i = 0; i < 500; ++i) {
    const Quat q = random.rotation();
    const double scale = random.uniform(0.001, 100.0);
    const bool is_mirrored = i % 2 == 1;
    const glm::dmat3 linear =
        glm::mat3_cast(q) * glm::dmat3(Vec3(is_mirrored ? -scale : scale, 0, 0), Vec3(0, scale, 0), Vec3(0, 0, scale));
    const Frame frame = frame_of(linear);
    EXPECT_NEAR(angle_between(frame.rotation, q), 0.0, 1e-7);
    EXPECT_NEAR(frame.scale, scale, 1e-9 * scale);
    EXPECT_EQ(frame.is_mirrored, is_mirrored);
  }
  EXPECT_TRUE(is_finite(frame_of(glm::dmat3(0.0)).rotation));
}

TEST(SmoothStep, IsMonotoneAndAStepWhereTheEndsCoincide) {
  EXPECT_EQ(smooth_step(0.2, 0.4, 0.2), 0.0);
  EXPECT_EQ(smooth_step(0.2, 0.4, 0.4), 1.0);
  EXPECT_NEAR(smooth_step(0.2, 0.4, 0.3), 0.5, 1e-12);
  EXPECT_EQ(smooth_step(0.3, 0.3, 0.3), 0.0);
  EXPECT_EQ(smooth_step(0.3, 0.3, 0.31), 1.0);
}

}  // namespace
}  // namespace doppel::math
