// Tests of what comes out of bodies: standing without a performer, followers and copies by offsets, meters of the drawn avatar,
// seats, twist joints through the row.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "body_stage.hpp"
#include "engine/engine.hpp"
#include "face_fixtures.hpp"

namespace doppel::engine {
namespace {

using math::Quat;
using math::Vec3;
using test::Body;
using test::BodyShape;
using test::bone;
using test::JointAngles;
using test::kFrame;
using test::RandomMotion;
using test::Stage;

/// An engine with performers and avatars of given shapes, each avatar after the performer of its number.
class Studio {
 public:
  explicit Studio(const std::vector<BodyShape>& shapes) : engine_(8) {
    for (const BodyShape& shape : shapes) {
      const auto joints = test::BodyBuilder(shape).joints();
      sources_.push_back(test::make_body({}));
      bodies_.push_back(test::make_body(shape));
      performers_.push_back(engine_.add_performer({test::BodyBuilder({}).joints(), rig::kNoBones, {0.08, {}}}));
      avatars_.push_back(engine_.add_avatar(test::plain_routes(), nullptr));
      engine_.set_body(avatars_.back(), {joints, {}, rig::kNoBones, {shape.ankle, {}}});
      engine_.body(avatars_.back()).settings.filter_enabled = false;
    }
  }
  void follow(std::size_t i) { engine_.follow_performer(avatars_[i], performers_[i]); }
  void feed(std::size_t i, const rig::HumanPose& pose) {
    const std::size_t row = engine_.performer_row(performers_[i]);
    const auto floats = engine_.performer_input().subspan(row * kMaxPerformerJoints * kJointFloats);
    const rig::Pose local = test::pose_of(sources_[i], pose);
    for (std::size_t k = 0; k < local.rotations.size(); ++k) {
      const std::size_t joint = sources_[i].skeleton.joint_of(k);
      const Vec3& t = local.translations[joint];
      const Quat& q = local.rotations[joint];
      const double values[] = {t.x, t.y, t.z, q.x, q.y, q.z, q.w};
      for (std::size_t f = 0; f < kJointFloats; ++f) floats[k * kJointFloats + f] = static_cast<float>(values[f]);
    }
    time_ += kFrame;
    engine_.performer_time()[row] = time_;
  }
  void feed(std::size_t i, const JointAngles& angles) { feed(i, test::human_pose(sources_[i], angles)); }
  void step() { engine_.step(kFrame); }
  BodySolver& body(std::size_t i) { return engine_.body(avatars_[i]); }
  std::uint32_t status(std::size_t i) { return engine_.body_status()[engine_.row(avatars_[i])]; }
  std::span<float> meters(std::size_t i) {
    return engine_.body_meters().subspan(engine_.row(avatars_[i]) * kMeterRow, kMeterRow);
  }
  std::span<float> row(std::size_t i) { return engine_.bodies().subspan(engine_.row(avatars_[i]) * kBodyRow, kBodyRow); }
  /// Where a bone is drawn, from the row alone.
  Vec3 drawn(std::size_t i, const char* name) {
    const Body& body = bodies_[i];
    const auto values = row(i);
    rig::Pose pose = rig::Pose::rest_of(body.skeleton);
    for (std::size_t b = 0; b < kHumanBoneCount; ++b) {
      if (!body.rig.has(b)) continue;
      pose.rotations[static_cast<std::size_t>(body.rig.joints[b])] =
          Quat(values[4 * b + 3], values[4 * b], values[4 * b + 1], values[4 * b + 2]);
    }
    pose.translations[static_cast<std::size_t>(body.rig.joints[0])] =
        Vec3(values[kHipsOffset], values[kHipsOffset + 1], values[kHipsOffset + 2]);
    const auto joint = static_cast<std::size_t>(body.rig.joints[bone(name)]);
    return static_cast<double>(values[kScaleOffset]) * test::model_of(body.skeleton, pose).positions[joint];
  }

