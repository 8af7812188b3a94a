// How firmly a performer's foot stands, and how a foot that is on its way gives along its leg.
// Meters know nothing of it.
#include "solve/foot_plant.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::solve {

double FootPlant::stands(const FootPlace& foot, double leg) noexcept {
  const bool is_finite = math::is_finite(foot.ankle) && math::is_finite(foot.ball) && std::isfinite(foot.sole + foot.time);
  if (!is_finite || !(leg > 0.0)) return value_;
  const double dt = foot.time - last_.time;
  if (is_started_ && dt == 0.0) return value_;
  const bool is_next = is_started_ && dt > 0.0 && dt <= kPause;
  const double way = std::min(glm::distance(foot.ankle, last_.ankle), glm::distance(foot.ball, last_.ball));
  const double speed = is_next ? way / dt : 0.0;
  const double size = leg / kUsualLeg;
  const double now = (1.0 - math::smooth_step(kStands * size, kMoves * size, speed)) *
                     (1.0 - math::smooth_step(kLow * size, kHigh * size, foot.sole));
  value_ = is_next && now < value_ ? now + (value_ - now) * std::exp(-dt / kLeaves) : now;
  near_ = 1.0 - math::smooth_step(kNear * size, kFar * size, foot.sole);
  last_ = foot;
  is_started_ = true;
  return value_;
}

double FootYield::run() const noexcept {
  const double wanted = performed - distance;
  const double most = wanted < 0.0 ? kMost : std::min(kMost, kShare * std::max(0.0, sole) + kGraze);
  const double free = most * (1.0 - std::clamp(stands, 0.0, 1.0)) + (wanted < 0.0 ? kGive : 0.0);
  if (!(free > 0.0) || !std::isfinite(wanted)) return distance;
  const double share = wanted / free;
  return distance + wanted / std::pow(1.0 + share * share, 0.36);
}

}  // namespace doppel::solve
