// Tests of the humanoid map: the joint names of every common rig, written out, with the bones that they are.
// Positions are those of a plain body where shape matters, and all at the origin where only names may decide.
#include "rig/humanoid_map.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "rig/bone_name.hpp"
#include "rig/skeleton.hpp"

namespace doppel::rig {
namespace {

/// A tree from lines of "name" indented by one space a level; `=bone` behind the name is what is expected of it. Names may hold
/// spaces.
struct Tree {
  std::vector<JointDescription> joints;
  std::map<std::string, std::string> expected;  // bone -> name
};

Tree parse(const std::string& text) {
  Tree tree;
  std::vector<int> open;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t level = line.find_first_not_of(' ');
    if (level == std::string::npos) continue;
    const std::size_t equals = line.find('=');
    const std::string name = line.substr(level, equals == std::string::npos ? equals : equals - level);
    open.resize(level);
    tree.joints.push_back({name, level == 0 ? kNoJoint : open[level - 1], {}});
    open.push_back(static_cast<int>(tree.joints.size()) - 1);
    if (equals != std::string::npos) tree.expected[line.substr(equals + 1)] = name;
  }
  return tree;
}

void expect_map(const std::string& rig, const std::string& text) {
  const Tree tree = parse(text);
  const Skeleton skeleton(tree.joints);
  const HumanoidMap map = map_humanoid(skeleton);
  EXPECT_TRUE(map.is_complete()) << rig;
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    const std::string name(kHumanBones[bone]);
    const auto found = tree.expected.find(name);
    const std::string expected = found == tree.expected.end() ? "(none)" : found->second;
    const std::string actual = map.has(bone) ? skeleton.name(static_cast<std::size_t>(map.joints[bone])) : "(none)";
    EXPECT_EQ(actual, expected) << rig << ", " << name;
  }
}

/// Both sides of a text with "@" for left and right in three spellings.
std::string both(const std::string& text, const std::string& left, const std::string& right) {
  std::string out;
  for (const auto& [bone_side, side] : {std::pair{"left", left}, std::pair{"right", right}}) {
    for (const char c : text) {
      if (c == '@')
        out += side;
      else if (c == '$')
        out += bone_side;
      else
        out += c;
    }
  }
  return out;
}

/// Every line one level higher.
std::string unindented(const std::string& text) {
  std::string out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out += line.substr(1) + "\n";
  return out;
}

std::string mixamo(const std::string& p, const std::string& root) {
  const std::string legs = both("  " + p + "@UpLeg=$UpperLeg\n   " + p + "@Leg=$LowerLeg\n    " + p + "@Foot=$Foot\n     " + p +
                                    "@ToeBase=$Toes\n      " + p + "@Toe_End\n",
                                "Left", "Right");
  std::string fingers;
  for (const auto& [word, bone] : {std::pair{"Index", "Index"}, {"Middle", "Middle"}, {"Ring", "Ring"}, {"Pinky", "Little"}}) {
    fingers += "         " + p + "@Hand" + word + "1=$" + bone + "Proximal\n          " + p + "@Hand" + word + "2=$" + bone +
               "Intermediate\n           " + p + "@Hand" + word + "3=$" + bone + "Distal\n            " + p + "@Hand" + word +
               "4\n";
  }
  const std::string arms = both("     " + p + "@Shoulder=$Shoulder\n      " + p + "@Arm=$UpperArm\n       " + p +
                                    "@ForeArm=$LowerArm\n        " + p + "@Hand=$Hand\n         " + p +
                                    "@HandThumb1=$ThumbMetacarpal\n          " + p + "@HandThumb2=$ThumbProximal\n           " +
                                    p + "@HandThumb3=$ThumbDistal\n            " + p + "@HandThumb4\n" + fingers,
                                "Left", "Right");
  return root + "\n " + p + "Hips=hips\n" + legs + "  " + p + "Spine=spine\n   " + p + "Spine1=chest\n    " + p +
         "Spine2=upperChest\n     " + p + "Neck=neck\n      " + p + "Head=head\n       " + p + "HeadTop_End\n       " + p +
         "LeftEye=leftEye\n       " + p + "RightEye=rightEye\n" + arms;
}

