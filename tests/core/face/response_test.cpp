// Tests of dead zone and saturation against curves worked out by hand from seed 3.3.
#include "face/response.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace doppel::face {
namespace {

Response read(const std::array<double, 5>& rms) {
  std::array<ProbePoint, 5> curve;
  for (std::size_t i = 0; i < 5; ++i) curve[i] = {kProbeWeights[i], rms[i], rms[i]};
  return read_response(curve);
}

TEST(ReadResponse, StraightLineHasNeither) {
  const Response response = read({0.05, 0.25, 0.5, 0.75, 1.0});
  EXPECT_EQ(response.dead_zone, 0.0);
  EXPECT_EQ(response.saturation, 1.0);
  EXPECT_FALSE(response.is_saturated);
}

TEST(ReadResponse, MovementBelowOnePercentIsDead) {
  EXPECT_EQ(read({0.0099, 0.25, 0.5, 0.75, 1.0}).dead_zone, 0.05);
  EXPECT_EQ(read({0.0101, 0.25, 0.5, 0.75, 1.0}).dead_zone, 0.0);
  EXPECT_EQ(read({0.0, 0.0, 0.0, 0.5, 1.0}).dead_zone, 0.5);
}

TEST(ReadResponse, GrowthBelowAFifthOfTheAverageIsSaturated) {
  // 0.75 -> 1: rate 0.16 of 1.0 < 0.2 of the average 1.0.
  const Response slow = read({0.05, 0.32, 0.64, 0.96, 1.0});
  EXPECT_EQ(slow.saturation, 0.75);
  EXPECT_TRUE(slow.is_saturated);
  // rate 0.24: not saturated.
  EXPECT_EQ(read({0.05, 0.31, 0.62, 0.94, 1.0}).saturation, 1.0);
}

TEST(ReadResponse, SaturationIsNotTakenFromInsideTheDeadZone) {
  // Nothing until 0.5: the flat pieces before it must not be taken for saturation.
  const Response late = read({0.0, 0.0, 0.0, 0.5, 1.0});
  EXPECT_EQ(late.dead_zone, 0.5);
  EXPECT_EQ(late.saturation, 1.0);
  EXPECT_FALSE(late.is_saturated);
}

TEST(ReadResponse, SaturationKeepsItsDistanceFromTheDeadZone) {
  for (const auto& rms :
       {std::array<double, 5>{0.0, 1.0, 1.0, 1.0, 1.0}, {0.0, 0.0, 0.0, 0.0, 1.0}, {0.0, 0.02, 0.02, 0.02, 1.0}}) {
    const Response response = read(rms);
    EXPECT_GE(response.saturation, response.dead_zone + kSmallestRange);
    EXPECT_LE(response.saturation, 1.0);
  }
}

TEST(ReadResponse, NothingMovesOrNotFinite) {
  EXPECT_EQ(read({0, 0, 0, 0, 0}).dead_zone, 0.0);
  EXPECT_EQ(read({0, 0, 0, 0, 0}).saturation, 1.0);
  EXPECT_EQ(read({0, std::numeric_limits<double>::quiet_NaN(), 0, 0, 1}).saturation, 1.0);
}

}  // namespace
}  // namespace doppel::face
