// Two-bone inverse kinematics in closed form.
// It gives corrections and applies none.
#include "solve/two_bone_ik.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::solve {
namespace {

constexpr double kTiny = 1e-9;

/// Unit vector across `along`, as near `bend` as can be, else as near `fallback`, else any.
Vec3 across(const Vec3& along, const Vec3& bend, const Vec3& fallback) {
  for (const Vec3& candidate :
       {math::direction_or(bend, Vec3(0.0)), math::direction_or(fallback, Vec3(0.0)), math::kForward, math::kLeft}) {
    const Vec3 part = candidate - glm::dot(candidate, along) * along;
    if (glm::dot(part, part) > 1e-12) return glm::normalize(part);
  }
  return math::kForward;
}

}  // namespace

double soft_reach(double distance, double length, double start) {
  const double from = std::clamp(start, 0.0, 1.0) * length;
  if (distance <= from) return distance;
  const double room = length - from;
  if (room <= kTiny * length) return std::min(distance, length);
  return from + room * -std::expm1(-(distance - from) / room);
}

bool TwoBoneIk::run() noexcept {
  upper_turn = math::kIdentity;
  lower_turn = math::kIdentity;
  solved_middle = middle;
  solved_end = end;
  reach_error = 0.0;
  const bool finite = math::is_finite(root) && math::is_finite(middle) && math::is_finite(end) && math::is_finite(target);
  if (!finite) return false;
  const double upper = glm::distance(root, middle);
  const double lower = glm::distance(middle, end);
  if (!(upper > kTiny) || !(lower > kTiny) || !std::isfinite(upper + lower)) return false;

  const double wanted = glm::distance(root, target);
  const Vec3 line = wanted > kTiny ? (target - root) / wanted : math::direction_or(end - root, -math::kUp);
  const double length = upper + lower;
  const double soft = soft_reach(wanted, length, soft_start);
  const double distance = std::clamp(soft, std::abs(upper - lower) + kTiny, length);
  const double along = std::clamp((upper * upper - lower * lower + distance * distance) / (2.0 * distance), -upper, upper);
  double height = std::sqrt(std::max(0.0, upper * upper - along * along));
  if (straight_height >= 0.0) {
    const double own = std::min(straight_height, height);
    const double size = std::min(1.0, length / kUsualLength);
    height = own + (height - own) * math::smooth_step(kStraightFrom * size, kStraightTo * size, length - distance);
  }
  const Vec3 side = across(line, bend, middle - root);
  solved_middle = root + upper * math::direction_or(along * line + height * side, line);
  solved_end = solved_middle + lower * math::direction_or(root + distance * line - solved_middle, line);
  reach_error = glm::distance(solved_end, target);
  upper_turn = math::shortest_arc(middle - root, solved_middle - root);
  lower_turn = math::shortest_arc(upper_turn * (end - middle), solved_end - solved_middle);
  return true;
}

}  // namespace doppel::solve
