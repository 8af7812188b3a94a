// Tests of bodies in motion on avatars of other proportions: nothing pops, soles roll on the floor, the filter does what its
// formula says, weights of the inverse kinematics, and 100,000 frames of bad numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "body_stage.hpp"

namespace doppel::engine {
namespace {

using math::Quat;
using math::Vec3;
using test::BodyShape;
using test::bone;
using test::JointAngles;
using test::kFrame;
using test::RandomMotion;
using test::Stage;

BodyShape short_legs_long_arms() {
  BodyShape shape;
  shape.leg = 0.7;
  shape.arm = 1.25;
  shape.torso = 0.9;
  shape.ankle = 0.11;
  return shape;
}

double bend(const rig::HumanPose& pose, std::size_t upper) {
  const auto& at = pose.positions;
  return math::angle_between(at[upper + 2] - at[upper], at[upper + 4] - at[upper + 2]) / math::kRadian;
}

/// The largest second difference of values a frame apart, each second squared.
class Acceleration {
 public:
  void add(double value) {
    if (count_ >= 2) most_ = std::max(most_, std::abs(value - 2.0 * last_ + before_) / (kFrame * kFrame));
    before_ = last_;
    last_ = value;
    ++count_;
  }
  double most() const { return most_; }

 private:
  double last_ = 0.0;
  double before_ = 0.0;
  double most_ = 0.0;
  int count_ = 0;
};

TEST(NothingPops, AsAHandLeavesFaceChestAndHipsAtAMetreASecond) {
  for (std::size_t part = 0; part < solve::kPartCount; ++part) {
    Stage stage({}, short_legs_long_arms());
    const solve::BodyPart& touched = stage.performer_.parts().parts[part];
    rig::HumanPose last;
    double gap = 0.0;
    Acceleration elbow;
    Acceleration source_elbow;
    for (int i = 0; i < 90; ++i) {
      rig::HumanPose pose = test::human_pose(stage.source_, {});
      const double away = std::max(0, i - 30) * kFrame;  // half a second at rest on it, then 1 m/s
      const Vec3 front = pose.positions[touched.bone] + touched.center + Vec3(0.02, 0.0, touched.radius);
      Stage::touch(stage.source_, 0, front + Vec3(0.0, 0.0, std::min(away, 0.35)), pose);
      const rig::HumanPose out = stage.perform(pose);
      if (i == 29) {
        // What contact moves the wrist by, against the copied arm: that is what has to fade.
        EXPECT_GT(stage.solver_.weights().contact[0], 0.99) << part;
        Stage copied({}, short_legs_long_arms());
        copied.solver_.settings.enable_left_arm_ik = false;
        gap = glm::distance(copied.perform(pose).positions[17], out.positions[17]);
      }
      if (i > 30) {
        // A frame's own way is 17 mm; the rest fades at 10 a second from a contact that ends over 6 cm.
        EXPECT_LT(glm::distance(out.positions[17], last.positions[17]), 2.0 * kFrame + gap * 12.0 * kFrame) << part << " " << i;
      }
      elbow.add(bend(out, 13));
      source_elbow.add(bend(pose, 13));
      last = out;
    }
    EXPECT_LT(elbow.most(), 2.5 * source_elbow.most()) << part;
    EXPECT_LT(stage.solver_.weights().contact[0], 0.01) << part;
  }
}

TEST(NothingPops, OnAChairWithOtherLegs) {
  for (const double leg : {0.7, 1.3}) {
    BodyShape shape = short_legs_long_arms();
    shape.leg = leg;
    Stage stage({}, shape);
    stage.solver_.settings.chair_seat_height_offset = 0.05;
    const solve::PropPoint chair{{0.0, 0.45, -0.3}, PropType::kChair};
    Acceleration knees[2];
    Acceleration hips;
    Acceleration source_hips;
    Acceleration source_knee;
    for (int i = 0; i <= 480; ++i) {
      // Down, seated, and up again.
      const double t = math::smooth_step(0.0, 180.0, i) - math::smooth_step(300.0, 480.0, i);
      JointAngles angles;
      for (const char* side : {"left", "right"}) {
        angles.turns[std::string(side) + "UpperLeg"] = math::about(math::kLeft, -1.5 * t);
        angles.turns[std::string(side) + "LowerLeg"] = math::about(math::kLeft, 1.5 * t);
      }
      angles.hips_moved = t * Vec3(0.0, 0.47 - stage.source_.rig.t_positions[0].y, -0.3);
      const rig::HumanPose out = stage.perform(angles, {std::span(&chair, 1), {}, kFrame});
      for (const std::size_t side : {0U, 1U}) knees[side].add(bend(out, 1 + side));
      source_knee.add(bend(stage.performer_.pose(), 1));
      hips.add(out.positions[0].y);
      source_hips.add(stage.performer_.pose().positions[0].y);
      if (i == 290) {
        EXPECT_NEAR(out.positions[0].y, 0.47 + 0.05, 0.002) << leg;
        EXPECT_LT(stage.solver_.weights().legs[0].value, 0.01) << leg;
      }
    }
    // Twelve metres a second squared are a hard seat; a pop of a centimetre in a frame is 36.
    EXPECT_LT(hips.most(), source_hips.most() + 12.0) << leg;
    for (const Acceleration& knee : knees) EXPECT_LT(knee.most(), source_knee.most() + 6000.0) << leg;
  }
}

/// The left foot rolled over its ball by `degrees`, the ball on the floor; the other leg stands.
rig::HumanPose rolled(const Stage& stage, double degrees) {
  rig::HumanPose pose = test::human_pose(stage.source_, test::squat(0.35));
  const Vec3 to_ball(0.0, -0.08, stage.source_.rig.measures.ball_forward);
  const Vec3 ball = pose.positions[5] + to_ball;
  const Quat turn = math::about(math::kLeft, degrees * math::kRadian);
  const Vec3 ankle = ball - turn * to_ball;
  solve::TwoBoneIk ik{pose.positions[1], pose.positions[3], pose.positions[5], ankle, math::kForward, 1.0};
  ik.run();
  pose.rotations[1] = ik.upper_turn * pose.rotations[1];
  pose.rotations[3] = ik.lower_turn * ik.upper_turn * pose.rotations[3];
  pose.rotations[5] = turn;
  pose.rotations[19] = math::kIdentity;
  rig::place(stage.source_.rig, 1.0, pose);
  return pose;
}

// A recording whose T-pose has the feet pitched: what stands flat is told by the calibration, not by that T.
TEST(RollingFeet, AreFlatWhereTheCalibrationSaysSo) {
  BodyShape shape;
  shape.ankle = 0.12;
  Stage stage({}, shape);
  JointAngles tipped = test::squat(0.35);
  for (const char* side : {"left", "right"}) {
    tipped.turns[std::string(side) + "Foot"] = math::about(math::kLeft, -0.35 + 0.3);
    tipped.turns[std::string(side) + "Toes"] = math::kIdentity;
  }
  // The ankles stand as high as on flat feet: in this recording that is what flat feet look like.
  solve::BodyCalibration calibration = stage.solver_.calibration();
  for (const std::size_t b : {5U, 6U, 19U, 20U}) {
    calibration.offsets[b] = math::about(math::kLeft, -0.3) * calibration.offsets[b];
  }
  ASSERT_TRUE(stage.solver_.set_calibration(calibration));
  for (int i = 0; i < 3; ++i) stage.perform(tipped);
  const rig::HumanPose& out = stage.solver_.pose();
  for (const std::size_t foot : {5U, 6U}) {
    EXPECT_LT(math::angle_between(out.rotations[foot], math::kIdentity), 1e-6);
    EXPECT_NEAR(out.positions[foot].y, 0.12, 0.001);
  }
  EXPECT_LT(stage.solver_.meters().floating[0] + stage.solver_.meters().penetration[0], 1.0);
}

TEST(RollingFeet, HaveTheirSolesOnTheFloorWhateverTheAnkles) {
  for (const double ankle : {0.05, 0.08, 0.14}) {
    for (const double scale : {0.8, 1.0, 1.3}) {
      BodyShape shape;
      shape.ankle = ankle;
      Stage stage({}, shape);
      stage.solver_.settings.avatar_scale = scale;
      for (double degrees = 0.0; degrees < 45.0; degrees += 5.0) {
        const rig::HumanPose out = stage.perform(rolled(stage, degrees));
        ASSERT_EQ(stage.status_ & kBodyFootReach, 0U);
        // Its own heel and ball, by the shape.
        double low = 1.0;
        for (const double z : {0.14, -0.35 * 0.14})
          low = std::min(low, (out.positions[5] + out.rotations[5] * (scale * Vec3(0.0, -ankle, z))).y);
        EXPECT_NEAR(low, 0.0, 0.003) << ankle << " " << scale << " " << degrees;
        EXPECT_LT(stage.solver_.meters().penetration[0], 3.0);
      }
    }
  }
}

TEST(FootOffsets, AreLevelWhateverTheFootsPitch) {
  for (const double degrees : {0.0, 20.0, 40.0}) {
    Stage stage({}, {});
    const rig::HumanPose source = rolled(stage, degrees);
    const rig::HumanPose plain = stage.perform(source);
    stage.solver_.settings.foot_front_back_offset = 0.04;
    stage.solver_.settings.foot_in_out_offset = 0.03;
    const rig::HumanPose moved = stage.perform(source);
    EXPECT_LT(glm::distance(moved.positions[5] - plain.positions[5], Vec3(0.03, 0.0, 0.04)), 0.001) << degrees;
  }
}

/// What a ramp lags behind after a 1-euro filter has settled, by its formula: the share of the gap that is taken in a frame is
/// the ramp's step.
double settled_lag(double speed, double dt, double min_cutoff, double beta) {
  double gap = speed * dt;
  for (int i = 0; i < 2000; ++i) {
    const double rate = 2.0 * std::numbers::pi * (min_cutoff + beta * gap / dt) * dt;
    gap += 0.5 * (speed * dt * (rate + 1.0) / rate - gap);
  }
  return gap - speed * dt;
}

TEST(Filter, HipsAndHeadLagAsItsFormulaSaysAndFeetDoNot) {
  for (const double speed : {0.2, 1.0}) {
    Stage stage({}, {});
    BodySettings& settings = stage.solver_.settings;
    settings.filter_enabled = true;
    settings.filter_position_min_cutoff = 1.0;
    settings.filter_position_beta = 2.0;
    settings.filter_rotation_min_cutoff = 1.5;
    settings.filter_rotation_beta = 3.0;
    for (int i = 0; i < 240; ++i) {
      JointAngles angles = test::squat(0.4);
      angles.hips_moved.x = speed * i * kFrame;
      angles.turns["head"] = math::about(math::kUp, -2.0 + speed * i * kFrame);
      stage.perform(angles);
    }
    const rig::HumanPose& out = stage.solver_.pose();
    const rig::HumanPose& raw = stage.performer_.pose();
    EXPECT_NEAR(raw.positions[0].x - out.positions[0].x, settled_lag(speed, kFrame, 1.0, 2.0), 1e-5);
    EXPECT_NEAR(math::angle_between(raw.rotations[10], out.rotations[10]), settled_lag(speed, kFrame, 1.5, 3.0), 1e-4);
    for (const std::size_t side : {0U, 1U}) EXPECT_LT(glm::distance(out.positions[5 + side], raw.positions[5 + side]), 0.001);
  }
}

TEST(Filter, IsTheSameInCentimetres) {
  BodyShape metres;
  BodyShape centimetres;
  centimetres.scale_above = 0.01;  // below it all translations are a hundred times larger
  Stage a(metres, short_legs_long_arms());
  Stage b(centimetres, short_legs_long_arms());
  RandomMotion random(171);
  Vec3 at(0.0);
  for (Stage* stage : {&a, &b}) stage->solver_.settings.filter_enabled = true;
  for (int i = 0; i < 60; ++i) {
    at += random.vector(0.02);
    JointAngles angles = test::squat(0.3);
    angles.hips_moved += at;
    const rig::HumanPose one = a.perform(angles);
    const rig::HumanPose other = b.perform(angles);
    EXPECT_LT(glm::distance(one.positions[0], other.positions[0]), 1e-5) << i;
    EXPECT_LT(glm::distance(one.positions[10], other.positions[10]), 1e-5) << i;
  }
}

TEST(Filter, StartsAnewAfterAPauseAndWhereTimeRanBack) {
  for (const double jump : {0.5, -1.0}) {
    Stage stage({}, {});
    stage.solver_.settings.filter_enabled = true;
    for (int i = 0; i < 30; ++i) stage.perform(JointAngles{});
    JointAngles away;
    away.hips_moved = Vec3(2.0, 0.0, 0.0);
    stage.time_ += jump;
    stage.perform(away);
    EXPECT_NEAR(stage.solver_.pose().positions[0].x, 2.0, 1e-5) << jump;
  }
}

/// Wrists together before the chest.
rig::HumanPose clap(const Stage& stage) {
  rig::HumanPose pose = test::human_pose(stage.source_, {});
  const solve::BodyParts& parts = stage.performer_.parts();
  const Vec3 middle = 0.5 * (pose.positions[13] + pose.positions[14]) + Vec3(0.0, -0.05, 0.33);
  for (const std::size_t side : {0U, 1U}) {
    Stage::touch(stage.source_, side, middle + Vec3(side == 0 ? 0.01 : -0.01, 0, 0) + parts.knuckles[side], pose);
  }
  return pose;
}

TEST(IkWeights, RotationAndBendGoalAreTheirOwn) {
  const auto clapped = [](double rotation, double goal) {
    Stage stage({}, short_legs_long_arms());
    stage.solver_.settings.contact_ik = false;
    stage.solver_.settings.rotation_weight = rotation;
    stage.solver_.settings.bend_goal_weight = goal;
    return stage.perform(clap(stage));
  };
  Stage copied({}, short_legs_long_arms());
  copied.solver_.settings.enable_left_arm_ik = false;
  copied.solver_.settings.contact_ik = false;
  const rig::HumanPose fk = copied.perform(clap(copied));
  const rig::HumanPose full = clapped(1.0, 1.0);
  EXPECT_LT(math::angle_between(full.rotations[17], fk.rotations[17]), 1e-6);  // the copied turn
  const rig::HumanPose riding = clapped(0.0, 1.0);
  const auto against_forearm = [](const rig::HumanPose& pose) { return glm::conjugate(pose.rotations[15]) * pose.rotations[17]; };
  EXPECT_LT(math::angle_between(against_forearm(riding), against_forearm(fk)), 1e-6);
  EXPECT_GT(math::angle_between(riding.rotations[17], fk.rotations[17]), 0.05);
  for (const std::size_t b : {13U, 15U}) EXPECT_LT(math::angle_between(riding.rotations[b], full.rotations[b]), 1e-6);
  // Half of the goal lies between the elbow's own side and the performer's; the wrist is where it was.
  const rig::HumanPose own = clapped(1.0, 0.0);
  const rig::HumanPose half = clapped(1.0, 0.5);
  const Vec3 line = glm::normalize(full.positions[17] - full.positions[13]);
  const auto side = [&](const rig::HumanPose& pose) {
    return math::angle_about(line, full.positions[15] - full.positions[13], pose.positions[15] - pose.positions[13]);
  };
  EXPECT_GT(std::abs(side(own)), 0.1);
  EXPECT_NEAR(side(half), 0.5 * side(own), 1e-6);
  EXPECT_LT(glm::distance(own.positions[17], full.positions[17]), 1e-6);
  // Alone it is the arm's back that the elbow bends to, as in T.
  const Vec3 back = fk.rotations[13] * -math::kForward;
  EXPECT_NEAR(math::angle_about(line, own.positions[15] - own.positions[13], back), 0.0, 1e-6);
}

TEST(IkWeights, ComeFromTheLayersAndTheParameters) {
  BodySettings settings;
  settings.rotation_weight = 0.5;
  settings.bend_goal_weight = 0.25;
  const solve::LayeredWeight off{0.0, 1.0, solve::WeightLayer::kContact};
  const solve::LayeredWeight some{0.4, 1.0, solve::WeightLayer::kContact};
  EXPECT_EQ(solve::ik_weights(off, settings, false).position, 0.0);
  EXPECT_EQ(solve::ik_weights(off, settings, false).bend_goal, 0.0);
  const solve::IkWeights arm = solve::ik_weights(some, settings, false);
  EXPECT_EQ(arm.position, 0.4);
  EXPECT_EQ(arm.rotation, 0.2);
  EXPECT_EQ(arm.bend_goal, 0.25);
  EXPECT_EQ(solve::ik_weights(some, settings, true).bend_goal, 1.0);
}

/// Frames of a performer with a few numbers changed in each, bad ones among them.
class BadFrames {
 public:
  BadFrames(std::uint32_t seed, const BodyShape& source, const BodyShape& target)
      : random_(seed), stage_(source, target), row_(stage_.performer_.skeleton().size() * kJointFloats, 0.0F) {}

