// Tests of the quality meters, against distances worked out by hand.
#include "solve/quality.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "body_fixtures.hpp"

namespace doppel::solve {
namespace {

using test::Body;
using test::BodyShape;

class QualityMeterTest : public ::testing::Test {
 protected:
  QualityMeters step() {
    QualityFrame frame{&body_.rig, &source_, &target_body_.rig, &target_, &lengths_, &space_, &parts_, &target_parts_};
    frame.head_scale = head_scale_;
    frame.floor_height = floor_;
    for (const std::size_t side : {0U, 1U}) {
      frame.source_feet[side] = source_.rotations[5 + side];
      frame.arm_layers[side] = layers_[side];
      frame.arm_contacts[side] = contacts_[side];
    }
    frame.pelvis_drop = drop_;
    frame.dt = dt_;
    return meter_.step(frame);
  }
  /// A still frame before it, so that speeds are known.
  QualityMeters second_step() {
    const rig::HumanPose moved = target_;
    target_ = still_;
    step();
    target_ = moved;
    return step();
  }

  Body body_ = test::make_body({});
  Body target_body_ = test::make_body({});
  rig::HumanPose source_ = test::human_pose(body_, {});
  rig::HumanPose still_ = test::human_pose(target_body_, {});
  rig::HumanPose target_ = still_;
  RestLengths lengths_ = rest_lengths(target_body_.skeleton, target_body_.rig);
  BodyParts parts_ = make_body_parts(body_.rig);
  BodyParts target_parts_ = make_body_parts(target_body_.rig);
  RootSpace space_{body_.rig.measures, target_body_.rig.measures, 1.0};
  double head_scale_ = 1.0;
  double floor_ = 0.0;
  WeightLayer layers_[2]{};
  double contacts_[2]{};
  double drop_ = 0.0;
  double dt_ = 0.01;
  QualityMeter meter_;
};

TEST_F(QualityMeterTest, SlidesSolesStretchAndJumps) {
  step();
  QualityMeters m = step();
  EXPECT_TRUE(m.is_planted[0]);
  EXPECT_EQ(m.foot_slide[0], 0.0);
  EXPECT_NEAR(m.limb_stretch, 0.0, 1e-9);
  target_.positions[5] += Vec3(0.001, -0.004, 0);
  target_.positions[6] += Vec3(0, 0.003, 0);
  m = second_step();
  EXPECT_NEAR(m.foot_slide[0], 10.0, 1e-6);  // 1 mm in 10 ms
  EXPECT_NEAR(m.penetration[0], 4.0, 1e-9);
  EXPECT_EQ(m.floating[0], 0.0);
  EXPECT_NEAR(m.floating[1], 3.0, 1e-9);
  EXPECT_NEAR(m.limb_stretch, 1.0, 0.05);  // 4 mm of 0.4 m
  EXPECT_GT(m.knee_jump, 0.05);
  drop_ = 0.012;
  EXPECT_NEAR(step().pelvis_drop, 12.0, 1e-9);
  dt_ = 0.0;
  m = second_step();
  EXPECT_EQ(m.foot_slide[0], 0.0);
  EXPECT_EQ(m.knee_jump, 0.0);
}

// A foot that tips at the ankle puts its ball under the floor: no ankle has moved.
TEST_F(QualityMeterTest, ATippedFootsBallIsUnderTheFloor) {
  const double tip = 10.0 * math::kRadian;
  target_.rotations[5] = math::about(math::kLeft, tip);
  const QualityMeters m = second_step();
  EXPECT_NEAR(m.penetration[0], 1000.0 * (0.14 * std::sin(tip) - 0.08 * (1.0 - std::cos(tip))), 1e-6);
  // The heel, 0.35 of the ball's way behind the ankle, is the sole that the performer stands on here: it goes forth and up.
  EXPECT_GT(m.foot_slide[0], 1.0);
}

// The performer on the balls of its feet: what stands is the ball, whatever way the ankle goes.
TEST_F(QualityMeterTest, TheLowerOfHeelAndBallIsWhatStands) {
  const auto tiptoe = [](rig::HumanPose& pose, double radians) {
    const Vec3 ball = pose.positions[5] + pose.rotations[5] * Vec3(0, -0.08, 0.14);
    pose.rotations[5] = math::about(math::kLeft, radians);
    pose.positions[5] = ball - pose.rotations[5] * Vec3(0, -0.08, 0.14);
  };
  tiptoe(source_, 0.3);
  tiptoe(target_, 0.3);
  still_ = target_;
  step();
  tiptoe(target_, 0.305);
  tiptoe(source_, 0.305);
  const QualityMeters m = step();
  EXPECT_TRUE(m.is_planted[0]);
  EXPECT_NEAR(m.foot_slide[0], 0.0, 1e-6);
  EXPECT_NEAR(m.penetration[0] + m.floating[0], 0.0, 1e-6);
}

TEST_F(QualityMeterTest, WhatThePerformersSoleDoesItselfIsNotTheAvatars) {
  for (rig::HumanPose* pose : {&source_, &still_, &target_}) pose->positions[5].y += 0.02;
  step();
  source_.positions[5].x += 0.001;
  target_.positions[5].x += 0.0015;
  floor_ = 0.0;
  const QualityMeters m = step();
  EXPECT_NEAR(m.floating[0], 0.0, 1e-9);
  EXPECT_NEAR(m.foot_slide[0], 5.0, 1e-6);  // 1.5 mm against 1 mm in 10 ms
}

TEST_F(QualityMeterTest, HandsAreMeasuredByWhatThePerformersTouch) {
  target_.positions[17] += Vec3(0, 0, 0.02);
  EXPECT_EQ(step().hand_error[0], 0.0);  // it touches nothing
  layers_[0] = WeightLayer::kHandProp;
  contacts_[0] = 0.5;
  EXPECT_NEAR(step().hand_error[0], 10.0, 1e-9);
  // Hand to hand: both are shifted alike, and hold each other as the performer's do.
  layers_[0] = layers_[1] = WeightLayer::kHandHand;
  contacts_[0] = contacts_[1] = 1.0;
  target_.positions[18] += Vec3(0, 0, 0.02);
  EXPECT_NEAR(step().hand_error[0], 0.0, 1e-9);
  target_.positions[18] += Vec3(0.004, 0, 0);
  EXPECT_NEAR(step().hand_error[0], 4.0, 1e-9);
  EXPECT_NEAR(step().hand_error[1], 4.0, 1e-9);
}

// The same place at the face in sizes of the head: three centimetres off there are three centimetres.
TEST_F(QualityMeterTest, AtTheOwnBodyThePlaceIsThePartsOwn) {
  layers_[0] = WeightLayer::kContact;
  contacts_[0] = 1.0;
  space_.scale = 1.5;
  head_scale_ = 1.2;
  const double head = body_.rig.measures.head;
  const Vec3 chin(0.1, 0.2, 0.6);
  const auto put = [&](rig::HumanPose& pose, const BodyParts& parts, double scale, double part_scale) {
    const Vec3 at = pose.positions[10] + pose.rotations[10] * (part_scale * (parts.parts[0].center + head * chin));
    pose.positions[17] = at - pose.rotations[17] * (scale * parts.knuckles[0]);
  };
  source_.rotations[10] = math::about(math::kUp, 0.5);
  target_.rotations[10] = math::about(math::kUp, -0.3);
  put(source_, parts_, 1.0, 1.0);
  put(target_, target_parts_, 1.5, 1.8);
  EXPECT_NEAR(step().hand_error[0], 0.0, 1e-9);
  target_.positions[17] += Vec3(0, 0.03, 0);
  EXPECT_NEAR(step().hand_error[0], 30.0, 1e-9);
}

}  // namespace
}  // namespace doppel::solve
