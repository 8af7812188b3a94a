// Tests of what becomes of foreign descriptions and poses: sorted, turned, made local, held where they are missing or no numbers.
// Worked by hand on the small skeleton of the wire reference, and at random against forward kinematics written here.
#include "natnet/assemble.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "math/quat.hpp"
#include "natnet/decode_frame.hpp"
#include "natnet/describe.hpp"
#include "natnet/encode.hpp"
#include "wire_fixtures.hpp"

namespace doppel::natnet {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::FloatNear;
using testing::Pointwise;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

FrameAssembler assembler_for(const ModelDef& models, const Version& version = {4, 1}, UpAxis up = UpAxis::kY,
                             mocap::Coordinates coordinates = mocap::Coordinates::kUnknown) {
  FrameAssembler assembler(coordinates, up);
  mocap::Descriptions descriptions = describe(models, version, up).descriptions;
  descriptions.revision = 7;
  assembler.set_descriptions(std::make_shared<const mocap::Descriptions>(std::move(descriptions)));
  return assembler;
}

// Hip stands straight; Ab and what is above it are turned by 90 degrees about Y, in the world: only Ab is turned in its parent.
TEST(Assemble, WorkedExampleBecomesLocal) {
  FrameAssembler assembler = assembler_for(test::worked_model_def());
  const AssembleReport report = assembler.assemble(test::worked_frame());
  EXPECT_EQ(report.bad_values, 0U);
  EXPECT_TRUE(report.unknown_skeletons.empty());
  EXPECT_EQ(assembler.coordinates(), mocap::Coordinates::kUnknown) << "two bones of a length are too few to tell";
  FrameAssembler told = assembler_for(test::worked_model_def(), {4, 1}, UpAxis::kY, mocap::Coordinates::kGlobal);
  told.assemble(test::worked_frame());
  const mocap::Frame& frame = told.frame();
  EXPECT_EQ(frame.revision, 7U);
  ASSERT_EQ(frame.skeletons.size(), 1U);
  const auto& bones = frame.skeletons[0].bones;
  ASSERT_EQ(bones.size(), 3U);
  EXPECT_THAT(bones[0].position, ElementsAre(0.25F, 0.9375F, -0.5F));
  EXPECT_THAT(bones[1].position, Pointwise(FloatNear(1e-6F), {0.0F, 0.09375F, 0.0F}));
  EXPECT_THAT(bones[1].rotation, Pointwise(FloatNear(1e-6F), {0.0F, 0.70710677F, 0.0F, 0.70710677F}));
  EXPECT_THAT(bones[2].position, Pointwise(FloatNear(1e-6F), {0.0F, 0.21875F, 0.0F}));
  EXPECT_THAT(bones[2].rotation, Pointwise(FloatNear(1e-6F), {0.0F, 0.0F, 0.0F, 1.0F}));
  ASSERT_EQ(frame.rigid_bodies.size(), 1U);
  EXPECT_THAT(frame.rigid_bodies[0].position, ElementsAre(1.0F, 2.0F, 3.0F));
  EXPECT_TRUE(frame.rigid_bodies[0].is_tracked);
}

/// A chain with branches, ids in any order, and a random pose of it.
struct RandomBody {
  ModelDef models;
  FrameData local, global;

