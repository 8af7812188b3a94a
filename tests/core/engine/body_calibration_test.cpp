// Tests of a body's calibrations as a whole: headings, scale and head by themselves with their refusals, the performer's floor,
// what is kept for whom.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "body_stage.hpp"
#include "engine/engine.hpp"
#include "face_fixtures.hpp"
#include "io/body_settings_json.hpp"

namespace doppel::engine {
namespace {

using math::Quat;
using math::Vec3;
using solve::CalibrationKind;
using solve::PoseFault;
using test::BodyShape;
using test::bone;
using test::JointAngles;
using test::kFrame;
using test::RandomMotion;
using test::Stage;
using AutoStage = AutoCalibration::Stage;

BodyShape other_shape() {
  BodyShape shape;
  shape.leg = 0.7;
  shape.arm = 1.2;
  shape.torso = 0.9;
  shape.ankle = 0.11;
  return shape;
}

TEST(Headings, CalibratedAtAnyTheWholeBodyMovesAlike) {
  for (const RootMotion motion : {RootMotion::kWorld, RootMotion::kScaled}) {
    rig::HumanPose first;
    for (const double heading : {0.0, 90.0, 200.0}) {
      RandomMotion random(161);
      BodyShape source;
      source.axes = 3;
      Stage stage(source, other_shape());
      stage.solver_.settings.root_motion = motion;
      JointAngles standing;
      standing.heading = heading * math::kRadian;
      standing.hips_moved = Vec3(0.4, 0.0, -0.2);
      stage.perform(standing);
      ASSERT_EQ(stage.solver_.calibrate(CalibrationKind::kT, false), PoseFault::kNone);
      for (int i = 0; i < 5; ++i) {
        JointAngles angles = test::random_angles(random, 0.4);
        angles.hips_moved.y = -0.1;
        stage.perform(angles);
      }
      const rig::HumanPose& out = stage.solver_.pose();
      if (heading == 0.0) first = out;
      for (std::size_t k = 0; k < stage.solver_.rig().count; ++k) {
        const std::size_t b = stage.solver_.rig().order[k];
        EXPECT_LT(glm::distance(out.positions[b], first.positions[b]), 1e-4) << kHumanBones[b] << heading;
        EXPECT_LT(test::degrees_between(out.rotations[b], first.rotations[b]), 0.01) << kHumanBones[b] << heading;
      }
    }
  }
}

JointAngles looking_aside() {
  JointAngles angles;
  angles.heading = 0.4;
  angles.turns["head"] = math::about(math::kUp, 0.3) * math::about(math::kLeft, 0.2);
  return angles;
}

TEST(AutoCalibrate, ScalesAfterAFrameTurnsTheHeadAfterAnother) {
  Stage stage({}, other_shape());
  stage.solver_.settings.avatar_scale = 2.0;
  stage.solver_.settings.head_rotation_offset_z = 40.0;
  EXPECT_EQ(stage.solver_.auto_calibrate(false), PoseFault::kMissingBones);  // no frame yet
  EXPECT_EQ(stage.solver_.auto_calibration().stage, AutoStage::kRefused);
  EXPECT_EQ(stage.solver_.settings.avatar_scale, 2.0);
  stage.perform(looking_aside());
  ASSERT_EQ(stage.solver_.auto_calibrate(false), PoseFault::kNone);
  EXPECT_EQ(stage.solver_.settings.avatar_scale, 1.0);
  EXPECT_EQ(stage.solver_.auto_calibration().stage, AutoStage::kScaling);
  stage.perform(looking_aside());
  const double source_neck = stage.source_.rig.t_positions[bone("neck")].y;
  const double own_neck = stage.solver_.rig().t_positions[bone("neck")].y;
  EXPECT_NEAR(stage.solver_.settings.avatar_scale, source_neck / own_neck, 1e-9);
  EXPECT_EQ(stage.solver_.auto_calibration().stage, AutoStage::kTurning);
  stage.perform(looking_aside());
  EXPECT_EQ(stage.solver_.auto_calibration().stage, AutoStage::kDone);
  const rig::HumanPose out = stage.perform(looking_aside());
  EXPECT_LT(test::degrees_between(out.rotations[bone("head")], math::yaw(0.4)), 0.1);
  EXPECT_NEAR(out.positions[bone("neck")].y, stage.performer_.pose().positions[bone("neck")].y, 0.002);
  EXPECT_EQ(stage.solver_.auto_calibration().scale, stage.solver_.settings.avatar_scale);
  EXPECT_EQ(stage.solver_.auto_calibration().head_offset.z, stage.solver_.settings.head_rotation_offset_z);
}

TEST(AutoCalibrate, ACrouchIsRefusedNowAndOnTheWayUnlessForced) {
  Stage stage({}, other_shape());
  stage.solver_.settings.avatar_scale = 0.8;
  stage.solver_.settings.head_rotation_offset_x = 5.0;
  stage.perform(test::squat(0.8));
  EXPECT_EQ(stage.solver_.auto_calibrate(false), PoseFault::kCrouching);
  EXPECT_EQ(stage.solver_.settings.avatar_scale, 0.8);
  for (const int late : {0, 1}) {
    stage.perform(looking_aside());
    ASSERT_EQ(stage.solver_.auto_calibrate(false), PoseFault::kNone);
    if (late == 1) stage.perform(looking_aside());
    stage.perform(test::squat(0.8));
    EXPECT_EQ(stage.solver_.auto_calibration().stage, AutoStage::kRefused);
    EXPECT_EQ(stage.solver_.auto_calibration().fault, PoseFault::kCrouching);
    EXPECT_EQ(stage.solver_.settings.avatar_scale, 0.8);
    EXPECT_EQ(stage.solver_.settings.head_rotation_offset_x, 5.0);
  }
  JointAngles bow;
  bow.turns["spine"] = math::about(math::kLeft, 1.2);
  stage.perform(bow);
  EXPECT_EQ(stage.solver_.auto_calibrate(false), PoseFault::kNotUpright);
  EXPECT_EQ(stage.solver_.auto_calibrate(true), PoseFault::kNone);
  stage.perform(bow);
  stage.perform(bow);
  EXPECT_EQ(stage.solver_.auto_calibration().stage, AutoStage::kDone);
  // Asked for again half way, the scale from before is the one to come back to.
  stage.solver_.settings.avatar_scale = 0.8;
  stage.perform(looking_aside());
  stage.solver_.auto_calibrate(false);
  stage.solver_.auto_calibrate(false);
  stage.solver_.follow(nullptr);
  EXPECT_EQ(stage.solver_.settings.avatar_scale, 0.8);
  EXPECT_EQ(stage.solver_.auto_calibration().stage, AutoStage::kRefused);
}

TEST(AutoCalibrate, AllAtOnceThroughTheEngine) {
  Engine engine(3);
  const test::Body source = test::make_body({});
  const Handle performer = engine.add_performer({test::BodyBuilder({}).joints(), rig::kNoBones, {0.08, {}}});
  std::vector<Handle> avatars;
  for (const double leg : {0.7, 1.3, 1.0}) {
    BodyShape shape;
    shape.leg = leg;
    avatars.push_back(engine.add_avatar(test::plain_routes(), nullptr));
    engine.set_body(avatars.back(), {test::BodyBuilder(shape).joints(), {}, rig::kNoBones, {0.08, {}}});
  }
  engine.follow_performer(avatars[0], performer);
  engine.follow_performer(avatars[1], performer);
  const auto rest = test::BodyBuilder({}).joints();
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const auto& local = rest[i].local;
    const double values[] = {local.translation.x, local.translation.y, local.translation.z, local.rotation.x,
                             local.rotation.y,    local.rotation.z,    local.rotation.w};
    for (std::size_t k = 0; k < kJointFloats; ++k) engine.performer_input()[i * kJointFloats + k] = static_cast<float>(values[k]);
  }
  engine.performer_time()[0] = 1.0;
  engine.step(kFrame);
  EXPECT_EQ(engine.auto_calibrate_all(false), 2U);
  // Steps count, not frames of the source: a source that stands still does not hold it up.
  engine.step(kFrame);
  engine.step(kFrame);
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(engine.body(avatars[i]).auto_calibration().stage, AutoStage::kDone);
    EXPECT_GT(std::abs(engine.body(avatars[i]).settings.avatar_scale - 1.0), 0.05);
  }
  EXPECT_EQ(engine.body(avatars[2]).auto_calibration().stage, AutoStage::kNone);
  EXPECT_EQ(engine.auto_calibrate(avatars[2], true), PoseFault::kMissingBones);
}

