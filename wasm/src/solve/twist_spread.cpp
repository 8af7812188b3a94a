// Spreads the twist of limbs over a rig's roll bones.
// It moves no human bone in the world.
#include "solve/twist_spread.hpp"

#include <algorithm>

#include "rig/local_to_model.hpp"

namespace doppel::solve {
namespace {

using math::Quat;
using math::Vec3;

bool is_upper(std::size_t bone) { return bone == 1 || bone == 2 || bone == 13 || bone == 14; }

bool carries(const rig::Skeleton& skeleton, int joint, int other) {
  return other != rig::kNoJoint && skeleton.is_ancestor(static_cast<std::size_t>(joint), static_cast<std::size_t>(other));
}

class Spreader {
 public:
  Spreader(const rig::Skeleton& skeleton, const rig::HumanRig& rig) : skeleton_(skeleton), rig_(rig) {}

  TwistSpread run(const rig::HumanoidMap& map, std::size_t most) {
    for (const rig::RollJoint& found : map.rolls) add(found);
    // Those in a chain carry bones: they are the last to be left out.
    std::stable_partition(spread_.rolls.begin(), spread_.rolls.end(), [](const RollBone& roll) { return roll.is_in_chain; });
    if (spread_.rolls.size() > most) spread_.rolls.resize(most);
    std::sort(spread_.rolls.begin(), spread_.rolls.end(), [](const RollBone& a, const RollBone& b) { return a.joint < b.joint; });
    for (std::size_t i = 0; i < rig_.count; ++i) share_chain(rig_.order[i]);
    for (RollBone& roll : spread_.rolls) roll.parent_share = share_above(skeleton_.parents()[at(roll.joint)], roll.bone).share;
    for (std::size_t i = 0; i < rig_.count; ++i) {
      const std::size_t bone = rig_.order[i];
      spread_.carried[bone] = share_above(skeleton_.parents()[at(rig_.joints[bone])], kHumanBoneCount);
    }
    return std::move(spread_);
  }

 private:
  static std::size_t at(int joint) { return static_cast<std::size_t>(joint); }

  void add(const rig::RollJoint& found) {
    const std::size_t next = found.bone + 2;  // lower limb or end
    if (!rig_.has(found.bone) || !rig_.has(next)) return;
    RollBone roll;
    roll.is_in_chain = found.is_in_chain;
    // One that carries another human bone would turn it: it stays as it is.
    const bool carries_any =
        std::any_of(rig_.joints.begin(), rig_.joints.end(), [&](int other) { return carries(skeleton_, found.joint, other); });
    if (carries_any && !roll.is_in_chain) return;
    const std::size_t joint = at(found.joint);
    const Vec3 from = skeleton_.rest_position_ms(at(rig_.joints[found.bone]));
    const Vec3 line = skeleton_.rest_position_ms(at(rig_.joints[next])) - from;
    const double squares = glm::dot(line, line);
    if (!(squares > 1e-12)) return;
    roll.joint = found.joint;
    roll.bone = found.bone;
    roll.along = std::clamp(glm::dot(skeleton_.rest_position_ms(joint) - from, line) / squares, 0.0, 1.0);
    roll.share = is_upper(roll.bone) ? roll.along - 1.0 : roll.along;
    roll.axis = math::direction_or(rig_.t_positions[next] - rig_.t_positions[found.bone], math::kUp);
    roll.rest_local = skeleton_.rest_local(joint).rotation;
    if (const int parent = skeleton_.parents()[joint]; parent != rig::kNoJoint) {
      roll.parent_rest = skeleton_.rest_rotation_ms(at(parent));
      roll.is_parent_mirrored = skeleton_.is_mirrored(at(parent));
    }
    spread_.axes[roll.bone] = roll.axis;
    spread_.rolls.push_back(roll);
  }

  /// Of N joints in a limb's chain the k-th has k / N of the twist; the bone's own joint then has none of it.
  void share_chain(std::size_t bone) {
    double count = 0.0;
    for (const RollBone& roll : spread_.rolls) count += roll.bone == bone && roll.is_in_chain ? 1.0 : 0.0;
    if (count == 0.0) return;
    double number = 0.0;
    for (RollBone& roll : spread_.rolls) {
      if (roll.bone != bone || !roll.is_in_chain) continue;
      number += 1.0;
      roll.share = number / count - (is_upper(bone) ? 1.0 : 0.0);
    }
    if (is_upper(bone)) spread_.own[bone] = {bone, -1.0};
  }

