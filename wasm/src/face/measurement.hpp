// What the probe found out about an avatar's face, one record a channel. Plain data: measured once, at load.
// It is not a calibration: that is `face::Calibration`, computed from two of these.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/face_channel.hpp"

namespace doppel::face {

/// Weights at which every channel is measured (seed 3.2).
inline constexpr std::array<double, 5> kProbeWeights{0.05, 0.25, 0.5, 0.75, 1.0};

/// A channel's movement at one weight.
struct ProbePoint {
  double weight = 0.0;
  double travel = 0.0;  // metres: sqrt(I4 / I2), I_k the integral of |displacement|^k over the rest surface (decisions F2)
  double rms = 0.0;     // metres: over the vertices that move more than 1e-6 m (seed 3.2)
};

/// What a channel's route is able to do, before any comparison with a reference.
enum class Presence : std::uint8_t {
  kMissing,  // no route
  kEmpty,    // a route, but nothing moves
  kBinary,   // an on/off VRM expression
  kMoves,
};

/// What decided the saturation weight.
enum class SaturationSource : std::uint8_t { kNone, kResponse, kFold, kLids, kLips };

/// How the eye's turning was found.
enum class GazeSource : std::uint8_t { kNone, kBone, kEyeball };

struct ChannelMeasurement {
  Presence presence = Presence::kMissing;
  std::array<ProbePoint, kProbeWeights.size()> curve{};
  // At weight 1:
  double travel = 0.0;  // metres
  double rms = 0.0;     // metres
  double max = 0.0;     // metres, largest displacement
  double low = 0.0;     // metres along `up` from the frame's origin: extent of the surface that moves >= 20 % of max
  double high = 0.0;
  std::uint32_t moved_vertices = 0;  // displacement > 1e-6 m
  double dead_zone = 0.0;            // weight 0..1
  double saturation = 1.0;           // weight 0..1, at least dead_zone + 0.1
  SaturationSource saturation_from = SaturationSource::kNone;
  double travel_at_saturation = 0.0;  // metres
  double gaze_degrees = 0.0;          // 0 where no turning was found
  GazeSource gaze_from = GazeSource::kNone;
  /// Share of the same side's open lid gap that the channel closes at weight 1: above 1 where the lids' margins pass each other,
  /// negative where it opens, 0 for channels that do not act on lids. Shares of linear channels add up.
  double lid_closure = 0.0;
  /// For channels named left or right: signed mean lateral position of the moved surface, metres, left of the face positive;
  /// tells a target named left that moves the right side.
  double lateral = 0.0;
};

struct FaceMeasurement {
  std::array<double, 3> up{0.0, 1.0, 0.0};  // unit, avatar space
  double face_height = 0.0;                 // metres, over all effective channels but tongueOut; 0 where nothing moves
  bool low_confidence = false;              // fewer than three effective regions
  /// mouthClose weight per jawOpen weight that brings the lip gap back to rest; 0 where it could not be measured (then 1 is
  /// used).
  double coupling = 0.0;
  /// Height of the open lid gap, left and right, metres; 0 where none was found.
  std::array<double, 2> lid_gap{0.0, 0.0};
  std::array<ChannelMeasurement, kFaceChannelCount> channels{};
};

/// max(high) - min(low) over the channels that move in both, tongueOut left out; 0 where there are none.
/// A ratio of travels is taken over this (decisions F2). A channel counts as moving when its presence is kMoves or kBinary.
inline double shared_face_height(const FaceMeasurement& of, const FaceMeasurement& with) {
  bool any = false;
  double low = 0.0;
  double high = 0.0;
  const auto moves = [](const ChannelMeasurement& channel) {
    return channel.presence == Presence::kMoves || channel.presence == Presence::kBinary;
  };
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    if (i == kTongueOut || !moves(of.channels[i]) || !moves(with.channels[i])) continue;
    const ChannelMeasurement& channel = of.channels[i];
    if (!any || channel.low < low) low = channel.low;
    if (!any || channel.high > high) high = channel.high;
    any = true;
  }
  return any ? high - low : 0.0;
}

}  // namespace doppel::face
