// Tests of skeletons and of local to model space, against plain products of 4x4 matrices.
#include "rig/skeleton.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "random_motion.hpp"
#include "rig/local_to_model.hpp"

namespace doppel::rig {
namespace {

using math::kIdentity;
using test::RandomMotion;

std::string refusal(const std::vector<JointDescription>& joints) {
  try {
    Skeleton skeleton(joints);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInvalidArgument);
    return error.what();
  }
  return "";
}

std::vector<JointDescription> random_joints(RandomMotion& random, int count, bool with_mirrors) {
  std::vector<JointDescription> joints;
  for (int i = 0; i < count; ++i) {
    JointDescription joint{"j" + std::to_string(i), i == 0 ? kNoJoint : random.whole(0, i - 1), {}};
    const double scale = random.uniform(0.5, 2.0);
    joint.local = {random.vector(1.0), random.rotation(), Vec3(scale)};
    if (with_mirrors) {
      for (int axis = 0; axis < 3; ++axis) {
        if (random.whole(0, 3) == 0) joint.local.scale[axis] = -scale;
      }
    }
    joints.push_back(joint);
  }
  return joints;
}

TEST(Skeleton, IsDepthFirstWhateverTheOrderOfTheFile) {
  // 0 is a child of 2, 2 of 1, 3 of 1, 4 of 2; 1 is the root.
  const std::vector<JointDescription> joints{{"a", 2, {}}, {"root", kNoJoint, {}}, {"b", 1, {}}, {"c", 1, {}}, {"d", 2, {}}};
  const Skeleton skeleton(joints);
  std::string order;
  for (std::size_t i = 0; i < skeleton.size(); ++i) order += skeleton.name(i) + " ";
  EXPECT_EQ(order, "root b a d c ");
  EXPECT_EQ(skeleton.parents()[3], 1);
  EXPECT_EQ(skeleton.subtree_end(1), 4U);
  EXPECT_TRUE(skeleton.is_ancestor(1, 3));
  EXPECT_TRUE(skeleton.is_ancestor(1, 1));
  EXPECT_FALSE(skeleton.is_ancestor(1, 4));
  for (std::size_t i = 0; i < skeleton.size(); ++i) EXPECT_EQ(skeleton.joint_of(skeleton.described(i)), i);
}

TEST(Skeleton, RefusesWhatIsNoTreeAndNamesTheJoint) {
  EXPECT_NE(refusal({}).find("at least one"), std::string::npos);
  EXPECT_NE(refusal({{"arm", 4, {}}}).find("joints[0] 'arm'"), std::string::npos);
  EXPECT_NE(refusal({{"root", kNoJoint, {}}, {"x", 2, {}}, {"y", 1, {}}}).find("its own ancestor"), std::string::npos);
  JointDescription bad{"nan", kNoJoint, {}};
  bad.local.translation.x = std::nan("");
  EXPECT_NE(refusal({bad}).find("must be finite"), std::string::npos);
}

TEST(Skeleton, RestPlacesAreProductsOfMatrices) {
  RandomMotion random(21);
  for (int round = 0; round < 20; ++round) {
    const auto joints = random_joints(random, 25, true);
    const Skeleton skeleton(joints);
    std::vector<glm::dmat4> world(joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const Transform& t = joints[i].local;
      const glm::dmat4 local =
          glm::translate(glm::dmat4(1.0), t.translation) * glm::mat4_cast(t.rotation) * glm::scale(glm::dmat4(1.0), t.scale);
      world[i] = joints[i].parent < 0 ? local : world[static_cast<std::size_t>(joints[i].parent)] * local;
      const std::size_t j = skeleton.joint_of(i);
      EXPECT_NEAR(glm::length(skeleton.rest_position_ms(j) - Vec3(world[i][3])), 0.0, 1e-9);
      const Vec3 x = skeleton.rest_rotation_ms(j) * Vec3(skeleton.is_mirrored(j) ? -1.0 : 1.0, 0.0, 0.0);
      EXPECT_NEAR(glm::length(glm::normalize(Vec3(world[i][0])) - x), 0.0, 1e-6);
    }
  }
}

TEST(LocalToModel, AnyPoseUnderScaledAndMirroredParentsIsAProductOfMatrices) {
  RandomMotion random(22);
  for (int round = 0; round < 40; ++round) {
    const auto joints = random_joints(random, 20, round % 2 == 1);
    const Skeleton skeleton(joints);
    Pose pose = Pose::rest_of(skeleton);
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
      pose.rotations[i] = random.rotation();
      pose.translations[i] += random.vector(0.2);
    }
    ModelPose model = ModelPose::rest_of(skeleton);
    ASSERT_TRUE((LocalToModel{&skeleton, &pose, 0, {}, &model}).run());
    std::vector<glm::dmat4> world(skeleton.size());
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
      const glm::dmat4 local = math::matrix_of({pose.translations[i], pose.rotations[i], skeleton.rest_local(i).scale});
      world[i] = skeleton.parents()[i] < 0 ? local : world[static_cast<std::size_t>(skeleton.parents()[i])] * local;
      EXPECT_NEAR(glm::length(model.positions[i] - Vec3(world[i][3])), 0.0, 1e-8);
      const Vec3 y = model.rotations[i] * math::frame_of(glm::dmat3(1.0)).rotation * math::kUp;
      EXPECT_NEAR(glm::length(glm::normalize(Vec3(world[i][1])) - y), 0.0, 1e-6);
    }
  }
}

TEST(LocalToModel, OneSubtreeLeavesTheRestAlone) {
  RandomMotion random(23);
  const Skeleton skeleton(random_joints(random, 20, false));
  Pose pose = Pose::rest_of(skeleton);
  ModelPose model = ModelPose::rest_of(skeleton);
  for (Quat& q : pose.rotations) q = random.rotation();
  ModelPose whole = model;
  ASSERT_TRUE((LocalToModel{&skeleton, &pose, 0, {}, &whole}).run());
  const std::size_t from = 3;
  ASSERT_TRUE((LocalToModel{&skeleton, &pose, from, skeleton.subtree_end(from), &model}).run());
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    if (skeleton.is_ancestor(from, i)) continue;
    EXPECT_EQ(model.positions[i], skeleton.rest_position_ms(i));
  }
  EXPECT_FALSE((LocalToModel{&skeleton, &pose, 5, 4U, &model}).run());
  EXPECT_FALSE((LocalToModel{&skeleton, nullptr, 0, {}, &model}).run());
  pose.rotations.pop_back();
  EXPECT_FALSE((LocalToModel{&skeleton, &pose, 0, {}, &model}).run());
}

}  // namespace
}  // namespace doppel::rig
