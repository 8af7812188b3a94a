// The avatar's surface as the probe sees it: skinned rest positions, triangles, sparse morph targets, what face bones carry.
// It does not know channels or routes, and it measures nothing.
#pragma once

#include <array>
#include <cstdint>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "face/probe.hpp"
#include "face/routes.hpp"

namespace doppel::face {

using Triangle = std::array<std::uint32_t, 3>;

/// Displacement of one vertex by a morph target at weight 1, avatar space, metres.
struct MorphDelta {
  std::uint32_t vertex = 0;
  glm::vec3 delta_ws{0.0F};
};

/// The share of a vertex that one face bone carries.
struct CarriedVertex {
  std::uint32_t vertex = 0;
  double share = 0.0;          // sum of the normalised joint weights, 0..1
  glm::dvec3 position{0.0};    // the bone's part of the blended rest position: share x position, avatar space, metres
  glm::dmat3 morph_part{0.0};  // takes a morph displacement of the vertex to the bone's part of it
};

/// All vertex buffers pooled in one numbering. Grows by `add_*`; everything else reads.
class Surface {
 public:
  /// Returns the id of the buffer. Throws kInvalidGeometry, naming the buffer and the first bad element.
  std::uint32_t add_vertices(const VertexBuffer& buffer);
  void add_triangles(std::uint32_t buffer, std::span<const std::uint32_t> indices);
  void add_target(std::uint32_t buffer, std::uint32_t slot, std::span<const float> deltas);

  const std::vector<glm::dvec3>& positions() const { return positions_; }  // rest, avatar space, metres
  const std::vector<Triangle>& triangles() const { return triangles_; }
  double triangle_area(const Triangle& t) const;  // at rest, square metres
  /// Numbers of the triangles at a vertex, ascending. Indexed at the first call after a change; not for several threads at once.
  std::span<const std::uint32_t> triangles_at(std::uint32_t vertex) const;
  /// Targets of a slot on all buffers. Empty for a slot that has none.
  const std::vector<MorphDelta>& morph(std::uint32_t slot) const;
  const std::vector<CarriedVertex>& carried(FaceBone bone) const { return carried_[static_cast<std::size_t>(bone)]; }
  /// Diagonal of the box around all rest positions, metres: what "small" is measured against.
  double size() const;

 private:
  struct Buffer {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  const Buffer& buffer_at(std::uint32_t id, const char* what) const;
  void index_triangles() const;

  std::vector<Buffer> buffers_;
  std::vector<glm::dvec3> positions_;
  std::vector<glm::mat3> linear_;  // linear part of each vertex's blended skin matrix
  std::vector<Triangle> triangles_;
  mutable std::vector<std::uint32_t> first_triangle_;  // per vertex and one more: where its part of `vertex_triangles_` begins
  mutable std::vector<std::uint32_t> vertex_triangles_;
  std::vector<std::vector<MorphDelta>> morphs_;  // by slot
  std::array<std::vector<CarriedVertex>, kFaceBoneCount> carried_;
  glm::dvec3 box_low_{0.0};
  glm::dvec3 box_high_{0.0};
};

}  // namespace doppel::face
