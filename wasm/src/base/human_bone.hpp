// The table of the 55 human bones: VRM 1.0 names in the order of Unity's `HumanBodyBones`.
// It is not a rig: which node of a file is which bone is found by the reader.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace doppel {

inline constexpr std::size_t kHumanBoneCount = 55;

/// The thumb is metacarpal, proximal, distal as in VRM 1.0 (VRM 0.x: proximal, intermediate, distal; the same three joints).
inline constexpr std::array<std::string_view, kHumanBoneCount> kHumanBones{
    "hips",
    "leftUpperLeg",
    "rightUpperLeg",
    "leftLowerLeg",
    "rightLowerLeg",
    "leftFoot",
    "rightFoot",
    "spine",
    "chest",
    "neck",
    "head",
    "leftShoulder",
    "rightShoulder",
    "leftUpperArm",
    "rightUpperArm",
    "leftLowerArm",
    "rightLowerArm",
    "leftHand",
    "rightHand",
    "leftToes",
    "rightToes",
    "leftEye",
    "rightEye",
    "jaw",
    "leftThumbMetacarpal",
    "leftThumbProximal",
    "leftThumbDistal",
    "leftIndexProximal",
    "leftIndexIntermediate",
    "leftIndexDistal",
    "leftMiddleProximal",
    "leftMiddleIntermediate",
    "leftMiddleDistal",
    "leftRingProximal",
    "leftRingIntermediate",
    "leftRingDistal",
    "leftLittleProximal",
    "leftLittleIntermediate",
    "leftLittleDistal",
    "rightThumbMetacarpal",
    "rightThumbProximal",
    "rightThumbDistal",
    "rightIndexProximal",
    "rightIndexIntermediate",
    "rightIndexDistal",
    "rightMiddleProximal",
    "rightMiddleIntermediate",
    "rightMiddleDistal",
    "rightRingProximal",
    "rightRingIntermediate",
    "rightRingDistal",
    "rightLittleProximal",
    "rightLittleIntermediate",
    "rightLittleDistal",
    "upperChest",
};

/// Index of a bone by its exact VRM 1.0 name, or nothing.
constexpr std::optional<std::size_t> human_bone_index(std::string_view name) {
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    if (kHumanBones[i] == name) return i;
  }
  return std::nullopt;
}

}  // namespace doppel
