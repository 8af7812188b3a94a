// Tests of bone names: every convention, the trap of LeftShoulder, spines of 1 to 7 and necks of 1 to 3.
#include "natnet/bone_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/human_bone.hpp"
#include "sim/skeleton.hpp"

namespace doppel::natnet {
namespace {

constexpr std::array kNamings{Naming::kMotive, Naming::kFbx, Naming::kBvh, Naming::kUnreal};

// Bodies as section 13.1 of the reference lists them, with the parents of section 12.2.
TEST(BoneNames, ClassicBodyOfEachConvention) {
  const std::vector<std::int32_t> parents{-1, 0, 1, 2, 3, 2, 5, 6, 7, 2, 9, 10, 11, 0, 13, 14, 15, 0, 17, 18, 19};
  const std::vector<std::string> vrm{
      "hips",         "spine",    "chest",         "neck",          "head",          "leftShoulder", "leftUpperArm",
      "leftLowerArm", "leftHand", "rightShoulder", "rightUpperArm", "rightLowerArm", "rightHand",    "leftUpperLeg",
      "leftLowerLeg", "leftFoot", "leftToes",      "rightUpperLeg", "rightLowerLeg", "rightFoot",    "rightToes"};
  const std::vector<std::vector<std::string>> bodies{
      {"Hip",   "Ab",    "Chest",  "Neck",  "Head",  "LShoulder", "LUArm",  "LFArm", "LHand", "RShoulder", "RUArm",
       "RFArm", "RHand", "LThigh", "LShin", "LFoot", "LToe",      "RThigh", "RShin", "RFoot", "RToe"},
      {"Hips",        "Spine",    "Spine1",        "Neck",       "Head",         "LeftShoulder", "LeftArm",
       "LeftForeArm", "LeftHand", "RightShoulder", "RightArm",   "RightForeArm", "RightHand",    "LeftUpLeg",
       "LeftLeg",     "LeftFoot", "LeftToeBase",   "RightUpLeg", "RightLeg",     "RightFoot",    "RightToeBase"},
      {"Hips",      "Chest",     "Chest2",      "Neck",          "Head",       "LeftCollar", "LeftShoulder",
       "LeftElbow", "LeftWrist", "RightCollar", "RightShoulder", "RightElbow", "RightWrist", "LeftHip",
       "LeftKnee",  "LeftAnkle", "LeftToe",     "RightHip",      "RightKnee",  "RightAnkle", "RightToe"},
      {"pelvis",     "spine_01", "spine_02",   "neck_01",    "head",       "clavicle_l", "upperarm_l",
       "lowerarm_l", "hand_l",   "clavicle_r", "upperarm_r", "lowerarm_r", "hand_r",     "thigh_l",
       "calf_l",     "foot_l",   "ball_l",     "thigh_r",    "calf_r",     "foot_r",     "ball_r"},
      vrm};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    EXPECT_EQ(canonical_names(bodies[i], parents), vrm) << "convention " << i;
  }
  EXPECT_EQ(detect_naming(bodies[0]), Naming::kMotive);
  EXPECT_EQ(detect_naming(bodies[1]), Naming::kFbx);
  EXPECT_EQ(detect_naming(bodies[2]), Naming::kBvh);
  EXPECT_EQ(detect_naming(bodies[3]), Naming::kUnreal);
}

// Groups of section B4 of the decisions: i = floor(i N / M) .. floor((i + 1) N / M), the last of each has the name.
TEST(BoneNames, SpinesOfOneToSevenAndNecksOfOneToThree) {
  const std::vector<std::vector<std::string>> spines{
      {"spine"},
      {"spine", "chest"},
      {"spine", "chest", "upperChest"},
      {"spine", "chest", "spineExtra1", "upperChest"},
      {"spine", "spineExtra1", "chest", "spineExtra2", "upperChest"},
      {"spineExtra1", "spine", "spineExtra2", "chest", "spineExtra3", "upperChest"},
      {"spineExtra1", "spine", "spineExtra2", "chest", "spineExtra3", "spineExtra4", "upperChest"}};
  const std::vector<std::vector<std::string>> necks{{"neck"}, {"neckExtra1", "neck"}, {"neckExtra1", "neckExtra2", "neck"}};
  for (const Naming naming : kNamings) {
    for (int spine = 1; spine <= 7; ++spine) {
      for (int neck = 1; neck <= 3; ++neck) {
        const sim::Skeleton skeleton = sim::make_skeleton({naming, spine, neck, true, 1.75});
        std::vector<std::string> chain;
        for (const sim::Bone& bone : skeleton.bones) {
          if (bone.canonical == "head") break;
          if (bone.canonical != "hips") chain.push_back(bone.canonical);
        }
        std::vector<std::string> expected = spines[static_cast<std::size_t>(spine - 1)];
        const auto& above = necks[static_cast<std::size_t>(neck - 1)];
        expected.insert(expected.end(), above.begin(), above.end());
        EXPECT_EQ(chain, expected) << static_cast<int>(naming) << ", " << spine << ", " << neck;
      }
    }
  }
}

// Section 13.2, a few of each; the simulator's fingers go through every row.
TEST(BoneNames, FingersOfEachConvention) {
  for (const Naming naming : kNamings) {
    const sim::Skeleton skeleton = sim::make_skeleton({naming, 2, 1, true, 1.75});
    std::set<std::string> canonical;
    for (const sim::Bone& bone : skeleton.bones) {
      EXPECT_TRUE(human_bone_index(bone.canonical)) << bone.name;
      EXPECT_TRUE(canonical.insert(bone.canonical).second) << bone.canonical;
    }
    EXPECT_EQ(canonical.size(), 51U);
  }
  const auto name = [](Naming naming, std::string_view canonical) {
    const auto row = std::find_if(bone_name_table().begin(), bone_name_table().end(),
                                  [&](const BoneNameRow& item) { return item.canonical == canonical; });
    return name_in(*row, naming);
  };
  EXPECT_EQ(name(Naming::kMotive, "leftThumbMetacarpal"), "LThumb1");
  EXPECT_EQ(name(Naming::kFbx, "rightLittleDistal"), "RightHandPinky3");
  EXPECT_EQ(name(Naming::kBvh, "leftThumbProximal"), "LeftFinger01");
  EXPECT_EQ(name(Naming::kBvh, "rightRingDistal"), "RightFinger32");
  EXPECT_EQ(name(Naming::kUnreal, "leftIndexIntermediate"), "index_02_l");
}

TEST(BoneNames, PrefixMayHoldTheSeparator) {
  EXPECT_EQ(without_prefix("Ann_LUArm", "Ann"), "LUArm");
  EXPECT_EQ(without_prefix("Ann_B_LUArm", "Ann_B"), "LUArm");
  EXPECT_EQ(without_prefix("Ann_B_LUArm", "Ann"), "B_LUArm");
  EXPECT_EQ(without_prefix("LUArm", "Ann"), "LUArm");
  EXPECT_EQ(without_prefix("Ann", "Ann"), "Ann");
  EXPECT_EQ(without_prefix("Ann_", "Ann"), "Ann_");
  EXPECT_EQ(without_prefix("_Hip", ""), "_Hip");
}

TEST(BoneNames, RootCalledByTheSkeletonsNameIsTheHips) {
  const std::vector<std::string> names{"Ann", "LThigh", "RThigh"};
  const std::vector<std::int32_t> parents{-1, 0, 0};
  EXPECT_THAT(canonical_names(names, parents), testing::ElementsAre("hips", "leftUpperLeg", "rightUpperLeg"));
}

TEST(BoneNames, PropsHaveNone) {
  const std::vector<std::string> names{"Handle", "Blade"};
  const std::vector<std::int32_t> parents{-1, 0};
  EXPECT_THAT(canonical_names(names, parents), testing::ElementsAre("", ""));
  EXPECT_TRUE(canonical_names({}, {}).empty());
}

TEST(BoneNames, WithoutShouldersTheSpineGoesByNames) {
  const std::vector<std::string> names{"Hip", "Ab", "Chest", "LThigh"};
  const std::vector<std::int32_t> parents{-1, 0, 1, 0};
  EXPECT_THAT(canonical_names(names, parents), testing::ElementsAre("hips", "spine", "chest", "leftUpperLeg"));
}

TEST(BoneNames, ParentsInACircleEnd) {
  const std::vector<std::string> names{"Hip", "LShoulder", "RShoulder", "LUArm"};
  const std::vector<std::int32_t> parents{1, 2, 1, 3};
  EXPECT_EQ(canonical_names(names, parents).size(), 4U);
}

}  // namespace
}  // namespace doppel::natnet
