// Tests of the report: visible travel on faces scaled by g, and the score.
#include "face/report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "face_fixtures.hpp"

namespace doppel::face {
namespace {

using test::channel;
using test::scaled_face;

Calibration calibrated(const FaceMeasurement& avatar) {
  return calibrate(avatar, reference_measurement(), RemapMethod::kRangeMatch, 1.0, nullptr);
}

struct Errors {
  double raw = 0.0;
  double calibrated = 0.0;
};

// Mean absolute error over the six inputs, of one channel.
Errors mean_errors(const ChannelReport& channel) {
  Errors errors;
  for (const ReportPoint& point : channel.points) {
    errors.raw += std::abs(point.raw - point.reference) / kReportInputs.size();
    errors.calibrated += std::abs(point.calibrated - point.reference) / kReportInputs.size();
  }
  return errors;
}

TEST(TravelAt, IsLinearBetweenTheProbedWeights) {
  ChannelMeasurement bent;
  bent.curve = {{{0.05, 0.0, 0}, {0.25, 0.1, 0}, {0.5, 0.3, 0}, {0.75, 0.6, 0}, {1.0, 1.0, 0}}};
  EXPECT_EQ(travel_at(bent, 0.0), 0.0);
  EXPECT_EQ(travel_at(bent, 0.05), 0.0);
  EXPECT_NEAR(travel_at(bent, 0.15), 0.05, 1e-15);
  EXPECT_NEAR(travel_at(bent, 0.875), 0.8, 1e-15);
  EXPECT_EQ(travel_at(bent, 1.0), 1.0);
  EXPECT_EQ(travel_at(bent, 7.0), 1.0);
}

class StrongFace : public testing::TestWithParam<double> {};

TEST_P(StrongFace, ShowsAtMostTheReferenceAndATenthOfTheRawError) {
  const FaceMeasurement avatar = scaled_face(GetParam());
  const FaceReport report = make_report(avatar, reference_measurement(), calibrated(avatar));
  for (const ChannelReport& channel : report.channels) {
    if (!channel.scored) continue;
    const ReportPoint& full = channel.points.back();
    EXPECT_GE(full.calibrated / full.reference, 0.85);
    EXPECT_LE(full.calibrated / full.reference, 1.0 + 1e-12);
    const Errors errors = mean_errors(channel);
    EXPECT_LE(errors.calibrated, 0.1 * errors.raw + 1e-12);
  }
}
INSTANTIATE_TEST_SUITE_P(Scales, StrongFace, testing::Values(1.0, 1.5, 2.0, 2.5, 3.0));

// As the face gets close to the reference both errors vanish; their quotient there is a property of the formula, a ninth.
TEST(StrongFace, CloseToTheReferenceTheErrorStillFallsToANinth) {
  for (const double scale : {1.02, 1.1, 1.2, 1.3}) {
    const FaceMeasurement avatar = scaled_face(scale);
    const FaceReport report = make_report(avatar, reference_measurement(), calibrated(avatar));
    const Errors errors = mean_errors(report.channels[kJawOpen]);
    EXPECT_LE(errors.calibrated, errors.raw * 0.116) << scale;
  }
}

// The mean error, as of the strong face: at input 1 itself the curve ends up to 7 % short, so as never to clip.
TEST(WeakFace, NothingClipsAndTheErrorNeverRises) {
  for (const double scale : {0.3, 0.4, 0.5, 0.7, 0.9, 0.99, 1.0}) {
    const FaceMeasurement avatar = scaled_face(scale);
    const FaceReport report = make_report(avatar, reference_measurement(), calibrated(avatar));
    for (const ChannelReport& channel : report.channels) {
      if (!channel.scored) continue;
      double previous = 0.0;
      for (const ReportPoint& point : channel.points) {
        EXPECT_GT(point.output, previous) << scale;  // still rising: not clipped
        previous = point.output;
      }
      EXPECT_LE(previous, 1.0) << scale;
      EXPECT_GE(previous, 0.93) << scale;
      const Errors errors = mean_errors(channel);
      EXPECT_LE(errors.calibrated, errors.raw + 1e-12) << scale;
    }
  }
}

TEST(Score, IsAHundredForTheReferenceItself) {
  const FaceReport report = make_report(reference_measurement(), reference_measurement(), Calibration{});
  EXPECT_NEAR(*report.score_before, 100.0, 1e-9);
  EXPECT_NEAR(*report.score_after, 100.0, 1e-9);
}

// A face that moves twice as far is off by the whole of the reference at every input: the raw score is 0.
TEST(Score, IsWhatTheErrorsSay) {
  const FaceMeasurement avatar = scaled_face(2.0);
  const FaceReport report = make_report(avatar, reference_measurement(), calibrated(avatar));
  EXPECT_NEAR(*report.score_before, 0.0, 1e-9);
  // Worked out by hand from y = a x / (1 + (a/F - 1) x), a = 0.5^0.58, F = 0.5^1.13, visible 2 y.
  double sum = 0.0;
  for (const double x : kReportInputs) {
    const double a = std::exp2(-0.58);
    const double y = a * x / (1.0 + (a * std::exp2(1.13) - 1.0) * x);
    sum += std::abs(2.0 * y - x) / x / kReportInputs.size();
  }
  EXPECT_NEAR(*report.score_after, 100.0 * (1.0 - sum), 1e-6);
}

TEST(Score, IsAbsentWhereNothingCanBeScored) {
  const FaceReport report = make_report(FaceMeasurement{}, reference_measurement(), Calibration{});
  EXPECT_FALSE(report.score_before.has_value());
  EXPECT_FALSE(report.score_after.has_value());
  for (const ChannelReport& channel : report.channels) EXPECT_EQ(channel.verdict, Verdict::kMissing);
}

TEST(Score, TakesEffectiveAmplitudeChannelsOnly) {
  FaceMeasurement avatar = scaled_face(1.0);
  test::set_presence(avatar, "jawOpen", Presence::kEmpty);
  const FaceReport report = make_report(avatar, reference_measurement(), calibrated(avatar));
  std::size_t scored = 0;
  for (const ChannelReport& channel : report.channels) scored += channel.scored ? 1 : 0;
  // 52 less two blinks, eight eyeLooks, mouthClose and the empty jawOpen.
  EXPECT_EQ(scored, 40U);
  EXPECT_FALSE(report.channels[kJawOpen].scored);
  for (const ReportPoint& point : report.channels[kJawOpen].points) EXPECT_EQ(point.output, 0.0);
}

TEST(Report, HoldsTheProfilesGainsAndMutes) {
  const FaceMeasurement avatar = scaled_face(1.0);
  Calibration calibration = calibrated(avatar);
  calibration.channels[kJawOpen].user_gain = 0.5;
  calibration.channels[kTongueOut].muted = true;
  const FaceReport report = make_report(avatar, reference_measurement(), calibration);
  EXPECT_NEAR(report.channels[kJawOpen].points.back().output, 0.5, 1e-12);
  EXPECT_EQ(report.channels[kTongueOut].points.back().output, 0.0);
}

// The report runs what the frame runs: gain and mute of on/off channels, and mouthClose over a jaw that does not open.
TEST(Report, OnOffAndCoupledChannelsAreTheFramesOwn) {
  FaceMeasurement avatar = scaled_face(1.0);
  avatar.channels[channel("mouthFunnel")].presence = Presence::kBinary;
  avatar.channels[channel("mouthPucker")].presence = Presence::kBinary;
  Calibration calibration = calibrated(avatar);
  calibration.channels[channel("mouthFunnel")].muted = true;
  calibration.channels[channel("mouthPucker")].user_gain = 2.0;
  calibration.channels[kJawOpen].muted = true;
  const FaceReport report = make_report(avatar, reference_measurement(), calibration);
  EXPECT_EQ(report.channels[channel("mouthFunnel")].points.back().output, 0.0);
  EXPECT_EQ(report.channels[channel("mouthPucker")].points[2].output, 1.0);  // 2 x 0.3
  EXPECT_EQ(report.channels[kMouthClose].points.back().output, 0.0);
}

}  // namespace
}  // namespace doppel::face
