// Two-bone inverse kinematics in closed form: from where root, middle and end stand and where the end shall be, to two turns. A
// job: plain data, no allocation. It gives corrections and applies none; weights are the caller's (`limb_blend`).
#pragma once

#include "math/quat.hpp"

namespace doppel::solve {

using math::Quat;
using math::Vec3;

/// Distance that a limb of `length` takes for a target at `distance`: the same up to `start` (0..1 of the length), then softly
/// towards the length, which it never passes. C1 in both. A start of 1: the target's distance, limited.
double soft_reach(double distance, double length, double start);

struct TwoBoneIk {
  Vec3 root{0.0};  // world, metres; so all below
  Vec3 middle{0.0};
  Vec3 end{0.0};
  Vec3 target{0.0};
  /// Which way the middle joint stands off the line from root to target. Need not be unit or across the line. Parallel to the
  /// line or zero: the side on which the middle joint stands now, else any.
  Vec3 bend{0.0};
  /// Where the softening of the reach starts, of the limb's length, 0..1. Default as for legs.
  double soft_start = 0.97;
  /// How far the middle joint stands off the line where the limb is all but straight, metres; negative (the default): the closed
  /// form always. Within kStraight of full length (less on limbs shorter than kUsualLength) the knee angle hangs on fractions of
  /// a millimetre: there the performer's own is taken, for a foot error of less than a millimetre.
  double straight_height = -1.0;

  static constexpr double kStraightFrom = 0.0003;  // metres of slack: from here down the performer's own height
  static constexpr double kStraightTo = 0.0015;    // from here up the closed form's
  static constexpr double kUsualLength = 0.8;      // metres

  // Outputs.
  Quat upper_turn{math::kIdentity};  // from the left, world space, on the upper bone and all that hangs on it
  Quat lower_turn{math::kIdentity};  // then this on the lower bone and all that hangs on it
  Vec3 solved_middle{0.0};
  Vec3 solved_end{0.0};
  double reach_error = 0.0;  // metres from solved end to target

  /// False, and identities, where a number is not finite or the limb has no length.
  bool run() noexcept;
};

}  // namespace doppel::solve
