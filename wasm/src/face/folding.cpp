// How much of the moved surface a displacement folds over, for many scales of one field at once.
// It does not decide what is too much.
#include "face/folding.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "face/moved_surface.hpp"

namespace doppel::face {

std::vector<double> folded_shares(const Surface& surface, const DisplacementField& field, std::span<const double> scales) {
  std::vector<double> shares(scales.size(), 0.0);
  const double threshold = kMovedShare * field.largest();
  if (!(threshold > 0.0)) return shares;
  const auto moves = [&](std::uint32_t vertex) {
    return glm::dot(field.at(vertex), field.at(vertex)) >= threshold * threshold ? 1 : 0;
  };
  const std::vector<glm::dvec3>& positions = surface.positions();
  double moved = 0.0;
  for (const std::uint32_t number : field.touched_triangles(surface)) {
    const Triangle& t = surface.triangles()[number];
    const int corners = moves(t[0]) + moves(t[1]) + moves(t[2]);
    if (corners == 0) continue;
    const glm::dvec3 e1 = positions[t[1]] - positions[t[0]];
    const glm::dvec3 e2 = positions[t[2]] - positions[t[0]];
    const glm::dvec3 u1 = field.at(t[1]) - field.at(t[0]);
    const glm::dvec3 u2 = field.at(t[2]) - field.at(t[0]);
    // The normal at scale s is (e1 + s u1) x (e2 + s u2); its product with the rest normal is a + b s + c s^2.
    const glm::dvec3 normal = glm::cross(e1, e2);
    const double a = glm::dot(normal, normal);
    const double b = glm::dot(normal, glm::cross(u1, e2) + glm::cross(e1, u2));
    const double c = glm::dot(normal, glm::cross(u1, u2));
    const double area = 0.5 * std::sqrt(a) * corners / 3.0;
    moved += area;
    if (a + std::min(b, 0.0) + std::min(c, 0.0) >= 0.0) continue;  // not negative anywhere in 0..1
    for (std::size_t k = 0; k < scales.size(); ++k) {
      if (a + scales[k] * (b + scales[k] * c) < 0.0) shares[k] += area;
    }
  }
  if (moved > 0.0) {
    for (double& share : shares) share /= moved;
  }
  return shares;
}

}  // namespace doppel::face
