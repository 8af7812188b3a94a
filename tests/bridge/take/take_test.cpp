// Tests of the take file: what is written is read, whatever is cut off or damaged costs only its own chunk.
// Playing in time is tested with the replay source.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "mocap_fixtures.hpp"
#include "protocol/mocap_frame.hpp"
#include "protocol/mocap_messages.hpp"
#include "take/take_reader.hpp"
#include "take/take_writer.hpp"
#include "temporary_folder.hpp"

namespace doppel::take {
namespace {

using fixtures::make_descriptions;
using fixtures::make_frame;
using fixtures::read_file;
using fixtures::TemporaryFolder;
using fixtures::write_file;

constexpr int kFrames = 600;

struct TakeTest : ::testing::Test {
  TemporaryFolder folder;
  std::filesystem::path file = folder / "take.dtake";
  std::vector<mocap::Frame> written;

  /// 600 frames of 240 Hz; new descriptions from frame 300 on.
  void write() {
    std::mt19937 random(1);
    TakeWriter writer(file, R"({"source":"sim"})");
    mocap::Descriptions descriptions = make_descriptions(2, 4, 1, 1);
    writer.add_descriptions(protocol::descriptions_message(descriptions));
    for (int i = 0; i < kFrames; ++i) {
      if (i == 300) {
        descriptions = make_descriptions(1, 6, 0, 2);
        writer.add_descriptions(protocol::descriptions_message(descriptions));
      }
      written.push_back(make_frame(descriptions, i, random));
      std::vector<std::uint8_t> bytes;
      protocol::encode_frame(written.back(), descriptions, {static_cast<std::uint32_t>(i), 0.0, 0.0, i == 0}, bytes);
      writer.add_frame(bytes, written.back().captured_at);
    }
    EXPECT_EQ(writer.frame_count(), static_cast<std::uint64_t>(kFrames));
  }

