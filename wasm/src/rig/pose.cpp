// Poses of a skeleton at rest.
// It is not the solver's pose of the human bones: see `rig/human_pose`.
#include "rig/pose.hpp"

namespace doppel::rig {

Pose Pose::rest_of(const Skeleton& skeleton) {
  Pose pose;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    pose.translations.push_back(skeleton.rest_local(i).translation);
    pose.rotations.push_back(skeleton.rest_local(i).rotation);
  }
  return pose;
}

ModelPose ModelPose::rest_of(const Skeleton& skeleton) {
  ModelPose pose;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    pose.positions.push_back(skeleton.rest_position_ms(i));
    pose.rotations.push_back(skeleton.rest_rotation_ms(i));
  }
  return pose;
}

}  // namespace doppel::rig
