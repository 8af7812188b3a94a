// Tests of the calls that take and give whole documents.
#include "io/documents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "face_fixtures.hpp"
#include "io/json_document.hpp"
#include "io/measurement_json.hpp"
#include "io/profile.hpp"

namespace doppel::io {
namespace {

using testing::StartsWith;

TEST(Documents, TablesHoldEveryTable) {
  const Json tables = parse_json(tables_document());
  EXPECT_EQ(tables.at("channels").size(), 52U);
  EXPECT_EQ(tables.at("channels").at(24).at("name"), "jawOpen");
  EXPECT_EQ(tables.at("humanBones").size(), 55U);
  EXPECT_EQ(tables.at("groups").size(), 7U);
  EXPECT_EQ(tables.at("errors").size(), 10U);
  EXPECT_EQ(tables.at("errors").back(), "internal");
}

TEST(Documents, TheReferenceCalibratesToItselfAndScoresAHundred) {
  const std::string reference = reference_document();
  const std::string profile = calibrate_document(reference, reference, "");
  const Json report = parse_json(report_document(reference, reference, profile));
  EXPECT_NEAR(report.at("score").at("after").get<double>(), 100.0, 1e-9);
  for (const auto& [name, channel] : report.at("channels").items()) {
    EXPECT_EQ(channel.at("verdict"), "effective") << name;
    EXPECT_NEAR(channel.at("ratio").get<double>(), 1.0, 1e-12) << name;
  }
}

TEST(Documents, OptionsReachTheProfile) {
  const std::string reference = reference_document();
  const Profile profile = parse_profile(calibrate_document(
      reference, reference,
      R"({"method":"linear","symmetry":0.5,"avatarName":"a","platform":"b","created":"c","fingerprint":"0123456789abcdef"})"));
  EXPECT_EQ(profile.calibration.method, face::RemapMethod::kLinear);
  EXPECT_EQ(profile.calibration.symmetry, 0.5);
  EXPECT_EQ(profile.avatar_name, "a");
  EXPECT_EQ(profile.platform, "b");
  EXPECT_EQ(profile.created, "c");
  EXPECT_EQ(profile.fingerprint, "0123456789abcdef");
}

TEST(Documents, KeptProfilesGiveMethodGainsAndUnknownFields) {
  const std::string avatar = write_measurement(test::scaled_face(2.0));
  const Profile profile = parse_profile(calibrate_document(avatar, reference_document(), R"({"keep": {"version": 1, "mine": 7,
    "calibration": {"method": "linear", "symmetry": 0.25, "substitutes": {"tongueOut": "target:tongue"},
      "channels": {"jawOpen": {"gamma": 1, "userGain": 1.5}, "jawLeft": {"ratio": 3, "locked": true}}}}})"));
  EXPECT_EQ(profile.calibration.method, face::RemapMethod::kLinear);
  EXPECT_EQ(profile.calibration.symmetry, 0.25);
  EXPECT_EQ(profile.calibration.channels[kJawOpen].user_gain, 1.5);
  EXPECT_NEAR(profile.calibration.channels[kJawOpen].ratio, 0.5, 1e-12);
  EXPECT_EQ(profile.calibration.channels[test::channel("jawLeft")].ratio, 3.0);
  EXPECT_EQ(profile.substitutes.at("tongueOut"), "target:tongue");
  EXPECT_EQ(profile.original.at("mine"), 7);
}

TEST(Documents, FaultsOfAKeptProfileAreItsOwnAndSayWhere) {
  const std::string reference = reference_document();
  try {
    calibrate_document(reference, reference, R"({"keep": {"version": 1, "calibration": {"method": "magic", "channels": {}}}})");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInvalidProfile);
    EXPECT_THAT(error.what(), StartsWith("$.keep.calibration.method: must be one of"));
  }
}

TEST(Documents, UnknownOptionsAreRefused) {
  const std::string reference = reference_document();
  EXPECT_THROW(calibrate_document(reference, reference, R"({"methode":"linear"})"), Error);
}

TEST(Documents, SealedProfilesPassTheCheckWithoutWarning) {
  const std::string sealed =
      seal_profile_document(R"({"version":1,"calibration":{"method":"linear","channels":{"jawOpen":{"gamma":2}}}})");
  EXPECT_TRUE(parse_json(check_profile_document(sealed)).at("warnings").empty());
  std::string changed = sealed;
  changed.replace(changed.find("\"gamma\": 2"), 10, "\"gamma\": 3");
  const Json checked = parse_json(check_profile_document(changed));
  ASSERT_EQ(checked.at("warnings").size(), 1U);
  EXPECT_EQ(checked.at("warnings").at(0).at("path"), "$.checksum");
}

TEST(Documents, EmptyChannelsHaveNoRatioInTheReport) {
  face::FaceMeasurement avatar = test::scaled_face(1.0);
  test::set_presence(avatar, "jawOpen", face::Presence::kEmpty);
  const std::string text = write_measurement(avatar);
  const Json report = parse_json(report_document(text, reference_document(), calibrate_document(text, reference_document(), "")));
  const Json& jaw = report.at("channels").at("jawOpen");
  EXPECT_EQ(jaw.at("verdict"), "empty");
  EXPECT_TRUE(jaw.at("ratio").is_null());
  EXPECT_EQ(jaw.at("output"), Json({0, 0, 0, 0, 0, 0}));
}

TEST(Documents, RemapChecksItsArguments) {
  const std::array<double, 2> inputs{0.5, 1.0};
  const std::vector<double> outputs = remap_values("linear", 0.5, 0.1, 0.9, inputs);
  EXPECT_NEAR(outputs[0], 0.1 + 0.25 * 0.8, 1e-12);
  EXPECT_NEAR(outputs[1], 0.1 + 0.5 * 0.8, 1e-12);
  const auto refusal = [&](std::string_view method, double ratio, double dead_zone, double saturation) {
    try {
      remap_values(method, ratio, dead_zone, saturation, inputs);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kInvalidArgument);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(refusal("magic", 1, 0, 1), StartsWith("$.method: must be one of"));
  EXPECT_THAT(refusal("linear", 0, 0, 1), StartsWith("ratio: must be"));
  EXPECT_THAT(refusal("linear", std::nan(""), 0, 1), StartsWith("ratio: must be"));
  EXPECT_THAT(refusal("linear", 1, 0.5, 0.4), StartsWith("saturation: must be"));
  EXPECT_THAT(refusal("linear", 1, -0.1, 1), StartsWith("deadZone: must be"));
}

}  // namespace
}  // namespace doppel::io
