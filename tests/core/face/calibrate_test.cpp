// Tests of matching: ratios by class, verdicts, symmetry, locks; and what the calibrated face shows.
#include "face/calibrate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "face_fixtures.hpp"

namespace doppel::face {
namespace {

using test::channel;
using test::scaled_face;

constexpr double kWholeSymmetry = 1.0;

Calibration against_reference(const FaceMeasurement& avatar, RemapMethod method = RemapMethod::kRangeMatch) {
  return calibrate(avatar, reference_measurement(), method, kWholeSymmetry, nullptr);
}

TEST(Calibrate, TheReferenceItselfComesOutUnchanged) {
  for (const RemapMethod method : {RemapMethod::kRangeMatch, RemapMethod::kAdaptiveRemap, RemapMethod::kLinear}) {
    const Calibration result = calibrate(reference_measurement(), reference_measurement(), method, 0.0, nullptr);
    for (const ChannelCalibration& settings : result.channels) EXPECT_NEAR(settings.ratio, 1.0, 1e-12);
  }
}

TEST(Calibrate, AmplitudeRatioIsTheQuotientOfTravelsPerFace) {
  FaceMeasurement avatar = scaled_face(2.0);
  const Calibration result = against_reference(avatar);
  EXPECT_NEAR(result.channels[kJawOpen].ratio, 0.5, 1e-12);
  EXPECT_NEAR(result.channels[kJawOpen].gamma, std::pow(0.5, -0.4), 1e-12);
}

// A face ten times the size in every length is the same face.
TEST(Calibrate, TheSizeOfTheAvatarDoesNotMatter) {
  FaceMeasurement avatar = scaled_face(10.0);
  for (ChannelMeasurement& measured : avatar.channels) {
    measured.low *= 10.0;
    measured.high *= 10.0;
  }
  EXPECT_NEAR(against_reference(avatar).channels[kJawOpen].ratio, 1.0, 1e-12);
}

TEST(Calibrate, MissingChannelsDoNotChangeTheRest) {
  FaceMeasurement avatar = scaled_face(0.8);
  const double whole = against_reference(avatar).channels[kJawOpen].ratio;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    const FaceGroup group = kFaceChannels[i].group;
    if (group != FaceGroup::kMouth && group != FaceGroup::kJaw) {
      test::set_presence(avatar, kFaceChannels[i].name, Presence::kMissing);
    }
  }
  // The face height is taken over what both have, so the same faces give the same ratio.
  EXPECT_NEAR(against_reference(avatar).channels[kJawOpen].ratio, whole, 1e-12);
}

TEST(Calibrate, TravelIsTheAvatarsAtItsSaturation) {
  FaceMeasurement avatar = scaled_face(1.0);
  ChannelMeasurement& jaw = avatar.channels[kJawOpen];
  jaw.saturation = 0.5;
  jaw.travel_at_saturation = 0.5 * jaw.travel;
  const Calibration result = against_reference(avatar);
  EXPECT_NEAR(result.channels[kJawOpen].ratio, 2.0, 1e-12);
  EXPECT_EQ(result.channels[kJawOpen].saturation, 0.5);
}

TEST(Calibrate, RmsMethodsTakeThePlainQuotientOfRms) {
  FaceMeasurement avatar = scaled_face(1.0);
  avatar.channels[kJawOpen].rms *= 2.0;
  EXPECT_NEAR(against_reference(avatar, RemapMethod::kAdaptiveRemap).channels[kJawOpen].ratio, 0.5, 1e-12);
  EXPECT_NEAR(against_reference(avatar, RemapMethod::kLinear).channels[kJawOpen].ratio, 0.5, 1e-12);
  EXPECT_NEAR(against_reference(avatar).channels[kJawOpen].ratio, 1.0, 1e-12);
}

TEST(Calibrate, GazeIsMatchedByAngleWhateverTheMethod) {
  FaceMeasurement avatar = scaled_face(1.0);
  for (const auto* name : {"eyeLookUpLeft", "eyeLookUpRight"}) avatar.channels[channel(name)].gaze_degrees *= 1.25;
  for (const RemapMethod method : {RemapMethod::kRangeMatch, RemapMethod::kAdaptiveRemap, RemapMethod::kLinear}) {
    EXPECT_NEAR(against_reference(avatar, method).channels[channel("eyeLookUpLeft")].ratio, 0.8, 1e-12);
  }
}

/// The curve of an eye that turns by `degrees` at a full weight, calibrated.
CompiledCurve look_curve(double degrees, RemapMethod method = RemapMethod::kRangeMatch) {
  FaceMeasurement avatar = scaled_face(1.0);
  for (const auto* name : {"eyeLookUpLeft", "eyeLookUpRight"}) avatar.channels[channel(name)].gaze_degrees = degrees;
  const std::size_t look = channel("eyeLookUpLeft");
  return CompiledCurve(curve_settings(against_reference(avatar, method), look, &avatar.channels[look]));
}

/// What a full look of the reference turns its eyes by, both sides' mean as symmetry 1 takes it.
double full_look() {
  const FaceMeasurement reference = scaled_face(1.0);
  return std::sqrt(reference.channels[channel("eyeLookUpLeft")].gaze_degrees *
                   reference.channels[channel("eyeLookUpRight")].gaze_degrees);
}

// Eyes of any two reaches look the same way within a degree for the same input, as long as both can look as far as the reference.
// Beyond its reach an eye stays at its end, to which it comes without a step.
TEST(Calibrate, EyesOfAnyReachLookTheSameWay) {
  const double full = full_look();
  for (double degrees = 5.0; degrees <= 90.0; degrees += 0.5) {
    const CompiledCurve curve = look_curve(degrees);
    double before = 0.0;
    for (int step = 1; step <= 200; ++step) {
      const double wanted = full * step / 200.0;
      const double gaze = degrees * curve(step / 200.0);
      ASSERT_GE(gaze, before) << degrees << " " << step;
      // What is missing is on one side only, so that two eyes are no further apart than one is from the reference.
      ASSERT_LE(gaze, wanted + 1e-9) << degrees << " " << step;
      if (wanted <= degrees) {
        ASSERT_NEAR(gaze, wanted, degrees >= full ? 1e-9 : 0.38) << degrees << " " << step;
      }
      before = gaze;
    }
    EXPECT_NEAR(before, std::min(full, degrees), 1e-9) << degrees;
  }
}

// Profiles that name the first formula keep it to the letter: below the soft clamp x^gamma, gamma = 1 / r^0.4.
TEST(Calibrate, WithAdaptiveRemapGazeKeepsItsFormula) {
  for (const double factor : {0.5, 1.0, 2.0}) {
    const double expected = std::pow(0.3, std::pow(factor, 0.4));
    EXPECT_NEAR(look_curve(factor * full_look(), RemapMethod::kAdaptiveRemap)(0.3), expected, 1e-9) << factor;
  }
}

TEST(Calibrate, GazeThatSlidesIsMatchedByTravel) {
  FaceMeasurement avatar = scaled_face(2.0);
  for (ChannelMeasurement& measured : avatar.channels) measured.gaze_degrees = 0.0;
  EXPECT_NEAR(against_reference(avatar).channels[channel("eyeLookInLeft")].ratio, 0.5, 1e-12);
}

TEST(Calibrate, ClosureKeepsRatioOneAndEndsWhereTheLidsMeet) {
  FaceMeasurement avatar = scaled_face(3.0);
  avatar.channels[kEyeBlinkLeft].saturation = 0.85;
  const Calibration result = against_reference(avatar);
  EXPECT_EQ(result.channels[kEyeBlinkLeft].ratio, 1.0);
  EXPECT_EQ(CompiledCurve(curve_settings(result, kEyeBlinkLeft, nullptr))(1.0), 0.85);
}

TEST(Calibrate, ClosureReachesItsEndWithEveryMethod) {
  for (const RemapMethod method : {RemapMethod::kRangeMatch, RemapMethod::kAdaptiveRemap, RemapMethod::kLinear}) {
    const Calibration result = against_reference(scaled_face(2.0), method);
    EXPECT_NEAR(CompiledCurve(curve_settings(result, kEyeBlinkRight, nullptr))(1.0), 1.0, 1e-15);
  }
}

TEST(Calibrate, CouplingIsTheMeasuredOneAndOneWhereThereIsNone) {
  FaceMeasurement avatar = scaled_face(1.0);
  avatar.coupling = 1.7;
  EXPECT_EQ(against_reference(avatar).coupling, 1.7);
  avatar.coupling = 0.0;
  EXPECT_EQ(against_reference(avatar).coupling, 1.0);
}

TEST(Verdicts, FollowTheRatioAndThePresence) {
  FaceMeasurement avatar = scaled_face(1.0);
  const auto scale = [&avatar](std::string_view name, double by) {
    avatar.channels[channel(name)].travel *= by;
    fill_linear_response(avatar.channels[channel(name)]);
  };
  scale("jawForward", 1.0 / 5.1);
  scale("jawLeft", 5.1);
  scale("jawRight", 4.9);
  test::set_presence(avatar, "jawOpen", Presence::kEmpty);
  test::set_presence(avatar, "tongueOut", Presence::kMissing);
  avatar.channels[channel("mouthFunnel")].presence = Presence::kBinary;
  const Comparison result = compare(avatar, reference_measurement());
  const auto verdict = [&result](std::string_view name) { return result.channels[channel(name)].verdict; };
  EXPECT_EQ(verdict("jawForward"), Verdict::kWeak);
  EXPECT_EQ(verdict("jawLeft"), Verdict::kStrong);
  EXPECT_EQ(verdict("jawRight"), Verdict::kEffective);
  EXPECT_EQ(verdict("jawOpen"), Verdict::kEmpty);
  EXPECT_EQ(verdict("tongueOut"), Verdict::kMissing);
  EXPECT_EQ(verdict("mouthFunnel"), Verdict::kBinary);
  EXPECT_EQ(verdict("mouthPucker"), Verdict::kEffective);
}

TEST(Verdicts, WeakAndStrongChannelsKeepTheClampedRatio) {
  const Calibration weak = against_reference(scaled_face(0.01));
  const Calibration strong = against_reference(scaled_face(100.0));
  EXPECT_EQ(weak.channels[kJawOpen].ratio, 5.0);
  EXPECT_EQ(strong.channels[kJawOpen].ratio, 0.2);
}

// B2: an empty channel has no ratio, and does not disturb its partner's.
TEST(Verdicts, AnEmptyChannelHasNoRatio) {
  FaceMeasurement avatar = scaled_face(0.5);
  test::set_presence(avatar, "mouthSmileLeft", Presence::kEmpty);
  const Calibration result = against_reference(avatar);
  EXPECT_EQ(result.channels[channel("mouthSmileLeft")].ratio, 1.0);
  EXPECT_NEAR(result.channels[channel("mouthSmileRight")].ratio, 2.0, 1e-12);
}

TEST(Symmetry, DrawsAPairToItsGeometricMean) {
  FaceMeasurement avatar = scaled_face(1.0);
  const std::size_t left = channel("mouthSmileLeft");
  const std::size_t right = channel("mouthSmileRight");
  avatar.channels[left].travel *= 0.5;   // ratio 2
  avatar.channels[right].travel *= 2.0;  // ratio 0.5
  fill_linear_response(avatar.channels[left]);
  fill_linear_response(avatar.channels[right]);
  const auto at = [&avatar](double symmetry) {
    return calibrate(avatar, reference_measurement(), RemapMethod::kRangeMatch, symmetry, nullptr);
  };
  EXPECT_NEAR(at(0.0).channels[left].ratio, 2.0, 1e-12);
  EXPECT_NEAR(at(0.0).channels[right].ratio, 0.5, 1e-12);
  EXPECT_NEAR(at(1.0).channels[left].ratio, 1.0, 1e-12);
  EXPECT_EQ(at(1.0).channels[left].ratio, at(1.0).channels[right].ratio);
  EXPECT_NEAR(at(0.5).channels[left].ratio, std::sqrt(2.0), 1e-12);
}

// Both sides move alike, one folds from 0.7 on: each keeps its own ratio to its own end, so that full weights are alike.
TEST(Symmetry, SidesThatEndAtDifferentWeightsAreComparedByAFullWeight) {
  FaceMeasurement avatar = scaled_face(1.0 / 0.6);
  const std::size_t left = channel("mouthSmileLeft");
  const std::size_t right = channel("mouthSmileRight");
  for (const std::size_t side : {left, right}) {
    avatar.channels[side].travel = reference_measurement().channels[left].travel / 0.6;
    fill_linear_response(avatar.channels[side]);
  }
  avatar.channels[left].saturation = 0.7;
  avatar.channels[left].travel_at_saturation *= 0.7;
  FaceMeasurement reference = reference_measurement();
  reference.channels[right].travel = reference.channels[left].travel;
  const auto at = [&](double symmetry) { return calibrate(avatar, reference, RemapMethod::kRangeMatch, symmetry, nullptr); };
  EXPECT_NEAR(at(0.0).channels[left].ratio, 0.6 / 0.7, 1e-12);
  EXPECT_NEAR(at(0.0).channels[right].ratio, 0.6, 1e-12);
  EXPECT_NEAR(at(1.0).channels[left].ratio, 0.6 / 0.7, 1e-12);
  EXPECT_NEAR(at(1.0).channels[right].ratio, 0.6, 1e-12);
}

TEST(Keep, UserSettingsSurviveAndLockedChannelsStay) {
  Calibration keep = against_reference(scaled_face(1.0));
  keep.overall = 0.9;
  keep.group_gain[2] = 1.4;
  ChannelCalibration& jaw = keep.channels[kJawOpen];
  jaw.user_gain = 1.5;
  jaw.floor = 0.04;
  jaw.muted = true;
  ChannelCalibration& blink = keep.channels[kEyeBlinkLeft];
  blink.closed_at = 0.8;
  ChannelCalibration& funnel = keep.channels[channel("mouthFunnel")];
  funnel.locked = true;
  funnel.ratio = 1.25;
  funnel.saturation = 0.6;
  const Calibration result = calibrate(scaled_face(2.0), reference_measurement(), RemapMethod::kLinear, 0.5, &keep);
  EXPECT_EQ(result.method, RemapMethod::kLinear);
  EXPECT_EQ(result.symmetry, 0.5);
  EXPECT_EQ(result.overall, 0.9);
  EXPECT_EQ(result.group_gain, keep.group_gain);
  EXPECT_EQ(result.channels[kJawOpen].user_gain, 1.5);
  EXPECT_EQ(result.channels[kJawOpen].floor, 0.04);
  EXPECT_TRUE(result.channels[kJawOpen].muted);
  EXPECT_NEAR(result.channels[kJawOpen].ratio, 0.5, 1e-12);
  EXPECT_EQ(result.channels[kEyeBlinkLeft].closed_at, 0.8);
  EXPECT_EQ(result.channels[channel("mouthFunnel")], funnel);
}

TEST(Degenerate, NothingInCommonGivesNeutralRatiosAndNoNaN) {
  const Calibration result = against_reference(FaceMeasurement{});
  for (const ChannelCalibration& settings : result.channels) EXPECT_EQ(settings, ChannelCalibration{});
  FaceMeasurement tongue;
  tongue.face_height = 0.2;
  tongue.channels[kTongueOut] = scaled_face(1.0).channels[kTongueOut];
  const Comparison compared = compare(tongue, reference_measurement());
  EXPECT_TRUE(compared.low_confidence);
  EXPECT_NEAR(compared.channels[kTongueOut].travel_ratio, 0.2 / 0.193719, 1e-9);
}

// No probe gives a saturation of 0, but a file may.
TEST(Degenerate, ASaturationOfZeroGivesFiniteRatios) {
  for (const auto& [left, right] : {std::pair{0.0, 0.0}, {0.0, 1.0}, {1.0, 0.0}}) {
    FaceMeasurement avatar = scaled_face(1.0);
    avatar.channels[channel("mouthSmileLeft")].saturation = left;
    avatar.channels[channel("mouthSmileRight")].saturation = right;
    for (const ChannelCalibration& settings : against_reference(avatar).channels) {
      EXPECT_TRUE(settings.ratio >= kMinMatchedRatio && settings.ratio <= kMaxMatchedRatio);
    }
  }
}

TEST(Degenerate, AReferenceOfLowConfidenceGivesNoMore) {
  FaceMeasurement reference = reference_measurement();
  reference.low_confidence = true;
  EXPECT_TRUE(compare(scaled_face(1.0), reference).low_confidence);
  EXPECT_FALSE(compare(scaled_face(1.0), reference_measurement()).low_confidence);
}

// A channel of zero height along `up` (all of it moves at one level) on a face that has nothing else.
TEST(Degenerate, AFaceWithoutHeightGivesFiniteRatios) {
  FaceMeasurement avatar;
  avatar.channels[kJawOpen] = scaled_face(1.0).channels[kJawOpen];
  avatar.channels[kJawOpen].high = avatar.channels[kJawOpen].low;
  for (const ChannelCalibration& settings : against_reference(avatar).channels) EXPECT_TRUE(std::isfinite(settings.ratio));
}

}  // namespace
}  // namespace doppel::face
