// Copies the performer's rotations to the avatar's bones by their offsets: target_ws = source_ws * offset. A job: plain data, no
// allocation. Spine and neck are not its own: `spine_distribution` writes those first. Nothing is moved here, only turned.
#pragma once

#include "solve/body_calibration.hpp"

namespace doppel::solve {

struct RetargetRotations {
  const rig::RetargetMap* map = nullptr;
  const HumanRig* target = nullptr;
  const BodyCalibration* calibration = nullptr;
  const rig::ModelPose* source = nullptr;  // world space
  HumanPose* output = nullptr;             // turns of all bones; positions are left alone

  bool validate() const;
  /// Spine and neck by their groups, pairs by copy; bones that nothing drives ride with the bone they hang on. False: nothing was
  /// done.
  bool run() const noexcept;
};

/// The turn from T that a source joint's rotation means for a target's bone.
inline Quat copied_turn(const Quat& source_ws, const Quat& offset, const Quat& target_t_rotation) {
  return math::unit(source_ws * offset * glm::conjugate(target_t_rotation));
}

}  // namespace doppel::solve
