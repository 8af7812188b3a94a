// Spreads a performer's line of spine or neck joints over the avatar's.
// Total bend is kept: the last bone always follows the last joint.
#include "solve/spine_distribution.hpp"

#include "solve/retarget_rotations.hpp"

namespace doppel::solve {

bool SpineDistribution::validate() const {
  return target != nullptr && calibration != nullptr && source != nullptr && output != nullptr;
}

bool SpineDistribution::run() const noexcept {
  if (!validate()) return false;
  for (const rig::ChainBone& link : chain) {
    if (link.joint == rig::kNoJoint) continue;
    output->rotations[link.bone] = copied_turn(source->rotations[static_cast<std::size_t>(link.joint)],
                                               calibration->offsets[link.bone], target->t_rotations[link.bone]);
  }
  // Runs of empty groups lie evenly between their neighbours' turns from T.
  Quat lower = below;
  for (std::size_t i = 0; i < chain.size();) {
    if (chain[i].joint != rig::kNoJoint) {
      lower = output->rotations[chain[i++].bone];
      continue;
    }
    std::size_t end = i;
    while (end < chain.size() && chain[end].joint == rig::kNoJoint) ++end;
    const Quat upper = end < chain.size() ? output->rotations[chain[end].bone] : lower;
    const auto steps = static_cast<double>(end - i + 1);
    for (std::size_t k = i; k < end; ++k) {
      output->rotations[chain[k].bone] = math::slerp(lower, upper, static_cast<double>(k - i + 1) / steps);
    }
    i = end;
  }
  return true;
}

}  // namespace doppel::solve
