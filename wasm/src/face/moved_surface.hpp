// Measures of a displacement field over the surface: travel, rms, largest movement, centroid, extent along a direction.
// It does not know which channel made the field.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>

#include "face/displacement.hpp"
#include "face/surface.hpp"

namespace doppel::face {

/// A vertex counts as moved above this displacement, metres (seed 3.2, F2).
inline constexpr double kMovedDistance = 1e-6;
/// The surface that moves at least this share of the largest displacement is the channel's moved surface (F2).
inline constexpr double kMovedShare = 0.2;

struct SurfaceMeasure {
  double travel = 0.0;       // metres: sqrt(I4 / I2)
  double energy = 0.0;       // I2, m^4
  glm::dvec3 centroid{0.0};  // avatar space, metres, weighted by |d|^2 over the surface
  double rms = 0.0;          // metres, over vertices that move more than kMovedDistance
  double max = 0.0;          // metres, largest displacement of a vertex
  std::uint32_t moved_vertices = 0;
};

SurfaceMeasure measure_surface(const Surface& surface, const DisplacementField& field);

struct Extent {
  double low = 0.0;  // metres along the direction from the origin
  double high = 0.0;
  bool found = false;
};

/// Extent along the unit `direction`, from `origin`, of the part of the surface that moves at least kMovedShare of `largest`;
/// triangles are cut where the displacement passes that share along their edges.
Extent moved_extent(const Surface& surface, const DisplacementField& field, double largest, const glm::dvec3& direction,
                    const glm::dvec3& origin);

}  // namespace doppel::face
