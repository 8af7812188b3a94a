// Tests of the six layers, their merging and smoothing, and of hands that touch the own body.
#include "solve/limb_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "body_fixtures.hpp"
#include "solve/hand_target.hpp"

namespace doppel::solve {
namespace {

using test::Body;
using test::BodyShape;
using test::bone;
using test::RandomMotion;

TEST(NearWeight, IsOneNearAndZeroFar) {
  EXPECT_EQ(near_weight(0.1, 0.15, 0.35), 1.0);
  EXPECT_EQ(near_weight(0.15, 0.15, 0.35), 1.0);
  EXPECT_NEAR(near_weight(0.25, 0.15, 0.35), 0.5, 1e-12);
  EXPECT_EQ(near_weight(0.4, 0.15, 0.35), 0.0);
  EXPECT_EQ(near_weight(0.2, 0.3, 0.3), 1.0);
  EXPECT_EQ(near_weight(0.4, 0.3, 0.2), 0.0);
  EXPECT_EQ(near_weight(std::nan(""), 0.1, 0.2), 0.0);
  EXPECT_EQ(near_weight(std::numeric_limits<double>::infinity(), 0.1, 0.2), 0.0);
}

class LimbWeightsTest : public ::testing::Test {
 protected:
  LimbWeightsTest() {
    // Exactly 1.7 m tall for the weights, so that the parameters are metres as they stand.
    body_.rig.measures.height = LimbWeightsJob::kReferenceHeight;
    pose_ = test::human_pose(body_, {});
    pose_.positions[17] = {0.5, 1.0, 0.0};
    pose_.positions[18] = {-0.5, 1.0, 0.0};
  }
  LimbWeights weights(double dt = 0.0) {
    LimbWeightsJob job{&body_.rig, &pose_, &settings_, props_, hands_, {contact_[0], contact_[1]}, 1, 0.0, dt, &state_};
    EXPECT_TRUE(job.run());
    return state_;
  }
  LimbWeights fresh() {
    state_ = LimbWeights();
    return weights();
  }

