// What comes out of one avatar's body: the row, places for props, meters; standing without a performer, and following another
// body. It follows no performer.
#include <algorithm>

#include "engine/body_solver.hpp"
#include "rig/human_bone_place.hpp"
#include "solve/head.hpp"

namespace doppel::engine {
namespace {

constexpr double kStaleMeters = 0.25;  // seconds without a frame of the source: nothing moves any more

}  // namespace

void BodySolver::keep_base() noexcept {
  base_ = {pose_, scale_, settings.floor_height};
  for (const std::size_t side : {0U, 1U}) {
    const std::size_t first = solve::finger_bone(side, 0);
    for (std::size_t bone = first; bone < first + 15 && is_shaped(side); ++bone) {
      base_.pose.rotations[bone] = math::unit(pose_.rotations[17 + side] * unshaped_[bone]);
    }
  }
}

void BodySolver::stand() noexcept {
  limb_goals_ = {};
  pose_ = base_.pose;
  scale_ = settings.avatar_scale;
  head_scale_ = settings.head_scale;
  // It grows and shrinks over the floor that it stands on.
  math::Vec3& hips = pose_.positions[0];
  hips.y = settings.floor_height + (hips.y - base_.floor_height) * (scale_ / base_.scale);
  for (const std::size_t side : {0U, 1U}) {
    if (is_shaped(side)) solve::put_fingers(rig_, fingers_, side, solve::shaped_hand(settings, side), pose_);
  }
  solve::turn_head(rig_, settings, pose_);
  rig::place(rig_, scale_, pose_);
  publish();
  measure_follower();
}

void BodySolver::take(const BodySolver& leader, const TransferSettings& transfer, const solve::TransferRoots& at_init) noexcept {
  const solve::TransferRoots roots{at_init.leader_scale, settings.avatar_scale};  // its own scale as it is now
  solve::PoseTransfer job{&leader.rig_,       &leader.pose_,       &rig_, &transfer, roots, leader.scale_,
                          leader.head_scale_, settings.head_scale, &pose_};
  job.run();
  scale_ = job.scale;
  head_scale_ = job.head_scale;
  base_ = {pose_, scale_, settings.floor_height};
  publish();
  measure_follower();
}

void BodySolver::take(const BodySolver& leader, const solve::OffsetTransfer& offsets) noexcept {
  solve::OffsetTransfer::Rotations rotations = joint_rotations();
  solve::OffsetTransfer::Positions positions = pose_.positions;
  offsets.run(leader.joint_rotations(), leader.pose_.positions, rotations, positions);
  std::uint64_t shared = 0;
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    if (!leader.rig_.has(bone) || !rig_.has(bone)) continue;
    pose_.rotations[bone] = math::unit(rotations[bone] * glm::conjugate(rig_.t_rotations[bone]));
    shared |= std::uint64_t{1} << bone;
  }
  rig::inherit(rig_, shared, pose_);
  scale_ = settings.avatar_scale;
  head_scale_ = settings.head_scale;
  pose_.positions[0] = positions[0];
  rig::place(rig_, scale_, pose_);
  base_ = {pose_, scale_, settings.floor_height};
  publish();
  measure_follower();
}

solve::OffsetTransfer::Rotations BodySolver::joint_rotations() const noexcept {
  solve::OffsetTransfer::Rotations rotations;
  rotations.fill(math::kIdentity);
  for (std::size_t i = 0; i < rig_.count; ++i) {
    const std::size_t bone = rig_.order[i];
    rotations[bone] = math::unit(pose_.rotations[bone] * rig_.t_rotations[bone]);
  }
  return rotations;
}

void BodySolver::publish() noexcept {
  writer_.write(rig_, pose_, scale_, head_scale_, row_);
  slots_ = solve::slot_poses(rig_, pose_, scale_, head_scale_);
}

void BodySolver::write(std::span<float> row) const noexcept { std::copy(row_.begin(), row_.end(), row.begin()); }

void BodySolver::measure_follower() noexcept {
  weights_ = solve::LimbWeights();
  limb_goals_ = {};
  meters_ = {};
  writer_.read(skeleton_, rig_, row_, drawn_);
  meters_.limb_stretch = solve::limb_stretch_percent(rig_, lengths_, drawn_, scale_);
}

void BodySolver::measure(double dt) noexcept {
  // Speeds are the source's: a frame that is shown twice has none of its own, and one that no other follows none for long.
  const double source_dt = performer_->time() - metered_time_;
  if (is_metered_ && source_dt == 0.0) {
    waited_ += dt;
    if (!(waited_ > kStaleMeters)) return;
    for (double& slide : meters_.foot_slide) slide = 0.0;
    meters_.knee_jump = 0.0;
    meters_.elbow_jump = 0.0;
    return;
  }
  is_metered_ = true;
  waited_ = 0.0;
  metered_time_ = performer_->time();
  writer_.read(skeleton_, rig_, row_, drawn_);
  solve::QualityFrame frame{
      &performer_->rig(), &performer_->pose(),  &rig_, &drawn_, &lengths_, &space_, &performer_->parts(), &parts_,
      head_scale_,        settings.floor_height};
  for (const std::size_t side : {0U, 1U}) {
    frame.source_feet[side] = source_feet_[side];
    frame.source_toes[side] = source_toes_[side];
    frame.arm_layers[side] = weights_.arms[side].layer;
    frame.arm_contacts[side] = weights_.arms[side].target;
  }
  frame.pelvis_drop = pelvis_drop_;
  frame.dt = source_dt;
  meters_ = meter_.step(frame);
}

}  // namespace doppel::engine
