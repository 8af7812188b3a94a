// Which joint of a skeleton is which human bone: the order of the steps, and the body's shape where names are not enough.
// It changes no skeleton and straightens nothing.
#include "rig/humanoid_map.hpp"

#include <algorithm>

#include "rig/humanoid_geometry.hpp"
#include "rig/humanoid_search.hpp"

namespace doppel::rig {
namespace {

constexpr std::array<std::size_t, 15> kRequired{kHips, 1, 2, 3, 4, 5, 6, kSpine, kHead, 13, 14, 15, 16, 17, 18};

void fall_back_on_geometry(HumanoidSearch& search) {
  if (search.map.is_complete()) return;
  const BoneJoints shape = map_by_geometry(search.skeleton);
  if (shape[kHips] == kNoJoint) return;
  // Names that disagree with the shape about the trunk mean another body: then nothing is filled in.
  if (search.map.has(kHips) && search.map.joints[kHips] != shape[kHips]) return;
  bool took_any = false;
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    if (search.map.has(bone) || shape[bone] == kNoJoint || search.is_taken(shape[bone])) continue;
    search.map.joints[bone] = shape[bone];
    took_any = true;
    search.say(FindingKind::kGuessed, bone,
               std::string(kHumanBones[bone]) + ": '" + search.name(shape[bone]) + "' by the body's shape");
  }
  if (took_any && search.map.spine_chain.empty()) find_torso(search);
}

}  // namespace

bool HumanoidMap::is_complete() const {
  return std::all_of(kRequired.begin(), kRequired.end(), [this](std::size_t bone) { return has(bone); });
}

std::span<const std::size_t> required_bones() { return kRequired; }

HumanoidMap map_humanoid(const Skeleton& skeleton, const BoneJoints& given) {
  HumanoidSearch search(skeleton, given);
  take_given(search);
  for (const std::size_t side : {0U, 1U}) {
    find_leg(search, side);
    find_arm(search, side);
  }
  find_trunk(search);
  fall_back_on_geometry(search);
  find_eyes(search);
  for (const std::size_t side : {0U, 1U}) find_fingers(search, side);
  find_jaw(search);
  find_rolls(search);
  for (const std::size_t bone : kRequired) {
    if (!search.map.has(bone))
      search.say(FindingKind::kMissing, bone, "no joint was found for " + std::string(kHumanBones[bone]));
  }
  return std::move(search.map);
}

}  // namespace doppel::rig