TEST(HumanoidMap, MixamoUnderEveryPrefixAndRoot) {
  for (const char* prefix : {"mixamorig:", "mixamorig1:", "mixamorig_", "mixamorig9_", "mixamorig", "mixamorig1", "",
                             "Alice:", "Actor 1_", "Armature|mixamorig:"}) {
    for (const char* root : {"Armature", "Object_2", "根"})
      expect_map(std::string("Mixamo '") + prefix + "'", mixamo(prefix, root));
  }
}

TEST(HumanoidMap, VRoid) {
  const std::string side = both(
      "  J_Bip_@_UpperLeg=$UpperLeg\n   J_Bip_@_LowerLeg=$LowerLeg\n    J_Bip_@_Foot=$Foot\n     J_Bip_@_ToeBase=$Toes\n   "
      "J_Sec_@_SkirtBack0_01\n",
      "L", "R");
  const std::string arm = both(
      "     J_Bip_@_Shoulder=$Shoulder\n      J_Bip_@_UpperArm=$UpperArm\n       J_Bip_@_LowerArm=$LowerArm\n        "
      "J_Bip_@_Hand=$Hand\n"
      "         J_Bip_@_Thumb1=$ThumbMetacarpal\n          J_Bip_@_Thumb2=$ThumbProximal\n           "
      "J_Bip_@_Thumb3=$ThumbDistal\n"
      "         J_Bip_@_Little1=$LittleProximal\n          J_Bip_@_Little2=$LittleIntermediate\n           "
      "J_Bip_@_Little3=$LittleDistal\n",
      "L", "R");
  expect_map(
      "VRoid",
      "Root\n J_Bip_C_Hips=hips\n" + side +
          "  J_Bip_C_Spine=spine\n   J_Bip_C_Chest=chest\n    J_Bip_C_UpperChest=upperChest\n     J_Sec_L_Bust1\n     "
          "J_Bip_C_Neck=neck\n"
          "      J_Bip_C_Head=head\n       J_Adj_L_FaceEye=leftEye\n       J_Adj_R_FaceEye=rightEye\n       J_Sec_Hair1_01\n" +
          arm);
}

TEST(HumanoidMap, UnrealMannequinWithTwistCorrectiveAndIkBones) {
  const std::string arm = both(
      "      clavicle_@=$Shoulder\n       upperarm_@=$UpperArm\n        upperarm_twist_01_@\n        upperarm_correctiveRoot_@\n "
      "        upperarm_bicep_@\n"
      "        lowerarm_@=$LowerArm\n         lowerarm_twist_01_@\n         hand_@=$Hand\n          wrist_inner_@\n          "
      "thumb_01_@=$ThumbMetacarpal\n"
      "           thumb_02_@=$ThumbProximal\n            thumb_03_@=$ThumbDistal\n          index_metacarpal_@\n           "
      "index_01_@=$IndexProximal\n"
      "            index_02_@=$IndexIntermediate\n             index_03_@=$IndexDistal\n          pinky_metacarpal_@\n           "
      "pinky_01_@=$LittleProximal\n"
      "            pinky_02_@=$LittleIntermediate\n             pinky_03_@=$LittleDistal\n",
      "l", "r");
  const std::string leg = both(
      "  thigh_@=$UpperLeg\n   thigh_twist_01_@\n   thigh_correctiveRoot_@\n   calf_@=$LowerLeg\n    calf_twist_01_@\n    "
      "calf_knee_@\n    foot_@=$Foot\n     ball_@=$Toes\n",
      "l", "r");
  expect_map(
      "UE5",
      "root\n pelvis=hips\n  spine_01=spine\n   spine_02\n    spine_03=chest\n     spine_04\n      spine_04_latissimus_l\n      "
      "spine_05=upperChest\n" +
          [&] {
            std::string deeper;
            std::istringstream in(arm);
            for (std::string l; std::getline(in, l);) deeper += " " + l + "\n";
            return deeper;
          }() +
          "       neck_01=neck\n        neck_02\n         head=head\n" + leg +
          " ik_foot_root\n  ik_foot_l\n  ik_foot_r\n ik_hand_root\n  ik_hand_gun\n   ik_hand_l\n   ik_hand_r\n");
}

