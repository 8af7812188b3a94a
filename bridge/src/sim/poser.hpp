// Puts a simulated body into a pose: spine and neck bent as a whole, arms and legs by where hand and foot shall be, fingers by
// curls. It is the simulator's own and no model for avatars: its bodies are all of one make.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sim/skeleton.hpp"

namespace doppel::sim {

enum class Side { kLeft, kRight };

/// +1 on the left (+X), -1 on the right.
inline double sign_of(Side side) { return side == Side::kLeft ? 1.0 : -1.0; }

class Poser {
 public:
  explicit Poser(const Skeleton& skeleton);

  /// Everything to rest, the root at `position` (world, metres), turned by `rotation`.
  void begin(const math::Vec3& position, const math::Quat& rotation);
  /// `bend` of the whole chain, shared equally by its bones.
  void bend_spine(const math::Quat& bend) { bend_chain(spine_, bend); }
  void bend_neck(const math::Quat& bend) { bend_chain(neck_, bend); }
  /// Ankle at `ankle` (world), the foot turned as `foot` (world), the knee towards `forward` (world). Toes stay flat with `toes`
  /// (world).
  void leg(Side side, const math::Vec3& ankle, const math::Quat& foot, const math::Quat& toes, const math::Vec3& forward);
  /// Wrist at `wrist` (world), the hand turned as `hand` (world), the elbow towards `elbow` (world).
  void arm(Side side, const math::Vec3& wrist, const math::Quat& hand, const math::Vec3& elbow);
  /// Upper arm's local rotation and the elbow's flexion, radians.
  void hanging_arm(Side side, double lowered, double swing, double flexion);
  /// Local rotations of upper arm, forearm and hand; blended, they give a way from one pose of the arm to another.
  std::array<math::Quat, 3> arm_rotations(Side side) const;
  void blend_arm(Side side, const std::array<math::Quat, 3>& from, double share);
  /// Thumb, index, middle, ring, little: 0 straight, 1 a fist. `spread` radians between neighbours.
  void fingers(Side side, const std::array<double, 5>& curls, double spread);

  const Pose& pose() const { return pose_; }
  /// As posed so far.
  GlobalBone global(std::string_view canonical) const;
  double scale() const { return scale_; }

 private:
  struct Limb {
    std::size_t upper, lower, end, tip;
    double upper_length, lower_length;
  };
  void bend_chain(const std::vector<std::size_t>& chain, const math::Quat& bend);
  Limb limb(const std::string& upper, const std::string& lower, const std::string& end, const std::string& tip) const;
  GlobalBone global_of(std::size_t bone) const;
  void set_global_rotation(std::size_t bone, const math::Quat& rotation);
  void two_bones(const Limb& limb, const math::Vec3& target, const math::Vec3& rest, const math::Vec3& rest_pole,
                 const math::Vec3& pole);

  const Skeleton& skeleton_;
  Pose pose_;
  double scale_ = 1.0;
  std::vector<std::size_t> spine_, neck_;
  std::array<Limb, 2> legs_, arms_;
  /// Side, finger, joint; empty without fingers.
  std::vector<std::array<std::array<std::size_t, 3>, 5>> fingers_;
};

}  // namespace doppel::sim
