// Tests of substitutes in share links: how many fit, what gives way to them, which are left out, and links of version 1.
#include "io/link_substitute.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "io/base64url.hpp"
#include "io/link.hpp"
#include "random_profile.hpp"

namespace doppel::io {
namespace {

using Substitutes = std::map<std::string, std::string>;

std::string name_of(std::size_t channel) { return std::string(kFaceChannels[channel].name); }

/// Everything in use: each channel changed in every field, all header fields, a name of 24 bytes.
Profile fullest(std::uint32_t seed) {
  Profile profile = test::random_profile(seed);
  profile.avatar_name = std::string(kLinkNameBytes, 'w');
  for (face::ChannelCalibration& settings : profile.calibration.channels) settings.floor = 0.07;
  profile.calibration.channels[3].locked = profile.calibration.channels[4].muted = true;
  return profile;
}

Substitutes first_channels(std::size_t count) {
  Substitutes substitutes;
  for (std::size_t i = 0; i < count; ++i) substitutes[name_of(i)] = "target:Stand-in " + std::to_string(i);
  return substitutes;
}

Substitutes as_codes(const Substitutes& substitutes) {
  Substitutes codes;
  for (const auto& [name, id] : substitutes) codes[name] = link_substitute(substitute_code(id));
  return codes;
}

double largest_ratio_error(const face::Calibration& was, const face::Calibration& is) {
  double largest = 0.0;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    largest = std::max(largest, std::abs(std::log2(is.channels[i].ratio / was.channels[i].ratio)));
  }
  return largest;
}

// FNV-1a of "" and "a" are published: 0x811c9dc5 and 0xe40c292c. Folded by hand: (0x811c9dc5 >> 14 ^ 0x811c9dc5) & 0x3fff.
TEST(LinkSubstitute, CodesAreFoldedFnv) {
  EXPECT_EQ(substitute_code(""), ((0x811c9dc5U >> 14) ^ 0x811c9dc5U) & 0x3fffU);
  EXPECT_EQ(substitute_code("a"), ((0xe40c292cU >> 14) ^ 0xe40c292cU) & 0x3fffU);
}

TEST(LinkSubstitute, WhatALinkGaveBackKeepsItsCode) {
  for (std::uint32_t code = 0; code < 1U << kSubstituteBits; code += 37) EXPECT_EQ(substitute_code(link_substitute(code)), code);
  // No codes of ours: they are ids like any other.
  for (const auto* id : {"link:", "link:4000", "link:00AF", "link:12", "link:00001"})
    EXPECT_LT(substitute_code(id), 0x4000U) << id;
}

TEST(LinkSubstitute, ComeBackByTheirCodes) {
  Profile profile;
  profile.substitutes = {{"jawOpen", "target:viseme_aa"}, {"mouthSmileLeft", "expression:happy"}, {"eyeLookUpLeft", "lookAt"}};
  const Profile decoded = decode_link(encode_link(profile));
  EXPECT_EQ(decoded.substitutes, as_codes(profile.substitutes));
  EXPECT_EQ(decoded.calibration, face::Calibration{});
  EXPECT_EQ(encode_link(decoded), encode_link(profile));
}

TEST(LinkSubstitute, WhatIsNoOfferOrNoChannelIsLeftOut) {
  Profile profile;
  profile.substitutes = {{"jawOpen", "slot:12+40"}, {"somethingElse", "target:a"}};
  EXPECT_TRUE(decode_link(encode_link(profile)).substitutes.empty());
  EXPECT_EQ(encode_link(profile), encode_link(Profile{}));
}

// A real avatar has 14 empty targets. All of them fit into the fullest link there is.
TEST(LinkSubstitute, FourteenFitWhereEverythingElseIsInUse) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    Profile profile = fullest(seed);
    if (seed % 3 == 1) profile.calibration.channels[seed] = {};
    if (seed % 3 == 2) profile.calibration.channels[seed] = profile.calibration.channels[seed + 1] = {};
    profile.substitutes = first_channels(14);
    const std::string link = encode_link(profile);
    ASSERT_LT(link.size(), kLinkLimit) << seed;
    ASSERT_EQ(decode_link(link).substitutes, as_codes(profile.substitutes)) << seed;
    ASSERT_EQ(encode_link(decode_link(link)), link) << seed;
  }
}

