// Fingers by muscle values: curls and spreads put on a hand, or measured on one, about axes found from its geometry (B7). No
// bone's local axes count, so thumbs of VRM 0.x and 1.0 and rolled joints bend alike. It changes no bone but fingers.
#pragma once

#include <span>
#include <string_view>

#include "base/body_parameter.hpp"
#include "rig/human_pose.hpp"

namespace doppel::solve {

using math::Quat;
using math::Vec3;

inline constexpr std::size_t kFingers = 5;        // thumb, index, middle, ring, little
inline constexpr std::size_t kFingerMuscles = 4;  // stretch 1, spread, stretch 2, stretch 3: Unity's order, the spread second

/// Values of one hand, -1..1: curl -1 fist, +1 open; spread +1 apart. Unity's muscles 55.. (left) and 75.. (right) in the same
/// order.
using HandMuscles = std::array<std::array<double, kFingerMuscles>, kFingers>;

/// Axes and ranges of the fingers of both hands, compiled once.
struct FingerRig {
  struct Joint {
    bool is_present = false;
    Vec3 curl_axis{0.0};        // T frame, unit: a positive turn closes the finger
    double rest_flexion = 0.0;  // radians: how far it is closed in T already
    double open = 0.0;          // radians of flexion at +1
    double range = 0.0;         // radians from +1 to -1
    Vec3 direction{0.0};        // of the bone in T, unit
  };
  struct Finger {
    Joint joints[3]{};
    Vec3 spread_axis{0.0};      // T frame, unit: a positive turn moves the finger apart
    double spread_range = 0.0;  // radians at 1
  };
  Finger hands[2][kFingers]{};
};

FingerRig make_finger_rig(const rig::HumanRig& rig);

/// First human bone of a finger of a side.
constexpr std::size_t finger_bone(std::size_t side, std::size_t finger) { return (side == 0 ? 24 : 39) + 3 * finger; }

/// Puts the values on the fingers of a side; the hand's turn is taken from the pose. Values that are not finite count as 0.
void put_fingers(const rig::HumanRig& rig, const FingerRig& fingers, std::size_t side, const HandMuscles& values,
                 rig::HumanPose& pose) noexcept;

/// The values that `put_fingers` would need for a pose; not limited to -1..1. Missing joints give 0.
HandMuscles measure_fingers(const rig::HumanRig& rig, const FingerRig& fingers, std::size_t side,
                            const rig::HumanPose& pose) noexcept;

/// The six sliders of a side as muscles: a curl moves the three stretches of its finger alike.
HandMuscles shaped_hand(const BodySettings& settings, std::size_t side);

struct HandPreset {
  std::string_view name;   // Korean, as on the remote wire
  std::string_view alias;  // English
  double thumb, index, middle, ring, pinky, spread;
};

/// The six presets.
std::span<const HandPreset> hand_presets();
/// By Korean name or English alias.
const HandPreset* find_hand_preset(std::string_view name);
/// Sets a side's six sliders.
void apply_hand_preset(const HandPreset& preset, std::size_t side, BodySettings& settings);

}  // namespace doppel::solve
