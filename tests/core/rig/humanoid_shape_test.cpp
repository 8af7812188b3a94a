// Tests of what names do not say: fingers and eyes by their shape, heads of one-armed rigs, and maps that can not be true.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "body_fixtures.hpp"
#include "rig/humanoid_map.hpp"

namespace doppel::rig {
namespace {

using test::BodyShape;
using test::bone;

std::size_t count_of(const HumanoidMap& map, FindingKind kind) {
  return static_cast<std::size_t>(
      std::count_if(map.findings.begin(), map.findings.end(), [kind](const Finding& f) { return f.kind == kind; }));
}

/// A body whose joints are called after their numbers; `kept` keep their names.
std::vector<JointDescription> nameless(const BodyShape& shape, const std::set<std::string>& kept = {}) {
  auto joints = test::BodyBuilder(shape).joints();
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (!kept.contains(joints[i].name)) joints[i].name = "n" + std::to_string(i);
  }
  return joints;
}

TEST(HumanoidShape, FingersAndEyesWithoutNamesAreFoundWhereNamesWouldHaveThem) {
  for (const double degrees : {0.0, 45.0}) {
    for (const std::uint32_t axes : {0U, 7U}) {
      BodyShape shape;
      shape.arm_degrees = degrees;
      shape.axes = axes;
      const BoneJoints named = map_humanoid(Skeleton(test::BodyBuilder(shape).joints())).joints;
      const HumanoidMap map = map_humanoid(Skeleton(nameless(shape)));
      EXPECT_TRUE(map.is_complete());
      for (std::size_t b = 21; b < 54; ++b) EXPECT_EQ(map.joints[b], named[b]) << kHumanBones[b] << degrees;
      EXPECT_EQ(count_of(map, FindingKind::kRejected), 0U);
    }
  }
}

TEST(HumanoidShape, FingersAreFoundOnNamedHandsToo) {
  const auto plain = test::BodyBuilder({}).joints();
  std::set<std::string> body;
  for (const auto& joint : plain) {
    const bool is_finger = joint.name.find("Thumb") != std::string::npos || joint.name.ends_with("Proximal") ||
                           joint.name.ends_with("Intermediate") || joint.name.ends_with("Distal");
    if (!is_finger) body.insert(joint.name);
  }
  const BoneJoints named = map_humanoid(Skeleton(plain)).joints;
  const HumanoidMap map = map_humanoid(Skeleton(nameless({}, body)));
  EXPECT_EQ(map.joints, named);
  EXPECT_EQ(count_of(map, FindingKind::kGuessed), 10U);  // one for each finger
}

/// Inserts a joint between a joint and its parent, `along` of the way.
void insert_above(std::vector<JointDescription>& joints, std::size_t at, double along) {
  const Vec3 whole = joints[at].local.translation;
  joints.push_back({"palm", joints[at].parent, {along * whole}});
  joints[at].parent = static_cast<int>(joints.size()) - 1;
  joints[at].local.translation = (1.0 - along) * whole;
}

TEST(HumanoidShape, BonesInsideThePalmAndEndsAreNoFingerJoints) {
  const auto plain = test::BodyBuilder({}).joints();
  const BoneJoints named = map_humanoid(Skeleton(plain)).joints;
  auto joints = nameless({});
  const std::size_t count = joints.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& was = plain[i].name;
    if (was.ends_with("Proximal") && was.find("Thumb") == std::string::npos) insert_above(joints, i, 0.3);
    if (was.ends_with("Distal")) joints.push_back({"end", static_cast<int>(i), {plain[i].local.translation}});
  }
  const Skeleton skeleton(joints);
  const Skeleton before(plain);
  const HumanoidMap map = map_humanoid(skeleton);
  for (std::size_t b = 24; b < 54; ++b) {
    ASSERT_TRUE(map.has(b)) << kHumanBones[b];
    const auto at = skeleton.rest_position_ms(static_cast<std::size_t>(map.joints[b]));
    EXPECT_LT(glm::distance(at, before.rest_position_ms(static_cast<std::size_t>(named[b]))), 1e-9) << kHumanBones[b];
  }
}

TEST(HumanoidShape, AHandWithoutAThumbAndAFaceOfManyPairsAreLeftAlone) {
  auto joints = nameless({});
  const auto plain = test::BodyBuilder({}).joints();
  std::size_t head = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i].name == "head") head = i;
    if (plain[i].name.find("Thumb") != std::string::npos) joints[i].name = "hair";  // no bone at all
  }
  for (const double side : {1.0, -1.0}) joints.push_back({"x", static_cast<int>(head), {{side * 0.025, 0.1, 0.08}}});
  const HumanoidMap map = map_humanoid(Skeleton(joints));
  for (std::size_t b = 24; b < 54; ++b) EXPECT_FALSE(map.has(b)) << kHumanBones[b];
  EXPECT_FALSE(map.has(bone("leftEye")));
  EXPECT_TRUE(map.is_complete());
}

