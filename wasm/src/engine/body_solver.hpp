// The frame path of one avatar's body: a performer's pose in, turns and positions of the human bones and a row of local rotations
// out. It is not the engine: it knows one avatar, and owns no rows of others. Nothing in a frame allocates.
#pragma once

#include <memory>
#include <optional>

#include "base/body_parameter.hpp"
#include "engine/body_row.hpp"
#include "engine/performer.hpp"
#include "engine/source_filter.hpp"
#include "rig/body_description.hpp"
#include "solve/attachments.hpp"
#include "solve/body_calibration.hpp"
#include "solve/foot_plant.hpp"
#include "solve/limb_bend.hpp"
#include "solve/limb_weights.hpp"
#include "solve/pose_transfer.hpp"
#include "solve/quality.hpp"

namespace doppel::engine {

/// What happened in a frame, bits. 0: nothing is followed; the body stands as it last did, with its scales, fingers and head as
/// the settings have them, and its row is as valid as any.
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

/// The sequence of `auto_calibrate` and what came of it.
struct AutoCalibration {
  enum class Stage : std::uint8_t {
    kNone,     // never asked for
    kScaling,  // a frame at scale 1 is waited for
    kTurning,  // a frame at the new scale is waited for
    kDone,     // the settings hold both; they are worth saving
    kRefused,  // see `fault`; the settings are what they were
  };
  Stage stage = Stage::kNone;
  solve::PoseFault fault = solve::PoseFault::kNone;
  double scale = 1.0;           // avatarScale as found
  math::Vec3 head_offset{0.0};  // headRotationOffset as found, degrees
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
  const std::vector<solve::RollBone>& rolls() const { return writer_.rolls(); }

  /// Follows a performer (null: none) from the next frame on: with the calibration that was set or taken last where it is of this
  /// performer (or of one that is not known), else T-calibrated from the rest poses. The performer must outlive this.
  void follow(const Performer* performer);
  const Performer* performer() const { return performer_; }

  BodySettings settings{};  // `sanitize` what comes from outside
  const solve::BodyCalibration& calibration() const { return calibration_; }
  /// Of an earlier session. False: it is of another performer than the one followed now, and waits for that one.
  bool set_calibration(const solve::BodyCalibration& calibration);
  /// T from the rest poses; what was set or taken is forgotten.
  void reset_calibration();
  /// Takes the performer's raw pose of now. A fault other than kNone: nothing changed, unless `force`.
  solve::PoseFault calibrate(solve::CalibrationKind kind, bool force);
  /// Sets headRotationOffset so that the head looks as in T; false without a performer's frame.
  bool calibrate_head_forward();
  /// Scale and head by themselves, in the seed's order: avatarScale 1, a frame, avatarScale by the necks' heights, a frame, head
  /// to the front. Frames are the engine's steps. A performer that crouches or bows, now or at one of those frames, is refused
  /// unless `force`; the settings are then as before. Without a performer's frame: kMissingBones.
  solve::PoseFault auto_calibrate(bool force);
  const AutoCalibration& auto_calibration() const { return auto_; }
  /// avatarScale by the ratio of neck heights (performer over avatar), within its range; nothing without a performer. Both stand
  /// as they do in T.
  std::optional<double> neck_height_scale() const;
  /// The floorHeight at which the left leg stands at extension `comfort` (0..1) while the performer's hips are as high as when it
  /// was calibrated (from descriptions: standing in T), within the parameter's range; nothing without a performer.
  std::optional<double> auto_floor_height(double comfort) const;

  /// One frame, in the order of B1. Returns `BodyStatusBit`s. 0: no performer's frame to follow; nothing changed.
  std::uint32_t solve(const BodyFrame& frame) noexcept;
  /// A frame without anything to follow: the pose that was, with scales, shaped fingers and head offset as the settings have
  /// them.
  void stand() noexcept;
  /// Follows another avatar's body in this frame (pose transfer).
  void take(const BodySolver& leader, const TransferSettings& transfer, const solve::TransferRoots& at_init) noexcept;
  /// The same with the offsets that an `OffsetTransfer` was made with, from `joint_rotations` of both. Bones keep their lengths:
  /// of the positions the hips' counts.
  void take(const BodySolver& leader, const solve::OffsetTransfer& offsets) noexcept;
  /// Writes the row of the last pose; at least kBodyRow floats.
  void write(std::span<float> row) const noexcept;

