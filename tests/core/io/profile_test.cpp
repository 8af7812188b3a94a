// Tests of the profile document: B15, the first form, unknown fields, every way to be refused, exact numbers.
#include "io/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "face_fixtures.hpp"
#include "random_profile.hpp"

namespace doppel::io {
namespace {

using test::channel;
using testing::HasSubstr;
using testing::StartsWith;

// The document of spec 4.4, its dots left out.
constexpr std::string_view kFirstForm = R"({
  "version": 1, "avatarName": "my-vroid-avatar", "platform": "vroid", "created": "2026-04-03T12:00:00Z",
  "calibration": { "method": "adaptive_remap", "channels": {
    "browDownLeft":   { "gamma": 1.02, "deadZone": 0.00, "saturation": 1.00, "userGain": 1.0 },
    "jawOpen":        { "gamma": 1.32, "deadZone": 0.02, "saturation": 0.85, "userGain": 0.9 },
    "mouthSmileLeft": { "gamma": 0.88, "deadZone": 0.00, "saturation": 1.00, "userGain": 1.1 } } } })";

struct Refusal {
  ErrorCode code;
  std::string message;
};

Refusal refused_profile(std::string_view text) {
  try {
    parse_profile(text);
  } catch (const Error& error) {
    return {error.code(), error.what()};
  }
  return {ErrorCode::kInternal, "accepted"};
}

// A valid document with one member of jawOpen.
std::string with_jaw(const std::string& member) {
  return R"({"version":1,"calibration":{"method":"linear","channels":{"jawOpen":{)" + member + "}}}}";
}
std::string with_calibration(const std::string& member) {
  return R"({"version":1,"calibration":{"method":"linear","channels":{},)" + member + "}}";
}

TEST(Profile, ReadsTheFirstFormAsItIs) {
  const Profile profile = parse_profile(kFirstForm);
  EXPECT_EQ(profile.avatar_name, "my-vroid-avatar");
  EXPECT_EQ(profile.platform, "vroid");
  EXPECT_EQ(profile.created, "2026-04-03T12:00:00Z");
  EXPECT_EQ(profile.calibration.method, face::RemapMethod::kAdaptiveRemap);
  const face::ChannelCalibration& jaw = profile.calibration.channels[kJawOpen];
  EXPECT_EQ(jaw.gamma, 1.32);
  EXPECT_NEAR(jaw.ratio, std::pow(1.32, -2.5), 1e-12);
  EXPECT_EQ(jaw.dead_zone, 0.02);
  EXPECT_EQ(jaw.saturation, 0.85);
  EXPECT_EQ(jaw.user_gain, 0.9);
  EXPECT_EQ(profile.calibration.channels[kTongueOut], face::ChannelCalibration{});
}

TEST(Profile, ARatioAloneGivesTheExponent) {
  const Profile profile = parse_profile(with_jaw(R"("ratio":0.5)"));
  EXPECT_EQ(profile.calibration.channels[kJawOpen].ratio, 0.5);
  EXPECT_NEAR(profile.calibration.channels[kJawOpen].gamma, 1.3195, 1e-4);
}

// B15: equal to the bit in effect, whatever the numbers.
TEST(Profile, SavedAndLoadedIsEqualToTheBit) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const Profile profile = test::random_profile(seed);
    for (const bool pretty : {false, true}) {
      const Profile loaded = parse_profile(write_json(profile_json(profile), pretty));
      ASSERT_EQ(loaded.calibration, profile.calibration) << seed;
      ASSERT_EQ(loaded.avatar_name, profile.avatar_name);
      ASSERT_EQ(loaded.fingerprint, profile.fingerprint);
    }
  }
}

TEST(Profile, DefaultsComeBackExact) {
  const Profile loaded = parse_profile(write_json(profile_json(Profile{})));
  EXPECT_EQ(loaded.calibration, face::Calibration{});
}