/// Performers on a floor at `height`: the row is raised, and the description says so.
class Raised {
 public:
  Raised(double height, bool said) : height_(height), source_(test::make_body({})) {
    rig::RigOptions options{0.08, {}};
    if (said) options.floor = height;
    performer_ = std::make_unique<Performer>(PerformerDescription{test::BodyBuilder({}).joints(), rig::kNoBones, options});
    solver_ = std::make_unique<BodySolver>(
        BodyDescription{test::BodyBuilder(other_shape()).joints(), {}, rig::kNoBones, {other_shape().ankle, {}}});
    solver_->follow(performer_.get());
    solver_->settings.filter_enabled = false;
  }
  void perform(const JointAngles& angles) {
    // The whole figure stands higher: the root joint is moved, as in a volume whose zero lies under the floor.
    const rig::Pose local = test::pose_of(source_, test::human_pose(source_, angles));
    std::vector<float> row(local.rotations.size() * kJointFloats);
    for (std::size_t i = 0; i < local.rotations.size(); ++i) {
      const std::size_t joint = source_.skeleton.joint_of(i);
      Vec3 t = local.translations[joint];
      if (source_.skeleton.parents()[joint] == rig::kNoJoint) t.y += height_;
      const Quat q = local.rotations[joint];
      const double values[] = {t.x, t.y, t.z, q.x, q.y, q.z, q.w};
      for (std::size_t k = 0; k < kJointFloats; ++k) row[i * kJointFloats + k] = static_cast<float>(values[k]);
    }
    time_ += kFrame;
    performer_->read(row, time_);
    solver_->solve({{}, {}, kFrame});
  }

