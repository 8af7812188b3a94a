// The head's own correction after all else: a local turn, set by hand or so that it looks to the front (B8).
// Its scale is no rotation: the engine gives it to whoever draws, since a neck does not grow with the head.
#pragma once

#include "base/body_parameter.hpp"
#include "rig/human_pose.hpp"

namespace doppel::solve {

/// Turns the head and what hangs on it by `headRotationOffsetX/Y/Z`: Unity's Euler angles about the head's own up, side and front
/// in T, whatever its bone's axes. All 0 or no head: nothing changes, to the bit.
void turn_head(const rig::HumanRig& rig, const BodySettings& settings, rig::HumanPose& pose) noexcept;

/// The offset that makes the head of `pose` (before `turn_head`) look as it does in T, for a body that faces `heading` (radians):
/// Unity's angles in degrees, each -180..180.
math::Vec3 head_offset_to_forward(const rig::HumanPose& pose, double heading);

}  // namespace doppel::solve
