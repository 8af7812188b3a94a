// Between a file's joints, with whatever local axes, and the pose of the human bones.
// It moves nothing by itself and knows one rig.
#include "rig/rest_adapter.hpp"

#include "rig/local_to_model.hpp"

namespace doppel::rig {

RestAdapter::RestAdapter(const Skeleton& skeleton, const HumanRig& rig) {
  for (std::size_t i = 0; i < rig.count; ++i) {
    const std::size_t bone = rig.order[i];
    const auto joint = static_cast<std::size_t>(rig.joints[bone]);
    Joint& out = joints_[bone];
    out.rest_local = skeleton.rest_local(joint).rotation;
    const int parent = skeleton.parents()[joint];
    if (parent == kNoJoint) continue;
    const auto p = static_cast<std::size_t>(parent);
    out.parent_rest = skeleton.rest_rotation_ms(p);
    out.is_parent_mirrored = skeleton.is_mirrored(p);
    if (bone != 0) continue;
    hips_parent_position_ = skeleton.rest_position_ms(p);
    hips_parent_scale_ = skeleton.rest_scale_ms(p);
  }
}

Quat RestAdapter::local_rotation(const HumanRig& rig, const HumanPose& pose, std::size_t bone) const noexcept {
  if (!rig.has(bone)) return math::kIdentity;
  const Quat now = pose.rotations[bone] * rig.straighten[bone];
  if (rig.parents[bone] == kNoBone) return local_of(bone, math::kIdentity, now);
  const auto parent = static_cast<std::size_t>(rig.parents[bone]);
  return local_of(bone, pose.rotations[parent] * rig.straighten[parent], now);
}

Quat RestAdapter::local_of(std::size_t bone, const Quat& above, const Quat& now) const noexcept {
  const Joint& joint = joints_[bone];
  const Quat change = glm::conjugate(above) * now;
  // The turn from rest, seen from the parent joint's own axes.
  const Quat local = glm::conjugate(joint.parent_rest) * change * joint.parent_rest;
  return math::unit(through_mirror(joint.is_parent_mirrored, local) * joint.rest_local);
}

Vec3 RestAdapter::hips_translation(const Vec3& position_ms) const noexcept {
  const Joint& joint = joints_[0];
  const Vec3 local = glm::conjugate(joint.parent_rest) * (position_ms - hips_parent_position_);
  const double scale = hips_parent_scale_ > 0.0 ? hips_parent_scale_ : 1.0;
  return (joint.is_parent_mirrored ? math::mirrored(local) : local) / scale;
}

void RestAdapter::read(const HumanRig& rig, const ModelPose& model, HumanPose& pose) noexcept {
  for (std::size_t i = 0; i < rig.count; ++i) {
    const std::size_t bone = rig.order[i];
    const auto joint = static_cast<std::size_t>(rig.joints[bone]);
    pose.rotations[bone] = math::unit(model.rotations[joint] * glm::conjugate(rig.t_rotations[bone]));
    pose.positions[bone] = model.positions[joint];
  }
}

}  // namespace doppel::rig
