// Writes the stream to a take as it goes out.
// It stops by itself when the disk is full; the stream goes on.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "server/stream_tap.hpp"
#include "take/take_writer.hpp"

namespace doppel::server {

class Recorder final : public StreamTap {
 public:
  /// Throws doppel::Error where the file cannot be made.
  Recorder(const std::filesystem::path& file, std::string_view source);

  void on_descriptions_text(std::string_view text) override;
  void on_frame_bytes(std::span<const std::uint8_t> bytes) override;

  std::uint64_t frame_count() const { return writer_.frame_count(); }
  /// Frames that came and are not in the take: before the first descriptions, too large, or after a fault.
  std::uint64_t dropped_count() const { return dropped_; }
  std::uint64_t byte_count() const { return writer_.byte_count(); }
  /// From the first frame to the last, by their capture times.
  double seconds() const { return last_time_ - first_time_; }
  /// The disk took no more: nothing is written since.
  bool has_failed() const { return has_failed_; }
  /// What is written to: the file that was asked for, or a numbered one where that was there.
  const std::filesystem::path& file() const { return writer_.file(); }

 private:
  void check();

  take::TakeWriter writer_;
  double first_time_ = 0.0;
  double last_time_ = 0.0;
  std::uint64_t dropped_ = 0;
  bool is_described_ = false;
  bool has_failed_ = false;
};

}  // namespace doppel::server
