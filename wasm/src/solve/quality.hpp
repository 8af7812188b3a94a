// Meters of what retargeting costs, frame by frame: foot slide, soles, stretch, hand error, angular jumps, pelvis drop (B12).
// They measure the avatar as it is drawn against the performer and the file's rest, never against the solver's own targets. It
// corrects nothing and judges nothing.
#pragma once

#include "rig/human_pose.hpp"
#include "solve/hand_target.hpp"
#include "solve/hip_height.hpp"
#include "solve/limb_weights.hpp"

namespace doppel::solve {

struct QualityMeters {
  /// cm/s: horizontal speed of a planted sole (heel or ball, the lower of the performer's) above the source's own; 0 while not
  /// planted.
  double foot_slide[2]{};
  bool is_planted[2]{};
  double penetration[2]{};    // mm of a planted sole under the floor, beyond the performer's own
  double floating[2]{};       // mm of a planted sole above it, beyond the performer's own
  double limb_stretch = 0.0;  // %, the largest change of any limb bone's length against the file's rest
  /// mm that a hand is off what the performer's touches, times how much of a contact that is: the other hand's place, a prop's
  /// or another performer's, or the place at the own body.
  double hand_error[2]{};
  double knee_jump = 0.0;  // degrees in this frame, the larger knee
  double elbow_jump = 0.0;
  double pelvis_drop = 0.0;  // mm
};

/// Lengths of the human bones from the bones that they hang on, in the file's rest, metres at scale 1; 0 where there are none.
using RestLengths = std::array<double, kHumanBoneCount>;
RestLengths rest_lengths(const rig::Skeleton& skeleton, const rig::HumanRig& rig);

/// The largest change of any limb bone's length, %.
double limb_stretch_percent(const rig::HumanRig& rig, const RestLengths& lengths, const rig::HumanPose& pose, double scale);

/// What a frame is measured by. All poses in the world.
struct QualityFrame {
  const rig::HumanRig* source_rig = nullptr;
  const rig::HumanPose* source = nullptr;  // raw
  const rig::HumanRig* target_rig = nullptr;
  const rig::HumanPose* target = nullptr;  // as drawn: the written row put on the file's joints
  const RestLengths* lengths = nullptr;
  const RootSpace* space = nullptr;
  const BodyParts* source_parts = nullptr;
  const BodyParts* target_parts = nullptr;
  double head_scale = 1.0;
  double floor_height = 0.0;                                    // of the settings
  math::Quat source_feet[2]{math::kIdentity, math::kIdentity};  // turns of the performer's feet from T, raw, as calibrated
  math::Quat source_toes[2]{math::kIdentity, math::kIdentity};  // the same of its toes
  WeightLayer arm_layers[2]{};                                  // what the performer's hands touch
  double arm_contacts[2]{};                                     // how much of a contact it is, 0..1
  double pelvis_drop = 0.0;                                     // metres
  double dt = 0.0;                                              // seconds of the source since the last frame
};

/// A source foot is planted while its sole is lower than this, and sole and ankle slower than that, both scaled by its leg over
/// 0.8 m. They judge nothing but what the meters count, so they are no parameters. Source: walking takes, where a swinging foot
/// passes 1 to 2 m/s and a planted one rests within capture noise.
inline constexpr double kPlantedHeight = 0.06;  // metres
inline constexpr double kPlantedSpeed = 0.25;   // metres a second

class QualityMeter {
 public:
  /// The first frame after `reset`, and frames without time, have no speeds and jumps.
  QualityMeters step(const QualityFrame& frame) noexcept;
  void reset() { has_last_ = false; }

 private:
  struct Sole {
    Vec3 points[2]{};     // heel, ball; world
    double lowest = 0.0;  // of these, and of the tip of the toes where it was measured
  };
  void measure_foot(const QualityFrame& frame, std::size_t side, QualityMeters& meters) noexcept;

  Vec3 source_ankles_[2]{};
  Sole source_soles_[2]{};
  Sole target_soles_[2]{};
  double knees_[2]{};
  double elbows_[2]{};
  bool has_last_ = false;
};

}  // namespace doppel::solve
