// Tests of what each body parameter does: in a situation made for it, it changes what it says and nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string>

#include "body_stage.hpp"

namespace doppel::engine {
namespace {

using math::Quat;
using math::Vec3;
using test::BodyShape;
using test::JointAngles;
using test::kFrame;
using test::Stage;

/// Parts of an avatar by letters: H hips' place, L legs, T torso and neck, l r arms, E head, f g fingers against their hands, S
/// scale, B head scale.
struct Outcome {
  rig::HumanPose pose;
  double scale = 0.0;
  double head_scale = 0.0;
};

Outcome outcome(const Stage& stage) {
  Outcome out{stage.solver_.pose(), stage.solver_.scale(), stage.solver_.head_scale()};
  for (std::size_t bone = 24; bone < 54; ++bone) {
    out.pose.rotations[bone] = glm::conjugate(out.pose.rotations[bone < 39 ? 17 : 18]) * out.pose.rotations[bone];
  }
  return out;
}

char part_of(std::size_t bone) {
  if (bone == 0 || (bone >= 7 && bone <= 9) || bone == 54) return 'T';
  if (bone <= 6 || bone == 19 || bone == 20) return 'L';
  if (bone >= 24) return bone < 39 ? 'f' : 'g';
  if (bone == 10 || bone >= 21) return 'E';
  return bone % 2 == 1 ? 'l' : 'r';
}

/// Letters of what differs; "?" where something differs too little to be meant and too much to be rounding.
std::string difference(const Outcome& a, const Outcome& b) {
  std::string letters;
  const auto note = [&letters](double amount, char letter) {
    constexpr double kRounding = 1e-6;
    constexpr double kMeant = 1e-4;
    if (amount < kRounding) return;
    const char found = amount < kMeant ? '?' : letter;
    if (letters.find(found) == std::string::npos) letters.push_back(found);
  };
  note(glm::distance(a.pose.positions[0], b.pose.positions[0]), 'H');
  note(std::abs(a.scale - b.scale), 'S');
  note(std::abs(a.head_scale - b.head_scale), 'B');
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    note(math::angle_between(a.pose.rotations[bone], b.pose.rotations[bone]), part_of(bone));
  }
  std::sort(letters.begin(), letters.end());
  return letters;
}

BodyShape long_armed_shape() {
  BodyShape shape;
  shape.leg = 0.8;
  shape.arm = 1.2;
  return shape;
}

using Play = std::function<void(Stage&)>;

Play pose_of(const JointAngles& angles) {
  return [angles](Stage& stage) { stage.perform(angles); };
}

/// Both hands before the chest, `apart` from each other.
rig::HumanPose clap(const Stage& stage, double apart) {
  rig::HumanPose pose = test::human_pose(stage.source_, {});
  for (const std::size_t side : {0U, 1U}) {
    const Vec3 middle = 0.5 * (pose.positions[13] + pose.positions[14]) + Vec3(0.0, -0.05, 0.33);
    const Vec3 wrist = middle + Vec3(side == 0 ? 0.5 * apart : -0.5 * apart, 0.0, 0.0);
    const solve::BodyParts parts = solve::make_body_parts(stage.source_.rig);
    Stage::touch(stage.source_, side, wrist + pose.rotations[17 + side] * parts.knuckles[side], pose);
  }
  return pose;
}

Play clapping(double apart) {
  return [apart](Stage& stage) {
    stage.solver_.settings.contact_ik = false;
    stage.perform(clap(stage, apart));
  };
}

/// The left knuckles `distance` before the face.
Play at_face(double distance) {
  return [distance](Stage& stage) {
    rig::HumanPose pose = test::human_pose(stage.source_, {});
    const solve::BodyPart& head = stage.performer_.parts().parts[0];
    Stage::touch(stage.source_, 0, pose.positions[10] + head.center + Vec3(0, 0, head.radius + distance), pose);
    stage.perform(pose);
  };
}

/// A prop `away` from the left hand, which is held out in a T.
Play with_prop(double away) {
  return [away](Stage& stage) {
    const rig::HumanPose pose = test::human_pose(stage.source_, {});
    const solve::PropPoint prop{pose.positions[17] + Vec3(0, away, 0), PropType::kObject};
    stage.perform(pose, {std::span(&prop, 1), {}, kFrame});
  };
}

/// Seated with the feet `ahead` of the hips, hips at a share of the standing height, a chair's seat `chair` metres from them
/// (negative: none).
Play seated(double share, double ahead, double chair) {
  return [=](Stage& stage) {
    JointAngles angles;
    const double standing = stage.source_.rig.measures.standing_hips;
    const double thigh = std::asin(std::min(1.0, ahead / 0.4));
    for (const char* side : {"left", "right"}) {
      angles.turns[std::string(side) + "UpperLeg"] = math::about(math::kLeft, -thigh);
      angles.turns[std::string(side) + "LowerLeg"] = math::about(math::kLeft, thigh);
    }
    angles.hips_moved.y = (share - 1.0) * standing;
    const rig::HumanPose pose = test::human_pose(stage.source_, angles);
    const solve::PropPoint seat{pose.positions[0] + Vec3(0, 0, -chair), PropType::kChair};
    stage.perform(pose, {std::span(&seat, chair < 0.0 ? 0 : 1), {}, kFrame});
  };
}

/// Legs 30 degrees apart, fore and aft, feet flat on the floor.
JointAngles stride() {
  JointAngles angles;
  for (const auto& [side, sign] : {std::pair{"left", -1.0}, {"right", 1.0}}) {
    angles.turns[std::string(side) + "UpperLeg"] = math::about(math::kLeft, sign * 0.5);
    angles.turns[std::string(side) + "Foot"] = math::about(math::kLeft, -sign * 0.5);
  }
  angles.hips_moved.y = -0.8 * (1.0 - std::cos(0.5));
  return angles;
}

JointAngles bent_fingers() {
  JointAngles angles;
  for (const char* joint : {"Proximal", "Intermediate", "Distal"}) {
    angles.turns[std::string("leftIndex") + joint] =
        math::about(math::kForward, -0.5) * math::about(math::kLeft, 0.2);  // with a twist, which no muscle has
  }
  return angles;
}

/// Hips and head that start to move, filtered.
void move_filtered(Stage& stage) {
  for (int i = 0; i < 12; ++i) {
    const double t = i * kFrame;
    JointAngles angles = test::squat(0.4);
    angles.turns["head"] = math::about(math::kUp, 8.0 * t * t);
    angles.hips_moved += Vec3(2.0 * t * t, 0.0, 0.0);
    stage.perform(angles);
  }
}

struct Effect {
  const char* name;
  double value;
  const char* changes;
  Play play;
  Play prepare = {};
};

std::vector<Effect> effects() {
  const Play squat = pose_of(test::squat(0.4));
  const Play fingers = pose_of(bent_fingers());
  const auto shaped = [](Stage& stage) { stage.solver_.settings.finger_shaped_enabled = true; };
  const auto filtered = [](Stage& stage) { stage.solver_.settings.filter_enabled = true; };
  // Legs of 1.3 times the performer's, nearer to straight than its own.
  const auto larger = [](Stage& stage) {
    stage.solver_.settings.avatar_scale = 1.3 / 0.8;
    stage.solver_.settings.pelvis_drop = false;
  };
  const Play arriving = [](Stage& stage) {
    stage.perform(JointAngles{});
    for (int i = 0; i < 4; ++i) clapping(0.1)(stage);
  };
  std::vector<Effect> rows{
      {"footFrontBackOffset", 0.05, "L", squat},
      {"footInOutOffset", 0.05, "L", squat},
      {"floorHeight", 0.1, "H", squat},
      {"headRotationOffsetX", 10.0, "E", squat},
      {"headRotationOffsetY", 10.0, "E", squat},
      {"headRotationOffsetZ", 10.0, "E", squat},
      {"avatarScale", 1.1, "HLS", squat},
      {"headScale", 1.5, "B", squat},
      {"chairSeatHeightOffset", 0.05, "H", seated(0.5, 0.4, 0.1)},
      {"enableLeftArmIK", 0.0, "l", clapping(0.1)},
      {"enableRightArmIK", 0.0, "r", clapping(0.1)},
      {"weightSmoothSpeed", 30.0, "lr", arriving},
      {"fingerCopyMode", 0.0, "f", fingers},
      {"fingerCopyMode", 1.0, "f", fingers},
      {"fingerShaped.enabled", 1.0, "fg", fingers},
      {"fingerShaped.leftHandEnabled", 0.0, "f", fingers, shaped},
      {"fingerShaped.rightHandEnabled", 0.0, "g", fingers, shaped},
      {"handHandNear", 0.2, "lr", clapping(0.25)},
      {"handHandFar", 0.45, "lr", clapping(0.25)},
      {"handPropNear", 0.2, "l", with_prop(0.25)},
      {"handPropFar", 0.6, "l", with_prop(0.25)},
      {"sitFootHipNear", 0.25, "L", seated(0.3, 0.27, -1.0)},
      {"sitFootHipFar", 0.5, "L", seated(0.3, 0.27, -1.0)},
      {"footHeightMinThreshold", 0.25, "L", seated(1.0, 0.38, -1.0)},
      {"footHeightMaxThreshold", 0.9, "L", seated(1.0, 0.38, -1.0)},
      {"chairDistanceNear", 0.35, "HL", seated(0.95, 0.25, 0.4)},
      {"chairDistanceFar", 0.9, "HL", seated(0.95, 0.25, 0.4)},
      {"hipHeightLow", 0.45, "HL", seated(0.5, 0.25, -1.0)},
      {"hipHeightHigh", 0.9, "HL", seated(0.5, 0.25, -1.0)},
      {"rootMotion", 1.0, "HL", pose_of(stride())},
      {"pelvisDrop", 0.0, "HL", pose_of(stride())},
      {"pelvisDropLimit", 0.005, "HL", pose_of(stride())},
      {"contactIK", 0.0, "l", at_face(0.02)},
      {"legSoftReach", 0.9, "L", pose_of(test::squat(0.3)), larger},
      {"armSoftReach", 0.9, "lr", clapping(0.1), [](Stage& stage) { stage.solver_.settings.avatar_scale = 0.75; }},
      {"contactDistance", 0.3, "l", at_face(0.1)},
      {"rotationWeight", 0.0, "lr", clapping(0.1)},
      {"rotationWeight", 0.0, "L", squat},
      {"bendGoalWeight", 0.0, "lr", clapping(0.1)},
      {"filter.enabled", 0.0, "EHL", move_filtered, filtered},
      {"filter.positionMinCutoff", 6.0, "HL", move_filtered, filtered},
      {"filter.positionBeta", 60.0, "HL", move_filtered, filtered},
      {"filter.rotationMinCutoff", 6.0, "E", move_filtered, filtered},
      {"filter.rotationBeta", 40.0, "E", move_filtered, filtered},
      {"filter.dCutoff", 20.0, "EHL", move_filtered, filtered},
  };
  for (const char* slider : {"ThumbCurl", "IndexCurl", "MiddleCurl", "RingCurl", "PinkyCurl", "SpreadFingers"}) {
    static std::vector<std::string> names;
    names.reserve(12);
    for (const auto& [side, letter] : {std::pair{"left", "f"}, {"right", "g"}}) {
      names.push_back(side + std::string(slider));
      rows.push_back({names.back().c_str(), -0.7, letter, fingers, shaped});
    }
  }
  return rows;
}

TEST(BodyParameterEffects, EachChangesWhatItSaysAndNothingElse) {
  std::set<std::string> seen;
  for (const Effect& effect : effects()) {
    Outcome outcomes[2];
    for (const int changed : {0, 1}) {
      Stage stage({}, long_armed_shape());
      if (effect.prepare) effect.prepare(stage);
      const auto row = body_parameter_index(effect.name);
      ASSERT_TRUE(row) << effect.name;
      if (changed == 1) {
        ASSERT_EQ(set_parameter(stage.solver_.settings, body_parameters()[*row], effect.value), SetOutcome::kTaken)
            << effect.name;
      }
      effect.play(stage);
      outcomes[changed] = outcome(stage);
    }
    EXPECT_EQ(difference(outcomes[0], outcomes[1]), effect.changes) << effect.name << " " << effect.value;
    seen.insert(effect.name);
  }
  for (const BodyParameter& parameter : body_parameters())
    EXPECT_TRUE(seen.contains(std::string(parameter.name))) << parameter.name;
}

}  // namespace
}  // namespace doppel::engine
