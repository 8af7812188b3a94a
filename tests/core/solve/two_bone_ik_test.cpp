// Tests of two-bone inverse kinematics by edge, of its reach, its bend and its blending, with 100,000 seeded inputs.
#include "solve/two_bone_ik.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "body_fixtures.hpp"
#include "solve/limb_bend.hpp"
#include "solve/limb_blend.hpp"

namespace doppel::solve {
namespace {

using math::kIdentity;
using test::RandomMotion;

TwoBoneIk straight_leg(const Vec3& target) { return {{0, 1, 0}, {0, 0.6, 0}, {0, 0.2, 0}, target, {0, 0, 1}}; }

double knee_degrees(const TwoBoneIk& ik) {
  return math::angle_between(ik.solved_middle - ik.root, ik.solved_end - ik.solved_middle) / math::kRadian;
}

TEST(TwoBoneIk, ReachesWhatIsInReachOnTheSideOfTheBend) {
  RandomMotion random(41);
  for (int i = 0; i < 5000; ++i) {
    TwoBoneIk ik;
    ik.root = random.vector(2.0);
    ik.middle = ik.root + random.direction() * random.uniform(0.1, 1.0);
    ik.end = ik.middle + random.direction() * random.uniform(0.1, 1.0);
    const double upper = glm::distance(ik.root, ik.middle);
    const double lower = glm::distance(ik.middle, ik.end);
    const double least = std::abs(upper - lower) + 1e-4;
    const Vec3 line = random.direction();
    ik.target = ik.root + line * random.uniform(least, std::max(least, 0.97 * (upper + lower)));
    ik.bend = random.direction();
    ASSERT_TRUE(ik.run());
    EXPECT_LT(glm::distance(ik.solved_end, ik.target), 1e-6);
    EXPECT_NEAR(glm::distance(ik.solved_middle, ik.root), upper, 1e-9);
    EXPECT_NEAR(glm::distance(ik.solved_end, ik.solved_middle), lower, 1e-9);
    const Vec3 off = ik.solved_middle - ik.root - glm::dot(ik.solved_middle - ik.root, line) * line;
    EXPECT_GE(glm::dot(off, ik.bend), -1e-9);
    // The turns take the bones there: upper first, then lower.
    const Vec3 middle = ik.root + ik.upper_turn * (ik.middle - ik.root);
    const Vec3 end = middle + ik.lower_turn * ik.upper_turn * (ik.end - ik.middle);
    EXPECT_LT(glm::distance(middle, ik.solved_middle), 1e-9);
    EXPECT_LT(glm::distance(end, ik.solved_end), 1e-9);
  }
}

TEST(TwoBoneIk, Edges) {
  TwoBoneIk at_root = straight_leg({0, 1, 0});
  ASSERT_TRUE(at_root.run());
  EXPECT_NEAR(knee_degrees(at_root), 180.0, 1e-3);  // folded
  EXPECT_TRUE(math::is_finite(at_root.solved_middle));

  TwoBoneIk beyond = straight_leg({0, -5, 0});
  ASSERT_TRUE(beyond.run());
  EXPECT_NEAR(glm::distance(beyond.root, beyond.solved_end), 0.8, 1e-6);
  EXPECT_NEAR(knee_degrees(beyond), 0.0, 0.1);

  TwoBoneIk parallel = straight_leg({0, 0.4, 0});
  parallel.bend = {0, -3, 0};
  ASSERT_TRUE(parallel.run());
  EXPECT_LT(glm::distance(parallel.solved_end, parallel.target), 1e-9);

  TwoBoneIk no_bone = straight_leg({0, 0.5, 0});
  no_bone.middle = no_bone.root;
  EXPECT_FALSE(no_bone.run());
  EXPECT_EQ(no_bone.upper_turn, kIdentity);

  TwoBoneIk nan = straight_leg({0, std::nan(""), 0});
  EXPECT_FALSE(nan.run());
  EXPECT_EQ(nan.lower_turn, kIdentity);

  TwoBoneIk uneven{{0, 0, 0}, {0.7, 0, 0}, {0.8, 0, 0}, {0.1, 0, 0}, {0, 1, 0}};
  ASSERT_TRUE(uneven.run());  // nearer than the bones' difference: as near as can be
  EXPECT_NEAR(glm::distance(uneven.solved_end, uneven.root), 0.6, 1e-6);
}

TEST(TwoBoneIk, NoNumberComesOutOfOneHundredThousandBadInputs) {
  RandomMotion random(42);
  for (int i = 0; i < 100000; ++i) {
    double numbers[15];
    for (double& number : numbers) number = random.whole(0, 5) == 0 ? random.degenerate() : random.uniform(-1.0, 1.0);
    const auto v = [&](int k) { return Vec3(numbers[k], numbers[k + 1], numbers[k + 2]); };
    TwoBoneIk ik{v(0), v(3), v(6), v(9), v(12), random.uniform(-1.0, 2.0)};
    if (random.whole(0, 3) == 0) ik.target = ik.root;
    if (random.whole(0, 9) == 0) ik.middle = ik.root;
    if (random.whole(0, 9) == 0) ik.bend = ik.target - ik.root;
    const bool is_done = ik.run();
    ASSERT_NEAR(glm::length(ik.upper_turn), 1.0, 1e-6);
    ASSERT_NEAR(glm::length(ik.lower_turn), 1.0, 1e-6);
    if (is_done) {
      ASSERT_TRUE(math::is_finite(ik.solved_middle) && math::is_finite(ik.solved_end));
    }
  }
}

TEST(TwoBoneIk, MirroredInIsMirroredOut) {
  RandomMotion random(43);
  for (int i = 0; i < 2000; ++i) {
    TwoBoneIk ik{random.vector(1.0), random.vector(1.0), random.vector(1.0), random.vector(1.5), random.vector(1.0)};
    TwoBoneIk mirror{math::mirrored(ik.root), math::mirrored(ik.middle), math::mirrored(ik.end), math::mirrored(ik.target),
                     math::mirrored(ik.bend)};
    ASSERT_EQ(ik.run(), mirror.run());
    EXPECT_LT(glm::distance(math::mirrored(ik.solved_middle), mirror.solved_middle), 1e-9);
    EXPECT_LT(math::angle_between(math::mirrored(ik.upper_turn), mirror.upper_turn), 1e-6);
    EXPECT_LT(math::angle_between(math::mirrored(ik.lower_turn), mirror.lower_turn), 1e-6);
  }
}

TEST(TwoBoneIk, TheKneeAngleIsContinuousFrom90To110PercentOfReachAndBack) {
  double last = -1.0;
  for (int mm = 720; mm <= 880; ++mm) {
    TwoBoneIk ik = straight_leg({0, 1.0 - mm * 0.001, 0});
    ASSERT_TRUE(ik.run());
    const double angle = knee_degrees(ik);
    if (last >= 0.0) {
      EXPECT_LE(angle, last + 1e-9);       // straighter and straighter
      EXPECT_LT(last - angle, 1.5) << mm;  // a millimetre of 0.8 m at 90 % of reach is 0.16 degrees of each bone
    }
    last = angle;
    EXPECT_GE(ik.solved_middle.z, -1e-12);  // never to the other side
  }
}

TEST(SoftReach, IsTheTargetUpToItsStartAndNeverPassesTheLength) {
  EXPECT_EQ(soft_reach(0.5, 1.0, 0.97), 0.5);
  EXPECT_EQ(soft_reach(0.97, 1.0, 0.97), 0.97);
  EXPECT_EQ(soft_reach(1.2, 1.0, 1.0), 1.0);
  EXPECT_EQ(soft_reach(0.999, 1.0, 1.0), 0.999);
  double last = 0.97;
  for (double d = 0.97; d < 3.0; d += 0.001) {
    const double soft = soft_reach(d, 1.0, 0.97);
    EXPECT_GE(soft, last);
    EXPECT_LE(soft, 1.0);
    EXPECT_LE(soft - last, 0.001 + 1e-9);
    last = soft;
  }
}

TEST(LimbBend, GivesTheSourceItselfOnEqualLimbs) {
  RandomMotion random(44);
  for (int i = 0; i < 2000; ++i) {
    LimbBend bend;
    bend.source_root = random.vector(1.0);
    bend.source_middle = bend.source_root + random.direction() * 0.4;
    bend.source_end = bend.source_middle + random.direction() * 0.4;
    bend.target_root = bend.source_root;
    bend.target_end = bend.source_end;
    bend.target_length = 0.8;
    ASSERT_TRUE(bend.run());
    EXPECT_LT(glm::distance(bend.seed_middle, bend.source_middle), 1e-9);
    TwoBoneIk ik{bend.target_root,
                 bend.source_root + Vec3(0.4, 0, 0),
                 bend.source_root + Vec3(0.8, 0, 0),
                 bend.target_end,
                 bend.direction,
                 bend.extension,
                 bend.height};
    ASSERT_TRUE(ik.run());
    EXPECT_LT(glm::distance(ik.solved_middle, bend.source_middle), 1e-5);
  }
}

TEST(LimbBend, ReversedKneesStayReversedAndScaleToTheTarget) {
  LimbBend bend{{0, 1, 0}, {0, 0.6, -0.1}, {0, 0.2, 0}, {0.5, 0.6, 0}, {0.5, 0.2, 0}, 0.4, {0, 0, 1}};
  ASSERT_TRUE(bend.run());
  EXPECT_NEAR(bend.direction.z, -1.0, 1e-9);
  const double source_length = 2.0 * std::hypot(0.4, 0.1);
  EXPECT_NEAR(bend.height, 0.1 * 0.4 / source_length, 1e-9);
}

TEST(LimbBend, AStraightSourceBendsAsTheJointItselfAndNothingJumpsOnTheWay) {
  Vec3 last(0, 0, 1);
  for (int i = 0; i <= 400; ++i) {
    const double off = i * 1e-4;  // sideways
    LimbBend bend{{0, 1, 0}, {off, 0.6, 0}, {0, 0.2, 0}, {0, 1, 0}, {0, 0.25, 0}, 0.8, {0, 0, 1}};
    ASSERT_TRUE(bend.run());
    EXPECT_NEAR(glm::length(bend.direction), 1.0, 1e-9);
    EXPECT_LT(math::angle_between(last, bend.direction), 3.0 * math::kRadian);
    last = bend.direction;
  }
  EXPECT_NEAR(last.x, 1.0, 1e-9);
  LimbBend nothing{{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 0.2, 0}, 0.8, {0, 0, 1}};
  EXPECT_FALSE(nothing.run());
  EXPECT_EQ(nothing.direction, Vec3(0, 0, 1));
}

TEST(BendMemory, TurnsByNoMoreThan90DegreesAFrame) {
  BendMemory memory;
  EXPECT_EQ(memory.limited({0, 0, 1}, math::kUp), Vec3(0, 0, 1));
  const Vec3 half = memory.limited({0.1, 0, -0.995}, math::kUp);
  EXPECT_NEAR(math::angle_between(half, Vec3(0, 0, 1)), 0.5 * std::numbers::pi, 1e-9);
  EXPECT_GT(half.x, 0.99);
  EXPECT_LT(glm::distance(memory.limited({0.1, 0, -0.995}, math::kUp), Vec3(0.1, 0, -0.995)), 1e-9);
  memory.reset();
  EXPECT_EQ(memory.limited({0, 0, -1}, math::kUp), Vec3(0, 0, -1));
}

class LimbBlendTest : public ::testing::Test {
 protected:
  test::Body body_ = test::make_body({});
  std::size_t upper_ = test::bone("leftUpperLeg");
  std::size_t lower_ = test::bone("leftLowerLeg");
  std::size_t end_ = test::bone("leftFoot");

