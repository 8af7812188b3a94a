// Tests of roll bones beside a limb's chain and in it: skin turns evenly, and the human bones stand in the world as without them.
#include "solve/twist_spread.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "body_fixtures.hpp"
#include "engine/body_row.hpp"
#include "rig/retarget_map.hpp"

namespace doppel::solve {
namespace {

using math::Quat;
using math::Vec3;
using test::Body;
using test::BodyShape;
using test::bone;
using test::RandomMotion;

std::size_t index_of(const std::vector<rig::JointDescription>& joints, const std::string& name) {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (joints[i].name == name) return i;
  }
  ADD_FAILURE() << name;
  return 0;
}

/// Puts a joint with axes of its own between two, `along` of the way.
void insert_between(std::vector<rig::JointDescription>& joints, const std::string& upper, const std::string& lower,
                    const std::string& name, double along, const Quat& axes) {
  const std::size_t u = index_of(joints, upper);
  const std::size_t l = index_of(joints, lower);
  const rig::Skeleton skeleton(joints);
  const auto world = [&](std::size_t i) {
    const std::size_t joint = skeleton.joint_of(i);
    return math::Transform{skeleton.rest_position_ms(joint), skeleton.rest_rotation_ms(joint)};
  };
  const math::Transform parent = world(u);
  const math::Transform child = world(l);
  const Vec3 at = glm::mix(parent.translation, child.translation, along);
  const Quat back = glm::conjugate(parent.rotation);
  joints.push_back({name, static_cast<int>(u), {back * (at - parent.translation), back * axes}});
  joints[l].parent = static_cast<int>(joints.size()) - 1;
  joints[l].local = {glm::conjugate(axes) * (child.translation - at), glm::conjugate(axes) * child.rotation};
}

/// A rig as Daz has them: a twist joint in the chain of each limb's upper bone and of the forearms.
std::vector<rig::JointDescription> daz(const BodyShape& shape, RandomMotion& random) {
  auto joints = test::BodyBuilder(shape).joints();
  for (const char* side : {"left", "right"}) {
    const std::string s(side);
    insert_between(joints, s + "UpperArm", s + "LowerArm", s + "UpperArmTwist", 0.45, random.rotation());
    insert_between(joints, s + "LowerArm", s + "Hand", s + "LowerArmTwist", 0.5, random.rotation());
    insert_between(joints, s + "UpperLeg", s + "LowerLeg", s + "UpperLegTwist", 0.4, random.rotation());
  }
  return joints;
}

/// The file's joints as a renderer has them from a row.
rig::ModelPose drawn(const Body& body, const std::vector<RollBone>& rolls, const engine::BodyRow& row) {
  rig::Pose pose = rig::Pose::rest_of(body.skeleton);
  const auto quat = [&row](std::size_t at) { return Quat(row[at + 3], row[at], row[at + 1], row[at + 2]); };
  for (std::size_t b = 0; b < kHumanBoneCount; ++b) {
    if (body.rig.has(b)) pose.rotations[static_cast<std::size_t>(body.rig.joints[b])] = quat(4 * b);
  }
  for (std::size_t i = 0; i < rolls.size(); ++i) {
    pose.rotations[static_cast<std::size_t>(rolls[i].joint)] = quat(engine::kRollOffset + 4 * i);
  }
  pose.translations[static_cast<std::size_t>(body.rig.joints[0])] =
      Vec3(row[engine::kHipsOffset], row[engine::kHipsOffset + 1], row[engine::kHipsOffset + 2]);
  return test::model_of(body.skeleton, pose);
}

TEST(TwistSpread, TakesAHandsTwistEvenlyAlongTheForearm) {
  auto joints = test::BodyBuilder({}).joints();
  const auto index = [&](const std::string& name) {
    for (std::size_t i = 0; i < joints.size(); ++i) {
      if (joints[i].name == name) return static_cast<int>(i);
    }
    return -1;
  };
  joints.push_back({"leftLowerArmTwist1", index("leftLowerArm"), {{0.115, 0, 0}}});
  joints.push_back({"leftUpperArmTwist", index("leftUpperArm"), {{0.0675, 0, 0}, math::about(math::kUp, 1.0)}});
  const Body body{rig::Skeleton(joints)};
  const auto rolls = make_twist_spread(body.skeleton, body.map, body.rig, 24).rolls;
  ASSERT_EQ(rolls.size(), 2U);
  test::JointAngles angles;
  angles.turns["leftHand"] = math::about(math::kLeft, 80.0 * math::kRadian) * math::about(math::kUp, 0.3);
  angles.turns["leftUpperArm"] = math::about(math::kUp, 0.4) * math::about(math::kLeft, 40.0 * math::kRadian);
  const rig::HumanPose pose = test::human_pose(body, angles);
  rig::Pose local = test::pose_of(body, pose);
  for (const RollBone& roll : rolls) {
    const bool is_lower = roll.bone == bone("leftLowerArm");
    EXPECT_NEAR(roll.along, is_lower ? 0.5 : 0.25, 1e-6);
    EXPECT_NEAR(roll_angle(body.rig, pose, roll) / math::kRadian, is_lower ? 40.0 : -30.0, 1.5);
    local.rotations[static_cast<std::size_t>(roll.joint)] = roll_rotation(body.rig, pose, roll);
  }
  const rig::ModelPose model = test::model_of(body.skeleton, local);
  for (const RollBone& roll : rolls) {
    const auto joint = static_cast<std::size_t>(roll.joint);
    const Quat turn = model.rotations[joint] * glm::conjugate(body.skeleton.rest_rotation_ms(joint));
    const Quat expected = pose.rotations[roll.bone] * math::about(math::kLeft, roll_angle(body.rig, pose, roll));
    EXPECT_LT(math::angle_between(turn, expected), 1e-6);
  }
}

TEST(TwistSpread, InAChainTheTwistJointHasItAllAndTheBonesStandAsWithout) {
  RandomMotion random(141);
  double largest = 0.0;
  for (std::uint32_t i = 0; i < 24; ++i) {
    BodyShape shape;
    shape.axes = i;
    shape.arm_degrees = i % 2 == 0 ? 0.0 : 45.0;
    const Body body{rig::Skeleton(daz(shape, random))};
    const engine::RowWriter writer(body.skeleton, body.map, body.rig);
    ASSERT_EQ(writer.rolls().size(), 6U);
    const rig::HumanPose pose = test::human_pose(body, test::random_angles(random, 1.0));
    engine::BodyRow row{};
    writer.write(body.rig, pose, 1.0, 1.0, row);
    const rig::ModelPose model = drawn(body, writer.rolls(), row);
    const auto turn = [&](std::size_t joint) {
      return model.rotations[joint] * glm::conjugate(body.skeleton.rest_rotation_ms(joint));
    };
    for (std::size_t k = 0; k < body.rig.count; ++k) {
      const std::size_t b = body.rig.order[k];
      const auto joint = static_cast<std::size_t>(body.rig.joints[b]);
      EXPECT_LT(glm::distance(model.positions[joint], pose.positions[b]), 2e-6) << kHumanBones[b];
      const bool has_twist_below = b == 1 || b == 2 || b == 13 || b == 14;
      if (has_twist_below) continue;
      EXPECT_LT(math::angle_between(turn(joint), pose.rotations[b] * body.rig.straighten[b]), 1e-6) << kHumanBones[b];
    }
    for (const RollBone& roll : writer.rolls()) {
      EXPECT_TRUE(roll.is_in_chain);
      const Quat straighten = body.rig.straighten[roll.bone];
      const Quat twisted = turn(static_cast<std::size_t>(roll.joint)) * glm::conjugate(straighten);
      const Quat own = turn(static_cast<std::size_t>(body.rig.joints[roll.bone])) * glm::conjugate(straighten);
      if (roll.bone == 15 || roll.bone == 16) {
        // The forearm's joint is the copied one; beyond the twist joint the hand only swings.
        EXPECT_LT(math::angle_between(own, pose.rotations[roll.bone]), 1e-6);
        EXPECT_NEAR(math::twist_angle(glm::conjugate(twisted) * pose.rotations[roll.bone + 2], roll.axis), 0.0, 1e-6);
      } else {
        // The limb's own joint only swings; the twist joint is what the copy asks for.
        const Quat above = pose.rotations[static_cast<std::size_t>(body.rig.parents[roll.bone])];
        EXPECT_NEAR(math::twist_angle(glm::conjugate(above) * own, roll.axis), 0.0, 1e-6);
        EXPECT_LT(math::angle_between(twisted, pose.rotations[roll.bone]), 1e-6);
        largest = std::max(largest, std::abs(math::twist_angle(glm::conjugate(above) * pose.rotations[roll.bone], roll.axis)));
      }
    }
  }
  EXPECT_GT(largest, 0.1) << "the poses had no twist to be spread";
}

TEST(TwistSpread, TwoInAChainShareAlikeAndOneBesideTakesItsPlace) {
  auto joints = test::BodyBuilder({}).joints();
  insert_between(joints, "leftUpperArm", "leftLowerArm", "leftUpperArmTwist1", 0.3, math::kIdentity);
  insert_between(joints, "leftUpperArmTwist1", "leftLowerArm", "leftUpperArmTwist2", 0.5, math::kIdentity);
  joints.push_back({"leftUpperArmTwist9", static_cast<int>(index_of(joints, "leftUpperArm")), {{0.0675, 0, 0}}});
  const Body body{rig::Skeleton(joints)};
  const auto spread = make_twist_spread(body.skeleton, body.map, body.rig, 24);
  ASSERT_EQ(spread.rolls.size(), 3U);
  test::JointAngles angles;
  angles.turns["leftUpperArm"] = math::about(math::kLeft, 60.0 * math::kRadian);  // twist alone
  const rig::HumanPose pose = test::human_pose(body, angles);
  rig::Pose local = rig::Pose::rest_of(body.skeleton);
  const rig::RestAdapter adapter(body.skeleton, body.rig);
  for (std::size_t b = 0; b < kHumanBoneCount; ++b) {
    if (body.rig.has(b))
      local.rotations[static_cast<std::size_t>(body.rig.joints[b])] = bone_rotation(body.rig, adapter, spread, pose, b);
  }
  for (const RollBone& roll : spread.rolls)
    local.rotations[static_cast<std::size_t>(roll.joint)] = roll_rotation(body.rig, pose, roll);
  const rig::ModelPose model = test::model_of(body.skeleton, local);
  const auto degrees = [&](const std::string& name) {
    const std::size_t joint = body.skeleton.joint_of(index_of(joints, name));
    return math::twist_angle(model.rotations[joint], math::kLeft) / math::kRadian;
  };
  EXPECT_NEAR(degrees("leftUpperArm"), 0.0, 1e-9);
  EXPECT_NEAR(degrees("leftUpperArmTwist1"), 30.0, 1e-9);
  EXPECT_NEAR(degrees("leftUpperArmTwist2"), 60.0, 1e-9);
  EXPECT_NEAR(degrees("leftUpperArmTwist9"), 15.0, 1e-9);  // a quarter along the limb
  EXPECT_NEAR(degrees("leftLowerArm"), 60.0, 1e-9);
}

TEST(TwistSpread, WithMoreThanARowHoldsThoseInTheChainAreKept) {
  auto joints = test::BodyBuilder({}).joints();
  for (int i = 0; i < 30; ++i)
    joints.push_back(
        {"leftUpperArmTwist" + std::to_string(i), static_cast<int>(index_of(joints, "leftUpperArm")), {{0.05, 0, 0}}});
  insert_between(joints, "rightLowerArm", "rightHand", "rightLowerArmTwist", 0.5, math::kIdentity);
  const Body body{rig::Skeleton(joints)};
  const auto spread = make_twist_spread(body.skeleton, body.map, body.rig, 24);
  ASSERT_EQ(spread.rolls.size(), 24U);
  std::size_t in_chain = 0;
  for (const RollBone& roll : spread.rolls) in_chain += roll.is_in_chain ? 1U : 0U;
  EXPECT_EQ(in_chain, 1U);
}

TEST(TwistSpread, APerformersOwnTwistJointsDriveUpperArmsAndThighs) {
  RandomMotion random(142);
  const Body source{rig::Skeleton(daz({}, random))};
  const Body target = test::make_body({});
  const rig::RetargetMap map = rig::make_retarget_map(source.map, target.rig);
  for (const rig::BonePair& pair : map.pairs) {
    const std::string& name = source.skeleton.name(static_cast<std::size_t>(pair.joint));
    const bool is_upper = pair.bone == 1 || pair.bone == 2 || pair.bone == 13 || pair.bone == 14;
    EXPECT_EQ(name.ends_with("Twist"), is_upper) << name;
  }
}

}  // namespace
}  // namespace doppel::solve
