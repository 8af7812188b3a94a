// Which way an avatar's knee or elbow bends for a performer's.
// It is no law of cosines.
#include "solve/limb_bend.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace doppel::solve {
namespace {

Vec3 rejected(const Vec3& v, const Vec3& line) { return v - glm::dot(v, line) * line; }

}  // namespace

bool LimbBend::run() noexcept {
  const Vec3 target_line = math::direction_or(target_end - target_root, Vec3(0.0));
  const Vec3 own = math::direction_or(rejected(own_direction, target_line), Vec3(0.0));
  direction = own;
  seed_middle = target_root + 0.5 * target_length * target_line;
  height = 0.0;
  extension = 1.0;
  const double length = glm::distance(source_root, source_middle) + glm::distance(source_middle, source_end);
  const Vec3 line = math::direction_or(source_end - source_root, Vec3(0.0));
  if (!(length > 1e-6) || !std::isfinite(length) || line == Vec3(0.0) || target_line == Vec3(0.0)) return false;
  extension = std::min(1.0, glm::distance(source_root, source_end) / length);
  const Vec3 knee = source_middle - source_root;
  const double ratio = target_length / length;
  const Vec3 off = math::shortest_arc(line, target_line) * rejected(knee, line) * ratio;
  height = glm::length(off);
  seed_middle = target_root + glm::dot(knee, line) * ratio * target_line + off;
  const double share = target_length > 1e-6 ? height / target_length : 0.0;
  const Vec3 bent = math::direction_or(off, own);
  direction = bent;
  if (own == Vec3(0.0)) return true;
  const double said = std::clamp(goal_weight, 0.0, 1.0);
  if (share >= kStraightShare && said == 1.0) return true;
  // Bends go as the root of what is missing to full length.
  const double target_extension = glm::distance(target_root, target_end) / target_length;
  const double target_bend = std::sqrt(std::max(0.0, 1.0 - target_extension * target_extension));
  const double source_bend = std::sqrt(std::max(0.0, 1.0 - extension * extension));
  const double doubt = math::smooth_step(kSameBend * source_bend, kOtherBend * source_bend + 1e-9, target_bend) *
                       (1.0 - math::smooth_step(0.0, kStraightShare, share));
  // Turned about the limb from the performer's side towards the joint's own: never through the line.
  direction = math::about(target_line, math::angle_about(target_line, bent, own) * (1.0 - (1.0 - doubt) * said)) * bent;
  return true;
}

Vec3 BendMemory::limited(const Vec3& direction, const Vec3& line) noexcept {
  constexpr double kMost = 0.5 * std::numbers::pi;
  const Vec3 from = math::direction_or(rejected(last, line), Vec3(0.0));
  Vec3 out = direction;
  if (from != Vec3(0.0) && direction != Vec3(0.0)) {
    const double angle = math::angle_about(line, from, direction);
    if (std::abs(angle) > kMost) out = math::about(line, std::copysign(kMost, angle)) * from;
  }
  if (math::is_finite(out)) last = out;
  return out;
}

}  // namespace doppel::solve
