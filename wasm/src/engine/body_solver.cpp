// The frame path of one avatar's body, in the order of B1.
// It is not the engine: it knows one avatar, and owns no rows.
#include "engine/body_solver.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "rig/local_to_model.hpp"
#include "solve/head.hpp"
#include "solve/limb_blend.hpp"
#include "solve/pelvis_drop.hpp"
#include "solve/retarget_rotations.hpp"

namespace doppel::engine {
namespace {

using math::Quat;
using math::Vec3;

constexpr double kArmSoftReach = 0.97;     // of the arm: as legSoftReach's default
constexpr double kMostPelvisDrop = 0.25;   // of the leg
constexpr double kFootReachError = 0.001;  // metres: above it kBodyFootReach
constexpr double kHandReachError = 0.005;
constexpr double kVisibleDrop = 1e-4;  // metres: above it kBodyPelvisDrop, not for rounding
constexpr std::size_t kHead = 10;
constexpr double kMaxSourceStep = 0.25;  // seconds: a longer pause of the source starts the filters anew

/// A horizontal direction of a foot: its turn about the vertical alone, whatever its pitch.
Vec3 level(const Quat& turn, const Vec3& direction) { return math::swing_twist(turn, math::kUp).twist * direction; }

rig::Skeleton resting(const BodyDescription& description) {
  rig::Skeleton rest(description.joints);
  if (!description.bind || description.bind->size() != description.joints.size()) return rest;
  const rig::Skeleton bind(*description.bind);
  const auto joints = rig::map_humanoid(rest, ordered(rest, description.humanoid)).joints;
  return rig::better_rest(rest, &bind, joints);
}

}  // namespace

BodySolver::BodySolver(const BodyDescription& description)
    : skeleton_(resting(description)),
      map_(rig::map_humanoid(skeleton_, ordered(skeleton_, description.humanoid))),
      rig_(rig::make_human_rig(skeleton_, map_, description.options)),
      adapter_(skeleton_, rig_),
      rolls_(solve::make_roll_bones(skeleton_, map_, rig_)),
      fingers_(solve::make_finger_rig(rig_)),
      parts_(solve::make_body_parts(rig_)) {
  if (rolls_.size() > kMaxRolls) rolls_.resize(kMaxRolls);
  pose_.positions[0] = rig_.t_positions[0];
  rig::place(rig_, 1.0, pose_);
  slots_ = solve::slot_poses(rig_, pose_, 1.0, 1.0);
}

void BodySolver::follow(const Performer* performer) {
  performer_ = performer;
  weights_ = solve::LimbWeights();
  meter_.reset();
  for (solve::BendMemory& elbow : elbows_) elbow.reset();
  is_filtering_ = false;
  if (performer == nullptr) return;
  retarget_ = rig::make_retarget_map(performer->map(), rig_);
  filtered_ = performer->local();
  filtered_model_ = performer->model();
  position_filters_.assign(performer->skeleton().size(), {});
  rotation_filters_.assign(performer->skeleton().size(), {});
  for (const std::size_t side : {0U, 1U}) {
    hands_[side] = {&performer->rig(), &performer->parts(), &performer->pose(), &parts_, &pose_, &space_, 1.0, side};
  }
  reset_calibration();
}

void BodySolver::reset_calibration() {
  if (performer_ == nullptr) return;
  calibration_ = solve::calibrate_from_rest(performer_->skeleton(), performer_->rig(), retarget_, rig_);
}

solve::PoseFault BodySolver::calibrate(solve::CalibrationKind kind, bool force) {
  if (performer_ == nullptr || !performer_->has_frame()) return solve::PoseFault::kMissingBones;
  const solve::PoseFault fault = solve::pose_fault(kind, performer_->rig(), performer_->pose());
  if (fault != solve::PoseFault::kNone && !force) return fault;
  calibration_ = solve::calibrate_live(
      {kind, &retarget_, &performer_->rig(), &rig_, &performer_->model(), &performer_->pose(), &calibration_});
  return solve::PoseFault::kNone;
}

bool BodySolver::calibrate_head_forward() {
  if (performer_ == nullptr || !performer_->has_frame() || !rig_.has(10)) return false;
  rig::HumanPose pose = pose_;
  solve::RetargetRotations{&retarget_, &rig_, &calibration_, &performer_->model(), &pose}.run();
  const Vec3 degrees = solve::head_offset_to_forward(pose, solve::heading_of(performer_->rig(), performer_->pose()));
  settings.head_rotation_offset_x = degrees.x;
  settings.head_rotation_offset_y = degrees.y;
  settings.head_rotation_offset_z = degrees.z;
  return true;
}

std::optional<double> BodySolver::neck_height_scale() const {
  if (performer_ == nullptr) return std::nullopt;
  // The same bone on both: a head compared with a neck would be a tenth too large.
  const std::size_t bone = rig_.has(9) && performer_->rig().has(9) ? 9 : kHead;
  const auto height = [bone](const rig::HumanRig& rig) { return rig.has(bone) ? rig.t_positions[bone].y : 0.0; };
  const double own = height(rig_);
  const double source = height(performer_->rig());
  if (!(own > 1e-6) || !(source > 1e-6)) return std::nullopt;
  return std::clamp(source / own, 0.1, 3.0);
}

std::optional<double> BodySolver::auto_floor_height(double comfort) const {
  if (performer_ == nullptr) return std::nullopt;
  const solve::RootSpace space{performer_->rig().measures, rig_.measures, settings.avatar_scale, settings.root_motion, {}};
  return solve::calculate_auto_floor_height(space, performer_->rig().measures.standing_hips, comfort);
}

std::uint32_t BodySolver::solve(const BodyFrame& frame) noexcept {
  if (performer_ == nullptr || !performer_->has_frame()) return 0;
  status_ = kBodyActive;
  scale_ = settings.avatar_scale;
  head_scale_ = settings.head_scale;
  filter_source();
  copy_rotations();
  if (!weights_.is_started) {
    // The first frame's hips need a weight, and its contacts hips: both are taken at once, not faded in.
    weigh_limbs(frame);
    place_hips();
    aim_limbs();
    weights_.is_started = false;
  }
  place_hips();
  aim_limbs();
  shape_fingers();
  weigh_limbs(frame);
  solve_limbs();
  solve::turn_head(rig_, settings, pose_);
  rig::place_below(rig_, scale_, kHead, pose_);
  finish();
  return status_;
}

void BodySolver::filter_source() noexcept {
  const rig::Pose& raw = performer_->local();
  const double dt = performer_->time() - filtered_time_;
  const bool is_new = !is_filtering_ || dt != 0.0;
  if (!is_new) return;
  const bool restart = !is_filtering_ || !settings.filter_enabled || dt < 0.0 || dt > kMaxSourceStep;
  const math::OneEuroSettings positions{settings.filter_position_min_cutoff, settings.filter_position_beta,
                                        settings.filter_d_cutoff};
  const math::OneEuroSettings rotations{settings.filter_rotation_min_cutoff, settings.filter_rotation_beta,
                                        settings.filter_d_cutoff};
  for (std::size_t i = 0; i < raw.rotations.size(); ++i) {
    if (restart) {
      position_filters_[i].reset();
      rotation_filters_[i].reset();
    }
    // Speeds are metres a second, whatever the units above a joint.
    const int parent = performer_->skeleton().parents()[i];
    const double unit = parent == rig::kNoJoint ? 1.0 : performer_->skeleton().rest_scale_ms(static_cast<std::size_t>(parent));
    const double metres = unit > 0.0 ? unit : 1.0;
    filtered_.translations[i] = position_filters_[i].step(raw.translations[i] * metres, dt, positions) / metres;
    filtered_.rotations[i] = rotation_filters_[i].step(raw.rotations[i], dt, rotations);
  }
  rig::LocalToModel{&performer_->skeleton(), &filtered_, 0, {}, &filtered_model_}.run();
  rig::RestAdapter::read(performer_->rig(), filtered_model_, filtered_pose_);
  filtered_time_ = performer_->time();
  is_filtering_ = true;
}

void BodySolver::copy_rotations() noexcept {
  solve::RetargetRotations{&retarget_, &rig_, &calibration_, &filtered_model_, &pose_}.run();
}

void BodySolver::place_hips() noexcept {
  space_ = {performer_->rig().measures, rig_.measures, scale_, settings.root_motion, calibration_.origin};
  const double chair = settings.chair_seat_height_offset * weights_.chair_nearness;
  pose_.positions[0] = space_.hips(filtered_pose_.positions[0], weights_.hips.value, settings.floor_height, chair);
  rig::place(rig_, scale_, pose_);
}

void BodySolver::aim_limbs() noexcept {
  const rig::HumanPose& raw = performer_->pose();
  for (const std::size_t side : {0U, 1U}) {
    if (performer_->rig().has(5 + side) && rig_.has(5 + side)) {
      const Quat& foot = pose_.rotations[5 + side];
      const Vec3 out = level(foot, side == 0 ? math::kLeft : -math::kLeft);
      ankles_[side] = space_.ankle(raw.positions[5 + side], settings.floor_height, foot) +
                      settings.foot_front_back_offset * level(foot, math::kForward) + settings.foot_in_out_offset * out;
    }
    hands_[side].head_scale = head_scale_;
    hands_[side].run();
  }
}

void BodySolver::shape_fingers() noexcept {
  for (const std::size_t side : {0U, 1U}) {
    const std::size_t first = solve::finger_bone(side, 0);
    const bool is_enabled = side == 0 ? settings.finger_shaped_left_hand_enabled : settings.finger_shaped_right_hand_enabled;
    if (settings.finger_shaped_enabled && is_enabled) {
      solve::put_fingers(rig_, fingers_, side, solve::shaped_hand(settings, side), pose_);
    } else if (settings.finger_copy_mode == FingerCopyMode::kNone) {
      for (std::size_t bone = first; bone < first + 15; ++bone) {
        if (rig_.has(bone)) pose_.rotations[bone] = pose_.rotations[17 + side];
      }
    } else if (settings.finger_copy_mode == FingerCopyMode::kMuscleData) {
      const rig::HumanRig& source = performer_->rig();
      auto measured = solve::measure_fingers(source, performer_->fingers(), side, filtered_pose_);
      // A joint that the performer lacks bends as the one before it.
      for (std::size_t finger = 0; finger < solve::kFingers; ++finger) {
        auto& muscles = measured[finger];
        if (!source.has(first + 3 * finger + 1)) muscles[2] = muscles[0];
        if (!source.has(first + 3 * finger + 2)) muscles[3] = muscles[2];
      }
      const auto kept = pose_.rotations;
      solve::put_fingers(rig_, fingers_, side, measured, pose_);
      // A finger that the performer does not have has no curl to measure.
      for (std::size_t finger = 0; finger < solve::kFingers; ++finger) {
        if (source.has(first + 3 * finger)) continue;
        for (std::size_t i = 0; i < 3; ++i) pose_.rotations[first + 3 * finger + i] = kept[first + 3 * finger + i];
      }
    }
  }
  rig::place(rig_, scale_, pose_);
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
  if (settings.pelvis_drop) drop_pelvis();
  for (const std::size_t side : {0U, 1U}) solve_leg(side);
  for (const std::size_t side : {0U, 1U}) solve_arm(side);
}

solve::LimbBend BodySolver::bend_of(std::size_t upper, const Vec3& target, double length, const Vec3& own) const noexcept {
  const auto& at = performer_->pose().positions;
  solve::LimbBend bend{at[upper], at[upper + 2], at[upper + 4], pose_.positions[upper], target, length, own};
  bend.run();
  return bend;
}

void BodySolver::drop_pelvis() noexcept {
  const rig::HumanRig& source = performer_->rig();
  solve::PelvisDrop drop;
  for (const std::size_t side : {0U, 1U}) {
    if (!rig_.has_all({1 + side, 3 + side, 5 + side}) || !source.has_all({1 + side, 3 + side, 5 + side})) continue;
    const double length = rig_.measures.leg[side] * scale_;
    const solve::LimbBend bend = bend_of(1 + side, ankles_[side], length, math::kForward);
    const double reach = length * std::max(settings.leg_soft_reach, bend.extension);
    drop.legs[side] = {pose_.positions[1 + side], ankles_[side], reach, weights_.legs[side].value};
    drop.limit = std::max(drop.limit, kMostPelvisDrop * length);
  }
  pelvis_drop_ = drop.run() * weights_.hips.value;
  if (!(pelvis_drop_ > 0.0)) return;
  if (pelvis_drop_ > kVisibleDrop) status_ |= kBodyPelvisDrop;
  pose_.positions[0].y -= pelvis_drop_;
  for (solve::HandTarget& hand : hands_) hand.contact_target.y -= pelvis_drop_;  // the body that they touch is lower now
  rig::place(rig_, scale_, pose_);
}

void BodySolver::solve_leg(std::size_t side) noexcept {
  const std::size_t upper = 1 + side;
  const double weight = weights_.legs[side].value;
  if (!(weight > 0.0) || !rig_.has_all({upper, upper + 2, upper + 4})) return;
  if (!performer_->rig().has_all({upper, upper + 2, upper + 4})) return;
  const double length = rig_.measures.leg[side] * scale_;
  const solve::LimbBend bend = bend_of(upper, ankles_[side], length, pose_.rotations[upper] * math::kForward);
  solve::TwoBoneIk ik{pose_.positions[upper],
                      pose_.positions[upper + 2],
                      pose_.positions[upper + 4],
                      ankles_[side],
                      bend.direction,
                      std::max(settings.leg_soft_reach, bend.extension),
                      bend.height};
  if (!ik.run()) return;
  solve::LimbBlend{&rig_, scale_, upper, upper + 2, upper + 4, &ik, weight, weight, &pose_}.run();
  if (weight * ik.reach_error > kFootReachError) status_ |= kBodyFootReach;
}

void BodySolver::solve_arm(std::size_t side) noexcept {
  const std::size_t upper = 13 + side;
  const double weight = weights_.arms[side].value;
  wrists_[side] = hands_[side].blended(weights_.reach[side], weights_.contact[side]);
  if (!(weight > 0.0) || !rig_.has_all({upper, upper + 2, upper + 4}) ||
      !performer_->rig().has_all({upper, upper + 2, upper + 4})) {
    elbows_[side].reset();
    return;
  }
  const double length = rig_.measures.arm[side] * scale_;
  const solve::LimbBend bend = bend_of(upper, wrists_[side], length, pose_.rotations[upper] * -math::kForward);
  const Vec3 line = math::direction_or(wrists_[side] - pose_.positions[upper], math::kUp);
  solve::TwoBoneIk ik{pose_.positions[upper],
                      pose_.positions[upper + 2],
                      pose_.positions[upper + 4],
                      wrists_[side],
                      elbows_[side].limited(bend.direction, line),
                      std::max(kArmSoftReach, bend.extension),
                      bend.height};
  if (!ik.run()) return;
  solve::LimbBlend{&rig_, scale_, upper, upper + 2, upper + 4, &ik, weight, weight, &pose_}.run();
  if (weight * ik.reach_error > kHandReachError) status_ |= kBodyHandReach;
}

void BodySolver::finish() noexcept {
  slots_ = solve::slot_poses(rig_, pose_, scale_, head_scale_);
  // Speeds are the source's: a frame that is shown twice has none.
  const double dt = performer_->time() - metered_time_;
  if (dt == 0.0) return;
  metered_time_ = performer_->time();
  meters_ = meter_.step({&performer_->rig(),
                         &performer_->pose(),
                         &rig_,
                         &pose_,
                         &space_,
                         settings.floor_height,
                         {wrists_[0], wrists_[1]},
                         {weights_.arms[0].value, weights_.arms[1].value},
                         pelvis_drop_,
                         dt});
}

void BodySolver::take(const BodySolver& leader, const TransferSettings& transfer, const solve::TransferRoots& at_init) noexcept {
  const solve::TransferRoots roots{at_init.leader_scale, settings.avatar_scale};  // its own scale as it is now
  solve::PoseTransfer job{&leader.rig_,       &leader.pose_,       &rig_, &transfer, roots, leader.scale_,
                          leader.head_scale_, settings.head_scale, &pose_};
  job.run();
  scale_ = job.scale;
  head_scale_ = job.head_scale;
  slots_ = solve::slot_poses(rig_, pose_, scale_, head_scale_);
}

void BodySolver::write(std::span<float> row) const noexcept {
  const auto put = [&row](std::size_t at, const Quat& q) {
    row[at] = static_cast<float>(q.x);
    row[at + 1] = static_cast<float>(q.y);
    row[at + 2] = static_cast<float>(q.z);
    row[at + 3] = static_cast<float>(q.w);
  };
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) put(4 * bone, adapter_.local_rotation(rig_, pose_, bone));
  // The root node carries the scale: inside it everything is as large as in the file.
  const Vec3 hips = adapter_.hips_translation(pose_.positions[0] / scale_);
  for (int axis = 0; axis < 3; ++axis) row[kHipsOffset + static_cast<std::size_t>(axis)] = static_cast<float>(hips[axis]);
  row[kScaleOffset] = static_cast<float>(scale_);
  row[kHeadScaleOffset] = static_cast<float>(head_scale_);
  for (std::size_t i = 0; i < rolls_.size(); ++i) put(kRollOffset + 4 * i, solve::roll_rotation(rig_, pose_, rolls_[i]));
}

}  // namespace doppel::engine
