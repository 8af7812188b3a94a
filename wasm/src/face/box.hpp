// A box along the axes, for what lies near what.
// It is no mesh and knows no frame: all points that are put in are of one.
#pragma once

#include <algorithm>
#include <glm/common.hpp>
#include <glm/vec3.hpp>
#include <glm/vector_relational.hpp>
#include <limits>

namespace doppel::face {

struct Box {
  glm::dvec3 low{std::numeric_limits<double>::max()};
  glm::dvec3 high{std::numeric_limits<double>::lowest()};
  bool is_empty() const { return low.x > high.x; }
  void include(const glm::dvec3& point) {
    low = glm::min(low, point);
    high = glm::max(high, point);
  }
  glm::dvec3 size() const { return high - low; }
  glm::dvec3 centre() const { return 0.5 * (low + high); }
  /// Larger of the extents across and along the face.
  double extent() const { return std::max(size().x, size().y); }
  bool contains(const glm::dvec3& point) const {
    return glm::all(glm::lessThanEqual(low, point)) && glm::all(glm::greaterThanEqual(high, point));
  }
  Box grown(double by) const {
    Box box = *this;
    box.low -= glm::dvec3(by);
    box.high += glm::dvec3(by);
    return box;
  }
};

}  // namespace doppel::face
