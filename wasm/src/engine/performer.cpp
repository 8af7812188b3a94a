// One performer: a source's skeleton, compiled once, and its newest raw pose.
// It filters nothing and knows no avatar.
#include "engine/performer.hpp"

#include <cmath>
#include <string>

#include "base/error.hpp"
#include "rig/local_to_model.hpp"
#include "rig/rest_adapter.hpp"

namespace doppel::engine {

rig::BoneJoints ordered(const rig::Skeleton& skeleton, const rig::BoneJoints& described) {
  rig::BoneJoints joints = described;
  for (int& joint : joints) {
    const bool is_known = joint >= 0 && joint < static_cast<int>(skeleton.size());
    if (is_known) joint = static_cast<int>(skeleton.joint_of(static_cast<std::size_t>(joint)));
  }
  return joints;
}

Performer::Performer(const PerformerDescription& description)
    : skeleton_(description.joints),
      map_(rig::map_humanoid(skeleton_, ordered(skeleton_, description.humanoid))),
      rig_(rig::make_human_rig(skeleton_, map_, description.options)),
      fingers_(solve::make_finger_rig(rig_)),
      parts_(solve::make_body_parts(rig_)),
      local_(rig::Pose::rest_of(skeleton_)),
      model_(rig::ModelPose::rest_of(skeleton_)) {
  if (skeleton_.size() > kMaxPerformerJoints) {
    throw Error(ErrorCode::kCapacityExceeded, "joints: a performer has at most " + std::to_string(kMaxPerformerJoints) +
                                                  ", found " + std::to_string(skeleton_.size()));
  }
}

std::size_t Performer::read(std::span<const float> row, double time) noexcept {
  if (!std::isfinite(time) || (has_frame_ && time == time_)) return 0;
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < skeleton_.size() && (i + 1) * kJointFloats <= row.size(); ++i) {
    const auto floats = row.subspan(i * kJointFloats, kJointFloats);
    std::size_t bad = 0;
    for (const float value : floats) bad += std::isfinite(value) ? 0U : 1U;
    left_out += bad;
    if (bad > 0) continue;
    const std::size_t joint = skeleton_.joint_of(i);
    local_.translations[joint] = math::Vec3(floats[0], floats[1], floats[2]);
    local_.rotations[joint] = math::unit(math::Quat(floats[6], floats[3], floats[4], floats[5]));
  }
  rig::LocalToModel{&skeleton_, &local_, 0, {}, &model_}.run();
  rig::RestAdapter::read(rig_, model_, pose_);
  time_ = time;
  has_frame_ = true;
  return left_out;
}

}  // namespace doppel::engine
