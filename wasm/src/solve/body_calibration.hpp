// Rotation offsets between a performer and an avatar, from rest poses or from the performer standing in a T- or I-pose.
// It is not the settings file, and moves nothing: `retarget_rotations` applies the offsets.
#pragma once

#include "rig/human_pose.hpp"
#include "rig/pose.hpp"
#include "rig/retarget_map.hpp"

namespace doppel::solve {

using math::Quat;
using math::Vec3;
using rig::HumanPose;
using rig::HumanRig;

enum class CalibrationKind : std::uint8_t {
  kT,  // arms level
  kI,  // arms hanging, palms to the thighs
};

/// What a performer and an avatar were found to differ by.
struct BodyCalibration {
  /// offset = inverse(source_ws) * heading * target_ws of each human bone of the target; identity where nothing drives it.
  std::array<Quat, kHumanBoneCount> offsets;
  CalibrationKind kind = CalibrationKind::kT;
  bool is_live = false;              // taken from the performer's pose, not from the rest poses
  double heading = 0.0;              // radians: the performer's yaw then, taken out of the offsets
  Vec3 origin{0.0};                  // metres, world, y 0: what `scaled` root motion scales about
  double initial_hips_height = 0.0;  // metres above the floor: the performer's hips then
  std::uint64_t performer = 0;       // `rest_print` of whom it was taken from; 0: not known

  BodyCalibration() { offsets.fill(math::kIdentity); }
};

/// A number for a source's skeleton as far as offsets depend on it: names, parents and rest rotations (to a thousandth), not
/// lengths. Never 0.
std::uint64_t rest_print(const rig::Skeleton& skeleton);

/// T from descriptions: no one has to stand anywhere. The same in, the same out, however often.
BodyCalibration calibrate_from_rest(const rig::Skeleton& source, const HumanRig& source_rig, const rig::RetargetMap& map,
                                    const HumanRig& target);

/// Why a performer's pose is clearly no calibration pose.
enum class PoseFault : std::uint8_t {
  kNone,
  kMissingBones,  // no legs or arms to judge by
  kNotUpright,    // trunk more than kMaxLean from upright
  kCrouching,     // a leg shorter than kMinStanding of its length
  kArmsNotLevel,  // T: an arm more than kMaxArmError from level
  kArmsNotDown,   // I: an arm more than kMaxArmError from hanging
};
inline constexpr double kMaxLean = 30.0;      // degrees
inline constexpr double kMaxArmError = 35.0;  // degrees
inline constexpr double kMinStanding = 0.94;  // of the leg's length, hip joint to ankle: the knee 40 degrees from straight

/// What keeps a performer from standing at all: bones, trunk, legs.
PoseFault stance_fault(const HumanRig& source, const HumanPose& pose);
PoseFault pose_fault(CalibrationKind kind, const HumanRig& source, const HumanPose& pose);

/// Yaw of a performer by hips and shoulder line, radians.
double heading_of(const HumanRig& source, const HumanPose& pose);

struct LiveCalibration {
  CalibrationKind kind = CalibrationKind::kT;
  const rig::RetargetMap* map = nullptr;
  const HumanRig* source_rig = nullptr;
  const HumanRig* target_rig = nullptr;
  const rig::ModelPose* source_model = nullptr;  // world space, all joints
  const HumanPose* source = nullptr;             // the same pose of the human bones
  const BodyCalibration* before = nullptr;       // I: fingers keep its offsets, since hands hang relaxed
};

/// The target is taken to stand in the pose that `kind` names, computed from its own rest; the performer in the pose it is in
/// now. Ask `pose_fault` first; this does not refuse.
BodyCalibration calibrate_live(const LiveCalibration& job);

}  // namespace doppel::solve
