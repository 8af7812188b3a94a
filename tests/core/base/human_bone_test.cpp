// Tests of the bone table against Unity's order.
#include "base/human_bone.hpp"

#include <gtest/gtest.h>

#include <set>

namespace doppel {
namespace {

// Unity's HumanBodyBones by number, as far as its documentation states them.
TEST(HumanBoneTable, IsInUnitysOrder) {
  EXPECT_EQ(human_bone_index("hips"), 0U);
  EXPECT_EQ(human_bone_index("leftUpperLeg"), 1U);
  EXPECT_EQ(human_bone_index("rightFoot"), 6U);
  EXPECT_EQ(human_bone_index("head"), 10U);
  EXPECT_EQ(human_bone_index("rightToes"), 20U);
  EXPECT_EQ(human_bone_index("leftEye"), 21U);
  EXPECT_EQ(human_bone_index("jaw"), 23U);
  EXPECT_EQ(human_bone_index("leftThumbMetacarpal"), 24U);
  EXPECT_EQ(human_bone_index("leftLittleDistal"), 38U);
  EXPECT_EQ(human_bone_index("rightThumbMetacarpal"), 39U);
  EXPECT_EQ(human_bone_index("rightLittleDistal"), 53U);
  EXPECT_EQ(human_bone_index("upperChest"), 54U);
}

TEST(HumanBoneTable, NamesNoBoneTwice) {
  EXPECT_EQ(std::set<std::string_view>(kHumanBones.begin(), kHumanBones.end()).size(), kHumanBoneCount);
}

TEST(HumanBoneTable, FindsByExactNameOnly) {
  EXPECT_EQ(human_bone_index("Hips"), std::nullopt);
  EXPECT_EQ(human_bone_index("leftThumbIntermediate"), std::nullopt);
}

}  // namespace
}  // namespace doppel
