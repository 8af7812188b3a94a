// A body's row, as it crosses to whoever draws: its layout, writing a pose into it, and reading it back onto the file's joints as
// a renderer does.
// It solves nothing.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "rig/local_to_model.hpp"
#include "rig/rest_adapter.hpp"
#include "solve/twist_spread.hpp"

namespace doppel::engine {

/// Roll joints that a row holds; those beyond are left at rest.
inline constexpr std::size_t kMaxRolls = 24;
/// A row: 55 local rotations x, y, z, w; local translation of the hips' node (3); avatarScale; headScale; 3 free; local rotations
/// of the roll joints, in the order of `roll_joints`.
inline constexpr std::size_t kHipsOffset = 4 * kHumanBoneCount;
inline constexpr std::size_t kScaleOffset = kHipsOffset + 3;
inline constexpr std::size_t kHeadScaleOffset = kScaleOffset + 1;
inline constexpr std::size_t kRollOffset = kHipsOffset + 8;
inline constexpr std::size_t kBodyRow = kRollOffset + 4 * kMaxRolls;

using BodyRow = std::array<float, kBodyRow>;

class RowWriter {
 public:
  RowWriter(const rig::Skeleton& skeleton, const rig::HumanoidMap& map, const rig::HumanRig& rig);

  const std::vector<solve::RollBone>& rolls() const { return spread_.rolls; }
  /// The root node carries the scale: inside it everything is as large as in the file.
  void write(const rig::HumanRig& rig, const rig::HumanPose& pose, double scale, double head_scale, BodyRow& row) const noexcept;
  /// Turns and places of the human bones of the avatar as it is drawn from the row, world.
  void read(const rig::Skeleton& skeleton, const rig::HumanRig& rig, const BodyRow& row, rig::HumanPose& drawn) noexcept;

 private:
  rig::RestAdapter adapter_;
  solve::TwistSpread spread_;
  std::vector<std::size_t> needed_;  // human joints and all above them, parents first
  rig::Pose local_;
  rig::ModelPose model_;
};

}  // namespace doppel::engine
