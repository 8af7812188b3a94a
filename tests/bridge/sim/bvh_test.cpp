// Tests of BVH files as performers: places are those of the file, whatever its rest pose, axes and unit; bad files are refused by
// line. The small files are written here; the samples that lie beside the checkout are played where they are there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "sim/motion.hpp"

namespace doppel::sim {
namespace {

using math::Vec3;

class BvhFile : public testing::Test {
 protected:
  void SetUp() override {
    path_ = std::filesystem::temp_directory_path() / ("doppel-bvh-" + std::to_string(::getpid()) + ".bvh");
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::unique_ptr<Motion> play(const std::string& text) {
    std::ofstream(path_) << text;
    return make_bvh_motion(path_.string(), kReferenceHeight);
  }
  std::string error_of(const std::string& text) {
    try {
      play(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  static Vec3 place(Motion& motion, double t, const char* canonical) {
    Pose pose;
    std::vector<GlobalBone> globals;
    motion.pose(t, pose);
    to_global(motion.skeleton(), pose, globals);
    return globals[motion.skeleton().find(canonical).value()].position;
  }
  std::filesystem::path path_;
};

std::string joint(const char* name, const char* offset, const std::string& inside) {
  return std::string("JOINT ") + name + "\n{\nOFFSET " + offset + "\nCHANNELS 3 Zrotation Xrotation Yrotation\n" + inside + "}\n";
}

// Legs of 82.8 units, so that one unit is a centimetre; arms hang down in the file's zero pose.
std::string hanging_body() {
  const std::string end = "End Site\n{\nOFFSET 0 -8 0\n}\n";
  const std::string left = joint("LeftShoulder", "5 20 0",
                                 joint("LeftArm", "12 0 0", joint("LeftForeArm", "0 -30 0", joint("LeftHand", "0 -25 0", end))));
  const std::string right =
      joint("RightShoulder", "-5 20 0", joint("RightArm", "-12 0 0", joint("RightForeArm", "0 -30 0", end)));
  const std::string leg = joint("LeftUpLeg", "10 0 0", joint("LeftLeg", "0 -40 0", joint("LeftFoot", "0 -42.8 0", end)));
  return "HIERARCHY\nROOT Take:Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n" +
         joint("Spine", "0 20 0", left + right) + leg + "}\n";
}

std::string frame(const char* root, double left_arm_z) {
  std::string line = std::string(root) + " 0 0 0 0 0 0 " + std::to_string(left_arm_z);
  for (int i = 0; i < 3 * 9 - 1; ++i) line += " 0";
  return line + "\n";
}

TEST_F(BvhFile, PlacesAreTheFilesAndTheRestIsATPose) {
  const std::string text = hanging_body() + "MOTION\nFrames: 3\nFrame Time: 0.1\n" + frame("0 100 0 0 0 0", 0) +
                           frame("0 100 0 0 0 90", 0) + frame("0 100 50 0 0 0", 90);
  const std::unique_ptr<Motion> motion = play(text);
  const Skeleton& skeleton = motion->skeleton();
  const Bone& forearm = skeleton.bones[skeleton.find("leftLowerArm").value()];
  EXPECT_NEAR(forearm.offset.x, 0.30, 1e-6);
  EXPECT_NEAR(forearm.offset.y, 0.0, 1e-6);
  const auto expect = [&](double t, const char* bone, const Vec3& at) {
    const Vec3 found = place(*motion, t, bone);
    EXPECT_NEAR(glm::distance(found, at), 0.0, 1e-5)
        << bone << " at " << t << ": " << found.x << " " << found.y << " " << found.z;
  };
  expect(0.0, "leftHand", {0.17, 0.85, 0.0});
  expect(0.0, "leftFoot", {0.10, 0.172, 0.0});
  // A quarter turn to the left takes +X to -Z.
  expect(0.1, "leftHand", {0.0, 0.85, -0.17});
  // The upper arm turned by 90 degrees about Z takes what hangs (-Y) to +X.
  expect(0.2, "leftHand", {0.17 + 0.55, 1.40, 0.5});
  // Half way between the frames the turn is half done, and the take is played over and over.
  expect(0.05, "leftHand", {0.17 * std::sqrt(0.5), 0.85, -0.17 * std::sqrt(0.5)});
  expect(0.35, "leftHand", {0.17 * std::sqrt(0.5), 0.85, -0.17 * std::sqrt(0.5)});
}

TEST_F(BvhFile, BadFilesAreRefusedByTheirLine) {
  EXPECT_THAT(error_of(""), testing::HasSubstr("the end of the file"));
  EXPECT_THAT(error_of("HIERARCHY\nJOINT x"), testing::HasSubstr("line 2: 'ROOT' was expected"));
  EXPECT_THAT(error_of("HIERARCHY\nROOT a\n{\nOFFSET 0 zero 0\n}"),
              testing::HasSubstr("line 4: a number was expected, not 'zero'"));
  EXPECT_THAT(error_of("HIERARCHY\nROOT a\n{\nCHANNELS 1 Wrotation\n}"), testing::HasSubstr("line 4: a channel"));
  EXPECT_THAT(error_of(hanging_body() + "MOTION\nFrames: 2\nFrame Time: 0.1\n" + frame("0 0 0 0 0 0", 0)),
              testing::HasSubstr("the end of the file"));
  EXPECT_THAT(error_of(hanging_body() + "MOTION\nFrames: 1\nFrame Time: 0\n"), testing::HasSubstr("a frame time above 0"));
  EXPECT_THAT(error_of(hanging_body() + "MOTION\nFrames: 1e300\nFrame Time: 1\n"), testing::HasSubstr("1 or more frames"));
  try {
    make_bvh_motion("/nowhere/take.bvh", 1.7);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "BVH file '/nowhere/take.bvh' cannot be opened");
  }
}

TEST(BvhSamples, StandUprightInMetres) {
  const std::string folder = std::string(DOPPEL_SOURCE_DIR) + "/../shared/samples/";
  int played = 0;
  for (const char* name : {"cmu_12_01_walk.bvh", "collar-yxz-armsdown.bvh", "zup-mixed-orders.bvh"}) {
    if (!std::filesystem::exists(folder + name)) continue;
    const std::unique_ptr<Motion> motion = make_bvh_motion(folder + name, kReferenceHeight);
    const Skeleton& skeleton = motion->skeleton();
    for (int i = 0; i < 30; ++i) {
      Pose pose;
      std::vector<GlobalBone> globals;
      motion->pose(0.05 * i, pose);
      to_global(skeleton, pose, globals);
      const auto at = [&](const char* canonical) { return globals[skeleton.find(canonical).value()].position; };
      EXPECT_GT(at("head").y - at("hips").y, 0.3) << name;
      EXPECT_GT(at("hips").y - at("leftFoot").y, 0.4) << name;
      for (const math::Quat& q : pose.rotations) ASSERT_NEAR(glm::length(q), 1.0, 1e-6) << name;
    }
    ++played;
  }
  if (played == 0) GTEST_SKIP() << "absent: " << folder;
}

}  // namespace
}  // namespace doppel::sim
