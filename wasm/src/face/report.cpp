// The calibration report (F9): what each channel shows against the reference, raw and calibrated, and the score.
// It is not its JSON or CSV form.
#include "face/report.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::face {

namespace {

constexpr double kFullScore = 100.0;

// Output weight for an input as the frame path gives it, each channel alone; mouthClose over a jaw that opens as far.
double output_at(const FaceMeasurement& avatar, const Comparison& comparison, const Calibration& calibration, std::size_t channel,
                 double input) {
  if (calibration.channels[channel].muted) return 0.0;
  switch (comparison.channels[channel].verdict) {
    case Verdict::kMissing:
    case Verdict::kEmpty: return 0.0;
    case Verdict::kBinary: return binary_drive(calibration, channel, input) >= kBinaryOn ? 1.0 : 0.0;
    case Verdict::kEffective:
    case Verdict::kWeak:
    case Verdict::kStrong: break;
  }
  if (kFaceChannels[channel].face_class == FaceClass::kCoupled) {
    return coupled_output(calibration, input, input, output_at(avatar, comparison, calibration, kJawOpen, input));
  }
  return CompiledCurve(curve_settings(calibration, channel, &avatar.channels[channel]))(input);
}

struct ErrorSum {
  double before = 0.0;
  double after = 0.0;
  int count = 0;
};

void add_errors(ErrorSum& sum, const ChannelReport& channel) {
  for (const ReportPoint& point : channel.points) {
    if (!(point.reference > 0.0)) continue;
    sum.before += std::min(1.0, std::abs(point.raw - point.reference) / point.reference);
    sum.after += std::min(1.0, std::abs(point.calibrated - point.reference) / point.reference);
    ++sum.count;
  }
}

}  // namespace

double travel_at(const ChannelMeasurement& channel, double weight) {
  const double w = clamp01(weight);
  double previous_weight = 0.0;
  double previous_travel = 0.0;
  for (const ProbePoint& point : channel.curve) {
    if (w <= point.weight) {
      const double span = point.weight - previous_weight;
      const double share = span > 0.0 ? (w - previous_weight) / span : 1.0;
      return previous_travel + share * (point.travel - previous_travel);
    }
    previous_weight = point.weight;
    previous_travel = point.travel;
  }
  return previous_travel;
}

FaceReport make_report(const FaceMeasurement& avatar, const FaceMeasurement& reference, const Calibration& calibration) {
  const Comparison comparison = compare(avatar, reference);
  FaceReport report;
  report.face_height = comparison.face_height;
  report.reference_face_height = comparison.reference_face_height;
  report.low_confidence = comparison.low_confidence;
  ErrorSum sum;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    ChannelReport& channel = report.channels[i];
    channel.verdict = comparison.channels[i].verdict;
    const ChannelRatio ratio = channel_ratio(comparison, i, calibration.method);
    channel.measured_ratio = ratio.ratio;
    channel.ratio_from = ratio.from;
    channel.scored = channel.verdict == Verdict::kEffective && comparison.channels[i].in_reference &&
                     kFaceChannels[i].face_class == FaceClass::kAmplitude;
    for (std::size_t p = 0; p < kReportInputs.size(); ++p) {
      const double input = kReportInputs[p];
      ReportPoint& point = channel.points[p];
      point.output = output_at(avatar, comparison, calibration, i, input);
      point.reference = share_of(travel_at(reference.channels[i], input), report.reference_face_height);
      point.raw = share_of(travel_at(avatar.channels[i], input), report.face_height);
      point.calibrated = share_of(travel_at(avatar.channels[i], point.output), report.face_height);
    }
    if (channel.scored) add_errors(sum, channel);
  }
  if (sum.count > 0) {
    report.score_before = kFullScore * (1.0 - sum.before / sum.count);
    report.score_after = kFullScore * (1.0 - sum.after / sum.count);
  }
  return report;
}

}  // namespace doppel::face
