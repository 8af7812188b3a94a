// One channel's settings as a number of mixed radix, and the steps in which a share link holds values (docs/calibration.md).
// It is not the link: what stands around the channels is io/link.cpp's.
#include "io/link_channel.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace doppel::io {

namespace {

using face::Calibration;
using face::ChannelCalibration;

constexpr std::uint64_t kGainCodes = 2 * kGainSteps + 1;
constexpr std::uint64_t kFloorCodes = 11;    // 0..0.1
constexpr std::uint64_t kRangeCodes = 5151;  // pairs dead zone <= saturation in 101 steps each
constexpr std::int64_t kFinestMiddle = 511;
constexpr double kCouplingStep = 1.0 / 64.0;  // octaves
// Ratios within range_match's clamp take the fine scale; where one is outside, all take the wide one, whose steps are whole
// multiples of the fine one's, so that a value on it that happens to lie inside is on both.
constexpr int kWideFactor = 5;

bool is_closure(std::size_t channel) { return kFaceChannels[channel].face_class == FaceClass::kClosure; }

std::uint64_t pair_code(std::uint64_t dead_zone, std::uint64_t saturation) {
  return saturation * (saturation + 1) / 2 + dead_zone;
}

/// How many values each field has, in the order in which they are written.
struct Radices {
  explicit Radices(const ChannelForm& form)
      : ratio(2 * static_cast<std::uint64_t>(ratio_scale(form).middle) + 1),
        floor(form.floors ? kFloorCodes : 1),
        lock(form.locks ? 2 : 1),
        mute(form.mutes ? 2 : 1),
        bits(static_cast<int>(std::bit_width(kGainCodes * ratio * kRangeCodes * floor * lock * mute - 1))) {}

  std::uint64_t ratio;
  std::uint64_t floor;
  std::uint64_t lock;
  std::uint64_t mute;
  int bits;
};

}  // namespace

std::uint64_t to_steps(double value, std::uint64_t steps) {
  return static_cast<std::uint64_t>(std::llround(value * static_cast<double>(steps)));
}

double from_steps(std::uint64_t code, std::uint64_t steps) { return static_cast<double>(code) / static_cast<double>(steps); }

std::uint64_t to_octaves(double value, const OctaveScale& scale) {
  const double step = scale.fine_step * scale.factor;
  return static_cast<std::uint64_t>(
      std::clamp<std::int64_t>(std::llround(std::log2(value) / step) + scale.middle, 0, 2 * scale.middle));
}

double from_octaves(std::uint64_t code, const OctaveScale& scale) {
  const std::int64_t offset = (static_cast<std::int64_t>(code) - scale.middle) * scale.factor;
  return offset == 0 ? 1.0 : std::clamp(std::exp2(static_cast<double>(offset) * scale.fine_step), scale.low, scale.high);
}

OctaveScale coupling_scale() { return {kCouplingStep, 1, face::kMinCoupling, face::kMaxCoupling, kFinestMiddle}; }

OctaveScale ratio_scale(const ChannelForm& form) {
  const double fine = std::log2(face::kMaxMatchedRatio) / static_cast<double>(kFinestMiddle);
  const int coarse = 1 << form.coarseness;
  // Rounded up: the last step reaches the end, which the range then holds exactly.
  const std::int64_t middle = (kFinestMiddle + coarse - 1) / coarse;
  if (form.wide) return {fine, kWideFactor * coarse, face::kMinRatio, face::kMaxRatio, middle};
  return {fine, coarse, face::kMinMatchedRatio, face::kMaxMatchedRatio, middle};
}

double acting_ratio(const Calibration& calibration, std::size_t channel) {
  const ChannelCalibration& settings = calibration.channels[channel];
  if (calibration.method != face::RemapMethod::kAdaptiveRemap) return settings.ratio;
  return std::clamp(face::ratio_from_gamma(settings.gamma), face::kMinRatio, face::kMaxRatio);
}

bool is_default(const Calibration& calibration, std::size_t channel) {
  ChannelCalibration settings = calibration.channels[channel];
  settings.ratio = settings.gamma = acting_ratio(calibration, channel);
  if (!is_closure(channel)) settings.closed_at = 1.0;
  return settings == ChannelCalibration{};
}

ChannelForm form_of(const Calibration& calibration) {
  constexpr double kRounding = 1e-9;  // a hair beyond is rounding of the scale's own end
  ChannelForm form;
  form.floors = form.locks = form.mutes = false;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    const ChannelCalibration& settings = calibration.channels[i];
    const double ratio = acting_ratio(calibration, i);
    form.wide = form.wide || ratio < face::kMinMatchedRatio * (1 - kRounding) || ratio > face::kMaxMatchedRatio * (1 + kRounding);
    form.floors = form.floors || to_steps(settings.floor, kShareSteps) > 0;
    form.locks = form.locks || settings.locked;
    form.mutes = form.mutes || settings.muted;
  }
  return form;
}

void put_channel(BitWriter& out, const Calibration& calibration, std::size_t channel, const ChannelForm& form) {
  const ChannelCalibration& settings = calibration.channels[channel];
  const OctaveScale scale = ratio_scale(form);
  const Radices radices(form);
  std::uint64_t code = to_steps(settings.user_gain, kGainSteps);
  code = code * radices.ratio + to_octaves(std::clamp(acting_ratio(calibration, channel), scale.low, scale.high), scale);
  code = code * kRangeCodes + pair_code(to_steps(settings.dead_zone, kShareSteps), to_steps(settings.saturation, kShareSteps));
  if (form.floors) code = code * radices.floor + to_steps(settings.floor, kShareSteps);
  if (form.locks) code = code * radices.lock + (settings.locked ? 1U : 0U);
  if (form.mutes) code = code * radices.mute + (settings.muted ? 1U : 0U);
  out.put(code, radices.bits);
  if (is_closure(channel)) out.put(to_steps(settings.closed_at, kShareSteps), kShareBits);
}

ChannelCalibration take_channel(BitReader& in, std::size_t channel, const ChannelForm& form) {
  ChannelCalibration settings;
  const Radices radices(form);
  std::uint64_t code = in.take(radices.bits);
  const auto digit = [&code](std::uint64_t radix) {
    const std::uint64_t value = code % radix;
    code /= radix;
    return value;
  };
  settings.muted = digit(radices.mute) == 1;
  settings.locked = digit(radices.lock) == 1;
  settings.floor = from_steps(digit(radices.floor), kShareSteps);
  std::uint64_t pair = digit(kRangeCodes);
  std::uint64_t saturation = 0;
  while (pair > saturation) pair -= ++saturation;
  settings.dead_zone = from_steps(pair, kShareSteps);
  settings.saturation = from_steps(saturation, kShareSteps);
  settings.ratio = from_octaves(digit(radices.ratio), ratio_scale(form));
  settings.gamma = face::gamma_from_ratio(settings.ratio);
  settings.user_gain = from_steps(std::min(code, kGainCodes - 1), kGainSteps);
  if (is_closure(channel)) settings.closed_at = std::clamp(from_steps(in.take(kShareBits), kShareSteps), face::kMinClosedAt, 1.0);
  return settings;
}

}  // namespace doppel::io