TEST(Profile, UnknownFieldsSurviveAtEveryLevel) {
  const Json document = parse_json(R"({
    "version": 1, "comment": ["mine", 1.5], "avatar": {"fingerprint": "0123456789abcdef", "maker": "me"},
    "retargeting": {"hipsWeight": 0.5, "deep": {"x": null}},
    "calibration": {"method": "linear", "note": true, "groupGain": {"Mouth": 0.5, "Tail": 3},
      "substitutes": {"jawOpen": "bone:jaw"},
      "channels": {"jawOpen": {"gamma": 1, "hint": "soft"}, "tailWag": {"gamma": 2}}}})");
  std::vector<Warning> warnings;
  const Profile profile = read_profile({document, ErrorCode::kInvalidProfile}, &warnings);
  const Json written = profile_json(profile);
  EXPECT_EQ(written.at("comment"), document.at("comment"));
  EXPECT_EQ(written.at("avatar").at("maker"), "me");
  EXPECT_EQ(written.at("retargeting"), document.at("retargeting"));
  EXPECT_EQ(written.at("calibration").at("note"), true);
  EXPECT_EQ(written.at("calibration").at("groupGain").at("Tail"), 3);
  EXPECT_EQ(written.at("calibration").at("channels").at("jawOpen").at("hint"), "soft");
  EXPECT_EQ(written.at("calibration").at("channels").at("tailWag"), document.at("calibration").at("channels").at("tailWag"));
  EXPECT_EQ(profile.substitutes.at("jawOpen"), "bone:jaw");
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0].path, "$.calibration.groupGain.Tail");
  EXPECT_EQ(warnings[1].path, "$.calibration.channels.tailWag");
}

struct Bad {
  std::string text;
  std::string message_start;
};
class ProfileRefusal : public testing::TestWithParam<Bad> {};

TEST_P(ProfileRefusal, NamesThePathAndTheReason) {
  const Refusal result = refused_profile(GetParam().text);
  EXPECT_EQ(result.code, ErrorCode::kInvalidProfile);
  EXPECT_THAT(result.message, StartsWith(GetParam().message_start));
}
INSTANTIATE_TEST_SUITE_P(
    Kinds, ProfileRefusal,
    testing::Values(
        Bad{"[]", "$: must be an object"}, Bad{"{}", "$.version: is missing"},
        Bad{R"({"version":"1"})", "$.version: must be a number"}, Bad{R"({"version":0})", "$.version: must be 1"},
        Bad{R"({"version":1.5})", "$.version: must be 1"}, Bad{R"({"version":1})", "$.calibration: is missing"},
        Bad{R"({"version":1,"calibration":{}})", "$.calibration.method: is missing"},
        Bad{R"({"version":1,"calibration":{"method":"magic","channels":{}}})",
            "$.calibration.method: must be one of range_match"},
        Bad{R"({"version":1,"calibration":{"method":"linear"}})", "$.calibration.channels: is missing"},
        Bad{R"({"version":1,"calibration":{"method":"linear","channels":[]}})", "$.calibration.channels: must be an object"},
        Bad{R"({"version":1,"avatarName":5,"calibration":{"method":"linear","channels":{}}})", "$.avatarName: must be a text"},
        Bad{R"({"version":1,"avatar":{"fingerprint":"xyz"},"calibration":{"method":"linear","channels":{}}})",
            "$.avatar.fingerprint: must be 16 to 64"},
        Bad{R"({"version":1,"retargeting":1,"calibration":{"method":"linear","channels":{}}})",
            "$.retargeting: must be an object"},
        Bad{R"({"version":1,"checksum":1,"calibration":{"method":"linear","channels":{}}})", "$.checksum: must be a text"},
        Bad{with_jaw(R"("gamma":0)"), "$.calibration.channels.jawOpen.gamma: must be a number from 0.0625 to 16, found 0"},
        Bad{with_jaw(R"("gamma":"1")"), "$.calibration.channels.jawOpen.gamma: must be a number"},
        Bad{with_jaw(R"("ratio":-1)"), "$.calibration.channels.jawOpen.ratio: must be"},
        Bad{with_jaw(R"("ratio":2000)"), "$.calibration.channels.jawOpen.ratio: must be"},
        Bad{with_jaw(R"("deadZone":-0.1)"), "$.calibration.channels.jawOpen.deadZone: must be"},
        Bad{with_jaw(R"("saturation":1.1)"), "$.calibration.channels.jawOpen.saturation: must be"},
        Bad{with_jaw(R"("deadZone":0.5,"saturation":0.4)"),
            "$.calibration.channels.jawOpen.deadZone: must not be above saturation"},
        Bad{with_jaw(R"("userGain":2.1)"), "$.calibration.channels.jawOpen.userGain: must be"},
        Bad{with_jaw(R"("userGain":null)"), "$.calibration.channels.jawOpen.userGain: must be"},
        Bad{with_jaw(R"("floor":0.2)"), "$.calibration.channels.jawOpen.floor: must be"},
        Bad{with_jaw(R"("closedAt":0)"), "$.calibration.channels.jawOpen.closedAt: must be"},
        Bad{with_jaw(R"("locked":1)"), "$.calibration.channels.jawOpen.locked: must be true or false"},
        Bad{with_jaw(R"("muted":"no")"), "$.calibration.channels.jawOpen.muted: must be true or false"},
        Bad{with_calibration(R"("symmetry":2)"), "$.calibration.symmetry: must be"},
        Bad{with_calibration(R"("overall":-1)"), "$.calibration.overall: must be"},
        Bad{with_calibration(R"("coupling":0)"), "$.calibration.coupling: must be"},
        Bad{with_calibration(R"("groupGain":{"Mouth":3})"), "$.calibration.groupGain.Mouth: must be"},
        Bad{with_calibration(R"("substitutes":{"jawOpen":1})"), "$.calibration.substitutes.jawOpen: must be a text"}));

