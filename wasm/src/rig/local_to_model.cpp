// Local transforms of a skeleton's joints to model space.
// It is not the forward kinematics of the 55 human bones: see `rig/human_pose`.
#include "rig/local_to_model.hpp"

namespace doppel::rig {

bool LocalToModel::validate() const {
  if (skeleton == nullptr || input == nullptr || output == nullptr) return false;
  const std::size_t count = skeleton->size();
  return input->translations.size() == count && input->rotations.size() == count && output->positions.size() == count &&
         output->rotations.size() == count && from <= to.value_or(count) && to.value_or(count) <= count;
}

bool LocalToModel::run() const noexcept {
  if (!validate()) return false;
  for (std::size_t i = from; i < to.value_or(skeleton->size()); ++i) place_joint(*skeleton, *input, i, *output);
  return true;
}

void place_joint(const Skeleton& skeleton, const Pose& input, std::size_t joint, ModelPose& output) noexcept {
  const Transform& rest = skeleton.rest_local(joint);
  const int parent = skeleton.parents()[joint];
  // A pose is the rest pose with another local rotation: what the rest's own scale signs add to it stays as it is at rest.
  if (parent == kNoJoint) {
    const Quat change = math::unit(input.rotations[joint]) * glm::conjugate(rest.rotation);
    output.positions[joint] = input.translations[joint];
    output.rotations[joint] = math::unit(change * skeleton.rest_rotation_ms(joint));
    return;
  }
  const auto p = static_cast<std::size_t>(parent);
  const bool is_mirrored = skeleton.is_mirrored(p);
  const Quat change = through_mirror(is_mirrored, math::unit(input.rotations[joint]) * glm::conjugate(rest.rotation));
  const Quat& parent_rest = skeleton.rest_rotation_ms(p);
  const Quat& parent_now = output.rotations[p];
  const Quat turn = parent_now * glm::conjugate(parent_rest);
  output.rotations[joint] = math::unit(parent_now * change * glm::conjugate(parent_rest) * skeleton.rest_rotation_ms(joint));
  const Vec3 moved = (input.translations[joint] - rest.translation) * skeleton.rest_scale_ms(p);
  output.positions[joint] = output.positions[p] + turn * (skeleton.rest_position_ms(joint) - skeleton.rest_position_ms(p)) +
                            parent_now * (is_mirrored ? math::mirrored(moved) : moved);
}

}  // namespace doppel::rig
