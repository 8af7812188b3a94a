// Tests of the engine's bodies: performers, followers, props and rows in one step, without allocation.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "allocation_count.hpp"
#include "base/error.hpp"
#include "body_fixtures.hpp"
#include "engine/engine.hpp"
#include "error_code.hpp"
#include "face_fixtures.hpp"

namespace doppel::engine {
namespace {

using math::Vec3;
using test::Body;
using test::BodyShape;
using test::bone;
using test::code_of;
using test::RandomMotion;

constexpr double kTick = 1.0 / 60.0;

PerformerDescription performer_of(const BodyShape& shape) {
  return {test::BodyBuilder(shape).joints(), rig::kNoBones, {shape.ankle, {}}};
}
BodyDescription body_of(const BodyShape& shape) {
  return {test::BodyBuilder(shape).joints(), {}, rig::kNoBones, {shape.ankle, {}}};
}

void feed(Engine& engine, Handle performer, const Body& source, const rig::HumanPose& pose, double time) {
  const std::size_t row = engine.performer_row(performer);
  const auto floats = engine.performer_input().subspan(row * kMaxPerformerJoints * kJointFloats);
  const rig::Pose local = test::pose_of(source, pose);
  for (std::size_t i = 0; i < local.rotations.size(); ++i) {
    const std::size_t joint = source.skeleton.joint_of(i);
    const double values[] = {local.translations[joint].x, local.translations[joint].y, local.translations[joint].z,
                             local.rotations[joint].x,    local.rotations[joint].y,    local.rotations[joint].z,
                             local.rotations[joint].w};
    for (std::size_t k = 0; k < kJointFloats; ++k) floats[i * kJointFloats + k] = static_cast<float>(values[k]);
  }
  engine.performer_time()[row] = time;
}

/// Turns of the bones as the row's local rotations give them in the file.
rig::HumanPose read_row(Engine& engine, Handle avatar, const Body& body) {
  const auto row = engine.bodies().subspan(engine.row(avatar) * kBodyRow, kBodyRow);
  rig::Pose pose = rig::Pose::rest_of(body.skeleton);
  for (std::size_t b = 0; b < kHumanBoneCount; ++b) {
    if (!body.rig.has(b)) continue;
    pose.rotations[static_cast<std::size_t>(body.rig.joints[b])] =
        math::Quat(row[4 * b + 3], row[4 * b], row[4 * b + 1], row[4 * b + 2]);
  }
  pose.translations[static_cast<std::size_t>(body.rig.joints[0])] =
      Vec3(row[kHipsOffset], row[kHipsOffset + 1], row[kHipsOffset + 2]);
  rig::HumanPose out;
  rig::RestAdapter::read(body.rig, test::model_of(body.skeleton, pose), out);
  return out;
}

TEST(Bodies, RowsPutTheFilesJointsWhereTheSolverHasThem) {
  RandomMotion random(111);
  Engine engine(4);
  BodyShape shape;
  shape.axes = 3;
  shape.scale_above = 100.0;
  shape.leg = 1.4;
  const Body source = test::make_body({});
  const Body target = test::make_body(shape);
  const Handle performer = engine.add_performer(performer_of({}));
  const Handle avatar = engine.add_avatar(test::plain_routes(), nullptr);
  engine.set_body(avatar, body_of(shape));
  engine.follow_performer(avatar, performer);
  engine.body(avatar).settings.avatar_scale = 0.8;
  EXPECT_EQ(engine.step(kTick), 0U);
  EXPECT_EQ(engine.body_status()[engine.row(avatar)], 0U);  // no frame yet
  for (int i = 1; i < 30; ++i) {
    feed(engine, performer, source, test::human_pose(source, test::random_angles(random)), i * kTick);
    engine.step(kTick);
    const std::size_t row = engine.row(avatar);
    EXPECT_NE(engine.body_status()[row] & kBodyActive, 0U);
    const rig::HumanPose read = read_row(engine, avatar, target);
    const rig::HumanPose& solved = engine.body(avatar).pose();
    for (std::size_t k = 0; k < target.rig.count; ++k) {
      const std::size_t at = target.rig.order[k];
      EXPECT_LT(test::degrees_between(read.rotations[at], solved.rotations[at]), 0.01);
      EXPECT_LT(glm::distance(0.8 * read.positions[at], solved.positions[at]), 1e-4);
      const auto poses = engine.body_poses().subspan(row * kPoseRow, kPoseRow);
      const math::Quat turn(poses[4 * at + 3], poses[4 * at], poses[4 * at + 1], poses[4 * at + 2]);
      EXPECT_LT(test::degrees_between(turn, read.rotations[at]), 0.01);
      const auto* place = &poses[kPosePositions + 3 * at];
      EXPECT_LT(glm::distance(0.8 * read.positions[at], Vec3(place[0], place[1], place[2])), 1e-4);
    }
    EXPECT_FLOAT_EQ(engine.bodies()[row * kBodyRow + kScaleOffset], 0.8F);
  }
}

TEST(Bodies, AStepAllocatesNothing) {
  RandomMotion random(112);
  Engine engine(6);
  const Body source = test::make_body({});
  const Handle performers[] = {engine.add_performer(performer_of({})), engine.add_performer(performer_of({}))};
  std::vector<Handle> avatars;
  for (std::uint32_t i = 0; i < 4; ++i) {
    BodyShape shape;
    shape.axes = i;
    shape.leg = 0.6 + 0.3 * i;
    avatars.push_back(engine.add_avatar(test::plain_routes(), nullptr));
    engine.set_body(avatars.back(), body_of(shape));
  }
  engine.follow_performer(avatars[0], performers[0]);
  engine.follow_performer(avatars[1], performers[1]);
  engine.follow_body(avatars[2], avatars[0], {});
  engine.follow_body(avatars[3], avatars[2], {});
  engine.props().add(1, PropType::kChair, {{0, 0.4, 0}, math::kIdentity});
  engine.props().add(2, PropType::kObject, {{0.4, 1.2, 0}, math::kIdentity});
  engine.attach_prop(2, avatars[0], solve::Slot::kLeftHand);
  engine.body(avatars[1]).settings.finger_copy_mode = FingerCopyMode::kMuscleData;
  engine.body(avatars[0]).settings.finger_shaped_enabled = true;
  for (int i = 1; i < 60; ++i) {
    for (const Handle performer : performers)
      feed(engine, performer, source, test::human_pose(source, test::random_angles(random)), i * kTick);
    const std::size_t before = test::allocation_count();
    engine.step(kTick);
    EXPECT_EQ(test::allocation_count(), before);
  }
  for (const Handle avatar : avatars) EXPECT_NE(engine.body_status()[engine.row(avatar)] & kBodyActive, 0U);
}

TEST(Bodies, FollowersOfFollowersHaveTheLeadersPoseOfTheSameFrame) {
  RandomMotion random(113);
  Engine engine(3);
  const Body source = test::make_body({});
  const Handle performer = engine.add_performer(performer_of({}));
  // The chain runs against the order of the slots.
  std::vector<Handle> avatars;
  for (int i = 0; i < 3; ++i) {
    avatars.push_back(engine.add_avatar(test::plain_routes(), nullptr));
    engine.set_body(avatars.back(), body_of({}));
  }
  engine.follow_performer(avatars[2], performer);
  engine.follow_body(avatars[1], avatars[2], {{1.0, 0.0, 0.0}});
  engine.follow_body(avatars[0], avatars[1], {{1.0, 0.0, 0.0}});
  EXPECT_EQ(code_of([&] { engine.follow_body(avatars[2], avatars[0], {}); }), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code_of([&] { engine.follow_body(avatars[1], avatars[1], {}); }), ErrorCode::kInvalidArgument);
  for (int i = 1; i < 5; ++i) {
    feed(engine, performer, source, test::human_pose(source, test::random_angles(random)), i * kTick);
    engine.step(kTick);
    const rig::HumanPose& leader = engine.body(avatars[2]).pose();
    const rig::HumanPose& last = engine.body(avatars[0]).pose();
    EXPECT_LT(glm::distance(last.positions[0], leader.positions[0] - Vec3(2, 0, 0)), 1e-9);
    for (std::size_t b = 0; b < kHumanBoneCount; ++b)
      EXPECT_LT(test::degrees_between(last.rotations[b], leader.rotations[b]), 0.1);
  }
  engine.remove_avatar(avatars[2]);
  engine.step(kTick);
  EXPECT_EQ(engine.body_status()[engine.row(avatars[0])], 0U);
}

TEST(Bodies, OtherPerformersHandsAndPropsReachTheWeights) {
  Engine engine(2);
  const Body source = test::make_body({});
  Handle performers[2]{};
  Handle avatars[2]{};
  for (int i = 0; i < 2; ++i) {
    performers[i] = engine.add_performer(performer_of({}));
    avatars[i] = engine.add_avatar(test::plain_routes(), nullptr);
    engine.set_body(avatars[i], body_of({}));
    engine.follow_performer(avatars[i], performers[i]);
  }
  test::JointAngles far;
  far.hips_moved = Vec3(5, 0, 0);
  test::JointAngles beside;
  beside.hips_moved = Vec3(2.0 * source.rig.t_positions[17].x + 0.05, 0, 0);  // left hand at the other's right one
  feed(engine, performers[0], source, test::human_pose(source, {}), 1.0);
  feed(engine, performers[1], source, test::human_pose(source, far), 1.0);
  engine.step(kTick);
  EXPECT_EQ(engine.body(avatars[0]).weights().arms[0].target, 0.0);
  feed(engine, performers[1], source, test::human_pose(source, beside), 1.1);
  engine.step(kTick);
  EXPECT_EQ(engine.body(avatars[0]).weights().arms[0].target, 1.0);
  EXPECT_EQ(engine.body(avatars[1]).weights().arms[1].target, 1.0);
  EXPECT_EQ(engine.body(avatars[0]).weights().arms[1].target, 0.0);
  // A prop that hangs on an avatar follows it and pulls no hand.
  engine.props().add(9, PropType::kObject, {source.rig.t_positions[18], math::kIdentity});
  engine.step(kTick);
  EXPECT_EQ(engine.body(avatars[0]).weights().arms[1].target, 1.0);
  engine.attach_prop(9, avatars[0], solve::Slot::kRightHand);
  engine.step(kTick);
  EXPECT_EQ(engine.body(avatars[0]).weights().arms[1].target, 0.0);
  // Its owner's left hand, which does not hold it, is drawn to it as to any prop.
  EXPECT_LT(glm::distance(engine.props().find(9)->pose.position, engine.body(avatars[0]).slots()[1].position), 1e-12);
  std::uint32_t ids[2]{};
  EXPECT_EQ(engine.props_at(avatars[0], solve::Slot::kRightHand, ids), 1U);
  EXPECT_EQ(code_of([&] { engine.attach_prop(77, avatars[0], solve::Slot::kHead); }), ErrorCode::kInvalidArgument);
}

TEST(Bodies, StaleHandlesFullRowsAndBadDescriptionsAreRefused) {
  Engine engine(1);
  const Handle performer = engine.add_performer(performer_of({}));
  EXPECT_EQ(code_of([&] { engine.add_performer(performer_of({})); }), ErrorCode::kCapacityExceeded);
  engine.remove_performer(performer);
  EXPECT_EQ(code_of([&] { engine.performer_row(performer); }), ErrorCode::kInvalidHandle);
  EXPECT_NE(engine.add_performer(performer_of({})), performer);
  const Handle avatar = engine.add_avatar(test::plain_routes(), nullptr);
  EXPECT_EQ(code_of([&] { engine.body(avatar); }), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code_of([&] { engine.follow_performer(avatar, performer); }), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code_of([&] { engine.set_body(avatar, {{{"x", rig::kNoJoint, {}}}}); }), ErrorCode::kInvalidArgument);
  PerformerDescription long_chain;
  for (int i = 0; i < 200; ++i) long_chain.joints.push_back({i == 0 ? "hips" : "x", i - 1, {}});
  Engine other(1);
  EXPECT_EQ(code_of([&] { other.add_performer(long_chain); }), ErrorCode::kCapacityExceeded);
}

TEST(Bodies, NumbersThatAreNoneAreReportedAndTheirJointsStand) {
  Engine engine(1);
  const Body source = test::make_body({});
  const Handle performer = engine.add_performer(performer_of({}));
  const Handle avatar = engine.add_avatar(test::plain_routes(), nullptr);
  engine.set_body(avatar, body_of({}));
  engine.follow_performer(avatar, performer);
  feed(engine, performer, source, test::human_pose(source, {}), 1.0);
  engine.step(kTick);
  const rig::HumanPose before = engine.body(avatar).pose();
  for (float& value : engine.performer_input()) value = std::numeric_limits<float>::quiet_NaN();
  engine.performer_time()[0] = 1.1;
  engine.step(kTick);
  EXPECT_NE(engine.body_status()[0] & kBodyNonFinite, 0U);
  for (std::size_t b = 0; b < kHumanBoneCount; ++b)
    EXPECT_LT(glm::distance(engine.body(avatar).pose().positions[b], before.positions[b]), 1e-6);
  engine.remove_performer(performer);
  EXPECT_EQ(engine.step(kTick), 0U);
}

}  // namespace
}  // namespace doppel::engine
