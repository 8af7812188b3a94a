// Descriptions and frames for tests: made by seed, without any source.
// They are no motion: poses are random where a test does not set them.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include "mocap/frame.hpp"

namespace doppel::fixtures {

inline mocap::Descriptions make_descriptions(std::size_t skeletons, std::size_t bones, std::size_t bodies,
                                             std::uint32_t revision = 1) {
  mocap::Descriptions descriptions;
  descriptions.revision = revision;
  for (std::size_t s = 0; s < skeletons; ++s) {
    mocap::SkeletonDescription skeleton;
    skeleton.id = static_cast<std::int32_t>(s) + 3;
    skeleton.name = "Performer " + std::to_string(s + 1);
    for (std::size_t b = 0; b < bones; ++b) {
      mocap::BoneDescription bone;
      bone.id = static_cast<std::int32_t>(b) + 1;
      bone.parent = static_cast<std::int32_t>(b) - 1;
      bone.name = "Bone" + std::to_string(b);
      bone.canonical = b == 0 ? "hips" : "";
      bone.offset = {0.0F, 0.125F, static_cast<float>(b) * 0.25F};
      skeleton.bones.push_back(bone);
    }
    descriptions.skeletons.push_back(std::move(skeleton));
  }
  for (std::size_t i = 0; i < bodies; ++i) {
    descriptions.rigid_bodies.push_back(
        {static_cast<std::int32_t>(i) + 100, "Body " + std::to_string(i), {{0.5F, 0.0F, -0.25F}}});
  }
  return descriptions;
}

inline mocap::Quaternion random_rotation(std::mt19937& random) {
  std::normal_distribution<float> normal;
  mocap::Quaternion q{normal(random), normal(random), normal(random), normal(random)};
  const float length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) + 1e-6F;
  for (float& value : q) value /= length;
  return q;
}

/// Rotations at random, positions as described but the root's, everything tracked.
inline mocap::Frame make_frame(const mocap::Descriptions& descriptions, std::int32_t number, std::mt19937& random) {
  std::uniform_real_distribution<float> place(-3.0F, 3.0F);
  mocap::Frame frame;
  frame.revision = descriptions.revision;
  frame.number = number;
  frame.source_time = number / 240.0;
  frame.captured_at = 1000.0 + number / 240.0;
  frame.received_at = frame.captured_at + 0.002;
  for (const auto& description : descriptions.skeletons) {
    mocap::SkeletonFrame skeleton;
    skeleton.id = description.id;
    for (const auto& bone : description.bones) skeleton.bones.push_back({bone.offset, random_rotation(random), true});
    skeleton.bones[0].position = {place(random), 1.0F, place(random)};
    frame.skeletons.push_back(std::move(skeleton));
  }
  for (const auto& description : descriptions.rigid_bodies) {
    frame.rigid_bodies.push_back(
        {description.id, {place(random), place(random), place(random)}, random_rotation(random), true, 0.00025F});
  }
  return frame;
}

}  // namespace doppel::fixtures
