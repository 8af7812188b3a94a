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
  for (std::size_t i = from; i < to.value_or(skeleton->size()); ++i) {
    const Transform& rest = skeleton->rest_local(i);
    const int parent = skeleton->parents()[i];
    // A pose is the rest pose with another local rotation: what the rest's own scale signs add to it stays as it is at rest.
    if (parent == kNoJoint) {
      const Quat change = math::unit(input->rotations[i]) * glm::conjugate(rest.rotation);
      output->positions[i] = input->translations[i];
      output->rotations[i] = math::unit(change * skeleton->rest_rotation_ms(i));
      continue;
    }
    const auto p = static_cast<std::size_t>(parent);
    const bool is_mirrored = skeleton->is_mirrored(p);
    const Quat change = through_mirror(is_mirrored, math::unit(input->rotations[i]) * glm::conjugate(rest.rotation));
    const Quat& parent_rest = skeleton->rest_rotation_ms(p);
    const Quat& parent_now = output->rotations[p];
    const Quat turn = parent_now * glm::conjugate(parent_rest);
    output->rotations[i] = math::unit(parent_now * change * glm::conjugate(parent_rest) * skeleton->rest_rotation_ms(i));
    const Vec3 moved = (input->translations[i] - rest.translation) * skeleton->rest_scale_ms(p);
    output->positions[i] = output->positions[p] + turn * (skeleton->rest_position_ms(i) - skeleton->rest_position_ms(p)) +
                           parent_now * (is_mirrored ? math::mirrored(moved) : moved);
  }
  return true;
}

}  // namespace doppel::rig
