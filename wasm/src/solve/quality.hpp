// Meters of what retargeting costs, frame by frame: foot slide, soles, stretch, hand error, angular jumps, pelvis drop (B12).
// It corrects nothing and judges nothing.
#pragma once

#include "rig/human_pose.hpp"
#include "solve/hip_height.hpp"

namespace doppel::solve {

struct QualityMeters {
  double foot_slide[2]{};  // cm/s: horizontal speed of a planted ankle above the source's own; 0 while not planted
  bool is_planted[2]{};
  double penetration[2]{};    // mm of a planted sole under the floor
  double floating[2]{};       // mm of a planted sole above it
  double limb_stretch = 0.0;  // %, the largest change of any limb bone's length against T
  double hand_error[2]{};     // mm between wrist and its target, times the arm's weight
  double knee_jump = 0.0;     // degrees in this frame, the larger knee
  double elbow_jump = 0.0;
  double pelvis_drop = 0.0;  // mm
};

/// What a frame is measured by. All poses in the world.
struct QualityFrame {
  const rig::HumanRig* source_rig = nullptr;
  const rig::HumanPose* source = nullptr;  // raw
  const rig::HumanRig* target_rig = nullptr;
  const rig::HumanPose* target = nullptr;
  const RootSpace* space = nullptr;
  double floor_height = 0.0;  // of the settings
  Vec3 hand_targets[2]{};
  double arm_weights[2]{};
  double pelvis_drop = 0.0;  // metres
  double dt = 0.0;           // seconds
};

/// A source foot is planted while its sole is lower than this and slower than that, both scaled by its leg over 0.8 m.
inline constexpr double kPlantedHeight = 0.06;  // metres
inline constexpr double kPlantedSpeed = 0.25;   // metres a second

class QualityMeter {
 public:
  /// The first frame after `reset`, and frames without time, have no speeds and jumps.
  QualityMeters step(const QualityFrame& frame) noexcept;
  void reset() { has_last_ = false; }

 private:
  Vec3 source_feet_[2]{};
  Vec3 target_feet_[2]{};
  double knees_[2]{};
  double elbows_[2]{};
  bool has_last_ = false;
};

}  // namespace doppel::solve
