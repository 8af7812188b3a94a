// Spreads the twist of limbs over a rig's roll bones.
// It turns no human bone.
#include "solve/twist_spread.hpp"

#include <algorithm>

#include "rig/local_to_model.hpp"

namespace doppel::solve {
namespace {

using math::Quat;
using math::Vec3;

bool is_upper(std::size_t bone) { return bone == 1 || bone == 2 || bone == 13 || bone == 14; }

}  // namespace

std::vector<RollBone> make_roll_bones(const rig::Skeleton& skeleton, const rig::HumanoidMap& map, const rig::HumanRig& rig) {
  std::vector<RollBone> rolls;
  for (const rig::RollJoint& found : map.rolls) {
    const std::size_t next = found.bone + 2;  // lower limb or end
    if (!rig.has(found.bone) || !rig.has(next)) continue;
    const auto joint = static_cast<std::size_t>(found.joint);
    const int parent = skeleton.parents()[joint];
    // One that carries a human bone (a chain through twist bones) would turn it: it stays as it is.
    if (std::any_of(rig.joints.begin(), rig.joints.end(), [&](int other) {
          return other != rig::kNoJoint && skeleton.is_ancestor(joint, static_cast<std::size_t>(other));
        })) {
      continue;
    }
    const Vec3 from = skeleton.rest_position_ms(static_cast<std::size_t>(rig.joints[found.bone]));
    const Vec3 line = skeleton.rest_position_ms(static_cast<std::size_t>(rig.joints[next])) - from;
    const double squares = glm::dot(line, line);
    if (!(squares > 1e-12)) continue;
    RollBone roll;
    roll.joint = found.joint;
    roll.bone = found.bone;
    roll.along = std::clamp(glm::dot(skeleton.rest_position_ms(joint) - from, line) / squares, 0.0, 1.0);
    roll.axis = math::direction_or(rig.t_positions[next] - rig.t_positions[found.bone], math::kUp);
    roll.rest_local = skeleton.rest_local(joint).rotation;
    if (parent != rig::kNoJoint) {
      roll.parent_rest = skeleton.rest_rotation_ms(static_cast<std::size_t>(parent));
      roll.is_parent_mirrored = skeleton.is_mirrored(static_cast<std::size_t>(parent));
    }
    roll.is_on_limb = parent == rig.joints[found.bone];
    rolls.push_back(roll);
  }
  return rolls;
}

double roll_angle(const rig::HumanRig& rig, const rig::HumanPose& pose, const RollBone& roll) noexcept {
  if (!rig.has(roll.bone)) return 0.0;
  if (!is_upper(roll.bone)) {
    if (!rig.has(roll.bone + 2)) return 0.0;
    const Quat end = glm::conjugate(pose.rotations[roll.bone]) * pose.rotations[roll.bone + 2];
    return roll.along * math::twist_angle(end, roll.axis);
  }
  const int parent = rig.parents[roll.bone];
  if (parent == rig::kNoBone) return 0.0;
  const Quat own = glm::conjugate(pose.rotations[static_cast<std::size_t>(parent)]) * pose.rotations[roll.bone];
  return -(1.0 - roll.along) * math::twist_angle(own, roll.axis);
}

Quat roll_rotation(const rig::HumanRig& rig, const rig::HumanPose& pose, const RollBone& roll) noexcept {
  if (!roll.is_on_limb) return roll.rest_local;
  // The axis in the file's rest: T is the rest straightened.
  const Vec3 axis = glm::conjugate(rig.straighten[roll.bone]) * roll.axis;
  const Quat turn = math::about(axis, roll_angle(rig, pose, roll));
  const Quat local = glm::conjugate(roll.parent_rest) * turn * roll.parent_rest;
  return math::unit(rig::through_mirror(roll.is_parent_mirrored, local) * roll.rest_local);
}

}  // namespace doppel::solve
