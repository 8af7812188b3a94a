// Fingers by muscle values, about axes found from the hand's geometry.
// It changes no bone but fingers.
#include "solve/fingers.hpp"

#include <cmath>
#include <span>

#include "rig/palm.hpp"

namespace doppel::solve {
namespace {

using math::kRadian;
using Finger = FingerRig::Finger;

// B7, degrees. A first joint of 100 opens 10 beyond straight; the thumb's first opens as large a share of its range.
constexpr double kFirstRange = 100.0 * kRadian;
constexpr double kFirstOpen = -10.0 * kRadian;
constexpr double kOtherRange = 90.0 * kRadian;
constexpr double kThumbFirstRange = 40.0 * kRadian;
constexpr double kThumbFirstOpen = -4.0 * kRadian;
constexpr double kThumbOtherRange = 75.0 * kRadian;
constexpr std::array<double, kFingers> kSpreadRanges{25.0 * kRadian, 20.0 * kRadian, 7.5 * kRadian, 7.5 * kRadian,
                                                     20.0 * kRadian};
constexpr double kPalmDepth = 0.25;  // of the hand's length: how far under the knuckles a fist's thumb comes to lie

struct Hand {
  Vec3 fingers{0.0};  // where they point
  Vec3 palm{0.0};     // out of the palm
  Vec3 thumb{0.0};    // towards the thumb's side, in the palm's plane
};

Hand hand_of(const rig::HumanRig& rig, std::size_t side) {
  const auto position = [&rig](std::size_t bone) { return rig.t_positions[bone]; };
  Hand hand;
  const Vec3 out = side == 0 ? math::kLeft : -math::kLeft;
  hand.fingers = math::direction_or(rig::hand_direction(rig.joints, side, position).value_or(out), out);
  const Vec3 palm = rig::palm_normal(rig.joints, side, position).value_or(-math::kUp);
  hand.palm = math::direction_or(palm - glm::dot(palm, hand.fingers) * hand.fingers, -math::kUp);
  // In T the thumb's side is the front: palm down, fingers out.
  hand.thumb = side == 0 ? glm::cross(hand.palm, hand.fingers) : glm::cross(hand.fingers, hand.palm);
  return hand;
}

/// Where a fist's thumb comes to lie: under the knuckles.
Vec3 fist_center(const rig::HumanRig& rig, const Hand& hand, std::size_t side) {
  const auto position = [&rig](std::size_t bone) { return rig.t_positions[bone]; };
  const Vec3 knuckles = rig::hand_direction(rig.joints, side, position).value_or(Vec3(0.0));
  return rig.t_positions[17 + side] + knuckles + kPalmDepth * glm::length(knuckles) * hand.palm;
}

/// Bone directions in T; a finger's end is not known, it goes on as the bone before it.
std::array<Vec3, 3> directions_of(const rig::HumanRig& rig, std::size_t first, const Vec3& otherwise) {
  std::array<Vec3, 3> directions{};
  Vec3 before = otherwise;
  for (std::size_t i = 0; i < 3; ++i) {
    if (i < 2 && rig.has_all({first + i, first + i + 1})) {
      before = math::direction_or(rig.t_positions[first + i + 1] - rig.t_positions[first + i], before);
    }
    directions[i] = before;
  }
  return directions;
}

void make_finger(const rig::HumanRig& rig, const Hand& hand, std::size_t side, std::size_t index, Finger& finger) {
  const std::size_t first = finger_bone(side, index);
  const bool is_thumb = index == 0;
  const auto directions = directions_of(rig, first, hand.fingers);
  const Vec3 along = directions[0];
  Vec3 closing = hand.palm;
  if (is_thumb && rig.has(first)) closing = fist_center(rig, hand, side) - rig.t_positions[first];
  const Vec3 plane = math::direction_or(along - glm::dot(along, hand.palm) * hand.palm, hand.fingers);
  const Vec3 axis = math::direction_or(glm::cross(is_thumb ? along : plane, closing), glm::cross(hand.fingers, hand.palm));
  const bool to_thumb = index == 1 || index == 2;
  finger.spread_axis = is_thumb ? math::direction_or(glm::cross(hand.fingers, along), glm::cross(hand.fingers, hand.thumb))
                                : glm::cross(plane, to_thumb ? hand.thumb : -hand.thumb);
  finger.spread_axis = math::direction_or(finger.spread_axis, hand.palm);
  finger.spread_range = kSpreadRanges[index];
  for (std::size_t i = 0; i < 3; ++i) {
    FingerRig::Joint& joint = finger.joints[i];
    joint.is_present = rig.has(first + i);
    joint.curl_axis = axis;
    // A thumb's first joint has no straight pose to measure from: its rest counts as that.
    if (i > 0) joint.rest_flexion = math::angle_about(axis, directions[i - 1], directions[i]);
    if (i == 0 && !is_thumb) joint.rest_flexion = math::angle_about(axis, plane, along);
    joint.open = i > 0 ? 0.0 : is_thumb ? kThumbFirstOpen : kFirstOpen;
    joint.range = i > 0 ? (is_thumb ? kThumbOtherRange : kOtherRange) : (is_thumb ? kThumbFirstRange : kFirstRange);
  }
}

constexpr std::array<std::size_t, 3> kStretch{0, 2, 3};  // muscles of the three joints
constexpr std::size_t kSpread = 1;

double finite(double value) { return std::isfinite(value) ? value : 0.0; }

constexpr auto kPresets = std::to_array<HandPreset>({
    {"가위", "scissors", -1.0, 1.0, 1.0, -1.0, -1.0, 0.4},
    {"바위", "rock", -1.0, -1.0, -1.0, -1.0, -1.0, 0.0},
    {"보", "paper", 1.0, 1.0, 1.0, 1.0, 1.0, 0.6},
    {"브이", "v-sign", -1.0, 1.0, 1.0, -1.0, -1.0, 1.0},
    {"검지", "point", -1.0, 1.0, -1.0, -1.0, -1.0, 0.0},
    {"초기화", "reset", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
});

}  // namespace

FingerRig make_finger_rig(const rig::HumanRig& rig) {
  FingerRig fingers;
  for (const std::size_t side : {0U, 1U}) {
    if (!rig.has(17 + side)) continue;
    const Hand hand = hand_of(rig, side);
    for (std::size_t i = 0; i < kFingers; ++i) make_finger(rig, hand, side, i, fingers.hands[side][i]);
  }
  return fingers;
}

void put_fingers(const rig::HumanRig& rig, const FingerRig& fingers, std::size_t side, const HandMuscles& values,
                 rig::HumanPose& pose) noexcept {
  if (!rig.has(17 + side)) return;
  for (std::size_t f = 0; f < kFingers; ++f) {
    const Finger& finger = fingers.hands[side][f];
    Quat turn = pose.rotations[17 + side] * math::about(finger.spread_axis, finite(values[f][kSpread]) * finger.spread_range);
    for (std::size_t i = 0; i < 3; ++i) {
      const FingerRig::Joint& joint = finger.joints[i];
      if (!joint.is_present) continue;
      const double flexion = joint.open + 0.5 * (1.0 - finite(values[f][kStretch[i]])) * joint.range;
      turn = math::unit(turn * math::about(joint.curl_axis, flexion - joint.rest_flexion));
      pose.rotations[finger_bone(side, f) + i] = turn;
    }
  }
}

HandMuscles measure_fingers(const rig::HumanRig& rig, const FingerRig& fingers, std::size_t side,
                            const rig::HumanPose& pose) noexcept {
  HandMuscles values{};
  if (!rig.has(17 + side)) return values;
  for (std::size_t f = 0; f < kFingers; ++f) {
    const Finger& finger = fingers.hands[side][f];
    Quat above = pose.rotations[17 + side];
    bool is_first = true;
    for (std::size_t i = 0; i < 3; ++i) {
      const FingerRig::Joint& joint = finger.joints[i];
      if (!joint.is_present) continue;
      const Quat now = pose.rotations[finger_bone(side, f) + i];
      Quat turn = glm::conjugate(above) * now;
      if (is_first) {
        // A turn about the curl axis leaves that axis in place: where it went is the spread's doing.
        const double spread = math::angle_about(finger.spread_axis, joint.curl_axis, turn * joint.curl_axis);
        values[f][kSpread] = spread / finger.spread_range;
        turn = math::about(finger.spread_axis, -spread) * turn;
        is_first = false;
      }
      const double flexion = joint.rest_flexion + math::twist_angle(turn, joint.curl_axis);
      values[f][kStretch[i]] = 1.0 - 2.0 * (flexion - joint.open) / joint.range;
      above = now;
    }
  }
  return values;
}

HandMuscles shaped_hand(const BodySettings& s, std::size_t side) {
  const std::array<double, kFingers> curls =
      side == 0 ? std::array{s.left_thumb_curl, s.left_index_curl, s.left_middle_curl, s.left_ring_curl, s.left_pinky_curl}
                : std::array{s.right_thumb_curl, s.right_index_curl, s.right_middle_curl, s.right_ring_curl, s.right_pinky_curl};
  const double spread = side == 0 ? s.left_spread_fingers : s.right_spread_fingers;
  HandMuscles values{};
  for (std::size_t f = 0; f < kFingers; ++f) values[f] = {curls[f], spread, curls[f], curls[f]};
  return values;
}

std::span<const HandPreset> hand_presets() { return kPresets; }

const HandPreset* find_hand_preset(std::string_view name) {
  for (const HandPreset& preset : kPresets) {
    if (preset.name == name || preset.alias == name) return &preset;
  }
  return nullptr;
}

void apply_hand_preset(const HandPreset& preset, std::size_t side, BodySettings& s) {
  (side == 0 ? s.left_thumb_curl : s.right_thumb_curl) = preset.thumb;
  (side == 0 ? s.left_index_curl : s.right_index_curl) = preset.index;
  (side == 0 ? s.left_middle_curl : s.right_middle_curl) = preset.middle;
  (side == 0 ? s.left_ring_curl : s.right_ring_curl) = preset.ring;
  (side == 0 ? s.left_pinky_curl : s.right_pinky_curl) = preset.pinky;
  (side == 0 ? s.left_spread_fingers : s.right_spread_fingers) = preset.spread;
}

}  // namespace doppel::solve
