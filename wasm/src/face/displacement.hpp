// The displacement field of one channel: how far each vertex moves from rest, through everything on the channel's route.
// It measures nothing; see moved_surface.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <vector>

#include "face/route_weights.hpp"
#include "face/surface.hpp"

namespace doppel::face {

/// Dense vector field over all vertices that knows which ones it touches; made once and used again for every channel.
class DisplacementField {
 public:
  /// All zero, for `vertex_count` vertices.
  void reset(std::size_t vertex_count);
  void add(std::uint32_t vertex, const glm::dvec3& displacement);
  void scale(double factor);

  const glm::dvec3& at(std::uint32_t vertex) const { return values_[vertex]; }
  bool touches(std::uint32_t vertex) const { return touched_flags_[vertex] != 0; }
  const std::vector<std::uint32_t>& touched() const { return touched_; }  // no order
  /// Numbers of the surface's triangles with a touched corner, ascending. Found at the first call after a change.
  const std::vector<std::uint32_t>& touched_triangles(const Surface& surface) const;
  std::size_t vertex_count() const { return values_.size(); }
  /// Largest length over the vertices, metres.
  double largest() const;

 private:
  std::vector<glm::dvec3> values_;
  std::vector<std::uint8_t> touched_flags_;
  std::vector<std::uint32_t> touched_;
  mutable std::vector<std::uint32_t> triangles_;
  mutable std::vector<std::uint64_t> triangle_bits_;  // one bit a triangle, all 0 between calls
  mutable bool has_triangles_ = false;
};

/// Rest positions of the face bones' pivots, avatar space, metres.
using BonePivots = std::array<glm::dvec3, kFaceBoneCount>;

/// Rotation of each face bone about its pivot, avatar space; several turns of one bone follow each other.
using BoneRotations = std::array<glm::dmat3, kFaceBoneCount>;
BoneRotations bone_rotations(const RouteWeights& weights);

/// Writes the field that `weights` make into `field` (reset first): morphs through the linear part of the blended skin matrix,
/// bone turns about their pivots after them.
void evaluate_displacement(const Surface& surface, const BonePivots& pivots, const RouteWeights& weights,
                           DisplacementField& field);

}  // namespace doppel::face
