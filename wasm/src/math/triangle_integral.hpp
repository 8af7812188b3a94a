// Exact integrals of powers of a vector field over a triangle in which the field is linear.
// It is not a quadrature: the closed forms follow from the moments of barycentric coordinates.
#pragma once

#include <glm/vec3.hpp>

namespace doppel::math {

/// What one triangle adds to the measures of a displacement field.
struct FieldIntegrals {
  double i2 = 0.0;         // integral of |d|^2
  double i4 = 0.0;         // integral of |d|^4
  glm::dvec3 moment{0.0};  // integral of |d|^2 x, x the point of the triangle
};

/// Integrals over the triangle `p0 p1 p2` of the field that is `d0 d1 d2` at its corners and linear between them.
/// The unit of each is that of the field and of the points; a degenerate triangle gives zeros.
/// Method: |d|^2 = sum g_ij L_i L_j with Gram matrix g; integral of L_1^a L_2^b L_3^c = 2 A a! b! c! / (a + b + c + 2)!.
FieldIntegrals integrate_field(const glm::dvec3& p0, const glm::dvec3& p1, const glm::dvec3& p2, const glm::dvec3& d0,
                               const glm::dvec3& d1, const glm::dvec3& d2);

}  // namespace doppel::math