TEST(HumanoidMap, RigifyMetarigWithoutHipsNeckOrHeadInItsNames) {
  const std::string leg =
      both(" thigh.@=$UpperLeg\n  shin.@=$LowerLeg\n   foot.@=$Foot\n    toe.@=$Toes\n    heel.02.@\n pelvis.@\n", "L", "R");
  const std::string arm = both(
      "    shoulder.@=$Shoulder\n     upper_arm.@=$UpperArm\n      forearm.@=$LowerArm\n       hand.@=$Hand\n        palm.01.@\n "
      "        f_index.01.@=$IndexProximal\n"
      "          f_index.02.@=$IndexIntermediate\n           f_index.03.@=$IndexDistal\n         thumb.01.@=$ThumbMetacarpal\n   "
      "       thumb.02.@=$ThumbProximal\n"
      "           thumb.03.@=$ThumbDistal\n    breast.@\n",
      "L", "R");
  expect_map("Rigify", "spine=hips\n" + leg +
                           " spine.001=spine\n  spine.002=chest\n   spine.003=upperChest\n    spine.004=neck\n     spine.005\n   "
                           "   spine.006=head\n" +
                           arm);
}

TEST(HumanoidMap, BipedWithTwistBonesArmsOnTheNeckAndNubs) {
  for (const char* p : {"Bip01 ", "Bip001 ", "Bip01_"}) {
    const std::string n(p);
    const std::string leg =
        both("   " + n + "@ Thigh=$UpperLeg\n    " + n + "@ ThighTwist\n    " + n + "@ Calf=$LowerLeg\n     " + n +
                 "@ Foot=$Foot\n      " + n + "@ Toe0=$Toes\n       " + n + "@ Toe0Nub\n",
             "L", "R");
    const std::string arm =
        both("      " + n + "@ Clavicle=$Shoulder\n       " + n + "@ UpperArm=$UpperArm\n        " + n +
                 "@ UpArmTwist\n        " + n + "@ Forearm=$LowerArm\n         " + n + "@ ForeTwist\n         " + n +
                 "@ Hand=$Hand\n          " + n + "@ Finger0=$ThumbMetacarpal\n           " + n +
                 "@ Finger01=$ThumbProximal\n            " + n + "@ Finger02=$ThumbDistal\n             " + n +
                 "@ Finger0Nub\n          " + n + "@ Finger4=$LittleProximal\n           " + n +
                 "@ Finger41=$LittleIntermediate\n            " + n + "@ Finger42=$LittleDistal\n",
             "L", "R");
    expect_map("Biped", "Bip01\n " + n + "Footsteps\n " + n + "Pelvis=hips\n" + unindented(leg) + "  " + n + "Spine=spine\n   " +
                            n + "Spine1=chest\n    " + n + "Neck=neck\n     " + n + "Head=head\n      " + n + "HeadNub\n" +
                            unindented(arm));
  }
}

TEST(HumanoidMap, CharacterCreatorWithShareAndTwistBones) {
  const std::string leg = both(
      "   CC_Base_@_Thigh=$UpperLeg\n    CC_Base_@_ThighTwist01\n     CC_Base_@_ThighTwist02\n    CC_Base_@_Calf=$LowerLeg\n     "
      "CC_Base_@_KneeShareBone\n     CC_Base_@_CalfTwist01\n     CC_Base_@_Foot=$Foot\n      CC_Base_@_ToeBaseShareBone\n      "
      "CC_Base_@_ToeBase=$Toes\n       CC_Base_@_BigToe1\n",
      "L", "R");
  const std::string arm = both(
      "     CC_Base_@_Clavicle=$Shoulder\n      CC_Base_@_Upperarm=$UpperArm\n       CC_Base_@_UpperarmTwist01\n       "
      "CC_Base_@_Forearm=$LowerArm\n        CC_Base_@_ForearmTwist01\n        CC_Base_@_ElbowShareBone\n        "
      "CC_Base_@_Hand=$Hand\n         CC_Base_@_Mid1=$MiddleProximal\n          CC_Base_@_Mid2=$MiddleIntermediate\n           "
      "CC_Base_@_Mid3=$MiddleDistal\n     CC_Base_@_RibsTwist\n",
      "L", "R");
  expect_map(
      "CC",
      "RL_BoneRoot\n CC_Base_Hip=hips\n  CC_Base_Pelvis\n" + leg +
          "  CC_Base_Waist=spine\n   CC_Base_Spine01=chest\n    CC_Base_Spine02=upperChest\n" + arm +
          "     CC_Base_NeckTwist01=neck\n      CC_Base_NeckTwist02\n       CC_Base_Head=head\n        CC_Base_FacialBone\n      "
          "   CC_Base_JawRoot=jaw\n         CC_Base_L_Eye=leftEye\n         CC_Base_R_Eye=rightEye\n");
}