  /// What the nearest roll joint or human bone from `joint` upwards has; of another limb than `limb` (kHumanBoneCount: any) none.
  TwistShare share_above(int joint, std::size_t limb) const {
    for (; joint != rig::kNoJoint; joint = skeleton_.parents()[at(joint)]) {
      for (const RollBone& roll : spread_.rolls) {
        if (roll.joint != joint) continue;
        return limb == kHumanBoneCount || roll.bone == limb ? TwistShare{roll.bone, roll.share} : TwistShare{};
      }
      const auto human = std::find(rig_.joints.begin(), rig_.joints.end(), joint);
      if (human != rig_.joints.end()) return spread_.own[static_cast<std::size_t>(human - rig_.joints.begin())];
    }
    return {};
  }

  const rig::Skeleton& skeleton_;
  const rig::HumanRig& rig_;
  TwistSpread spread_;
};

/// How a bone's joint is turned from the file's rest, with a twist about the limb's axis before that.
Quat twisted(const rig::HumanRig& rig, const rig::HumanPose& pose, const TwistSpread& spread, std::size_t bone,
             const TwistShare& share) {
  const Quat change = pose.rotations[bone] * rig.straighten[bone];
  if (share.limb == kHumanBoneCount || share.share == 0.0) return change;
  const Vec3& axis = spread.axes[share.limb];
  const Vec3 rest_axis = glm::conjugate(rig.straighten[share.limb]) * axis;
  return change * math::about(rest_axis, share.share * limb_twist(rig, pose, share.limb, axis));
}

}  // namespace

TwistSpread make_twist_spread(const rig::Skeleton& skeleton, const rig::HumanoidMap& map, const rig::HumanRig& rig,
                              std::size_t most) {
  return Spreader(skeleton, rig).run(map, most);
}

double limb_twist(const rig::HumanRig& rig, const rig::HumanPose& pose, std::size_t limb, const Vec3& axis) noexcept {
  if (!rig.has(limb)) return 0.0;
  if (!is_upper(limb)) {
    if (!rig.has(limb + 2)) return 0.0;
    return math::twist_angle(glm::conjugate(pose.rotations[limb]) * pose.rotations[limb + 2], axis);
  }
  const int parent = rig.parents[limb];
  if (parent == rig::kNoBone) return 0.0;
  return math::twist_angle(glm::conjugate(pose.rotations[static_cast<std::size_t>(parent)]) * pose.rotations[limb], axis);
}

double roll_angle(const rig::HumanRig& rig, const rig::HumanPose& pose, const RollBone& roll) noexcept {
  return roll.share * limb_twist(rig, pose, roll.bone, roll.axis);
}

Quat roll_rotation(const rig::HumanRig& rig, const rig::HumanPose& pose, const RollBone& roll) noexcept {
  // The axis in the file's rest: T is the rest straightened.
  const Vec3 axis = glm::conjugate(rig.straighten[roll.bone]) * roll.axis;
  const double angle = (roll.share - roll.parent_share) * limb_twist(rig, pose, roll.bone, roll.axis);
  const Quat local = glm::conjugate(roll.parent_rest) * math::about(axis, angle) * roll.parent_rest;
  return math::unit(rig::through_mirror(roll.is_parent_mirrored, local) * roll.rest_local);
}

Quat bone_rotation(const rig::HumanRig& rig, const rig::RestAdapter& adapter, const TwistSpread& spread,
                   const rig::HumanPose& pose, std::size_t bone) noexcept {
  const TwistShare& own = spread.own[bone];
  const TwistShare& carried = spread.carried[bone];
  if (!rig.has(bone) || (own.share == 0.0 && carried.share == 0.0)) return adapter.local_rotation(rig, pose, bone);
  Quat above = math::kIdentity;
  if (const int parent = rig.parents[bone]; parent != rig::kNoBone) {
    above = twisted(rig, pose, spread, static_cast<std::size_t>(parent), carried);
  }
  return adapter.local_of(bone, above, twisted(rig, pose, spread, bone, own));
}

}  // namespace doppel::solve
