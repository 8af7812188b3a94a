// Dead zone and saturation of a channel from its response curve (seed 3.3, F3).
// It knows nothing of geometry.
#include "face/response.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::face {

Response read_response(const std::array<ProbePoint, kProbeWeights.size()>& curve) {
  Response response;
  const double largest = curve.back().rms;
  for (const ProbePoint& point : curve) {
    if (!std::isfinite(point.rms)) return response;
  }
  if (!(largest > 0.0)) return response;

  for (const ProbePoint& point : curve) {
    if (point.rms > largest * kDeadShare) break;
    response.dead_zone = point.weight;
  }
  // An interval that begins inside the dead zone is where the movement starts, however slowly: it says nothing about its end.
  const double average_rate = largest / curve.back().weight;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    if (curve[i - 1].weight <= response.dead_zone) continue;
    const double rate = (curve[i].rms - curve[i - 1].rms) / (curve[i].weight - curve[i - 1].weight);
    if (rate >= average_rate * kSaturatedShare) continue;
    response.saturation = curve[i - 1].weight;
    response.is_saturated = true;
    break;
  }
  response.saturation = std::min(1.0, std::max(response.saturation, response.dead_zone + kSmallestRange));
  return response;
}

}  // namespace doppel::face