TEST(HumanoidMap, DazWithBendAndTwistBonesInTheChain) {
  const std::string leg = both(
      "  @ThighBend=$UpperLeg\n   @ThighTwist\n    @Shin=$LowerLeg\n     @Foot=$Foot\n      @Metatarsals\n       @Toe=$Toes\n    "
      "    @SmallToe1\n        @BigToe\n",
      "l", "r");
  const std::string arm = both(
      "      @Collar=$Shoulder\n       @ShldrBend=$UpperArm\n        @ShldrTwist\n         @ForearmBend=$LowerArm\n          "
      "@ForearmTwist\n           @Hand=$Hand\n            @Thumb1=$ThumbMetacarpal\n             @Thumb2=$ThumbProximal\n        "
      "      @Thumb3=$ThumbDistal\n            @Carpal1\n             @Index1=$IndexProximal\n              "
      "@Index2=$IndexIntermediate\n               @Index3=$IndexDistal\n",
      "l", "r");
  expect_map(
      "Daz", "Genesis8Female\n hip=hips\n  pelvis\n" +
                 [&] {
                   std::string d;
                   std::istringstream in(leg);
                   for (std::string l; std::getline(in, l);) d += " " + l + "\n";
                   return d;
                 }() +
                 "  abdomenLower=spine\n   abdomenUpper\n    chestLower=chest\n     chestUpper=upperChest\n" + arm +
                 "      neckLower=neck\n       neckUpper\n        head=head\n         lEye=leftEye\n         rEye=rightEye\n     "
                 "    lowerJaw=jaw\n");
}

TEST(HumanoidMap, MotiveStreamNames) {
  const std::string leg = both(" @Thigh=$UpperLeg\n  @Shin=$LowerLeg\n   @Foot=$Foot\n    @Toe=$Toes\n", "L", "R");
  const std::string arm = both(
      "   @Shoulder=$Shoulder\n    @UArm=$UpperArm\n     @FArm=$LowerArm\n      @Hand=$Hand\n       @Thumb1=$ThumbMetacarpal\n   "
      "     @Thumb2=$ThumbProximal\n         @Thumb3=$ThumbDistal\n",
      "L", "R");
  expect_map("Motive", "Hip=hips\n Ab=spine\n  Chest=chest\n   Neck=neck\n    Head=head\n" + arm + leg);
}

TEST(HumanoidMap, CollarAndShoulderOfBvhIsTheUpperArm) {
  const std::string leg = both(" @Hip=$UpperLeg\n  @Knee=$LowerLeg\n   @Ankle=$Foot\n    @Toe=$Toes\n", "Left", "Right");
  const std::string arm =
      both("     @Collar=$Shoulder\n      @Shoulder=$UpperArm\n       @Elbow=$LowerArm\n        @Wrist=$Hand\n", "Left", "Right");
  expect_map(
      "BVH",
      "Hips=hips\n Chest=spine\n  Chest2\n   Chest3=chest\n    Chest4=upperChest\n     Neck=neck\n      Head=head\n" + arm + leg);
}

TEST(HumanoidMap, CmuBvhWithJointsAtOnePlace) {
  const std::string leg =
      both(" @HipJoint\n  %UpLeg=$UpperLeg\n   %Leg=$LowerLeg\n    %Foot=$Foot\n     %ToeBase=$Toes\n", "L", "R");
  std::string fixed;
  for (std::size_t i = 0, sides = 0; i < leg.size(); ++i) {
    if (leg.compare(i, 9, "LHipJoint") == 0 || leg.compare(i, 9, "RHipJoint") == 0) sides = leg[i] == 'L' ? 0 : 1;
    if (leg[i] == '%')
      fixed += sides == 0 ? "Left" : "Right";
    else
      fixed += leg[i];
  }
  const std::string arm = both(
      "    @Shoulder=$Shoulder\n     @Arm=$UpperArm\n      @ForeArm=$LowerArm\n       @Hand=$Hand\n        @FingerBase\n         "
      "@HandIndex1=$IndexProximal\n",
      "Left", "Right");
  expect_map("CMU", "Hips=hips\n" + fixed +
                        " LowerBack=spine\n  Spine=chest\n   Spine1=upperChest\n    Neck=neck\n     Neck1\n      Head=head\n" +
                        arm);
}

