// Tests of hips, ankles and the pelvis drop: soles on the floor, straight knees, strides of other sizes.
#include "solve/hip_height.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "random_motion.hpp"
#include "solve/pelvis_drop.hpp"

namespace doppel::solve {
namespace {

using test::RandomMotion;

rig::BodyMeasures body(double leg, double ankle, double pelvis) {
  rig::BodyMeasures m;
  m.leg[0] = m.leg[1] = leg;
  m.ankle_height = ankle;
  m.hips_to_thigh = pelvis;
  m.standing_hips = leg + ankle + pelvis;
  return m;
}

TEST(RootSpace, WithEqualAnklesAndPelvisItIsTheSeedsLegDifference) {
  const RootSpace space{body(0.8, 0.08, 0.06), body(0.9, 0.08, 0.06), 1.0};
  EXPECT_NEAR(space.leg_height_offset(), 0.1, 1e-12);
  EXPECT_NEAR(space.hips({1.0, 0.94, 2.0}, 1.0, 0.0, 0.0).y, 1.04, 1e-12);
  EXPECT_NEAR(space.hips({1.0, 0.94, 2.0}, 0.25, 0.0, 0.0).y, 0.965, 1e-12);
  EXPECT_NEAR(space.hips({1.0, 0.94, 2.0}, 0.0, 0.02, -0.05).y, 0.91, 1e-12);
}

TEST(RootSpace, StandingStraightTheLegIsAsLongAsTheWayFromHipToAnkle) {
  RandomMotion random(61);
  for (int i = 0; i < 500; ++i) {
    const auto source = body(random.uniform(0.6, 1.0), random.uniform(0.05, 0.12), random.uniform(-0.02, 0.15));
    const auto target =
        body(random.uniform(0.3, 1.6), source.ankle_height + random.uniform(-0.03, 0.08), random.uniform(-0.02, 0.15));
    for (const RootMotion motion : {RootMotion::kWorld, RootMotion::kScaled}) {
      const RootSpace space{source, target, random.uniform(0.5, 2.0), motion, {0.4, 0.0, -0.3}};
      const double floor = random.uniform(-0.2, 0.2);
      const Vec3 hips = space.hips({0, source.standing_hips, 0}, 1.0, floor, 0.0);
      const Vec3 ankle = space.ankle({0, source.ankle_height, 0}, floor);
      EXPECT_NEAR(ankle.y, target.ankle_height * space.scale + floor, 1e-9);
      EXPECT_NEAR(hips.y - target.hips_to_thigh * space.scale - ankle.y, target.leg[0] * space.scale, 1e-9);
      EXPECT_NEAR(hips.x, ankle.x, 1e-9);
      EXPECT_NEAR(hips.z, ankle.z, 1e-9);
    }
  }
}

TEST(RootSpace, ScaledTravelScalesStridesAndLiftsByTheLegsAlone) {
  const RootSpace space{body(0.8, 0.08, 0.06), body(0.4, 0.1, 0.02), 1.0, RootMotion::kScaled, {1, 0, 1}};
  const Vec3 a = space.ankle({1.0, 0.28, 1.7}, 0.0);
  EXPECT_NEAR(a.z, 1.35, 1e-12);
  EXPECT_NEAR(a.y, 0.1 + 0.5 * 0.2, 1e-12);
  EXPECT_NEAR(space.point({1.0, 1.2, 3.0}).z, 2.0, 1e-12);
  const RootSpace world{body(0.8, 0.08, 0.06), body(0.4, 0.1, 0.02), 1.0};
  EXPECT_EQ(world.point({1.0, 1.2, 3.0}), Vec3(1.0, 1.2, 3.0));
  EXPECT_NEAR(world.ankle({1.0, 0.28, 1.7}, 0.0).y, 0.3, 1e-12);
}

TEST(RootSpace, SeatedInScaledModeTheSeatScalesToo) {
  const RootSpace space{body(0.8, 0.08, 0.06), body(0.4, 0.1, 0.02), 1.0, RootMotion::kScaled};
  EXPECT_NEAR(space.hips({0, 0.45, 0}, 0.0, 0.0, 0.0).y, 0.225, 1e-12);
  EXPECT_NEAR(space.hips({0, 0.45, 0}, 0.0, 0.0, 0.0).y, space.point({0, 0.45, 0}).y, 1e-12);
}

// Rigs have the hips' joint anywhere about the pelvis: one of the CMU's 6 cm behind the thighs.
TEST(RootSpace, ThighsAreWhereThePerformersAreWhereverTheHipsJointIs) {
  rig::BodyMeasures source = body(0.8, 0.08, 0.06);
  source.thighs = Vec3(0.0, -0.06, 0.063);
  rig::BodyMeasures target = body(0.7, 0.1, 0.11);
  target.thighs = Vec3(0.0, -0.11, -0.03);
  RandomMotion random(63);
  for (int i = 0; i < 200; ++i) {
    const math::Quat turn = random.rotation_within(1.0);
    const Vec3 at(0.3, 0.9, -0.2);
    const RootSpace world{source, target, 1.3};
    const Vec3 theirs = at + turn * source.thighs;
    const Vec3 own = world.hips(at, 1.0, 0.02, 0.0) + world.thighs(theirs - at, turn, 1.0) + turn * (1.3 * target.thighs);
    EXPECT_NEAR(own.x, theirs.x, 1e-12);
    EXPECT_NEAR(own.z, theirs.z, 1e-12);
    EXPECT_NEAR(own.y, theirs.y + 1.3 * (0.7 + 0.1) - (0.8 + 0.08) + 0.02, 1e-12);
    const RootSpace scaled{source, target, 1.3, RootMotion::kScaled, {0.1, 0.0, 0.1}};
    const Vec3 moved = scaled.hips(at, 1.0, 0.0, 0.0) + scaled.thighs(theirs - at, turn, 1.0) + turn * (1.3 * target.thighs);
    const double ratio = 1.3 * 0.7 / 0.8;
    EXPECT_NEAR(moved.x, 0.1 + ratio * (theirs.x - 0.1), 1e-12);
    EXPECT_NEAR(moved.y, ratio * (theirs.y - 0.08) + 1.3 * 0.1, 1e-12);
    // The same body has nothing to make up for.
    EXPECT_LT(glm::length(RootSpace{source, source, 1.0}.thighs(turn * source.thighs, turn, 1.0)), 1e-12);
  }
}

TEST(RootSpace, FeetStandAsFarApartAsTheHipsAreWider) {
  rig::BodyMeasures source = body(0.8, 0.08, 0.06);
  source.hip_width = 0.2;
  rig::BodyMeasures target = body(0.4, 0.08, 0.06);
  target.hip_width = 0.16;
  EXPECT_NEAR((RootSpace{source, target, 1.0}.stance()), -0.02, 1e-12);
  EXPECT_NEAR((RootSpace{source, target, 1.5}.stance()), 0.02, 1e-12);
  EXPECT_NEAR((RootSpace{source, target, 1.0, RootMotion::kScaled}.stance()), 0.03, 1e-12);
  target.hip_width = 0.0;
  EXPECT_EQ((RootSpace{source, target, 1.0}.stance()), 0.0);
}

// Outwards follows the foot as it goes; a foot that stands and rocks does not slide on an arc.
TEST(StanceMemory, TurnsAsTheFootTravels) {
  const auto degrees = [](const Vec3& v) { return math::angle_about(math::kUp, math::kLeft, v) / math::kRadian; };
  const auto out = [](double d) { return math::yaw(d * math::kRadian) * math::kLeft; };
  StanceMemory memory;
  EXPECT_NEAR(degrees(memory.direction(out(10.0), Vec3(0.0))), 10.0, 1e-9);
  for (const double rocked : {14.0, 6.0, 12.0}) EXPECT_NEAR(degrees(memory.direction(out(rocked), Vec3(0.0))), 10.0, 1e-9);
  EXPECT_NEAR(degrees(memory.direction(out(20.0), Vec3(0.0, 0.0, 0.1))), 20.0 - 10.0 * std::exp(-1.0), 1e-9);
  EXPECT_NEAR(degrees(memory.direction(out(20.0), Vec3(0.0, 0.0, 3.0))), 20.0, 1e-6);
  EXPECT_NEAR(degrees(memory.direction(out(70.0), Vec3(0.0, 0.0, 3.0))), 40.0, 1e-6);  // 30 behind at most
  EXPECT_NEAR(degrees(memory.direction(out(70.0), Vec3(std::nan("")))), 40.0, 1e-6);
  memory.reset();
  EXPECT_NEAR(degrees(memory.direction(out(-90.0), Vec3(0.0))), -90.0, 1e-9);
}

TEST(RootSpace, OnTheBallOfTheFootTheBallIsOnTheFloor) {
  rig::BodyMeasures source = body(0.8, 0.08, 0.06);
  source.ball_forward = 0.14;
  rig::BodyMeasures target = body(0.9, 0.11, 0.06);
  target.ball_forward = 0.10;
  const RootSpace space{source, target, 1.2};
  for (const double degrees : {-30.0, 0.0, 20.0, 50.0}) {  // heel strike to toe off
    const math::Quat turn = math::about(math::kLeft, degrees * math::kRadian);
    const auto lowest = [&](const rig::BodyMeasures& m, double scale) {
      double low = 1.0;
      for (const double z : {m.ball_forward, -0.35 * m.ball_forward})
        low = std::min(low, (turn * (scale * Vec3(0, -m.ankle_height, z))).y);
      return low;
    };
    const Vec3 source_ankle(0, -lowest(source, 1.0), 0);  // it stands on the floor
    EXPECT_NEAR(space.ankle(source_ankle, 0.0, turn).y + lowest(target, 1.2), 0.0, 1e-12) << degrees;
  }
}

/// Boots with a heel, and tips that roll over: what no skeleton tells.
rig::BodyMeasures booted(double leg, double ankle) {
  rig::BodyMeasures target = body(leg, ankle, 0.06);
  target.ball_forward = 0.12;
  for (auto& sole : target.soles) {
    sole = rig::FootSole{{Vec3(0.0, -ankle, -0.07), Vec3(0.03, 0.0, 0.0)},
                         {Vec3(0.0, -ankle, 0.14), Vec3(0.04, 0.0, 0.0)},
                         {Vec3(0.0, -ankle, 0.24), Vec3(0.02, 0.0, 0.0)},
                         true};
  }
  return target;
}

TEST(UnknownSoles, OfLegsAlikeLeaveARaisedAnkleWhereThePerformersIs) {
  rig::BodyMeasures source = body(0.8, 0.08, 0.06);
  source.ball_forward = 0.12;
  const RootSpace space{source, booted(0.8, 0.08), 1.0};
  for (const double degrees : {-40.0, 0.0, 30.0, 70.0}) {
    const math::Quat turn = math::about(math::kLeft, degrees * math::kRadian);
    const Vec3 ankle(0.1, 0.08 + 0.35, 0.2);
    EXPECT_NEAR(glm::distance(space.ankle(ankle, 0.0, turn), ankle), 0.0, 1e-12) << degrees;
  }
}

TEST(UnknownSoles, StandOnTheFloorAndNeverUnderIt) {
  RandomMotion random(64);
  for (int i = 0; i < 2000; ++i) {
    rig::BodyMeasures source = body(0.8, random.uniform(0.06, 0.1), 0.06);
    source.ball_forward = random.uniform(0.1, 0.16);
    const rig::BodyMeasures target = booted(random.uniform(0.6, 1.0), random.uniform(0.06, 0.11));
    const RootSpace space{source, target, random.uniform(0.8, 1.2)};
    const math::Quat turn = math::about(math::kLeft, random.uniform(-0.7, 1.2));
    const double off = random.uniform(-0.05, 0.3);  // of the performer's sole over its floor
    const double height = off < 0.0 ? 0.0 : off;
    const Vec3 ankle(0.0, height + lowest_below(source, turn, 0), 0.0);
    const double sole = space.ankle(ankle, 0.0, turn).y - space.scale * lowest_below(target, turn, 0);
    if (height < kSoleLeaves) {
      EXPECT_NEAR(sole, height, 1e-12);
    } else {
      EXPECT_GT(sole, 0.0) << height;
    }
  }
}

TEST(RootSpace, WithoutLegsNothingIsCorrected) {
  const RootSpace space{body(0.8, 0.08, 0.06), body(0.0, 0.0, 0.0), 2.0, RootMotion::kScaled};
  EXPECT_EQ(space.leg_ratio(), 1.0);
  EXPECT_EQ(space.leg_height_offset(), 0.0);
}

TEST(CalculateAutoFloorHeight, PutsTheLeftLegAtTheAskedExtension) {
  const RootSpace space{body(0.8, 0.08, 0.06), body(0.9, 0.1, 0.05), 1.1};
  for (const double comfort : {0.9, 0.97, 1.0}) {
    const double floor = calculate_auto_floor_height(space, 0.94, comfort);
    // Hips by B3 with that floorHeight, ankle standing on a floor that did not move.
    const double thigh = space.hips({0, 0.94, 0}, 1.0, floor, 0.0).y - 0.05 * 1.1;
    EXPECT_NEAR((thigh - 0.1 * 1.1) / (0.9 * 1.1), comfort, 1e-9);
  }
}

TEST(PelvisDrop, LowersTheHipsUntilBothFeetAreInReach) {
  RandomMotion random(62);
  for (int i = 0; i < 3000; ++i) {
    PelvisDrop drop;
    drop.limit = 10.0;
    for (PelvisDrop::Leg& leg : drop.legs) {
      leg = {Vec3(random.uniform(-0.1, 0.1), random.uniform(0.7, 1.2), 0.0),
             Vec3(random.uniform(-0.3, 0.3), 0.1, random.uniform(-0.5, 0.5)), 0.8, 1.0};
    }
    const double lowered = drop.run();
    EXPECT_GE(lowered, 0.0);
    double longest = 0.0;
    double before = 0.0;
    for (const PelvisDrop::Leg& leg : drop.legs) {
      longest = std::max(longest, glm::distance(leg.thigh - Vec3(0, lowered, 0), leg.ankle) - 0.8);
      before = std::max(before, glm::distance(leg.thigh, leg.ankle) - 0.8);
    }
    EXPECT_LT(longest, 0.001);
    if (before <= 0.0) {
      EXPECT_EQ(lowered, 0.0);
    }
  }
}

TEST(PelvisDrop, IsSmoothLimitedAndIgnoresLegsWithoutWeight) {
  PelvisDrop drop;
  drop.limit = 0.2;
  drop.legs[0] = {{0, 1, 0}, {0, 0.1, 0}, 0.9, 1.0};
  EXPECT_EQ(drop.run(), 0.0);
  double last = 0.0;
  double last_slope = 0.0;
  for (int i = 1; i < 100; ++i) {
    drop.legs[0].thigh.y = 1.0 + i * 1e-4;
    const double now = drop.run();
    const double slope = (now - last) / 1e-4;
    EXPECT_GE(now, last);
    EXPECT_LT(std::abs(slope - last_slope), 0.2);
    last = now;
    last_slope = slope;
  }
  drop.legs[0].thigh.y = 3.0;
  EXPECT_EQ(drop.run(), 0.2);
  drop.legs[0].weight = 0.0;
  EXPECT_EQ(drop.run(), 0.0);
  drop.legs[0] = {{0, std::nan(""), 0}, {0, 0, 0}, 0.9, 1.0};
  EXPECT_EQ(drop.run(), 0.0);
}

}  // namespace
}  // namespace doppel::solve
