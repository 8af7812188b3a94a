// Chunks of half a second: what a cut can cost.
// Writing goes through the system's cache; the loop never waits for the disk itself.
#include "take/take_writer.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "base/error.hpp"
#include "protocol/little_endian.hpp"

namespace doppel::take {

namespace {

constexpr double kChunkSeconds = 0.5;
constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// `file`, or the first of `take-2.dtake`, `take-3.dtake` and so on that is not there; it is made, so that nobody else takes it.
/// A pipe or a device is what it is.
std::filesystem::path make_file(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::path place = file;
  for (int number = 2;; ++number) {
    if (std::FILE* made = std::fopen(place.c_str(), "wx")) {
      std::fclose(made);
      return place;
    }
    // Whatever it is besides, the constructor meets it again and says so.
    if (errno != EEXIST || !std::filesystem::is_regular_file(place, error)) return place;
    place.replace_filename(file.stem().string() + "-" + std::to_string(number) + file.extension().string());
  }
}

}  // namespace

TakeWriter::TakeWriter(const std::filesystem::path& file, std::string_view info)
    : file_(make_file(file)), stream_(file_, std::ios::binary | std::ios::trunc) {
  const Head head = write_file_head();
  stream_.write(reinterpret_cast<const char*>(head.data()), head.size());
  write_chunk(ChunkKind::kInfo, bytes_of(info));
  if (!stream_) throw Error(ErrorCode::kInvalidArgument, file_.string() + ": the take cannot be written");
}

TakeWriter::~TakeWriter() { flush(); }

void TakeWriter::add_descriptions(std::string_view text) {
  flush();
  write_chunk(ChunkKind::kDescriptions, bytes_of(text));
}

void TakeWriter::add_frame(std::span<const std::uint8_t> frame, double time) {
  if (frame.size() > kLargestPayload) return;
  if (!frames_.empty() && (time - first_time_ >= kChunkSeconds || frames_.size() + frame.size() > kChunkBytes)) flush();
  if (frames_.empty()) first_time_ = time;
  frames_.insert(frames_.end(), frame.begin(), frame.end());
  ++frame_count_;
}

void TakeWriter::flush() {
  if (frames_.empty()) return;
  write_chunk(ChunkKind::kFrames, frames_);
  frames_.clear();
}

void TakeWriter::write_chunk(ChunkKind kind, std::span<const std::uint8_t> payload) {
  if (payload.size() > kLargestPayload || !stream_) return;
  const Head head = write_chunk_head(kind, payload);
  stream_.write(reinterpret_cast<const char*>(head.data()), head.size());
  stream_.write(reinterpret_cast<const char*>(payload.data()), static_cast<std::streamsize>(payload.size()));
  constexpr std::array<char, 16> kZeros{};
  stream_.write(kZeros.data(), static_cast<std::streamsize>(protocol::align16(payload.size()) - payload.size()));
  byte_count_ += head.size() + protocol::align16(payload.size());
  stream_.flush();
}

}  // namespace doppel::take
