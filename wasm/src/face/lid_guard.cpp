// Keeps blink, squint, look-down and wide together from taking the lid gap below closed (F5).
// It is not a model of the lids: every channel closes its measured share of the gap, in proportion to its weight.
#include "face/lid_guard.hpp"

#include <algorithm>

namespace doppel::face {

namespace {

// Rounding of sums of a few weights; below it nothing is lowered and nothing reported.
constexpr double kTolerance = 1e-9;

constexpr std::array<std::array<std::string_view, 4>, 2> kChannelNames{{
    {"eyeBlinkLeft", "eyeSquintLeft", "eyeLookDownLeft", "eyeWideLeft"},
    {"eyeBlinkRight", "eyeSquintRight", "eyeLookDownRight", "eyeWideRight"},
}};

}  // namespace

LidGuard::LidGuard(const FaceMeasurement& measurement, const Calibration& calibration) {
  for (std::size_t s = 0; s < sides_.size(); ++s) {
    Side& side = sides_[s];
    for (std::size_t part = 0; part < kPartCount; ++part) {
      const std::size_t channel = *face_channel_index(kChannelNames[s][part]);
      const ChannelMeasurement& measured = measurement.channels[channel];
      side.channel[part] = channel;
      side.closure[part] = measured.lid_closure;
      // An on/off expression cannot give way by a little.
      side.reducible[part] = part <= kSquint && measured.presence == Presence::kMoves && measured.lid_closure > 0.0;
      active_ = active_ || side.reducible[part];
    }
    const double blink_end = side.closure[kBlink] * calibration.channels[side.channel[kBlink]].saturation;
    side.limit = std::max(1.0, blink_end);
  }
}

bool LidGuard::hold(std::span<double, kFaceChannelCount> outputs) const noexcept {
  if (!active_) return false;
  bool held = false;
  for (const Side& side : sides_) held = hold_side(side, outputs) || held;
  return held;
}

bool LidGuard::hold_side(const Side& side, std::span<double, kFaceChannelCount> outputs) noexcept {
  double closed = 0.0;
  for (std::size_t part = 0; part < kPartCount; ++part) closed += side.closure[part] * outputs[side.channel[part]];
  double excess = closed - side.limit;
  if (excess <= kTolerance) return false;
  bool held = false;
  for (const Part part : {kBlink, kSquint}) {
    double& output = outputs[side.channel[part]];
    if (!side.reducible[part] || excess <= 0.0 || output <= 0.0) continue;
    const double given = std::min(output, excess / side.closure[part]);
    output -= given;
    excess -= given * side.closure[part];
    held = true;
  }
  return held;
}

}  // namespace doppel::face
