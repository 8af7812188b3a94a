// How far the pelvis is lowered so that both legs reach their feet.
// It does not bend knees.
#include "solve/pelvis_drop.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::solve {
namespace {

/// x, but with a smooth start at 0: C1, and at most 4/27 of the onset less than x.
double eased(double x, double onset) {
  if (x <= 0.0) return 0.0;
  if (x >= onset) return x;
  const double u = x / onset;
  return onset * u * u * (2.0 - u);
}

double need_of(const PelvisDrop::Leg& leg) {
  const Vec3 line = leg.thigh - leg.ankle;
  if (!(leg.reach > 0.0) || !(leg.weight > 0.0) || !math::is_finite(line)) return 0.0;
  const double across = std::hypot(line.x, line.z);
  const double height = across < leg.reach ? std::sqrt(leg.reach * leg.reach - across * across) : 0.0;
  return line.y > height ? (line.y - height) * std::min(leg.weight, 1.0) : 0.0;
}

}  // namespace

double PelvisDrop::run() const noexcept {
  const double need = std::max(need_of(legs[0]), need_of(legs[1]));
  const double drop = eased(need, kOnset);
  return limit > 0.0 ? std::min(drop, limit) : 0.0;
}

}  // namespace doppel::solve
