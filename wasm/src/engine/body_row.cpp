// A body's row: writing a pose into it, and reading it back onto the file's joints as a renderer does.
// It solves nothing.
#include "engine/body_row.hpp"

namespace doppel::engine {
namespace {

void put(BodyRow& row, std::size_t at, const math::Quat& q) {
  row[at] = static_cast<float>(q.x);
  row[at + 1] = static_cast<float>(q.y);
  row[at + 2] = static_cast<float>(q.z);
  row[at + 3] = static_cast<float>(q.w);
}

math::Quat quat_in(const BodyRow& row, std::size_t at) { return {row[at + 3], row[at], row[at + 1], row[at + 2]}; }

}  // namespace

RowWriter::RowWriter(const rig::Skeleton& skeleton, const rig::HumanoidMap& map, const rig::HumanRig& rig)
    : adapter_(skeleton, rig),
      spread_(solve::make_twist_spread(skeleton, map, rig, kMaxRolls)),
      local_(rig::Pose::rest_of(skeleton)),
      model_(rig::ModelPose::rest_of(skeleton)) {
  std::vector<bool> is_needed(skeleton.size(), false);
  for (const int joint : rig.joints) {
    for (int j = joint; j != rig::kNoJoint; j = skeleton.parents()[static_cast<std::size_t>(j)]) {
      is_needed[static_cast<std::size_t>(j)] = true;
    }
  }
  for (std::size_t joint = 0; joint < skeleton.size(); ++joint) {
    if (is_needed[joint]) needed_.push_back(joint);
  }
}

void RowWriter::write(const rig::HumanRig& rig, const rig::HumanPose& pose, double scale, double head_scale,
                      BodyRow& row) const noexcept {
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    put(row, 4 * bone, solve::bone_rotation(rig, adapter_, spread_, pose, bone));
  }
  const math::Vec3 hips = adapter_.hips_translation(pose.positions[0] / scale);
  for (int axis = 0; axis < 3; ++axis) row[kHipsOffset + static_cast<std::size_t>(axis)] = static_cast<float>(hips[axis]);
  row[kScaleOffset] = static_cast<float>(scale);
  row[kHeadScaleOffset] = static_cast<float>(head_scale);
  for (std::size_t i = 0; i < spread_.rolls.size(); ++i) {
    put(row, kRollOffset + 4 * i, solve::roll_rotation(rig, pose, spread_.rolls[i]));
  }
}

void RowWriter::read(const rig::Skeleton& skeleton, const rig::HumanRig& rig, const BodyRow& row,
                     rig::HumanPose& drawn) noexcept {
  for (std::size_t i = 0; i < rig.count; ++i) {
    const std::size_t bone = rig.order[i];
    local_.rotations[static_cast<std::size_t>(rig.joints[bone])] = quat_in(row, 4 * bone);
  }
  for (std::size_t i = 0; i < spread_.rolls.size(); ++i) {
    local_.rotations[static_cast<std::size_t>(spread_.rolls[i].joint)] = quat_in(row, kRollOffset + 4 * i);
  }
  local_.translations[static_cast<std::size_t>(rig.joints[0])] =
      math::Vec3(row[kHipsOffset], row[kHipsOffset + 1], row[kHipsOffset + 2]);
  for (const std::size_t joint : needed_) rig::place_joint(skeleton, local_, joint, model_);
  rig::RestAdapter::read(rig, model_, drawn);
  const double scale = row[kScaleOffset];
  for (std::size_t i = 0; i < rig.count; ++i) drawn.positions[rig.order[i]] *= scale;
}

}  // namespace doppel::engine
