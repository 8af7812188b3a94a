// Tests of fingers: fists close into the palm on any axes, what is put is measured again, presets differ as they should.
#include "solve/fingers.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "body_fixtures.hpp"
#include "solve/retarget_rotations.hpp"

namespace doppel::solve {
namespace {

using test::Body;
using test::BodyShape;
using test::bone;
using test::RandomMotion;

/// Tip of a finger: its last bone goes on as long as the one before it.
Vec3 tip(const Body& body, const rig::HumanPose& pose, std::size_t side, std::size_t finger) {
  const std::size_t last = finger_bone(side, finger) + 2;
  const Vec3 along = body.rig.t_positions[last] - body.rig.t_positions[last - 1];
  return pose.positions[last] + pose.rotations[last] * along;
}

Vec3 palm_center(const Body& body, const rig::HumanPose& pose, std::size_t side) {
  const std::size_t hand = 17 + side;
  const std::size_t middle = finger_bone(side, 2);
  const Vec3 knuckle = body.rig.t_positions[middle] - body.rig.t_positions[hand];
  return pose.positions[hand] + pose.rotations[hand] * (0.6 * knuckle + Vec3(0, -0.015, 0));
}

rig::HumanPose with_preset(const Body& body, std::string_view name, const rig::HumanPose& from) {
  const FingerRig fingers = make_finger_rig(body.rig);
  BodySettings settings;
  rig::HumanPose pose = from;
  for (const std::size_t side : {0U, 1U}) {
    apply_hand_preset(*find_hand_preset(name), side, settings);
    put_fingers(body.rig, fingers, side, shaped_hand(settings, side), pose);
  }
  rig::place(body.rig, 1.0, pose);
  return pose;
}

TEST(Fingers, AFistClosesIntoThePalmAndPaperDoesNotOnAnyAxesAndRest) {
  RandomMotion random(81);
  for (std::uint32_t axes = 0; axes < 12; ++axes) {
    BodyShape shape;
    shape.axes = axes;
    shape.arm_degrees = axes % 2 == 0 ? 0.0 : 45.0;
    const Body body = test::make_body(shape);
    const rig::HumanPose base = test::human_pose(body, test::random_angles(random));
    const rig::HumanPose fist = with_preset(body, "바위", base);
    const rig::HumanPose paper = with_preset(body, "보", base);
    for (const std::size_t side : {0U, 1U}) {
      for (std::size_t finger = 0; finger < kFingers; ++finger) {
        const double closed = glm::distance(tip(body, fist, side, finger), palm_center(body, fist, side));
        const double open = glm::distance(tip(body, paper, side, finger), palm_center(body, paper, side));
        EXPECT_LT(closed, finger == 0 ? 0.055 : 0.045) << axes << " " << finger;
        EXPECT_GT(open, finger == 0 ? 0.065 : 0.10) << axes << " " << finger;
      }
    }
  }
}

// Worked out by hand: three right angles lay the first bone into the palm, the second back towards the wrist, the third up to the
// knuckles. Tips end a bone's length and a half of rounding from there, on any axes and rest.
TEST(Fingers, AFistsBonesTurnByThreeRightAngles) {
  RandomMotion random(85);
  for (std::uint32_t axes = 0; axes < 8; ++axes) {
    BodyShape shape;
    shape.axes = axes;
    shape.arm_degrees = axes % 2 == 0 ? 0.0 : 45.0;
    const Body body = test::make_body(shape);
    const rig::HumanPose fist = with_preset(body, "바위", test::human_pose(body, test::random_angles(random)));
    for (const std::size_t side : {0U, 1U}) {
      const Quat hand = fist.rotations[17 + side];
      const Vec3 out = hand * (side == 0 ? math::kLeft : -math::kLeft);
      const Vec3 palm = hand * -math::kUp;
      for (std::size_t finger = 1; finger < kFingers; ++finger) {
        const std::size_t first = finger_bone(side, finger);
        const Vec3 along = body.rig.t_positions[first + 1] - body.rig.t_positions[first];
        const Vec3 expected[] = {palm, -out, -palm};
        for (std::size_t i = 0; i < 3; ++i) {
          const double off = math::angle_between(fist.rotations[first + i] * along, expected[i]) / math::kRadian;
          EXPECT_LT(off, 3.0) << axes << " " << finger << " " << i;  // this hand points 2.8 degrees off its fingers
        }
        const double bone_length = glm::length(along);
        const Vec3 knuckle = fist.positions[first];
        EXPECT_LT(glm::distance(tip(body, fist, side, finger), knuckle - bone_length * out), 0.15 * bone_length);
      }
      // The thumb closes by 36, 75 and 75 degrees from where its first joint rests, towards the fingers.
      const std::size_t thumb = finger_bone(side, 0);
      for (const std::size_t i : {1U, 2U}) {
        const double bend = math::angle_between(fist.rotations[thumb + i - 1], fist.rotations[thumb + i]) / math::kRadian;
        EXPECT_NEAR(bend, 75.0, 0.5) << axes << " " << i;
      }
      const double first_bend = math::angle_between(hand, fist.rotations[thumb]) / math::kRadian;
      EXPECT_NEAR(first_bend, 36.0, 0.5) << axes;
    }
  }
}

TEST(Fingers, PresetsExtendWhatTheirNamesSay) {
  const Body body = test::make_body({});
  const rig::HumanPose base = test::human_pose(body, {});
  const auto extended = [&](std::string_view preset) {
    const rig::HumanPose pose = with_preset(body, preset, base);
    std::string out;
    for (std::size_t finger = 0; finger < kFingers; ++finger) {
      out += glm::distance(tip(body, pose, 0, finger), palm_center(body, pose, 0)) > 0.06 ? '1' : '0';
    }
    return out;
  };
  EXPECT_EQ(extended("scissors"), "01100");
  EXPECT_EQ(extended("브이"), "01100");
  EXPECT_EQ(extended("검지"), "01000");
  EXPECT_EQ(extended("rock"), "00000");
  EXPECT_EQ(extended("paper"), "11111");
  const auto gap = [&](std::string_view preset) {
    const rig::HumanPose pose = with_preset(body, preset, base);
    return glm::distance(tip(body, pose, 0, 1), tip(body, pose, 0, 2));
  };
  EXPECT_GT(gap("v-sign"), gap("scissors") + 0.01);
  EXPECT_EQ(find_hand_preset("fist"), nullptr);
  EXPECT_EQ(hand_presets().size(), 6U);
}

TEST(Fingers, NothingButFingersChangesByABit) {
  RandomMotion random(82);
  const Body body = test::make_body({});
  const rig::HumanPose base = test::human_pose(body, test::random_angles(random));
  const rig::HumanPose fist = with_preset(body, "바위", base);
  for (std::size_t b = 0; b < kHumanBoneCount; ++b) {
    if (b >= 24 && b <= 53) continue;
    EXPECT_EQ(fist.rotations[b], base.rotations[b]);
    EXPECT_EQ(fist.positions[b], base.positions[b]);
  }
}

// To 0.1 degrees: this hand's fingers point 1.6 degrees off X, which the axis by hand does not know.
TEST(Fingers, AnglesAreThoseOfTheScale) {
  const Body body = test::make_body({});
  const FingerRig fingers = make_finger_rig(body.rig);
  rig::HumanPose pose = test::human_pose(body, {});
  const auto bend = [&](double value, std::size_t joint) {
    HandMuscles values{};
    values[1] = {value, 0.0, value, value};
    put_fingers(body.rig, fingers, 0, values, pose);
    const std::size_t at = finger_bone(0, 1) + joint;
    const Quat above = joint == 0 ? pose.rotations[17] : pose.rotations[at - 1];
    // About -Z a left hand's fingers, which lie along +X with the palm down, close.
    return math::twist_angle(glm::conjugate(above) * pose.rotations[at], -math::kForward) / math::kRadian;
  };
  EXPECT_NEAR(bend(1.0, 0), -10.0, 0.1);
  EXPECT_NEAR(bend(-1.0, 0), 90.0, 0.1);
  EXPECT_NEAR(bend(0.0, 0), 40.0, 0.1);
  EXPECT_NEAR(bend(1.0, 1), 0.0, 0.1);
  EXPECT_NEAR(bend(-1.0, 1), 90.0, 0.1);
  EXPECT_NEAR(bend(-1.0, 2), 90.0, 0.1);
}

TEST(Fingers, WhatIsPutIsMeasuredAgainOnEitherHand) {
  RandomMotion random(83);
  for (int i = 0; i < 300; ++i) {
    BodyShape shape;
    shape.hand = random.uniform(0.7, 1.4);
    const Body body = test::make_body(shape);
    const FingerRig fingers = make_finger_rig(body.rig);
    rig::HumanPose pose = test::human_pose(body, test::random_angles(random));
    for (const std::size_t side : {0U, 1U}) {
      HandMuscles values{};
      for (auto& finger : values) {
        for (double& value : finger) value = random.uniform(-1.0, 1.0);
      }
      put_fingers(body.rig, fingers, side, values, pose);
      const HandMuscles measured = measure_fingers(body.rig, fingers, side, pose);
      for (std::size_t f = 0; f < kFingers; ++f) {
        for (std::size_t m = 0; m < kFingerMuscles; ++m) EXPECT_NEAR(measured[f][m], values[f][m], 1e-6) << f << m;
      }
    }
  }
}

TEST(Fingers, MirroredHandsAreMirrored) {
  RandomMotion random(84);
  const Body body = test::make_body({});
  const FingerRig fingers = make_finger_rig(body.rig);
  rig::HumanPose pose = test::human_pose(body, {});
  HandMuscles values{};
  for (auto& finger : values) {
    for (double& value : finger) value = random.uniform(-1.0, 1.0);
  }
  put_fingers(body.rig, fingers, 0, values, pose);
  put_fingers(body.rig, fingers, 1, values, pose);
  for (std::size_t b = 24; b < 39; ++b)
    EXPECT_LT(math::angle_between(math::mirrored(pose.rotations[b]), pose.rotations[b + 15]), 1e-6) << b;
}

TEST(Fingers, MissingFingersAndBadValuesDoNoHarm) {
  BodyShape shape;
  shape.has_fingers = false;
  const Body body = test::make_body(shape);
  const FingerRig fingers = make_finger_rig(body.rig);
  rig::HumanPose pose = test::human_pose(body, {});
  HandMuscles values{};
  values[2][0] = std::nan("");
  put_fingers(body.rig, fingers, 0, values, pose);
  EXPECT_EQ(measure_fingers(body.rig, fingers, 0, pose), HandMuscles{});
  const Body full = test::make_body({});
  const FingerRig full_fingers = make_finger_rig(full.rig);
  rig::HumanPose full_pose = test::human_pose(full, {});
  put_fingers(full.rig, full_fingers, 0, values, full_pose);
  for (const Quat& q : full_pose.rotations) EXPECT_NEAR(glm::length(q), 1.0, 1e-6);
}

}  // namespace
}  // namespace doppel::solve
