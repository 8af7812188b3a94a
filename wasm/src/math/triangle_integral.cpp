// Exact integrals of powers of a vector field over a triangle, from moments of barycentric coordinates.
// It is not a quadrature.
#include "math/triangle_integral.hpp"

#include <glm/geometric.hpp>

namespace doppel::math {

FieldIntegrals integrate_field(const glm::dvec3& p0, const glm::dvec3& p1, const glm::dvec3& p2, const glm::dvec3& d0,
                               const glm::dvec3& d1, const glm::dvec3& d2) {
  const double area = 0.5 * glm::length(glm::cross(p1 - p0, p2 - p0));
  const double a = glm::dot(d0, d0);
  const double b = glm::dot(d1, d1);
  const double c = glm::dot(d2, d2);
  const double e = glm::dot(d0, d1);
  const double f = glm::dot(d1, d2);
  const double h = glm::dot(d2, d0);

  FieldIntegrals result;
  result.i2 = area / 6.0 * (a + b + c + e + f + h);
  result.i4 = area / 180.0 *
              (12.0 * (a * a + b * b + c * c) + 4.0 * (a * b + b * c + c * a) + 8.0 * (e * e + f * f + h * h) +
               12.0 * (e * (a + b) + f * (b + c) + h * (c + a)) + 4.0 * (a * f + b * h + c * e) + 8.0 * (e * f + f * h + h * e));
  // Integral of |d|^2 L_k, one a corner.
  const double scale = area / 60.0;
  const double m0 = scale * (6.0 * a + 2.0 * (b + c) + 4.0 * (e + h) + 2.0 * f);
  const double m1 = scale * (6.0 * b + 2.0 * (c + a) + 4.0 * (f + e) + 2.0 * h);
  const double m2 = scale * (6.0 * c + 2.0 * (a + b) + 4.0 * (h + f) + 2.0 * e);
  result.moment = m0 * p0 + m1 * p1 + m2 * p2;
  return result;
}

}  // namespace doppel::math
