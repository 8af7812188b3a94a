// Tests of rotation offsets, their calibration and the distribution of the spine: what is copied is the same in the world on
// every rig.
#include "solve/retarget_rotations.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "body_fixtures.hpp"
#include "solve/spine_distribution.hpp"

namespace doppel::solve {
namespace {

using math::kIdentity;
using test::Body;
using test::BodyShape;
using test::bone;
using test::RandomMotion;

struct Pairing {
  Body source;
  Body target;
  rig::RetargetMap map = rig::make_retarget_map(source.map, target.rig);
  BodyCalibration calibration = calibrate_from_rest(source.skeleton, source.rig, map, target.rig);

  HumanPose retarget(const rig::ModelPose& model) const {
    HumanPose out;
    EXPECT_TRUE((RetargetRotations{&map, &target.rig, &calibration, &model, &out}).run());
    rig::place(target.rig, 1.0, out);
    return out;
  }
  rig::ModelPose model(const HumanPose& pose) const { return test::model_of(source.skeleton, test::pose_of(source, pose)); }
};

TEST(RetargetRotations, SameShapeWithRandomAxesAndRestsKeepsWorldDirections) {
  RandomMotion random(51);
  for (int i = 0; i < 60; ++i) {
    BodyShape a;
    a.axes = static_cast<std::uint32_t>(2 * i + 1);
    a.arm_degrees = random.uniform(0.0, 80.0);
    BodyShape b;
    b.axes = static_cast<std::uint32_t>(2 * i + 2);
    b.arm_degrees = i % 2 == 0 ? 45.0 : 0.0;  // A-pose and T-pose twins
    b.is_mirrored_above = i % 3 == 0;
    const Pairing pair{test::make_body(a), test::make_body(b)};
    const HumanPose pose = test::human_pose(pair.source, test::random_angles(random, 1.5));
    const HumanPose out = pair.retarget(pair.model(pose));
    for (std::size_t k = 1; k < pair.target.rig.count; ++k) {
      const std::size_t at = pair.target.rig.order[k];
      const auto up = static_cast<std::size_t>(pair.target.rig.parents[at]);
      if (glm::length(pair.target.rig.t_offset(at)) < 1e-6) continue;
      const double degrees =
          math::angle_between(out.positions[at] - out.positions[up], pose.positions[at] - pose.positions[up]) / math::kRadian;
      EXPECT_LT(degrees, 0.01) << kHumanBones[at];
    }
  }
}

TEST(RetargetRotations, AMissingBonesTurnIsTakenUpByTheNext) {
  RandomMotion random(52);
  BodyShape poor;
  poor.has_shoulders = false;
  poor.has_toes = false;
  poor.spine_joints = 1;
  for (const bool poor_source : {true, false}) {
    const Pairing pair{test::make_body(poor_source ? poor : BodyShape{}), test::make_body(poor_source ? BodyShape{} : poor)};
    for (int i = 0; i < 50; ++i) {
      const HumanPose pose = test::human_pose(pair.source, test::random_angles(random));
      const HumanPose out = pair.retarget(pair.model(pose));
      for (const char* name : {"leftUpperArm", "rightLowerArm", "leftHand", "leftFoot", "head", "hips", "leftIndexDistal"}) {
        EXPECT_LT(math::angle_between(out.rotations[bone(name)], pose.rotations[bone(name)]), 1e-6) << name;
      }
      if (poor_source) {
        EXPECT_EQ(out.rotations[bone("leftShoulder")], out.rotations[bone("upperChest")]);
        EXPECT_EQ(out.rotations[bone("leftToes")], out.rotations[bone("leftFoot")]);
      }
    }
  }
}

TEST(SpineDistribution, KeepsTheTotalBendForEveryNumberOfJoints) {
  RandomMotion random(53);
  for (int n = 1; n <= 6; ++n) {
    for (int m = 1; m <= 3; ++m) {
      BodyShape a;
      a.spine_joints = n;
      BodyShape b;
      b.spine_joints = m;
      const Pairing pair{test::make_body(a), test::make_body(b)};
      ASSERT_EQ(pair.map.spine.size(), static_cast<std::size_t>(m));
      // A bend of 60 degrees forward, spread over the source's joints alike, on hips turned by 30.
      rig::Pose pose = rig::Pose::rest_of(pair.source.skeleton);
      const Quat each = math::about(math::kLeft, 60.0 / n * math::kRadian);
      for (const int joint : pair.source.map.spine_chain) pose.rotations[static_cast<std::size_t>(joint)] = each;
      pose.rotations[static_cast<std::size_t>(pair.source.rig.joints[0])] = math::yaw(30.0 * math::kRadian);
      const HumanPose out = pair.retarget(test::model_of(pair.source.skeleton, pose));
      const char* const kNames[] = {"spine", "chest", "upperChest"};
      const Quat hips = out.rotations[0];
      double last = 0.0;
      for (int i = 0; i < m; ++i) {
        const Quat bend = glm::conjugate(hips) * out.rotations[bone(kNames[i])];
        const double degrees = math::twist_angle(bend, math::kLeft) / math::kRadian;
        EXPECT_GE(degrees, last - 1e-6);
        last = degrees;
        // Worked out by hand from the groups: bone i holds the bend of its group's last joint; empty ones lie evenly between.
        double expected = 60.0 * std::floor(static_cast<double>((i + 1) * n) / m) / n;
        if (n == 1) expected = 60.0 * (i + 1) / m;
        if (n == 2 && m == 3 && i == 0) expected = 15.0;
        EXPECT_NEAR(degrees, expected, 1e-6) << n << " on " << m << ", " << i;
      }
      EXPECT_NEAR(last, 60.0, 1e-6);
      EXPECT_NEAR(math::angle_between(out.rotations[bone("head")],
                                      math::yaw(30 * math::kRadian) * math::about(math::kLeft, 60 * math::kRadian)),
                  0.0, 1e-6);
    }
  }
}

TEST(BodyCalibration, HeadingsOf0And90And200GiveTheSameMotion) {
  RandomMotion random(54);
  BodyShape a;
  a.axes = 5;
  BodyShape b;
  b.axes = 6;
  b.arm_degrees = 45.0;
  for (const CalibrationKind kind : {CalibrationKind::kT, CalibrationKind::kI}) {
    Pairing pair{test::make_body(a), test::make_body(b)};
    const BodyCalibration rest = pair.calibration;
    test::JointAngles standing;
    if (kind == CalibrationKind::kI) {
      standing.turns["leftUpperArm"] = math::about(math::kForward, -90.0 * math::kRadian);
      standing.turns["rightUpperArm"] = math::about(math::kForward, 90.0 * math::kRadian);
    }
    const test::JointAngles motion = test::random_angles(random);
    for (const double heading : {0.0, 90.0, 200.0}) {
      standing.heading = heading * math::kRadian;
      standing.hips_moved = random.vector(1.0);
      const HumanPose pose = test::human_pose(pair.source, standing);
      const rig::ModelPose model = pair.model(pose);
      EXPECT_EQ(pose_fault(kind, pair.source.rig, pose), PoseFault::kNone);
      pair.calibration = calibrate_live({kind, &pair.map, &pair.source.rig, &pair.target.rig, &model, &pose, &rest});
      EXPECT_NEAR(std::remainder(pair.calibration.heading - heading * math::kRadian, 6.283185307179586), 0.0, 1e-6);
      const HumanPose moving = test::human_pose(pair.source, motion);
      const HumanPose out = pair.retarget(pair.model(moving));
      for (std::size_t k = 0; k < pair.target.rig.count; ++k) {
        const std::size_t at = pair.target.rig.order[k];
        EXPECT_LT(math::angle_between(out.rotations[at], moving.rotations[at]), 1e-5) << kHumanBones[at] << heading;
      }
    }
  }
}

TEST(BodyCalibration, TwentyTimesMovesNothingAndFingersAreKeptInI) {
  BodyShape a;
  a.axes = 8;
  const Pairing pair{test::make_body(a), test::make_body({})};
  test::JointAngles standing;
  standing.turns["leftUpperArm"] = math::about(math::kForward, -88.0 * math::kRadian);
  standing.turns["rightUpperArm"] = math::about(math::kForward, 90.0 * math::kRadian);
  standing.turns["leftIndexProximal"] = math::about(math::kForward, -40.0 * math::kRadian);
  const HumanPose pose = test::human_pose(pair.source, standing);
  const rig::ModelPose model = pair.model(pose);
  BodyCalibration first =
      calibrate_live({CalibrationKind::kI, &pair.map, &pair.source.rig, &pair.target.rig, &model, &pose, &pair.calibration});
  BodyCalibration again = first;
  for (int i = 0; i < 20; ++i) {
    again = calibrate_live({CalibrationKind::kI, &pair.map, &pair.source.rig, &pair.target.rig, &model, &pose, &again});
  }
  EXPECT_EQ(again.offsets, first.offsets);
  EXPECT_EQ(again.offsets[bone("leftIndexProximal")], pair.calibration.offsets[bone("leftIndexProximal")]);
  const BodyCalibration reset = calibrate_from_rest(pair.source.skeleton, pair.source.rig, pair.map, pair.target.rig);
  EXPECT_EQ(reset.offsets, pair.calibration.offsets);
}

TEST(PoseFault, NamesWhatIsWrongWithAPose) {
  const Body body = test::make_body({});
  const auto fault = [&](CalibrationKind kind, const test::JointAngles& angles) {
    return pose_fault(kind, body.rig, test::human_pose(body, angles));
  };
  const auto turn = [](const Vec3& axis, double degrees) { return math::about(axis, degrees * math::kRadian); };
  test::JointAngles t;
  EXPECT_EQ(fault(CalibrationKind::kT, t), PoseFault::kNone);
  EXPECT_EQ(fault(CalibrationKind::kI, t), PoseFault::kArmsNotDown);
  test::JointAngles raised = t;
  raised.turns["leftUpperArm"] = turn(math::kForward, 60.0);
  EXPECT_EQ(fault(CalibrationKind::kT, raised), PoseFault::kArmsNotLevel);
  test::JointAngles forward = t;
  forward.turns["rightUpperArm"] = turn(math::kUp, 90.0);
  EXPECT_EQ(fault(CalibrationKind::kT, forward), PoseFault::kArmsNotLevel);
  test::JointAngles crouch = t;
  for (const char* side : {"left", "right"}) {
    crouch.turns[std::string(side) + "UpperLeg"] = turn(math::kLeft, -60.0);
    crouch.turns[std::string(side) + "LowerLeg"] = turn(math::kLeft, 100.0);
  }
  EXPECT_EQ(fault(CalibrationKind::kT, crouch), PoseFault::kCrouching);
  test::JointAngles bow = t;
  bow.turns["spine"] = turn(math::kLeft, 70.0);
  EXPECT_EQ(fault(CalibrationKind::kT, bow), PoseFault::kNotUpright);
  EXPECT_EQ(pose_fault(CalibrationKind::kT, rig::HumanRig{}, HumanPose{}), PoseFault::kMissingBones);
}

}  // namespace
}  // namespace doppel::solve
