// One performer: a source's skeleton, compiled once, and its newest raw pose. Many avatars may follow it.
// It filters nothing (each avatar has filter settings of its own) and knows no avatar.
#pragma once

#include <span>
#include <vector>

#include "rig/human_pose.hpp"
#include "rig/pose.hpp"
#include "solve/fingers.hpp"
#include "solve/hand_target.hpp"

namespace doppel::engine {

/// Joints that a source may have; more than any stream or file in the field.
inline constexpr std::size_t kMaxPerformerJoints = 128;
/// Floats of a joint in a performer's row: local translation x, y, z (metres), local rotation x, y, z, w.
inline constexpr std::size_t kJointFloats = 7;

/// A skeleton as a source describes it. Joints in any order; a row has the same order.
struct PerformerDescription {
  std::vector<rig::JointDescription> joints;
  rig::BoneJoints humanoid = rig::kNoBones;  // indices into `joints` where the source or the user says so; else found by name
  rig::RigOptions options{};
};

class Performer {
 public:
  /// Throws as `Skeleton` does; kCapacityExceeded above kMaxPerformerJoints; kInvalidArgument without hips.
  explicit Performer(const PerformerDescription& description);

  /// Height of the source's floor, metres: taken off all positions, so that everything after this stands on a floor at 0 (props
  /// and other performers' hands are asked for in that world). The last frame is placed anew. Not finite: nothing changes.
  void set_floor(double metres) noexcept;
  double floor() const { return floor_; }

  /// Takes a row of local transforms at a source time (seconds). A number that is not finite leaves its joint as it was. The same
  /// time again means no new frame. Returns how many numbers were left out.
  std::size_t read(std::span<const float> row, double time) noexcept;

  const rig::Skeleton& skeleton() const { return skeleton_; }
  const rig::HumanoidMap& map() const { return map_; }
  const rig::HumanRig& rig() const { return rig_; }
  const solve::FingerRig& fingers() const { return fingers_; }
  const solve::BodyParts& parts() const { return parts_; }

  bool has_frame() const { return has_frame_; }
  double time() const { return time_; }
  const rig::Pose& local() const { return local_; }       // raw, but for the floor
  const rig::ModelPose& model() const { return model_; }  // raw, world with its floor at 0
  const rig::HumanPose& pose() const { return pose_; }    // the same

 private:
  rig::Skeleton skeleton_;
  rig::HumanoidMap map_;
  rig::HumanRig rig_;
  solve::FingerRig fingers_;
  solve::BodyParts parts_;
  rig::Pose local_;
  rig::ModelPose model_;
  rig::HumanPose pose_;
  void place() noexcept;
  double floor_ = 0.0;
  double time_ = 0.0;
  bool has_frame_ = false;
};

/// The same bones by the joints' order in the skeleton.
rig::BoneJoints ordered(const rig::Skeleton& skeleton, const rig::BoneJoints& described);

}  // namespace doppel::engine