  explicit RandomBody(std::uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> real(-1.0, 1.0);
    const auto quaternion = [&] { return math::unit({real(random), real(random), real(random), real(random)}); };
    SkeletonModel skeleton{"Body", 5, {}};
    SkeletonData as_local{5, {}};
    SkeletonData as_global{5, {}};
    std::vector<math::Vec3> position;
    std::vector<math::Quat> rotation;
    std::vector<std::int32_t> ids(12);
    for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<std::int32_t>(i) + 1;
    std::shuffle(ids.begin(), ids.end(), random);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const std::size_t parent = i == 0 ? 0 : random() % i;
      const math::Vec3 offset(real(random), real(random), real(random));
      const math::Quat q = quaternion();
      position.push_back(i == 0 ? offset : position[parent] + rotation[parent] * offset);
      rotation.push_back(i == 0 ? q : rotation[parent] * q);
      BodyModel bone;
      bone.name = "Body_B" + std::to_string(i);
      bone.id = ids[i];
      bone.parent_id = i == 0 ? 0 : ids[parent];
      bone.offset = array(offset);
      skeleton.bones.push_back(bone);
      as_local.bones.push_back(body(ids[i], offset, q));
      as_global.bones.push_back(body(ids[i], position[i], rotation[i]));
    }
    // Neither list is in the order of the other.
    std::shuffle(skeleton.bones.begin(), skeleton.bones.end(), random);
    std::shuffle(as_global.bones.begin(), as_global.bones.end(), random);
    models.models.emplace_back(skeleton);
    local.skeletons.push_back(as_local);
    global.skeletons.push_back(as_global);
  }
  static Vector3 array(const math::Vec3& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
  }
  static BodyData body(std::int32_t id, const math::Vec3& p, const math::Quat& q) {
    BodyData out;
    out.id = 5 << 16 | id;
    out.position = array(p);
    out.orientation = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
    out.params = kBodyTracked;
    return out;
  }
};

// B39: one take in both coordinates is found out and gives the same pose.
TEST(Assemble, LocalAndGlobalGiveTheSamePose) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const RandomBody random(seed);
    FrameAssembler from_local = assembler_for(random.models);
    FrameAssembler from_global = assembler_for(random.models);
    from_local.assemble(random.local);
    from_global.assemble(random.global);
    const mocap::Frame& a = from_local.frame();
    const mocap::Frame& b = from_global.frame();
    ASSERT_EQ(from_local.coordinates(), mocap::Coordinates::kLocal) << seed;
    ASSERT_EQ(from_global.coordinates(), mocap::Coordinates::kGlobal) << seed;
    ASSERT_EQ(a.skeletons.size(), 1U);
    ASSERT_EQ(a.skeletons[0].bones.size(), b.skeletons.at(0).bones.size());
    for (std::size_t i = 0; i < a.skeletons[0].bones.size(); ++i) {
      EXPECT_THAT(a.skeletons[0].bones[i].position, Pointwise(FloatNear(2e-6F), b.skeletons[0].bones[i].position));
      EXPECT_THAT(a.skeletons[0].bones[i].rotation, Pointwise(FloatNear(2e-6F), b.skeletons[0].bones[i].rotation));
    }
  }
}

TEST(Assemble, WhatIsNoNumberIsReplacedByTheLastGoodPose) {
  const RandomBody random(1);
  for (const bool is_local : {true, false}) {
    FrameAssembler assembler = assembler_for(random.models);
    const FrameData& good = is_local ? random.local : random.global;
    assembler.assemble(good);
    const mocap::Frame before = assembler.frame();
    for (const float bad : {kNan, std::numeric_limits<float>::infinity(), 1e30F}) {
      FrameData broken = good;
      broken.skeletons[0].bones[3].position[1] = bad;
      broken.skeletons[0].bones[7].orientation = {bad, 0.0F, 0.0F, bad};
      broken.skeletons[0].bones[9].orientation = {};
      EXPECT_EQ(assembler.assemble(broken).bad_values, 3U);
      const mocap::Frame& after = assembler.frame();
      ASSERT_EQ(after.skeletons.size(), 1U);
      int untracked = 0;
      for (std::size_t i = 0; i < after.skeletons[0].bones.size(); ++i) {
        untracked += after.skeletons[0].bones[i].is_tracked ? 0 : 1;
        EXPECT_THAT(after.skeletons[0].bones[i].position, Pointwise(FloatNear(2e-6F), before.skeletons[0].bones[i].position));
        EXPECT_THAT(after.skeletons[0].bones[i].rotation, Pointwise(FloatNear(2e-6F), before.skeletons[0].bones[i].rotation));
      }
      EXPECT_EQ(untracked, 3);
    }
  }
}

