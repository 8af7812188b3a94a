// Puts a limb's inverse kinematics on its bones.
// Weight 0 touches nothing, to the bit.
#include "solve/limb_blend.hpp"

#include <algorithm>

namespace doppel::solve {

bool LimbBlend::validate() const {
  return rig != nullptr && ik != nullptr && pose != nullptr && rig->has_all({upper, lower, end});
}

bool LimbBlend::run() const noexcept {
  if (!validate()) return false;
  const double weight = std::clamp(position_weight, 0.0, 1.0);
  if (!(weight > 0.0)) return true;
  const Quat upper_fk = pose->rotations[upper];
  const Quat lower_fk = pose->rotations[lower];
  const Quat end_fk = pose->rotations[end];
  const Quat upper_now = math::slerp(upper_fk, math::unit(ik->upper_turn * upper_fk), weight);
  const Quat lower_now = math::slerp(lower_fk, math::unit(ik->lower_turn * ik->upper_turn * lower_fk), weight);
  const Quat riding = math::unit(lower_now * glm::conjugate(lower_fk) * end_fk);
  const Quat end_now = math::slerp(riding, end_fk, std::clamp(rotation_weight, 0.0, 1.0));
  const Quat end_turn = end_now * glm::conjugate(end_fk);
  pose->rotations[upper] = upper_now;
  pose->rotations[lower] = lower_now;
  if (end_now == end_fk) {
    rig::place_below(*rig, scale, upper, *pose);
    return true;
  }
  rig::turn_below(*rig, end, end_turn, *pose);
  pose->rotations[end] = end_now;
  rig::place_below(*rig, scale, upper, *pose);
  return true;
}

}  // namespace doppel::solve
