// The 55 human bones of one skeleton, straightened to a T-pose: where each stands, how its joint is turned there, how long limbs
// are. It is not a pose; everything in it is computed once. "T" in its names is that pose: facing +Z, arms along X, legs along
// -Y, soles flat.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "rig/humanoid_map.hpp"

namespace doppel::rig {

inline constexpr int kNoBone = -1;

enum class RestKind : std::uint8_t {
  kT,      // arms within kTElevation of level
  kA,      // lower, down to kIElevation
  kI,      // hanging
  kOther,  // raised, crossed, or forward
};
inline constexpr double kTElevation = 10.0;  // degrees below or above level
inline constexpr double kIElevation = 75.0;  // degrees below level

struct RestPose {
  RestKind kind = RestKind::kOther;
  double arm_degrees[2]{};       // left, right: how far the line from shoulder joint to wrist is below level
  double heading_degrees = 0.0;  // which way the rest pose faces: 0 is +Z, 90 is +X
};

/// Metres about flat in which soles and floors give: a foot that rocks within a capture's noise would rock the body else.
inline constexpr double kSoleGive = 0.004;
/// |x|, but smooth about 0: C1, the same from kSoleGive on, at most 0.15 of that less before.
inline double given(double x) {
  const double u = std::min(std::abs(x) / kSoleGive, 1.0);
  return u < 1.0 ? kSoleGive * u * u * (2.0 - u) : std::abs(x);
}

/// A part of a sole: from `middle` by `edge` to both sides lie its edges, which touch as the foot rolls.
struct SolePart {
  Vec3 middle{0.0};
  Vec3 edge{0.0};
  /// Of the lower edge at a turn of the joint that carries it, relative to that joint.
  double height(const Quat& turn) const { return (turn * middle).y - given((turn * edge).y); }
};

/// Where a foot meets the floor, from its joint (the ankle), in the T frame, metres at scale 1.
struct FootSole {
  SolePart heel{};
  SolePart ball{};        // under the toes' joint: what stays on the floor while the toes bend
  SolePart toe{};         // the tip
  bool is_rigid = false;  // the tip moves with the foot, not with the toes: a stiff shoe
  /// Of the lowest of what moves with the foot, at the foot's turn.
  double height(const Quat& turn) const {
    const double low = lower(heel.height(turn), ball.height(turn));
    return is_rigid ? std::min(low, toe.height(turn)) : low;
  }
  /// The lesser of two heights, smooth where they are alike, and there the same.
  static double lower(double a, double b) { return 0.5 * (a + b - given(a - b)); }
};

/// Lengths at scale 1, metres; 0 where the bones are missing.
struct BodyMeasures {
  double height = 0.0;                 // of the body, estimated from the head joint
  double leg[2]{};                     // upper plus lower leg, left, right
  double arm[2]{};                     // upper plus lower arm
  double ankle_height = 0.0;           // ankle joint above the sole, standing
  bool has_ankle_height = false;       // measured, not estimated from the skeleton
  double ball_forward = 0.0;           // toes' joint in front of the ankle, in T
  double hips_to_thigh = 0.0;          // vertical, in T; may be negative
  Vec3 thighs{0.0};                    // from the hips' joint to the middle between both thighs', in T
  double standing_hips = 0.0;          // hips above the floor, standing in T
  double shoulder_width = 0.0;         // between the upper arms' joints
  double hip_width = 0.0;              // between the upper legs' joints
  double head = 0.0;                   // size of the head, for contacts
  std::optional<FootSole> soles[2]{};  // left, right: as measured on a mesh
};

/// The sole that a skeleton alone lets expect: flat, under the ankle's height, as long as the ball tells.
FootSole expected_sole(const BodyMeasures& measures);

/// A foot's sole: as measured, else as expected.
FootSole sole_of(const BodyMeasures& measures, std::size_t side);

/// What a skeleton cannot tell and a mesh or a take can.
struct RigOptions {
  std::optional<double> ankle_height{};  // metres, measured on the skinned mesh or on the takes; else from toes and height
  std::optional<double> head_size{};     // metres, head joint to crown; else from the height
  std::optional<FootSole> soles[2]{};    // measured on the skinned mesh; they give the ankle's height as well
  /// Left, right: "up" in the joint's own axes while the foot, and its toes, stand flat; unit. Else they are flat at rest.
  std::optional<Vec3> standing_feet[2]{};
  std::optional<Vec3> standing_toes[2]{};
  double floor = 0.0;  // metres, of a performer: its floor's height in the source's world
};

struct HumanRig {
  BoneJoints joints = kNoBones;
  std::array<int, kHumanBoneCount> parents{};         // nearest human bone above; kNoBone for the hips
  std::array<std::uint8_t, kHumanBoneCount> order{};  // the first `count`: parents before children, hips first
  std::size_t count = 0;
  std::array<std::uint64_t, kHumanBoneCount> below{};  // bit i: bone i is this bone or hangs on it
  std::array<Vec3, kHumanBoneCount> t_positions{};     // hips at (0, standing_hips, 0)
  std::array<Quat, kHumanBoneCount> t_rotations{};     // of the joint, model space, in T
  std::array<Quat, kHumanBoneCount> straighten{};      // from rest to T: t_rotation = straighten * rest_rotation
  Quat root_straighten{math::kIdentity};  // the same for joints that are no human bones and hang on none: the heading
  BodyMeasures measures{};
  RestPose rest{};

  bool has(std::size_t bone) const { return joints[bone] != kNoJoint; }
  bool has_all(std::initializer_list<std::size_t> bones) const {
    for (const std::size_t bone : bones) {
      if (!has(bone)) return false;
    }
    return true;
  }
  bool is_below(std::size_t ancestor, std::size_t bone) const { return (below[ancestor] >> bone & 1U) != 0; }
  /// From the bone's parent to the bone, in T.
  Vec3 t_offset(std::size_t bone) const {
    return parents[bone] == kNoBone ? Vec3(0.0) : t_positions[bone] - t_positions[static_cast<std::size_t>(parents[bone])];
  }
};

/// Throws kInvalidArgument where there are no hips. Bones without parents hang on the hips.
HumanRig make_human_rig(const Skeleton& skeleton, const HumanoidMap& map, const RigOptions& options = {});

/// How the arms of a skeleton's rest are held.
RestPose classify_rest(const Skeleton& skeleton, const BoneJoints& joints);

/// Which of a file's rest and bind poses (null: none) is to be taken: the rest, unless it is neither T, A nor I and the bind pose
/// is.
const Skeleton& better_rest(const Skeleton& rest, const Skeleton* bind, const BoneJoints& joints);

/// Yaw (radians about Y) of a body by the lines from right to left through thighs and upper arms. `position(bone)` in any space
/// with Y up; only bones of `joints` are asked. 0 where there are none.
template <typename Position>
double heading_of(const BoneJoints& joints, const Position& position) {
  Vec3 left(0.0);
  for (const std::size_t bone : {1U, 13U}) {
    if (joints[bone] == kNoJoint || joints[bone + 1] == kNoJoint) continue;
    const Vec3 line = position(bone) - position(bone + 1);
    left += math::direction_or(Vec3(line.x, 0.0, line.z), Vec3(0.0));
  }
  return left == Vec3(0.0) ? 0.0 : math::angle_about(math::kUp, math::kLeft, left);
}

}  // namespace doppel::rig
