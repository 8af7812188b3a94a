// A node's place in its parent: translation, rotation, scale, as glTF has them.
// It is not a matrix: products of scaled nodes are taken as matrices, see `rig/skeleton`.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>

#include "math/quat.hpp"

namespace doppel::math {

struct Transform {
  Vec3 translation{0.0};  // in the parent's space, metres
  Quat rotation{kIdentity};
  Vec3 scale{1.0};
};

inline bool is_finite(const Transform& t) { return is_finite(t.translation) && is_finite(t.rotation) && is_finite(t.scale); }

inline glm::dmat4 matrix_of(const Transform& t) {
  glm::dmat4 m = glm::mat4_cast(t.rotation);
  m[0] *= t.scale.x;
  m[1] *= t.scale.y;
  m[2] *= t.scale.z;
  m[3] = glm::dvec4(t.translation, 1.0);
  return m;
}

/// What is left of a matrix's linear part as a rotation, a mirror at x = 0 before it, and one scale.
struct Frame {
  Quat rotation{kIdentity};
  double scale = 1.0;        // cube root of the volume's; 0 for a flat matrix
  bool is_mirrored = false;  // linear = rotation * mirror * scale
};

/// The axes are made perpendicular one after the other (y, then z), so shear is dropped. A flat matrix keeps what direction it
/// has.
Frame frame_of(const glm::dmat3& linear);

}  // namespace doppel::math
