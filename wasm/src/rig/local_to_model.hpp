// Local transforms of a skeleton's joints to model space, for all or for one subtree. A job: plain data, no allocation.
// It is not the forward kinematics of the 55 human bones: see `rig/human_pose`.
#pragma once

#include <optional>

#include "rig/pose.hpp"

namespace doppel::rig {

/// Inputs and output belong to the caller.
struct LocalToModel {
  const Skeleton* skeleton = nullptr;
  const Pose* input = nullptr;
  /// First joint whose place is computed; those before it are taken from `output`. Default: all.
  std::size_t from = 0;
  /// One past the last. Default: all. With from = j and to = subtree_end(j), one subtree.
  std::optional<std::size_t> to{};
  ModelPose* output = nullptr;

  /// False where something is missing or sizes do not fit.
  bool validate() const;
  /// Scales and mirrors are the rest pose's. Rotations that are not unit are made so. Does nothing and returns false where
  /// `validate` fails.
  bool run() const noexcept;
};

/// Places one joint; those above it are placed in `output` already. Sizes must fit.
void place_joint(const Skeleton& skeleton, const Pose& input, std::size_t joint, ModelPose& output) noexcept;

/// A local rotation as seen under a mirrored parent: the parent's mirror is taken to the other side of it.
inline Quat through_mirror(bool is_parent_mirrored, const Quat& local) {
  return is_parent_mirrored ? math::mirrored(local) : local;
}

}  // namespace doppel::rig
