// Meters of what retargeting costs, frame by frame.
// It corrects nothing and judges nothing.
#include "solve/quality.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::solve {
namespace {

double bend_degrees(const rig::HumanRig& rig, const rig::HumanPose& pose, std::size_t upper) {
  if (!rig.has_all({upper, upper + 2, upper + 4})) return 0.0;
  const auto& at = pose.positions;
  return math::angle_between(at[upper + 2] - at[upper], at[upper + 4] - at[upper + 2]) / math::kRadian;
}

double stretch_percent(const rig::HumanRig& rig, const rig::HumanPose& pose, double scale) {
  double worst = 0.0;
  for (const std::size_t bone : {3U, 4U, 5U, 6U, 15U, 16U, 17U, 18U}) {
    if (!rig.has_all({bone, bone - 2})) continue;
    const double length = glm::length(rig.t_offset(bone)) * scale;
    const double now = glm::distance(pose.positions[bone], pose.positions[static_cast<std::size_t>(rig.parents[bone])]);
    if (length > 1e-9) worst = std::max(worst, 100.0 * std::abs(now - length) / length);
  }
  return worst;
}

double across(const Vec3& v) { return std::hypot(v.x, v.z); }

}  // namespace

QualityMeters QualityMeter::step(const QualityFrame& frame) noexcept {
  QualityMeters meters;
  const rig::HumanRig& rig = *frame.target_rig;
  const double size = frame.source_rig->measures.leg[0] / 0.8;
  const double travel = frame.space->motion == RootMotion::kScaled ? frame.space->leg_ratio() : 1.0;
  const bool has_speed = has_last_ && frame.dt > 0.0;
  for (const std::size_t side : {0U, 1U}) {
    const std::size_t foot = 5 + side;
    if (frame.source_rig->has(foot) && rig.has(foot)) {
      const Vec3 source = frame.source->positions[foot];
      const Vec3 target = frame.target->positions[foot];
      const double sole = source.y - frame.source_rig->measures.ankle_height;
      const Vec3 moved = source - source_feet_[side];
      const bool is_slow = has_speed && glm::length(moved) / frame.dt < kPlantedSpeed * size;
      meters.is_planted[side] = is_slow && sole < kPlantedHeight * size;
      if (meters.is_planted[side]) {
        const double own = across(moved) * travel;
        meters.foot_slide[side] = std::max(0.0, 100.0 * (across(target - target_feet_[side]) - own) / frame.dt);
        // The floor under the avatar's sole is where its target ankle has it.
        const double height =
            1000.0 * (target.y - frame.space->ankle(source, frame.floor_height, frame.target->rotations[foot]).y);
        meters.penetration[side] = std::max(0.0, -height);
        meters.floating[side] = std::max(0.0, height);
      }
      source_feet_[side] = source;
      target_feet_[side] = target;
    }
    if (rig.has(17 + side)) {
      const double error = 1000.0 * glm::distance(frame.target->positions[17 + side], frame.hand_targets[side]);
      meters.hand_error[side] = frame.arm_weights[side] > 0.0 ? frame.arm_weights[side] * error : 0.0;
    }
    const double knee = bend_degrees(rig, *frame.target, 1 + side);
    const double elbow = bend_degrees(rig, *frame.target, 13 + side);
    if (has_last_) {
      meters.knee_jump = std::max(meters.knee_jump, std::abs(knee - knees_[side]));
      meters.elbow_jump = std::max(meters.elbow_jump, std::abs(elbow - elbows_[side]));
    }
    knees_[side] = knee;
    elbows_[side] = elbow;
  }
  meters.limb_stretch = stretch_percent(rig, *frame.target, frame.space->scale);
  meters.pelvis_drop = 1000.0 * frame.pelvis_drop;
  has_last_ = true;
  return meters;
}

}  // namespace doppel::solve
