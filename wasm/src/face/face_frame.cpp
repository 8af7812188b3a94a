// The face's own directions from the centroids of its channels' moved surfaces.
// It is not the head bone's frame, which is only the fallback.
#include "face/face_frame.hpp"

#include <glm/geometric.hpp>
#include <string_view>

namespace doppel::face {
namespace {

constexpr double kSmallestDistance = 1e-4;  // share of the avatar's size
constexpr double kSmallestSine = 1e-3;

bool is_lower(std::string_view name) { return detail::starts_with(name, "mouth") || name == "jawOpen"; }

bool is_upper(std::string_view name) {
  return detail::starts_with(name, "eyeBlink") || detail::starts_with(name, "eyeWide") ||
         detail::starts_with(name, "eyeSquint") || detail::starts_with(name, "brow");
}

glm::dvec3 unit_or(const glm::dvec3& v, const glm::dvec3& otherwise) {
  const double length = glm::length(v);
  return length > 0.0 ? v / length : otherwise;
}

}  // namespace

FaceFrame find_face_frame(const std::array<ChannelCentroid, kFaceChannelCount>& centroids, const glm::dvec3& head_up,
                          const glm::dvec3& origin, double size) {
  FaceFrame frame;
  frame.origin = origin;
  frame.up = unit_or(head_up, {0.0, 1.0, 0.0});
  glm::dvec3 lower(0.0);
  glm::dvec3 upper(0.0);
  int lower_count = 0;
  int upper_count = 0;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    if (!centroids[i].moves) continue;
    if (is_lower(kFaceChannels[i].name)) {
      lower += centroids[i].centroid;
      ++lower_count;
    } else if (is_upper(kFaceChannels[i].name)) {
      upper += centroids[i].centroid;
      ++upper_count;
    }
  }
  if (lower_count > 0 && upper_count > 0) {
    const glm::dvec3 across = upper / static_cast<double>(upper_count) - lower / static_cast<double>(lower_count);
    if (glm::length(across) > kSmallestDistance * size) frame.up = glm::normalize(across);
  }
  // Avatars face +Z; a face that looks straight up or down has the top of its head to the front or the back.
  const glm::dvec3 ahead(0.0, 0.0, 1.0);
  const glm::dvec3 left = glm::cross(frame.up, ahead);
  frame.left = glm::length(left) > kSmallestSine ? glm::normalize(left) : glm::dvec3(1.0, 0.0, 0.0);
  frame.forward = glm::normalize(glm::cross(frame.left, frame.up));
  return frame;
}

}  // namespace doppel::face
