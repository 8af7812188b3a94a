// Copies the performer's rotations to the avatar's bones by their offsets.
// Nothing is moved here, only turned.
#include "solve/retarget_rotations.hpp"

#include "solve/spine_distribution.hpp"

namespace doppel::solve {

bool RetargetRotations::validate() const {
  return map != nullptr && target != nullptr && calibration != nullptr && source != nullptr && output != nullptr;
}

bool RetargetRotations::run() const noexcept {
  if (!validate()) return false;
  for (const rig::BonePair& pair : map->pairs) {
    output->rotations[pair.bone] = copied_turn(source->rotations[static_cast<std::size_t>(pair.joint)],
                                               calibration->offsets[pair.bone], target->t_rotations[pair.bone]);
  }
  SpineDistribution line{map->spine, target, calibration, source, output->rotations[0], output};
  line.run();
  line.chain = map->neck;
  if (!map->spine.empty()) line.below = output->rotations[map->spine.back().bone];
  line.run();
  rig::inherit(*target, map->driven, *output);
  return true;
}

}  // namespace doppel::solve