TEST(Assemble, UntrackedAndMissingBonesHangOnTheirParents) {
  const RandomBody random(2);
  FrameAssembler assembler = assembler_for(random.models);
  assembler.assemble(random.global);
  const mocap::Frame before = assembler.frame();
  FrameData less = random.global;
  less.skeletons[0].bones[4].params = 0;
  less.skeletons[0].bones[4].position = {9.0F, 9.0F, 9.0F};  // stale
  less.skeletons[0].bones.erase(less.skeletons[0].bones.begin() + 6);
  EXPECT_EQ(assembler.assemble(less).bad_values, 0U);
  const mocap::Frame& after = assembler.frame();
  int untracked = 0;
  for (std::size_t i = 0; i < after.skeletons[0].bones.size(); ++i) {
    untracked += after.skeletons[0].bones[i].is_tracked ? 0 : 1;
    EXPECT_THAT(after.skeletons[0].bones[i].position, Pointwise(FloatNear(2e-6F), before.skeletons[0].bones[i].position));
  }
  EXPECT_EQ(untracked, 2);
}

TEST(Assemble, SignOfQuaternionsIsContinuous) {
  const RandomBody random(3);
  FrameAssembler assembler = assembler_for(random.models);
  assembler.assemble(random.global);
  const mocap::Frame before = assembler.frame();
  FrameData flipped = random.global;
  for (BodyData& bone : flipped.skeletons[0].bones) {
    for (float& x : bone.orientation) x = -x;
  }
  assembler.assemble(flipped);
  const mocap::Frame& after = assembler.frame();
  for (std::size_t i = 0; i < after.skeletons[0].bones.size(); ++i) {
    EXPECT_THAT(after.skeletons[0].bones[i].rotation, Pointwise(FloatNear(1e-6F), before.skeletons[0].bones[i].rotation));
  }
}

TEST(Assemble, UnknownIdsAreSaid) {
  FrameAssembler assembler = assembler_for(RandomBody(4).models);
  const AssembleReport report = assembler.assemble(test::worked_frame());
  const mocap::Frame& frame = assembler.frame();
  EXPECT_THAT(report.unknown_skeletons, ElementsAre(7));
  EXPECT_TRUE(report.has_unknown_bodies);
  EXPECT_TRUE(frame.skeletons.empty());
  EXPECT_TRUE(frame.rigid_bodies.empty());
}

TEST(Assemble, SkeletonThatStaysGoesOnWhenTheListChanges) {
  const RandomBody random(5);
  FrameAssembler assembler = assembler_for(random.models);
  assembler.assemble(random.global);
  const mocap::Frame before = assembler.frame();
  ModelDef more = random.models;
  more.models.emplace_back(BodyModel{"Prop", 9, -1, {}, {0, 0, 0, 1}, {}, {}, {}});
  mocap::Descriptions descriptions = describe(more, {4, 1}, UpAxis::kY).descriptions;
  assembler.set_descriptions(std::make_shared<const mocap::Descriptions>(std::move(descriptions)));
  FrameData lost = random.global;
  for (BodyData& bone : lost.skeletons[0].bones) bone.params = 0;
  assembler.assemble(lost);
  const mocap::Frame& after = assembler.frame();
  for (std::size_t i = 0; i < after.skeletons.at(0).bones.size(); ++i) {
    EXPECT_EQ(after.skeletons[0].bones[i].rotation, before.skeletons[0].bones[i].rotation);
  }
}

// Bones that stay in the datagram give the same poses as bones that were read.
TEST(Assemble, PackedBonesGiveTheSamePoses) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const RandomBody random(seed);
    for (FrameData frame : {random.local, random.global}) {
      FrameAssembler from_read = assembler_for(random.models);
      FrameAssembler from_packed = assembler_for(random.models);
      frame.skeletons[0].bones[4].params = 0;
      frame.skeletons[0].bones[6].orientation = {kNan, 0.0F, 0.0F, 1.0F};
      std::vector<std::uint8_t> datagram;
      ASSERT_TRUE(encode_frame(frame, {4, 1}, datagram));
      FrameData packed;
      ASSERT_EQ(decode_frame(Bytes(datagram).subspan(4), {4, 1}, packed, BoneForm::kPacked).result, FrameResult::kGood);
      ASSERT_TRUE(packed.skeletons.at(0).bones.empty());
      EXPECT_EQ(from_read.assemble(frame).bad_values, 1U);
      EXPECT_EQ(from_packed.assemble(packed).bad_values, 1U);
      const auto& bones = from_read.frame().skeletons.at(0).bones;
      const auto& same = from_packed.frame().skeletons.at(0).bones;
      ASSERT_EQ(bones.size(), 12U);
      ASSERT_EQ(same.size(), bones.size());
      for (std::size_t i = 0; i < bones.size(); ++i) {
        EXPECT_EQ(same[i].position, bones[i].position);
        EXPECT_EQ(same[i].rotation, bones[i].rotation);
        EXPECT_EQ(same[i].is_tracked, bones[i].is_tracked);
      }
    }
  }
}

