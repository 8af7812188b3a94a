// Tests of the closed-form integrals against a quadrature that knows nothing of them.
#include "math/triangle_integral.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <random>

namespace doppel::math {
namespace {

// Midpoint rule over n x n small triangles: converges with 1 / n^2.
FieldIntegrals by_quadrature(const glm::dvec3 (&p)[3], const glm::dvec3 (&d)[3], int n) {
  FieldIntegrals sum;
  const double area = 0.5 * glm::length(glm::cross(p[1] - p[0], p[2] - p[0])) / (n * n);
  const auto add = [&](double u, double v) {
    const glm::dvec3 displacement = d[0] + u * (d[1] - d[0]) + v * (d[2] - d[0]);
    const double squared = glm::dot(displacement, displacement);
    sum.i2 += area * squared;
    sum.i4 += area * squared * squared;
    sum.moment += area * squared * (p[0] + u * (p[1] - p[0]) + v * (p[2] - p[0]));
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; i + j < n; ++j) {
      add((i + 1.0 / 3.0) / n, (j + 1.0 / 3.0) / n);
      if (i + j < n - 1) add((i + 2.0 / 3.0) / n, (j + 2.0 / 3.0) / n);
    }
  }
  return sum;
}

TEST(IntegrateField, AgreesWithQuadratureOnRandomTriangles) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> range(-1.0, 1.0);
  const auto vector = [&] { return glm::dvec3(range(random), range(random), range(random)); };
  for (int k = 0; k < 20; ++k) {
    const glm::dvec3 p[3] = {vector(), vector(), vector()};
    const glm::dvec3 d[3] = {vector(), vector(), vector()};
    const FieldIntegrals exact = integrate_field(p[0], p[1], p[2], d[0], d[1], d[2]);
    const FieldIntegrals numeric = by_quadrature(p, d, 300);
    EXPECT_NEAR(exact.i2, numeric.i2, 1e-4 * numeric.i2);
    EXPECT_NEAR(exact.i4, numeric.i4, 1e-4 * numeric.i4);
    EXPECT_NEAR(glm::length(exact.moment - numeric.moment), 0.0, 1e-4 * numeric.i2);
  }
}

TEST(IntegrateField, ConstantFieldGivesAreaTimesPowers) {
  const FieldIntegrals exact = integrate_field({0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {0, 0, 2}, {0, 0, 2}, {0, 0, 2});
  EXPECT_DOUBLE_EQ(exact.i2, 3.0 * 4.0);
  EXPECT_DOUBLE_EQ(exact.i4, 3.0 * 16.0);
  EXPECT_NEAR(exact.moment.x, 12.0 * 2.0 / 3.0, 1e-12);
  EXPECT_NEAR(exact.moment.y, 12.0, 1e-12);
}

TEST(IntegrateField, DegenerateTriangleGivesZeros) {
  const FieldIntegrals exact = integrate_field({0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1});
  EXPECT_EQ(exact.i2, 0.0);
  EXPECT_EQ(exact.i4, 0.0);
}

}  // namespace
}  // namespace doppel::math
