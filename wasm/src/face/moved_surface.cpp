// Measures of a displacement field over the surface, exact on each triangle.
// It does not know which channel made the field.
#include "face/moved_surface.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "math/triangle_integral.hpp"

namespace doppel::face {
namespace {

// Where |d0 + t (d1 - d0)| passes `threshold` between an end above it and an end below it, 0..1.
double crossing(const glm::dvec3& d0, const glm::dvec3& d1, double threshold) {
  const glm::dvec3 change = d1 - d0;
  const double a = glm::dot(change, change);
  const double b = glm::dot(d0, change);
  const double c = glm::dot(d0, d0) - threshold * threshold;
  const double root = std::sqrt(std::max(0.0, b * b - a * c));
  // c > 0: falling through the threshold, the smaller root; c <= 0: rising, the larger. Both in the form without cancellation.
  const double t = c > 0.0 ? c / (root - b) : (b > 0.0 ? -c / (root + b) : (root - b) / a);
  return std::isfinite(t) ? std::clamp(t, 0.0, 1.0) : 0.0;
}

}  // namespace

SurfaceMeasure measure_surface(const Surface& surface, const DisplacementField& field) {
  SurfaceMeasure measure;
  double squares = 0.0;
  for (const std::uint32_t vertex : field.touched()) {
    const double squared = glm::dot(field.at(vertex), field.at(vertex));
    measure.max = std::max(measure.max, squared);
    if (squared <= kMovedDistance * kMovedDistance) continue;
    squares += squared;
    ++measure.moved_vertices;
  }
  measure.max = std::sqrt(measure.max);
  if (measure.moved_vertices > 0) measure.rms = std::sqrt(squares / measure.moved_vertices);

  const std::vector<glm::dvec3>& positions = surface.positions();
  math::FieldIntegrals sum;
  for (const std::uint32_t number : field.touched_triangles(surface)) {
    const Triangle& t = surface.triangles()[number];
    const math::FieldIntegrals part =
        math::integrate_field(positions[t[0]], positions[t[1]], positions[t[2]], field.at(t[0]), field.at(t[1]), field.at(t[2]));
    sum.i2 += part.i2;
    sum.i4 += part.i4;
    sum.moment += part.moment;
  }
  if (sum.i2 > 0.0) {
    measure.energy = sum.i2;
    measure.travel = std::sqrt(sum.i4 / sum.i2);
    measure.centroid = sum.moment / sum.i2;
  }
  return measure;
}

Extent moved_extent(const Surface& surface, const DisplacementField& field, double largest, const glm::dvec3& direction,
                    const glm::dvec3& origin) {
  Extent extent;
  if (!(largest > 0.0)) return extent;
  const double threshold = kMovedShare * largest;
  const std::vector<glm::dvec3>& positions = surface.positions();
  const auto include = [&](const glm::dvec3& point) {
    const double along = glm::dot(point - origin, direction);
    extent.low = extent.found ? std::min(extent.low, along) : along;
    extent.high = extent.found ? std::max(extent.high, along) : along;
    extent.found = true;
  };
  for (const std::uint32_t number : field.touched_triangles(surface)) {
    const Triangle& t = surface.triangles()[number];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t here = t[k];
      const std::uint32_t next = t[(k + 1) % 3];
      const bool is_in = glm::dot(field.at(here), field.at(here)) >= threshold * threshold;
      const bool is_next_in = glm::dot(field.at(next), field.at(next)) >= threshold * threshold;
      if (is_in) include(positions[here]);
      if (is_in == is_next_in) continue;
      const double at = crossing(field.at(here), field.at(next), threshold);
      include(positions[here] + at * (positions[next] - positions[here]));
    }
  }
  return extent;
}

}  // namespace doppel::face
