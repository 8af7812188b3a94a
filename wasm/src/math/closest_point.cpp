// The point of a triangle that is closest to a given one.
// It is not a spatial index.
#include "math/closest_point.hpp"

#include <glm/geometric.hpp>

namespace doppel::math {
namespace {

// part / whole, 0 for an edge without length.
double share(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }

}  // namespace

glm::dvec3 closest_on_triangle(const glm::dvec3& point, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  const glm::dvec3 ab = b - a;
  const glm::dvec3 ac = c - a;
  const double a_ab = glm::dot(ab, point - a);
  const double a_ac = glm::dot(ac, point - a);
  if (a_ab <= 0.0 && a_ac <= 0.0) return a;
  const double b_ab = glm::dot(ab, point - b);
  const double b_ac = glm::dot(ac, point - b);
  if (b_ab >= 0.0 && b_ac <= b_ab) return b;
  const double c_ab = glm::dot(ab, point - c);
  const double c_ac = glm::dot(ac, point - c);
  if (c_ac >= 0.0 && c_ab <= c_ac) return c;

  const double outside_ab = a_ab * b_ac - b_ab * a_ac;
  if (outside_ab <= 0.0 && a_ab >= 0.0 && b_ab <= 0.0) return a + share(a_ab, a_ab - b_ab) * ab;
  const double outside_ac = c_ab * a_ac - a_ab * c_ac;
  if (outside_ac <= 0.0 && a_ac >= 0.0 && c_ac <= 0.0) return a + share(a_ac, a_ac - c_ac) * ac;
  const double outside_bc = b_ab * c_ac - c_ab * b_ac;
  const double from_b = b_ac - b_ab;
  const double from_c = c_ab - c_ac;
  if (outside_bc <= 0.0 && from_b >= 0.0 && from_c >= 0.0) return b + share(from_b, from_b + from_c) * (c - b);
  const double sum = outside_ab + outside_ac + outside_bc;
  return a + share(outside_ac, sum) * ab + share(outside_ab, sum) * ac;
}

}  // namespace doppel::math