// What is known to be local goes its own way from the datagram to the frame: frame by frame it must end where reading ends.
TEST(Assemble, PackedLocalBonesAreJudgedAsReadOnes) {
  for (const UpAxis up : {UpAxis::kY, UpAxis::kZ}) {
    const RandomBody random(31);
    FrameAssembler from_read = assembler_for(random.models, {4, 1}, up, mocap::Coordinates::kLocal);
    FrameAssembler from_packed = assembler_for(random.models, {4, 1}, up, mocap::Coordinates::kLocal);
    FrameData frame = random.local;
    for (int step = 0; step < 6; ++step) {
      frame = random.local;
      auto& bones = frame.skeletons[0].bones;
      for (float& value : bones[1].orientation) value *= step % 2 == 0 ? 1.0F : -1.0F;  // the other sign
      for (float& value : bones[2].orientation) value *= 1.25F;                         // a rotation, but too long
      for (float& value : bones[3].orientation) value *= step == 2 ? 0.25F : 1.0F;      // none
      bones[4].params = static_cast<std::int16_t>(step % 2);
      bones[5].position[static_cast<std::size_t>(step) % 3] = 2.0e5F;  // where nobody is
      bones[6].position[static_cast<std::size_t>(step) % 3] = kNan;
      bones[7].orientation[static_cast<std::size_t>(step) % 4] = kNan;
      bones[8].orientation[0] = step == 3 ? std::numeric_limits<float>::infinity() : bones[8].orientation[0];
      bones[9].id = step == 4 ? 5 << 16 | 99 : bones[9].id;  // not described
      std::vector<std::uint8_t> datagram;
      ASSERT_TRUE(encode_frame(frame, {4, 1}, datagram));
      FrameData packed;
      ASSERT_EQ(decode_frame(Bytes(datagram).subspan(4), {4, 1}, packed, BoneForm::kPacked).result, FrameResult::kGood);
      const std::uint32_t bad = 3U + (step == 2 ? 1U : 0U) + (step == 3 ? 1U : 0U);
      EXPECT_EQ(from_read.assemble(frame).bad_values, bad);
      EXPECT_EQ(from_packed.assemble(packed).bad_values, bad);
      const auto& read = from_read.frame().skeletons.at(0).bones;
      const auto& same = from_packed.frame().skeletons.at(0).bones;
      ASSERT_EQ(same.size(), read.size());
      for (std::size_t i = 0; i < read.size(); ++i) {
        EXPECT_THAT(same[i].position, ElementsAreArray(read[i].position)) << "bone " << i << ", step " << step;
        EXPECT_THAT(same[i].rotation, Pointwise(FloatNear(1e-6F), read[i].rotation)) << "bone " << i << ", step " << step;
        EXPECT_EQ(same[i].is_tracked, read[i].is_tracked) << "bone " << i << ", step " << step;
      }
    }
  }
}

