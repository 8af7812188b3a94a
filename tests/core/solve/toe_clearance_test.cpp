// Tests of toes over the floor, and of how low a foot reaches at any turn.
#include "solve/toe_clearance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "body_fixtures.hpp"

namespace doppel::solve {
namespace {

using math::Quat;
using test::RandomMotion;

TEST(ToeClearance, LiftsTheTipToWhereItHasToBeAndNoFurther) {
  RandomMotion random(191);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 tip = random.vector(0.1);
    const double least = random.uniform(-0.1, 0.05);
    const Quat lift = ToeClearance{tip, least}.run();
    EXPECT_NEAR(glm::length(lift), 1.0, 1e-12);
    if (tip.y >= least) {
      EXPECT_EQ(lift, math::kIdentity);
      continue;
    }
    EXPECT_LE(math::angle_between(lift, math::kIdentity), ToeClearance::kMostLift + 1e-9);
    const Vec3 lifted = lift * tip;
    if (math::angle_between(lift, math::kIdentity) < ToeClearance::kMostLift - 1e-9) {
      EXPECT_NEAR(lifted.y, std::min(least, glm::length(tip)), 1e-9);
    }
    EXPECT_GE(lifted.y, tip.y - 1e-12);
    // Straight up: it points where it pointed.
    if (std::hypot(lifted.x, lifted.z) > 1e-4) {
      EXPECT_NEAR(math::angle_about(math::kUp, tip, lifted), 0.0, 1e-6);
    }
  }
}

TEST(ToeClearance, NothingComesOfNothing) {
  for (const Vec3& tip : {Vec3(0.0), Vec3(0.0, -0.05, 0.0), Vec3(std::nan(""), -0.01, 0.05)}) {
    EXPECT_EQ((ToeClearance{tip, 0.0}.run()), math::kIdentity);
  }
  EXPECT_EQ((ToeClearance{Vec3(0.0, -0.01, 0.05), std::nan("")}.run()), math::kIdentity);
}

TEST(ToeFloor, HoldsToesOfStandingFeetAndLetsThoseOfLiftedFeetHang) {
  EXPECT_EQ(toe_floor(-0.02), -0.02);  // the performer's own sole is under its floor
  EXPECT_EQ(toe_floor(0.008), 0.008);
  EXPECT_EQ(toe_floor(0.05), 0.0);
  double last = toe_floor(-0.01);
  for (double sole = -0.01; sole < 0.08; sole += 1e-4) {
    EXPECT_LT(std::abs(toe_floor(sole) - last), 3e-4);
    EXPECT_LE(toe_floor(sole), sole + 1e-12);
    last = toe_floor(sole);
  }
}

/// A flat shoe 8 cm wide, ankle 10 cm over it.
rig::FootSole shoe() {
  const Vec3 edge(0.04, 0.0, 0.0);
  return {{Vec3(0.0, -0.1, -0.05), edge}, {Vec3(0.0, -0.1, 0.14), edge}, {Vec3(0.0, -0.1, 0.22), edge}};
}

TEST(FootSole, ReachesAsLowAsItsLowestCorner) {
  const rig::FootSole sole = shoe();
  rig::FootSole stiff = sole;
  stiff.is_rigid = true;
  EXPECT_NEAR(sole.height(math::kIdentity), -0.1, 1e-12);
  for (const double pitch : {-25.0, -10.0, 15.0, 35.0}) {
    for (const double roll : {-8.0, 0.0, 6.0}) {
      const Quat turn = math::about(math::kLeft, pitch * math::kRadian) * math::about(math::kForward, roll * math::kRadian);
      const auto lowest = [&turn](std::initializer_list<double> along) {
        double low = 1.0;
        for (const double z : along) {
          for (const double x : {-0.04, 0.04}) low = std::min(low, (turn * Vec3(x, -0.1, z)).y);
        }
        return low;
      };
      // What gives about flat is less than a millimetre, and never more than there is.
      EXPECT_NEAR(sole.height(turn), lowest({-0.05, 0.14}), 0.001) << pitch << " " << roll;
      EXPECT_GE(sole.height(turn), lowest({-0.05, 0.14}) - 1e-12);
      EXPECT_NEAR(stiff.height(turn), lowest({-0.05, 0.14, 0.22}), 0.001) << pitch << " " << roll;
    }
  }
}

// A standing foot's turns are noise about flat: its height has no corner there.
TEST(FootSole, IsSmoothAboutItsFlatPlace) {
  for (const Vec3& axis : {math::kLeft, math::kForward}) {
    const auto at = [&axis](double degrees) { return shoe().height(math::about(axis, degrees * math::kRadian)); };
    const double step = 0.02;
    const double bend = at(step) - 2.0 * at(0.0) + at(-step);
    const double corner = 2.0 * 0.04 * step * math::kRadian;  // of the hard edge
    EXPECT_LT(std::abs(bend), 0.2 * corner);
  }
}

TEST(FootSole, TheRigTakesItBeforeItsGuesses) {
  const rig::FootSole sole{{Vec3(0.0, -0.1, -0.05)}, {Vec3(0.0, -0.12, 0.15)}, {Vec3(0.0, -0.1, 0.25)}};
  rig::RigOptions options;
  options.soles[0] = sole;
  const test::Body body(test::BodyShape{}, options);
  EXPECT_NEAR(body.rig.measures.ankle_height, 0.12, 1e-12);
  EXPECT_NEAR(body.rig.measures.standing_hips, 0.06 + 0.8 + 0.12, 1e-9);
  const Quat up = math::about(math::kLeft, 0.5);  // on the ball
  EXPECT_NEAR(lowest_below(body.rig.measures, up, 0), -(up * sole.ball.middle).y, 1e-12);
  const Quat back = math::about(math::kLeft, -0.5);  // on the heel
  EXPECT_NEAR(lowest_below(body.rig.measures, back, 0), -(back * sole.heel.middle).y, 1e-12);
  // The right foot has none of its own: the common ankle, the ball where the toes begin.
  EXPECT_NEAR(lowest_below(body.rig.measures, math::kIdentity, 1), 0.12, 1e-12);
  options.ankle_height = 0.07;
  EXPECT_NEAR(test::Body(test::BodyShape{}, options).rig.measures.ankle_height, 0.07, 1e-12);
}

}  // namespace
}  // namespace doppel::solve