TEST(HumanoidShape, TheEndOfTheSpineIsTheHeadWhicheverArmIsKnown) {
  for (const char* side : {"L", "R"}) {
    const std::string s(side);
    std::vector<JointDescription> joints{
        {"spine", kNoJoint, {}}, {"spine.001", 0, {}}, {"spine.002", 1, {}}, {"spine.003", 2, {}}, {"upper_arm." + s, 1, {}},
        {"forearm." + s, 4, {}}, {"hand." + s, 5, {}}, {"thigh.L", 0, {}},   {"shin.L", 7, {}},    {"foot.L", 8, {}},
        {"thigh.R", 0, {}},      {"shin.R", 10, {}},   {"foot.R", 11, {}}};
    const HumanoidMap map = map_humanoid(Skeleton(joints));
    EXPECT_EQ(map.joints[bone("head")], 3) << side;
    // Where an arm leaves the last joint the line is a trunk without a head.
    joints[4].parent = 3;
    EXPECT_FALSE(map_humanoid(Skeleton(joints)).has(bone("head"))) << side;
  }
}

class GivenMap : public ::testing::Test {
 protected:
  HumanoidMap map(const BoneJoints& given) const { return map_humanoid(skeleton_, given); }
  /// The map of a body with `bone` on another joint than its own.
  HumanoidMap with(const char* changed, const char* joint) const {
    BoneJoints given = true_;
    given[bone(changed)] = true_[bone(joint)];
    given[bone(joint)] = kNoJoint;
    return map(given);
  }
  bool is_rejected(const HumanoidMap& map, const char* name) const {
    return std::any_of(map.findings.begin(), map.findings.end(), [name](const Finding& finding) {
      return finding.kind == FindingKind::kRejected && finding.bone == bone(name);
    });
  }

  Skeleton skeleton_{nameless({})};
  BoneJoints true_ = map_humanoid(Skeleton(test::BodyBuilder({}).joints())).joints;
};

TEST_F(GivenMap, ATrueOneIsTakenAsItIs) {
  const HumanoidMap found = map(true_);
  EXPECT_EQ(found.joints, true_);
  EXPECT_TRUE(found.findings.empty());
}

TEST_F(GivenMap, EveryBoneHasToHangBelowTheBoneItHangsOn) {
  // Each on a joint that hangs elsewhere.
  for (const auto& [changed, joint] : {std::pair{"leftToes", "rightToes"},
                                       {"leftUpperLeg", "leftShoulder"},
                                       {"chest", "leftEye"},
                                       {"upperChest", "leftToes"},
                                       {"neck", "rightLittleDistal"},
                                       {"head", "rightToes"},
                                       {"leftShoulder", "rightToes"},
                                       {"rightUpperArm", "leftToes"},
                                       {"leftEye", "rightLittleDistal"},
                                       {"leftThumbProximal", "leftIndexDistal"},
                                       {"rightIndexProximal", "leftLittleDistal"},
                                       {"leftHand", "rightToes"}}) {
    const HumanoidMap found = with(changed, joint);
    EXPECT_TRUE(is_rejected(found, changed)) << changed << " on " << joint;
  }
}

TEST_F(GivenMap, WrongHipsAreRejectedAloneAndFoundAgain) {
  BoneJoints given = true_;
  given[bone("hips")] = true_[bone("leftToes")];
  given[bone("leftToes")] = kNoJoint;
  const HumanoidMap found = map(given);
  EXPECT_EQ(count_of(found, FindingKind::kRejected), 1U);
  EXPECT_TRUE(is_rejected(found, "hips"));
  EXPECT_EQ(found.joints[bone("hips")], true_[bone("hips")]);
  EXPECT_EQ(found.joints[bone("leftHand")], true_[bone("leftHand")]);
}

TEST_F(GivenMap, BonesMayBeLeftOutBetweenTwo) {
  BoneJoints given = true_;
  for (const char* name : {"upperChest", "neck", "leftShoulder", "leftIndexIntermediate"}) given[bone(name)] = kNoJoint;
  const HumanoidMap found = map(given);
  EXPECT_EQ(count_of(found, FindingKind::kRejected), 0U);
  EXPECT_EQ(found.joints[bone("head")], true_[bone("head")]);
  EXPECT_EQ(found.joints[bone("leftIndexDistal")], true_[bone("leftIndexDistal")]);
}

}  // namespace
}  // namespace doppel::rig
