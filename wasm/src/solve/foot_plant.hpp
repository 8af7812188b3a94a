// How firmly a performer's foot stands, and how a foot that is on its way gives along its leg. Plain data and one memory; no
// allocation. Meters know nothing of it: they have a measure of their own.
#pragma once

#include "math/quat.hpp"

namespace doppel::solve {

using math::Vec3;

/// Where a performer's foot is in one frame of the source; positions world, metres.
struct FootPlace {
  Vec3 ankle{0.0};
  Vec3 ball{0.0};     // the toes' joint, the ankle where there is none: a foot that rolls on its ball stands
  double sole = 0.0;  // metres over the floor
  double time = 0.0;  // seconds, the source's
};

/// 0..1: 1 stands, 0 is on its way. The slower of ankle and ball counts, from one frame of the source to the next. A foot that
/// comes down is there at once, one that leaves lets go in kLeaves.
class FootPlant {
 public:
  static constexpr double kStands = 0.13;   // m/s and slower, for a leg of kUsualLeg
  static constexpr double kMoves = 0.31;    // m/s and faster
  static constexpr double kLow = 0.023;     // metres: soles lower than this can stand
  static constexpr double kHigh = 0.048;    // and higher than this do not
  static constexpr double kLeaves = 0.06;   // seconds in which 63 % are let go
  static constexpr double kNear = 0.05;     // metres: soles lower than this may stand soon
  static constexpr double kFar = 0.25;      // and higher than this do not
  static constexpr double kUsualLeg = 0.8;  // metres
  static constexpr double kPause = 0.25;    // seconds: over a longer pause nothing is known of the speed

  /// `leg`: the performer's, metres. The same time again changes nothing. Numbers that are not finite: as it was.
  double stands(const FootPlace& foot, double leg) noexcept;
  double value() const { return value_; }
  /// 0..1: 0 for a foot that is too high to stand soon.
  double near_floor() const { return near_; }
  void reset() { *this = FootPlant(); }

 private:
  FootPlace last_;
  bool is_started_ = false;
  double value_ = 1.0;
  double near_ = 1.0;
};

/// A foot on its way gives way along its leg, so that its knee bends as the performer's: soles of another shape, and a pelvis
/// that follows the other leg, would else shake a leg that is nearly straight.
struct FootYield {
  double distance = 0.0;   // metres from hip joint to where the ankle would be
  double performed = 0.0;  // metres: the performer's extension of the leg's length
  double sole = 0.0;       // metres over the floor
  double stands = 1.0;     // 0..1, of FootPlant

  static constexpr double kMost = 0.0175;  // metres
  static constexpr double kGive = 0.0004;  // metres upwards that a standing foot gives, too
  static constexpr double kShare = 0.7;    // of the sole's height, downwards
  static constexpr double kGraze = 0.011;  // metres that a sole may go further down than that: it is gone a frame later

  /// The distance to take instead, metres: `performed` where that is near; where it is far off, a few centimetres on the way to
  /// it.
  double run() const noexcept;
};

}  // namespace doppel::solve
