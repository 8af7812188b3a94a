// Compares an avatar's measurement with a reference's and makes the calibration of it (F2, F4, F5, F6).
// It is not a measuring: both measurements come in as data.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "face/calibration.hpp"
#include "face/measurement.hpp"

namespace doppel::face {

/// What became of a channel (F1). Every channel has exactly one.
enum class Verdict : std::uint8_t { kEffective, kWeak, kStrong, kBinary, kEmpty, kMissing };
inline constexpr std::size_t kVerdictCount = 6;
std::string_view to_string(Verdict verdict);

/// Measured lengths (metres) and angles (degrees) below this count as none: a quotient of them would say nothing.
inline constexpr double kSmallestMeasure = 1e-9;

/// `length` as a share of `face_height`; 0 where that is none.
inline double share_of(double length, double face_height) { return face_height > kSmallestMeasure ? length / face_height : 0.0; }

/// What a channel's ratio was taken from.
enum class RatioSource : std::uint8_t { kNone, kTravel, kRms, kAngle };
std::string_view to_string(RatioSource source);

/// One channel compared with the reference, before clamps and symmetry.
struct ChannelComparison {
  Verdict verdict = Verdict::kMissing;
  double travel_ratio = 1.0;  // (reference travel / its face height) / (avatar travel at saturation / its face height)
  double rms_ratio = 1.0;     // reference rms / avatar rms, both at weight 1 (spec 3.4)
  double angle_ratio = 1.0;   // reference gaze degrees / avatar gaze degrees at saturation; 1 where either is 0
  bool by_angle = false;      // gaze matched by angle
  bool in_reference = false;  // the reference moves too; else no ratio exists and 1 stands
};

struct Comparison {
  double face_height = 0.0;            // metres, avatar's, over the channels that move in both; its own where none are shared
  double reference_face_height = 0.0;  // metres, the same of the reference
  bool low_confidence = false;
  std::array<ChannelComparison, kFaceChannelCount> channels{};
};

Comparison compare(const FaceMeasurement& avatar, const FaceMeasurement& reference);

/// The channel's ratio for a method before clamp and symmetry, and where it is from. Closure, coupled, binary, empty, missing
/// channels and those the reference lacks: 1, kNone.
struct ChannelRatio {
  double ratio = 1.0;
  RatioSource from = RatioSource::kNone;
};
ChannelRatio channel_ratio(const Comparison& comparison, std::size_t channel, RemapMethod method);

/// Calibrates. Where `keep` is given, its gains, floors, closedAt, mutes and locks survive, and locked channels stay as they are.
/// `symmetry` 0..1.
Calibration calibrate(const FaceMeasurement& avatar, const FaceMeasurement& reference, RemapMethod method, double symmetry,
                      const Calibration* keep);

}  // namespace doppel::face
