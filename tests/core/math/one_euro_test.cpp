// Tests of the 1-euro filter: it removes jitter at rest, follows fast motion, and survives bad numbers and time steps.
#include "math/one_euro.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "random_motion.hpp"

namespace doppel::math {
namespace {

using test::RandomMotion;
constexpr double kFrame = 1.0 / 120.0;
constexpr OneEuroSettings kPositions{2.0, 15.0, 5.0};
constexpr OneEuroSettings kRotations{2.0, 4.0, 5.0};

TEST(LowPassAlpha, IsThatOfAFirstOrderLowPass) {
  // Reference: the step response of one pole, tau = 1 / (2 pi f), backward difference: dt / (dt + tau).
  const double tau = 1.0 / (2.0 * 3.14159265358979 * 3.0);
  EXPECT_NEAR(low_pass_alpha(3.0, 0.01), 0.01 / (0.01 + tau), 1e-12);
  EXPECT_EQ(low_pass_alpha(3.0, 0.0), 0.0);
  EXPECT_EQ(low_pass_alpha(3.0, -1.0), 0.0);
  EXPECT_EQ(low_pass_alpha(3.0, std::nan("")), 0.0);
  EXPECT_LE(low_pass_alpha(3.0, 1e300), 1.0);
}

TEST(PositionFilter, TakesMostOfTheJitterOfAPointAtRest) {
  RandomMotion random(11);
  PositionFilter filter;
  double raw = 0.0;
  double left = 0.0;
  for (int i = 0; i < 2400; ++i) {
    const Vec3 noise = 0.0005 * Vec3(random.normal(), random.normal(), random.normal());
    const Vec3 out = filter.step(Vec3(1.0, 2.0, 3.0) + noise, kFrame, kPositions) - Vec3(1.0, 2.0, 3.0);
    if (i < 240) continue;
    raw += glm::dot(noise, noise);
    left += glm::dot(out, out);
  }
  EXPECT_LT(std::sqrt(left / raw), 0.4);
}

TEST(PositionFilter, FollowsAFastHandWithinItsLagAndDoesNotOvershootAStop) {
  PositionFilter filter;
  double worst = 0.0;
  for (int i = 0; i < 240; ++i) {
    const double x = 3.0 * i * kFrame;  // 3 m/s
    const double out = filter.step({x, 0.0, 0.0}, kFrame, kPositions).x;
    if (i > 60) worst = std::max(worst, x - out);
    EXPECT_LE(out, x + 1e-12);
  }
  // At 3 m/s the cutoff is above 47 Hz: the lag of a first-order low pass is v / (2 pi f), 1 cm here.
  EXPECT_LT(worst, 3.0 / (2.0 * 3.14159 * 47.0));
}

TEST(PositionFilter, FirstValueResetAndBadNumbers) {
  PositionFilter filter;
  EXPECT_EQ(filter.step({1, 2, 3}, kFrame, kPositions), Vec3(1, 2, 3));
  EXPECT_EQ(filter.step({std::nan(""), 0, 0}, kFrame, kPositions), Vec3(1, 2, 3));
  EXPECT_EQ(filter.step({5, 5, 5}, 0.0, kPositions), Vec3(1, 2, 3));
  EXPECT_EQ(filter.step({5, 5, 5}, -1.0, kPositions), Vec3(1, 2, 3));
  EXPECT_TRUE(is_finite(filter.step({5, 5, 5}, 1e9, kPositions)));
  filter.reset();
  EXPECT_EQ(filter.step({7, 7, 7}, kFrame, kPositions), Vec3(7, 7, 7));
}

TEST(RotationFilter, IsBlindToTheSignsOfQuaternionsAndStaysUnit) {
  RandomMotion random(12);
  RotationFilter one;
  RotationFilter other;
  Quat q = random.rotation();
  for (int i = 0; i < 500; ++i) {
    q = unit(q * random.rotation_within(0.2));
    const Quat a = one.step(q, kFrame, kRotations);
    const Quat b = other.step(i % 3 == 0 ? -q : q, kFrame, kRotations);
    EXPECT_NEAR(angle_between(a, b), 0.0, 1e-9);
    EXPECT_NEAR(glm::length(a), 1.0, 1e-9);
  }
  EXPECT_EQ(one.step(Quat(std::nan(""), 0, 0, 0), kFrame, kRotations), one.step(q, 0.0, kRotations));
}

TEST(RotationFilter, SettlesOnAConstantRotation) {
  RotationFilter filter;
  filter.step(kIdentity, kFrame, kRotations);
  const Quat target = about(kLeft, 1.0);
  Quat out = kIdentity;
  double last = 1.0;
  for (int i = 0; i < 600; ++i) {
    out = filter.step(target, kFrame, kRotations);
    EXPECT_LE(angle_between(out, target), last + 1e-9);  // no overshoot
    last = angle_between(out, target);
  }
  EXPECT_LT(last, 1e-6);
}

}  // namespace
}  // namespace doppel::math