  void settle() {
    BodySettings& settings = stage_.solver_.settings;
    for (const BodyParameter& row : body_parameters()) {
      if (random_.whole(0, 3) > 0) continue;
      const double value = random_.uniform(row.minimum, row.maximum + (row.is_number() ? 0.0 : 0.999));
      set_parameter(settings, row, row.is_number() ? value : std::floor(value));
    }
  }
  void frame() {
    for (int changes = 0; changes < 4; ++changes) {
      float& value = row_[static_cast<std::size_t>(random_.whole(0, static_cast<int>(row_.size()) - 1))];
      value = static_cast<float>(random_.whole(0, 7) == 0 ? random_.degenerate() : random_.uniform(-1.0, 1.0));
      if (std::abs(value) > 1e9F) value = std::isfinite(value) ? 1e3F : value;
    }
    const Vec3 bad(random_.degenerate());
    const solve::PropPoint props[2]{{random_.vector(2.0), PropType::kChair},
                                    {random_.whole(0, 9) == 0 ? bad : random_.vector(2.0), PropType::kObject}};
    stage_.time_ += random_.whole(0, 20) == 0 ? -1.0 : 0.01;
    stage_.performer_.read(row_, stage_.time_);
    stage_.solver_.solve({props, std::span(&props[1].position, 1), random_.whole(0, 20) == 0 ? random_.degenerate() : 0.01});
    if (random_.whole(0, 50) == 0) stage_.solver_.stand();
  }
  /// Every number of row and meters is one.
  ::testing::AssertionResult is_sound() {
    stage_.solver_.write(out_);
    float sum = 0.0F;
    for (const float value : out_) sum += 0.0F * value;  // 0 unless one is infinite or no number
    if (sum != 0.0F) return ::testing::AssertionFailure() << "row";
    const solve::QualityMeters& m = stage_.solver_.meters();
    if (!std::isfinite(m.limb_stretch + m.foot_slide[0] + m.hand_error[0] + m.knee_jump + m.floating[1]))
      return ::testing::AssertionFailure() << "meters";
    return ::testing::AssertionSuccess();
  }
  /// Rotations are rotations, and bones are as long as they were.
  ::testing::AssertionResult is_whole() const {
    const rig::HumanRig& rig = stage_.solver_.rig();
    const rig::HumanPose& pose = stage_.solver_.pose();
    for (std::size_t k = 0; k < rig.count; ++k) {
      const std::size_t at = rig.order[k];
      if (!(std::abs(glm::length(pose.rotations[at]) - 1.0) < 1e-6)) return ::testing::AssertionFailure() << kHumanBones[at];
      if (rig.parents[at] == rig::kNoBone) continue;
      const double length = glm::distance(pose.positions[at], pose.positions[static_cast<std::size_t>(rig.parents[at])]);
      const double expected = stage_.solver_.scale() * glm::length(rig.t_offset(at));
      const double slack = 1e-5 * std::max(1.0, expected) + 1e-12 * glm::length(pose.positions[at]);
      if (!(std::abs(length - expected) < slack)) return ::testing::AssertionFailure() << "length of " << kHumanBones[at];
    }
    return ::testing::AssertionSuccess();
  }

