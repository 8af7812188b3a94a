// The 55 human bones of one skeleton, straightened to a T-pose, with the lengths of its limbs.
// It is not a pose; everything in it is computed once.
#include "rig/human_rig.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "rig/human_bone_place.hpp"
#include "rig/palm.hpp"

namespace doppel::rig {
namespace {

using math::kIdentity;

constexpr double kMinHeading = 5.0 * math::kRadian;    // less is a rig's asymmetry, not a direction it faces
constexpr double kMaxPalmRoll = 60.0 * math::kRadian;  // more is a hand whose knuckles cannot be trusted
constexpr double kHeadJointShare = 0.90;               // head joint's height over the body's, of adults
constexpr double kHeadShare = 0.13;                    // head joint to crown and chin, of the body's height
constexpr double kSoleShare = 0.012;                   // thickness of foot under the toes' joint, of the body's height
constexpr double kBallShare = 0.085;                   // toes' joint in front of the ankle, where there is none, of the height
constexpr double kAnkleShare = 0.048;                  // ankle above the sole, where there are no toes
constexpr double kHeelShare = 0.35;                    // heel behind the ankle, of the way from ankle to ball
constexpr double kToeShare = 1.4;                      // tip of the toes before the ankle, of the same

class Straightener {
 public:
  Straightener(const Skeleton& skeleton, const RigOptions& options, HumanRig& rig)
      : skeleton_(skeleton), options_(options), rig_(rig) {}

  void run() {
    const double heading = heading_of(rig_.joints, [this](std::size_t bone) { return rest(bone); });
    rig_.rest = classify_rest(skeleton_, rig_.joints);
    rig_.root_straighten = std::abs(heading) < kMinHeading ? kIdentity : math::yaw(-heading);
    for (std::size_t i = 0; i < rig_.count; ++i) {
      const std::size_t bone = rig_.order[i];
      const int parent = rig_.parents[bone];
      rig_.straighten[bone] = parent == kNoBone ? rig_.root_straighten : rig_.straighten[static_cast<std::size_t>(parent)];
      for (const std::size_t side : {0U, 1U}) straighten_limbs(bone, side);
    }
  }

 private:
  Vec3 rest(std::size_t bone) const { return skeleton_.rest_position_ms(static_cast<std::size_t>(rig_.joints[bone])); }
  void aim(std::size_t bone, const Vec3& rest_direction, const Vec3& to) {
    Quat& s = rig_.straighten[bone];
    s = math::unit(math::shortest_arc(s * rest_direction, to) * s);
  }
  void straighten_limbs(std::size_t bone, std::size_t side) {
    const Vec3 out = side == 0 ? math::kLeft : -math::kLeft;
    if (bone == 1 + side || bone == 3 + side) {
      if (rig_.has(bone + 2)) aim(bone, rest(bone + 2) - rest(bone), -math::kUp);
    } else if (bone == 13 + side || bone == 15 + side) {
      if (rig_.has(bone + 2)) aim(bone, rest(bone + 2) - rest(bone), out);
    } else if (bone == 5 + side) {
      straighten_foot(side);
    } else if (bone == 19 + side) {
      // Toes follow their foot, but for how they stand.
      if (options_.standing_toes[side]) stand(bone, *options_.standing_toes[side]);
    } else if (bone == 17 + side) {
      straighten_hand(side, out);
    }
  }
  /// Feet keep their rest, soles flat whatever the legs did; only their toes are turned to the front.
  void straighten_foot(std::size_t side) {
    Quat& s = rig_.straighten[5 + side];
    s = rig_.root_straighten;
    if (options_.standing_feet[side]) stand(5 + side, *options_.standing_feet[side]);
    if (!rig_.has(19 + side)) return;
    const Vec3 toes = s * (rest(19 + side) - rest(5 + side));
    s = math::unit(math::yaw(math::angle_about(math::kUp, toes, math::kForward)) * s);
  }
  /// The least turn that has "up" up.
  void stand(std::size_t bone, const Vec3& up) {
    const auto joint = static_cast<std::size_t>(rig_.joints[bone]);
    aim(bone, skeleton_.rest_rotation_ms(joint) * up, math::kUp);
  }
  void straighten_hand(std::size_t side, const Vec3& out) {
    const auto position = [this](std::size_t bone) { return rest(bone); };
    if (const auto direction = hand_direction(rig_.joints, side, position)) aim(17 + side, *direction, out);
    const auto palm = palm_normal(rig_.joints, side, position);
    if (!palm) return;
    Quat& s = rig_.straighten[17 + side];
    const double roll = math::angle_about(out, s * *palm, -math::kUp);
    if (std::abs(roll) < kMaxPalmRoll) s = math::unit(math::about(out, roll) * s);
  }

