// Spreads a performer's line of spine or neck joints over the avatar's, which may have more or fewer (B4). A job: plain data, no
// allocation. Total bend is kept: the last bone always follows the last joint.
#pragma once

#include "solve/body_calibration.hpp"

namespace doppel::solve {

struct SpineDistribution {
  std::span<const rig::ChainBone> chain{};  // bottom up
  const HumanRig* target = nullptr;
  const BodyCalibration* calibration = nullptr;
  const rig::ModelPose* source = nullptr;  // world space
  /// Turn of the bone below the line (hips, or the spine's last bone), for bones whose group is empty.
  Quat below{math::kIdentity};
  HumanPose* output = nullptr;

  bool validate() const;
  bool run() const noexcept;
};

}  // namespace doppel::solve
