// The file's own humanoid map, or one made by hand, as far as it can be true: joints that exist, once each, every bone below the
// bone that it hangs on.
// It looks for nothing that the map leaves out.
#include <algorithm>

#include "rig/humanoid_search.hpp"

namespace doppel::rig {
namespace {

constexpr std::size_t kNothing = kHumanBoneCount;

/// The bone that a bone hangs on; kNothing for the hips. Arms may leave the trunk anywhere above the hips: rigs hang them on the
/// chest, the neck or a joint beside the spine.
constexpr std::size_t hangs_on(std::size_t bone) {
  if (bone == kHips) return kNothing;
  if (bone < kLowerLegs || bone == kSpine) return kHips;
  if (bone < kSpine) return bone - 2;
  if (bone == kChest) return kSpine;
  if (bone == kUpperChest) return kChest;
  if (bone == kNeck) return kUpperChest;
  if (bone == kHead) return kNeck;
  if (bone < kUpperArms) return kSpine;
  if (bone < kToes) return bone - 2;
  if (bone < kEyes) return kFeet + (bone - kToes);
  if (bone < kLeftFingers) return kHead;
  const std::size_t first = bone < kRightFingers ? kLeftFingers : kRightFingers;
  return (bone - first) % 3 == 0 ? kHands + (bone < kRightFingers ? 0 : 1) : bone - 1;
}

/// Parents before children; the upper chest stands last in the table and is asked for by neck and head.
constexpr std::array<std::size_t, kHumanBoneCount> kOrder = [] {
  std::array<std::size_t, kHumanBoneCount> order{};
  std::size_t count = 0;
  for (std::size_t bone = 0; bone <= kChest; ++bone) order[count++] = bone;
  order[count++] = kUpperChest;
  for (std::size_t bone = kNeck; bone < kUpperChest; ++bone) order[count++] = bone;
  return order;
}();

std::string bone_name(std::size_t bone) { return std::string(kHumanBones[bone]); }

void take_known_joints(HumanoidSearch& search) {
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    const int joint = search.given[bone];
    if (joint == kNoJoint) continue;
    if (joint < 0 || joint >= static_cast<int>(search.skeleton.size())) {
      search.say(FindingKind::kRejected, bone, bone_name(bone) + ": joint " + std::to_string(joint) + " does not exist");
      continue;
    }
    const auto twice = std::find(search.map.joints.begin(), search.map.joints.end(), joint);
    if (twice != search.map.joints.end()) {
      search.say(FindingKind::kRejected, bone,
                 bone_name(bone) + ": '" + search.name(joint) + "' is " +
                     bone_name(static_cast<std::size_t>(twice - search.map.joints.begin())) + " already");
      continue;
    }
    search.map.joints[bone] = joint;
  }
}

constexpr bool is_needed(std::size_t bone) {
  return bone == kSpine || bone == kHead || (bone >= kUpperLegs && bone < kSpine) || (bone >= kUpperArms && bone < kToes);
}

/// The nearest bone of the map that a bone hangs on.
std::size_t mapped_above(const BoneJoints& joints, std::size_t bone) {
  std::size_t above = hangs_on(bone);
  while (above != kNothing && joints[above] == kNoJoint) above = hangs_on(above);
  return above;
}

/// A bone that is in its place whether or not `without` is: below what that hangs on, and above something of its own, or needed
/// where `without` is not.
bool stands_without(const HumanoidSearch& search, std::size_t without, std::size_t bone) {
  const BoneJoints& joints = search.map.joints;
  const std::size_t above = mapped_above(joints, without);
  if (above != kNothing && !search.is_above(joints[above], joints[bone])) return false;
  for (std::size_t other = 0; other < kHumanBoneCount; ++other) {
    if (joints[other] != kNoJoint && mapped_above(joints, other) == bone && search.is_above(joints[bone], joints[other]))
      return true;
  }
  return is_needed(bone) && !is_needed(without) && without != kHips;
}

/// A bone that leaves out more of what hangs on it than it carries is the wrong one itself; else it would take the others with
/// it.
bool leaves_out_its_own(const HumanoidSearch& search, std::size_t bone) {
  const BoneJoints& joints = search.map.joints;
  int balance = 0;
  for (std::size_t other = 0; other < kHumanBoneCount; ++other) {
    if (joints[other] == kNoJoint || mapped_above(joints, other) != bone) continue;
    if (search.is_above(joints[bone], joints[other])) {
      ++balance;
    } else if (stands_without(search, bone, other)) {
      --balance;
    }
  }
  return balance < 0;
}

}  // namespace

void take_given(HumanoidSearch& search) {
  take_known_joints(search);
  BoneJoints& joints = search.map.joints;
  for (const std::size_t bone : kOrder) {
    if (joints[bone] == kNoJoint) continue;
    const std::size_t above = mapped_above(joints, bone);
    std::string reason;
    if (above != kNothing && !search.is_above(joints[above], joints[bone])) {
      reason = "does not hang on '" + search.name(joints[above]) + "'";
    } else if (leaves_out_its_own(search, bone)) {
      reason = "does not carry what hangs on it";
    } else {
      continue;
    }
    search.say(FindingKind::kRejected, bone, bone_name(bone) + ": '" + search.name(joints[bone]) + "' " + reason);
    joints[bone] = kNoJoint;
  }
}

}  // namespace doppel::rig