  const Skeleton& skeleton_;
  const RigOptions& options_;
  HumanRig& rig_;
};

void order_bones(const Skeleton& skeleton, HumanRig& rig) {
  std::array<int, kMaxJoints> bone_of{};
  bone_of.fill(kNoBone);
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    rig.parents[bone] = kNoBone;
    if (rig.has(bone)) bone_of[static_cast<std::size_t>(rig.joints[bone])] = static_cast<int>(bone);
  }
  rig.order[rig.count++] = kHips;
  for (std::size_t joint = 0; joint < skeleton.size(); ++joint) {
    const int bone = bone_of[joint];
    if (bone == kNoBone || bone == kHips) continue;
    int above = skeleton.parents()[joint];
    while (above != kNoJoint && bone_of[static_cast<std::size_t>(above)] == kNoBone)
      above = skeleton.parents()[static_cast<std::size_t>(above)];
    const int parent = above == kNoJoint ? static_cast<int>(kHips) : bone_of[static_cast<std::size_t>(above)];
    rig.parents[static_cast<std::size_t>(bone)] = parent;
    rig.order[rig.count++] = static_cast<std::uint8_t>(bone);
  }
  for (std::size_t i = rig.count; i-- > 0;) {
    const std::size_t bone = rig.order[i];
    rig.below[bone] |= std::uint64_t{1} << bone;
    if (rig.parents[bone] != kNoBone) rig.below[static_cast<std::size_t>(rig.parents[bone])] |= rig.below[bone];
  }
}

void place_in_t(const Skeleton& skeleton, HumanRig& rig) {
  for (std::size_t i = 0; i < rig.count; ++i) {
    const std::size_t bone = rig.order[i];
    const auto joint = static_cast<std::size_t>(rig.joints[bone]);
    rig.t_rotations[bone] = math::unit(rig.straighten[bone] * skeleton.rest_rotation_ms(joint));
    const int parent = rig.parents[bone];
    if (parent == kNoBone) continue;
    const auto p = static_cast<std::size_t>(parent);
    const Vec3 offset = skeleton.rest_position_ms(joint) - skeleton.rest_position_ms(static_cast<std::size_t>(rig.joints[p]));
    rig.t_positions[bone] = rig.t_positions[p] + rig.straighten[p] * offset;
  }
}

double distance(const HumanRig& rig, std::size_t a, std::size_t b) {
  return rig.has(a) && rig.has(b) ? glm::distance(rig.t_positions[a], rig.t_positions[b]) : 0.0;
}

/// Over the lower of heel and ball, of the soles that were measured.
double mean_ankle(const BodyMeasures& m) {
  double sum = 0.0;
  double count = 0.0;
  for (const auto& sole : m.soles) {
    if (!sole) continue;
    sum -= sole->height(math::kIdentity);
    count += 1.0;
  }
  return sum / count;
}

void measure(HumanRig& rig, const RigOptions& options) {
  BodyMeasures& m = rig.measures;
  for (const std::size_t side : {0U, 1U}) {
    if (rig.has_all({1 + side, 3 + side, 5 + side}))
      m.leg[side] = distance(rig, 1 + side, 3 + side) + distance(rig, 3 + side, 5 + side);
    if (rig.has_all({13 + side, 15 + side, 17 + side}))
      m.arm[side] = distance(rig, 13 + side, 15 + side) + distance(rig, 15 + side, 17 + side);
  }
  m.shoulder_width = distance(rig, 13, 14);
  m.hip_width = distance(rig, 1, 2);
  if (rig.has(1)) m.hips_to_thigh = -rig.t_positions[1].y;
  if (rig.has_all({1, 2})) m.thighs = 0.5 * (rig.t_positions[1] + rig.t_positions[2]) - rig.t_positions[0];
  const double head_above_hips = rig.has(kHead) ? rig.t_positions[kHead].y : 0.0;
  const double without_ankle = head_above_hips + m.hips_to_thigh + m.leg[0];
  for (const std::size_t side : {0U, 1U}) m.soles[side] = options.soles[side];
  m.has_ankle_height = options.ankle_height || m.soles[0] || m.soles[1];
  if (options.ankle_height) {
    m.ankle_height = *options.ankle_height;
  } else if (m.soles[0] || m.soles[1]) {
    m.ankle_height = mean_ankle(m);
  } else if (rig.has_all({5, 19})) {
    m.ankle_height = std::max(0.0, rig.t_positions[5].y - rig.t_positions[19].y) + kSoleShare * without_ankle;
  } else if (m.leg[0] > 0.0) {
    m.ankle_height = kAnkleShare * without_ankle;
  }
  if (rig.has_all({5, 19})) {
    m.ball_forward = std::max(0.0, rig.t_positions[19].z - rig.t_positions[5].z);
  } else if (m.leg[0] > 0.0) {
    m.ball_forward = kBallShare * without_ankle;
  }
  m.standing_hips = m.hips_to_thigh + m.leg[0] + m.ankle_height;
  m.height = (m.standing_hips + head_above_hips) / kHeadJointShare;
  m.head = options.head_size.value_or(kHeadShare * m.height);
  for (std::size_t i = 0; i < rig.count; ++i) rig.t_positions[rig.order[i]].y += m.standing_hips;
}

double arm_elevation(const Skeleton& skeleton, const BoneJoints& joints, std::size_t side) {
  const Vec3 arm = skeleton.rest_position_ms(static_cast<std::size_t>(joints[17 + side])) -
                   skeleton.rest_position_ms(static_cast<std::size_t>(joints[13 + side]));
  return std::atan2(-arm.y, std::hypot(arm.x, arm.z)) / math::kRadian;
}

}  // namespace

