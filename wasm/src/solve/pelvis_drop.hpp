// How far the pelvis is lowered so that both legs reach their feet. A job: plain data, no allocation, no memory of earlier
// frames. It does not bend knees, and does nothing where every foot is in reach.
#pragma once

#include "math/quat.hpp"

namespace doppel::solve {

using math::Vec3;

struct PelvisDrop {
  struct Leg {
    Vec3 thigh{0.0};      // world, hip joint before the drop
    Vec3 ankle{0.0};      // world, where the foot has to be
    double reach = 0.0;   // metres: the longest the leg shall be; 0: no leg
    double weight = 0.0;  // 0..1, the leg's positionWeight
  };
  Leg legs[2]{};
  double limit = 0.0;  // metres, the deepest drop

  /// Drops under this set in smoothly, metres; the foot is out of reach by at most 0.15 of it there.
  static constexpr double kOnset = 0.005;

  /// Metres, 0..limit. Numbers that are not finite count as no leg.
  double run() const noexcept;
};

}  // namespace doppel::solve