  Body body_ = test::make_body({});
  rig::HumanPose pose_;
  BodySettings settings_;
  std::vector<PropPoint> props_;
  std::vector<Vec3> hands_;
  double contact_[2]{};
  LimbWeights state_;
};

TEST_F(LimbWeightsTest, StandingFreeArmsAreOffAndLegsAndHipsOn) {
  const LimbWeights w = fresh();
  for (const std::size_t side : {0U, 1U}) {
    EXPECT_EQ(w.arms[side].value, 0.0);
    EXPECT_EQ(w.arms[side].layer, WeightLayer::kNone);
    EXPECT_EQ(w.legs[side].value, 1.0);
  }
  EXPECT_EQ(w.hips.value, 1.0);
  EXPECT_EQ(w.chair_nearness, 0.0);
}

TEST_F(LimbWeightsTest, ArmsTakeTheGreaterOfHandsAndProps) {
  pose_.positions[18] = pose_.positions[17] - Vec3(0.25, 0, 0);  // half way between 0.15 and 0.35
  LimbWeights w = fresh();
  EXPECT_NEAR(w.arms[0].value, 0.5, 1e-12);
  EXPECT_NEAR(w.arms[1].value, 0.5, 1e-12);
  EXPECT_EQ(w.arms[0].layer, WeightLayer::kHandHand);
  props_ = {{pose_.positions[17] + Vec3(0, 0.19, 0), PropType::kObject}, {pose_.positions[18], PropType::kChair}};
  w = fresh();
  EXPECT_NEAR(w.arms[0].value, 0.75, 1e-12);
  EXPECT_EQ(w.arms[0].layer, WeightLayer::kHandProp);
  EXPECT_NEAR(w.arms[1].value, 0.5, 1e-12);  // a chair is nothing to hold
  hands_ = {pose_.positions[18] + Vec3(0, 0, 0.05)};
  w = fresh();
  EXPECT_EQ(w.arms[1].value, 1.0);
  EXPECT_EQ(w.arms[1].layer, WeightLayer::kHandProp);
  settings_.enable_right_arm_ik = false;
  w = fresh();
  EXPECT_EQ(w.arms[1].value, 0.0);
  EXPECT_EQ(w.arms[1].layer, WeightLayer::kDisabled);
  // What a hand holds does not pull it, and pulls the other one; another's does.
  settings_.enable_right_arm_ik = true;
  hands_.clear();
  pose_.positions[18] = {-0.5, 1.0, 0.0};
  props_ = {{pose_.positions[17], PropType::kObject, 1, 0}};
  EXPECT_EQ(fresh().arms[0].value, 0.0);
  props_[0].hand = 1;
  EXPECT_EQ(fresh().arms[0].value, 1.0);
  props_[0] = {pose_.positions[17], PropType::kObject, 2, 0};
  w = fresh();
  EXPECT_EQ(w.arms[0].value, 1.0);
  EXPECT_GT(w.arms[0].value, 0.7);
}

TEST_F(LimbWeightsTest, FeetFollowTheirHeightAndOnlyWhileSeatedTheirDistance) {
  pose_.positions[5] += Vec3(0, 0.285, 0);  // half way between 0.12 and 0.45
  LimbWeights w = fresh();
  EXPECT_NEAR(w.legs[0].value, 0.5, 1e-9);
  EXPECT_EQ(w.legs[0].layer, WeightLayer::kFootHeight);
  pose_.positions[5] = Vec3(0.1, 0.08, 0.6);  // a long step: not seated
  w = fresh();
  EXPECT_EQ(w.legs[0].value, 1.0);
  pose_.positions[0].y = 0.30 * body_.rig.measures.standing_hips;
  w = fresh();
  EXPECT_EQ(w.hips.value, 0.0);
  EXPECT_EQ(w.hips.layer, WeightLayer::kHipHeight);
  EXPECT_EQ(w.legs[0].value, 0.0);  // seated with the foot far ahead: copied
  pose_.positions[6] = Vec3(-0.1, 0.08, 0.1);
  w = fresh();
  EXPECT_EQ(w.legs[1].value, 1.0);  // and tucked under: on its target
}

TEST_F(LimbWeightsTest, AChairTakesTheHipsAndTheFeetAhead) {
  pose_.positions[0] = {0, 0.8, 0};
  pose_.positions[5] = {0.1, 0.08, 0.5};
  props_ = {{{0, 0.8, 0.425}, PropType::kChair}};  // half way between 0.25 and 0.60
  LimbWeights w = fresh();
  EXPECT_NEAR(w.hips.value, 0.5, 1e-9);
  EXPECT_EQ(w.hips.layer, WeightLayer::kChair);
  EXPECT_NEAR(w.chair_nearness, 0.5, 1e-9);
  EXPECT_NEAR(w.legs[0].value, 0.5, 1e-9);
  EXPECT_EQ(w.legs[0].layer, WeightLayer::kSitFootHip);
}

TEST_F(LimbWeightsTest, DistancesGrowWithThePerformer) {
  body_.rig.measures.height = 2.0 * LimbWeightsJob::kReferenceHeight;
  pose_.positions[18] = pose_.positions[17] - Vec3(0.5, 0, 0);
  EXPECT_NEAR(fresh().arms[0].value, 0.5, 1e-12);
}

TEST_F(LimbWeightsTest, SmoothingIsTheSameAtAnyFrameRate) {
  fresh();
  contact_[0] = 1.0;
  LimbWeights slow = state_;
  for (int i = 0; i < 12; ++i) weights(1.0 / 120.0);
  const double fast = state_.arms[0].value;
  state_ = slow;
  for (int i = 0; i < 3; ++i) weights(1.0 / 30.0);
  EXPECT_NEAR(state_.arms[0].value, fast, 1e-12);
  EXPECT_NEAR(fast, 1.0 - std::exp(-settings_.weight_smooth_speed * 0.1), 1e-12);
  EXPECT_EQ(state_.arms[0].layer, WeightLayer::kContact);
  settings_.weight_smooth_speed = 0.0;
  weights(0.1);
  EXPECT_NEAR(state_.arms[0].value, fast, 1e-12);
  settings_.enable_left_arm_ik = false;  // a switch acts even where weights stand still
  for (int i = 0; i < 20; ++i) weights(0.1);
  EXPECT_LT(state_.arms[0].value, 1e-6);
  settings_.enable_left_arm_ik = true;
  settings_.contact_ik = false;
  weights(0.1);
  EXPECT_EQ(state_.arms[0].target, 0.0);
}

// At the usual smoothing a clap's hands would have parted before their weight is 1.
TEST_F(LimbWeightsTest, HandsThatMeetAreWaitedForByNoSmoothing) {
  fresh();
  const auto apart = [this](double metres) { pose_.positions[18] = pose_.positions[17] - Vec3(metres, 0, 0); };
  apart(0.34);  // 0.05 by the layer: smoothing gives 0.008 of it in a frame, the distance 0.038
  weights(1.0 / 60.0);
  EXPECT_NEAR(state_.arms[0].value, 0.01 / 0.26, 1e-12);
  apart(0.22);  // half way from 0.35 to 0.09
  weights(1.0 / 60.0);
  EXPECT_NEAR(state_.arms[0].value, 0.5, 1e-12);
  EXPECT_NEAR(state_.arms[1].value, 0.5, 1e-12);
  apart(0.085);
  weights(1.0 / 60.0);
  EXPECT_EQ(state_.arms[0].value, 1.0);
  EXPECT_EQ(state_.reach[1], 1.0);
  apart(0.6);  // and they fade as ever
  weights(1.0 / 60.0);
  EXPECT_NEAR(state_.arms[0].value, std::exp(-settings_.weight_smooth_speed / 60.0), 1e-12);
  settings_.weight_smooth_speed = 0.0;  // weights that stand still stand still
  const double before = state_.arms[0].value;
  apart(0.05);
  weights(1.0 / 60.0);
  EXPECT_EQ(state_.arms[0].value, before);
}

TEST_F(LimbWeightsTest, EveryWeightStaysBetween0And1ForAnyInput) {
  RandomMotion random(71);
  for (int i = 0; i < 20000; ++i) {
    for (const std::size_t b : {0U, 5U, 6U, 17U, 18U}) {
      pose_.positions[b] = random.vector(1.5);
      if (random.whole(0, 9) == 0) pose_.positions[b].y = random.degenerate();
    }
    props_ = {{random.vector(1.0), random.whole(0, 1) == 0 ? PropType::kChair : PropType::kHand}};
    const LimbWeights w = weights(random.whole(0, 9) == 0 ? random.degenerate() : 0.01);
    for (const LayeredWeight& weight : {w.arms[0], w.arms[1], w.legs[0], w.legs[1], w.hips}) {
      ASSERT_TRUE(weight.value >= 0.0 && weight.value <= 1.0) << i;
    }
  }
}

TEST(HandTarget, AHandAtTheChinIsAtTheTargetsChinWhateverTheArms) {
  RandomMotion random(72);
  const Body source = test::make_body({});
  BodyShape shape;
  shape.arm = 1.2;
  shape.hand = 1.3;
  shape.torso = 0.8;
  const Body target = test::make_body(shape);
  const BodyParts source_parts = make_body_parts(source.rig);
  const BodyParts target_parts = make_body_parts(target.rig);
  const RootSpace space{source.rig.measures, target.rig.measures, 1.0};
  for (int i = 0; i < 200; ++i) {
    rig::HumanPose from = test::human_pose(source, test::random_angles(random, 0.4));
    rig::HumanPose to = from;
    to.positions[0] = from.positions[0];
    rig::place(target.rig, 1.0, to);
    // The chin, in the frame of the head: forward and a little down, 1/8 and 1/20 of a head.
    const Vec3 chin(0.0, -0.05, 0.6);
    const auto chin_of = [&](const Body& body, const rig::HumanPose& pose) {
      return pose.positions[bone("head")] + pose.rotations[bone("head")] * (body.rig.measures.head * chin);
    };
    const auto knuckles_of = [&](const Vec3& wrist, const rig::HumanPose& pose, const BodyParts& parts) {
      return wrist + pose.rotations[bone("leftHand")] * parts.knuckles[0];
    };
    from.positions[bone("leftHand")] = chin_of(source, from) - from.rotations[bone("leftHand")] * source_parts.knuckles[0];
    HandTarget job{&source.rig, &source_parts, &from, &target_parts, &to, &space, 1.0, 0};
    ASSERT_TRUE(job.run());
    EXPECT_EQ(job.contact, 1.0);
    EXPECT_LT(glm::distance(knuckles_of(job.contact_target, to, target_parts), chin_of(target, to)), 0.02);
    EXPECT_EQ(job.blended(0.0, 1.0), job.contact_target);
    EXPECT_EQ(job.blended(1.0, 0.0), job.world_target);
    EXPECT_LT(glm::distance(job.blended(0.5, 0.5), 0.5 * (job.contact_target + job.world_target)), 1e-12);
  }
}

TEST(HandTarget, NothingJumpsAsAHandLeavesTheBody) {
  const Body source = test::make_body({});
  BodyShape shape;
  shape.leg = 0.6;
  const Body target = test::make_body(shape);
  const BodyParts source_parts = make_body_parts(source.rig);
  const BodyParts target_parts = make_body_parts(target.rig);
  const RootSpace space{source.rig.measures, target.rig.measures, 1.0};
  rig::HumanPose from = test::human_pose(source, {});
  const rig::HumanPose to = test::human_pose(target, {});
  double contact = 1.0;
  Vec3 last(0.0);
  for (int i = 0; i < 120; ++i) {
    const Vec3 knuckles = from.positions[10] + Vec3(0.0, 0.0, 0.15 + i / 120.0);  // away from the face at 1 m/s
    from.positions[17] = knuckles - source_parts.knuckles[0];
    HandTarget job{&source.rig, &source_parts, &from, &target_parts, &to, &space, 1.0, 0};
    ASSERT_TRUE(job.run());
    contact += (job.contact - contact) * (1.0 - std::exp(-10.0 / 120.0));
    const Vec3 now = job.blended(0.0, contact);
    if (i > 0) {
      EXPECT_LT(glm::distance(now, last), 0.04) << i;  // a frame's own way is 0.8 cm
    }
    last = now;
  }
}

TEST(HandTarget, FingersOnOneSideAloneShiftNothing) {
  BodyShape shape;
  shape.has_fingers = false;
  const Body bare = test::make_body(shape);
  const Body full = test::make_body({});
  for (const std::size_t side : {0U, 1U}) {
    EXPECT_LT(glm::distance(make_body_parts(bare.rig).knuckles[side], make_body_parts(full.rig).knuckles[side]), 0.01);
  }
}

TEST(HandTarget, HangingAndStretchedArmsTouchNothing) {
  const Body body = test::make_body({});
  const BodyParts parts = make_body_parts(body.rig);
  const RootSpace space{body.rig.measures, body.rig.measures, 1.0};
  for (const auto& [degrees, swing] : {std::pair{0.0, 0.0},
                                       {-45.0, 0.0},
                                       {-75.0, 0.0},
                                       {-80.0, 0.0},
                                       {-90.0, 0.0},
                                       {-90.0, 15.0},
                                       {-90.0, 35.0},
                                       {-90.0, -30.0},
                                       {-85.0, 20.0}}) {
    test::JointAngles angles;
    angles.turns["leftUpperArm"] =
        math::about(math::kLeft, -swing * math::kRadian) * math::about(math::kForward, degrees * math::kRadian);
    const rig::HumanPose pose = test::human_pose(body, angles);
    HandTarget job{&body.rig, &parts, &pose, &parts, &pose, &space, 1.0, 0};
    ASSERT_TRUE(job.run());
    EXPECT_EQ(job.contact, 0.0) << degrees << " " << swing;
    EXPECT_EQ(job.world_target, pose.positions[17]);
  }
}

}  // namespace
}  // namespace doppel::solve
