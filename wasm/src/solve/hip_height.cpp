// Where the avatar's hips and feet go for the performer's.
// It bends no knee.
#include "solve/hip_height.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::solve {

Vec3 StanceMemory::direction(const Vec3& out, const Vec3& ankle) noexcept {
  if (!math::is_finite(out) || !math::is_finite(ankle)) return last_;
  if (last_ == Vec3(0.0)) {
    last_ = out;
  } else {
    const double angle = math::angle_about(math::kUp, last_, out);
    const double taken = angle * -std::expm1(-glm::distance(ankle, ankle_) / kTravel);
    const double left = std::clamp(angle - taken, -kMostTurn, kMostTurn);
    last_ = math::yaw(angle - left) * last_;
  }
  ankle_ = ankle;
  return last_;
}

double lowest_below(const rig::BodyMeasures& body, const math::Quat& turn, std::size_t side) {
  return -rig::sole_of(body, side).height(turn);
}

double RootSpace::leg_ratio() const {
  const bool is_known = source.leg[0] > 1e-6 && target.leg[0] > 1e-6;
  return is_known ? target.leg[0] * scale / source.leg[0] : 1.0;
}

double RootSpace::leg_height_offset() const {
  if (!(source.leg[0] > 1e-6) || !(target.leg[0] > 1e-6)) return 0.0;
  const double own = target.leg[0] + target.ankle_height + target.hips_to_thigh;
  return own * scale - (source.leg[0] + source.ankle_height + source.hips_to_thigh);
}

Vec3 RootSpace::hips(const Vec3& source_hips, double hips_weight, double floor_height, double chair_offset) const {
  Vec3 hips = source_hips;
  double base = source_hips.y;
  double corrected = source_hips.y + leg_height_offset();
  if (motion == RootMotion::kScaled) {
    const double ratio = leg_ratio();
    hips = origin + ratio * (source_hips - origin);
    base = ratio * source_hips.y;
    // Legs scale, ankles and pelvis are what they are: lifts scale with the legs.
    const double legs = source_hips.y - source.hips_to_thigh - source.ankle_height;
    corrected = ratio * legs + (target.hips_to_thigh + target.ankle_height) * scale;
  }
  hips.y = base + (corrected - base) * hips_weight + floor_height + chair_offset;
  return hips;
}

Vec3 RootSpace::thighs(const Vec3& source_thighs, const math::Quat& turn, double hips_weight) const {
  const double ratio = motion == RootMotion::kScaled ? leg_ratio() : 1.0;
  Vec3 shift = ratio * source_thighs - turn * (scale * target.thighs);
  // Upright, `hips` has the height already.
  shift.y = hips_weight * (shift.y - scale * target.hips_to_thigh + ratio * source.hips_to_thigh);
  return shift;
}

double RootSpace::stance() const {
  if (!(source.hip_width > 0.0) || !(target.hip_width > 0.0)) return 0.0;
  const double ratio = motion == RootMotion::kScaled ? leg_ratio() : 1.0;
  return 0.5 * (scale * target.hip_width - ratio * source.hip_width);
}

Vec3 RootSpace::ankle(const Vec3& source_ankle, double floor_height, const math::Quat& turn, std::size_t side,
                      const std::optional<math::Quat>& source_turn) const {
  Vec3 ankle = source_ankle;
  const math::Quat from = source_turn.value_or(turn);
  const double ratio = motion == RootMotion::kScaled ? leg_ratio() : 1.0;
  if (motion == RootMotion::kScaled) ankle = origin + ratio * (source_ankle - origin);
  const double height = sole(source_ankle, side, from);
  ankle.y = below(turn, side, height) + height + floor_height;
  return ankle;
}

double RootSpace::below(const math::Quat& turn, std::size_t side, double height) const {
  const double measured = lowest_below(target, turn, side);
  if (source.soles[side] || !target.soles[side]) return scale * measured;
  const double difference = scale * (measured + rig::expected_sole(target).height(turn));
  // Twice the difference: a sole that is deeper than expected stays over the floor on the way.
  const double left_at = std::max(kSoleLeft, 2.0 * difference);
  const double left = std::clamp((height - kSoleLeaves) / (left_at - kSoleLeaves), 0.0, 1.0);
  return scale * measured - left * left * (3.0 - 2.0 * left) * difference;
}

double RootSpace::sole(const Vec3& source_ankle, std::size_t side, const math::Quat& source_turn) const {
  const double ratio = motion == RootMotion::kScaled ? leg_ratio() : 1.0;
  return ratio * (source_ankle.y - lowest_below(source, source_turn, side));
}

Vec3 RootSpace::point(const Vec3& source_point) const {
  if (motion == RootMotion::kWorld) return source_point;
  const double ratio = leg_ratio();
  Vec3 point = origin + ratio * (source_point - origin);
  point.y = ratio * source_point.y;
  return point;
}

double calculate_auto_floor_height(const RootSpace& space, double source_hips_height, double comfort) {
  if (!(space.target.leg[0] > 1e-6)) return 0.0;
  const Vec3 hips = space.hips(space.origin + Vec3(0.0, source_hips_height, 0.0), 1.0, 0.0, 0.0);
  const double ankle = space.target.ankle_height * space.scale;
  const double thigh = hips.y - space.target.hips_to_thigh * space.scale;
  // floorHeight moves hips and feet alike; what shortens the leg is where the hips end up over a floor that stays.
  const double leg = space.target.leg[0] * space.scale * std::clamp(comfort, 0.0, 1.0);
  return leg - (thigh - ankle);
}

}  // namespace doppel::solve