 private:
  RandomMotion random_;
  Stage stage_;
  std::vector<float> row_;
  std::array<float, kBodyRow> out_{};
};

TEST(AHundredThousandBadFrames, GiveNumbersEachTimeAndRotationsAndLengths) {
  BodyShape least;
  least.has_fingers = false;
  least.has_shoulders = false;
  least.has_toes = false;
  least.spine_joints = 1;
  least.neck_joints = 0;
  for (std::uint32_t rig = 0; rig < 45; ++rig) {
    BodyShape target = least;
    target.axes = rig;
    target.leg = 0.4 + 0.04 * rig;
    target.arm = 2.0 - 0.03 * rig;
    BadFrames frames(200 + rig, least, target);
    for (int i = 0; i < 2000; ++i) {
      if (i % 50 == 0) frames.settle();
      frames.frame();
      ASSERT_TRUE(frames.is_sound()) << rig << " " << i;
      if (i % 10 != 0) continue;
      ASSERT_TRUE(frames.is_whole()) << rig << " " << i;
    }
  }
  BadFrames whole(199, {}, short_legs_long_arms());
  for (int i = 0; i < 10000; ++i) {
    if (i % 50 == 0) whole.settle();
    whole.frame();
    ASSERT_TRUE(whole.is_sound()) << i;
    if (i % 10 != 0) continue;
    ASSERT_TRUE(whole.is_whole()) << i;
  }
}

}  // namespace
}  // namespace doppel::engine