TEST(HumanoidMap, MmdJapanese) {
  const std::string leg =
      both("   @足=$UpperLeg\n    @ひざ=$LowerLeg\n     @足首=$Foot\n      @つま先=$Toes\n   @足D\n    @ひざD\n     @足首D\n",
           "左", "右");
  const std::string arm = both(
      "    @肩P\n     @肩=$Shoulder\n      @腕=$UpperArm\n       @腕捩\n        @ひじ=$LowerArm\n         @手捩\n          "
      "@手首=$Hand\n           @親指０=$ThumbMetacarpal\n            @親指１=$ThumbProximal\n             @親指２=$ThumbDistal\n "
      "          @人指１=$IndexProximal\n            @人指２=$IndexIntermediate\n             @人指３=$IndexDistal\n           "
      "@小指１=$LittleProximal\n            @小指２=$LittleIntermediate\n             @小指３=$LittleDistal\n",
      "左", "右");
  expect_map(
      "MMD",
      "全ての親\n センター=hips\n  下半身\n" + leg +
          "  上半身=spine\n   上半身2=chest\n    首=neck\n     頭=head\n      両目\n      左目=leftEye\n      右目=rightEye\n" +
          arm + " 左足ＩＫ\n 右足ＩＫ\n");
}

TEST(HumanoidMap, MinimumOfFifteenBones) {
  const std::string leg = both(" @UpperLeg=$UpperLeg\n  @LowerLeg=$LowerLeg\n   @Foot=$Foot\n", "left", "right");
  const std::string arm = both("  @UpperArm=$UpperArm\n   @LowerArm=$LowerArm\n    @Hand=$Hand\n", "left", "right");
  expect_map("minimum", "hips=hips\n spine=spine\n  head=head\n" + arm + leg);
}

TEST(HumanoidMap, HandsOnTheSpineAndNoLegsAreSaid) {
  const Tree tree = parse("Armature\n Hips\n  Spine\n   Neck\n    Head\n   LeftHand\n   RightHand\n");
  const HumanoidMap map = map_humanoid(Skeleton(tree.joints));
  EXPECT_FALSE(map.is_complete());
  std::size_t missing = 0;
  for (const Finding& finding : map.findings) missing += finding.kind == FindingKind::kMissing ? 1 : 0;
  EXPECT_GE(missing, 10U);
}

TEST(HumanoidMap, TwistBonesAreListedWithTheirLimb) {
  const Tree tree = parse(
      "hips\n l_upperleg\n  l_lowerleg\n   l_foot\n r_upperleg\n  r_lowerleg\n   r_foot\n spine\n  head\n  l_upperarm\n   "
      "l_upperarmtwist1\n   l_lowerarm\n    l_forearmtwist2\n    l_hand\n  r_upperarm\n   r_lowerarm\n    r_hand\n");
  const Skeleton skeleton(tree.joints);
  const HumanoidMap map = map_humanoid(skeleton);
  ASSERT_EQ(map.rolls.size(), 2U);
  EXPECT_EQ(skeleton.name(static_cast<std::size_t>(map.rolls[0].joint)), "l_upperarmtwist1");
  EXPECT_EQ(kHumanBones[map.rolls[0].bone], "leftUpperArm");
  EXPECT_EQ(kHumanBones[map.rolls[1].bone], "leftLowerArm");
}

