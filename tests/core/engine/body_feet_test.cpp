// Tests of feet and legs on avatars whose hips, soles and toes are built otherwise than the performer's.
#include <gtest/gtest.h>

#include <cmath>

#include "body_stage.hpp"
#include "solve/toe_clearance.hpp"

namespace doppel::engine {
namespace {

using math::Quat;
using math::Vec3;
using test::BodyBuilder;
using test::BodyShape;
using test::JointAngles;
using test::Stage;

/// The standard body whose hips' joint is this much behind its thighs (which all else but the legs moves with), and whose thighs
/// are as much further apart on either side.
std::vector<rig::JointDescription> with_hips(double behind, double wider) {
  auto joints = BodyBuilder(BodyShape{}).joints();
  for (rig::JointDescription& joint : joints) {
    if (joint.name == "leftUpperLeg") joint.local.translation += Vec3(wider, 0.0, behind);
    if (joint.name == "rightUpperLeg") joint.local.translation += Vec3(-wider, 0.0, behind);
  }
  return joints;
}

/// A step: one leg ahead, one behind, turned by `heading`, the pelvis tilted.
JointAngles stride(double heading) {
  JointAngles angles = test::squat(0.3);
  angles.turns["hips"] = math::about(math::kLeft, 0.15);
  angles.turns["leftUpperLeg"] = math::about(math::kLeft, -0.6);
  angles.turns["rightUpperLeg"] = math::about(math::kLeft, 0.1);
  angles.heading = heading;
  return angles;
}

TEST(LegsOfOtherHips, AreWhereThePerformersAre) {
  for (const double heading : {0.0, 1.6, 3.5}) {
    Stage stage({}, {}, with_hips(0.06, 0.03));
    const rig::HumanPose source = test::human_pose(stage.source_, stride(heading));
    const rig::HumanPose& out = stage.perform(source);
    ASSERT_EQ(stage.status_ & (kBodyFootReach | kBodyPelvisDrop), 0U);
    for (const std::size_t bone : {1U, 2U, 3U, 4U}) {
      const Vec3 theirs = source.positions[bone + 2] - source.positions[bone];
      const Vec3 own = out.positions[bone + 2] - out.positions[bone];
      EXPECT_LT(math::angle_between(theirs, own) / math::kRadian, 0.3) << bone << " " << heading;
    }
  }
}

/// Flat shoes 8 cm wide, the tips 8 cm before the toes' joints.
rig::RigOptions shoes() {
  const Vec3 edge(0.04, 0.0, 0.0);
  rig::RigOptions options;
  for (auto& sole : options.soles) {
    sole = rig::FootSole{{Vec3(0.0, -0.08, -0.05), edge}, {Vec3(0.0, -0.08, 0.14), edge}, {Vec3(0.0, -0.08, 0.22), edge}};
  }
  return options;
}

double tip_height(const Stage& stage, const rig::HumanPose& pose, std::size_t side) {
  return solve::toe_tip(stage.solver_.rig(), pose.positions[5 + side], pose.rotations[5 + side], pose.rotations[19 + side], 1.0,
                        side)
      .height();
}

/// Standing with the toes pointing down, as recordings have them.
JointAngles toes_down(double degrees) {
  JointAngles angles = test::squat(0.3);
  for (const char* toes : {"leftToes", "rightToes"}) angles.turns[toes] = math::about(math::kLeft, degrees * math::kRadian);
  return angles;
}

TEST(Toes, OfAStandingAvatarStayOnTheFloor) {
  for (const double degrees : {5.0, 14.0, 30.0}) {
    Stage stage({}, BodyBuilder(BodyShape{}).joints(), shoes());
    const rig::HumanPose& out = stage.perform(toes_down(degrees));
    for (const std::size_t side : {0U, 1U}) {
      EXPECT_NEAR(tip_height(stage, out, side), 0.0, 0.001) << degrees;
      EXPECT_LT(math::angle_between(out.rotations[5 + side], math::kIdentity), 1e-6);
      EXPECT_LT(stage.solver_.meters().penetration[side], 1.0);
    }
  }
}

TEST(Toes, OfALiftedFootHangAsThePerformersDo) {
  Stage stage({}, BodyBuilder(BodyShape{}).joints(), shoes());
  JointAngles angles = toes_down(14.0);
  angles.turns["leftUpperLeg"] = math::about(math::kLeft, -0.9);
  angles.turns["leftLowerLeg"] = math::about(math::kLeft, 1.2);
  const rig::HumanPose source = test::human_pose(stage.source_, angles);
  const rig::HumanPose& out = stage.perform(source);
  ASSERT_GT(source.positions[5].y, 0.2);
  EXPECT_LT(math::angle_between(out.rotations[19], source.rotations[19]), 1e-6);
}

// Where the avatar's tips are a guess, and where the leg is not on its target, toes are what was copied.
TEST(Toes, WithoutASoleOrAWeightAreCopied) {
  Stage guessed({}, {});
  const rig::HumanPose source = test::human_pose(guessed.source_, toes_down(14.0));
  EXPECT_LT(math::angle_between(guessed.perform(source).rotations[19], source.rotations[19]), 1e-6);
  Stage off({}, BodyBuilder(BodyShape{}).joints(), shoes());
  off.solver_.settings.foot_height_min_threshold = 0.0;
  off.solver_.settings.foot_height_max_threshold = 0.0;
  rig::HumanPose high = source;
  high.positions[0].y += 0.001;
  rig::place(off.source_.rig, 1.0, high);
  const rig::HumanPose& out = off.perform(high);
  ASSERT_EQ(off.solver_.weights().legs[0].value, 0.0);
  EXPECT_LT(math::angle_between(out.rotations[19], high.rotations[19]), 1e-6);
}

// Sole on sole of the same shape: what the performer does with it, the avatar does, under the floor as well.
TEST(Toes, OfTheSameSoleAreAsThePerformers) {
  Stage stage({}, BodyBuilder(BodyShape{}).joints(), shoes());
  Performer shod({BodyBuilder(BodyShape{}).joints(), rig::kNoBones, shoes()});
  stage.solver_.follow(&shod);
  const rig::HumanPose source = test::human_pose(stage.source_, toes_down(14.0));
  const rig::Pose local = test::pose_of(stage.source_, source);
  std::vector<float> row(local.rotations.size() * kJointFloats);
  for (std::size_t i = 0; i < local.rotations.size(); ++i) {
    const std::size_t joint = shod.skeleton().joint_of(i);
    const Vec3 t = local.translations[joint];
    const Quat q = local.rotations[joint];
    const double values[] = {t.x, t.y, t.z, q.x, q.y, q.z, q.w};
    for (std::size_t k = 0; k < kJointFloats; ++k) row[i * kJointFloats + k] = static_cast<float>(values[k]);
  }
  shod.read(row, 1.0);
  stage.solver_.solve({{}, {}, test::kFrame});
  for (const std::size_t bone : {1U, 3U, 5U, 19U}) {
    EXPECT_LT(math::angle_between(stage.solver_.pose().rotations[bone], source.rotations[bone]), 1e-4) << bone;
  }
}

}  // namespace
}  // namespace doppel::engine
