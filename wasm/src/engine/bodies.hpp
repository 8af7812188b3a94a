// The bodies of the engine: performers, the avatars that follow them or each other, props, and their one step a frame.
// It is part of the engine, which owns it; faces are beside it and share nothing but the clock.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/body_solver.hpp"

namespace doppel::engine {

/// Floats of a row of meters (`QualityMeters`; 0 where they say nothing of a body): foot slide left, right (cm/s); penetration,
/// floating left, right (mm); stretch (%); hand error left, right (mm); knee and elbow jump (degrees); pelvis drop (mm); hips
/// weight; arm and leg weights left, right; the layers that decided hips, arms, legs (`WeightLayer`); chair nearness.
inline constexpr std::size_t kMeterRow = 24;

/// Floats of a row of poses, world space: turn of each of the 55 bones from the T-pose (x, y, z, w), then the place of each
/// (metres). Bones that the avatar lacks count for nothing.
inline constexpr std::size_t kPosePositions = 4 * kHumanBoneCount;
inline constexpr std::size_t kPoseRow = 7 * kHumanBoneCount;

/// Floats of a row of limbs: arms left, right, legs left, right; each the target of wrist or ankle (world, metres), to which side
/// elbow or knee bends (unit; 0 where the weight is), and the weight of inverse kinematics. 0 where no performer is followed.
inline constexpr std::size_t kLimbFloats = 7;
inline constexpr std::size_t kLimbRow = 4 * kLimbFloats;

/// Floats of a prop's row: its id (0: a free place), position x, y, z (world, metres), rotation x, y, z, w.
inline constexpr std::size_t kPropRow = 8;

class Bodies {
 public:
  explicit Bodies(std::size_t capacity);

  // Performers, by slot.
  void set_performer(std::size_t slot, std::unique_ptr<Performer> performer);
  const Performer* performer(std::size_t slot) const { return performers_[slot].get(); }
  /// Whoever followed it stands still.
  void clear_performer(std::size_t slot);

  // Bodies, by the avatar's slot.
  void set_body(std::size_t slot, std::unique_ptr<BodySolver> body);
  BodySolver* body(std::size_t slot) const { return bodies_[slot].solver.get(); }
  void clear_body(std::size_t slot);
  /// Follows a performer; kNone: nobody.
  void follow_performer(std::size_t slot, std::size_t performer);
  /// Follows another avatar's body. May be called again: differences of scale are taken anew. False: it would follow itself, by
  /// whatever way.
  bool follow_body(std::size_t slot, std::size_t leader, const TransferSettings& settings);
  /// Copies another avatar's body with the offsets there are between their joints now (`OffsetTransfer`). May be called again at
  /// any time. False as above.
  bool follow_offset(std::size_t slot, std::size_t leader);
  void set_floor(std::size_t performer, double metres) { performers_[performer]->set_floor(metres); }
  TransferSettings& transfer(std::size_t slot) { return bodies_[slot].transfer; }
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  solve::PropSet props;

  /// One frame of every performer and body, in the order of B1: bodies that follow nothing stand. Neither throws nor allocates.
  /// Returns the OR of the bodies' status.
  std::uint32_t step(double dt) noexcept;

  // Rows, allocated once.
  std::span<float> performer_input() { return performer_input_; }
  std::span<double> performer_time() { return performer_time_; }
  std::span<float> rows() { return rows_; }
  std::span<float> poses() { return poses_; }
  std::span<float> meters() { return meters_; }
  std::span<std::uint32_t> status() { return status_; }
  std::span<float> limbs() { return limbs_; }
  std::span<float> prop_poses() { return prop_poses_; }  // kMaxProps x kPropRow

 private:
  struct Slot {
    std::unique_ptr<BodySolver> solver;
    std::size_t performer = kNone;
    std::size_t leader = kNone;
    TransferSettings transfer;
    solve::TransferRoots at_init;
    std::unique_ptr<solve::OffsetTransfer> offsets;  // where it copies by offsets
    bool is_placed = false;                          // in this frame
  };
  bool set_leader(std::size_t slot, std::size_t leader);
  void read_performers() noexcept;
  void collect_props() noexcept;
  std::span<const math::Vec3> collect_hands(std::size_t without) noexcept;
  void solve_body(std::size_t slot, double dt) noexcept;
  void transfer_poses() noexcept;
  void write_pose(std::size_t slot) noexcept;
  void write_meters(std::size_t slot) noexcept;
  void write_limbs(std::size_t slot) noexcept;
  void write_props() noexcept;

  std::vector<std::unique_ptr<Performer>> performers_;
  std::vector<std::size_t> left_out_;
  std::vector<Slot> bodies_;
  std::vector<float> performer_input_;
  std::vector<double> performer_time_;
  std::vector<float> rows_;
  std::vector<float> poses_;
  std::vector<float> meters_;
  std::vector<float> limbs_;
  std::vector<std::uint32_t> status_;
  std::vector<float> prop_poses_;
  std::array<solve::PropPoint, solve::kMaxProps> prop_points_{};
  std::size_t prop_count_ = 0;
  std::vector<math::Vec3> hands_;
};

}  // namespace doppel::engine
