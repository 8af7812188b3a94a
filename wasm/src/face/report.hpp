// The calibration report (F9): what each channel shows against the reference, raw and calibrated, and the score.
// It is not its JSON or CSV form.
#pragma once

#include <array>
#include <optional>

#include "face/calibrate.hpp"
#include "face/calibration.hpp"
#include "face/measurement.hpp"

namespace doppel::face {

/// Inputs at which the report compares.
inline constexpr std::array<double, 6> kReportInputs{0.03, 0.1, 0.3, 0.6, 0.8, 1.0};

/// Travel in metres at a weight 0..1, linear between the probed weights, from 0 at 0.
double travel_at(const ChannelMeasurement& channel, double weight);

/// One input of one channel. Travels are shares of the face height that both faces have in common.
struct ReportPoint {
  double reference = 0.0;   // what the reference shows for the input
  double raw = 0.0;         // what the avatar shows for the same weight
  double calibrated = 0.0;  // what it shows for the calibrated weight
  double output = 0.0;      // the calibrated weight
};

struct ChannelReport {
  Verdict verdict = Verdict::kMissing;
  RatioSource ratio_from = RatioSource::kNone;
  double measured_ratio = 1.0;  // before clamp and symmetry
  bool scored = false;          // effective, amplitude, and the reference has it
  std::array<ReportPoint, kReportInputs.size()> points{};
};

struct FaceReport {
  double face_height = 0.0;
  double reference_face_height = 0.0;
  bool low_confidence = false;
  std::array<ChannelReport, kFaceChannelCount> channels{};
  /// 0..100; nothing where no channel can be scored.
  std::optional<double> score_before;
  std::optional<double> score_after;
};

FaceReport make_report(const FaceMeasurement& avatar, const FaceMeasurement& reference, const Calibration& calibration);

}  // namespace doppel::face
