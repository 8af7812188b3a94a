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
  set_floor(description.options.floor);
}

void Performer::set_floor(double metres) noexcept {
  if (!std::isfinite(metres)) return;
  for (std::size_t joint = 0; joint < skeleton_.size() && has_frame_; ++joint) {
    if (skeleton_.parents()[joint] == rig::kNoJoint) local_.translations[joint].y += floor_ - metres;
  }
  floor_ = metres;
  place();
}

void Performer::place() noexcept {
  rig::LocalToModel{&skeleton_, &local_, 0, {}, &model_}.run();
  rig::RestAdapter::read(rig_, model_, pose_);
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
    const double floor = skeleton_.parents()[joint] == rig::kNoJoint ? floor_ : 0.0;
    local_.translations[joint] = math::Vec3(floats[0], floats[1] - floor, floats[2]);
    local_.rotations[joint] = math::unit(math::Quat(floats[6], floats[3], floats[4], floats[5]));
  }
  place();
  time_ = time;
  has_frame_ = true;
  return left_out;
}

}  // namespace doppel::engine
