// Begins and ends recordings of the stream: one at a time, in the folder of takes, or where `--record` says.
// What is written is the recorder's affair; whom it is told, the hub's.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mocap/recording_control.hpp"
#include "server/recorder.hpp"
#include "server/take_store.hpp"

namespace doppel::server {

struct RecordingLimits {
  /// Bytes of one take: nine hours of two full performers at 240 Hz.
  std::uint64_t largest_take = std::uint64_t{16} << 30;
  /// Bytes that stay free on the disk: the machine has other work.
  std::uint64_t free_space = std::uint64_t{1} << 30;
};

/// The stem of a take that nobody has named: `take-2026-12-01-1530`.
std::string take_name(const std::tm& local);

class Recordings {
 public:
  /// `takes` outlives it. `source`: what the take says of where it comes from.
  Recordings(TakeStore& takes, std::string source, RecordingLimits limits);
  ~Recordings();
  Recordings(const Recordings&) = delete;
  Recordings& operator=(const Recordings&) = delete;

  /// Why something was not done: a code of docs/protocol.md and a sentence.
  struct Refusal {
    std::string_view code;
    std::string message;
  };
  std::optional<Refusal> steer(const mocap::RecordingControl& control);
  /// Throws doppel::Error where the file cannot be made.
  void start_at(const std::filesystem::path& file);
  /// Ends it at a limit or a fault. True where it did.
  bool check();
  /// Ends it, if one runs.
  void stop();

  /// Who gets the stream; null while none runs.
  StreamTap* tap() const { return recorder_.get(); }
  mocap::RecordingState state() const;

 private:
  std::optional<Refusal> start(const std::string& name);
  std::optional<Refusal> limit_reached() const;

  TakeStore& takes_;
  std::string source_;
  RecordingLimits limits_;
  std::unique_ptr<Recorder> recorder_;
  /// Of the last one that ended.
  mocap::RecordingState ended_;
};

}  // namespace doppel::server