  double height_;
  test::Body source_;
  std::unique_ptr<Performer> performer_;
  std::unique_ptr<BodySolver> solver_;
  double time_ = 0.0;
};

TEST(PerformersFloor, WhereverItLiesTheAvatarIsTheSame) {
  for (const RootMotion motion : {RootMotion::kWorld, RootMotion::kScaled}) {
    Raised on_zero(0.0, true);
    Raised on_stage(0.7, true);
    Raised later(0.7, false);
    later.performer_->set_floor(0.2);
    for (Raised* raised : {&on_zero, &on_stage, &later}) {
      raised->solver_->settings.root_motion = motion;
      raised->solver_->settings.weight_smooth_speed = 60.0;
    }
    RandomMotion random(162);
    for (int i = 0; i < 40; ++i) {
      const JointAngles angles = i < 30 ? test::squat(0.015 * i) : test::random_angles(random, 0.4);
      if (i == 5) later.performer_->set_floor(0.7);
      for (Raised* raised : {&on_zero, &on_stage, &later}) raised->perform(angles);
      const auto& expected = on_zero.solver_->pose();
      for (Raised* raised : {&on_stage, &later}) {
        if (raised == &later && i < 25) continue;  // weights of the wrong floor fade
        for (std::size_t b = 0; b < kHumanBoneCount; ++b) {
          ASSERT_LT(glm::distance(raised->solver_->pose().positions[b], expected.positions[b]), 2e-4) << i << kHumanBones[b];
        }
        EXPECT_NEAR(raised->solver_->weights().hips.value, on_zero.solver_->weights().hips.value, 1e-4);
      }
    }
    // Feet of a performer that stands on a floor at 0.7 m are on the floor, not 0.7 m over it.
    on_stage.perform({});
    EXPECT_NEAR(on_stage.solver_->pose().positions[5].y, other_shape().ankle, 0.001);
    EXPECT_EQ(on_stage.solver_->calibrate(CalibrationKind::kT, false), PoseFault::kNone);
    EXPECT_NEAR(on_stage.solver_->calibration().initial_hips_height, 0.94, 1e-5);
  }
  Engine engine(1);
  const Handle performer = engine.add_performer({test::BodyBuilder({}).joints(), rig::kNoBones, {}});
  engine.set_performer_floor(performer, 0.25);
  EXPECT_EQ(engine.performer(performer).floor(), 0.25);
  EXPECT_THROW(engine.set_performer_floor(performer, std::nan("")), Error);
}

