// Tests of the measurement's and the reference's JSON.
#include "io/measurement_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "face_fixtures.hpp"

namespace doppel::io {
namespace {

using testing::StartsWith;

constexpr std::string_view kReferenceForm = R"({"name": "x", "up": [0, 1, 0], "faceHeight": 0.2,
  "channels": {"jawOpen": {"travel": 0.03, "travelPerFace": 0.15, "low": -0.1, "high": 0.1, "rms": 0.02, "max": 0.05},
               "eyeLookUpLeft": {"travel": 0.01, "low": 0, "high": 0.1, "rms": 0.01, "gazeDegrees": 25}}})";

TEST(MeasurementJson, AReferenceFileIsALinearFace) {
  const face::FaceMeasurement face = parse_measurement(kReferenceForm);
  const face::ChannelMeasurement& jaw = face.channels[kJawOpen];
  EXPECT_EQ(jaw.presence, face::Presence::kMoves);
  EXPECT_DOUBLE_EQ(jaw.curve[2].travel, 0.015);
  EXPECT_EQ(jaw.travel_at_saturation, 0.03);
  EXPECT_EQ(jaw.saturation, 1.0);
  EXPECT_EQ(face.channels[test::channel("eyeLookUpLeft")].gaze_degrees, 25.0);
  EXPECT_EQ(face.channels[kTongueOut].presence, face::Presence::kMissing);
}

TEST(MeasurementJson, WrittenAndReadIsEqual) {
  face::FaceMeasurement face = test::scaled_face(1.3);
  face.coupling = 0.7;
  face.low_confidence = true;
  face.lid_gap = {0.011, 0.012};
  face::ChannelMeasurement& blink = face.channels[kEyeBlinkLeft];
  blink.saturation = 0.85;
  blink.saturation_from = face::SaturationSource::kLids;
  blink.travel_at_saturation = 0.005;
  blink.lid_closure = 1.17;
  blink.lateral = 0.03;
  blink.moved_vertices = 321;
  face.channels[test::channel("eyeLookUpLeft")].gaze_from = face::GazeSource::kEyeball;
  test::set_presence(face, "jawOpen", face::Presence::kEmpty);
  test::set_presence(face, "tongueOut", face::Presence::kMissing);
  const face::FaceMeasurement read = parse_measurement(write_measurement(face));
  EXPECT_EQ(write_measurement(read), write_measurement(face));
  EXPECT_EQ(read.coupling, 0.7);
  EXPECT_TRUE(read.low_confidence);
  EXPECT_EQ(read.lid_gap, face.lid_gap);
  const face::ChannelMeasurement& again = read.channels[kEyeBlinkLeft];
  EXPECT_EQ(again.saturation_from, face::SaturationSource::kLids);
  EXPECT_EQ(again.lid_closure, 1.17);
  EXPECT_EQ(again.moved_vertices, 321U);
  EXPECT_EQ(read.channels[kJawOpen].presence, face::Presence::kEmpty);
  EXPECT_EQ(read.channels[kTongueOut].presence, face::Presence::kMissing);
}

TEST(MeasurementJson, TravelAtSaturationIsReadOffTheCurveWhereItIsLeftOut) {
  const face::FaceMeasurement face = parse_measurement(R"({"up": [0, 1, 0], "faceHeight": 0.2,
    "channels": {"jawOpen": {"travel": 0.04, "low": -0.1, "high": 0.1, "rms": 0.02, "saturation": 0.75}}})");
  EXPECT_NEAR(face.channels[kJawOpen].travel_at_saturation, 0.03, 1e-15);
}

TEST(MeasurementJson, RefusesWhatItCannotUse) {
  const auto refusal = [](std::string_view text) {
    try {
      parse_measurement(text);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kInvalidMeasurement);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refusal("{}"), "$.up: is missing");
  EXPECT_THAT(refusal(R"({"up":[0,1],"faceHeight":1,"channels":{}})"), StartsWith("$.up: must have 3 numbers"));
  EXPECT_THAT(refusal(R"({"up":[0,1,0],"faceHeight":-1,"channels":{}})"), StartsWith("$.faceHeight: must be"));
  EXPECT_EQ(refusal(R"({"up":[0,1,0],"faceHeight":1,"channels":{"jawOpen":{}}})"), "$.channels.jawOpen.travel: is missing");
  EXPECT_THAT(refusal(R"({"up":[0,1,0],"faceHeight":1,"channels":{"jawOpen":{"travel":1,"low":1,"high":0,"rms":1}}})"),
              StartsWith("$.channels.jawOpen.high: must not be below low"));
}

}  // namespace
}  // namespace doppel::io
