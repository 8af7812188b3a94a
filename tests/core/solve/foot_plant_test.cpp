// Tests of how firmly a performer's foot stands, and of how a foot on its way gives along its leg.
#include "solve/foot_plant.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace doppel::solve {
namespace {

constexpr double kLeg = 0.8;

FootPlace at(double z, double ball_z, double sole, double time) { return {{0, 0.1 + sole, z}, {0, sole, ball_z}, sole, time}; }

TEST(FootPlant, StandsOnTheFloorAndNotInTheAirWhateverCameBefore) {
  FootPlant foot;
  EXPECT_EQ(foot.stands(at(0, 0.1, 0.0, 0.0), kLeg), 1.0);
  foot.reset();
  EXPECT_EQ(foot.stands(at(0, 0.1, 0.2, 0.0), kLeg), 0.0);
  EXPECT_GT(foot.near_floor(), 0.0);
  foot.stands(at(0, 0.1, 0.3, 0.1), kLeg);
  EXPECT_EQ(foot.near_floor(), 0.0);
  foot.stands(at(0, 0.1, 0.04, 0.2), kLeg);
  EXPECT_EQ(foot.near_floor(), 1.0);
}

TEST(FootPlant, LetsGoOverSixtyMillisecondsAndComesDownAtOnce) {
  FootPlant foot;
  foot.stands(at(0, 0.1, 0.0, 0.0), kLeg);
  EXPECT_NEAR(foot.stands(at(0.06, 0.16, 0.0, 0.06), kLeg), std::exp(-1.0), 1e-9);  // 1 m/s
  EXPECT_NEAR(foot.stands(at(0.12, 0.22, 0.0, 0.12), kLeg), std::exp(-2.0), 1e-9);
  EXPECT_EQ(foot.stands(at(0.12, 0.22, 0.0, 0.18), kLeg), 1.0);
}

TEST(FootPlant, AFootThatRollsOnItsBallStands) {
  FootPlant foot;
  foot.stands(at(0, 0.1, 0.0, 0.0), kLeg);
  EXPECT_EQ(foot.stands(at(0.05, 0.1, 0.0, 0.05), kLeg), 1.0);
}

TEST(FootPlant, IsMeasuredByTheLeg) {
  for (const auto& [leg, expected] : {std::pair{0.4, 0.0}, {1.6, 1.0}}) {
    FootPlant foot;
    foot.stands(at(0, 0.1, 0.2, 0.0), leg);                                  // in the air: 0
    foot.stands(at(0, 0.1, 0.0, 0.1), leg);                                  // comes down at 2 m/s: still 0
    EXPECT_EQ(foot.stands(at(0.02, 0.12, 0.0, 0.2), leg), expected) << leg;  // 0.2 m/s
  }
}

TEST(FootPlant, TheSameFrameBadNumbersAndPausesTellNothing) {
  FootPlant foot;
  foot.stands(at(0, 0.1, 0.0, 0.0), kLeg);
  const double before = foot.stands(at(0.01, 0.11, 0.0, 0.01), kLeg);
  EXPECT_LT(before, 1.0);
  EXPECT_EQ(foot.stands(at(5.0, 5.1, 0.0, 0.01), kLeg), before);
  EXPECT_EQ(foot.stands(at(std::nan(""), 0.1, 0.0, 0.02), kLeg), before);
  EXPECT_EQ(foot.stands(at(0.0, 0.1, 0.0, std::nan("")), kLeg), before);
  EXPECT_EQ(foot.stands(at(0.02, 0.12, 0.0, 0.02), 0.0), before);
  EXPECT_EQ(foot.stands(at(3.0, 3.1, 0.0, 1.0), kLeg), 1.0);
}

TEST(FootYield, AFootInTheAirGoesWhereTheKneeBendsAsThePerformers) {
  for (const double wanted : {-0.002, -0.001, 0.001, 0.002}) {
    EXPECT_NEAR((FootYield{0.7, 0.7 + wanted, 0.1, 0.0}.run()), 0.7 + wanted, 1e-5) << wanted;
  }
  EXPECT_EQ((FootYield{0.7, 0.7, 0.1, 0.0}.run()), 0.7);
}

TEST(FootYield, AStandingFootStays) {
  EXPECT_EQ((FootYield{0.7, 0.72, 0.0, 1.0}.run()), 0.7);
  EXPECT_GT((FootYield{0.7, 0.68, 0.0, 1.0}.run()), 0.698);
}

TEST(FootYield, GivesAFewCentimetresAtMostAndLessTowardsTheFloor) {
  double last = 0.0;
  for (double wanted = 0.01; wanted < 0.3; wanted += 0.01) {
    const double up = 0.7 - FootYield{0.7, 0.7 - wanted, 0.0, 0.0}.run();
    const double down = FootYield{0.7, 0.7 + wanted, 0.0, 0.0}.run() - 0.7;
    EXPECT_GT(up, last) << wanted;
    EXPECT_LT(up, 0.04) << wanted;
    EXPECT_GT(down, 0.0) << wanted;
    EXPECT_LT(down, up) << wanted;
    last = up;
  }
  EXPECT_EQ((FootYield{0.7, std::nan(""), 0.1, 0.0}.run()), 0.7);
}

}  // namespace
}  // namespace doppel::solve
