// The engine: slots of avatars, their rows, and one `step` a frame for all of them. The only stateful class of the core.
// It is not a parser: routes, measurements and profiles come in as structs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/bodies.hpp"
#include "face/calibration.hpp"
#include "face/face_solver.hpp"
#include "face/measurement.hpp"
#include "face/routes.hpp"

namespace doppel::engine {

inline constexpr std::size_t kMaxCapacity = 64;
/// Floats in a row of morph weights: more morph slots than any face in the field uses, so that rows never move.
inline constexpr std::size_t kMaxMorphSlots = 512;
inline constexpr double kMaxTimeStep = 0.1;  // seconds: a tab that slept does not fast-forward
inline constexpr std::size_t kFaceBoneRow = face::kFaceBoneCount * face::kFaceBoneFloats;
inline constexpr std::size_t kCounterRow = 2;

/// Slot in the low bits, generation above: a handle of a removed avatar is never valid again. 0 is no handle.
using Handle = std::uint32_t;

class Engine {
 public:
  /// Allocates every row. Throws kInvalidArgument where capacity is not 1..kMaxCapacity.
  explicit Engine(std::size_t capacity);

  std::size_t capacity() const { return slots_.size(); }

  /// Throws kCapacityExceeded (no free slot, or more morph slots than a row holds), kInvalidArgument. Nothing changes then.
  Handle add_avatar(const face::FaceRoutes& routes, const face::FaceMeasurement* measurement);
  /// Frees the slot and zeroes its rows. This and all below: throws kInvalidHandle.
  void remove_avatar(Handle handle);
  std::size_t row(Handle handle) const;
  void set_calibration(Handle handle, const face::Calibration& calibration);
  const face::Calibration& calibration(Handle handle) const;
  void set_bypass(Handle handle, bool on);
  void set_input_range(Handle handle, face::InputRange range);
  void set_solo(Handle handle, int channel);

  // Bodies. A performer's handle is of its own kind; its row has the joints in the description's order.
  /// Throws as `Performer` does; kCapacityExceeded where all rows are taken.
  Handle add_performer(const PerformerDescription& description);
  void remove_performer(Handle performer);
  std::size_t performer_row(Handle performer) const;
  const Performer& performer(Handle performer) const { return *bodies_.performer(performer_row(performer)); }
  /// Height of a performer's floor in its source's world, metres; default that of its description. Throws kInvalidArgument where
  /// it is not finite.
  void set_performer_floor(Handle performer, double metres);
  /// `BodySolver::auto_calibrate` of an avatar: what came of it is told by `body(avatar).auto_calibration()` two steps later.
  solve::PoseFault auto_calibrate(Handle avatar, bool force) { return body(avatar).auto_calibrate(force); }
  /// The same of every body that follows a performer; how many were started.
  std::size_t auto_calibrate_all(bool force);
  /// Gives an avatar a body, or another one. Throws as `BodySolver` does; the old one stays then.
  void set_body(Handle avatar, const BodyDescription& description);
  /// Throws kInvalidArgument where the avatar has no body.
  BodySolver& body(Handle avatar) const;
  /// `performer` 0: nobody.
  void follow_performer(Handle avatar, Handle performer);
  /// Throws kInvalidArgument where an avatar would follow itself, by whatever way.
  void follow_body(Handle avatar, Handle leader, const TransferSettings& settings);
  /// Copies another avatar's body, bone by bone, by the differences that there are between the two now (B10's OffsetTransfer).
  /// Throws as `follow_body`.
  void follow_offset(Handle avatar, Handle leader);
  TransferSettings& transfer(Handle avatar) { return bodies_.transfer(row(avatar)); }
  /// Props of the scene. Attach by `attach_prop`, which knows avatars.
  solve::PropSet& props() { return bodies_.props; }
  /// Throws kInvalidArgument where the prop is unknown.
  void attach_prop(std::uint32_t prop, Handle avatar, solve::Slot slot);
  /// Ids of the props at an avatar's slot; how many were written.
  std::size_t props_at(Handle avatar, solve::Slot slot, std::span<std::uint32_t> ids) const;

  /// One frame of every avatar. `dt` seconds, clamped to 0..kMaxTimeStep, NaN as 0. Neither throws nor allocates.
  /// Returns the OR of all rows' `FaceStatusBit`s; bodies' bits stand in `body_status`.
  std::uint32_t step(double dt) noexcept;
  /// Sum of all clamped time steps, seconds.
  double time() const { return time_; }

  // Rows, allocated once; row i belongs to the avatar in slot i.
  std::span<float> face_input() { return face_input_; }
  std::span<float> face_output() { return face_output_; }
  std::span<float> morphs() { return morphs_; }
  std::span<float> face_bones() { return face_bones_; }
  std::span<std::uint32_t> status() { return status_; }
  std::span<std::uint32_t> counters() { return counters_; }
  std::span<float> performer_input() { return bodies_.performer_input(); }  // capacity x kMaxPerformerJoints x kJointFloats
  std::span<double> performer_time() { return bodies_.performer_time(); }   // seconds of the source; NaN: no frame yet
  std::span<float> bodies() { return bodies_.rows(); }                      // capacity x kBodyRow
  std::span<float> body_poses() { return bodies_.poses(); }                 // capacity x kPoseRow
  std::span<float> body_meters() { return bodies_.meters(); }               // capacity x kMeterRow
  std::span<float> body_limbs() { return bodies_.limbs(); }                 // capacity x kLimbRow
  std::span<float> prop_poses() { return bodies_.prop_poses(); }            // kMaxProps x kPropRow
  std::span<std::uint32_t> body_status() { return bodies_.status(); }       // `BodyStatusBit`s

 private:
  struct Slot {
    std::uint32_t generation = 0;
    std::unique_ptr<face::FaceSolver> solver;  // null: free
  };
  face::FaceSolver& solver(Handle handle) const;
  void clear_rows(std::size_t slot);

  std::vector<Slot> slots_;
  std::vector<float> face_input_;
  std::vector<float> face_output_;
  std::vector<float> morphs_;
  std::vector<float> face_bones_;
  std::vector<std::uint32_t> status_;
  std::vector<std::uint32_t> counters_;
  Bodies bodies_;
  std::vector<std::uint32_t> performer_generations_;
  double time_ = 0.0;
};

}  // namespace doppel::engine
