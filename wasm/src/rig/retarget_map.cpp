// Two skeletons compiled once into lists that a frame walks.
// It holds no rotations: offsets are a calibration's.
#include "rig/retarget_map.hpp"

#include <algorithm>

namespace doppel::rig {
namespace {

constexpr std::array<std::uint8_t, 3> kSpineBones{7, 8, 54};
constexpr std::array<std::uint8_t, 1> kNeckBones{9};

std::vector<ChainBone> chain_of(std::span<const std::uint8_t> bones, const std::vector<int>& source, const HumanRig& target) {
  std::vector<ChainBone> chain;
  for (const std::uint8_t bone : bones) {
    if (target.has(bone)) chain.push_back({bone, kNoJoint});
  }
  if (source.empty()) return {};
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (const auto last = group_last(i, source.size(), chain.size())) chain[i].joint = source[*last];
  }
  return chain;
}

/// Of an upper limb the last twist joint in its chain: the bone's own has the swing alone.
int driving_joint(const HumanoidMap& source, std::size_t bone) {
  int joint = source.joints[bone];
  const bool is_upper = bone == 1 || bone == 2 || bone == 13 || bone == 14;
  for (const RollJoint& roll : source.rolls) {
    if (is_upper && roll.bone == bone && roll.is_in_chain) joint = std::max(joint, roll.joint);
  }
  return joint;
}

bool holds(const std::vector<ChainBone>& chain, std::size_t bone) {
  return std::any_of(chain.begin(), chain.end(), [bone](const ChainBone& link) { return link.bone == bone; });
}

}  // namespace

std::optional<std::size_t> group_last(std::size_t bone, std::size_t sources, std::size_t targets) {
  const std::size_t from = bone * sources / targets;
  const std::size_t to = (bone + 1) * sources / targets;
  if (from == to) return std::nullopt;
  return to - 1;
}

RetargetMap make_retarget_map(const HumanoidMap& source, const HumanRig& target) {
  RetargetMap map;
  map.spine = chain_of(kSpineBones, source.spine_chain, target);
  map.neck = chain_of(kNeckBones, source.neck_chain, target);
  for (const auto* chain : {&map.spine, &map.neck}) {
    for (const ChainBone& link : *chain) map.driven |= std::uint64_t{1} << link.bone;
  }
  for (std::size_t i = 0; i < target.count; ++i) {
    const std::uint8_t bone = target.order[i];
    if (holds(map.spine, bone) || holds(map.neck, bone)) continue;
    if (!source.has(bone)) {
      map.target_only.push_back(bone);
      continue;
    }
    map.pairs.push_back({bone, driving_joint(source, bone)});
    map.driven |= std::uint64_t{1} << bone;
  }
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    if (source.has(bone) && !target.has(bone)) map.source_only.push_back(static_cast<std::uint8_t>(bone));
  }
  return map;
}

}  // namespace doppel::rig
