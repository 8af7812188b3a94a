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

/// Hips that carry less of the body than they leave out are no hips; else they would take everything else with them.
void check_hips(HumanoidSearch& search) {
  BoneJoints& joints = search.map.joints;
  if (joints[kHips] == kNoJoint) return;
  int carried = 0;
  for (const std::size_t bone : {kUpperLegs + 0, kUpperLegs + 1, kSpine + 0}) {
    const std::size_t asked = bone == kSpine && joints[bone] == kNoJoint ? static_cast<std::size_t>(kHead) : bone;
    if (joints[asked] != kNoJoint) carried += search.is_above(joints[kHips], joints[asked]) ? 1 : -1;
  }
  if (carried >= 0) return;
  search.say(FindingKind::kRejected, kHips, "hips: '" + search.name(joints[kHips]) + "' does not carry legs and spine");
  joints[kHips] = kNoJoint;
}

}  // namespace

void take_given(HumanoidSearch& search) {
  take_known_joints(search);
  check_hips(search);
  BoneJoints& joints = search.map.joints;
  for (const std::size_t bone : kOrder) {
    if (joints[bone] == kNoJoint) continue;
    std::size_t above = hangs_on(bone);
    while (above != kNothing && joints[above] == kNoJoint) above = hangs_on(above);
    if (above == kNothing || search.is_above(joints[above], joints[bone])) continue;
    search.say(FindingKind::kRejected, bone,
               bone_name(bone) + ": '" + search.name(joints[bone]) + "' does not hang on '" + search.name(joints[above]) + "'");
    joints[bone] = kNoJoint;
  }
}

}  // namespace doppel::rig
