// Tests of the share link: B41, exact defaults, a second trip, damage. What version 2 adds is link_substitute_test.cpp's.
#include "io/link.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "error_code.hpp"
#include "face_fixtures.hpp"
#include "io/base64url.hpp"
#include "random_profile.hpp"

namespace doppel::io {
namespace {

using test::channel;

ErrorCode code_of(std::string_view link) {
  return test::code_of([&] { decode_link(link); });
}

// B41: all 52 channels changed in every field, a long name, every header field away from its default.
TEST(Link, IsUnderFourHundredCharactersInTheWorstCase) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Profile profile = test::random_profile(seed);
    profile.avatar_name = std::string(500, 'w');
    for (face::ChannelCalibration& settings : profile.calibration.channels) {
      settings.user_gain = 1.992;
      settings.floor = 0.1;
      settings.locked = settings.muted = true;
      settings.closed_at = 0.37;
    }
    const std::string link = encode_link(profile);
    EXPECT_EQ(link.substr(0, 3), "#p=");
    EXPECT_LT(link.size(), kLinkLimit);
    EXPECT_EQ(decode_link(link).avatar_name.size(), kLinkNameBytes);
  }
}

// The number of bits does not depend on the values, only on what is there: with all there, this is the longest link.
TEST(Link, LongestLinkHasTheLengthOfTheDocumentedLayout) {
  Profile profile = test::random_profile(1);
  profile.avatar_name = std::string(24, 'w');
  constexpr std::size_t kBits = 8 + 2 + 7 + 8 + 10 + 1 + 7 * 8 + 1 + 64 + 5 + 24 * 8 + 1 + 1 + 2 + 4 + 52 * 36 + 2 * 7;
  constexpr std::size_t kBytes = (kBits + 7) / 8 + 4;
  EXPECT_EQ(encode_link(profile).size(), 3 + (kBytes * 4 + 2) / 3);
}

TEST(Link, OneChangedChannelOfAllDefaultsIsShort) {
  Profile profile;
  EXPECT_LT(encode_link(profile).size(), 40U);
  profile.calibration.channels[kJawOpen].user_gain = 0.5;
  EXPECT_LT(encode_link(profile).size(), 48U);
}

TEST(Link, DefaultsComeBackExact) {
  const Profile decoded = decode_link(encode_link(Profile{}));
  EXPECT_EQ(decoded.calibration, face::Calibration{});
  Profile profile = test::random_profile(4);
  profile.calibration.channels[kTongueOut] = {};
  profile.calibration.group_gain.fill(1.0);
  profile.calibration.coupling = 1.0;
  const Profile mixed = decode_link(encode_link(profile));
  EXPECT_EQ(mixed.calibration.channels[kTongueOut], face::ChannelCalibration{});
  EXPECT_EQ(mixed.calibration.group_gain, face::Calibration{}.group_gain);
  EXPECT_EQ(mixed.calibration.coupling, 1.0);
}

TEST(Link, ValuesComeBackWithinTheirSteps) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    const face::Calibration before = test::random_profile(seed).calibration;
    const face::Calibration after = decode_link(encode_link(test::random_profile(seed))).calibration;
    EXPECT_EQ(after.method, before.method);
    EXPECT_NEAR(after.symmetry, before.symmetry, 0.005 + 1e-12);
    EXPECT_NEAR(after.overall, before.overall, 0.004 + 1e-12);
    EXPECT_NEAR(after.coupling / before.coupling, 1.0, 0.006);
    for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
      const face::ChannelCalibration& was = before.channels[i];
      const face::ChannelCalibration& is = after.channels[i];
      EXPECT_NEAR(is.ratio / was.ratio, 1.0, 0.0017) << i;
      EXPECT_NEAR(is.gamma, face::gamma_from_ratio(is.ratio), 1e-15);
      EXPECT_NEAR(is.user_gain, was.user_gain, 0.004 + 1e-12);
      EXPECT_NEAR(is.dead_zone, was.dead_zone, 0.005 + 1e-12);
      EXPECT_NEAR(is.saturation, was.saturation, 0.005 + 1e-12);
      EXPECT_NEAR(is.floor, was.floor, 0.005 + 1e-12);
      EXPECT_EQ(is.locked, was.locked);
      EXPECT_EQ(is.muted, was.muted);
      if (i == kEyeBlinkLeft || i == kEyeBlinkRight) {
        EXPECT_NEAR(is.closed_at, was.closed_at, 0.005 + 1e-12);
      }
    }
  }
}

TEST(Link, GainsInStepsOfAHundredAndTwentyFifthAreExact) {
  for (int step = 0; step <= 250; ++step) {
    Profile profile;
    profile.calibration.channels[kJawOpen].user_gain = step / 125.0;
    EXPECT_EQ(decode_link(encode_link(profile)).calibration.channels[kJawOpen].user_gain, step / 125.0);
  }
}

