// Connected pieces of the surface, by welding equal places and joining the corners of every triangle.
// It does not know what a piece is.
#include "face/components.hpp"

#include <algorithm>
#include <glm/geometric.hpp>
#include <numeric>

namespace doppel::face {
namespace {

class UnionFind {
 public:
  explicit UnionFind(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), 0U); }

  std::uint32_t find(std::uint32_t item) {
    while (parents_[item] != item) {
      parents_[item] = parents_[parents_[item]];
      item = parents_[item];
    }
    return item;
  }
  // The smaller root stays, so that numbers do not depend on the order of calls.
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a != b) parents_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parents_;
};

// Joins vertices within `tolerance`: sorted along a skew direction, in which grids and symmetric faces do not line up, only few
// neighbours have to be looked at.
void weld(const std::vector<glm::dvec3>& positions, double tolerance, UnionFind& sets) {
  const glm::dvec3 skew = glm::normalize(glm::dvec3(0.6180339887, 0.4142135624, 0.7320508076));
  std::vector<std::pair<double, std::uint32_t>> order(positions.size());
  for (std::uint32_t v = 0; v < positions.size(); ++v) order[v] = {glm::dot(positions[v], skew), v};
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const glm::dvec3& here = positions[order[i].second];
    for (std::size_t j = i + 1; j < order.size() && order[j].first - order[i].first <= tolerance; ++j) {
      const glm::dvec3 apart = positions[order[j].second] - here;
      if (glm::dot(apart, apart) <= tolerance * tolerance) sets.join(order[i].second, order[j].second);
    }
  }
}

}  // namespace

SurfaceComponents::SurfaceComponents(const Surface& surface) {
  const std::vector<glm::dvec3>& positions = surface.positions();
  UnionFind sets(positions.size());
  weld(positions, kWeldShare * surface.size(), sets);
  welded_.resize(positions.size());
  for (std::uint32_t v = 0; v < positions.size(); ++v) welded_[v] = sets.find(v);
  for (const Triangle& t : surface.triangles()) {
    sets.join(t[0], t[1]);
    sets.join(t[1], t[2]);
  }
  constexpr std::uint32_t kUnnumbered = 0xFFFFFFFFU;
  std::vector<std::uint32_t> numbers(positions.size(), kUnnumbered);
  of_vertex_.resize(positions.size());
  std::uint32_t count = 0;
  for (std::uint32_t v = 0; v < positions.size(); ++v) {
    std::uint32_t& number = numbers[sets.find(v)];
    if (number == kUnnumbered) number = count++;
    of_vertex_[v] = number;
  }
  areas_.assign(count, 0.0);
  for (const Triangle& t : surface.triangles()) {
    areas_[of_triangle(t)] += surface.triangle_area(t);
  }
}

}  // namespace doppel::face
