// A body found by its shape alone: where legs, arms and head leave the trunk, for skeletons whose names say nothing.
// It finds the 15 bones that a body needs, shoulders and toes; fingers and eyes by shape are found with hands and face.
#pragma once

#include "rig/humanoid_map.hpp"

namespace doppel::rig {

/// Bones of an upright body at rest (Y up, either facing of Z), or `kNoBones` where the shape is no such body. The left side is
/// +X where the toes point to +Z, else the other one.
BoneJoints map_by_geometry(const Skeleton& skeleton);

}  // namespace doppel::rig
