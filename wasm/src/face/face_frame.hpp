// The face's own directions, found from where its channels move it: up, left and forward in avatar space.
// It is not the head bone's frame, which is only the fallback.
#pragma once

#include <array>
#include <glm/vec3.hpp>

#include "base/face_channel.hpp"

namespace doppel::face {

struct FaceFrame {
  glm::dvec3 up{0.0, 1.0, 0.0};  // all unit, avatar space, at right angles to each other
  glm::dvec3 left{1.0, 0.0, 0.0};
  glm::dvec3 forward{0.0, 0.0, 1.0};
  glm::dvec3 origin{0.0};  // rest position of the head bone, metres
};

/// Where a channel moves the surface.
struct ChannelCentroid {
  glm::dvec3 centroid{0.0};  // avatar space, metres
  bool moves = false;
};

/// `up` leads from the mean centroid of the mouth channels and jawOpen to that of the blink, wide, squint and brow channels (F2);
/// where either is missing, or both are one place (within `size` x 1e-4), it is `head_up`. Avatars face +Z.
FaceFrame find_face_frame(const std::array<ChannelCentroid, kFaceChannelCount>& centroids, const glm::dvec3& head_up,
                          const glm::dvec3& origin, double size);

}  // namespace doppel::face
