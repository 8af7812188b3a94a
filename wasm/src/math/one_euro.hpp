// The 1-euro filter (Casiez, Roussel, Vogel 2012) for positions and rotations: steady when slow, without lag when fast.
// It keeps no raw values and reads no clock: time steps come from the source's time stamps.
#pragma once

#include "math/quat.hpp"

namespace doppel::math {

struct OneEuroSettings {
  double min_cutoff = 2.0;  // Hz, above 0: cutoff at rest
  double beta = 15.0;       // Hz per unit of speed (m/s or rad/s), not negative
  double d_cutoff = 5.0;    // Hz, above 0: cutoff of the speed estimate
};

/// Smoothing of one step of a first-order low pass, 0..1. `dt` in seconds; 0 or less gives 0: nothing new is taken.
double low_pass_alpha(double cutoff, double dt);

class PositionFilter {
 public:
  /// The filtered position. The first value, and the first after `reset`, is taken as it is. A value that is not finite is
  /// left out: the last result stands (0 before the first). The speed is the vector's, so the result does not depend on axes.
  Vec3 step(const Vec3& raw, double dt, const OneEuroSettings& settings);
  void reset() { is_started_ = false; }

 private:
  Vec3 value_{0.0};
  Vec3 speed_{0.0};
  bool is_started_ = false;
};

class RotationFilter {
 public:
  /// As above for unit quaternions; speed is angular, rad/s. Signs of quaternions do not matter.
  Quat step(const Quat& raw, double dt, const OneEuroSettings& settings);
  void reset() { is_started_ = false; }

 private:
  Quat value_{kIdentity};
  Vec3 speed_{0.0};
  bool is_started_ = false;
};

}  // namespace doppel::math