  Engine engine_;
  std::vector<Body> sources_;
  std::vector<Body> bodies_;
  std::vector<Handle> performers_;
  std::vector<Handle> avatars_;
  double time_ = 0.0;
};

std::array<float, kBodyRow> copy_of(std::span<float> row) {
  std::array<float, kBodyRow> copy{};
  std::copy(row.begin(), row.end(), copy.begin());
  return copy;
}

TEST(StandingBody, WithoutAPerformerScalesFingersAndHeadAreApplied) {
  Studio studio({BodyShape{}});
  studio.step();
  const auto before = copy_of(studio.row(0));
  const double hand = studio.drawn(0, "leftHand").y;
  BodySettings& settings = studio.body(0).settings;
  settings.avatar_scale = 0.5;
  settings.head_scale = 1.5;
  settings.finger_shaped_enabled = true;
  settings.left_index_curl = -1.0;
  settings.head_rotation_offset_y = 30.0;
  studio.step();
  EXPECT_EQ(studio.status(0), 0U);
  EXPECT_EQ(studio.row(0)[kScaleOffset], 0.5F);
  EXPECT_EQ(studio.row(0)[kHeadScaleOffset], 1.5F);
  EXPECT_NEAR(studio.drawn(0, "leftFoot").y, 0.04, 1e-6);  // half of its ankle's height: it stands on the floor
  EXPECT_NEAR(studio.drawn(0, "leftHand").y, 0.5 * hand, 1e-6);
  const auto turn = [&](const char* name) {
    const std::size_t at = 4 * bone(name);
    return Quat(studio.row(0)[at + 3], studio.row(0)[at], studio.row(0)[at + 1], studio.row(0)[at + 2]);
  };
  EXPECT_NEAR(math::angle_between(turn("leftIndexIntermediate"), math::kIdentity), 0.5 * 3.14159265, 1e-3);
  EXPECT_NEAR(math::angle_between(turn("leftRingIntermediate"), math::kIdentity), 0.25 * 3.14159265, 1e-3);  // 0: half closed
  EXPECT_NEAR(math::twist_angle(turn("head"), math::kUp) / math::kRadian, -30.0, 1e-3);
  settings = {};
  studio.step();
  EXPECT_EQ(copy_of(studio.row(0)), before);
}

TEST(StandingBody, AfterItsPerformerItKeepsThePoseAndStillObeys) {
  Studio studio({BodyShape{}});
  studio.follow(0);
  studio.body(0).settings.finger_shaped_enabled = true;
  studio.body(0).settings.left_index_curl = -1.0;
  JointAngles angles = test::squat(0.5);
  angles.turns["leftIndexProximal"] = math::about(math::kForward, -0.4);
  studio.feed(0, angles);
  studio.step();
  const Vec3 knee = studio.drawn(0, "leftLowerLeg");
  studio.engine_.follow_performer(studio.avatars_[0], 0);
  studio.step();
  EXPECT_EQ(studio.status(0), 0U);
  EXPECT_LT(glm::distance(studio.drawn(0, "leftLowerLeg"), knee), 1e-6);
  studio.body(0).settings.avatar_scale = 2.0;
  studio.body(0).settings.finger_shaped_enabled = false;
  studio.step();
  EXPECT_NEAR(studio.drawn(0, "leftFoot").y, 0.16, 1e-4);
  EXPECT_NEAR(studio.drawn(0, "leftLowerLeg").y, 2.0 * knee.y, 1e-4);
  // The finger is the performer's again, not the slider's.
  const rig::HumanPose& pose = studio.body(0).pose();
  EXPECT_NEAR(math::angle_between(pose.rotations[bone("leftHand")], pose.rotations[bone("leftIndexProximal")]), 0.4, 1e-3);
  for (const float value : studio.meters(0)) EXPECT_TRUE(value == 0.0F || value == 1.0F);  // head scale alone
}

TEST(StandingBody, WhoeverFollowsItStandsAsItDoes) {
  Studio studio({BodyShape{}, BodyShape{}});
  studio.engine_.follow_body(studio.avatars_[1], studio.avatars_[0], {});
  studio.body(0).settings.finger_shaped_enabled = true;
  studio.body(0).settings.right_index_curl = -1.0;
  studio.step();
  EXPECT_EQ(studio.status(1), 0U);
  const rig::HumanPose& pose = studio.body(1).pose();
  EXPECT_LT(
      math::angle_between(pose.rotations[bone("rightIndexDistal")], studio.body(0).pose().rotations[bone("rightIndexDistal")]),
      1e-9);
  EXPECT_GT(math::angle_between(pose.rotations[bone("rightIndexProximal")], math::kIdentity), 1.0);
}

TEST(Followers, HaveNoMetersOfAPerformerTheyOnceHad) {
  BodyShape small;
  small.leg = 0.6;
  Studio studio({BodyShape{}, small});
  studio.follow(0);
  studio.follow(1);
  JointAngles stride;
  for (const auto& [side, sign] : {std::pair{"left", -1.0}, {"right", 1.0}})
    stride.turns[std::string(side) + "UpperLeg"] = math::about(math::kLeft, sign * 0.5);
  stride.hips_moved.y = -0.1;
  for (int i = 0; i < 3; ++i) {
    studio.feed(0, stride);
    studio.feed(1, stride);
    studio.step();
  }
  EXPECT_GT(studio.meters(1)[11], 1.0F);  // pelvis drop, mm
  studio.engine_.follow_body(studio.avatars_[1], studio.avatars_[0], {});
  studio.feed(0, stride);
  studio.step();
  EXPECT_NE(studio.status(1), 0U);
  for (std::size_t i = 0; i < kMeterRow; ++i) {
    if (i == 6) {
      EXPECT_LT(studio.meters(1)[i], 0.01F);  // limb stretch, measured
    } else {
      EXPECT_EQ(studio.meters(1)[i], i == kMeterRow - 1 ? 1.0F : 0.0F) << i;
    }
  }
}

TEST(FollowOffset, KeepsTheDifferencesThereWereAndCopiesTheHips) {
  RandomMotion random(151);
  BodyShape other;
  other.axes = 5;
  Studio studio({BodyShape{}, other});
  studio.follow(0);
  studio.follow(1);
  for (int i = 0; i < 20; ++i) {
    studio.follow(1);
    studio.feed(0, test::random_angles(random));
    studio.feed(1, test::random_angles(random));
    studio.step();
    const auto leader = studio.body(0).joint_rotations();
    const auto own = studio.body(1).joint_rotations();
    studio.engine_.follow_offset(studio.avatars_[1], studio.avatars_[0]);
    studio.feed(0, test::random_angles(random));
    studio.step();
    const auto moved = studio.body(0).joint_rotations();
    const auto out = studio.body(1).joint_rotations();
    for (std::size_t b = 0; b < kHumanBoneCount; ++b) {
      if (!studio.bodies_[1].rig.has(b)) continue;
      const Quat expected = moved[b] * glm::conjugate(leader[b]) * own[b];
      EXPECT_LT(test::degrees_between(out[b], expected), 0.1) << kHumanBones[b];
    }
    EXPECT_LT(glm::distance(studio.drawn(1, "hips"), studio.drawn(0, "hips")), 1e-5);
    EXPECT_LT(studio.body(1).meters().limb_stretch, 0.01);
  }
  EXPECT_THROW(studio.engine_.follow_offset(studio.avatars_[0], studio.avatars_[1]), Error);
}

// A source of 30 Hz at 60 steps a second: both steps of a frame show the frame's speeds.
TEST(Meters, DoNotAlternateWithASlowSourceAndStopWithIt) {
  BodyShape tall;
  tall.leg = 1.3;
  Stage stage({}, tall);
  // Legs on copy: feet of other legs slide as the hips sway.
  stage.solver_.settings.foot_height_max_threshold = 0.0;
  stage.solver_.settings.foot_height_min_threshold = 0.0;
  stage.solver_.settings.avatar_scale = 1.0;
  const auto swaying = [&](int i) {
    const double lean = 0.1 * std::sin(0.05 * i);
    JointAngles angles;
    for (const char* side : {"left", "right"}) angles.turns[std::string(side) + "UpperLeg"] = math::about(math::kLeft, -lean);
    rig::HumanPose pose = test::human_pose(stage.source_, angles);
    // The performer's left foot stands.
    pose.positions[0] += Vec3(0.09, 0.085, 0.0) - pose.positions[5];  // over the floor by more than rounding
    rig::place(stage.source_.rig, 1.0, pose);
    return pose;
  };
  double last = -1.0;
  for (int i = 0; i < 40; ++i) {
    stage.perform(swaying(i), {{}, {}, 1.0 / 30.0});
    const double slide = stage.solver_.meters().foot_slide[0];
    stage.solver_.solve({{}, {}, 1.0 / 60.0});
    EXPECT_EQ(stage.solver_.meters().foot_slide[0], slide);
    if (i > 2) {
      EXPECT_GT(slide, 0.0);
      EXPECT_LT(std::abs(slide - last), 3.0);
    }
    last = slide;
  }
  EXPECT_GT(last, 1.0);
  for (int i = 0; i < 20; ++i) stage.solver_.solve({{}, {}, 1.0 / 60.0});
  EXPECT_EQ(stage.solver_.meters().foot_slide[0], 0.0);
  EXPECT_EQ(stage.solver_.meters().knee_jump, 0.0);
}

// Worked out by hand: legs of 1.3 times the length, copied in a squat, hang over the floor by what they shorten more.
TEST(Meters, SolesOfCopiedLegsFloatByTheDifferenceOfTheLegs) {
  BodyShape tall;
  tall.leg = 1.3;
  Stage stage({}, tall);
  stage.solver_.settings.foot_height_max_threshold = 0.0;
  stage.solver_.settings.foot_height_min_threshold = 0.0;
  JointAngles angles = test::squat(0.5);
  angles.hips_moved.y += 0.005;  // the performer's own sole, over the floor by more than rounding
  for (int i = 0; i < 3; ++i) stage.perform(angles);
  ASSERT_TRUE(stage.solver_.meters().is_planted[0]);
  EXPECT_NEAR(stage.solver_.meters().floating[0], 1000.0 * 0.3 * 0.8 * (1.0 - std::cos(0.5)), 0.05);
  EXPECT_LT(stage.solver_.meters().limb_stretch, 0.001);
}

TEST(Chairs, AreSatOnAtTheirSeatNotTheirOrigin) {
  Studio studio({BodyShape{}});
  studio.follow(0);
  JointAngles low;
  low.hips_moved.y = -0.44;
  const Vec3 hips = studio.sources_[0].rig.t_positions[0] + low.hips_moved;
  // Its origin is half a metre aside; only the seat, turned with it, is under the hips.
  studio.engine_.props().add(1, PropType::kChair, {hips + Vec3(0.5, -0.4, 0.0), math::about(math::kUp, 1.5707963267948966)});
  studio.feed(0, low);
  studio.step();
  EXPECT_EQ(studio.body(0).weights().chair_nearness, 0.0);
  studio.engine_.props().set_seat(1, Vec3(0.0, 0.4, -0.5));
  for (int i = 0; i < 120; ++i) {
    studio.feed(0, low);
    studio.step();
  }
  EXPECT_NEAR(studio.body(0).weights().chair_nearness, 1.0, 1e-3);
  EXPECT_LT(studio.body(0).weights().hips.value, 1e-3);
}

TEST(TwistJoints, InTheChainReachTheRow) {
  auto joints = test::BodyBuilder({}).joints();
  std::size_t lower = 0;
  while (joints[lower].name != "leftLowerArm") ++lower;
  joints.push_back({"leftUpperArmTwist", joints[lower].parent, {0.5 * joints[lower].local.translation}});
  joints[lower].parent = static_cast<int>(joints.size()) - 1;
  joints[lower].local.translation *= 0.5;
  Stage stage({}, {}, joints);
  JointAngles twisted;
  twisted.turns["leftUpperArm"] = math::about(math::kLeft, 1.0);
  stage.perform(twisted);
  std::array<float, kBodyRow> row{};
  stage.solver_.write(row);
  const auto quat = [&row](std::size_t at) { return Quat(row[at + 3], row[at], row[at + 1], row[at + 2]); };
  ASSERT_EQ(stage.solver_.rolls().size(), 1U);
  EXPECT_LT(math::angle_between(quat(4 * bone("leftUpperArm")), math::kIdentity), 1e-4);
  EXPECT_NEAR(math::twist_angle(quat(kRollOffset), math::kLeft), 1.0, 1e-4);
  EXPECT_LT(math::angle_between(quat(4 * bone("leftLowerArm")), math::kIdentity), 1e-4);
}

}  // namespace
}  // namespace doppel::engine
