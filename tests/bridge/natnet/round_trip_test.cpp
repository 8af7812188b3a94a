// Tests of encoder and decoder together: what was written is read again, in every layout, and has the size that the reference
// says. The worked examples of the reference pin both to bytes that were made elsewhere.
#include <gtest/gtest.h>

#include <cstdlib>

#include "natnet/decode_frame.hpp"
#include "natnet/decode_model_def.hpp"
#include "natnet/encode.hpp"
#include "natnet/message.hpp"
#include "wire_fixtures.hpp"

namespace doppel::natnet {
namespace {

std::uint32_t rounds() {
  const char* is_long = std::getenv("DOPPEL_LONG");
  return is_long != nullptr && std::string_view(is_long) == "1" ? 20000 : 300;
}

Bytes payload_of(const std::vector<std::uint8_t>& datagram, MessageId id) {
  const std::optional<Message> message = read_message(datagram);
  EXPECT_TRUE(message && message->id == id && !message->has_rest);
  return message ? message->payload : Bytes{};
}

class RoundTrip : public testing::TestWithParam<Version> {};
std::string layout_name(const testing::TestParamInfo<Version>& version) {
  return std::to_string(version.param.major) + "_" + std::to_string(version.param.minor);
}
INSTANTIATE_TEST_SUITE_P(Versions, RoundTrip, testing::ValuesIn(test::kAllVersions), layout_name);

TEST_P(RoundTrip, FramesAreReadAsTheyWereWritten) {
  std::vector<std::uint8_t> datagram;
  FrameData read;  // one for all, so that nothing of an earlier frame may stay in it
  for (std::uint32_t seed = 0; seed < rounds(); ++seed) {
    const FrameData written = test::RandomWire(seed, GetParam()).frame();
    ASSERT_TRUE(encode_frame(written, GetParam(), datagram));
    const FrameReport report = decode_frame(payload_of(datagram, MessageId::kFrame), GetParam(), read);
    ASSERT_EQ(report.result, FrameResult::kGood) << "seed " << seed << ": " << report.where;
    ASSERT_EQ(read, written) << "seed " << seed;
    ASSERT_EQ(report.params, written.params);
  }
}

// Bones that stay in the payload are the same bones; where they have markers they do not stay there.
TEST_P(RoundTrip, PackedBonesAreTheSameBones) {
  std::vector<std::uint8_t> datagram;
  FrameData read;
  std::size_t packed = 0;
  for (std::uint32_t seed = 0; seed < rounds(); ++seed) {
    const FrameData written = test::RandomWire(seed, GetParam()).frame();
    ASSERT_TRUE(encode_frame(written, GetParam(), datagram));
    const Bytes payload = payload_of(datagram, MessageId::kFrame);
    ASSERT_EQ(decode_frame(payload, GetParam(), read, BoneForm::kPacked).result, FrameResult::kGood) << "seed " << seed;
    for (SkeletonData& skeleton : read.skeletons) {
      ASSERT_TRUE(skeleton.packed.empty() || skeleton.bones.empty()) << "seed " << seed;
      packed += skeleton.packed.size();
      test::unpack(skeleton);
    }
    ASSERT_EQ(read, written) << "seed " << seed;
    // Afterwards read whole into the same memory: nothing of the packed ones stays.
    ASSERT_EQ(decode_frame(payload, GetParam(), read).result, FrameResult::kGood);
    ASSERT_EQ(read, written) << "seed " << seed;
    for (const SkeletonData& skeleton : read.skeletons) ASSERT_TRUE(skeleton.packed.empty());
  }
  EXPECT_EQ(packed > 0, GetParam() >= (Version{3, 0}));
}

TEST_P(RoundTrip, ModelDefsAreReadAsTheyWereWritten) {
  std::vector<std::uint8_t> datagram;
  ModelDef read;
  for (std::uint32_t seed = 0; seed < rounds(); ++seed) {
    const ModelDef written = test::RandomWire(seed, GetParam()).model_def();
    ASSERT_TRUE(encode_model_def(written, GetParam(), datagram));
    const ModelDefReport report = decode_model_def(payload_of(datagram, MessageId::kModelDef), GetParam(), read);
    ASSERT_TRUE(report.is_complete) << "seed " << seed;
    ASSERT_EQ(report.bad_models, 0U);
    ASSERT_EQ(read, written) << "seed " << seed;
  }
}

// Cut off at any place, no layout finds an end in it.
TEST_P(RoundTrip, CutFramesAreBad) {
  std::vector<std::uint8_t> datagram;
  FrameData read;
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    ASSERT_TRUE(encode_frame(test::RandomWire(seed, GetParam()).frame(), GetParam(), datagram));
    const Bytes payload = payload_of(datagram, MessageId::kFrame);
    for (std::size_t size = 0; size < payload.size(); ++size) {
      ASSERT_EQ(decode_frame(payload.first(size), GetParam(), read).result, FrameResult::kBad) << "seed " << seed << ", " << size;
    }
    EXPECT_FALSE(read_message(Bytes(datagram).first(datagram.size() - 1)));
  }
}

struct SizeCase {
  Version version;
  std::size_t empty, skeleton_of_51, rigid_body, labeled;
};

// Sizes of section 2.4 and 8 of the reference.
TEST(EncodeFrame, HasTheSizesOfTheReference) {
  for (const SizeCase& expected :
       {SizeCase{{3, 0}, 82, 1946, 38, 26}, SizeCase{{4, 0}, 82, 1946, 38, 26}, SizeCase{{4, 1}, 126, 1946, 38, 26},
        SizeCase{{4, 2}, 126, 1946, 38, 26}, SizeCase{{2, 9}, 8 + 6 * 4 + 26, 8 + 51 * 42, 42, 22}}) {
    const auto size = [&](const FrameData& frame) {
      std::vector<std::uint8_t> datagram;
      EXPECT_TRUE(encode_frame(frame, expected.version, datagram));
      return datagram.size();
    };
    EXPECT_EQ(size({}), expected.empty) << to_string(expected.version);
    FrameData frame;
    frame.skeletons.push_back({1, std::vector<BodyData>(51)});
    EXPECT_EQ(size(frame), expected.empty + expected.skeleton_of_51);
    frame.skeletons.clear();
    frame.rigid_bodies.resize(2);
    frame.labeled_markers.resize(3);
    EXPECT_EQ(size(frame), expected.empty + 2 * expected.rigid_body + 3 * expected.labeled);
  }
}

TEST(EncodeFrame, RefusesWhatDoesNotFitIntoADatagram) {
  std::vector<std::uint8_t> datagram;
  FrameData frame;
  // 126 bytes with the header, 12 a marker: 5448 of them are 65502 bytes and fit, 5449 do not.
  frame.other_markers.resize(5448);
  EXPECT_TRUE(encode_frame(frame, {4, 1}, datagram));
  EXPECT_EQ(datagram.size(), 65502U);
  frame.other_markers.resize(5449);
  EXPECT_FALSE(encode_frame(frame, {4, 1}, datagram));
}

// Hashes and lengths of section 17; below 4.1 the precision stamp, the byte counts and assets are not there.
TEST(WorkedExample, FrameHasTheBytesOfTheReference) {
  std::vector<std::uint8_t> datagram;
  for (const Version version : {Version{4, 1}, Version{4, 2}, Version{4, 4}}) {
    ASSERT_TRUE(encode_frame(test::worked_frame(), version, datagram));
    EXPECT_EQ(datagram.size(), 332U);
    EXPECT_EQ(test::sha256_of(datagram), "fa043a0ec0e389d94632b2c191c36d7bcd4ed3134f1271e646f7e920325b52ef");
  }
  for (const Version version : {Version{3, 0}, Version{3, 1}, Version{4, 0}}) {
    ASSERT_TRUE(encode_frame(test::worked_frame(), version, datagram));
    EXPECT_EQ(datagram.size(), 288U);
    EXPECT_EQ(test::sha256_of(datagram), "43450f04f00904a3aa2a4e2ab2c28d7fafb102b9d45c0868514056fd7164fd44");
    FrameData read;
    EXPECT_EQ(decode_frame(payload_of(datagram, MessageId::kFrame), version, read).result, FrameResult::kGood);
    EXPECT_EQ(read, test::worked_frame());
  }
}

TEST(WorkedExample, ModelDefHasTheBytesOfTheReference) {
  const std::vector<std::tuple<Version, std::size_t, const char*>> cases{
      {{4, 2}, 276, "fcf6dd44ac41c906b92313f5eca745de5a9c9c74fe6aec70affe0ddfb5302513"},
      {{4, 1}, 212, "98849e5c2d52653f6f5dd8fcfb794350f01f7c99c726c73fd56b9a9c5e3e33c5"},
      {{4, 0}, 200, "d0096856afb4430c48302c8651325b33d3e5305164aa9b7e31bdbf15a9570c6a"},
      {{3, 0}, 189, "e6f71a70bf104012f70b78ad9a65c17965f801ee339577755cb21537e9ee21cd"}};
  for (const auto& [version, size, hash] : cases) {
    std::vector<std::uint8_t> datagram;
    ASSERT_TRUE(encode_model_def(test::worked_model_def(), version, datagram));
    EXPECT_EQ(datagram.size(), size);
    EXPECT_EQ(test::sha256_of(datagram), hash) << to_string(version);
    ModelDef read;
    EXPECT_TRUE(decode_model_def(payload_of(datagram, MessageId::kModelDef), version, read).is_complete);
    EXPECT_EQ(std::get<SkeletonModel>(read.models.at(2)), std::get<SkeletonModel>(test::worked_model_def().models[2]));
  }
}

}  // namespace
}  // namespace doppel::natnet
