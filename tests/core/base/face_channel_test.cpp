// Tests of the channel table against the owner's group indices.
#include "base/face_channel.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace doppel {
namespace {

TEST(FaceChannelTable, IsInAlphabeticalOrder) {
  EXPECT_TRUE(std::is_sorted(kFaceChannels.begin(), kFaceChannels.end(),
                             [](const FaceChannelInfo& a, const FaceChannelInfo& b) { return a.name < b.name; }));
}

// Seed 4.2: brow 0-4, cheek 5-7, eye 8-21, jaw 22-25, mouth 26-48, nose 49-50, tongue 51.
TEST(FaceChannelTable, GroupsAreTheSeedsIndices) {
  const auto expected = [](std::size_t i) {
    if (i <= 4) return FaceGroup::kBrow;
    if (i <= 7) return FaceGroup::kCheek;
    if (i <= 21) return FaceGroup::kEye;
    if (i <= 25) return FaceGroup::kJaw;
    if (i <= 48) return FaceGroup::kMouth;
    if (i <= 50) return FaceGroup::kNose;
    return FaceGroup::kTongue;
  };
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) EXPECT_EQ(kFaceChannels[i].group, expected(i)) << kFaceChannels[i].name;
}

TEST(FaceChannelTable, MirrorsAreMutualAndOnlySidedChannelsHaveOne) {
  std::size_t paired = 0;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    const std::size_t mirror = kFaceChannels[i].mirror;
    EXPECT_EQ(kFaceChannels[mirror].mirror, i);
    if (mirror != i) ++paired;
  }
  // jawLeft/Right and mouthLeft/Right are pairs too; the nine channels without a side are browInnerUp, cheekPuff, jawForward,
  // jawOpen, mouthClose, mouthFunnel, mouthPucker, mouthRollLower/Upper, mouthShrugLower/Upper, tongueOut.
  EXPECT_EQ(paired, 40U);
  EXPECT_EQ(kFaceChannels[*face_channel_index("jawLeft")].mirror, *face_channel_index("jawRight"));
}

TEST(FaceChannelTable, FindsByExactNameOnly) {
  EXPECT_EQ(face_channel_index("jawOpen"), kJawOpen);
  EXPECT_EQ(face_channel_index("JawOpen"), std::nullopt);
  EXPECT_EQ(face_channel_index(""), std::nullopt);
}

}  // namespace
}  // namespace doppel
