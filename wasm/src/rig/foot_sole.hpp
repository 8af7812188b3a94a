// The sole of a foot from its skin: heel, ball and tip of the toes relative to the foot's joint, from the vertices that foot and
// toes carry in the T-pose.
// It reads no file and no skin matrices: places and weights are given.
#pragma once

#include <optional>
#include <span>

#include "rig/human_rig.hpp"

namespace doppel::rig {

/// A vertex of a foot.
struct FootVertex {
  Vec3 position{0.0};  // T-pose (facing +Z, soles flat), metres at scale 1, where the joints stand as well
  double foot = 0.0;   // weight on the foot's joint and what hangs on it but toes, 0..1
  double toes = 0.0;   // weight on the toes' joint and below, 0..1
};

struct FootSkin {
  std::span<const FootVertex> vertices{};
  Vec3 foot{0.0};              // the foot's joint
  std::optional<Vec3> toes{};  // the toes' joint
};

/// Vertices with less than this on foot and toes together belong to the leg, or to clothes.
inline constexpr double kFootWeight = 0.5;

/// Heel: the lowest skin of the hindmost quarter, as far back as it lies that low; tip: the same of the foremost quarter,
/// forward; ball: the lowest skin about the toes' joint (without one, about 0.7 of the way from heel to tip), there. Each has its
/// own height: a foot on tiptoe has its heel over its ball. Skin over the joint, a boot's shaft, does not count. Nothing where no
/// skin lies under the joint, or all of it in one place along Z, or a number is not finite.
std::optional<FootSole> foot_sole(const FootSkin& skin);

}  // namespace doppel::rig
