// Tests of straightened rigs, of the adapter between them and a file's joints, and of the map between two rigs.
#include "rig/human_rig.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "body_fixtures.hpp"
#include "rig/retarget_map.hpp"

namespace doppel::rig {
namespace {

using math::kIdentity;
using test::Body;
using test::BodyShape;
using test::bone;
using test::RandomMotion;

TEST(HumanRig, IsTheSameTForEveryRestAndEveryAxes) {
  const Body plain = test::make_body({});
  RandomMotion random(31);
  for (int i = 0; i < 30; ++i) {
    BodyShape shape;
    shape.arm_degrees = random.uniform(0.0, 89.0);
    shape.heading = i % 3 == 0 ? 0.0 : (i % 2 == 0 ? 1.0 : -1.0) * random.uniform(0.1, 3.0);
    shape.axes = static_cast<std::uint32_t>(i);
    shape.scale_above = i % 2 == 0 ? 100.0 : 1.0;
    const Body body = test::make_body(shape);
    ASSERT_EQ(body.rig.count, plain.rig.count);
    for (std::size_t b = 0; b < kHumanBoneCount; ++b) {
      EXPECT_NEAR(glm::distance(body.rig.t_positions[b], plain.rig.t_positions[b]), 0.0, 1e-6) << kHumanBones[b] << " " << i;
    }
    EXPECT_NEAR(body.rig.measures.leg[0], 0.8, 1e-9);
    EXPECT_NEAR(body.rig.measures.arm[1], 0.5, 1e-9);
    EXPECT_NEAR(body.rig.measures.hips_to_thigh, 0.06, 1e-9);
    EXPECT_NEAR(body.rig.measures.standing_hips, 0.94, 1e-9);
    EXPECT_NEAR(body.rig.measures.shoulder_width, 0.32, 1e-9);
  }
}

TEST(HumanRig, ArmsAndLegsLieOnTheAxes) {
  BodyShape shape;
  shape.arm_degrees = 59.0;
  const Body body = test::make_body(shape);
  const auto along = [&](const char* a, const char* b) {
    return glm::normalize(body.rig.t_positions[bone(b)] - body.rig.t_positions[bone(a)]);
  };
  EXPECT_NEAR(glm::distance(along("leftUpperArm", "leftLowerArm"), Vec3(1, 0, 0)), 0.0, 1e-9);
  EXPECT_NEAR(glm::distance(along("leftLowerArm", "leftHand"), Vec3(1, 0, 0)), 0.0, 1e-9);
  EXPECT_NEAR(glm::distance(along("rightUpperArm", "rightHand"), Vec3(-1, 0, 0)), 0.0, 1e-9);
  EXPECT_NEAR(glm::distance(along("leftUpperLeg", "leftFoot"), Vec3(0, -1, 0)), 0.0, 1e-9);
}

TEST(HumanRig, FeetThatAreRolledAtRestAreFlatInTWhereTheyAreSoWhileStanding) {
  const Body plain = test::make_body({});
  const Skeleton& skeleton = plain.skeleton;
  std::vector<JointDescription> joints = test::BodyBuilder(BodyShape{}).joints();
  RigOptions options{0.08, {}};
  for (const std::size_t side : {0U, 1U}) {
    const math::Quat roll = math::about(math::kForward, side == 0 ? -0.42 : 0.35) * math::about(math::kLeft, 0.1);
    for (const std::size_t bone : {5 + side, 19 + side}) {
      const auto joint = static_cast<std::size_t>(plain.rig.joints[bone]);
      const Vec3 up = glm::conjugate(skeleton.rest_rotation_ms(joint)) * math::kUp;
      (bone == 5 + side ? options.standing_feet : options.standing_toes)[side] = up;
      if (bone != 5 + side) continue;
      JointDescription& foot = joints[static_cast<std::size_t>(skeleton.described(joint))];
      foot.local.rotation = foot.local.rotation * roll;
    }
  }
  const Skeleton rolled(joints);
  const HumanoidMap map = map_humanoid(rolled, kNoBones);
  const HumanRig before = make_human_rig(rolled, map, {0.08, {}});
  const HumanRig rig = make_human_rig(rolled, map, options);
  for (const std::size_t bone : {5U, 6U, 19U, 20U}) {
    EXPECT_GT(test::degrees_between(before.t_rotations[bone], plain.rig.t_rotations[bone]), 15.0) << kHumanBones[bone];
    EXPECT_LT(test::degrees_between(rig.t_rotations[bone], plain.rig.t_rotations[bone]), 1e-6) << kHumanBones[bone];
    EXPECT_LT(glm::distance(rig.t_positions[bone], plain.rig.t_positions[bone]), 1e-9) << kHumanBones[bone];
  }
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    if (bone == 5 || bone == 6 || bone == 19 || bone == 20) continue;
    EXPECT_EQ(rig.t_rotations[bone], before.t_rotations[bone]) << kHumanBones[bone];
  }
}

TEST(ClassifyRest, TellsTAndAWithItsAngleAndHangingArms) {
  for (const auto& [degrees, kind] : {std::pair{0.0, RestKind::kT},
                                      {8.0, RestKind::kT},
                                      {-8.0, RestKind::kT},
                                      {30.0, RestKind::kA},
                                      {45.0, RestKind::kA},
                                      {59.0, RestKind::kA},
                                      {88.0, RestKind::kI},
                                      {-40.0, RestKind::kOther}}) {
    for (const double heading : {0.0, 2.0, 3.1}) {
      BodyShape shape;
      shape.arm_degrees = degrees;
      shape.heading = heading;
      const Body body = test::make_body(shape);
      EXPECT_EQ(body.rig.rest.kind, kind) << degrees;
      EXPECT_NEAR(body.rig.rest.arm_degrees[0], degrees, 1e-6);
      EXPECT_NEAR(body.rig.rest.arm_degrees[1], degrees, 1e-6);
      EXPECT_NEAR(body.rig.rest.heading_degrees, heading / math::kRadian, 1e-6);
    }
  }
}

TEST(ClassifyRest, TheBindPoseIsTakenWhereTheRestIsNeither) {
  BodyShape shape;
  const Body t = test::make_body(shape);
  shape.arm_degrees = -50.0;
  const Body raised = test::make_body(shape);
  EXPECT_EQ(&better_rest(raised.skeleton, &t.skeleton, t.map.joints), &t.skeleton);
  EXPECT_EQ(&better_rest(t.skeleton, &raised.skeleton, t.map.joints), &t.skeleton);
  EXPECT_EQ(&better_rest(raised.skeleton, nullptr, t.map.joints), &raised.skeleton);
  EXPECT_EQ(&better_rest(raised.skeleton, &raised.skeleton, t.map.joints), &raised.skeleton);
}

TEST(HumanRig, WithoutHipsItIsRefused) {
  const Body body = test::make_body({});
  EXPECT_THROW(make_human_rig(body.skeleton, HumanoidMap{}), Error);
}

TEST(RestAdapter, LocalRotationsGiveTheTurnsBackOnAnyAxesUnderAnyParent) {
  RandomMotion random(32);
  for (int i = 0; i < 60; ++i) {
    BodyShape shape;
    shape.arm_degrees = random.uniform(0.0, 70.0);
    shape.axes = static_cast<std::uint32_t>(i);
    shape.scale_above = i % 3 == 0 ? 0.01 : 1.0;
    shape.is_mirrored_above = i % 2 == 1;
    if (i % 5 > 2) shape.turn_above = random.rotation();
    const Body body = test::make_body(shape);
    const HumanPose wanted = test::human_pose(body, test::random_angles(random, 2.5));
    const ModelPose model = test::model_of(body.skeleton, test::pose_of(body, wanted));
    HumanPose read;
    RestAdapter::read(body.rig, model, read);
    for (std::size_t b = 0; b < kHumanBoneCount; ++b) {
      if (!body.rig.has(b)) continue;
      EXPECT_NEAR(math::angle_between(read.rotations[b], wanted.rotations[b]), 0.0, 1e-6) << i << kHumanBones[b];
      EXPECT_NEAR(glm::distance(read.positions[b], wanted.positions[b]), 0.0, 1e-6) << i << kHumanBones[b];
    }
  }
}

TEST(HumanPose, KeepsBoneLengthsAndMovesOnlyWhatHangsOnABone) {
  RandomMotion random(33);
  const Body body = test::make_body({});
  HumanPose pose = test::human_pose(body, test::random_angles(random));
  const HumanPose before = pose;
  turn_below(body.rig, bone("leftLowerArm"), random.rotation(), pose);
  place_below(body.rig, 1.0, bone("leftLowerArm"), pose);
  for (std::size_t i = 1; i < body.rig.count; ++i) {
    const std::size_t b = body.rig.order[i];
    const auto parent = static_cast<std::size_t>(body.rig.parents[b]);
    EXPECT_NEAR(glm::distance(pose.positions[b], pose.positions[parent]), glm::length(body.rig.t_offset(b)), 1e-9);
    if (!body.rig.is_below(bone("leftLowerArm"), b)) {
      EXPECT_EQ(pose.rotations[b], before.rotations[b]);
      EXPECT_EQ(pose.positions[b], before.positions[b]);
    }
  }
  EXPECT_EQ(pose.positions[bone("leftLowerArm")], before.positions[bone("leftLowerArm")]);
}

TEST(GroupLast, IsTheLastOfItsGroupOfTheLine) {
  // N = 5 on M = 3: groups [0,1) [1,3) [3,5). N = 3 on 3: one each. N = 1 on 3: only the last has one. N = 2 on 3: [0,0) [0,1)
  // [1,2).
  const auto lasts = [](std::size_t n, std::size_t m) {
    std::vector<int> out;
    for (std::size_t i = 0; i < m; ++i) out.push_back(group_last(i, n, m) ? static_cast<int>(*group_last(i, n, m)) : -1);
    return out;
  };
  EXPECT_EQ(lasts(5, 3), (std::vector<int>{0, 2, 4}));
  EXPECT_EQ(lasts(3, 3), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(lasts(1, 3), (std::vector<int>{-1, -1, 0}));
  EXPECT_EQ(lasts(2, 3), (std::vector<int>{-1, 0, 1}));
  EXPECT_EQ(lasts(4, 2), (std::vector<int>{1, 3}));
  EXPECT_EQ(lasts(7, 1), (std::vector<int>{6}));
}

TEST(RetargetMap, PartsWhatBothHaveAndWhatOneHas) {
  BodyShape poor;
  poor.has_fingers = false;
  poor.has_toes = false;
  poor.spine_joints = 5;
  poor.neck_joints = 2;
  const Body source = test::make_body(poor);
  const Body target = test::make_body({});
  const RetargetMap map = make_retarget_map(source.map, target.rig);
  ASSERT_EQ(map.spine.size(), 3U);
  EXPECT_EQ(source.skeleton.name(static_cast<std::size_t>(map.spine[2].joint)), "spine4");
  ASSERT_EQ(map.neck.size(), 1U);
  EXPECT_EQ(source.skeleton.name(static_cast<std::size_t>(map.neck[0].joint)), "neck1");
  EXPECT_EQ(map.target_only.size(), 30U + 2U);
  EXPECT_TRUE(map.source_only.empty());
  EXPECT_EQ(map.pairs.front().bone, 0);
  const RetargetMap back = make_retarget_map(target.map, source.rig);
  EXPECT_EQ(back.source_only.size(), 30U + 2U);
}

TEST(RetargetMap, WithoutALineInTheSourceTheBonesAreCopied) {
  const Body target = test::make_body({});
  HumanoidMap source = target.map;
  source.spine_chain.clear();
  source.neck_chain.clear();
  const RetargetMap map = make_retarget_map(source, target.rig);
  EXPECT_TRUE(map.spine.empty());
  EXPECT_TRUE(map.neck.empty());
  EXPECT_EQ(map.pairs.size(), target.rig.count);
}

}  // namespace
}  // namespace doppel::rig
