// The share link: a profile's calibration as `#p=` and base64url of a compact binary form (docs/calibration.md has the layout).
// It is not lossless: gains, ratios and weights are stepped. Defaults come back exact, and a second trip changes nothing.
#include "io/link.hpp"

#include <algorithm>
#include <cmath>

#include "io/base64url.hpp"
#include "io/bit_stream.hpp"

namespace doppel::io {

namespace {

using face::Calibration;
using face::ChannelCalibration;

constexpr std::uint64_t kLinkVersion = 1;
constexpr std::size_t kCrcBytes = 4;
constexpr int kVersionBits = 8;
constexpr int kMethodBits = 2;
constexpr int kMethodCount = 3;
constexpr int kGainBits = 8;
constexpr int kShareBits = 7;
constexpr int kCouplingBits = 10;
constexpr int kNameLengthBits = 5;
constexpr int kChannelBits = 36;
static_assert(kLinkNameBytes < (1U << kNameLengthBits));

constexpr std::uint64_t kGainSteps = 125;   // per 1.0
constexpr std::uint64_t kShareSteps = 100;  // per 1.0: dead zone, saturation, symmetry, closedAt
constexpr std::uint64_t kFloorSteps = 100;  // per 1.0
constexpr std::uint64_t kGainCodes = 2 * kGainSteps + 1;
constexpr std::uint64_t kFloorCodes = 11;    // 0..0.1
constexpr std::uint64_t kRangeCodes = 5151;  // pairs dead zone <= saturation in 101 steps each
// Logarithmic codes lie about a middle that is exactly 1.
constexpr std::int64_t kRatioMiddle = 511;
constexpr std::uint64_t kRatioCodes = 2 * kRatioMiddle + 1;
constexpr std::int64_t kCouplingMiddle = 511;
constexpr double kCouplingStep = 1.0 / 64.0;  // octaves
// Ratios within range_match's clamp take the fine scale; where one is outside, all take the wide one, whose steps are whole
// multiples of the fine one's, so that a value on it that happens to lie inside is on both.
constexpr int kWideFactor = 5;
static_assert(kGainCodes * kRatioCodes * kRangeCodes * kFloorCodes * 4 < (std::uint64_t{1} << kChannelBits));

std::uint64_t to_steps(double value, std::uint64_t steps) {
  return static_cast<std::uint64_t>(std::llround(value * static_cast<double>(steps)));
}
double from_steps(std::uint64_t code, std::uint64_t steps) { return static_cast<double>(code) / static_cast<double>(steps); }

// Steps of `factor` fine steps (octaves) each. The product with the whole number comes first, so that one value has one code and
// one double on both scales.
struct OctaveScale {
  double fine_step;
  int factor;
  double low;
  double high;
  std::int64_t middle;
};

std::uint64_t to_octaves(double value, const OctaveScale& scale) {
  constexpr double kRounding = 1e-6;  // of a step, so that a scale's own ends lie on it
  const double step = scale.fine_step * scale.factor;
  const auto lowest = static_cast<std::int64_t>(std::ceil(std::log2(scale.low) / step - kRounding));
  const auto highest = static_cast<std::int64_t>(std::floor(std::log2(scale.high) / step + kRounding));
  const std::int64_t code = std::clamp<std::int64_t>(std::llround(std::log2(value) / step), lowest, highest);
  return static_cast<std::uint64_t>(code + scale.middle);
}

double from_octaves(std::uint64_t code, const OctaveScale& scale) {
  const std::int64_t offset = (static_cast<std::int64_t>(code) - scale.middle) * scale.factor;
  return offset == 0 ? 1.0 : std::clamp(std::exp2(static_cast<double>(offset) * scale.fine_step), scale.low, scale.high);
}

OctaveScale coupling_scale() { return {kCouplingStep, 1, face::kMinCoupling, face::kMaxCoupling, kCouplingMiddle}; }

OctaveScale ratio_scale(bool wide) {
  const double fine = std::log2(face::kMaxMatchedRatio) / static_cast<double>(kRatioMiddle);
  if (wide) return {fine, kWideFactor, face::kMinRatio, face::kMaxRatio, kRatioMiddle};
  return {fine, 1, face::kMinMatchedRatio, face::kMaxMatchedRatio, kRatioMiddle};
}

// The ratio that acts: with adaptive_remap the exponent does, and says it.
double acting_ratio(const Calibration& calibration, std::size_t channel) {
  const ChannelCalibration& settings = calibration.channels[channel];
  if (calibration.method != face::RemapMethod::kAdaptiveRemap) return settings.ratio;
  return std::clamp(face::ratio_from_gamma(settings.gamma), face::kMinRatio, face::kMaxRatio);
}

bool is_closure(std::size_t channel) { return kFaceChannels[channel].face_class == FaceClass::kClosure; }

// Only what acts counts: closedAt of other channels is dropped.
bool is_default(const Calibration& calibration, std::size_t channel) {
  ChannelCalibration settings = calibration.channels[channel];
  settings.ratio = settings.gamma = acting_ratio(calibration, channel);
  if (!is_closure(channel)) settings.closed_at = 1.0;
  return settings == ChannelCalibration{};
}

std::uint64_t pair_code(std::uint64_t dead_zone, std::uint64_t saturation) {
  return saturation * (saturation + 1) / 2 + dead_zone;
}

void put_channel(BitWriter& out, const Calibration& calibration, std::size_t channel, const OctaveScale& scale) {
  const ChannelCalibration& settings = calibration.channels[channel];
  std::uint64_t code = to_steps(settings.user_gain, kGainSteps);
  const double ratio = std::clamp(acting_ratio(calibration, channel), scale.low, scale.high);
  code = code * kRatioCodes + to_octaves(ratio, scale);
  code = code * kRangeCodes + pair_code(to_steps(settings.dead_zone, kShareSteps), to_steps(settings.saturation, kShareSteps));
  code = code * kFloorCodes + to_steps(settings.floor, kFloorSteps);
  code = code * 4 + (settings.locked ? 2U : 0U) + (settings.muted ? 1U : 0U);
  out.put(code, kChannelBits);
  if (is_closure(channel)) out.put(to_steps(settings.closed_at, kShareSteps), kShareBits);
}

ChannelCalibration take_channel(BitReader& in, std::size_t channel, const OctaveScale& scale) {
  ChannelCalibration settings;
  std::uint64_t code = in.take(kChannelBits);
  const auto digit = [&code](std::uint64_t radix) {
    const std::uint64_t value = code % radix;
    code /= radix;
    return value;
  };
  settings.muted = digit(2) == 1;
  settings.locked = digit(2) == 1;
  settings.floor = from_steps(digit(kFloorCodes), kFloorSteps);
  std::uint64_t pair = digit(kRangeCodes);
  std::uint64_t saturation = 0;
  while (pair > saturation) pair -= ++saturation;
  settings.dead_zone = from_steps(pair, kShareSteps);
  settings.saturation = from_steps(saturation, kShareSteps);
  settings.ratio = from_octaves(digit(kRatioCodes), scale);
  settings.gamma = face::gamma_from_ratio(settings.ratio);
  settings.user_gain = from_steps(std::min(code, kGainCodes - 1), kGainSteps);
  if (is_closure(channel)) settings.closed_at = std::clamp(from_steps(in.take(kShareBits), kShareSteps), face::kMinClosedAt, 1.0);
  return settings;
}

std::string cut_name(const std::string& name) {
  std::size_t end = std::min(name.size(), kLinkNameBytes);
  while (end > 0 && end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;
  return name.substr(0, end);
}

void put_fingerprint(BitWriter& out, const std::string& fingerprint) {
  const bool known = fingerprint.size() >= 2 * kLinkFingerprintBytes;
  out.put(known ? 1 : 0, 1);
  if (!known) return;
  for (std::size_t i = 0; i < 2 * kLinkFingerprintBytes; ++i) {
    const char c = fingerprint[i];
    out.put(static_cast<std::uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10), 4);
  }
}

std::string take_fingerprint(BitReader& in) {
  std::string text;
  if (in.take(1) == 0) return text;
  for (std::size_t i = 0; i < 2 * kLinkFingerprintBytes; ++i) text += "0123456789abcdef"[in.take(4)];
  return text;
}

void put_groups(BitWriter& out, const Calibration& calibration) {
  const bool changed = calibration.group_gain != Calibration{}.group_gain;
  out.put(changed ? 1 : 0, 1);
  for (const double gain : calibration.group_gain) out.put(to_steps(gain, kGainSteps), changed ? kGainBits : 0);
}

void take_groups(BitReader& in, Calibration& calibration) {
  if (in.take(1) == 0) return;
  for (double& gain : calibration.group_gain) gain = std::min(from_steps(in.take(kGainBits), kGainSteps), face::kMaxGain);
}

std::vector<std::uint8_t> pack(const Profile& profile) {
  const Calibration& calibration = profile.calibration;
  BitWriter out;
  out.put(kLinkVersion, kVersionBits);
  out.put(static_cast<std::uint64_t>(calibration.method), kMethodBits);
  out.put(to_steps(calibration.symmetry, kShareSteps), kShareBits);
  out.put(to_steps(calibration.overall, kGainSteps), kGainBits);
  out.put(to_octaves(calibration.coupling, coupling_scale()), kCouplingBits);
  put_groups(out, calibration);
  put_fingerprint(out, profile.fingerprint);
  const std::string name = cut_name(profile.avatar_name);
  out.put(name.size(), kNameLengthBits);
  for (const char c : name) out.put(static_cast<unsigned char>(c), 8);

  bool all_changed = true;
  bool wide = false;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    const double ratio = acting_ratio(calibration, i);
    all_changed = all_changed && !is_default(calibration, i);
    // A hair beyond is rounding of the scale's own end.
    wide = wide || ratio < face::kMinMatchedRatio * (1 - 1e-9) || ratio > face::kMaxMatchedRatio * (1 + 1e-9);
  }
  out.put(wide ? 1 : 0, 1);
  out.put(all_changed ? 1 : 0, 1);
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) out.put(is_default(calibration, i) ? 0 : 1, all_changed ? 0 : 1);
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    if (!is_default(calibration, i)) put_channel(out, calibration, i, ratio_scale(wide));
  }
  return out.bytes();
}