  const rig::HumanPose& pose() const { return pose_; }
  const rig::HumanPose& filtered() const { return filter_.pose(); }
  /// World rotations of the bones' joints, not their turns from T; identity where a bone is missing.
  solve::OffsetTransfer::Rotations joint_rotations() const noexcept;
  const solve::LimbWeights& weights() const { return weights_; }
  /// Of the newest frame of the source. Followers and bodies that follow nothing have limb_stretch alone.
  const solve::QualityMeters& meters() const { return meters_; }
  const std::array<solve::RigidPose, solve::kSlotCount>& slots() const { return slots_; }
  /// What inverse kinematics was asked for in this frame: arms left, right, legs left, right.
  struct LimbGoal {
    math::Vec3 target{0.0};  // of wrist or ankle, world, metres
    math::Vec3 bend{0.0};    // to which side elbow or knee bends, unit; 0 where the weight is
    double weight = 0.0;     // 0..1
  };
  const std::array<LimbGoal, 4>& limb_goals() const { return limb_goals_; }
  double scale() const { return scale_; }
  double head_scale() const { return head_scale_; }

 private:
  // body_solver.cpp
  void copy_rotations() noexcept;
  void place_hips() noexcept;
  bool is_shaped(std::size_t side) const;
  void shape_fingers() noexcept;
  void copy_muscles(std::size_t side) noexcept;
  // body_limbs.cpp
  void aim_limbs() noexcept;
  /// The turn from T that the performer's raw rotation of a bone means.
  math::Quat calibrated_turn(std::size_t bone) const noexcept;
  void weigh_limbs(const BodyFrame& frame) noexcept;
  void solve_limbs() noexcept;
  void settle_pelvis() noexcept;
  /// How far a leg with a standing foot reaches, of its length, for a performer's `extension`.
  double standing_reach(double extension) const noexcept;
  /// Where the softening of a leg's reach starts, of its length: a standing foot is not softened, the pelvis brings it into
  /// reach.
  double soft_start(std::size_t side, double extension) const noexcept;
  /// Height of the performer's sole over its floor as the avatar takes it, metres.
  double sole_of(std::size_t side) const noexcept;
  void solve_leg(std::size_t side) noexcept;
  void clear_toes(std::size_t side, double weight) noexcept;
  void solve_arm(std::size_t side) noexcept;
  solve::LimbBend bend_of(std::size_t upper, const math::Vec3& target, double length, const math::Vec3& own,
                          double goal_weight) const noexcept;
  // body_calibration.cpp
  void calibrate_on_follow();
  void advance_auto_calibration() noexcept;
  void refuse_auto_calibration(solve::PoseFault fault) noexcept;
  // body_output.cpp
  void keep_base() noexcept;
  void publish() noexcept;
  void measure(double dt) noexcept;
  void measure_follower() noexcept;

  rig::Skeleton skeleton_;
  rig::HumanoidMap map_;
  rig::HumanRig rig_;
  RowWriter writer_;
  solve::FingerRig fingers_;
  solve::BodyParts parts_;
  solve::RestLengths lengths_;

  const Performer* performer_ = nullptr;
  rig::RetargetMap retarget_;
  solve::BodyCalibration calibration_;
  std::optional<solve::BodyCalibration> kept_;  // set or taken, not from rests
  AutoCalibration auto_;
  bool is_auto_forced_ = false;
  double scale_before_ = 1.0;
  SourceFilter filter_;

  rig::HumanPose pose_;
  /// What `stand` starts from: the last pose without shaped fingers and head offset, with the scale and floorHeight it had.
  struct Base {
    rig::HumanPose pose;
    double scale = 1.0;
    double floor_height = 0.0;
  };
  Base base_;
  std::array<math::Quat, kHumanBoneCount> unshaped_{};  // fingers against their hands, before shaping

  solve::RootSpace space_;
  solve::LimbWeights weights_;
  solve::BendMemory elbows_[2];
  solve::HandTarget hands_[2];
  math::Vec3 ankles_[2]{};
  math::Vec3 ankle_offsets_[2]{};  // of the settings, in the above
  solve::StanceMemory stances_[2];
  solve::FootPlant plants_[2];
  math::Quat source_feet_[2]{math::kIdentity, math::kIdentity};  // raw turns of the performer's feet from T, as calibrated
  math::Quat source_toes_[2]{math::kIdentity, math::kIdentity};  // the same of its toes
  std::array<LimbGoal, 4> limb_goals_{};
  double pelvis_drop_ = 0.0;
  double scale_ = 1.0;
  double head_scale_ = 1.0;
  std::uint32_t status_ = 0;

  BodyRow row_{};
  rig::HumanPose drawn_;
  solve::QualityMeter meter_;
  solve::QualityMeters meters_;
  double metered_time_ = 0.0;
  double waited_ = 0.0;  // seconds of the engine since the source's last frame
  bool is_metered_ = false;
  std::array<solve::RigidPose, solve::kSlotCount> slots_{};
};

}  // namespace doppel::engine
