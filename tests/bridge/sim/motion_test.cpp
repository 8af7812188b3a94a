// Tests of what simulated performers do: limbs keep their lengths, planted feet stay, palms meet, the chair is sat on, nothing
// jumps. Places are taken from forward kinematics written here, not from the poser.
#include "sim/motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>

namespace doppel::sim {
namespace {

using math::Quat;
using math::Vec3;

constexpr std::array kKinds{MotionKind::kWalk, MotionKind::kSit, MotionKind::kClap, MotionKind::kWave, MotionKind::kStand};

struct Places {
  const Skeleton& skeleton;
  std::vector<Vec3> position;
  std::vector<Quat> rotation;

  Places(const Skeleton& from, const Pose& pose) : skeleton(from) {
    for (std::size_t i = 0; i < from.bones.size(); ++i) {
      const std::int32_t parent = from.bones[i].parent;
      const auto p = static_cast<std::size_t>(std::max(0, parent));
      position.push_back(parent < 0 ? pose.root : position[p] + rotation[p] * from.bones[i].offset);
      rotation.push_back(parent < 0 ? pose.rotations[i] : rotation[p] * pose.rotations[i]);
    }
  }
  Vec3 operator[](const char* canonical) const { return position[skeleton.find(canonical).value()]; }
  Quat turn(const char* canonical) const { return rotation[skeleton.find(canonical).value()]; }
};

Places places(Motion& motion, double t) {
  Pose pose;
  motion.pose(t, pose);
  return {motion.skeleton(), pose};
}

TEST(SimMotion, RotationsAreUnitAndFiniteAndOnlyTheTimeMatters) {
  for (const MotionKind kind : kKinds) {
    const std::unique_ptr<Motion> motion = make_motion(kind, {});
    Pose first;
    Pose again;
    for (int i = 0; i < 1500; ++i) {
      const double t = 0.01 * i;
      motion->pose(t, first);
      ASSERT_EQ(first.rotations.size(), 51U);
      for (const Quat& q : first.rotations) ASSERT_NEAR(glm::length(q), 1.0, 1e-9) << to_string(kind) << " at " << t;
      ASSERT_LT(glm::length(first.root), 10.0);
      if (i % 300 != 0) continue;
      motion->pose(t + 123.0, again);
      motion->pose(t, again);
      EXPECT_EQ(first.rotations, again.rotations);
    }
  }
}

// At 240 Hz no bone turns by more than 6 degrees a frame, and none moves faster than 6 m/s.
TEST(SimMotion, NothingJumps) {
  for (const MotionKind kind : kKinds) {
    const std::unique_ptr<Motion> motion = make_motion(kind, {});
    Pose before;
    motion->pose(0.0, before);
    for (int i = 1; i < 240 * 15; ++i) {
      Pose now;
      motion->pose(i / 240.0, now);
      for (std::size_t bone = 0; bone < now.rotations.size(); ++bone) {
        ASSERT_LT(math::angle_between(now.rotations[bone], before.rotations[bone]), 6.0 * math::kRadian)
            << to_string(kind) << ", " << motion->skeleton().bones[bone].canonical << " at " << i / 240.0;
      }
      ASSERT_LT(glm::distance(now.root, before.root), 6.0 / 240.0);
      before = now;
    }
  }
}

// While a foot stands the ball is on one spot and the toes are flat; the two feet together stand more than all the time.
TEST(SimMotion, WalkersFeetDoNotSlide) {
  const std::unique_ptr<Motion> motion = make_motion(MotionKind::kWalk, {});
  for (const char* toes : {"leftToes", "rightToes"}) {
    int standing = 0;
    int longest = 0;
    Vec3 spot(0.0);
    int frames = 0;
    for (int i = 0; i < 240 * 20; ++i) {
      const Vec3 ball = places(*motion, i / 240.0)[toes];
      const bool stands = ball.y < 0.0301 && glm::distance(ball, spot) < 0.001;
      if (stands) {
        ++standing;
        longest = std::max(longest, ++frames);
      } else {
        spot = ball;
        frames = 0;
      }
      ASSERT_GT(ball.y, 0.0295) << toes << " at " << i / 240.0;
    }
    EXPECT_GT(standing, 240 * 20 * (kStanceShare - 0.04)) << toes;
    EXPECT_GT(longest, 240 * (kStanceShare / kWalkCycles - 0.03));
  }
}

TEST(SimMotion, WalkerGoesOnAtTheDocumentedSpeedAndBobsTwiceACycle) {
  const std::unique_ptr<Motion> motion = make_motion(MotionKind::kWalk, {});
  double way = 0.0;
  int turns = 0;
  double last_rise = 0.0;
  for (int i = 1; i <= 1000; ++i) {
    const Vec3 before = places(*motion, 0.01 * (i - 1))["hips"];
    const Vec3 now = places(*motion, 0.01 * i)["hips"];
    way += std::hypot(now.x - before.x, now.z - before.z);
    const double rise = now.y - before.y;
    if (rise * last_rise < 0.0) ++turns;
    last_rise = rise;
  }
  EXPECT_NEAR(way, 10.0 * kWalkSpeed, 0.5);
  EXPECT_NEAR(turns, 10.0 * kWalkCycles * 4.0, 1.0);
}

TEST(SimMotion, KneesBendForwardAndElbowsBackward) {
  for (const MotionKind kind : kKinds) {
    const std::unique_ptr<Motion> motion = make_motion(kind, {});
    for (int i = 0; i < 240; ++i) {
      const Places at = places(*motion, 0.06 * i);
      for (const char* side : {"left", "right"}) {
        const auto bone = [&](const char* name) { return at[(std::string(side) + name).c_str()]; };
        // The knee is in front of the line from hip to ankle, as the pelvis looks.
        const Vec3 line = glm::normalize(bone("Foot") - bone("UpperLeg"));
        const Vec3 out = bone("LowerLeg") - bone("UpperLeg");
        const Vec3 aside = out - line * glm::dot(out, line);
        ASSERT_GT(glm::dot(aside, at.turn("hips") * math::kForward), -1e-6)
            << to_string(kind) << " " << side << " at " << 0.06 * i;
        // The forearm is turned about its hinge only: towards the upper arm's front.
        const Quat elbow =
            glm::conjugate(at.turn((std::string(side) + "UpperArm").c_str())) * at.turn((std::string(side) + "LowerArm").c_str());
        const Vec3 axis = Vec3(elbow.x, elbow.y, elbow.z) * (elbow.w < 0.0 ? -1.0 : 1.0);
        const double sign = std::string_view(side) == "left" ? 1.0 : -1.0;
        ASSERT_LT(axis.y * sign, 1e-9);
        ASSERT_LT(std::hypot(axis.x, axis.z), 1e-6);
      }
    }
  }
}

TEST(SimMotion, PalmsMeetAndPartAsOftenAsDocumented) {
  const std::unique_ptr<Motion> motion = make_motion(MotionKind::kClap, {});
  int meetings = 0;
  bool were_apart = true;
  for (int i = 0; i < 2400; ++i) {
    const Places at = places(*motion, i / 240.0);
    const double gap = glm::distance(at["leftHand"], at["rightHand"]);
    ASSERT_GT(gap, kClapGap - 0.001);
    ASSERT_LT(gap, kClapOpening + 0.001);
    if (were_apart && gap < kClapGap + 0.01) {
      ++meetings;
      were_apart = false;
      // Palms (down in the T-pose) look at each other, fingers point forward.
      EXPECT_GT(glm::dot(at.turn("leftHand") * -math::kUp, -math::kLeft), 0.95);
      EXPECT_GT(glm::dot(at.turn("rightHand") * -math::kUp, math::kLeft), 0.95);
      EXPECT_GT(glm::dot(at.turn("leftHand") * math::kLeft, math::kForward), 0.8);
      EXPECT_GT(glm::dot(at.turn("rightHand") * -math::kLeft, math::kForward), 0.8);
    }
    if (gap > 0.2) were_apart = true;
  }
  EXPECT_NEAR(meetings, 10.0 * kClapsPerSecond, 1.0);
}

TEST(SimMotion, SitterSitsOnTheChairWithFeetThatStay) {
  const std::unique_ptr<Motion> motion = make_motion(MotionKind::kSit, {});
  const Vec3 chair = chair_position(1.0);
  const Places standing = places(*motion, 0.5);
  const Places sitting = places(*motion, 6.0);
  EXPECT_GT(standing["hips"].y, 0.85);
  EXPECT_NEAR(sitting["hips"].x, chair.x, 0.02);
  EXPECT_NEAR(sitting["hips"].z, chair.z, 0.03);
  EXPECT_NEAR(sitting["hips"].y, kSeatHeight + 0.09, 0.02);
  for (int i = 0; i < 600; ++i) {
    const Places at = places(*motion, 0.02 * i);
    ASSERT_LT(glm::distance(at["leftFoot"], standing["leftFoot"]), 0.001) << 0.02 * i;
    ASSERT_LT(glm::distance(at["rightFoot"], standing["rightFoot"]), 0.001);
  }
}

TEST(SimMotion, FingersCloseIntoAFistAndOpen) {
  const std::unique_ptr<Motion> motion = make_motion(MotionKind::kWave, {});
  double nearest = 1.0;
  double farthest = 0.0;
  for (int i = 0; i < 400; ++i) {
    const Places at = places(*motion, 0.01 * i);
    const double apart = glm::distance(at["leftMiddleDistal"], at["leftHand"]);
    nearest = std::min(nearest, apart);
    farthest = std::max(farthest, apart);
    // Fingers fold to the palm, never over the back of the hand.
    const Vec3 tip = glm::conjugate(at.turn("leftHand")) * (at["leftMiddleDistal"] - at["leftHand"]);
    ASSERT_LT(tip.y, 0.01);
  }
  EXPECT_LT(nearest, 0.11);
  EXPECT_GT(farthest, 0.16);
}

// Every spine, neck and height does the same: head, hands and feet are where those of the plain body are.
TEST(SimMotion, EveryShapeStandsAlike) {
  for (int spine = 1; spine <= 7; ++spine) {
    for (int neck = 1; neck <= 3; ++neck) {
      SkeletonShape shape;
      shape.spine_bones = spine;
      shape.neck_bones = neck;
      const Skeleton skeleton = make_skeleton(shape);
      EXPECT_EQ(skeleton.bones.size(), 51U + static_cast<std::size_t>(spine - 2 + neck - 1));
      const Places at(skeleton, {{0.0, kHipHeight, 0.0}, std::vector<Quat>(skeleton.bones.size(), math::kIdentity)});
      EXPECT_NEAR(at["head"].y, 0.918 + 0.076 + 0.204 + 0.203 + 0.130, 1e-9) << spine << ", " << neck;
      EXPECT_NEAR(at["leftHand"].x, 0.037 + 0.119 + 0.286 + 0.228, 1e-9);
      EXPECT_NEAR(at["leftHand"].y, 0.918 + 0.076 + 0.204 + 0.181, 1e-9);
      EXPECT_NEAR(at["rightToes"].y, 0.030, 1e-9);
    }
  }
  SkeletonShape tall;
  tall.height = 2.0;
  const Skeleton skeleton = make_skeleton(tall);
  const std::unique_ptr<Motion> motion = make_motion(MotionKind::kSit, tall);
  EXPECT_NEAR(places(*motion, 0.5)["leftFoot"].y, kAnkleHeight * 2.0 / 1.75, 1e-6);
  tall.has_fingers = false;
  EXPECT_EQ(make_skeleton(tall).bones.size(), 21U);
}

}  // namespace
}  // namespace doppel::sim
