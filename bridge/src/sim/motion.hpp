// What simulated performers do: procedural motions as functions of time, and takes read from BVH files.
// A motion keeps no state between calls: the same time gives the same pose, whatever was asked before.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sim/poser.hpp"
#include "sim/skeleton.hpp"

namespace doppel::sim {

enum class MotionKind { kWalk, kSit, kClap, kWave, kStand };

std::optional<MotionKind> parse_motion(std::string_view text);
std::string_view to_string(MotionKind kind);

class Motion {
 public:
  virtual ~Motion() = default;
  virtual const Skeleton& skeleton() const = 0;
  /// `seconds` from the start of the stream; world space about the performer's own origin.
  virtual void pose(double seconds, Pose& out) = 0;
};

// Facts that tests and props rely on; metres for a body of 1.75 m, seconds.
inline constexpr double kWalkRadius = 2.0;
inline constexpr double kWalkSpeed = 0.95;
inline constexpr double kWalkCycles = 0.95;   // of both feet, a second
inline constexpr double kStanceShare = 0.58;  // of a cycle
inline constexpr double kSeatHeight = 0.45;
inline constexpr double kSeatBehind = 0.42;  // of the feet
inline constexpr double kSitCycle = 12.0;
inline constexpr double kClapsPerSecond = 1.6;
inline constexpr double kClapGap = 0.05;      // between the wrists when the palms meet
inline constexpr double kClapOpening = 0.34;  // ... and when they are apart

std::unique_ptr<Motion> make_motion(MotionKind kind, const SkeletonShape& shape);

/// Plays the file in a loop. The skeleton is the file's own, put into a T-pose, scaled to `height` metres, Y up.
/// Throws doppel::Error that names the file, the line and what was expected there.
std::unique_ptr<Motion> make_bvh_motion(const std::string& path, double height);

/// The chair of a sitting performer, in the performer's space: middle of the seat.
math::Vec3 chair_position(double scale);

}  // namespace doppel::sim
