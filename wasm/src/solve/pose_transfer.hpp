// One retargeted avatar drives others: their poses from its pose, by differences taken in T (B10); and the plain copy with
// offsets. It retargets no performer, and its followers have no inverse kinematics of their own.
#pragma once

#include "base/body_parameter.hpp"
#include "rig/human_pose.hpp"

namespace doppel::solve {

using math::Quat;
using math::Vec3;

/// A leader's root at `init`, and a follower's.
struct TransferRoots {
  double leader_scale = 1.0;
  double follower_scale = 1.0;
};

struct PoseTransfer {
  const rig::HumanRig* leader_rig = nullptr;
  const rig::HumanPose* leader = nullptr;
  const rig::HumanRig* follower_rig = nullptr;
  const TransferSettings* settings = nullptr;
  TransferRoots at_init{};
  double leader_scale = 1.0;       // now
  double leader_head_scale = 1.0;  // now
  double own_head_scale = 1.0;     // the follower's, where transferHeadScale is off
  rig::HumanPose* follower = nullptr;

  // Outputs.
  double scale = 1.0;
  double head_scale = 1.0;

  bool validate() const;
  /// Turns as the leader's; bones that it lacks ride. Hips: the leader's position plus `hipOffset` (Unity's sign of x). With
  /// `syncRootScale` the follower's scale at init times how the leader's has changed since.
  bool run() noexcept;
};

/// The generic copy between two poses of whatever rigs: offset = inverse(source) * target when made, then target = source *
/// offset, with positions. Both in world space.
class OffsetTransfer {
 public:
  OffsetTransfer() { offsets_.fill(math::kIdentity); }
  using Rotations = std::array<Quat, kHumanBoneCount>;
  using Positions = std::array<Vec3, kHumanBoneCount>;
  /// May be called again at any time.
  void init(const Rotations& source, const Rotations& target);
  void run(const Rotations& source, const Positions& source_positions, Rotations& target,
           Positions& target_positions) const noexcept;

 private:
  Rotations offsets_;
};

}  // namespace doppel::solve
