// How far toes are turned up so that their tip does not go through the floor.
// It turns no foot.
#include "solve/toe_clearance.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::solve {
namespace {

constexpr double kHeld = 0.01;  // metres: soles lower than this stand
constexpr double kFree = 0.04;  // soles higher than this are on their way

}  // namespace

ToeTip toe_tip(const rig::HumanRig& rig, const Vec3& ankle, const math::Quat& foot, const math::Quat& toes, double scale,
               std::size_t side) {
  const rig::FootSole sole = rig::sole_of(rig.measures, side);
  const bool is_stiff = sole.is_rigid || !rig.has_all({5 + side, 19 + side});
  const math::Quat& turn = is_stiff ? foot : toes;
  const Vec3 joint = is_stiff ? Vec3(0.0) : rig.t_positions[19 + side] - rig.t_positions[5 + side];
  const double edge = scale * ((turn * sole.toe.middle).y - sole.toe.height(turn));
  return {ankle + foot * (scale * joint), turn * (scale * (sole.toe.middle - joint)), edge};
}

double toe_floor(double sole) { return sole * (1.0 - math::smooth_step(kHeld, kFree, sole)); }

math::Quat ToeClearance::run() const noexcept {
  const double length = glm::length(tip);
  if (!(length > 1e-6) || !std::isfinite(length) || !std::isfinite(least) || tip.y >= least) return math::kIdentity;
  const Vec3 level = math::direction_or(Vec3(tip.x, 0.0, tip.z), Vec3(0.0));
  if (level == Vec3(0.0)) return math::kIdentity;
  const double now = std::asin(std::clamp(tip.y / length, -1.0, 1.0));
  const double wanted = std::asin(std::clamp(least / length, -1.0, 1.0));
  return math::about(glm::cross(level, math::kUp), std::min(wanted - now, kMostLift));
}

}  // namespace doppel::solve
