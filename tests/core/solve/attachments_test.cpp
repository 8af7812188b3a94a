// Tests of what hangs on a body or follows it: head offset, slots and props, pose transfer.
#include "solve/attachments.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "body_fixtures.hpp"
#include "solve/head.hpp"
#include "solve/pose_transfer.hpp"

namespace doppel::solve {
namespace {

using math::kIdentity;
using test::Body;
using test::BodyShape;
using test::bone;
using test::RandomMotion;

TEST(TurnHead, IsUnitysLocalEulerAndNothingAtZero) {
  RandomMotion random(91);
  const Body body = test::make_body({});
  const rig::HumanPose before = test::human_pose(body, test::random_angles(random));
  rig::HumanPose pose = before;
  turn_head(body.rig, {}, pose);
  EXPECT_EQ(pose.rotations, before.rotations);
  BodySettings settings;
  settings.head_rotation_offset_x = 20.0;  // down in Unity
  settings.head_rotation_offset_y = 30.0;  // to the character's right in Unity: -X here
  pose = test::human_pose(body, {});
  turn_head(body.rig, settings, pose);
  const Vec3 look = pose.rotations[bone("head")] * math::kForward;
  EXPECT_NEAR(std::asin(look.y) / math::kRadian, -20.0, 1e-9);
  EXPECT_NEAR(std::atan2(look.x, look.z) / math::kRadian, -30.0, 1e-9);
  EXPECT_EQ(pose.rotations[bone("neck")], kIdentity);
  EXPECT_LT(math::angle_between(pose.rotations[bone("leftEye")], pose.rotations[bone("head")]), 1e-9);
}

TEST(HeadOffsetToForward, MakesTheHeadLookAsInT) {
  RandomMotion random(92);
  const Body body = test::make_body({});
  for (int i = 0; i < 200; ++i) {
    rig::HumanPose pose = test::human_pose(body, test::random_angles(random));
    const double heading = random.uniform(-3.0, 3.0);
    const Vec3 degrees = head_offset_to_forward(pose, heading);
    BodySettings settings;
    settings.head_rotation_offset_x = degrees.x;
    settings.head_rotation_offset_y = degrees.y;
    settings.head_rotation_offset_z = degrees.z;
    BodySettings clamped = settings;
    EXPECT_EQ(sanitize(clamped), 0U);
    turn_head(body.rig, settings, pose);
    EXPECT_LT(math::angle_between(pose.rotations[bone("head")], math::yaw(heading)), 1e-6);
  }
}

TEST(SlotPoses, AreTheSeedsTargetsInTAndScaleWithTheAvatar) {
  const Body body = test::make_body({});
  rig::HumanPose pose = test::human_pose(body, {});
  const auto slots = slot_poses(body.rig, pose, 2.0, 1.5);
  // The seed's offsets, left hand (-0.039, -0.022, 0) with Unity's left at -X: outwards and down.
  EXPECT_LT(glm::distance(slots[0].position - pose.positions[17], Vec3(0.078, -0.044, 0)), 1e-12);
  EXPECT_LT(glm::distance(slots[1].position - pose.positions[18], Vec3(-0.078, -0.044, 0)), 1e-12);
  EXPECT_LT(glm::distance(slots[2].position - pose.positions[10], Vec3(0, 0.48, 0)), 1e-12);
  EXPECT_LT(glm::distance(slots[0].rotation * math::kUp, math::kForward), 1e-12);  // Euler (90, 0, 0)
  EXPECT_EQ(slots[2].rotation, kIdentity);
}

TEST(PropSet, MovesToASlotFollowsAndDetachesInPlace) {
  const Body body = test::make_body({});
  PropSet props;
  ASSERT_TRUE(props.add(7, PropType::kObject, {{1, 2, 3}, kIdentity}));
  EXPECT_FALSE(props.add(7, PropType::kObject, {}));
  EXPECT_FALSE(props.add(0, PropType::kObject, {}));
  ASSERT_TRUE(props.attach(7, 42, Slot::kRightHand));
  EXPECT_FALSE(props.place(7, {}));
  rig::HumanPose pose = test::human_pose(body, {});
  const auto slots = slot_poses(body.rig, pose, 1.0, 1.0);
  props.follow(41, slots);
  EXPECT_EQ(props.find(7)->pose.position, Vec3(1, 2, 3));
  props.follow(42, slots);
  EXPECT_EQ(props.find(7)->pose.position, slots[1].position);
  std::uint32_t ids[4]{};
  EXPECT_EQ(props.at_slot(42, Slot::kRightHand, ids), 1U);
  EXPECT_EQ(ids[0], 7U);
  EXPECT_EQ(props.at_slot(42, Slot::kHead, ids), 0U);
  ASSERT_TRUE(props.detach(7));
  EXPECT_EQ(props.find(7)->pose.position, slots[1].position);
  EXPECT_TRUE(props.place(7, {{4, 5, 6}, kIdentity}));
  EXPECT_FALSE(props.place(7, {{std::nan(""), 5, 6}, kIdentity}));
  EXPECT_FALSE(props.detach(7));
  ASSERT_TRUE(props.attach(7, 42, Slot::kHead));
  props.release(42);
  EXPECT_EQ(props.find(7)->avatar, 0U);
  EXPECT_TRUE(props.remove(7));
  EXPECT_EQ(props.find(7), nullptr);
  for (std::uint32_t id = 1; id <= kMaxProps; ++id) ASSERT_TRUE(props.add(id, PropType::kNone, {}));
  EXPECT_FALSE(props.add(1000, PropType::kNone, {}));
}

TEST(PoseTransfer, FollowersHaveTheLeadersTurnsOnAnyRig) {
  RandomMotion random(93);
  const Body leader = test::make_body({});
  for (std::uint32_t i = 1; i < 20; ++i) {
    BodyShape shape;
    shape.axes = i;
    shape.leg = random.uniform(0.5, 2.0);
    shape.arm_degrees = 45.0;
    shape.has_shoulders = i % 2 == 0;
    const Body follower = test::make_body(shape);
    const rig::HumanPose pose = test::human_pose(leader, test::random_angles(random));
    TransferSettings settings{{1.0, 0.2, -0.5}, i % 3 == 0, i % 4 == 0};
    rig::HumanPose out;
    PoseTransfer job{&leader.rig, &pose, &follower.rig, &settings, {2.0, 1.5}, 3.0, 1.4, 0.9, &out};
    ASSERT_TRUE(job.run());
    EXPECT_NEAR(job.scale, settings.sync_root_scale ? 2.25 : 1.5, 1e-12);
    EXPECT_NEAR(job.head_scale, settings.transfer_head_scale ? 1.4 : 0.9, 1e-12);
    EXPECT_LT(glm::distance(out.positions[0], pose.positions[0] + Vec3(-1.0, 0.2, -0.5)), 1e-12);
    for (std::size_t k = 0; k < follower.rig.count; ++k) {
      const std::size_t b = follower.rig.order[k];
      EXPECT_LT(test::degrees_between(out.rotations[b], pose.rotations[b]), 0.1);
    }
    // The joints' own rotations in the file give the same turns back.
    out.positions[0] /= 1.0;
    rig::HumanPose read;
    rig::RestAdapter::read(follower.rig, test::model_of(follower.skeleton, test::pose_of(follower, out)), read);
    for (std::size_t k = 0; k < follower.rig.count; ++k) {
      EXPECT_LT(test::degrees_between(read.rotations[follower.rig.order[k]], out.rotations[follower.rig.order[k]]), 0.1);
    }
  }
}

TEST(OffsetTransfer, KeepsTheDifferenceThatThereWasAtInit) {
  RandomMotion random(94);
  OffsetTransfer transfer;
  OffsetTransfer::Rotations source;
  OffsetTransfer::Rotations target;
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    source[i] = random.rotation();
    target[i] = random.rotation();
  }
  transfer.init(source, target);
  OffsetTransfer::Rotations moved = source;
  OffsetTransfer::Positions positions{};
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    moved[i] = random.rotation() * source[i];
    positions[i] = random.vector(2.0);
  }
  OffsetTransfer::Rotations out;
  OffsetTransfer::Positions out_positions{};
  transfer.run(moved, positions, out, out_positions);
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    // The same world turn on both.
    EXPECT_LT(test::degrees_between(out[i] * glm::conjugate(target[i]), moved[i] * glm::conjugate(source[i])), 0.1);
  }
  EXPECT_EQ(out_positions, positions);
}

}  // namespace
}  // namespace doppel::solve
