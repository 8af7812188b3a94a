// Tests of how far hips rise or sink so that knees bend as the performer's.
#include "solve/hip_support.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "random_motion.hpp"

namespace doppel::solve {
namespace {

/// A leg of 0.8 m straight below its thigh, `distance` long, that shall be `extension` of its length.
HipSupport::Leg leg_of(double distance, double extension) {
  return {{0, 0.1 + distance, 0}, {0, 0.1, 0}, 0.8, extension, 1.0, 1.0, 1.0};
}

HipSupport both(const HipSupport::Leg& left, const HipSupport::Leg& right) { return {{left, right}, 0.2}; }

TEST(HipSupport, LeavesHipsWhereKneesBendAsThePerformers) {
  test::RandomMotion random(63);
  for (int i = 0; i < 2000; ++i) {
    HipSupport support;
    support.lowest = 0.2;
    for (HipSupport::Leg& leg : support.legs) {
      leg.thigh = Vec3(random.uniform(-0.1, 0.1), random.uniform(0.6, 0.8), 0.0);
      leg.ankle = Vec3(random.uniform(-0.2, 0.2), 0.1, random.uniform(-0.3, 0.3));
      leg.length = 0.9;
      leg.extension = glm::distance(leg.thigh, leg.ankle) / leg.length;
      leg.stands = random.uniform(0.0, 1.0);
      leg.near_floor = random.uniform(0.0, 1.0);
    }
    EXPECT_EQ(support.run(), 0.0) << i;
  }
}

TEST(HipSupport, OneLegBendsAsThePerformers) {
  EXPECT_NEAR(both(leg_of(0.79, 0.98), {}).run(), 0.784 - 0.79, 1e-4);
  EXPECT_NEAR(both({}, leg_of(0.775, 0.98)).run(), 0.784 - 0.775, 1e-4);
}

TEST(HipSupport, OfTwoLegsTheStraighterOneAndTheOneThatStandsSayMore) {
  // The first wants 5 mm up, the second 5 mm down.
  HipSupport support = both(leg_of(0.7942, 0.999), leg_of(0.765, 0.95));
  EXPECT_GT(support.run(), 0.003);
  support.legs[0].stands = 0.0;
  const double on_its_way = support.run();
  EXPECT_LT(on_its_way, 0.003);
  EXPECT_GT(on_its_way, -0.005);
  // Left and right are alike.
  std::swap(support.legs[0], support.legs[1]);
  EXPECT_NEAR(support.run(), on_its_way, 1e-9);
}

TEST(HipSupport, ABodyThatSquatsStaysWhereItIs) {
  // Wants 8 cm down; knees that are bent so far have a three-hundredth of their say.
  const double rise = both(leg_of(0.56, 0.6), {}).run();
  EXPECT_LT(rise, 0.0);
  EXPECT_GT(rise, -0.004);
}

TEST(HipSupport, IsBoundedAndSmoothWhereFeetAreOutOfReach) {
  double last = both(leg_of(0.78, 0.98), leg_of(0.78, 0.98)).run();
  for (double distance = 0.78; distance < 1.2; distance += 0.0005) {
    const double rise = both(leg_of(distance, 0.98), leg_of(0.78, 0.98)).run();
    EXPECT_LE(rise, last + 1e-9) << distance;
    EXPECT_GT(rise, last - 0.0006) << distance;
    EXPECT_GE(rise, -0.2);
    last = rise;
  }
  EXPECT_LE(both(leg_of(0.4, 1.0), leg_of(0.4, 1.0)).run(), 0.04 * 0.8 + 1e-9);
}

TEST(HipSupport, CopiedLegsAskForNothing) {
  HipSupport support = both(leg_of(0.79, 0.9), leg_of(0.79, 0.9));
  EXPECT_LT(support.run(), -0.01);
  for (HipSupport::Leg& leg : support.legs) leg.weight = 0.0;
  EXPECT_EQ(support.run(), 0.0);
}

TEST(HipSupport, FeetHighInTheAirAndBadNumbersCountForNothing) {
  HipSupport support = both(leg_of(0.79, 0.9), leg_of(0.79, 0.9));
  for (HipSupport::Leg& leg : support.legs) leg.stands = leg.near_floor = 0.0;
  EXPECT_EQ(support.run(), 0.0);
  support = both({}, {});
  EXPECT_EQ(support.run(), 0.0);
  support = both(leg_of(0.79, 0.98), leg_of(0.79, std::nan("")));
  EXPECT_NEAR(support.run(), -0.006, 1e-4);
  support.legs[0].thigh.y = std::nan("");
  EXPECT_EQ(support.run(), 0.0);
  support = both(leg_of(0.79, 0.98), {});
  support.lowest = std::nan("");
  EXPECT_EQ(support.run(), 0.0);
  support.lowest = 0.0;
  EXPECT_GT(support.run(), -1e-9);
}

}  // namespace
}  // namespace doppel::solve