// Without floors, locks and mutes, which few profiles have, nothing gives way to the fourteen.
TEST(LinkSubstitute, OnAProfileOfGainsTheFinestScaleStays) {
  Profile profile = fullest(3);
  profile.calibration.method = face::RemapMethod::kRangeMatch;
  for (face::ChannelCalibration& settings : profile.calibration.channels)
    settings.floor = 0.0, settings.locked = settings.muted = false;
  profile.substitutes = first_channels(14);
  const Profile decoded = decode_link(encode_link(profile));
  EXPECT_EQ(decoded.substitutes.size(), 14U);
  EXPECT_LT(largest_ratio_error(profile.calibration, decoded.calibration), std::log2(5.0) / 511 / 2 * 1.0001);
}

TEST(LinkSubstitute, RatiosGiveWayStepByStep) {
  Profile profile = fullest(5);
  profile.calibration.method = face::RemapMethod::kRangeMatch;
  profile.calibration.channels[7].ratio = 5.0;
  profile.calibration.channels[8].ratio = 0.2;
  const double finest = std::log2(5.0) / 511 / 2;
  double before = 0.0;
  for (const std::size_t count : {0U, 4U, 6U, 10U, 14U}) {
    profile.substitutes = first_channels(count);
    const face::Calibration decoded = decode_link(encode_link(profile)).calibration;
    const double error = largest_ratio_error(profile.calibration, decoded);
    EXPECT_GE(error, before * 0.9) << count;
    EXPECT_LT(error, 8 * finest * 1.0001) << count;
    // The clamp's ends, where many ratios stand, are on every scale.
    EXPECT_NEAR(decoded.channels[7].ratio, 5.0, 1e-9);
    EXPECT_NEAR(decoded.channels[8].ratio, 0.2, 1e-9);
    before = error;
  }
  EXPECT_GT(before, finest * 1.5);
}

TEST(LinkSubstitute, PastTheLimitTheLastGoFirstAndPairsStayWhole) {
  Profile profile = fullest(9);
  profile.substitutes = first_channels(kFaceChannelCount);
  const std::string link = encode_link(profile);
  EXPECT_LT(link.size(), kLinkLimit);
  const Substitutes kept = decode_link(link).substitutes;
  EXPECT_GE(kept.size(), 12U);
  EXPECT_LT(kept.size(), kFaceChannelCount);
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    EXPECT_EQ(kept.contains(name_of(i)), kept.contains(name_of(kFaceChannels[i].mirror))) << name_of(i);
  }
  // Without other changes all of them fit.
  Profile bare;
  bare.substitutes = first_channels(kFaceChannelCount);
  EXPECT_EQ(decode_link(encode_link(bare)).substitutes.size(), kFaceChannelCount);
}

TEST(LinkSubstitute, ASecondTripChangesNothing) {
  for (std::uint32_t seed = 0; seed < 120; ++seed) {
    test::Random random(seed);
    Profile profile = fullest(seed);
    // Ratios so near 1 that they are 1 on a coarse scale, and some beyond the clamp.
    for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
      face::ChannelCalibration& settings = profile.calibration.channels[i];
      if (random.below(3) == 0) settings = {.ratio = random.between(0.985, 1.015)};
      if (seed % 4 == 0 && random.below(9) == 0) settings.ratio = random.between(5, 1024);
      settings.gamma = face::gamma_from_ratio(settings.ratio);
      if (random.below(2) == 0) profile.substitutes[name_of(i)] = "target:" + std::to_string(random.below(1000));
    }
    const std::string link = encode_link(profile);
    const Profile once = decode_link(link);
    ASSERT_EQ(encode_link(once), link) << seed;
  }
}

std::string with_version(std::string link, std::uint8_t version) {
  std::vector<std::uint8_t> body = *from_base64url(link.substr(3));
  body.resize(body.size() - 4);
  body[0] = version;
  const std::uint32_t crc = crc32(body);
  for (const int shift : {24, 16, 8, 0}) body.push_back(static_cast<std::uint8_t>(crc >> shift));
  return "#p=" + to_base64url(body);
}