// A frame that turns out not to be local any more leaves nothing behind: a bone that it lacks is held as it last was.
TEST(Assemble, WhatIsLocalNoMoreHasMovedNothing) {
  const RandomBody random(8);
  FrameAssembler assembler = assembler_for(random.models);
  assembler.assemble(random.local);
  const mocap::SkeletonFrame before = assembler.frame().skeletons.at(0);
  ASSERT_EQ(assembler.coordinates(), mocap::Coordinates::kLocal);
  FrameData global = random.global;
  global.skeletons[0].bones[3].params = 0;
  for (float& value : global.skeletons[0].bones[5].orientation) value = kNan;
  const AssembleReport report = assembler.assemble(global);
  EXPECT_EQ(assembler.coordinates(), mocap::Coordinates::kGlobal);
  EXPECT_EQ(report.bad_values, 1U);
  const auto& bones = assembler.frame().skeletons.at(0).bones;
  std::size_t held = 0;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (bones[i].is_tracked) continue;
    ++held;
    EXPECT_EQ(bones[i].position, before.bones[i].position);
    EXPECT_EQ(bones[i].rotation, before.bones[i].rotation);
  }
  EXPECT_EQ(held, 2U);
}

// Poses stand in the frame while their skeleton is in it, and are held on while it is not.
TEST(Assemble, ASkeletonThatWasAwayGoesOnFromWhereItWas) {
  const RandomBody first(6);
  RandomBody second(7);
  std::get<SkeletonModel>(second.models.models[0]).id = 9;
  second.global.skeletons[0].id = 9;
  ModelDef both = first.models;
  both.models.push_back(second.models.models[0]);
  FrameAssembler assembler = assembler_for(both);
  FrameData in = first.global;
  in.skeletons.push_back(second.global.skeletons[0]);
  assembler.assemble(in);
  const mocap::Frame before = assembler.frame();
  ASSERT_EQ(before.skeletons.size(), 2U);
  // The second stands alone, in the first one's place.
  assembler.assemble(second.global);
  ASSERT_EQ(assembler.frame().skeletons.size(), 1U);
  EXPECT_EQ(assembler.frame().skeletons[0].id, 9);
  for (SkeletonData& skeleton : in.skeletons) {
    for (BodyData& bone : skeleton.bones) bone.params = 0;
  }
  assembler.assemble(in);
  const mocap::Frame& after = assembler.frame();
  ASSERT_EQ(after.skeletons.size(), 2U);
  for (std::size_t s = 0; s < 2; ++s) {
    EXPECT_EQ(after.skeletons[s].id, before.skeletons[s].id);
    ASSERT_EQ(after.skeletons[s].bones.size(), 12U);
    for (std::size_t i = 0; i < 12; ++i) {
      EXPECT_EQ(after.skeletons[s].bones[i].rotation, before.skeletons[s].bones[i].rotation) << s << ", " << i;
      EXPECT_EQ(after.skeletons[s].bones[i].position, before.skeletons[s].bones[i].position) << s << ", " << i;
    }
  }
}

// Whichever skeleton is asked in the frame in which the setting changes: none is read in the old coordinates.
TEST(Assemble, AChangeOfCoordinatesHoldsForAllSkeletonsAtOnce) {
  for (int frames_before = 1; frames_before <= 3; ++frames_before) {
    const RandomBody first(6);
    RandomBody second(7);
    std::get<SkeletonModel>(second.models.models[0]).id = 9;
    second.local.skeletons[0].id = second.global.skeletons[0].id = 9;
    ModelDef both = first.models;
    both.models.push_back(second.models.models[0]);
    FrameAssembler assembler = assembler_for(both);
    FrameData local = first.local;
    local.skeletons.push_back(second.local.skeletons[0]);
    FrameData global = first.global;
    global.skeletons.push_back(second.global.skeletons[0]);
    for (int i = 0; i < frames_before; ++i) assembler.assemble(local);
    const mocap::Frame before = assembler.frame();
    ASSERT_EQ(before.skeletons.size(), 2U);
    for (const FrameData* changed : {&global, &local}) {
      assembler.assemble(*changed);
      const mocap::Frame& after = assembler.frame();
      EXPECT_EQ(assembler.coordinates(), changed == &global ? mocap::Coordinates::kGlobal : mocap::Coordinates::kLocal);
      ASSERT_EQ(after.skeletons.size(), 2U);
      for (std::size_t s = 0; s < 2; ++s) {
        for (std::size_t i = 0; i < 12; ++i) {
          EXPECT_THAT(after.skeletons[s].bones[i].position, Pointwise(FloatNear(4e-6F), before.skeletons[s].bones[i].position));
        }
      }
    }
  }
}

