// The frame path of one avatar's body: a performer's pose in, turns and positions of the human bones and a row of local rotations
// out. It is not the engine: it knows one avatar, and owns no rows. Nothing in a frame allocates.
#pragma once

#include <memory>
#include <optional>

#include "base/body_parameter.hpp"
#include "engine/performer.hpp"
#include "math/one_euro.hpp"
#include "rig/body_description.hpp"
#include "rig/rest_adapter.hpp"
#include "solve/attachments.hpp"
#include "solve/body_calibration.hpp"
#include "solve/limb_bend.hpp"
#include "solve/limb_weights.hpp"
#include "solve/pose_transfer.hpp"
#include "solve/quality.hpp"
#include "solve/twist_spread.hpp"

namespace doppel::engine {

/// Roll joints that a row holds; those beyond are left at rest.
inline constexpr std::size_t kMaxRolls = 24;
/// A row: 55 local rotations x, y, z, w; local translation of the hips' node (3); avatarScale; headScale; 3 free; local rotations
/// of the roll joints, in the order of `roll_joints`.
inline constexpr std::size_t kHipsOffset = 4 * kHumanBoneCount;
inline constexpr std::size_t kScaleOffset = kHipsOffset + 3;
inline constexpr std::size_t kHeadScaleOffset = kScaleOffset + 1;
inline constexpr std::size_t kRollOffset = kHipsOffset + 8;
inline constexpr std::size_t kBodyRow = kRollOffset + 4 * kMaxRolls;

/// What happened in a frame, bits.
enum BodyStatusBit : std::uint32_t {
  kBodyActive = 1U << 0,      // it follows a performer or a leader
  kBodyNonFinite = 1U << 1,   // the source had numbers that are none; their joints stood still
  kBodyPelvisDrop = 1U << 2,  // the pelvis was lowered so that a foot is reached
  kBodyFootReach = 1U << 3,   // a foot on its target is more than 1 mm off it
  kBodyHandReach = 1U << 4,   // the same of a hand, more than 5 mm
};

using rig::BodyDescription;

struct BodyFrame {
  std::span<const solve::PropPoint> props{};
  std::span<const math::Vec3> other_hands{};  // of the other performers, world
  double dt = 0.0;                            // seconds of the engine
  std::uint32_t self = 0;                     // the avatar's number among the props' holders
};

class BodySolver {
 public:
  /// Throws as `Skeleton` and `make_human_rig` do. Nothing is followed yet.
  explicit BodySolver(const BodyDescription& description);
  // Jobs inside point at its own pose.
  BodySolver(const BodySolver&) = delete;
  BodySolver& operator=(const BodySolver&) = delete;
  ~BodySolver() = default;

  const rig::Skeleton& skeleton() const { return skeleton_; }
  const rig::HumanoidMap& map() const { return map_; }
  const rig::HumanRig& rig() const { return rig_; }
  const std::vector<solve::RollBone>& rolls() const { return rolls_; }

  /// Follows a performer (null: none) from the next frame on: T-calibrated from the rest poses. The performer must outlive this.
  void follow(const Performer* performer);
  const Performer* performer() const { return performer_; }

  BodySettings settings{};  // `sanitize` what comes from outside
  const solve::BodyCalibration& calibration() const { return calibration_; }
  /// Of an earlier session, for the same performer and avatar.
  void set_calibration(const solve::BodyCalibration& calibration) { calibration_ = calibration; }
  void reset_calibration();
  /// Takes the performer's raw pose of now. A fault other than kNone: nothing changed, unless `force`.
  solve::PoseFault calibrate(solve::CalibrationKind kind, bool force);
  /// Sets headRotationOffset so that the head looks as in T; false without a performer's frame.
  bool calibrate_head_forward();
  /// avatarScale by the ratio of neck heights (performer over avatar), within its range; nothing without a frame. Both stand as
  /// they do in T: the performer may sit.
  std::optional<double> neck_height_scale() const;
  std::optional<double> auto_floor_height(double comfort) const;

  /// One frame, in the order of B1. Returns `BodyStatusBit`s. 0: nothing to follow, the pose stands.
  std::uint32_t solve(const BodyFrame& frame) noexcept;
  /// Follows another avatar's body in this frame (pose transfer).
  void take(const BodySolver& leader, const TransferSettings& transfer, const solve::TransferRoots& at_init) noexcept;
  /// Writes the row of the last pose; at least kBodyRow floats.
  void write(std::span<float> row) const noexcept;

  const rig::HumanPose& pose() const { return pose_; }
  const rig::HumanPose& filtered() const { return filtered_pose_; }
  const solve::LimbWeights& weights() const { return weights_; }
  const solve::QualityMeters& meters() const { return meters_; }
  const std::array<solve::RigidPose, solve::kSlotCount>& slots() const { return slots_; }
  double scale() const { return scale_; }
  double head_scale() const { return head_scale_; }

 private:
  void filter_source() noexcept;
  void copy_rotations() noexcept;
  void place_hips() noexcept;
  void aim_limbs() noexcept;
  void shape_fingers() noexcept;
  void weigh_limbs(const BodyFrame& frame) noexcept;
  void solve_limbs() noexcept;
  void drop_pelvis() noexcept;
  void solve_leg(std::size_t side) noexcept;
  void solve_arm(std::size_t side) noexcept;
  void finish() noexcept;
  solve::LimbBend bend_of(std::size_t upper, const math::Vec3& target, double length, const math::Vec3& own) const noexcept;

  rig::Skeleton skeleton_;
  rig::HumanoidMap map_;
  rig::HumanRig rig_;
  rig::RestAdapter adapter_;
  std::vector<solve::RollBone> rolls_;
  solve::FingerRig fingers_;
  solve::BodyParts parts_;

  const Performer* performer_ = nullptr;
  rig::RetargetMap retarget_;
  solve::BodyCalibration calibration_;
  std::vector<math::PositionFilter> position_filters_;
  std::vector<math::RotationFilter> rotation_filters_;
  rig::Pose filtered_;
  rig::ModelPose filtered_model_;
  rig::HumanPose filtered_pose_;
  double filtered_time_ = 0.0;
  double metered_time_ = 0.0;
  bool is_filtering_ = false;

  rig::HumanPose pose_;
  solve::RootSpace space_;
  solve::LimbWeights weights_;
  solve::BendMemory elbows_[2];
  solve::HandTarget hands_[2];
  math::Vec3 ankles_[2]{};
  math::Vec3 wrists_[2]{};
  double pelvis_drop_ = 0.0;
  double scale_ = 1.0;
  double head_scale_ = 1.0;
  std::uint32_t status_ = 0;
  solve::QualityMeter meter_;
  solve::QualityMeters meters_;
  std::array<solve::RigidPose, solve::kSlotCount> slots_{};
};

}  // namespace doppel::engine
