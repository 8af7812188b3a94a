// Spreads the twist of forearms, upper arms and legs over a rig's roll bones, so that skin does not wring at one joint. A job:
// plain data. It moves no human bone in the world; rigs without roll bones have nothing to spread.
#pragma once

#include <array>
#include <vector>

#include "rig/human_pose.hpp"
#include "rig/rest_adapter.hpp"

namespace doppel::solve {

/// Part of a limb's twist that a joint has beyond what its bone's turn gives it.
struct TwistShare {
  std::size_t limb = kHumanBoneCount;  // whose twist; kHumanBoneCount: none
  double share = 0.0;                  // of `limb_twist`
};

/// A roll joint, compiled once. It stands beside the chain, or in it: then it carries the limb's next bone (Daz, MMD).
struct RollBone {
  int joint = rig::kNoJoint;  // in the avatar's skeleton
  std::size_t bone = 0;       // the limb it lies in
  double along = 0.0;         // 0 at the limb's start, 1 at its end
  bool is_in_chain = false;
  double share = 0.0;                       // of the limb's twist, against the bone's turn
  double parent_share = 0.0;                // of the joint above it
  math::Vec3 axis{0.0};                     // along the limb in T, unit
  math::Quat parent_rest{math::kIdentity};  // of its parent joint, model space, in the file's rest
  math::Quat rest_local{math::kIdentity};
  bool is_parent_mirrored = false;
};

/// All roll joints of a rig, with what those in the chain change for the bones about them.
struct TwistSpread {
  std::vector<RollBone> rolls;                        // parents before children; those in a chain first where there are too many
  std::array<TwistShare, kHumanBoneCount> own{};      // of a bone's joint
  std::array<TwistShare, kHumanBoneCount> carried{};  // of the joint that a bone's joint hangs on
  std::array<math::Vec3, kHumanBoneCount> axes{};     // of limbs with roll joints, in T, unit
};

/// At most `most` roll joints.
TwistSpread make_twist_spread(const rig::Skeleton& skeleton, const rig::HumanoidMap& map, const rig::HumanRig& rig,
                              std::size_t most);

/// What there is to spread on a limb, radians about its axis: of upper limbs their own twist against the trunk, of lower ones
/// that of their end against them.
double limb_twist(const rig::HumanRig& rig, const rig::HumanPose& pose, std::size_t limb, const math::Vec3& axis) noexcept;

/// Twist of a roll joint against the limb's own turn, radians. Beside the chain: lower limbs take up their end's twist towards
/// it, upper limbs give back their own towards the trunk, by how far along they stand. In the chain: by their number, so that
/// the last one has all that the next bone needs.
double roll_angle(const rig::HumanRig& rig, const rig::HumanPose& pose, const RollBone& roll) noexcept;

/// Local rotation of the roll joint.
math::Quat roll_rotation(const rig::HumanRig& rig, const rig::HumanPose& pose, const RollBone& roll) noexcept;

/// Local rotation of a human bone's joint, with the shares of the joints about it. Without roll joints in the chain the
/// adapter's own, to the bit.
math::Quat bone_rotation(const rig::HumanRig& rig, const rig::RestAdapter& adapter, const TwistSpread& spread,
                         const rig::HumanPose& pose, std::size_t bone) noexcept;

}  // namespace doppel::solve