// Links that version 1 wrote; tests/fixtures/links-v1.json has what it read from them (tests/acceptance/links.test.ts).
constexpr std::string_view kPlainOfVersionOne = "#p=AbI-v-AAAAAAAAAAhaDV5A";
constexpr std::string_view kSmallOfVersionOne = "#p=ARlLP_fX19fWR9fYCRorPE1eb3m7ZWY66OoACAAIAAABbGYlyioS7MqdUtmKgKAAOMfxtg";
constexpr std::string_view kFullOfVersionOne =
    "#p=AVLLv_tXRSHInYboCRorPE1eb347JWE7KO8IOq4tCDsnbTrpoTsnZgg7JWE6V78ZomdAP6tnT8uwEk_iIy9n5_XyynvviFmL5mwIlErIiT8"
    "s3-knGbEMtg0YGSHF9pxkKxAbdrWlrkM-u3PnGbN9s_EqRhlBvgW4tvYQ4kcMxrPslmvoqyWDrLU3w1aa8p3UzArlUYxpEtK8oBLkJovC-cAjA"
    "84hm4UAP73UrAyePKZy1vawwR9qJ_0xOI5OGoIP9Eq7Xfj5KA81PzCJZY0__6nDcInpHN4iUJ6O1VhaoEoSJsLqXV3QRrT4L0RvzJeKnEU__Be"
    "htEdyXo7TcJzZdOEIpBQqX5oCQiaRYkr0aC_Py1OJ8z2e-kC2J6WS";

TEST(LinkSubstitute, LinksOfVersionOneAreReadAsTheyWere) {
  face::Calibration plain;
  plain.method = face::RemapMethod::kLinear;
  EXPECT_EQ(decode_link(kPlainOfVersionOne).calibration, plain);

  const Profile small = decode_link(kSmallOfVersionOne);
  EXPECT_EQ(small.avatar_name, "\xED\x95\x98\xEB\xA3\xA8");
  EXPECT_EQ(small.fingerprint, "0123456789abcdef");
  EXPECT_TRUE(small.substitutes.empty());
  EXPECT_EQ(small.calibration.symmetry, 0.5);
  EXPECT_EQ(small.calibration.overall, 1.2);
  EXPECT_EQ(small.calibration.group_gain, (std::array<double, kFaceGroupCount>{1, 1, 1, 1, 0.8, 1, 1}));
  face::Calibration expected = small.calibration;
  expected.channels = {};
  face::ChannelCalibration& jaw = expected.channels[kJawOpen];
  jaw = {.dead_zone = 0.02, .saturation = 0.85, .user_gain = 1.4, .floor = 0.03, .muted = true};
  jaw.ratio = small.calibration.channels[kJawOpen].ratio;
  jaw.gamma = face::gamma_from_ratio(jaw.ratio);
  EXPECT_NEAR(jaw.ratio, 0.5, 0.001);
  expected.channels[kEyeBlinkLeft] = {.closed_at = 0.8, .locked = true};
  face::ChannelCalibration& tongue = expected.channels[kTongueOut];
  tongue.ratio = small.calibration.channels[kTongueOut].ratio;
  tongue.gamma = face::gamma_from_ratio(tongue.ratio);
  EXPECT_NEAR(tongue.ratio, 4.0, 0.008);
  EXPECT_EQ(small.calibration, expected);
}

TEST(LinkSubstitute, LinksOfVersionOneWrittenAgainHoldTheSame) {
  for (const std::string_view link : {kPlainOfVersionOne, kSmallOfVersionOne, kFullOfVersionOne}) {
    const Profile read = decode_link(link);
    const std::string today = encode_link(read);
    EXPECT_EQ(decode_link(today).calibration, read.calibration);
    // One version's bits are not another's.
    EXPECT_THROW(decode_link(with_version(std::string(link), 2)), Error);
    EXPECT_THROW(decode_link(with_version(today, 1)), Error);
  }
}

}  // namespace
}  // namespace doppel::io
