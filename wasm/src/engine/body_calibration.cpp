// What one avatar's body is calibrated by: offsets from rests or from a pose, the head's front, scale and floor found by
// themselves. It solves no frame.
#include <algorithm>

#include "engine/body_solver.hpp"
#include "rig/human_bone_place.hpp"
#include "solve/digital_double.hpp"
#include "solve/head.hpp"
#include "solve/retarget_rotations.hpp"

namespace doppel::engine {
namespace {

using math::Vec3;
using Stage = AutoCalibration::Stage;

}  // namespace

void BodySolver::calibrate_on_follow() {
  const bool fits = kept_ && (kept_->performer == 0 || kept_->performer == solve::rest_print(performer_->skeleton()));
  calibration_ = fits ? *kept_ : solve::calibrate_from_rest(performer_->skeleton(), performer_->rig(), retarget_, rig_);
}

bool BodySolver::set_calibration(const solve::BodyCalibration& calibration) {
  kept_ = calibration;
  if (performer_ == nullptr) {
    calibration_ = calibration;
    return true;
  }
  if (calibration.performer != 0 && calibration.performer != solve::rest_print(performer_->skeleton())) return false;
  calibration_ = calibration;
  return true;
}

void BodySolver::reset_calibration() {
  kept_.reset();
  if (performer_ == nullptr) {
    calibration_ = {};
    return;
  }
  calibrate_on_follow();
}

solve::PoseFault BodySolver::calibrate(solve::CalibrationKind kind, bool force) {
  if (performer_ == nullptr || !performer_->has_frame()) return solve::PoseFault::kMissingBones;
  const solve::PoseFault fault = solve::pose_fault(kind, performer_->rig(), performer_->pose());
  if (fault != solve::PoseFault::kNone && !force) return fault;
  calibration_ = solve::calibrate_live(
      {kind, &retarget_, &performer_->rig(), &rig_, &performer_->model(), &performer_->pose(), &calibration_});
  calibration_.performer = solve::rest_print(performer_->skeleton());
  kept_ = calibration_;
  return solve::PoseFault::kNone;
}

bool BodySolver::calibrate_head_forward() {
  if (performer_ == nullptr || !performer_->has_frame() || !rig_.has(rig::kHead)) return false;
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
  const std::size_t bone = rig_.has(rig::kNeck) && performer_->rig().has(rig::kNeck) ? rig::kNeck : rig::kHead;
  const auto height = [bone](const rig::HumanRig& rig) { return rig.has(bone) ? rig.t_positions[bone].y : 0.0; };
  const double own = height(rig_);
  const double source = height(performer_->rig());
  if (!(own > 1e-6) || !(source > 1e-6)) return std::nullopt;
  return std::clamp(source / own, 0.1, 3.0);
}

std::optional<double> BodySolver::auto_floor_height(double comfort) const {
  if (performer_ == nullptr) return std::nullopt;
  const double scale = settings.avatar_scale;
  const rig::BodyMeasures source = solve::complete_measures(performer_->rig().measures, rig_.measures, scale);
  const solve::RootSpace space{source, rig_.measures, scale, settings.root_motion, {}};
  const double known = calibration_.initial_hips_height;
  const double hips = known > 0.0 ? known : performer_->rig().measures.standing_hips;
  BodySettings found;
  const BodyParameter& row = body_parameters()[*body_parameter_index("floorHeight")];
  set_parameter(found, row, solve::calculate_auto_floor_height(space, hips, comfort));
  return found.floor_height;
}

solve::PoseFault BodySolver::auto_calibrate(bool force) {
  if (auto_.stage == Stage::kScaling || auto_.stage == Stage::kTurning) settings.avatar_scale = scale_before_;
  auto_ = {};
  is_auto_forced_ = force;
  scale_before_ = settings.avatar_scale;
  if (performer_ == nullptr || !performer_->has_frame() || !rig_.has(rig::kHead) || !neck_height_scale()) {
    refuse_auto_calibration(solve::PoseFault::kMissingBones);
    return auto_.fault;
  }
  const solve::PoseFault fault = solve::stance_fault(performer_->rig(), performer_->pose());
  if (fault != solve::PoseFault::kNone && !force) {
    refuse_auto_calibration(fault);
    return fault;
  }
  settings.avatar_scale = 1.0;
  auto_.stage = Stage::kScaling;
  return solve::PoseFault::kNone;
}

void BodySolver::refuse_auto_calibration(solve::PoseFault fault) noexcept {
  settings.avatar_scale = scale_before_;
  auto_.stage = Stage::kRefused;
  auto_.fault = fault;
}

void BodySolver::advance_auto_calibration() noexcept {
  if (auto_.stage != Stage::kScaling && auto_.stage != Stage::kTurning) return;
  const solve::PoseFault fault = solve::stance_fault(performer_->rig(), performer_->pose());
  if (fault != solve::PoseFault::kNone && !is_auto_forced_) {
    refuse_auto_calibration(fault);
    return;
  }
  if (auto_.stage == Stage::kScaling) {
    auto_.scale = neck_height_scale().value_or(1.0);
    settings.avatar_scale = auto_.scale;
    auto_.stage = Stage::kTurning;
    return;
  }
  calibrate_head_forward();
  auto_.head_offset = Vec3(settings.head_rotation_offset_x, settings.head_rotation_offset_y, settings.head_rotation_offset_z);
  auto_.stage = Stage::kDone;
}

}  // namespace doppel::engine