TEST(AutoFloorHeight, IsFromWhereTheHipsReallyStood) {
  Stage stage({}, {});
  EXPECT_NEAR(*stage.solver_.auto_floor_height(1.0), 0.0, 1e-9);  // equal bodies, standing in T: straight as they are
  EXPECT_NEAR(*stage.solver_.auto_floor_height(0.9), -0.08, 1e-9);
  // Calibrated with knees a little bent: hips lower by what the leg lacks to its length.
  const JointAngles bent = test::squat(0.2);
  stage.perform(bent);
  ASSERT_EQ(stage.solver_.calibrate(CalibrationKind::kT, false), PoseFault::kNone);
  EXPECT_NEAR(*stage.solver_.auto_floor_height(1.0), 0.8 * (1.0 - std::cos(0.2)), 1e-5);
  stage.solver_.follow(nullptr);
  EXPECT_FALSE(stage.solver_.auto_floor_height(1.0));
}

TEST(KeptCalibration, ComesBackWithItsPerformerAndWithItsDocument) {
  BodyShape source;
  source.axes = 4;
  Stage stage(source, other_shape());
  JointAngles hanging;
  hanging.turns["leftUpperArm"] = math::about(math::kForward, -85.0 * math::kRadian);
  hanging.turns["rightUpperArm"] = math::about(math::kForward, 88.0 * math::kRadian);
  hanging.heading = 0.8;
  stage.perform(hanging);
  ASSERT_EQ(stage.solver_.calibrate(CalibrationKind::kI, false), PoseFault::kNone);
  const solve::BodyCalibration taken = stage.solver_.calibration();
  EXPECT_GT(taken.initial_hips_height, 0.9);
  EXPECT_NE(taken.performer, 0U);

  // The stream broke off and came back: the same skeleton, another performer object.
  stage.solver_.follow(nullptr);
  Performer again({test::BodyBuilder(source).joints(), rig::kNoBones, {}});
  stage.solver_.follow(&again);
  EXPECT_EQ(stage.solver_.calibration().offsets, taken.offsets);
  // Another skeleton has axes of its own.
  BodyShape stranger;
  stranger.axes = 9;
  Performer other({test::BodyBuilder(stranger).joints(), rig::kNoBones, {}});
  stage.solver_.follow(&other);
  EXPECT_FALSE(stage.solver_.calibration().is_live);
  EXPECT_FALSE(stage.solver_.set_calibration(taken));
  EXPECT_FALSE(stage.solver_.calibration().is_live);
  stage.solver_.follow(&stage.performer_);
  EXPECT_TRUE(stage.solver_.calibration().is_live);

  // Through the document, loaded before anybody is followed: the same pose to the bit.
  io::BodyDocument document;
  document.calibration = taken;
  const io::BodyDocument read = io::parse_body(io::write_body(document));
  EXPECT_EQ(read.calibration->performer, taken.performer);
  EXPECT_EQ(read.calibration->initial_hips_height, taken.initial_hips_height);
  Stage fresh(source, other_shape());
  fresh.solver_.follow(nullptr);
  EXPECT_TRUE(fresh.solver_.set_calibration(*read.calibration));
  fresh.solver_.follow(&fresh.performer_);
  RandomMotion random(163);
  for (int i = 0; i < 5; ++i) {
    const JointAngles angles = test::random_angles(random, 0.5);
    const rig::HumanPose a = stage.perform(angles);
    const rig::HumanPose b = fresh.perform(angles);
    if (i == 0) continue;  // the first frame of a body takes its weights at once
    EXPECT_EQ(a.rotations[17], b.rotations[17]);
    EXPECT_EQ(a.rotations[10], b.rotations[10]);
  }
  fresh.solver_.reset_calibration();
  EXPECT_FALSE(fresh.solver_.calibration().is_live);
  fresh.solver_.follow(&fresh.performer_);
  EXPECT_FALSE(fresh.solver_.calibration().is_live);
}

TEST(RestPrint, KnowsNamesParentsAndAxesNotLengths) {
  const auto print = [](const BodyShape& shape) { return solve::rest_print(rig::Skeleton(test::BodyBuilder(shape).joints())); };
  BodyShape taller;
  taller.leg = 1.1;
  BodyShape turned;
  turned.axes = 2;
  BodyShape poorer;
  poorer.has_toes = false;
  EXPECT_EQ(print({}), print(taller));
  EXPECT_NE(print({}), print(turned));
  EXPECT_NE(print({}), print(poorer));
}

}  // namespace
}  // namespace doppel::engine