// Section 11: (x, y, z) becomes (x, z, -y), vector parts of quaternions likewise, and back.
TEST(Axes, ZUpBecomesYUp) {
  EXPECT_THAT(to_y_up(Vector3{1.0F, 2.0F, 3.0F}, UpAxis::kZ), ElementsAre(1.0F, 3.0F, -2.0F));
  EXPECT_THAT(to_y_up(Quaternion{1.0F, 2.0F, 3.0F, 4.0F}, UpAxis::kZ), ElementsAre(1.0F, 3.0F, -2.0F, 4.0F));
  EXPECT_THAT(to_y_up(Vector3{1.0F, 2.0F, 3.0F}, UpAxis::kY), ElementsAre(1.0F, 2.0F, 3.0F));
  EXPECT_THAT(from_y_up(to_y_up(Vector3{1.0F, 2.0F, 3.0F}, UpAxis::kZ), UpAxis::kZ), ElementsAre(1.0F, 2.0F, 3.0F));
  EXPECT_THAT(from_y_up(to_y_up(Quaternion{1.0F, 2.0F, 3.0F, 4.0F}, UpAxis::kZ), UpAxis::kZ),
              ElementsAre(1.0F, 2.0F, 3.0F, 4.0F));
}

// Pitfall 28: before 3.0 offsets are left-handed; the vendor's dump has the left shoulder at x = -0.0372.
TEST(Describe, OldOffsetsAreMirrored) {
  const ModelDef models{
      {SkeletonModel{"Ann", 1, {BodyModel{"Ann_LShoulder", 1, 0, {-0.0372F, 0.181F, 0.0F}, {0, 0, 0, 1}, {}, {}, {}}}}}};
  EXPECT_EQ(describe(models, {2, 9}, UpAxis::kY).descriptions.skeletons[0].bones[0].offset[0], 0.0372F);
  EXPECT_EQ(describe(models, {3, 0}, UpAxis::kY).descriptions.skeletons[0].bones[0].offset[0], -0.0372F);
}

TEST(Describe, BonesThatHaveNoPlaceAreLeftOutAndSaid) {
  const auto bone = [](std::int32_t id, std::int32_t parent) {
    return BodyModel{"B" + std::to_string(id), id, parent, {0.0F, kNan, 0.0F}, {0, 0, 0, 0}, {}, {}, {}};
  };
  // 3 and 4 are each other's parents, 6 hangs on one that is not there, 2 comes twice; 1 stands behind its child.
  const ModelDef models{{SkeletonModel{"S", 1, {bone(2, 1), bone(2, 1), bone(1, 0), bone(3, 4), bone(4, 3), bone(6, 99)}},
                         SkeletonModel{"Twin", 1, {bone(1, 0)}}, SkeletonModel{"None", 2, {}}}};
  const Described described = describe(models, {4, 1}, UpAxis::kY);
  ASSERT_EQ(described.descriptions.skeletons.size(), 1U);
  const auto& bones = described.descriptions.skeletons[0].bones;
  ASSERT_EQ(bones.size(), 2U);
  EXPECT_EQ(bones[0].id, 1);
  EXPECT_EQ(bones[0].parent, -1);
  EXPECT_EQ(bones[1].id, 2);
  EXPECT_EQ(bones[1].parent, 0);
  EXPECT_THAT(bones[1].offset, ElementsAre(0.0F, 0.0F, 0.0F));
  EXPECT_EQ(bones[1].rest_rotation, mocap::kIdentity);
  EXPECT_GE(described.faults.size(), 4U);
}

TEST(Describe, SamenessLooksAtEverythingButTheRevision) {
  mocap::Descriptions a = describe(test::worked_model_def(), {4, 2}, UpAxis::kY).descriptions;
  mocap::Descriptions b = a;
  b.revision = 9;
  EXPECT_TRUE(same_descriptions(a, b));
  b.skeletons[0].bones[1].offset[1] += 0.01F;
  EXPECT_FALSE(same_descriptions(a, b));
  b = a;
  b.skeletons.clear();
  EXPECT_FALSE(same_descriptions(a, b));
}

}  // namespace
}  // namespace doppel::natnet
