// The rigid motion that best takes one set of points to another.
// It does not scale and does not mirror; correspondences are given.
#pragma once

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <span>

namespace doppel::math {

struct WeightedMotion {
  glm::dvec3 from{0.0};
  glm::dvec3 to{0.0};
  double weight = 1.0;  // not negative
};

struct RigidFit {
  glm::dmat3 rotation{1.0};
  double radians = 0.0;           // angle of the rotation, 0..pi
  double moved_squares = 0.0;     // weighted mean of |to - from|^2
  double turned_squares = 0.0;    // weighted mean of the part that is a turn about the centroid of `from`
  double residual_squares = 0.0;  // weighted mean of what the rigid motion leaves
};

/// Horn 1987, "Closed-form solution of absolute orientation using unit quaternions": the rotation is the eigenvector of the
/// largest eigenvalue of a symmetric 4x4 matrix. Without weight, or with points that all coincide, the rotation is the identity.
RigidFit fit_rigid_motion(std::span<const WeightedMotion> motions);

}  // namespace doppel::math
