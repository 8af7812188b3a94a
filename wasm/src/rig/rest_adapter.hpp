// Between a file's joints, with whatever local axes, and the pose of the human bones: N sources and M avatars need N + M of
// these. It moves nothing by itself and knows one rig.
#pragma once

#include "rig/human_pose.hpp"
#include "rig/pose.hpp"

namespace doppel::rig {

class RestAdapter {
 public:
  RestAdapter() = default;
  RestAdapter(const Skeleton& skeleton, const HumanRig& rig);

  /// Local rotation of the bone's joint, as the file's node takes it. Joints between human bones keep their rest. Missing:
  /// identity.
  Quat local_rotation(const HumanRig& rig, const HumanPose& pose, std::size_t bone) const noexcept;
  /// The same from how the joint above and its own are turned from the file's rest, in model space.
  Quat local_of(std::size_t bone, const Quat& above, const Quat& now) const noexcept;
  /// Local translation of the hips' joint that puts it at `position_ms` (model space at scale 1, metres).
  Vec3 hips_translation(const Vec3& position_ms) const noexcept;

  /// Turns and positions of the bones of a pose in model space; scale 1.
  static void read(const HumanRig& rig, const ModelPose& model, HumanPose& pose) noexcept;

 private:
  struct Joint {
    Quat parent_rest{math::kIdentity};
    Quat rest_local{math::kIdentity};
    bool is_parent_mirrored = false;
  };
  std::array<Joint, kHumanBoneCount> joints_{};
  Vec3 hips_parent_position_{0.0};
  double hips_parent_scale_ = 1.0;
};

}  // namespace doppel::rig
