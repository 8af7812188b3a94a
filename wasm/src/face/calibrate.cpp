// Compares an avatar's measurement with a reference's and makes the calibration of it (F2, F4, F5, F6).
// It is not a measuring: both measurements come in as data.
#include "face/calibrate.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::face {

namespace {

constexpr std::array<std::string_view, kVerdictCount> kVerdictNames{"effective", "weak", "strong", "binary", "empty", "missing"};
constexpr std::array<std::string_view, 4> kRatioSourceNames{"none", "travel", "rms", "angle"};

// A quotient of two measured lengths or angles; 1 where it says nothing.
double quotient(double reference, double avatar) {
  return reference > kSmallestMeasure && avatar > kSmallestMeasure ? reference / avatar : 1.0;
}

double gaze_at_saturation(const ChannelMeasurement& channel) {
  // The turn of an eyeball is linear in the weight to within its probe's precision.
  return channel.gaze_degrees * channel.saturation;
}

Verdict verdict_of(const ChannelMeasurement& channel, double ratio, bool has_ratio) {
  switch (channel.presence) {
    case Presence::kMissing: return Verdict::kMissing;
    case Presence::kEmpty: return Verdict::kEmpty;
    case Presence::kBinary: return Verdict::kBinary;
    case Presence::kMoves: break;
  }
  if (has_ratio && ratio > kMaxMatchedRatio) return Verdict::kWeak;
  if (has_ratio && ratio < kMinMatchedRatio) return Verdict::kStrong;
  return Verdict::kEffective;
}

bool moves(const ChannelMeasurement& channel) {
  return channel.presence == Presence::kMoves || channel.presence == Presence::kBinary;
}

double clamp_ratio(double ratio) { return std::clamp(ratio, kMinMatchedRatio, kMaxMatchedRatio); }

}  // namespace

std::string_view to_string(Verdict verdict) { return kVerdictNames[static_cast<std::size_t>(verdict)]; }
std::string_view to_string(RatioSource source) { return kRatioSourceNames[static_cast<std::size_t>(source)]; }

Comparison compare(const FaceMeasurement& avatar, const FaceMeasurement& reference) {
  Comparison result;
  result.face_height = shared_face_height(avatar, reference);
  result.reference_face_height = shared_face_height(reference, avatar);
  result.low_confidence = avatar.low_confidence || reference.low_confidence;
  if (result.face_height <= kSmallestMeasure || result.reference_face_height <= kSmallestMeasure) {
    // Nothing but the tongue is shared: each face's own height is the best that is left.
    result.face_height = avatar.face_height;
    result.reference_face_height = reference.face_height;
    result.low_confidence = true;
  }
  const double height_ratio = quotient(result.face_height, result.reference_face_height);
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    const ChannelMeasurement& own = avatar.channels[i];
    const ChannelMeasurement& other = reference.channels[i];
    ChannelComparison& channel = result.channels[i];
    channel.in_reference = moves(own) && moves(other);
    if (channel.in_reference) {
      channel.travel_ratio = quotient(other.travel, own.travel_at_saturation) * height_ratio;
      channel.rms_ratio = quotient(other.rms, own.rms);
      channel.by_angle = kFaceChannels[i].face_class == FaceClass::kGaze && own.gaze_degrees > 0.0 && other.gaze_degrees > 0.0;
      if (channel.by_angle) channel.angle_ratio = quotient(other.gaze_degrees, gaze_at_saturation(own));
    }
    channel.verdict = verdict_of(own, channel.by_angle ? channel.angle_ratio : channel.travel_ratio, channel.in_reference);
  }
  return result;
}

ChannelRatio channel_ratio(const Comparison& comparison, std::size_t channel, RemapMethod method) {
  const ChannelComparison& compared = comparison.channels[channel];
  const FaceClass face_class = kFaceChannels[channel].face_class;
  const bool scaled =
      compared.verdict == Verdict::kEffective || compared.verdict == Verdict::kWeak || compared.verdict == Verdict::kStrong;
  if (!scaled || !compared.in_reference) return {};
  if (face_class == FaceClass::kClosure || face_class == FaceClass::kCoupled) return {};
  if (compared.by_angle) return {compared.angle_ratio, RatioSource::kAngle};
  if (method == RemapMethod::kRangeMatch) return {compared.travel_ratio, RatioSource::kTravel};
  return {compared.rms_ratio, RatioSource::kRms};
}

Calibration calibrate(const FaceMeasurement& avatar, const FaceMeasurement& reference, RemapMethod method, double symmetry,
                      const Calibration* keep) {
  Calibration result = keep != nullptr ? *keep : Calibration{};
  result.method = method;
  result.symmetry = symmetry;
  result.coupling = avatar.coupling > 0.0 ? std::clamp(avatar.coupling, kMinCoupling, kMaxCoupling) : kDefaultCoupling;

  const Comparison comparison = compare(avatar, reference);
  std::array<ChannelRatio, kFaceChannelCount> own{};
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    own[i] = channel_ratio(comparison, i, method);
    own[i].ratio = clamp_ratio(own[i].ratio);
  }
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    ChannelCalibration& channel = result.channels[i];
    if (channel.locked) continue;
    const std::size_t mirror = kFaceChannels[i].mirror;
    double ratio = own[i].ratio;
    // One rule for the pair: a side without a ratio, or matched in another way, is left out.
    if (mirror != i && own[i].from != RatioSource::kNone && own[mirror].from == own[i].from) {
      // Travel and angle are taken at saturation. Sides that end at different weights are compared by what a full weight does, so
      // that both reach alike with their own end; with equal ends this is the plain mean.
      const bool at_saturation = own[i].from != RatioSource::kRms;
      const double ends = at_saturation ? quotient(avatar.channels[mirror].saturation, avatar.channels[i].saturation) : 1.0;
      const double mean = std::sqrt(own[i].ratio * own[mirror].ratio * ends);
      ratio = clamp_ratio(std::pow(own[i].ratio, 1.0 - symmetry) * std::pow(mean, symmetry));
    }
    channel.ratio = ratio;
    channel.gamma = gamma_from_ratio(ratio);
    const bool measured = avatar.channels[i].presence == Presence::kMoves;
    channel.dead_zone = measured ? avatar.channels[i].dead_zone : 0.0;
    channel.saturation = measured ? avatar.channels[i].saturation : 1.0;
  }
  return result;
}

}  // namespace doppel::face
