// Tests of damaged, foreign and newer descriptions, and of what stays readable around them.
#include "natnet/decode_model_def.hpp"

#include <gtest/gtest.h>

#include <random>

#include "natnet/encode.hpp"
#include "wire_fixtures.hpp"

namespace doppel::natnet {
namespace {

Bytes payload(const std::vector<std::uint8_t>& datagram) { return Bytes(datagram).subspan(4); }

std::vector<std::uint8_t> encoded(const ModelDef& model_def, const Version& version) {
  std::vector<std::uint8_t> datagram;
  EXPECT_TRUE(encode_model_def(model_def, version, datagram));
  return datagram;
}

TEST(DecodeModelDef, UnknownTypeIsSteppedOverByItsByteCount) {
  ModelDef written = test::worked_model_def();
  written.models.insert(written.models.begin() + 1, UnknownModel{9, {1, 2, 3}});
  for (const Version version : {Version{4, 2}, Version{4, 5}}) {
    ModelDef read;
    const ModelDefReport report = decode_model_def(payload(encoded(written, version)), version, read);
    EXPECT_TRUE(report.is_complete);
    EXPECT_EQ(report.unknown_types, std::vector<std::int32_t>{9});
    EXPECT_EQ(read, written);
  }
}

TEST(DecodeModelDef, UnknownTypeBeforeByteCountsEndsReadingAndKeepsWhatWasRead) {
  std::vector<std::uint8_t> datagram = encoded(test::worked_model_def(), {4, 0});
  // The skeleton's type, behind header, count, marker set (4 + 15) and rigid body (4 + 5 + 20 + 4 + 16 + 11).
  const std::size_t at = 4 + 4 + 19 + 60;
  ASSERT_EQ(datagram[at], 2);
  datagram[at] = 9;
  ModelDef read;
  const ModelDefReport report = decode_model_def(payload(datagram), {4, 0}, read);
  EXPECT_FALSE(report.is_complete);
  EXPECT_EQ(report.bad_models, 1U);
  ASSERT_EQ(read.models.size(), 2U);
  EXPECT_EQ(std::get<BodyModel>(read.models[1]).name, "Prop");
}

// Pitfall 4: the sixteen bytes that 4.2 added turn names to garbage in a 4.1 reader; here they cost the description, not its
// neighbours.
TEST(DecodeModelDef, DescriptionsOfAnotherLayoutAreRefusedOneByOne) {
  ModelDef read;
  const ModelDefReport report = decode_model_def(payload(encoded(test::worked_model_def(), {4, 2})), {4, 1}, read);
  EXPECT_FALSE(report.is_complete);
  EXPECT_EQ(report.bad_models, 2U);
  ASSERT_EQ(read.models.size(), 1U);
  EXPECT_EQ(std::get<MarkerSetModel>(read.models[0]).name, "all");
}

TEST(DecodeModelDef, FieldsThatANewerVersionAppendsAreForgivenToIt) {
  std::vector<std::uint8_t> datagram = encoded(test::worked_model_def(), {4, 2});
  // Behind the marker set's body: header, count, type, byte count, 15 bytes.
  datagram.insert(datagram.begin() + 31, 3, 0x7F);
  datagram[12] = 18;
  ModelDef read;
  EXPECT_TRUE(decode_model_def(payload(datagram), {4, 5}, read).is_complete);
  EXPECT_EQ(read, test::worked_model_def());
  EXPECT_EQ(decode_model_def(payload(datagram), {4, 2}, read).bad_models, 1U);
  EXPECT_EQ(read.models.size(), 2U);
}

TEST(DecodeModelDef, SkeletonBeforeThirdVersionHasNoMarkerCount) {
  const ModelDef written{{SkeletonModel{"Ann", 7, {BodyModel{"Ann_Hip", 1, 0, {}, {0, 0, 0, 1}, {}, {}, {}}}}}};
  // Header, count, type, "Ann", id, bone count, "Ann_Hip", id, parent, offset; from 3.0 the marker count.
  const std::size_t size = 4 + 4 + 4 + 4 + 4 + 4 + 8 + 20;
  EXPECT_EQ(encoded(written, {2, 9}).size(), size);
  EXPECT_EQ(encoded(written, {3, 0}).size(), size + 4);
}

TEST(DecodeModelDef, CutMessagesKeepTheirWholeDescriptions) {
  for (const Version version : test::kAllVersions) {
    const std::vector<std::uint8_t> datagram = encoded(test::RandomWire(5, version).model_def(), version);
    ModelDef whole;
    decode_model_def(payload(datagram), version, whole);
    for (std::size_t size = 0; size < datagram.size() - 4; ++size) {
      ModelDef read;
      const ModelDefReport report = decode_model_def(payload(datagram).first(size), version, read);
      ASSERT_FALSE(report.is_complete) << to_string(version) << ", " << size;
      ASSERT_LE(read.models.size(), whole.models.size());
      for (std::size_t i = 0; i < read.models.size(); ++i) ASSERT_EQ(read.models[i], whole.models[i]);
    }
  }
}

TEST(DecodeModelDef, ForcePlateHasItsDocumentedSize) {
  const ModelDef written{{ForcePlateModel{}}};
  // 660 bytes without strings, one NUL of the serial number.
  EXPECT_EQ(encoded(written, {4, 2}).size(), 4U + 4U + 8U + 660U + 1U);
}

TEST(DecodeModelDef, RandomBytesAreSurvived) {
  std::mt19937 engine(11);
  ModelDef model_def;
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::uint8_t> bytes(engine() % 400);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(engine() % 3 == 0 ? engine() % 8 : 0);
    decode_model_def(bytes, test::kAllVersions[engine() % test::kAllVersions.size()], model_def);
    EXPECT_LE(model_def.models.size(), bytes.size() / 4);
  }
}

}  // namespace
}  // namespace doppel::natnet
