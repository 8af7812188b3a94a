// Arms and legs of one avatar's body in a frame: targets, weights, pelvis, inverse kinematics.
// It copies no rotations and places no hips: those are there before it.
#include <algorithm>

#include "engine/body_solver.hpp"
#include "solve/hip_support.hpp"
#include "solve/limb_blend.hpp"
#include "solve/pelvis_drop.hpp"
#include "solve/retarget_rotations.hpp"
#include "solve/toe_clearance.hpp"

namespace doppel::engine {
namespace {

using math::Quat;
using math::Vec3;

// Report bits alone hang on these: a foot off by less is not seen, a hand is looser.
constexpr double kFootReachError = 0.001;  // metres: above it kBodyFootReach
constexpr double kHandReachError = 0.005;
constexpr double kVisibleDrop = 1e-4;  // metres: above it kBodyPelvisDrop, not for rounding

// Of a leg's length, for feet that stand: the pelvis brings them so near, so that no knee locks, and a leg may be so much
// straighter than the performer's before it does.
constexpr double kStandingReach = 0.999;
constexpr double kStraighter = 0.03;

/// A horizontal direction of a foot: its turn about the vertical alone, whatever its pitch.
Vec3 level(const Quat& turn, const Vec3& direction) { return math::swing_twist(turn, math::kUp).twist * direction; }

}  // namespace

void BodySolver::aim_limbs() noexcept {
  const rig::HumanPose& raw = performer_->pose();
  for (const std::size_t side : {0U, 1U}) {
    if (performer_->rig().has(5 + side) && rig_.has(5 + side)) {
      const Quat& foot = pose_.rotations[5 + side];
      source_feet_[side] = calibrated_turn(5 + side);
      const bool has_toes = performer_->rig().has(19 + side);
      source_toes_[side] = has_toes ? calibrated_turn(19 + side) : source_feet_[side];
      const Vec3& ankle = raw.positions[5 + side];
      const double sole = ankle.y - solve::lowest_below(space_.source, source_feet_[side], side);
      plants_[side].stands({ankle, raw.positions[(has_toes ? 19 : 5) + side], sole, performer_->time()}, space_.source.leg[side]);
      const Vec3 out = level(foot, side == 0 ? math::kLeft : -math::kLeft);
      ankle_offsets_[side] = settings.foot_front_back_offset * level(foot, math::kForward) + settings.foot_in_out_offset * out;
      ankles_[side] = space_.ankle(ankle, settings.floor_height, foot, side, source_feet_[side]) + ankle_offsets_[side] +
                      space_.stance() * stances_[side].direction(out, ankle);
    }
    hands_[side].head_scale = head_scale_;
    hands_[side].contact_distance = settings.contact_distance;
    hands_[side].run();
  }
}

Quat BodySolver::calibrated_turn(std::size_t bone) const noexcept {
  const auto joint = static_cast<std::size_t>(performer_->rig().joints[bone]);
  return solve::copied_turn(performer_->model().rotations[joint], calibration_.offsets[bone], rig_.t_rotations[bone]);
}

void BodySolver::weigh_limbs(const BodyFrame& frame) noexcept {
  solve::LimbWeightsJob job{
      &performer_->rig(), &performer_->pose(), &settings, frame.props, frame.other_hands, {}, frame.self, 0.0, frame.dt,
      &weights_};
  for (const std::size_t side : {0U, 1U}) job.contact[side] = hands_[side].contact;
  job.run();
}

void BodySolver::solve_limbs() noexcept {
  pelvis_drop_ = 0.0;
  if (settings.pelvis_drop) settle_pelvis();
  for (const std::size_t side : {0U, 1U}) solve_leg(side);
  for (const std::size_t side : {0U, 1U}) solve_arm(side);
}

solve::LimbBend BodySolver::bend_of(std::size_t upper, const Vec3& target, double length, const Vec3& own,
                                    double goal_weight) const noexcept {
  const auto& at = performer_->pose().positions;
  solve::LimbBend bend{at[upper], at[upper + 2], at[upper + 4], pose_.positions[upper], target, length, own, goal_weight};
  bend.run();
  return bend;
}

void BodySolver::settle_pelvis() noexcept {
  const rig::HumanRig& source = performer_->rig();
  solve::HipSupport support;
  solve::PelvisDrop drop;
  for (const std::size_t side : {0U, 1U}) {
    if (!rig_.has_all({1 + side, 3 + side, 5 + side}) || !source.has_all({1 + side, 3 + side, 5 + side})) continue;
    const double length = rig_.measures.leg[side] * scale_;
    const Vec3& thigh = pose_.positions[1 + side];
    const double extension = bend_of(1 + side, ankles_[side], length, math::kForward, 1.0).extension;
    const solve::FootPlant& foot = plants_[side];
    // The offsets of feet are the user's: hips do not follow them.
    const double weight = weights_.legs[side].value;
    support.legs[side] = {thigh, ankles_[side] - ankle_offsets_[side], length, extension, foot.value(), foot.near_floor(),
                          weight};
    drop.legs[side] = {thigh, ankles_[side], length * standing_reach(extension), weight * foot.value()};
    drop.limit = std::max(drop.limit, settings.pelvis_drop_limit * length);
  }
  support.lowest = drop.limit;
  // Hips that settle on a seat are the seat's: they do not rise or sink for the legs' sake.
  const double rise = support.run() * math::smooth_step(0.5, 1.0, weights_.hips.value);
  for (solve::PelvisDrop::Leg& leg : drop.legs) leg.thigh.y += rise;
  drop.limit = std::max(0.0, drop.limit + rise);
  const double lowered = drop.run() * weights_.hips.value - rise;
  if (lowered == 0.0) return;
  pelvis_drop_ = std::max(0.0, lowered);
  if (pelvis_drop_ > kVisibleDrop) status_ |= kBodyPelvisDrop;
  pose_.positions[0].y -= lowered;
  for (solve::HandTarget& hand : hands_) hand.contact_target.y -= lowered;  // the body that they touch has moved
  rig::place(rig_, scale_, pose_);
}

double BodySolver::standing_reach(double extension) const noexcept {
  return std::max(extension,
                  std::clamp(extension + kStraighter, std::min(settings.leg_soft_reach, kStandingReach), kStandingReach));
}

double BodySolver::soft_start(std::size_t side, double extension) const noexcept {
  const double soft = std::max(extension, settings.leg_soft_reach);
  const double stands = settings.pelvis_drop ? plants_[side].value() : 0.0;
  return soft + (standing_reach(extension) - soft) * stands;
}

double BodySolver::sole_of(std::size_t side) const noexcept {
  return space_.sole(performer_->pose().positions[5 + side], side, source_feet_[side]);
}

void BodySolver::solve_leg(std::size_t side) noexcept {
  const std::size_t upper = 1 + side;
  const solve::IkWeights weights = solve::ik_weights(weights_.legs[side], settings, true);
  limb_goals_[2 + side] = {ankles_[side], Vec3(0.0), 0.0};
  if (!(weights.position > 0.0) || !rig_.has_all({upper, upper + 2, upper + 4})) return;
  if (!performer_->rig().has_all({upper, upper + 2, upper + 4})) return;
  const double length = rig_.measures.leg[side] * scale_;
  const solve::LimbBend bend = bend_of(upper, ankles_[side], length, pose_.rotations[upper] * math::kForward, weights.bend_goal);
  const Vec3& root = pose_.positions[upper];
  const double distance = glm::distance(root, ankles_[side]);
  const double taken = solve::FootYield{distance, length * bend.extension, sole_of(side), plants_[side].value()}.run();
  const Vec3 ankle = ankles_[side] + (taken - distance) * math::direction_or(ankles_[side] - root, Vec3(0.0));
  solve::TwoBoneIk ik{
      root,       pose_.positions[upper + 2], pose_.positions[upper + 4], ankle, bend.direction, soft_start(side, bend.extension),
      bend.height};
  if (!ik.run()) return;
  limb_goals_[2 + side] = {ankle, bend.direction, weights.position};
  solve::LimbBlend{&rig_, scale_, upper, upper + 2, upper + 4, &ik, weights.position, weights.rotation, &pose_}.run();
  if (weights.position * ik.reach_error > kFootReachError) status_ |= kBodyFootReach;
  clear_toes(side, weights.position);
}

void BodySolver::clear_toes(std::size_t side, double weight) noexcept {
  const rig::HumanRig& source = performer_->rig();
  const auto& sole = rig_.measures.soles[side];
  // Where the tip is guessed, nothing is known that toes could stand on.
  if (!sole || sole->is_rigid || !rig_.has(19 + side)) return;
  const Vec3& ankle = performer_->pose().positions[5 + side];
  double low = solve::toe_floor(sole_of(side));
  if (source.measures.soles[side]) {
    const double tip = solve::toe_tip(source, ankle, source_feet_[side], source_toes_[side], 1.0, side).height();
    low = std::min(low, settings.root_motion == RootMotion::kScaled ? space_.leg_ratio() * tip : tip);
  }
  const solve::ToeTip tip =
      solve::toe_tip(rig_, pose_.positions[5 + side], pose_.rotations[5 + side], pose_.rotations[19 + side], scale_, side);
  const Quat lift = solve::ToeClearance{tip.place, low + settings.floor_height + tip.edge - tip.joint.y}.run();
  if (lift == math::kIdentity) return;
  rig::turn_below(rig_, 19 + side, math::power(lift, weight), pose_);
}

void BodySolver::solve_arm(std::size_t side) noexcept {
  const std::size_t upper = 13 + side;
  const solve::IkWeights weights = solve::ik_weights(weights_.arms[side], settings, false);
  const Vec3 wrist = hands_[side].blended(weights_.reach[side], weights_.contact[side]);
  limb_goals_[side] = {wrist, Vec3(0.0), 0.0};
  if (!(weights.position > 0.0) || !rig_.has_all({upper, upper + 2, upper + 4}) ||
      !performer_->rig().has_all({upper, upper + 2, upper + 4})) {
    elbows_[side].reset();
    return;
  }
  const double length = rig_.measures.arm[side] * scale_;
  const solve::LimbBend bend = bend_of(upper, wrist, length, pose_.rotations[upper] * -math::kForward, weights.bend_goal);
  const Vec3 line = math::direction_or(wrist - pose_.positions[upper], math::kUp);
  const Vec3 elbow = elbows_[side].limited(bend.direction, line);
  solve::TwoBoneIk ik{pose_.positions[upper],
                      pose_.positions[upper + 2],
                      pose_.positions[upper + 4],
                      wrist,
                      elbow,
                      std::max(settings.arm_soft_reach, bend.extension),
                      bend.height};
  if (!ik.run()) return;
  limb_goals_[side] = {wrist, elbow, weights.position};
  solve::LimbBlend{&rig_, scale_, upper, upper + 2, upper + 4, &ik, weights.position, weights.rotation, &pose_}.run();
  if (weights.position * ik.reach_error > kHandReachError) status_ |= kBodyHandReach;
}

}  // namespace doppel::engine
