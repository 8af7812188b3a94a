// One pose of a skeleton: local translations and rotations as streams give them, and the same in model space.
// It is not the solver's pose of the human bones: see `rig/human_pose`.
#pragma once

#include <vector>

#include "rig/skeleton.hpp"

namespace doppel::rig {

struct Pose {
  std::vector<Vec3> translations;  // local, metres, in the parent's units
  std::vector<Quat> rotations;     // local, unit

  /// The skeleton's rest. Allocates; a frame never does.
  static Pose rest_of(const Skeleton& skeleton);
};

struct ModelPose {
  std::vector<Vec3> positions;  // model space, metres
  std::vector<Quat> rotations;  // model space, unit; of a mirrored joint as `Skeleton::rest_rotation_ms`

  static ModelPose rest_of(const Skeleton& skeleton);
};

}  // namespace doppel::rig
