// A face calibration: what the profile holds that acts on the face, as plain data with its ranges.
// It is not a file: JSON and links are `io`'s, and what the values come from is `face/calibrate.hpp`.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "base/face_channel.hpp"
#include "face/measurement.hpp"
#include "face/remap.hpp"

namespace doppel::face {

// Ranges outside of which a profile is refused.
inline constexpr double kMaxGain = 2.0;  // userGain, groupGain, overall: 0..2
/// Exponents of 3.4 that are accepted, and the ratios they come from: gamma 16 is ratio 2^-10.
inline constexpr double kMinGamma = 1.0 / 16.0;
inline constexpr double kMaxGamma = 16.0;
inline constexpr double kMinRatio = 1.0 / 1024.0;
inline constexpr double kMaxRatio = 1024.0;
inline constexpr double kMinClosedAt = 0.2;  // a performer whose lids close below a fifth is a fault of the tracking
inline constexpr double kMinCoupling = 1.0 / 64.0;
inline constexpr double kMaxCoupling = 16.0;
/// Used where mouthClose could not be measured against jawOpen.
inline constexpr double kDefaultCoupling = 1.0;
inline constexpr double kDefaultSymmetry = 1.0;

/// One channel's settings. The defaults leave the input as it is.
struct ChannelCalibration {
  double ratio = 1.0;       // kMinRatio..kMaxRatio: reference movement / avatar movement; range_match and linear
  double gamma = 1.0;       // kMinGamma..kMaxGamma: adaptive_remap
  double dead_zone = 0.0;   // weight 0..saturation
  double saturation = 1.0;  // weight 0..1
  double user_gain = 1.0;   // 0..kMaxGain, 1 = automatic
  double floor = 0.0;       // input 0..kMaxFloor held at 0
  double closed_at = 1.0;   // input kMinClosedAt..1 at which the performer's lids are closed; acts on eyeBlink* only
  bool locked = false;      // kept as it is by recalibration
  bool muted = false;       // held at 0

  friend bool operator==(const ChannelCalibration&, const ChannelCalibration&) = default;
};

struct Calibration {
  RemapMethod method = RemapMethod::kRangeMatch;
  double symmetry = kDefaultSymmetry;  // 0..1: how far a pair's ratios are drawn to their geometric mean
  double overall = 1.0;                // 0..kMaxGain, acts on amplitude channels
  std::array<double, kFaceGroupCount> group_gain = {1, 1, 1, 1, 1, 1, 1};  // 0..kMaxGain each, act on amplitude channels
  double coupling = kDefaultCoupling;  // kMinCoupling..kMaxCoupling: mouthClose weight per jawOpen weight
  std::array<ChannelCalibration, kFaceChannelCount> channels{};

  friend bool operator==(const Calibration&, const Calibration&) = default;
};

/// All gains that act on a channel: overall x group x user for amplitude channels, the user's alone for the other classes.
double total_gain(const Calibration& calibration, std::size_t channel);

/// What an on/off channel compares with kBinaryOn and kBinaryOff: the input over closedAt (blinks), times the user's gain, which
/// sets how easily it goes on.
double binary_drive(const Calibration& calibration, std::size_t channel, double input);

/// Weight of mouthClose for its input and jawOpen's, and for the weight that jawOpen goes out with: 0 over a jaw that does not
/// open.
double coupled_output(const Calibration& calibration, double close_input, double jaw_input, double jaw_output);

/// The channel's curve as the frame path runs it, gains in. The coupled channel has none of its own (see `FaceSolver`).
/// `measured` null: nothing was measured. A look that was found to turn the eye is matched by its angle, in proportion (F5).
CurveSettings curve_settings(const Calibration& calibration, std::size_t channel, const ChannelMeasurement* measured);

}  // namespace doppel::face