  std::vector<std::int32_t> numbers(TakeReader& reader) {
    std::vector<std::int32_t> list;
    TakeFrame frame;
    while (reader.read(frame)) {
      list.push_back(frame.frame.number);
      const auto& expected = written[static_cast<std::size_t>(frame.frame.number)];
      EXPECT_EQ(frame.frame.skeletons.size(), expected.skeletons.size());
      EXPECT_EQ(frame.frame.skeletons[0].bones[0].position, expected.skeletons[0].bones[0].position);
      EXPECT_EQ(frame.frame.skeletons[0].bones[3].rotation, expected.skeletons[0].bones[3].rotation);
    }
    return list;
  }
};

TEST_F(TakeTest, WhatIsWrittenIsRead) {
  write();
  TakeReader reader(file);
  EXPECT_EQ(reader.info(), R"({"source":"sim"})");
  EXPECT_NEAR(reader.duration(), (kFrames - 1) / 240.0, 1e-9);
  TakeFrame frame;
  std::uint32_t revision = 0;
  for (int i = 0; i < kFrames; ++i) {
    ASSERT_TRUE(reader.read(frame)) << i;
    EXPECT_EQ(frame.frame.number, i);
    EXPECT_NEAR(frame.position, i / 240.0, 1e-9);
    EXPECT_EQ(frame.descriptions != nullptr, i == 0 || i == 300) << i;
    if (frame.descriptions) revision = frame.descriptions->revision;
    EXPECT_EQ(frame.frame.revision, revision);
  }
  EXPECT_FALSE(reader.read(frame));
  EXPECT_EQ(reader.faults().damaged_bytes + reader.faults().damaged_chunks + reader.faults().lost_frames, 0U);
}

TEST_F(TakeTest, SeekingGivesTheFirstFrameAtOrAfterThePosition) {
  write();
  TakeReader reader(file);
  TakeFrame frame;
  for (const int wanted : {599, 0, 299, 300, 301, 120, 119, 450}) {
    reader.seek(wanted / 240.0 - 1e-6);
    ASSERT_TRUE(reader.read(frame));
    EXPECT_EQ(frame.frame.number, wanted);
    EXPECT_TRUE(frame.descriptions);
    EXPECT_EQ(frame.descriptions->revision, wanted < 300 ? 1U : 2U);
  }
  reader.seek(100.0);
  EXPECT_FALSE(reader.read(frame));
  reader.seek(-5.0);
  ASSERT_TRUE(reader.read(frame));
  EXPECT_EQ(frame.frame.number, 0);
}

// Cut anywhere: what stands in whole chunks before the cut is there, in order, and at most half a second is missing.
TEST_F(TakeTest, ACutFileIsGoodUpToItsLastWholeChunk) {
  write();
  const std::string whole = read_file(file);
  // Of the first 300 frames each has 64 + 2 * (32 + 4 * 16) + 48 bytes, of the others 64 + 32 + 6 * 16; heads are few.
  const auto frames_in = [](std::size_t bytes) { return bytes < 91200 ? bytes / 304 : 300 + (bytes - 91200) / 192; };
  std::mt19937 random(2);
  for (int round = 0; round < 60; ++round) {
    const std::size_t length = round == 0 ? whole.size() - 1 : random() % whole.size();
    write_file(file, std::string_view(whole).substr(0, length));
    std::vector<std::int32_t> list;
    try {
      TakeReader reader(file);
      list = numbers(reader);
    } catch (const Error&) {
      // Nothing whole is left: only right where the cut is in the first chunks.
      EXPECT_LT(frames_in(length), 125U);
      continue;
    }
    for (std::size_t i = 0; i < list.size(); ++i) ASSERT_EQ(list[i], static_cast<std::int32_t>(i));
    // Half a second, and the room of descriptions and heads.
    EXPECT_GE(list.size() + 121 + 20, frames_in(length));
  }
}

/// A chunk as the document describes it, found by lengths alone.
struct Place {
  std::size_t begin;
  std::size_t payload_end;
  std::size_t end;
  std::string kind;
};

std::vector<Place> places_of(const std::string& take) {
  std::vector<Place> places;
  for (std::size_t at = 16; at + 16 <= take.size();) {
    std::uint32_t length = 0;
    std::memcpy(&length, take.data() + at + 4, 4);
    const std::size_t end = at + 16 + length;
    places.push_back({at, end, (end + 15) / 16 * 16, take.substr(at, 4)});
    at = places.back().end;
  }
  return places;
}

/// Numbers of the frames that a damage of this byte may cost: those of its chunk, or those that follow the descriptions there.
std::vector<std::int32_t> left_after_damage(const std::string& take, const std::vector<Place>& places, std::size_t damaged) {
  std::vector<std::int32_t> left;
  bool is_described = false;
  for (const Place& place : places) {
    const bool is_hit = damaged >= place.begin && damaged < place.payload_end;
    if (place.kind == "DESC") is_described = !is_hit;
    if (place.kind != "FRMS" || is_hit || !is_described) continue;
    for (std::size_t at = place.begin + 16; at < place.payload_end;) {
      std::int32_t number = 0;
      std::uint32_t length = 0;
      std::memcpy(&number, take.data() + at + 48, 4);
      std::memcpy(&length, take.data() + at + 56, 4);
      left.push_back(number);
      at += length;
    }
  }
  return left;
}

TEST_F(TakeTest, ADamagedPlaceCostsItsOwnChunk) {
  write();
  const std::string whole = read_file(file);
  const auto places = places_of(whole);
  ASSERT_EQ(places.back().end, whole.size());
  ASSERT_EQ(left_after_damage(whole, places, 0).size(), static_cast<std::size_t>(kFrames));
  std::mt19937 random(3);
  for (int round = 0; round < 60; ++round) {
    std::string bytes = whole;
    const std::size_t at = kHeadBytes + random() % (whole.size() - kHeadBytes);
    bytes[at] = static_cast<char>(bytes[at] ^ 0x41);
    write_file(file, bytes);
    TakeReader reader(file);
    const auto expected = left_after_damage(whole, places, at);
    EXPECT_EQ(numbers(reader), expected) << at;
    EXPECT_EQ(reader.faults().damaged_bytes + reader.faults().damaged_chunks + reader.faults().lost_frames > 0,
              expected.size() < static_cast<std::size_t>(kFrames) || at < places[0].payload_end)
        << at;
  }
}

// The first header of a chunk says when it begins. Whatever stands there, no other chunk is lost, to who plays and to who seeks.
TEST_F(TakeTest, ADamagedTimeMovesNoOtherChunk) {
  write();
  const std::string whole = read_file(file);
  const auto places = places_of(whole);
  std::size_t chunks = 0;
  for (const Place& place : places) {
    if (place.kind != "FRMS") continue;
    ++chunks;
    const auto left = left_after_damage(whole, places, place.begin);
    // Positions count from the first frame that is left.
    const double first = left[0] / 240.0;
    for (std::size_t i = 0; i < protocol::kFrameHeaderBytes; ++i) {
      std::string bytes = whole;
      bytes[place.begin + 16 + i] = static_cast<char>(bytes[place.begin + 16 + i] ^ 0xC1);
      write_file(file, bytes);
      TakeReader reader(file);
      ASSERT_NEAR(reader.duration(), left.back() / 240.0 - first, 1e-6) << i;
      TakeFrame frame;
      for (const std::int32_t wanted : {0, 119, 130, 250, 299, 310, 430, 560, 599}) {
        const auto expected = std::lower_bound(left.begin(), left.end(), wanted);
        reader.seek(wanted / 240.0 - first - 1e-6);
        ASSERT_EQ(reader.read(frame), expected != left.end()) << wanted << " with byte " << i;
        if (expected != left.end()) {
          ASSERT_EQ(frame.frame.number, *expected) << "byte " << i << " of the chunk at " << place.begin;
        }
      }
    }
  }
  EXPECT_GE(chunks, 5U);
}

TEST_F(TakeTest, GarbageBetweenChunksIsSteppedOver) {
  write();
  std::string bytes = read_file(file);
  bytes.insert(kHeadBytes, std::string(160, '\x55'));
  write_file(file, bytes);
  TakeReader reader(file);
  EXPECT_EQ(reader.faults().damaged_bytes, 160U);
  EXPECT_EQ(numbers(reader).size(), static_cast<std::size_t>(kFrames));
}

TEST_F(TakeTest, WhatIsNoTakeIsRefusedWithAReason) {
  const auto reason = [&](std::string_view bytes) -> std::string {
    write_file(file, bytes);
    try {
      TakeReader reader(file);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(reason(""), ::testing::HasSubstr("expected a take"));
  EXPECT_THAT(reason("RIFFxxxxWAVEfmt and so on"), ::testing::HasSubstr("expected a take"));
  Head head = write_file_head();
  EXPECT_THAT(reason({reinterpret_cast<const char*>(head.data()), head.size()}), ::testing::HasSubstr("no frame"));
  head[8] = 2;
  EXPECT_THAT(reason({reinterpret_cast<const char*>(head.data()), head.size()}), ::testing::HasSubstr("version 2"));
  EXPECT_THROW(TakeReader(folder / "missing.dtake"), Error);
  EXPECT_THROW(TakeWriter(folder / "missing/take.dtake", "{}"), Error);
}

// The check value of CRC-32/ISO-HDLC.
TEST(TakeFormat, Crc32OfTheNineDigits) {
  const std::string_view digits = "123456789";
  EXPECT_EQ(crc32({reinterpret_cast<const std::uint8_t*>(digits.data()), digits.size()}), 0xCBF43926U);
}

TEST(TakeFormat, HeadsStandWhereTheDocumentSays) {
  const Head head = write_file_head();
  EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(head.data()), 8), "DTAKE\r\n\x1a");
  const std::string_view digits = "123456789";
  const Head chunk = write_chunk_head(ChunkKind::kFrames, {reinterpret_cast<const std::uint8_t*>(digits.data()), digits.size()});
  EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(chunk.data()), 4), "FRMS");
  EXPECT_EQ(chunk[4], 9);
  EXPECT_EQ(chunk[8], 0x26);
  EXPECT_EQ(chunk[11], 0xCB);
  for (std::size_t i = 0; i < kHeadBytes; ++i) {
    Head bad = chunk;
    bad[i] = static_cast<std::uint8_t>(bad[i] ^ 1);
    EXPECT_FALSE(read_chunk_head(bad)) << i;
  }
}

}  // namespace
}  // namespace doppel::take
