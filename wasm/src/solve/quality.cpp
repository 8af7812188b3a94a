// Meters of what retargeting costs, frame by frame.
// It corrects nothing and judges nothing.
#include "solve/quality.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/toe_clearance.hpp"

namespace doppel::solve {
namespace {

constexpr double kNoLength = 1e-9;  // metres

double bend_degrees(const rig::HumanRig& rig, const rig::HumanPose& pose, std::size_t upper) {
  if (!rig.has_all({upper, upper + 2, upper + 4})) return 0.0;
  const auto& at = pose.positions;
  return math::angle_between(at[upper + 2] - at[upper], at[upper + 4] - at[upper + 2]) / math::kRadian;
}

double across(const Vec3& v) { return std::hypot(v.x, v.z); }

/// Places of a foot's heel and ball, and how low it reaches.
template <typename Sole>
void place_sole(const rig::HumanRig& rig, const Vec3& ankle, const math::Quat& foot, const math::Quat& toes, double scale,
                std::size_t side, Sole& placed) {
  const rig::FootSole sole = rig::sole_of(rig.measures, side);
  placed.points[0] = ankle + foot * (scale * sole.heel.middle);
  placed.points[1] = ankle + foot * (scale * sole.ball.middle);
  placed.lowest = ankle.y - scale * lowest_below(rig.measures, foot, side);
  if (rig.measures.soles[side]) placed.lowest = std::min(placed.lowest, toe_tip(rig, ankle, foot, toes, scale, side).height());
}

/// The knuckles of a hand in the frame of a part, in sizes of the part.
Vec3 in_part(const BodyPart& part, const rig::HumanPose& pose, const Vec3& knuckles, std::size_t hand, double scale,
             double part_scale) {
  const Vec3 touching = pose.positions[hand] + pose.rotations[hand] * (scale * knuckles);
  const Vec3 center = pose.positions[part.bone] + pose.rotations[part.bone] * (part_scale * part.center);
  return glm::conjugate(pose.rotations[part.bone]) * (touching - center) / (part_scale * part.size);
}

/// Metres between where a hand is at the own body and where the performer's is, in the frame of the part that is nearest to the
/// performer's.
double contact_error(const QualityFrame& frame, std::size_t side) {
  const std::size_t hand = 17 + side;
  double nearest = std::numeric_limits<double>::infinity();
  double error = 0.0;
  for (std::size_t i = 0; i < kPartCount; ++i) {
    const BodyPart& from = frame.source_parts->parts[i];
    const BodyPart& to = frame.target_parts->parts[i];
    if (from.bone == kHumanBoneCount || to.bone == kHumanBoneCount || !(from.size > kNoLength)) continue;
    const Vec3 source = in_part(from, *frame.source, frame.source_parts->knuckles[side], hand, 1.0, 1.0);
    const double surface = glm::length(source) * from.size - from.radius;
    if (!(surface < nearest)) continue;
    nearest = surface;
    const double scale = frame.space->scale;
    const double part_scale = scale * (i == 0 ? frame.head_scale : 1.0);
    const Vec3 target = in_part(to, *frame.target, frame.target_parts->knuckles[side], hand, scale, part_scale);
    error = glm::distance(source, target) * to.size * part_scale;
  }
  return error;
}

/// Metres that a hand is off what the performer's touches.
double hand_error(const QualityFrame& frame, std::size_t side) {
  const std::size_t hand = 17 + side;
  const auto& source = frame.source->positions;
  const auto& target = frame.target->positions;
  switch (frame.arm_layers[side]) {
    case WeightLayer::kContact: return contact_error(frame, side);
    case WeightLayer::kHandProp: return glm::distance(target[hand], frame.space->point(source[hand]));
    case WeightLayer::kHandHand: {
      const std::size_t other = 18 - side;
      const Vec3 wanted = frame.space->point(source[hand]) - frame.space->point(source[other]);
      return glm::distance(target[hand] - target[other], wanted);
    }
    default: return 0.0;
  }
}

}  // namespace

RestLengths rest_lengths(const rig::Skeleton& skeleton, const rig::HumanRig& rig) {
  RestLengths lengths{};
  for (std::size_t i = 0; i < rig.count; ++i) {
    const std::size_t bone = rig.order[i];
    if (rig.parents[bone] == rig::kNoBone) continue;
    const auto joint = static_cast<std::size_t>(rig.joints[bone]);
    const auto above = static_cast<std::size_t>(rig.joints[static_cast<std::size_t>(rig.parents[bone])]);
    lengths[bone] = glm::distance(skeleton.rest_position_ms(joint), skeleton.rest_position_ms(above));
  }
  return lengths;
}

double limb_stretch_percent(const rig::HumanRig& rig, const RestLengths& lengths, const rig::HumanPose& pose, double scale) {
  double worst = 0.0;
  for (const std::size_t bone : {3U, 4U, 5U, 6U, 15U, 16U, 17U, 18U}) {
    if (!rig.has_all({bone, bone - 2})) continue;
    const double length = lengths[bone] * scale;
    const double now = glm::distance(pose.positions[bone], pose.positions[static_cast<std::size_t>(rig.parents[bone])]);
    if (length > kNoLength) worst = std::max(worst, 100.0 * std::abs(now - length) / length);
  }
  return worst;
}

void QualityMeter::measure_foot(const QualityFrame& frame, std::size_t side, QualityMeters& meters) noexcept {
  const double size = frame.source_rig->measures.leg[0] / 0.8;
  const double travel = frame.space->motion == RootMotion::kScaled ? frame.space->leg_ratio() : 1.0;
  Sole source;
  Sole target;
  const std::size_t foot = 5 + side;
  place_sole(*frame.source_rig, frame.source->positions[foot], frame.source_feet[side], frame.source_toes[side], 1.0, side,
             source);
  place_sole(*frame.target_rig, frame.target->positions[foot], frame.target->rotations[foot], frame.target->rotations[19 + side],
             frame.space->scale, side, target);
  const std::size_t low = source.points[1].y < source.points[0].y ? 1 : 0;
  const Vec3 moved = source.points[low] - source_soles_[side].points[low];
  // A foot that lifts off stands on its ball still, but is planted no more: its ankle goes.
  const Vec3& ankle = frame.source->positions[foot];
  const double way = std::max(glm::length(moved), glm::distance(ankle, source_ankles_[side]));
  const bool is_slow = has_last_ && frame.dt > 0.0 && way / frame.dt < kPlantedSpeed * size;
  meters.is_planted[side] = is_slow && source.points[low].y < kPlantedHeight * size;
  if (meters.is_planted[side]) {
    const double slid = across(target.points[low] - target_soles_[side].points[low]) - across(moved) * travel;
    meters.foot_slide[side] = std::max(0.0, 100.0 * slid / frame.dt);
    const double height = 1000.0 * (target.lowest - frame.floor_height - travel * source.lowest);
    meters.penetration[side] = std::max(0.0, -height);
    meters.floating[side] = std::max(0.0, height);
  }
  source_ankles_[side] = ankle;
  source_soles_[side] = source;
  target_soles_[side] = target;
}

QualityMeters QualityMeter::step(const QualityFrame& frame) noexcept {
  QualityMeters meters;
  const rig::HumanRig& rig = *frame.target_rig;
  for (const std::size_t side : {0U, 1U}) {
    if (frame.source_rig->has(5 + side) && rig.has(5 + side)) measure_foot(frame, side, meters);
    if (frame.arm_contacts[side] > 0.0) meters.hand_error[side] = 1000.0 * frame.arm_contacts[side] * hand_error(frame, side);
    const double knee = bend_degrees(rig, *frame.target, 1 + side);
    const double elbow = bend_degrees(rig, *frame.target, 13 + side);
    if (has_last_ && frame.dt > 0.0) {
      meters.knee_jump = std::max(meters.knee_jump, std::abs(knee - knees_[side]));
      meters.elbow_jump = std::max(meters.elbow_jump, std::abs(elbow - elbows_[side]));
    }
    knees_[side] = knee;
    elbows_[side] = elbow;
  }
  meters.limb_stretch = limb_stretch_percent(rig, *frame.lengths, *frame.target, frame.space->scale);
  meters.pelvis_drop = 1000.0 * frame.pelvis_drop;
  has_last_ = true;
  return meters;
}

}  // namespace doppel::solve
