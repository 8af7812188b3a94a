// Writes a `.dtake` file chunk by chunk.
// It takes what is streamed as it is, and checks nothing of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>
#include <vector>

#include "take/take_format.hpp"

namespace doppel::take {

class TakeWriter {
 public:
  /// `info` is the JSON of the INFO chunk. Throws doppel::Error where the file cannot be made. An existing one is never touched:
  /// the new one then gets a number, `take-2.dtake`.
  TakeWriter(const std::filesystem::path& file, std::string_view info);
  /// Writes what is still held.
  ~TakeWriter();
  TakeWriter(const TakeWriter&) = delete;
  TakeWriter& operator=(const TakeWriter&) = delete;

  /// JSON of a `descriptions` message.
  void add_descriptions(std::string_view text);
  /// A binary message of `/mocap`. `time`: its capture time, seconds.
  void add_frame(std::span<const std::uint8_t> frame, double time);
  /// Writes the frames that are held as a chunk of their own.
  void flush();

  /// False once something could not be written: the disk is full. Nothing is written after it.
  bool is_good() const { return stream_.good(); }
  std::uint64_t frame_count() const { return frame_count_; }
  /// Of the file, with what is held and not written yet.
  std::uint64_t byte_count() const { return byte_count_ + frames_.size(); }
  /// What is written to.
  const std::filesystem::path& file() const { return file_; }

 private:
  void write_chunk(ChunkKind kind, std::span<const std::uint8_t> payload);

  std::filesystem::path file_;
  std::ofstream stream_;
  std::vector<std::uint8_t> frames_;
  double first_time_ = 0.0;
  std::uint64_t frame_count_ = 0;
  std::uint64_t byte_count_ = sizeof(Head);
};

}  // namespace doppel::take