RestPose classify_rest(const Skeleton& skeleton, const BoneJoints& joints) {
  RestPose rest;
  const auto position = [&](std::size_t bone) { return skeleton.rest_position_ms(static_cast<std::size_t>(joints[bone])); };
  const double heading = heading_of(joints, position);
  rest.heading_degrees = heading / math::kRadian;
  if (joints[13] == kNoJoint || joints[14] == kNoJoint || joints[17] == kNoJoint || joints[18] == kNoJoint) return rest;
  double lowest = 1e300;
  double highest = -1e300;
  bool is_sideways = true;
  for (const std::size_t side : {0U, 1U}) {
    rest.arm_degrees[side] = arm_elevation(skeleton, joints, side);
    lowest = std::min(lowest, rest.arm_degrees[side]);
    highest = std::max(highest, rest.arm_degrees[side]);
    const Vec3 arm = math::yaw(-heading) * (position(17 + side) - position(13 + side));
    // Arms that reach forward are no T and no A; hanging ones point nowhere.
    is_sideways = is_sideways && (side == 0 ? arm.x : -arm.x) > std::abs(arm.z);
  }
  if (lowest > kIElevation) {
    rest.kind = RestKind::kI;
  } else if (is_sideways && lowest >= -kTElevation) {
    rest.kind = highest <= kTElevation ? RestKind::kT : RestKind::kA;
  }
  return rest;
}

const Skeleton& better_rest(const Skeleton& rest, const Skeleton* bind, const BoneJoints& joints) {
  if (bind == nullptr || bind->size() != rest.size()) return rest;
  const bool is_known = classify_rest(rest, joints).kind != RestKind::kOther;
  return is_known || classify_rest(*bind, joints).kind == RestKind::kOther ? rest : *bind;
}

FootSole expected_sole(const BodyMeasures& measures) {
  const double under = -measures.ankle_height;
  const double ball = measures.ball_forward;
  return {{Vec3(0.0, under, -kHeelShare * ball)}, {Vec3(0.0, under, ball)}, {Vec3(0.0, under, kToeShare * ball)}};
}

FootSole sole_of(const BodyMeasures& measures, std::size_t side) {
  return measures.soles[side] ? *measures.soles[side] : expected_sole(measures);
}

HumanRig make_human_rig(const Skeleton& skeleton, const HumanoidMap& map, const RigOptions& options) {
  if (!map.has(kHips))
    throw Error(ErrorCode::kInvalidArgument, "humanBones.hips: a body needs hips; no joint was found for them");
  HumanRig rig;
  rig.joints = map.joints;
  rig.t_rotations.fill(kIdentity);
  rig.straighten.fill(kIdentity);
  order_bones(skeleton, rig);
  Straightener(skeleton, options, rig).run();
  place_in_t(skeleton, rig);
  measure(rig, options);
  return rig;
}

}  // namespace doppel::rig
