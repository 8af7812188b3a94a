// Where the avatar's hips and feet go for the performer's: height by leg, ankle and pelvis (B3), travel unscaled or scaled.
// It bends no knee; `two_bone_ik` does, and `pelvis_drop` lowers hips that stand too high for a stride.
#pragma once

#include "base/body_parameter.hpp"
#include "rig/human_rig.hpp"

namespace doppel::solve {

using math::Vec3;

/// Sizes of both bodies at the avatar's present scale, metres.
struct RootSpace {
  rig::BodyMeasures source{};
  rig::BodyMeasures target{};  // at scale 1
  double scale = 1.0;          // avatarScale
  RootMotion motion = RootMotion::kWorld;
  Vec3 origin{0.0};  // of the calibration, y 0

  /// Leg over leg; 1 where one has none.
  double leg_ratio() const;
  /// What is added to the hips' height at weight 1 in `world` mode: the seed's leg difference, with ankle and pelvis.
  double leg_height_offset() const;
  /// Hips at full weight `hips_weight` 0..1 of the height correction; `floor_height` and `chair_offset` in metres are added.
  Vec3 hips(const Vec3& source_hips, double hips_weight, double floor_height, double chair_offset) const;
  /// Target of the ankle joint: the source's, raised by the difference of how far heel or toe, whichever is lower at the foot's
  /// `turn` from T, lies below it, so that soles touch the floor; flat on it that is the difference of the ankles' heights.
  /// `side`: 0 left, 1 right. `source_turn`: of the performer's foot, where it is not the same (filtered, calibrated otherwise).
  Vec3 ankle(const Vec3& source_ankle, double floor_height, const math::Quat& turn = math::kIdentity, std::size_t side = 0,
             const std::optional<math::Quat>& source_turn = {}) const;
  /// A point of the world that hands reach for: `scaled` moves it with the root.
  Vec3 point(const Vec3& source_point) const;
};

/// How far the lower of heel and ball of a side lies below the ankle joint at a foot's `turn` from T, metres at scale 1.
double lowest_below(const rig::BodyMeasures& body, const math::Quat& turn, std::size_t side);

/// The floorHeight at which the left leg stands at extension `comfort` (0..1) of its length, hips at the source's standing height
/// with the correction in force: the lower the floor is put, the straighter the leg. 0 where there are no legs.
double calculate_auto_floor_height(const RootSpace& space, double source_hips_height, double comfort);

}  // namespace doppel::solve