TEST(Link, ASecondTripChangesNothing) {
  for (std::uint32_t seed = 0; seed < 90; ++seed) {
    Profile profile = test::random_profile(seed);
    // Some seeds take the wide scale, some have ratios a hair from the fine scale's ends.
    if (seed % 3 == 0) profile.calibration.channels[seed % 52].ratio = seed % 2 == 0 ? 0.003 : 800.0;
    if (seed % 3 == 1) profile.calibration.channels[seed % 52].ratio = seed % 2 == 0 ? 0.1999 : 5.001;
    profile.calibration.channels[(seed + 1) % 52] = {};
    profile.calibration.channels[(seed + 1) % 52].user_gain = 1.001;
    const std::string link = encode_link(profile);
    const Profile once = decode_link(link);
    const Profile twice = decode_link(encode_link(once));
    ASSERT_EQ(encode_link(once), encode_link(twice));
    ASSERT_EQ(twice.calibration, once.calibration) << seed;
    ASSERT_EQ(twice.avatar_name, once.avatar_name);
    ASSERT_EQ(twice.fingerprint, once.fingerprint);
  }
}

TEST(Link, WithAdaptiveRemapTheExponentDecides) {
  Profile profile;
  profile.calibration.method = face::RemapMethod::kAdaptiveRemap;
  profile.calibration.channels[kJawOpen].gamma = 1.32;
  profile.calibration.channels[kJawOpen].ratio = 1.0;
  const face::ChannelCalibration decoded = decode_link(encode_link(profile)).calibration.channels[kJawOpen];
  EXPECT_NEAR(decoded.gamma, 1.32, 0.001);
}

TEST(Link, NamesAreCutBetweenCharacters) {
  Profile profile;
  profile.avatar_name = "\xEC\x95\x84\xEB\xB0\x94\xED\x83\x80 \xEC\x95\x84\xEB\xB0\x94\xED\x83\x80 \xEC\x95\x84\xEB\xB0\x94";
  // Three letters of three bytes, a space, three letters, a space: 20 bytes; one letter more: 23; the next would end at 26.
  EXPECT_EQ(decode_link(encode_link(profile)).avatar_name, profile.avatar_name.substr(0, 23));
}

TEST(Link, FingerprintIsTheStartOfTheWholeOne) {
  Profile profile;
  profile.fingerprint = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(decode_link(encode_link(profile)).fingerprint, "ba7816bf8f01cfea");
}

TEST(Link, IsFoundInAnAddress) {
  const std::string link = encode_link(test::random_profile(2));
  const face::Calibration expected = decode_link(link).calibration;
  EXPECT_EQ(decode_link("https://example.org/app/?x=1" + link).calibration, expected);
  EXPECT_EQ(decode_link(link.substr(1)).calibration, expected);
  EXPECT_EQ(decode_link("  " + link + "\n").calibration, expected);
  EXPECT_EQ(decode_link("http://127.0.0.1:64212/#lang=ko&" + link.substr(1) + "&view=easy").calibration, expected);
}

TEST(Link, RefusesWhatIsNoLink) {
  for (const auto* text : {"", "#", "#p=", "p=", "#p=AAAA", "#q=AAAA", "https://example.org/?p=AAAA#", "#p=a b", "#p=%41"}) {
    EXPECT_EQ(code_of(text), ErrorCode::kInvalidLink) << text;
  }
  EXPECT_EQ(code_of("#p=" + std::string(100000, 'A')), ErrorCode::kInvalidLink);
}

std::string with_crc(std::vector<std::uint8_t> body) {
  const std::uint32_t crc = crc32(body);
  for (const int shift : {24, 16, 8, 0}) body.push_back(static_cast<std::uint8_t>(crc >> shift));
  return "#p=" + to_base64url(body);
}

std::vector<std::uint8_t> body_of(const std::string& link) {
  std::vector<std::uint8_t> bytes = *from_base64url(link.substr(3));
  bytes.resize(bytes.size() - 4);
  return bytes;
}

TEST(Link, NewerVersionsAreRefusedAsSuch) {
  std::vector<std::uint8_t> body = body_of(encode_link(Profile{}));
  body[0] = 3;
  EXPECT_EQ(code_of(with_crc(body)), ErrorCode::kUnsupportedVersion);
  body[0] = 0;
  EXPECT_EQ(code_of(with_crc(body)), ErrorCode::kInvalidLink);
}

// Whoever writes a link of his own with a right checksum: it is refused, or holds valid values and is what Doppel would write.
TEST(Link, ForgedBodiesAreRefusedOrCanonical) {
  const std::vector<std::uint8_t> body = body_of(encode_link(test::random_profile(5)));
  int accepted = 0;
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    test::Random random(seed);
    std::vector<std::uint8_t> forged = body;
    forged[1 + random.below(forged.size() - 1)] = static_cast<std::uint8_t>(random.below(256));
    if (seed % 5 == 0) forged.resize(random.below(forged.size()));
    const std::string link = with_crc(forged);
    try {
      const Profile decoded = decode_link(link);
      ASSERT_EQ(encode_link(decoded), link) << seed;
      ++accepted;
    } catch (const Error& error) {
      ASSERT_TRUE(error.code() == ErrorCode::kInvalidLink || error.code() == ErrorCode::kUnsupportedVersion);
    }
  }
  EXPECT_GT(accepted, 30);
}

TEST(Link, DamagedLinksAreRefusedOrEqual) {
  const std::string link = encode_link(test::random_profile(6));
  const face::Calibration expected = decode_link(link).calibration;
  int refused = 0;
  for (std::uint32_t seed = 0; seed < 1000; ++seed) {
    const std::string bad = test::damaged(link, seed);
    try {
      ASSERT_EQ(decode_link(bad).calibration, expected) << seed << " " << bad;
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ErrorCode::kInvalidLink) << seed;
      ++refused;
    }
  }
  EXPECT_GT(refused, 900);
}

}  // namespace
}  // namespace doppel::io
