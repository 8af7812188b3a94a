// Tests of the closest point against a dense search.
#include "math/closest_point.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <limits>
#include <random>

namespace doppel::math {
namespace {

TEST(ClosestOnTriangle, IsNoFurtherThanAnySampleAndOnTheTriangle) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> range(-1.0, 1.0);
  const auto vector = [&] { return glm::dvec3(range(random), range(random), range(random)); };
  constexpr int kSteps = 60;
  for (int k = 0; k < 200; ++k) {
    const glm::dvec3 a = vector();
    const glm::dvec3 b = vector();
    const glm::dvec3 c = vector();
    const glm::dvec3 point = 2.0 * vector();
    const double found = glm::length(point - closest_on_triangle(point, a, b, c));
    double sampled = std::numeric_limits<double>::max();
    for (int i = 0; i <= kSteps; ++i) {
      for (int j = 0; i + j <= kSteps; ++j) {
        const glm::dvec3 sample =
            a + (static_cast<double>(i) * (b - a) + static_cast<double>(j) * (c - a)) / static_cast<double>(kSteps);
        sampled = std::min(sampled, glm::length(point - sample));
      }
    }
    EXPECT_LE(found, sampled + 1e-12);
    EXPECT_GE(found, sampled - 0.1);  // the grid of samples is 1/60 of an edge of at most 3.5
  }
}

TEST(ClosestOnTriangle, DegenerateTrianglesGiveAPointOfThem) {
  const glm::dvec3 p(1.0, 1.0, 0.0);
  EXPECT_EQ(closest_on_triangle(p, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}), glm::dvec3(0.0));
  const glm::dvec3 on_line = closest_on_triangle(p, {0, 0, 0}, {2, 0, 0}, {1, 0, 0});
  EXPECT_TRUE(on_line.y == 0.0 && on_line.x >= 0.0 && on_line.x <= 2.0);
}

}  // namespace
}  // namespace doppel::math
