// Puts a limb's inverse kinematics on its bones between what the rotation copy gave and what the target asks. A job: plain data.
// Weight 0 touches nothing, to the bit; bone lengths never change.
#pragma once

#include "rig/human_pose.hpp"
#include "solve/two_bone_ik.hpp"

namespace doppel::solve {

struct LimbBlend {
  const rig::HumanRig* rig = nullptr;
  double scale = 1.0;     // of the body
  std::size_t upper = 0;  // human bones
  std::size_t lower = 0;
  std::size_t end = 0;
  const TwoBoneIk* ik = nullptr;  // run
  double position_weight = 0.0;   // 0..1: upper and lower bone
  double rotation_weight = 0.0;   // 0..1: the end bone keeps its copied world rotation; at 0 it rides with the lower bone
  rig::HumanPose* pose = nullptr;

  bool validate() const;
  bool run() const noexcept;
};

}  // namespace doppel::solve