TEST(Profile, RefusesNewerVersionsAsSuch) {
  const Refusal result = refused_profile(R"({"version":2,"anything":"else"})");
  EXPECT_EQ(result.code, ErrorCode::kUnsupportedVersion);
  EXPECT_THAT(result.message, StartsWith("$.version: written by a newer version (2)"));
}

TEST(Profile, RefusesNumbersThatAreNotFinite) {
  const Refusal result = refused_profile(with_jaw(R"("userGain":1e999)"));
  EXPECT_EQ(result.code, ErrorCode::kInvalidJson);
  EXPECT_THAT(result.message, StartsWith("$.calibration.channels.jawOpen.userGain: "));
}

TEST(Checksum, IsTheSameAfterATripThroughJavaScriptsNumbers) {
  // 1.0 becomes 1 and keys may move; the document is the same.
  const Json first = parse_json(R"({"version":1,"calibration":{"method":"linear","channels":{"jawOpen":{"gamma":1.0}}}})");
  const Json second = parse_json(R"({"calibration":{"channels":{"jawOpen":{"gamma":1}},"method":"linear"},"version":1})");
  EXPECT_EQ(profile_checksum(first), profile_checksum(second));
}

TEST(Checksum, AMismatchIsReportedAndNotRefused) {
  Json document = profile_json(test::random_profile(1));
  document["checksum"] = profile_checksum(document);
  std::vector<Warning> warnings;
  read_profile({document, ErrorCode::kInvalidProfile}, &warnings);
  EXPECT_TRUE(warnings.empty());
  document["calibration"]["overall"] = 0.123;
  const Profile changed = read_profile({document, ErrorCode::kInvalidProfile}, &warnings);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].path, "$.checksum");
  EXPECT_EQ(changed.calibration.overall, 0.123);
  EXPECT_FALSE(profile_json(changed).contains("checksum"));
}

// 1,000 damaged files: refused with path and reason, or loaded as valid values that write and read back as they are.
TEST(Profile, DamagedFilesAreRefusedOrHoldValidValues) {
  const std::string text = write_json(profile_json(test::random_profile(3)), true);
  int refused = 0;
  for (std::uint32_t seed = 0; seed < 1000; ++seed) {
    const std::string bad = test::damaged(text, seed);
    try {
      const Profile loaded = parse_profile(bad);
      const Profile again = parse_profile(write_json(profile_json(loaded)));
      ASSERT_EQ(again.calibration, loaded.calibration) << seed;
    } catch (const Error& error) {
      ++refused;
      ASSERT_THAT(std::string(error.what()), StartsWith("$")) << seed;
      ASSERT_THAT(std::string(error.what()), HasSubstr(": ")) << seed;
    }
  }
  EXPECT_GT(refused, 500);
  EXPECT_LT(refused, 1000);
}

}  // namespace
}  // namespace doppel::io
