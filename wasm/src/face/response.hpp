// Dead zone and saturation of a channel from how its movement grows with the weight (seed 3.3).
// It knows nothing of geometry; what lids, lips and folds add is in the probe.
#pragma once

#include <array>

#include "face/measurement.hpp"

namespace doppel::face {

/// Movement below this share of the largest counts as none (seed 3.3).
inline constexpr double kDeadShare = 0.01;
/// Growth below this share of the average rate counts as saturated (seed 3.3).
inline constexpr double kSaturatedShare = 0.20;
/// Saturation is at least this far above the dead zone (F3).
inline constexpr double kSmallestRange = 0.1;

struct Response {
  double dead_zone = 0.0;     // weight 0..1
  double saturation = 1.0;    // weight 0..1, at least dead_zone + kSmallestRange (or 1)
  bool is_saturated = false;  // growth stopped before weight 1
};

/// Reads dead zone and saturation off a curve of rms values, ascending in weight. A curve without movement, or with values that
/// are not finite, has dead zone 0 and saturation 1.
Response read_response(const std::array<ProbePoint, kProbeWeights.size()>& curve);

}  // namespace doppel::face
