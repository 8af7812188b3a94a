// Tests of Horn's fit against motions that are known.
#include "math/rigid_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <random>
#include <vector>

namespace doppel::math {
namespace {

glm::dvec3 about_y(const glm::dvec3& p, double radians) {
  return {std::cos(radians) * p.x + std::sin(radians) * p.z, p.y, -std::sin(radians) * p.x + std::cos(radians) * p.z};
}

std::vector<WeightedMotion> random_points(std::uint32_t seed, int count) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> range(-1.0, 1.0);
  std::vector<WeightedMotion> motions;
  for (int i = 0; i < count; ++i) {
    const glm::dvec3 from(range(random), range(random), range(random));
    motions.push_back({from, from, 0.1 + std::abs(range(random))});
  }
  return motions;
}

TEST(FitRigidMotion, FindsTheAngleAndLeavesNothing) {
  for (const double degrees : {0.001, 1.0, 26.8, 90.0, 179.0}) {
    const double radians = degrees * std::numbers::pi / 180.0;
    std::vector<WeightedMotion> motions = random_points(3, 40);
    for (WeightedMotion& motion : motions) motion.to = about_y(motion.from, radians) + glm::dvec3(5.0, -2.0, 1.0);
    const RigidFit fit = fit_rigid_motion(motions);
    EXPECT_NEAR(fit.radians, radians, 1e-9);
    EXPECT_NEAR(fit.residual_squares, 0.0, 1e-20);
    EXPECT_NEAR(glm::length(fit.rotation * glm::dvec3(0, 0, 1) - about_y({0, 0, 1}, radians)), 0.0, 1e-9);
  }
}

TEST(FitRigidMotion, SlidingIsNotTurning) {
  std::vector<WeightedMotion> motions = random_points(4, 40);
  for (WeightedMotion& motion : motions) motion.to = motion.from + glm::dvec3(0.3, 0.0, 0.0);
  const RigidFit fit = fit_rigid_motion(motions);
  EXPECT_NEAR(fit.radians, 0.0, 1e-9);
  EXPECT_NEAR(fit.turned_squares, 0.0, 1e-18);
  EXPECT_NEAR(fit.moved_squares, 0.09, 1e-12);
}

TEST(FitRigidMotion, NeverMirrors) {
  std::vector<WeightedMotion> motions = random_points(5, 40);
  for (WeightedMotion& motion : motions) motion.to = {-motion.from.x, motion.from.y, motion.from.z};
  const RigidFit fit = fit_rigid_motion(motions);
  const glm::dmat3& r = fit.rotation;
  EXPECT_NEAR(glm::dot(glm::cross(r[0], r[1]), r[2]), 1.0, 1e-9);
  EXPECT_GT(fit.residual_squares, 0.01);
}

TEST(FitRigidMotion, NothingAndOnePointAreTheIdentity) {
  EXPECT_EQ(fit_rigid_motion({}).radians, 0.0);
  const std::vector<WeightedMotion> one{{{1, 2, 3}, {4, 5, 6}, 1.0}};
  const RigidFit fit = fit_rigid_motion(one);
  EXPECT_EQ(fit.radians, 0.0);
  EXPECT_EQ(fit.residual_squares, 0.0);
  const std::vector<WeightedMotion> weightless{{{1, 2, 3}, {4, 5, 6}, 0.0}};
  EXPECT_EQ(fit_rigid_motion(weightless).moved_squares, 0.0);
}

}  // namespace
}  // namespace doppel::math
