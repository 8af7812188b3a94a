// Connected pieces of the surface: skin, eyeballs, teeth, lashes, whatever way the file splits them.
// It does not know what a piece is; gaze, lids and lips decide that.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "face/surface.hpp"

namespace doppel::face {

/// Vertices closer than this share of the avatar's size are one point: texture seams and split meshes do not cut the surface.
inline constexpr double kWeldShare = 5e-6;

class SurfaceComponents {
 public:
  explicit SurfaceComponents(const Surface& surface);

  std::size_t count() const { return areas_.size(); }
  std::uint32_t of_vertex(std::uint32_t vertex) const { return of_vertex_[vertex]; }
  std::uint32_t of_triangle(const Triangle& triangle) const { return of_vertex_[triangle[0]]; }
  /// Area at rest, square metres.
  double area(std::uint32_t component) const { return areas_[component]; }
  /// First vertex at the same place: equal for all vertices that were welded together.
  std::uint32_t welded(std::uint32_t vertex) const { return welded_[vertex]; }

 private:
  std::vector<std::uint32_t> welded_;
  std::vector<std::uint32_t> of_vertex_;
  std::vector<double> areas_;
};

}  // namespace doppel::face
