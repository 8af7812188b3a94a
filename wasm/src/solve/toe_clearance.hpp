// How far toes are turned up so that their tip does not go through the floor: a performer's toes point a few degrees down as they
// stand, and its tracked joints do not tell where they end. A job: plain data, no allocation. It turns no foot.
#pragma once

#include "rig/human_pose.hpp"
#include "solve/hip_height.hpp"

namespace doppel::solve {

/// The tip of a foot's toes as they are turned.
struct ToeTip {
  Vec3 joint{0.0};    // of the toes, world; the ankle where the sole is rigid or there are no toes
  Vec3 place{0.0};    // of the tip, from the joint
  double edge = 0.0;  // metres: how much lower the lower side of the tip is
  double height() const { return joint.y + place.y - edge; }
};
/// `foot` and `toes`: turns from T; `scale` of the whole body.
ToeTip toe_tip(const rig::HumanRig& rig, const Vec3& ankle, const math::Quat& foot, const math::Quat& toes, double scale,
               std::size_t side);

/// Height down to which the tip of planted toes may reach, metres, for a sole that is `sole` above the floor: no further than the
/// sole while that is near the floor, and down to the floor from kFree on, where toes hang as the performer's do.
double toe_floor(double sole);

struct ToeClearance {
  Vec3 tip{0.0};       // world, from the toes' joint, as the toes are turned now
  double least = 0.0;  // metres: how far above the joint, or below it (negative), the tip has to be at least

  static constexpr double kMostLift = 60.0 * math::kRadian;  // toes bend no further

  /// What the toes have to be turned by, world space, from the left. The identity where they are high enough, where the tip is on
  /// the joint and where a number is not finite.
  math::Quat run() const noexcept;
};

}  // namespace doppel::solve
