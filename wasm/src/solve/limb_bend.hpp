// Which way an avatar's knee or elbow bends for a performer's: projection and rejection on the line of the limb, carried over to
// the avatar's line (B5). A job: plain data. It is no law of cosines, so nothing is singular at a straight limb and reversed
// knees stay.
#pragma once

#include "math/quat.hpp"

namespace doppel::solve {

using math::Vec3;

struct LimbBend {
  Vec3 source_root{0.0};  // world; so all positions below
  Vec3 source_middle{0.0};
  Vec3 source_end{0.0};
  Vec3 target_root{0.0};
  Vec3 target_end{0.0};        // where the end shall be
  double target_length = 0.0;  // metres, upper plus lower bone
  /// Where the joint would bend to on its own (forward of a knee, behind an elbow), world; decides where the source is straight.
  Vec3 own_direction{0.0};
  /// bendGoalWeight, 0..1: how much the performer's side says; at 0 `own_direction` alone decides.
  double goal_weight = 1.0;

  /// Where the source is nearly straight and the target has to bend more than it, the source's rejection is blown up with its
  /// noise: under this share of the limb's length it says less and less about the side, and the joint's own direction more.
  static constexpr double kStraightShare = 0.01;
  /// How many times the source's bend the target's may be before that begins, and from where on it holds in full.
  static constexpr double kSameBend = 1.25;
  static constexpr double kOtherBend = 2.5;

  // Outputs.
  Vec3 direction{0.0};     // unit, across the target's line; 0 where nothing says a side
  Vec3 seed_middle{0.0};   // the seed's own point: projection and rejection scaled to the target's chain
  double height = 0.0;     // metres: how far that point is off the line
  double extension = 1.0;  // source: root to end over its length, 0..1

  /// False where the source limb has no length or a number is not finite: then only `own_direction` counts.
  bool run() noexcept;
};

/// Holds the turn of a bend direction about its limb's line to 90 degrees a frame.
struct BendMemory {
  Vec3 last{0.0};
  /// `direction` across the unit `line`, or 90 degrees from the last one on the way to it.
  Vec3 limited(const Vec3& direction, const Vec3& line) noexcept;
  void reset() { last = Vec3(0.0); }
};

}  // namespace doppel::solve
