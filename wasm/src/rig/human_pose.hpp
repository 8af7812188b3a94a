// A pose of the 55 human bones, the same for every rig: each bone's turn from the T-pose, in world space, and where it stands.
// It holds no local rotations: `rest_adapter` makes those for a file's joints. "Identity everywhere" is the T-pose facing +Z.
#pragma once

#include "rig/human_rig.hpp"

namespace doppel::rig {

struct HumanPose {
  std::array<Quat, kHumanBoneCount> rotations;  // turn from T, world space, unit; identity for missing bones
  std::array<Vec3, kHumanBoneCount> positions;  // world space, metres; 0 for missing bones

  HumanPose() {
    rotations.fill(math::kIdentity);
    positions.fill(Vec3(0.0));
  }
};

/// Places all bones from the hips' position down by their turns; `scale` of the whole body.
void place(const HumanRig& rig, double scale, HumanPose& pose) noexcept;

/// Places what hangs on `bone`; the bone itself stays.
void place_below(const HumanRig& rig, double scale, std::size_t bone, HumanPose& pose) noexcept;

/// Turns a bone and all that hangs on it by `turn` (world space, from the left). Positions are left to `place_below`.
void turn_below(const HumanRig& rig, std::size_t bone, const Quat& turn, HumanPose& pose) noexcept;

/// Bones that are present and not in `is_set` (bit i: bone i) get the turn of the bone they hang on.
void inherit(const HumanRig& rig, std::uint64_t is_set, HumanPose& pose) noexcept;

}  // namespace doppel::rig
