// Which way a hand's fingers point and its palm faces, from where its fingers begin. Geometry only: no bone's local axes.
// It is not the fingers' curl axes; those are in `solve/fingers`.
#pragma once

#include <array>
#include <optional>

#include "rig/humanoid_map.hpp"

namespace doppel::rig {

/// First joints of index, middle, ring and little finger of a side (0 left, 1 right).
constexpr std::array<std::size_t, 4> knuckles(std::size_t side) {
  const std::size_t first = side == 0 ? 27 : 42;
  return {first, first + 3, first + 6, first + 9};
}

/// From the wrist to the middle of the knuckles, not normalized; nothing where no finger is known.
template <typename Position>
std::optional<Vec3> hand_direction(const BoneJoints& joints, std::size_t side, const Position& position) {
  Vec3 sum(0.0);
  double count = 0.0;
  for (const std::size_t bone : knuckles(side)) {
    if (joints[bone] == kNoJoint) continue;
    sum += position(bone) - position(17 + side);
    count += 1.0;
  }
  if (count == 0.0 || glm::length(sum) < 1e-6) return std::nullopt;
  return sum / count;
}

/// Unit, out of the palm; nothing where fewer than two fingers are known or they stand in one line.
template <typename Position>
std::optional<Vec3> palm_normal(const BoneJoints& joints, std::size_t side, const Position& position) {
  std::size_t first = kHumanBoneCount;
  std::size_t last = kHumanBoneCount;
  for (const std::size_t bone : knuckles(side)) {
    if (joints[bone] == kNoJoint) continue;
    if (first == kHumanBoneCount) first = bone;
    last = bone;
  }
  if (first == last) return std::nullopt;
  const Vec3 wrist = position(17 + side);
  const Vec3 normal = glm::cross(position(first) - wrist, position(last) - wrist);
  const double length = glm::length(normal);
  const double area = glm::length(position(first) - wrist) * glm::length(position(last) - wrist);
  if (!(length > 0.01 * area)) return std::nullopt;
  return (side == 0 ? -1.0 : 1.0) * normal / length;
}

}  // namespace doppel::rig
