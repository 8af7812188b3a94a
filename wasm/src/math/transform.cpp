// A matrix's linear part taken apart into rotation, mirror and scale.
// It is not a polar decomposition: shear is dropped axis by axis.
#include "math/transform.hpp"

#include <cmath>

namespace doppel::math {

Frame frame_of(const glm::dmat3& linear) {
  Frame frame;
  const double volume = glm::determinant(linear);
  frame.is_mirrored = volume < 0.0;
  frame.scale = std::cbrt(std::abs(volume));
  const Vec3 y = direction_or(linear[1], kUp);
  const Vec3 z_raw = linear[2] - glm::dot(linear[2], y) * y;
  const Vec3 fallback = std::abs(y.z) < 0.9 ? kForward - y.z * y : kLeft - y.x * y;
  const Vec3 z = direction_or(z_raw, glm::normalize(fallback));
  // With x from the other two the frame is always right-handed; a mirrored matrix differs from it in the sign of x alone.
  const Vec3 x = glm::cross(y, z);
  frame.rotation = unit(glm::quat_cast(glm::dmat3(x, y, z)));
  return frame;
}

}  // namespace doppel::math
