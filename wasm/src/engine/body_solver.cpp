// The frame path of one avatar's body, in the order of B1: source, rotations, hips, fingers; limbs and output have files of their
// own.
// It is not the engine: it knows one avatar, and owns no rows of others.
#include "engine/body_solver.hpp"

#include "base/error.hpp"
#include "rig/human_bone_place.hpp"
#include "solve/digital_double.hpp"
#include "solve/head.hpp"
#include "solve/retarget_rotations.hpp"

namespace doppel::engine {
namespace {

using math::Quat;

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
      writer_(skeleton_, map_, rig_),
      fingers_(solve::make_finger_rig(rig_)),
      parts_(solve::make_body_parts(rig_)),
      lengths_(solve::rest_lengths(skeleton_, rig_)) {
  pose_.positions[0] = rig_.t_positions[0];
  rig::place(rig_, 1.0, pose_);
  keep_base();
  publish();
}

void BodySolver::follow(const Performer* performer) {
  performer_ = performer;
  weights_ = solve::LimbWeights();
  meter_.reset();
  meters_ = {};
  is_metered_ = false;
  pelvis_drop_ = 0.0;
  for (solve::BendMemory& elbow : elbows_) elbow.reset();
  for (solve::StanceMemory& stance : stances_) stance.reset();
  for (solve::FootPlant& plant : plants_) plant.reset();
  if (auto_.stage == AutoCalibration::Stage::kScaling || auto_.stage == AutoCalibration::Stage::kTurning) {
    refuse_auto_calibration(solve::PoseFault::kMissingBones);
  }
  if (performer == nullptr) return;
  retarget_ = rig::make_retarget_map(performer->map(), rig_);
  filter_.start(*performer);
  for (const std::size_t side : {0U, 1U}) {
    hands_[side] = {&performer->rig(), &performer->parts(), &performer->pose(), &parts_, &pose_, &space_, 1.0, side};
  }
  calibrate_on_follow();
}

std::uint32_t BodySolver::solve(const BodyFrame& frame) noexcept {
  if (performer_ == nullptr || !performer_->has_frame()) return 0;
  status_ = kBodyActive;
  scale_ = settings.avatar_scale;
  head_scale_ = settings.head_scale;
  filter_.run(*performer_, settings);
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
  keep_base();
  solve::turn_head(rig_, settings, pose_);
  rig::place_below(rig_, scale_, rig::kHead, pose_);
  publish();
  measure(frame.dt);
  advance_auto_calibration();
  return status_;
}

void BodySolver::copy_rotations() noexcept {
  solve::RetargetRotations{&retarget_, &rig_, &calibration_, &filter_.model(), &pose_}.run();
}

void BodySolver::place_hips() noexcept {
  space_ = {solve::complete_measures(performer_->rig().measures, rig_.measures, scale_), rig_.measures, scale_,
            settings.root_motion, calibration_.origin};
  const double chair = settings.chair_seat_height_offset * weights_.chair_nearness;
  const auto& at = filter_.pose().positions;
  pose_.positions[0] = space_.hips(at[0], weights_.hips.value, settings.floor_height, chair);
  if (performer_->rig().has_all({1, 2}) && rig_.has_all({1, 2})) {
    pose_.positions[0] += space_.thighs(0.5 * (at[1] + at[2]) - at[0], pose_.rotations[0], weights_.hips.value);
  }
  rig::place(rig_, scale_, pose_);
}

bool BodySolver::is_shaped(std::size_t side) const {
  return settings.finger_shaped_enabled &&
         (side == 0 ? settings.finger_shaped_left_hand_enabled : settings.finger_shaped_right_hand_enabled);
}

void BodySolver::shape_fingers() noexcept {
  for (const std::size_t side : {0U, 1U}) {
    const std::size_t first = solve::finger_bone(side, 0);
    if (is_shaped(side)) {
      const Quat hand = glm::conjugate(pose_.rotations[17 + side]);
      for (std::size_t bone = first; bone < first + 15; ++bone) unshaped_[bone] = hand * pose_.rotations[bone];
      solve::put_fingers(rig_, fingers_, side, solve::shaped_hand(settings, side), pose_);
    } else if (settings.finger_copy_mode == FingerCopyMode::kNone) {
      for (std::size_t bone = first; bone < first + 15; ++bone) {
        if (rig_.has(bone)) pose_.rotations[bone] = pose_.rotations[17 + side];
      }
    } else if (settings.finger_copy_mode == FingerCopyMode::kMuscleData) {
      copy_muscles(side);
    }
  }
  rig::place(rig_, scale_, pose_);
}

void BodySolver::copy_muscles(std::size_t side) noexcept {
  const std::size_t first = solve::finger_bone(side, 0);
  const rig::HumanRig& source = performer_->rig();
  auto measured = solve::measure_fingers(source, performer_->fingers(), side, filter_.pose());
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

}  // namespace doppel::engine