[[noreturn]] void refuse(const std::string& reason) { throw Error(ErrorCode::kInvalidLink, "link: " + reason); }

Profile unpack(std::span<const std::uint8_t> bytes) {
  BitReader in(bytes);
  const std::uint64_t version = in.take(kVersionBits);
  if (version > kLinkVersion) {
    throw Error(ErrorCode::kUnsupportedVersion, "link: written by a newer version (" + std::to_string(version) + ")");
  }
  if (version != kLinkVersion) refuse("it has no valid version");
  Profile profile;
  Calibration& calibration = profile.calibration;
  const std::uint64_t method = in.take(kMethodBits);
  if (method >= kMethodCount) refuse("it names no known method");
  calibration.method = static_cast<face::RemapMethod>(method);
  calibration.symmetry = std::min(1.0, from_steps(in.take(kShareBits), kShareSteps));
  calibration.overall = std::min(face::kMaxGain, from_steps(in.take(kGainBits), kGainSteps));
  calibration.coupling = from_octaves(in.take(kCouplingBits), coupling_scale());
  take_groups(in, calibration);
  profile.fingerprint = take_fingerprint(in);
  const std::uint64_t name_bytes = in.take(kNameLengthBits);
  for (std::uint64_t i = 0; i < name_bytes; ++i) profile.avatar_name += static_cast<char>(in.take(8));
  const OctaveScale scale = ratio_scale(in.take(1) == 1);
  const bool all_changed = in.take(1) == 1;
  std::array<bool, kFaceChannelCount> changed{};
  for (bool& channel : changed) channel = all_changed || in.take(1) == 1;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    if (changed[i]) calibration.channels[i] = take_channel(in, i, scale);
  }
  if (in.overrun()) refuse("it is too short");
  return profile;
}

