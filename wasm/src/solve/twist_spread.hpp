// Spreads the twist of forearms, upper arms and legs over a rig's roll bones, so that skin does not wring at one joint. A job:
// plain data. It turns no human bone; rigs without roll bones have nothing to spread.
#pragma once

#include <vector>

#include "rig/human_pose.hpp"

namespace doppel::solve {

/// A roll joint, compiled once.
struct RollBone {
  int joint = rig::kNoJoint;                // in the avatar's skeleton
  std::size_t bone = 0;                     // the limb it lies in
  double along = 0.0;                       // 0 at the limb's start, 1 at its end
  math::Vec3 axis{0.0};                     // along the limb in T, unit
  math::Quat parent_rest{math::kIdentity};  // of its parent joint, model space, in the file's rest
  math::Quat rest_local{math::kIdentity};
  bool is_parent_mirrored = false;
  bool is_on_limb = true;  // false: its parent is another roll bone, which already turns it
};

std::vector<RollBone> make_roll_bones(const rig::Skeleton& skeleton, const rig::HumanoidMap& map, const rig::HumanRig& rig);

/// Twist of a limb's skin at `along`, radians about its axis, against the limb's own bone. Lower limbs take up their end's twist
/// towards it; upper limbs give back their own towards the trunk.
double roll_angle(const rig::HumanRig& rig, const rig::HumanPose& pose, const RollBone& roll) noexcept;

/// Local rotation of the roll joint.
math::Quat roll_rotation(const rig::HumanRig& rig, const rig::HumanPose& pose, const RollBone& roll) noexcept;

}  // namespace doppel::solve
