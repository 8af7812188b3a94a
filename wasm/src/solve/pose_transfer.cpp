// One retargeted avatar drives others; and the plain copy with offsets.
// It retargets no performer.
#include "solve/pose_transfer.hpp"

namespace doppel::solve {

bool PoseTransfer::validate() const {
  return leader_rig != nullptr && leader != nullptr && follower_rig != nullptr && settings != nullptr && follower != nullptr;
}

bool PoseTransfer::run() noexcept {
  if (!validate()) return false;
  std::uint64_t shared = 0;
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    if (!leader_rig->has(bone) || !follower_rig->has(bone)) continue;
    follower->rotations[bone] = leader->rotations[bone];
    shared |= std::uint64_t{1} << bone;
  }
  rig::inherit(*follower_rig, shared, *follower);
  scale = at_init.follower_scale;
  if (settings->sync_root_scale && at_init.leader_scale > 0.0) scale *= leader_scale / at_init.leader_scale;
  head_scale = settings->transfer_head_scale ? leader_head_scale : own_head_scale;
  const Vec3 offset = math::from_unity({settings->hip_offset[0], settings->hip_offset[1], settings->hip_offset[2]});
  follower->positions[0] = leader->positions[0] + offset;
  rig::place(*follower_rig, scale, *follower);
  return true;
}

void OffsetTransfer::init(const Rotations& source, const Rotations& target) {
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) offsets_[i] = math::unit(glm::conjugate(math::unit(source[i])) * target[i]);
}

void OffsetTransfer::run(const Rotations& source, const Positions& source_positions, Rotations& target,
                         Positions& target_positions) const noexcept {
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) target[i] = math::unit(source[i] * offsets_[i]);
  target_positions = source_positions;
}

}  // namespace doppel::solve