  TwoBoneIk solved(const rig::HumanPose& pose, const Vec3& moved) const {
    TwoBoneIk ik{pose.positions[upper_],
                 pose.positions[lower_],
                 pose.positions[end_],
                 pose.positions[end_] + moved,
                 pose.rotations[upper_] * math::kForward,
                 1.0};
    EXPECT_TRUE(ik.run());
    return ik;
  }
};

TEST_F(LimbBlendTest, WeightZeroLeavesEveryBit) {
  RandomMotion random(45);
  for (int i = 0; i < 200; ++i) {
    rig::HumanPose pose = test::human_pose(body_, test::random_angles(random));
    const rig::HumanPose before = pose;
    const TwoBoneIk ik = solved(pose, random.vector(0.3));
    ASSERT_TRUE((LimbBlend{&body_.rig, 1.0, upper_, lower_, end_, &ik, 0.0, 1.0, &pose}).run());
    for (std::size_t b = 0; b < kHumanBoneCount; ++b) {
      EXPECT_EQ(pose.rotations[b], before.rotations[b]);
      EXPECT_EQ(pose.positions[b], before.positions[b]);
    }
  }
}

TEST_F(LimbBlendTest, WeightOneReachesAndKeepsTheEndsRotationAndItsChildren) {
  RandomMotion random(46);
  for (int i = 0; i < 500; ++i) {
    rig::HumanPose pose = test::human_pose(body_, test::random_angles(random));
    const rig::HumanPose before = pose;
    const TwoBoneIk ik = solved(pose, random.vector(0.05));
    ASSERT_TRUE((LimbBlend{&body_.rig, 1.0, upper_, lower_, end_, &ik, 1.0, 1.0, &pose}).run());
    EXPECT_LT(glm::distance(pose.positions[end_], ik.solved_end), 1e-9);
    EXPECT_EQ(pose.rotations[end_], before.rotations[end_]);
    EXPECT_EQ(pose.rotations[test::bone("leftToes")], before.rotations[test::bone("leftToes")]);
    EXPECT_EQ(pose.rotations[test::bone("rightFoot")], before.rotations[test::bone("rightFoot")]);
  }
}

TEST_F(LimbBlendTest, BetweenTheTwoLengthsHoldAndTheEndRidesWithoutItsOwnWeight) {
  RandomMotion random(47);
  for (int i = 0; i < 500; ++i) {
    rig::HumanPose pose = test::human_pose(body_, test::random_angles(random));
    const rig::HumanPose before = pose;
    const TwoBoneIk ik = solved(pose, random.vector(0.3));
    ASSERT_TRUE((LimbBlend{&body_.rig, 1.0, upper_, lower_, end_, &ik, random.uniform(0.01, 1.0), 0.0, &pose}).run());
    EXPECT_NEAR(glm::distance(pose.positions[upper_], pose.positions[lower_]), 0.4, 1e-5);
    EXPECT_NEAR(glm::distance(pose.positions[lower_], pose.positions[end_]), 0.4, 1e-5);
    const auto against_lower = [&](const rig::HumanPose& p) { return glm::conjugate(p.rotations[lower_]) * p.rotations[end_]; };
    EXPECT_LT(math::angle_between(against_lower(pose), against_lower(before)), 1e-6);
  }
}

}  // namespace
}  // namespace doppel::solve
