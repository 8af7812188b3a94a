// How far hips rise or sink so that both knees bend as the performer's as nearly as can be. A job: plain data, no allocation, no
// memory of earlier frames. It bends no knee, and promises no reach: `pelvis_drop` brings standing feet into it, after this.
#pragma once

#include "math/quat.hpp"

namespace doppel::solve {

using math::Vec3;

/// Of the hips' heights in question that one is taken at which the squares of what knees are off the performer's sum up to the
/// least. Nearly straight knees turn by degrees for a millimetre and so have the most to say.
struct HipSupport {
  struct Leg {
    Vec3 thigh{0.0};          // world, hip joint before the rise
    Vec3 ankle{0.0};          // world, where the foot has to be
    double length = 0.0;      // metres; 0: no leg
    double extension = 1.0;   // the performer's: hip to ankle over the length, 0..1
    double stands = 1.0;      // 0..1, of FootPlant
    double near_floor = 1.0;  // 0..1, of FootPlant
    double weight = 1.0;      // 0..1, the leg's positionWeight: copied legs bend as the performer's at any height
  };
  Leg legs[2]{};
  double lowest = 0.0;  // metres: how far hips may sink

  /// What a foot on its way near the floor has to say. Not nothing: it is about to stand, and hips that knew nothing of it would
  /// jerk then.
  static constexpr double kOnItsWay = 0.19;
  /// Share of its length that a leg lacks to straight at which it has a quarter of its say: hips of a body that squats stay at
  /// B3.
  static constexpr double kBent = 0.1;
  /// How much hips stay where they are, beside legs that say 1.
  static constexpr double kStay = 0.08;
  /// Within this share of the length from straight the bend's root is eased: it is without a slope there.
  static constexpr double kEase = 0.0018;
  /// Share of the longer leg that hips rise by at most.
  static constexpr double kHighest = 0.04;

  /// Metres, upwards; -lowest to kHighest. 0 where knees bend as the performer's already. Numbers that are not finite count as no
  /// leg.
  double run() const noexcept;
};

}  // namespace doppel::solve
