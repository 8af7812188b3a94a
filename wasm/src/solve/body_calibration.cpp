// Rotation offsets between a performer and an avatar.
// It moves nothing: `retarget_rotations` applies the offsets.
#include "solve/body_calibration.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

namespace doppel::solve {
namespace {

using math::kIdentity;
constexpr std::size_t kHips = 0;

bool is_finger(std::size_t bone) { return bone >= 24 && bone <= 53; }

/// Turn of a target's bone from T in the pose that a performer is asked to stand in.
Quat asked_turn(CalibrationKind kind, const HumanRig& target, std::size_t bone) {
  if (kind == CalibrationKind::kT) return kIdentity;
  for (const std::size_t side : {0U, 1U}) {
    if (!target.has(13 + side) || !target.is_below(13 + side, bone)) continue;
    return math::about(math::kForward, (side == 0 ? -0.5 : 0.5) * std::numbers::pi);
  }
  return kIdentity;
}

/// Calls with every driven bone of the target and its source joint.
template <typename Call>
void for_each_driven(const rig::RetargetMap& map, const Call& call) {
  for (const rig::BonePair& pair : map.pairs) call(pair.bone, static_cast<std::size_t>(pair.joint));
  for (const auto* chain : {&map.spine, &map.neck}) {
    for (const rig::ChainBone& link : *chain) {
      if (link.joint != rig::kNoJoint) call(link.bone, static_cast<std::size_t>(link.joint));
    }
  }
}

/// Rotation of every joint of a source in its T: that of human bones is known; others hang on the nearest human bone above them.
Quat t_rotation(const rig::Skeleton& source, const HumanRig& rig, std::size_t joint) {
  Quat straighten = rig.root_straighten;
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < rig.count; ++i) {
    const std::size_t bone = rig.order[i];
    const auto at = static_cast<std::size_t>(rig.joints[bone]);
    if (!source.is_ancestor(at, joint) || at < nearest) continue;
    nearest = at;
    straighten = rig.straighten[bone];
  }
  return math::unit(straighten * source.rest_rotation_ms(joint));
}

/// FNV-1a, 64 bits.
class Print {
 public:
  void add(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) add_byte(static_cast<unsigned char>(value >> (8 * i)));
  }
  void add(const std::string& text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    add_byte(0);
  }
  std::uint64_t value() const { return value_ == 0 ? 1 : value_; }

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 1099511628211ULL; }
  std::uint64_t value_ = 14695981039346656037ULL;
};

}  // namespace

std::uint64_t rest_print(const rig::Skeleton& skeleton) {
  constexpr double kSteps = 1000.0;
  Print print;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    print.add(skeleton.name(i));
    print.add(static_cast<std::uint64_t>(std::int64_t{skeleton.parents()[i]} + 1));
    const Quat& q = skeleton.rest_rotation_ms(i);
    // Both signs of a quaternion are one rotation: squares and products do not know them.
    for (const double part : {q.w * q.w, q.w * q.x, q.w * q.y, q.w * q.z, q.x * q.y, q.y * q.z, q.x * q.z}) {
      print.add(static_cast<std::uint64_t>(std::llround(part * kSteps)));
    }
  }
  return print.value();
}

BodyCalibration calibrate_from_rest(const rig::Skeleton& source, const HumanRig& source_rig, const rig::RetargetMap& map,
                                    const HumanRig& target) {
  BodyCalibration calibration;
  for_each_driven(map, [&](std::size_t bone, std::size_t joint) {
    calibration.offsets[bone] = math::unit(glm::conjugate(t_rotation(source, source_rig, joint)) * target.t_rotations[bone]);
  });
  calibration.initial_hips_height = source_rig.measures.standing_hips;
  calibration.performer = rest_print(source);
  return calibration;
}

PoseFault stance_fault(const HumanRig& source, const HumanPose& pose) {
  if (!source.has_all({1, 2, 5, 6, 13, 14, 17, 18})) return PoseFault::kMissingBones;
  const auto& at = pose.positions;
  const Vec3 trunk = 0.5 * (at[13] + at[14]) - 0.5 * (at[1] + at[2]);
  if (math::angle_between(trunk, math::kUp) > kMaxLean * math::kRadian) return PoseFault::kNotUpright;
  for (const std::size_t side : {0U, 1U}) {
    const Vec3 leg = at[1 + side] - at[5 + side];
    if (leg.y < kMinStanding * source.measures.leg[side]) return PoseFault::kCrouching;
  }
  return PoseFault::kNone;
}

PoseFault pose_fault(CalibrationKind kind, const HumanRig& source, const HumanPose& pose) {
  const PoseFault stance = stance_fault(source, pose);
  if (stance != PoseFault::kNone) return stance;
  const auto& at = pose.positions;
  const Vec3 left = math::yaw(heading_of(source, pose)) * math::kLeft;
  for (const std::size_t side : {0U, 1U}) {
    const Vec3 arm = at[17 + side] - at[13 + side];
    if (kind == CalibrationKind::kT) {
      if (math::angle_between(arm, side == 0 ? left : -left) > kMaxArmError * math::kRadian) return PoseFault::kArmsNotLevel;
    } else if (math::angle_between(arm, -math::kUp) > kMaxArmError * math::kRadian) {
      return PoseFault::kArmsNotDown;
    }
  }
  return PoseFault::kNone;
}

double heading_of(const HumanRig& source, const HumanPose& pose) {
  return rig::heading_of(source.joints, [&pose](std::size_t bone) { return pose.positions[bone]; });
}

BodyCalibration calibrate_live(const LiveCalibration& job) {
  BodyCalibration calibration;
  calibration.kind = job.kind;
  calibration.is_live = true;
  calibration.heading = heading_of(*job.source_rig, *job.source);
  const Vec3& hips = job.source->positions[kHips];
  calibration.origin = Vec3(hips.x, 0.0, hips.z);
  calibration.initial_hips_height = hips.y;
  const Quat turned = math::yaw(calibration.heading);
  for_each_driven(*job.map, [&](std::size_t bone, std::size_t joint) {
    if (job.kind == CalibrationKind::kI && is_finger(bone) && job.before != nullptr) {
      calibration.offsets[bone] = job.before->offsets[bone];
      return;
    }
    const Quat target = asked_turn(job.kind, *job.target_rig, bone) * job.target_rig->t_rotations[bone];
    calibration.offsets[bone] = math::unit(glm::conjugate(job.source_model->rotations[joint]) * turned * target);
  });
  return calibration;
}

}  // namespace doppel::solve
