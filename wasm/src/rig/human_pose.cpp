// Forward kinematics of the 55 human bones by their turns from the T-pose.
// It makes no local rotations.
#include "rig/human_pose.hpp"

namespace doppel::rig {
namespace {

void place_bone(const HumanRig& rig, double scale, std::size_t bone, HumanPose& pose) noexcept {
  const auto parent = static_cast<std::size_t>(rig.parents[bone]);
  pose.positions[bone] = pose.positions[parent] + pose.rotations[parent] * (scale * rig.t_offset(bone));
}

}  // namespace

void place(const HumanRig& rig, double scale, HumanPose& pose) noexcept {
  for (std::size_t i = 1; i < rig.count; ++i) place_bone(rig, scale, rig.order[i], pose);
}

void place_below(const HumanRig& rig, double scale, std::size_t bone, HumanPose& pose) noexcept {
  for (std::size_t i = 1; i < rig.count; ++i) {
    const std::size_t at = rig.order[i];
    if (at != bone && rig.is_below(bone, at)) place_bone(rig, scale, at, pose);
  }
}

void turn_below(const HumanRig& rig, std::size_t bone, const Quat& turn, HumanPose& pose) noexcept {
  for (std::size_t i = 0; i < rig.count; ++i) {
    const std::size_t at = rig.order[i];
    if (rig.is_below(bone, at)) pose.rotations[at] = math::unit(turn * pose.rotations[at]);
  }
}

void inherit(const HumanRig& rig, std::uint64_t is_set, HumanPose& pose) noexcept {
  for (std::size_t i = 0; i < rig.count; ++i) {
    const std::size_t bone = rig.order[i];
    if ((is_set >> bone & 1U) != 0) continue;
    const int parent = rig.parents[bone];
    pose.rotations[bone] = parent == kNoBone ? math::kIdentity : pose.rotations[static_cast<std::size_t>(parent)];
  }
}

}  // namespace doppel::rig
