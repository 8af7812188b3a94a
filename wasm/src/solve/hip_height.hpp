// Where the avatar's hips and feet go for the performer's: height by leg, ankle and pelvis (B3), travel unscaled or scaled.
// It bends no knee; `two_bone_ik` does, and `pelvis_drop` lowers hips that stand too high for a stride.
#pragma once

#include "base/body_parameter.hpp"
#include "rig/human_rig.hpp"

namespace doppel::solve {

using math::Vec3;

/// Metres over the floor at which a sole begins to leave it, and at which it has nothing more to do with it (or at twice what
/// soles differ by, where that is more).
inline constexpr double kSoleLeaves = 0.02;
inline constexpr double kSoleLeft = 0.12;

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
  /// What is added to that so that the thighs' joints, not the hips', are where the performer's are: rigs have the hips' joint
  /// anywhere about the pelvis. `source_thighs`: from the performer's hips to the middle between its thighs, world; `turn`: of
  /// the avatar's hips from T. 0 for an upright pelvis, but for what lies level between the joints.
  Vec3 thighs(const Vec3& source_thighs, const math::Quat& turn, double hips_weight) const;
  /// How far the avatar's feet go aside from where the performer's are, metres outwards, so that legs stand under hips that are
  /// wider (or, negative, narrower) than the performer's.
  double stance() const;
  /// Target of the ankle joint: the source's, raised by the difference of how far heel or toe, whichever is lower at the foot's
  /// `turn` from T, lies below it, so that soles touch the floor; flat on it that is the difference of the ankles' heights.
  /// `side`: 0 left, 1 right. `source_turn`: of the performer's foot, where it is not the same (filtered, calibrated otherwise).
  Vec3 ankle(const Vec3& source_ankle, double floor_height, const math::Quat& turn = math::kIdentity, std::size_t side = 0,
             const std::optional<math::Quat>& source_turn = {}) const;
  /// How far below the avatar's ankle the floor is for a foot at `turn` whose performer's sole is `height` metres (`sole`) over
  /// its own. Where the performer's sole is unknown, that height is a guess: on the floor the avatar's measured sole counts, in
  /// the air (`kSoleLeft`) the one that would be guessed of it too, so that legs alike stay alike.
  double below(const math::Quat& turn, std::size_t side, double height) const;
  /// Height of the performer's sole over its floor as the avatar takes it, metres: the lower of heel and ball at the foot's turn.
  double sole(const Vec3& source_ankle, std::size_t side, const math::Quat& source_turn) const;
  /// A point of the world that hands reach for: `scaled` moves it with the root.
  Vec3 point(const Vec3& source_point) const;
};

/// Where "outwards" is for a foot's stance. It follows the foot's turn only as the foot travels: a foot that stands and rocks
/// would slide on an arc else.
class StanceMemory {
 public:
  static constexpr double kTravel = 0.1;                     // metres of the ankle in which 63 % of a turn are taken up
  static constexpr double kMostTurn = 30.0 * math::kRadian;  // a foot that turns further where it stands takes it along

  /// `out`: unit, level, the foot's own outwards now; `ankle`: the performer's, world. Once a frame; the same again changes
  /// nothing.
  Vec3 direction(const Vec3& out, const Vec3& ankle) noexcept;
  void reset() { last_ = Vec3(0.0); }

 private:
  Vec3 last_{0.0};
  Vec3 ankle_{0.0};
};

/// How far the lower of heel and ball, and of a rigid tip, of a side lies below the ankle joint at a foot's `turn` from T, metres
/// at scale 1.
double lowest_below(const rig::BodyMeasures& body, const math::Quat& turn, std::size_t side);

/// The floorHeight at which the left leg stands at extension `comfort` (0..1) of its length, hips at the source's standing height
/// with the correction in force: the lower the floor is put, the straighter the leg. 0 where there are no legs.
double calculate_auto_floor_height(const RootSpace& space, double source_hips_height, double comfort);

}  // namespace doppel::solve