// The coded part of an address, a fragment or "p=...".
std::string_view coded_part(std::string_view link) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!link.empty() && is_space(link.back())) link.remove_suffix(1);
  while (!link.empty() && is_space(link.front())) link.remove_prefix(1);
  std::string_view fragment = link;
  if (const std::size_t hash = link.find('#'); hash != std::string_view::npos) fragment = link.substr(hash + 1);
  while (!fragment.empty()) {
    const std::size_t end = fragment.find('&');
    const std::string_view part = fragment.substr(0, end);
    if (part.substr(0, 2) == "p=") return part.substr(2);
    fragment = end == std::string_view::npos ? std::string_view() : fragment.substr(end + 1);
  }
  refuse("there is no #p= in it");
}

}  // namespace

std::string encode_link(const Profile& profile) {
  // What rounds to a default is written as one: the first pass rounds, the second writes.
  std::vector<std::uint8_t> bytes = pack(unpack(pack(profile)));
  const std::uint32_t crc = crc32(bytes);
  for (std::size_t i = 0; i < kCrcBytes; ++i) bytes.push_back(static_cast<std::uint8_t>(crc >> (8 * (kCrcBytes - 1 - i))));
  return std::string(kLinkPrefix) + to_base64url(bytes);
}

Profile decode_link(std::string_view link) {
  const std::string_view coded = coded_part(link);
  if (coded.size() + kLinkPrefix.size() >= kLinkLimit) refuse("it is longer than any link is");
  const auto bytes = from_base64url(coded);
  if (!bytes) refuse("it holds characters that no link holds");
  if (bytes->size() < kCrcBytes + 1) refuse("it is too short");
  const std::span<const std::uint8_t> body(bytes->data(), bytes->size() - kCrcBytes);
  std::uint32_t crc = 0;
  for (std::size_t i = 0; i < kCrcBytes; ++i) crc = crc << 8 | (*bytes)[body.size() + i];
  if (crc != crc32(body)) refuse("it is damaged (its checksum does not match)");
  Profile profile = unpack(body);
  // One profile has one link: whatever the encoder would not have written is no link of ours, name bytes that are no text
  // included.
  if (pack(profile) != std::vector<std::uint8_t>(body.begin(), body.end())) refuse("it was not written by Doppel");
  try {
    profile.original = profile_json(profile);
    return parse_profile(write_json(profile.original));
  } catch (const std::exception&) {
    refuse("it holds a value that no profile may hold");
  }
}

}  // namespace doppel::io
