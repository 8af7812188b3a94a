// The head's own correction after all else.
// Its scale is no rotation: the engine gives it to whoever draws.
#include "solve/head.hpp"

namespace doppel::solve {
namespace {
constexpr std::size_t kHead = 10;
}  // namespace

void turn_head(const rig::HumanRig& rig, const BodySettings& settings, rig::HumanPose& pose) noexcept {
  const math::Vec3 degrees(settings.head_rotation_offset_x, settings.head_rotation_offset_y, settings.head_rotation_offset_z);
  if (!rig.has(kHead) || degrees == math::Vec3(0.0) || !math::is_finite(degrees)) return;
  const math::Quat now = pose.rotations[kHead];
  rig::turn_below(rig, kHead, now * math::from_unity_euler(degrees) * glm::conjugate(now), pose);
}

math::Vec3 head_offset_to_forward(const rig::HumanPose& pose, double heading) {
  return math::to_unity_euler(math::unit(glm::conjugate(pose.rotations[kHead]) * math::yaw(heading)));
}

}  // namespace doppel::solve
