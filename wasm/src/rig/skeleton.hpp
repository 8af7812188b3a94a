// The joints of one rig, compiled once from a file's or a stream's description: depth first, structure of arrays, never changed.
// It is not a pose, and does not know which joint is which human bone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "math/transform.hpp"

namespace doppel::rig {

using math::Quat;
using math::Transform;
using math::Vec3;

inline constexpr int kNoJoint = -1;
/// More than the joints of any rig in the field (hair and cloth included).
inline constexpr std::size_t kMaxJoints = 1024;

/// A joint as a file or stream gives it.
struct JointDescription {
  std::string name;       // UTF-8, may be empty, need not be unique
  int parent = kNoJoint;  // index into the same list, in any order; kNoJoint: a root
  Transform local{};      // rest, in the parent's space (a root: in model space), metres
};

class Skeleton {
 public:
  Skeleton() = default;
  /// Throws kInvalidArgument, naming the joint: a parent out of range, a cycle, a number that is not finite, no joints;
  /// kCapacityExceeded above kMaxJoints.
  explicit Skeleton(std::span<const JointDescription> joints);

  std::size_t size() const { return parents_.size(); }
  /// Parent of each joint, always before it; kNoJoint for a root.
  std::span<const int> parents() const { return parents_; }
  const std::string& name(std::size_t joint) const { return names_[joint]; }
  /// Index in the description of a joint, and the reverse.
  std::size_t described(std::size_t joint) const { return described_[joint]; }
  std::size_t joint_of(std::size_t description) const { return joints_[description]; }
  /// One past the last joint below `joint`: its subtree is [joint, end).
  std::size_t subtree_end(std::size_t joint) const { return ends_[joint]; }
  bool is_ancestor(std::size_t ancestor, std::size_t joint) const { return ancestor <= joint && joint < ends_[ancestor]; }

  const Transform& rest_local(std::size_t joint) const { return rest_locals_[joint]; }
  /// Exact whatever the scales above it.
  const Vec3& rest_position_ms(std::size_t joint) const { return rest_positions_[joint]; }
  /// Shear and non-uniform scale dropped. A mirrored joint's axes are this rotation after a mirror at x = 0.
  const Quat& rest_rotation_ms(std::size_t joint) const { return rest_rotations_[joint]; }
  double rest_scale_ms(std::size_t joint) const { return rest_scales_[joint]; }
  bool is_mirrored(std::size_t joint) const { return is_mirrored_[joint] != 0; }

 private:
  void order(std::span<const JointDescription> joints);
  void place();

  std::vector<int> parents_;
  std::vector<std::string> names_;
  std::vector<std::size_t> described_;
  std::vector<std::size_t> joints_;
  std::vector<std::size_t> ends_;
  std::vector<Transform> rest_locals_;
  std::vector<Vec3> rest_positions_;
  std::vector<Quat> rest_rotations_;
  std::vector<double> rest_scales_;
  std::vector<std::uint8_t> is_mirrored_;
};

}  // namespace doppel::rig