TEST(HumanoidMap, AGivenMapWinsAndIsCheckedForChains) {
  const Tree tree = parse("a\n b\n  c\n   d\n e\n  f\n   g\n h\n  i\n  j\n   k\n    l\n  m\n   n\n    o\n");
  const Skeleton skeleton(tree.joints);
  const auto at = [&](char c) {
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
      if (skeleton.name(i)[0] == c) return static_cast<int>(i);
    }
    return kNoJoint;
  };
  BoneJoints given = kNoBones;
  const std::pair<std::size_t, char> bones[] = {{0, 'a'},  {1, 'b'},  {3, 'c'},  {5, 'd'},  {2, 'e'},
                                                {4, 'f'},  {6, 'g'},  {7, 'h'},  {10, 'i'}, {13, 'j'},
                                                {15, 'k'}, {17, 'l'}, {14, 'm'}, {16, 'n'}, {18, 'o'}};
  for (const auto& [bone, c] : bones) given[bone] = at(c);
  const HumanoidMap map = map_humanoid(skeleton, given);
  EXPECT_EQ(map.joints, given);
  EXPECT_TRUE(map.findings.empty());
  EXPECT_EQ(map.spine_chain, std::vector<int>{at('h')});

  given[15] = at('n');  // the left lower arm on the right
  given[21] = 99;
  given[16] = kNoJoint;
  const HumanoidMap wrong = map_humanoid(skeleton, given);
  std::size_t rejected = 0;
  for (const Finding& finding : wrong.findings) rejected += finding.kind == FindingKind::kRejected ? 1 : 0;
  EXPECT_EQ(rejected, 2U);
}

/// An upright body: name, parent, world position.
struct Placed {
  const char* name;
  int parent;
  Vec3 at;
};

TEST(HumanoidMap, ABodyWithoutNamesIsFoundByItsShape) {
  std::vector<Placed> body{
      {"n0", -1, {0, 1.0, 0}}, {"n1", 0, {0, 1.1, 0}}, {"n2", 1, {0, 1.3, 0}}, {"n3", 2, {0, 1.5, 0}}, {"n4", 3, {0, 1.6, 0}}};
  for (const double side : {1.0, -1.0}) {
    const int n = static_cast<int>(body.size());
    body.insert(body.end(), {{"a", 2, {side * 0.05, 1.42, 0}},
                             {"b", n, {side * 0.18, 1.42, 0}},
                             {"c", n + 1, {side * 0.45, 1.42, 0}},
                             {"d", n + 2, {side * 0.70, 1.42, 0}},
                             {"e", 0, {side * 0.1, 0.95, 0}},
                             {"f", n + 4, {side * 0.1, 0.5, 0.01}},
                             {"g", n + 5, {side * 0.1, 0.08, 0}},
                             {"h", n + 6, {side * 0.1, 0.02, 0.14}}});
  }
  for (const double facing : {1.0, -1.0}) {
    std::vector<JointDescription> joints;
    for (const Placed& joint : body) {
      Vec3 local = joint.at - (joint.parent < 0 ? Vec3(0.0) : body[static_cast<std::size_t>(joint.parent)].at);
      local.z *= facing;
      joints.push_back({joint.name, joint.parent, {local}});
    }
    const Skeleton skeleton(joints);
    const HumanoidMap map = map_humanoid(skeleton);
    ASSERT_TRUE(map.is_complete());
    const auto position = [&](std::size_t bone) { return skeleton.rest_position_ms(static_cast<std::size_t>(map.joints[bone])); };
    EXPECT_NEAR(position(13).x, 0.18 * facing, 1e-9);
    EXPECT_NEAR(position(15).x, 0.45 * facing, 1e-9);
    EXPECT_NEAR(position(17).x, 0.70 * facing, 1e-9);
    EXPECT_NEAR(position(3).y, 0.5, 1e-9);
    EXPECT_NEAR(position(6).y, 0.08, 1e-9);
    EXPECT_NEAR(position(20).z, 0.14 * facing, 1e-9);
    EXPECT_EQ(skeleton.name(static_cast<std::size_t>(map.joints[0])), "n0");
    for (const Finding& finding : map.findings) EXPECT_EQ(finding.kind, FindingKind::kGuessed);
  }
}

TEST(MeaningOf, WordsThatAreNoBones) {
  for (const char* name :
       {"", "x", "Left", "hair_L", "ik_hand_l", "LeftArm_IK", "HeadTop_End", "CC_Base_L_KneeShareBone", "ORG-upper_arm.L"}) {
    const NameStem stem = meaning_of(name).stem;
    EXPECT_TRUE(stem == NameStem::kUnknown || stem == NameStem::kIgnored) << name;
  }
  EXPECT_EQ(meaning_of(std::string(300, 'a')).stem, NameStem::kUnknown);
  EXPECT_EQ(meaning_of("\xEF\xBC").stem, NameStem::kUnknown);
}

}  // namespace
}  // namespace doppel::rig
