// Tests of a whole frame of a body: what has to come out for equal and other proportions, with planted feet, claps, chairs and
// bad numbers.
#include "engine/body_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "body_stage.hpp"
#include "engine/bodies.hpp"
#include "solve/two_bone_ik.hpp"

namespace doppel::engine {
namespace {

using math::kIdentity;
using math::Quat;
using math::Vec3;
using test::Body;
using test::BodyShape;
using test::bone;
using test::JointAngles;
using test::kFrame;
using test::RandomMotion;
using test::squat;
using test::Stage;

TEST(BodySolver, EqualProportionsReproduceTheSource) {
  RandomMotion random(101);
  for (std::uint32_t i = 0; i < 40; ++i) {
    BodyShape a;
    a.axes = 2 * i + 1;
    BodyShape b;
    b.axes = 2 * i + 2;
    b.arm_degrees = i % 2 == 0 ? 0.0 : 45.0;
    Stage stage(a, b);
    for (int frame = 0; frame < 5; ++frame) {
      const rig::HumanPose source = test::human_pose(stage.source_, test::random_angles(random, 0.5));
      const rig::HumanPose& out = stage.perform(source);
      for (std::size_t k = 0; k < stage.solver_.rig().count; ++k) {
        const std::size_t at = stage.solver_.rig().order[k];
        // Floats carry the source: 1e-7 of a metre's rotations and positions.
        ASSERT_LT(test::degrees_between(out.rotations[at], source.rotations[at]), 0.1) << kHumanBones[at] << i;
        const double hips = stage.solver_.weights().hips.value;
        if (hips > 0.999) {
          ASSERT_LT(glm::distance(out.positions[at], source.positions[at]), 0.001) << kHumanBones[at] << i;
        }
      }
    }
  }
}

TEST(BodySolver, StandingStraightKneesStayStraightForAnyAnkles) {
  for (double difference = -0.03; difference < 0.081; difference += 0.01) {
    for (const double leg : {0.5, 0.8, 1.0, 1.4, 2.0}) {
      BodyShape b;
      b.ankle = 0.08 + difference;
      b.leg = leg;
      Stage stage({}, b);
      const rig::HumanPose& out = stage.perform(JointAngles{});
      for (const char* side : {"left", "right"}) {
        const auto at = [&](const char* name) { return out.positions[bone(side + std::string(name))]; };
        const double knee = math::angle_between(at("LowerLeg") - at("UpperLeg"), at("Foot") - at("LowerLeg")) / math::kRadian;
        EXPECT_LT(knee, 2.0) << difference << " " << leg;
        EXPECT_NEAR(at("Foot").y, b.ankle, 0.001) << difference << " " << leg;
      }
    }
  }
}

TEST(BodySolver, PlantedFeetStayWhereTheyAreInTheWorldAndSolesOnTheFloor) {
  for (const double leg : {0.5, 0.6, 1.0, 2.0}) {
    for (const RootMotion motion : {RootMotion::kWorld, RootMotion::kScaled}) {
      BodyShape b;
      b.leg = leg;
      b.ankle = 0.1;
      Stage stage({}, b);
      stage.solver_.settings.root_motion = motion;
      Vec3 first(0.0);
      bool dropped = false;
      for (int i = 0; i <= 60; ++i) {
        // Hips sway over feet that stand still.
        const double sway = 0.06 * std::sin(i * 0.1);
        rig::HumanPose source = test::human_pose(stage.source_, squat(0.35));
        const Vec3 feet[] = {source.positions[5], source.positions[6]};
        source.positions[0] += Vec3(sway, 0, sway);
        rig::place(stage.source_.rig, 1.0, source);
        // The performer's own legs reach those feet exactly.
        for (const std::size_t side : {0U, 1U}) {
          solve::TwoBoneIk ik{source.positions[1 + side],
                              source.positions[3 + side],
                              source.positions[5 + side],
                              feet[side],
                              math::kForward,
                              1.0};
          ASSERT_TRUE(ik.run());
          source.rotations[1 + side] = ik.upper_turn * source.rotations[1 + side];
          source.rotations[3 + side] = ik.lower_turn * ik.upper_turn * source.rotations[3 + side];
        }
        rig::place(stage.source_.rig, 1.0, source);
        const rig::HumanPose& out = stage.perform(source);
        dropped = dropped || (stage.status_ & kBodyPelvisDrop) != 0;
        for (const std::size_t side : {0U, 1U}) EXPECT_NEAR(out.positions[5 + side].y, b.ankle, 0.005) << leg << i;
        if (i == 0) first = out.positions[5];
        EXPECT_LT(glm::distance(out.positions[5], first), 0.002) << leg << " " << i;
      }
      EXPECT_LT(stage.solver_.meters().limb_stretch, 0.01);
      if (leg == 0.5 && motion == RootMotion::kScaled) {
        EXPECT_FALSE(dropped);  // nothing is stretched where all scales alike
      }
    }
  }
}

TEST(BodySolver, AStrideTooLongForShortLegsLowersThePelvisAndReportsIt) {
  BodyShape b;
  b.leg = 0.6;
  Stage stage({}, b);
  JointAngles stride;
  stride.turns["leftUpperLeg"] = math::about(math::kLeft, -0.5);
  stride.turns["rightUpperLeg"] = math::about(math::kLeft, 0.5);
  stride.turns["leftFoot"] = math::about(math::kLeft, 0.5);
  stride.turns["rightFoot"] = math::about(math::kLeft, -0.5);
  stride.hips_moved = Vec3(0, -0.8 * (1.0 - std::cos(0.5)), 0);
  const rig::HumanPose out = stage.perform(stride);
  EXPECT_NE(stage.status_ & kBodyPelvisDrop, 0U);
  EXPECT_GT(stage.solver_.meters().pelvis_drop, 10.0);
  EXPECT_EQ(stage.status_ & kBodyFootReach, 0U);
  EXPECT_NEAR(out.positions[5].z, stage.performer_.pose().positions[5].z, 0.001);
  stage.solver_.settings.pelvis_drop = false;
  stage.perform(stride);
  EXPECT_EQ(stage.status_ & kBodyPelvisDrop, 0U);
  EXPECT_NE(stage.status_ & kBodyFootReach, 0U);
}

TEST(BodySolver, AClapMeetsOnShorterAndLongerArms) {
  for (const double arm : {0.8, 1.0, 1.25}) {
    BodyShape b;
    b.arm = arm;
    Stage stage({}, b);
    stage.solver_.settings.contact_ik = false;
    JointAngles clap;
    // Arms to the front, elbows bent so that the wrists meet.
    clap.turns["leftUpperArm"] = math::about(math::kUp, -65.0 * math::kRadian);
    clap.turns["rightUpperArm"] = math::about(math::kUp, 65.0 * math::kRadian);
    rig::HumanPose source = test::human_pose(stage.source_, clap);
    for (const std::size_t side : {0U, 1U}) {
      const Vec3 meet = 0.5 * (source.positions[13] + source.positions[14]) + Vec3(side == 0 ? 0.001 : -0.001, -0.05, 0.33);
      solve::TwoBoneIk ik{source.positions[13 + side],     source.positions[15 + side],
                          source.positions[17 + side],     meet,
                          Vec3(side == 0 ? 1 : -1, -1, 0), 1.0};
      ASSERT_TRUE(ik.run());
      source.rotations[13 + side] = ik.upper_turn * source.rotations[13 + side];
      source.rotations[15 + side] = ik.lower_turn * ik.upper_turn * source.rotations[15 + side];
    }
    rig::place(stage.source_.rig, 1.0, source);
    ASSERT_LT(glm::distance(source.positions[17], source.positions[18]), 0.01);
    const rig::HumanPose& out = stage.perform(source);
    EXPECT_EQ(stage.solver_.weights().arms[0].layer, solve::WeightLayer::kHandHand);
    EXPECT_LT(glm::distance(out.positions[17], out.positions[18]), 0.01) << arm;
    EXPECT_LT(glm::distance(out.positions[17], source.positions[17]), 0.01) << arm;
  }
}

TEST(BodySolver, OnAChairTheLegsAreCopiedTheSeatOffsetCountsAndNothingPops) {
  Stage stage({}, {});
  stage.solver_.settings.chair_seat_height_offset = 0.05;
  const solve::PropPoint chair{{0.0, 0.45, -0.3}, PropType::kChair};
  double last_speed[2]{};
  double last_angle[2]{};
  for (int i = 0; i <= 240; ++i) {
    const double t = math::smooth_step(0.0, 180.0, i);
    JointAngles angles;
    for (const char* side : {"left", "right"}) {
      angles.turns[std::string(side) + "UpperLeg"] = math::about(math::kLeft, -1.5 * t);
      angles.turns[std::string(side) + "LowerLeg"] = math::about(math::kLeft, 1.5 * t);
    }
    angles.hips_moved = t * Vec3(0.0, 0.47 - stage.source_.rig.t_positions[0].y, -0.3);
    const rig::HumanPose& out = stage.perform(angles, {std::span(&chair, 1), {}, kFrame});
    for (const std::size_t side : {0U, 1U}) {
      const double angle = math::angle_between(out.positions[3 + side] - out.positions[1 + side],
                                               out.positions[5 + side] - out.positions[3 + side]) /
                           math::kRadian;
      const double speed = i == 0 ? 0.0 : (angle - last_angle[side]) / kFrame;
      if (i > 1) {
        EXPECT_LT(std::abs(speed - last_speed[side]) / kFrame, 6000.0) << i;  // degrees a second squared
      }
      last_angle[side] = angle;
      last_speed[side] = speed;
    }
  }
  EXPECT_LT(stage.solver_.weights().legs[0].value, 0.01);
  EXPECT_LT(stage.solver_.weights().hips.value, 0.01);
  EXPECT_NEAR(stage.solver_.pose().positions[0].y, 0.47 + 0.05, 0.001);
}

TEST(BodySolver, MirroredInIsMirroredOut) {
  RandomMotion random(102);
  BodyShape b;
  b.leg = 0.8;
  b.arm = 1.2;
  Stage one({}, b);
  Stage other({}, b);
  const auto mirror_bone = [](std::size_t at) -> std::size_t {
    if (at >= 24 && at <= 38) return at + 15;
    if (at >= 39 && at <= 53) return at - 15;
    if ((at >= 1 && at <= 6) || (at >= 11 && at <= 22)) return at % 2 == 1 ? at + 1 : at - 1;
    return at;
  };
  for (int i = 0; i < 100; ++i) {
    const rig::HumanPose pose = test::human_pose(one.source_, test::random_angles(random, 0.7));
    rig::HumanPose mirror;
    for (std::size_t at = 0; at < kHumanBoneCount; ++at) {
      mirror.rotations[mirror_bone(at)] = math::mirrored(pose.rotations[at]);
      mirror.positions[mirror_bone(at)] = math::mirrored(pose.positions[at]);
    }
    const rig::HumanPose& a = one.perform(pose);
    const rig::HumanPose& c = other.perform(mirror);
    for (std::size_t at = 0; at < kHumanBoneCount; ++at) {
      ASSERT_LT(glm::distance(math::mirrored(a.positions[at]), c.positions[mirror_bone(at)]), 1e-4) << i << kHumanBones[at];
      ASSERT_LT(math::angle_between(math::mirrored(a.rotations[at]), c.rotations[mirror_bone(at)]), 1e-3) << i << kHumanBones[at];
    }
  }
}

TEST(BodySolver, ScaleAndTwentyCalibrationsMoveNothingElse) {
  BodyShape b;
  b.leg = 1.3;
  Stage stage({}, b);
  const rig::HumanPose before = stage.perform(JointAngles{});
  for (int i = 0; i < 20; ++i) EXPECT_EQ(stage.solver_.calibrate(solve::CalibrationKind::kT, false), solve::PoseFault::kNone);
  const rig::HumanPose after = stage.perform(JointAngles{});
  for (std::size_t at = 0; at < kHumanBoneCount; ++at) EXPECT_LT(glm::distance(before.positions[at], after.positions[at]), 1e-5);
  stage.solver_.settings.avatar_scale = 0.5;
  const rig::HumanPose small = stage.perform(JointAngles{});
  EXPECT_NEAR(small.positions[5].y, 0.04, 0.001);  // its ankle at half size, at once
  EXPECT_NEAR(small.positions[0].y, 0.5 * stage.solver_.rig().measures.standing_hips, 0.002);
  stage.solver_.reset_calibration();
  EXPECT_EQ(stage.solver_.calibrate(solve::CalibrationKind::kI, false), solve::PoseFault::kArmsNotDown);
}

TEST(BodySolver, FootOffsetsFloorHeightAndSwitchesDoWhatTheySay) {
  Stage stage({}, {});
  const JointAngles crouched = squat(0.4);
  const rig::HumanPose plain = stage.perform(crouched);
  stage.solver_.settings.foot_in_out_offset = 0.05;
  stage.solver_.settings.foot_front_back_offset = 0.03;
  rig::HumanPose out = stage.perform(crouched);
  EXPECT_LT(glm::distance(out.positions[5] - plain.positions[5], Vec3(0.05, 0, 0.03)), 0.001);
  EXPECT_LT(glm::distance(out.positions[6] - plain.positions[6], Vec3(-0.05, 0, 0.03)), 0.001);
  stage.solver_.settings = {};
  stage.solver_.settings.filter_enabled = false;
  stage.solver_.settings.floor_height = 0.2;
  out = stage.perform(crouched);
  EXPECT_LT(glm::distance(out.positions[0] - plain.positions[0], Vec3(0, 0.2, 0)), 1e-6);
  EXPECT_LT(glm::distance(out.positions[5] - plain.positions[5], Vec3(0, 0.2, 0)), 0.001);
}

TEST(BodySolver, FingerModes) {
  Stage stage({}, {});
  JointAngles fist;
  for (const char* joint : {"Proximal", "Intermediate", "Distal"})
    fist.turns[std::string("leftIndex") + joint] = math::about(math::kForward, -0.8);
  const auto index = bone("leftIndexDistal");
  const auto relative = [&](const rig::HumanPose& pose) {
    return math::angle_between(pose.rotations[bone("leftHand")], pose.rotations[index]);
  };
  EXPECT_NEAR(relative(stage.perform(fist)), 2.4, 1e-3);
  stage.solver_.settings.finger_copy_mode = FingerCopyMode::kMuscleData;
  EXPECT_NEAR(relative(stage.perform(fist)), 2.4, 1e-2);
  stage.solver_.settings.finger_copy_mode = FingerCopyMode::kNone;
  EXPECT_NEAR(relative(stage.perform(fist)), 0.0, 1e-6);
  stage.solver_.settings.finger_shaped_enabled = true;
  stage.solver_.settings.left_index_curl = -1.0;
  const rig::HumanPose shaped = stage.perform(fist);
  EXPECT_NEAR(relative(shaped), (360.0 - 270.0) * math::kRadian, 0.01);  // 90 + 90 + 90 degrees, the shorter way round
  stage.solver_.settings.finger_shaped_left_hand_enabled = false;
  EXPECT_NEAR(relative(stage.perform(fist)), 0.0, 1e-6);
}

TEST(BodySolver, TheFilterTakesJitterAndKeepsTheFeetOnTheRawPositions) {
  RandomMotion random(105);
  Stage filtered({}, {});
  filtered.solver_.settings.filter_enabled = true;
  const rig::HumanPose still = test::human_pose(filtered.source_, squat(0.3));
  double raw = 0.0;
  double left = 0.0;
  for (int i = 0; i < 600; ++i) {
    rig::HumanPose noisy = still;
    noisy.rotations[bone("head")] = still.rotations[bone("head")] * random.rotation_within(0.01);
    filtered.perform(noisy, {{}, {}, 1.0 / 120.0});
    if (i < 100) continue;
    raw += math::angle_between(noisy.rotations[bone("head")], still.rotations[bone("head")]);
    left += math::angle_between(filtered.solver_.pose().rotations[bone("head")], still.rotations[bone("head")]);
    EXPECT_LT(glm::distance(filtered.solver_.pose().positions[5], filtered.performer_.pose().positions[5]), 0.001);
  }
  EXPECT_LT(left, 0.5 * raw);
}

TEST(BodySolver, HeadForwardAndNeckScale) {
  RandomMotion random(103);
  BodyShape b;
  b.leg = 0.7;
  Stage stage({}, b);
  JointAngles angles;
  angles.heading = 1.2;
  angles.turns["head"] = random.rotation_within(0.5);
  EXPECT_FALSE(stage.solver_.calibrate_head_forward());
  stage.perform(angles);
  ASSERT_TRUE(stage.solver_.calibrate_head_forward());
  const rig::HumanPose& out = stage.perform(angles);
  EXPECT_LT(test::degrees_between(out.rotations[bone("head")], math::yaw(1.2)), 0.1);
  const double source_neck = stage.source_.rig.t_positions[bone("neck")].y;
  const double own_neck = stage.solver_.rig().t_positions[bone("neck")].y;
  EXPECT_NEAR(*stage.solver_.neck_height_scale(), source_neck / own_neck, 1e-9);
}

TEST(BodySolver, MinimumRigsFollowWithTheWholeBend) {
  BodyShape poor;
  poor.has_fingers = false;
  poor.has_shoulders = false;
  poor.has_toes = false;
  poor.spine_joints = 1;
  poor.neck_joints = 0;
  Stage stage({}, poor);
  JointAngles bow;
  for (const char* name : {"spine", "chest", "upperChest"}) bow.turns[name] = math::about(math::kLeft, 0.3);
  const rig::HumanPose& out = stage.perform(bow);
  EXPECT_NEAR(math::twist_angle(out.rotations[bone("spine")], math::kLeft), 0.9, 1e-5);
  EXPECT_NEAR(math::twist_angle(out.rotations[bone("head")], math::kLeft), 0.9, 1e-5);
}

}  // namespace
}  // namespace doppel::engine
