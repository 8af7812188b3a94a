// Tests of one face's frame: classes, coupling, gains, mute, solo, bypass; B2, B3, B14, B31 at the level of weights.
#include "face/face_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "face/calibrate.hpp"
#include "face/face_status.hpp"
#include "face_fixtures.hpp"

namespace doppel::face {
namespace {

using test::channel;
using test::plain_routes;
using test::scaled_face;

struct Face {
  explicit Face(const FaceMeasurement* measurement = nullptr, const FaceRoutes& routes = plain_routes())
      : solver(routes, measurement) {}

  void set(std::string_view name, double value) { input[channel(name)] = static_cast<float>(value); }
  std::uint32_t solve() { return solver.solve({input, output, morphs, bones}); }
  /// Output for a single channel's value, all others 0.
  float of(std::string_view name, double value) {
    input.fill(0.0F);
    set(name, value);
    solve();
    return output[channel(name)];
  }

  FaceSolver solver;
  std::array<float, kFaceChannelCount> input{};
  std::array<float, kFaceChannelCount> output{};
  std::array<float, kFaceChannelCount> morphs{};
  std::array<float, kFaceBoneCount * kFaceBoneFloats> bones{};
};

TEST(FaceSolver, DefaultsLeaveTheInputAsItIs) {
  Face face;
  for (const double x : {0.0, 0.001, 0.25, 0.7, 1.0}) {
    EXPECT_EQ(face.of("mouthSmileLeft", x), static_cast<float>(x));
    EXPECT_EQ(face.morphs[channel("mouthSmileLeft")], static_cast<float>(x));
  }
}

TEST(FaceSolver, RunsTheCurveOfTheCalibration) {
  Face face;
  Calibration calibration;
  calibration.channels[kJawOpen].ratio = 0.5;
  face.solver.set_calibration(calibration);
  EXPECT_NEAR(face.of("jawOpen", 1.0), std::exp2(-1.13), 1e-6);
}

// B2, B3: a target that moves nothing, and no target at all.
TEST(FaceSolver, EmptyAndMissingChannelsGiveZero) {
  FaceMeasurement measured = scaled_face(1.0);
  test::set_presence(measured, "jawOpen", Presence::kEmpty);
  FaceRoutes routes = plain_routes();
  for (std::size_t i = 40; i < kFaceChannelCount; ++i) routes.channels[i] = {};
  Face face(&measured, routes);
  face.input.fill(0.5F);
  EXPECT_EQ(face.solve(), 0U);
  EXPECT_EQ(face.output[kJawOpen], 0.0F);
  EXPECT_EQ(face.morphs[kJawOpen], 0.0F);
  for (std::size_t i = 40; i < kFaceChannelCount; ++i) EXPECT_EQ(face.output[i], 0.0F);
  EXPECT_EQ(face.output[0], 0.5F);
}

TEST(FaceSolver, BinaryChannelsSwitchAndAreNotRemapped) {
  FaceMeasurement measured = scaled_face(1.0);
  measured.channels[kJawOpen].presence = Presence::kBinary;
  Face face(&measured);
  Calibration calibration;
  calibration.channels[kJawOpen].ratio = 0.2;
  face.solver.set_calibration(calibration);
  EXPECT_EQ(face.of("jawOpen", 0.54), 0.0F);
  EXPECT_EQ(face.of("jawOpen", 0.55), 1.0F);
  EXPECT_EQ(face.of("jawOpen", 0.46), 1.0F);
  EXPECT_EQ(face.of("jawOpen", 0.44), 0.0F);
}

TEST(FaceSolver, OverallAndGroupGainActOnAmplitudeChannelsOnly) {
  FaceMeasurement measured = scaled_face(1.0);
  Face face(&measured);
  Calibration calibration;
  calibration.overall = 0.5;
  calibration.group_gain.fill(0.5);
  calibration.channels[channel("mouthFunnel")].user_gain = 2.0;
  calibration.channels[kEyeBlinkRight].user_gain = 0.5;
  face.solver.set_calibration(calibration);
  EXPECT_FLOAT_EQ(face.of("jawOpen", 0.8), 0.2F);
  EXPECT_FLOAT_EQ(face.of("mouthFunnel", 0.8), 0.4F);
  EXPECT_FLOAT_EQ(face.of("eyeBlinkLeft", 0.8), 0.8F);
  EXPECT_FLOAT_EQ(face.of("eyeBlinkRight", 0.8), 0.4F);
  EXPECT_FLOAT_EQ(face.of("eyeLookUpLeft", 0.8), 0.8F);
}

TEST(FaceSolver, ClosedAtActsOnBlinksOnly) {
  Face face;
  Calibration calibration;
  for (ChannelCalibration& settings : calibration.channels) settings.closed_at = 0.8;
  face.solver.set_calibration(calibration);
  EXPECT_FLOAT_EQ(face.of("eyeBlinkLeft", 0.8), 1.0F);
  EXPECT_FLOAT_EQ(face.of("jawOpen", 0.8), 0.8F);
}

// B31: lips meet when mouthClose / jawOpen weights are as measured; k per case is what a linear pair of targets needs.
struct LipScales {
  double jaw_scale;
  double close_scale;
};
class FaceSolverLips : public testing::TestWithParam<LipScales> {};

TEST_P(FaceSolverLips, MouthCloseBringsTheLipsBackWhateverTheJawDoes) {
  const auto [jaw_scale, close_scale] = GetParam();
  FaceMeasurement measured = scaled_face(1.0);
  measured.channels[kJawOpen].travel *= jaw_scale;
  measured.channels[kMouthClose].travel *= close_scale;
  fill_linear_response(measured.channels[kJawOpen]);
  fill_linear_response(measured.channels[kMouthClose]);
  measured.coupling = jaw_scale / close_scale;
  Face face(&measured);
  face.solver.set_calibration(calibrate(measured, reference_measurement(), RemapMethod::kRangeMatch, 1.0, nullptr));
  for (const double open : {0.2, 0.5, 0.8}) {
    face.set("jawOpen", open);
    face.set("mouthClose", open);
    face.solve();
    // The gap: what the jaw opens less what mouthClose closes, in units of the reference's full opening.
    const double gap =
        jaw_scale * static_cast<double>(face.output[kJawOpen]) - close_scale * static_cast<double>(face.output[kMouthClose]);
    EXPECT_NEAR(gap, 0.0, 1e-6) << open;
    // Half closed: half of the gap is left.
    face.set("mouthClose", 0.5 * open);
    face.solve();
    const double jaw = jaw_scale * static_cast<double>(face.output[kJawOpen]);
    EXPECT_NEAR(jaw - close_scale * static_cast<double>(face.output[kMouthClose]), 0.5 * jaw, 1e-6) << open;
  }
}
INSTANTIATE_TEST_SUITE_P(B31, FaceSolverLips,
                         testing::Values(LipScales{1, 1}, LipScales{2, 2}, LipScales{0.5, 0.5}, LipScales{2, 1},
                                         LipScales{0.5, 1}));

TEST(FaceSolver, MouthCloseIsZeroWithoutAnOpenJaw) {
  Face face;
  EXPECT_EQ(face.of("mouthClose", 1.0), 0.0F);
  face.set("jawOpen", 0.0009);
  face.solve();
  EXPECT_EQ(face.output[kMouthClose], 0.0F);
}

TEST(FaceSolver, MouthCloseTakesItsOwnGainUpToOne) {
  Face face;
  Calibration calibration;
  calibration.channels[kMouthClose].user_gain = 2.0;
  face.solver.set_calibration(calibration);
  face.set("jawOpen", 0.6);
  face.set("mouthClose", 0.6);
  face.solve();
  EXPECT_FLOAT_EQ(face.output[kMouthClose], 0.6F);
  calibration.channels[kMouthClose].user_gain = 0.5;
  calibration.overall = 0.5;
  face.solver.set_calibration(calibration);
  face.solve();
  EXPECT_FLOAT_EQ(face.output[kJawOpen], 0.3F);
  EXPECT_FLOAT_EQ(face.output[kMouthClose], 0.15F);
}

// B14: the visible leak at ratio 3 is not above the reference's own; with floor 0.05 the jaw stays closed.
TEST(FaceSolver, LeakageIsNotAmplified) {
  const FaceMeasurement measured = scaled_face(1.0 / 3.0);
  Face face(&measured);
  Calibration calibration = calibrate(measured, reference_measurement(), RemapMethod::kRangeMatch, 1.0, nullptr);
  EXPECT_NEAR(calibration.channels[kJawOpen].ratio, 3.0, 1e-9);
  face.solver.set_calibration(calibration);
  EXPECT_LE(static_cast<double>(face.of("jawOpen", 0.03)) / 3.0, 0.03);
  calibration.channels[kJawOpen].floor = 0.05;
  face.solver.set_calibration(calibration);
  EXPECT_EQ(face.of("jawOpen", 0.03), 0.0F);
}

TEST(FaceSolver, MutedChannelsAreZero) {
  Face face;
  Calibration calibration;
  calibration.channels[kJawOpen].muted = true;
  face.solver.set_calibration(calibration);
  EXPECT_EQ(face.of("jawOpen", 1.0), 0.0F);
  EXPECT_EQ(face.of("mouthFunnel", 1.0), 1.0F);
}

// Over a muted jaw the lips are shut already: mouthClose would push them through each other.
TEST(FaceSolver, MouthCloseIsZeroOverAMutedJaw) {
  Face face;
  Calibration calibration;
  calibration.channels[kJawOpen].muted = true;
  face.solver.set_calibration(calibration);
  face.set("jawOpen", 0.8);
  face.set("mouthClose", 0.8);
  face.solve();
  EXPECT_EQ(face.output[kJawOpen], 0.0F);
  EXPECT_EQ(face.output[kMouthClose], 0.0F);
}

TEST(FaceSolver, TheFloorOfMouthCloseHoldsItsLeakage) {
  Face face;
  Calibration calibration;
  calibration.channels[kMouthClose].floor = 0.05;
  face.solver.set_calibration(calibration);
  face.set("jawOpen", 0.1);
  face.set("mouthClose", 0.04);
  face.solve();
  EXPECT_EQ(face.output[kMouthClose], 0.0F);
  face.set("jawOpen", 0.4);
  face.set("mouthClose", 0.2);
  face.solve();
  EXPECT_FLOAT_EQ(face.output[kMouthClose], 0.2F);
}

TEST(FaceSolver, AnOnOffBlinkGoesOnWhereThePerformersLidsAreAsFarClosed) {
  FaceMeasurement measured = scaled_face(1.0);
  measured.channels[kEyeBlinkLeft].presence = Presence::kBinary;
  Face face(&measured);
  Calibration calibration;
  calibration.channels[kEyeBlinkLeft].closed_at = 0.5;
  face.solver.set_calibration(calibration);
  EXPECT_EQ(face.of("eyeBlinkLeft", 0.27), 0.0F);
  EXPECT_EQ(face.of("eyeBlinkLeft", 0.28), 1.0F);
}

TEST(FaceSolver, SoloKeepsOneChannelAndPlaysMouthCloseOverAHalfOpenJaw) {
  Face face;
  face.input.fill(0.5F);
  face.solver.set_solo(static_cast<int>(channel("mouthFunnel")));
  face.solve();
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    EXPECT_EQ(face.output[i], i == channel("mouthFunnel") ? 0.5F : 0.0F);
  }
  face.solver.set_solo(static_cast<int>(kMouthClose));
  face.input.fill(0.0F);
  face.set("mouthClose", 0.25);
  face.solve();
  EXPECT_FLOAT_EQ(face.output[kJawOpen], 0.5F);
  EXPECT_FLOAT_EQ(face.output[kMouthClose], 0.25F);
  face.solver.set_solo(kNoSolo);
  face.solve();
  EXPECT_EQ(face.output[kJawOpen], 0.0F);
  EXPECT_THROW(face.solver.set_solo(52), Error);
  EXPECT_THROW(face.solver.set_solo(-2), Error);
}

TEST(FaceSolver, BypassPutsTheRawValuesOnTheRoutesAndStillClamps) {
  FaceMeasurement measured = scaled_face(1.0);
  test::set_presence(measured, "tongueOut", Presence::kEmpty);
  Face face(&measured);
  Calibration calibration;
  calibration.overall = 0.1;
  calibration.channels[channel("mouthFunnel")].muted = true;
  face.solver.set_calibration(calibration);
  face.solver.set_bypass(true);
  face.set("jawOpen", 1.5);
  face.set("mouthClose", 0.3);
  face.set("mouthFunnel", 0.4);
  face.set("tongueOut", 0.2);
  EXPECT_EQ(face.solve(), kStatusClamped);
  EXPECT_EQ(face.output[kJawOpen], 1.0F);
  EXPECT_EQ(face.output[kMouthClose], 0.3F);
  EXPECT_EQ(face.output[channel("mouthFunnel")], 0.4F);
  EXPECT_EQ(face.output[kTongueOut], 0.2F);
}

TEST(FaceSolver, LidsAreHeldAtClosedAndItIsReported) {
  FaceMeasurement measured = scaled_face(1.0);
  measured.channels[kEyeBlinkLeft].lid_closure = 1.0;
  measured.channels[channel("eyeSquintLeft")].lid_closure = 0.4;
  Face face(&measured);
  face.set("eyeBlinkLeft", 1.0);
  EXPECT_EQ(face.solve(), 0U);
  face.set("eyeSquintLeft", 1.0);
  EXPECT_EQ(face.solve(), kStatusLidGuard);
  EXPECT_FLOAT_EQ(face.output[kEyeBlinkLeft], 0.6F);
}

TEST(FaceSolver, GivesFiniteValuesWhateverComesIn) {
  FaceMeasurement measured = scaled_face(0.4);
  Face face(&measured);
  face.solver.set_calibration(calibrate(measured, reference_measurement(), RemapMethod::kAdaptiveRemap, 1.0, nullptr));
  const std::array<float, 6> wild{std::numeric_limits<float>::quiet_NaN(),
                                  std::numeric_limits<float>::infinity(),
                                  -1e30F,
                                  1e30F,
                                  std::numeric_limits<float>::denorm_min(),
                                  -0.0F};
  for (std::size_t frame = 0; frame < 40; ++frame) {
    for (std::size_t i = 0; i < kFaceChannelCount; ++i) face.input[i] = wild[(i + frame) % wild.size()];
    face.solve();
    for (const float value : face.output) ASSERT_TRUE(value >= 0.0F && value <= 1.0F);
    for (const float value : face.morphs) ASSERT_TRUE(value >= 0.0F && value <= 1.0F);
  }
}

}  // namespace
}  // namespace doppel::face
