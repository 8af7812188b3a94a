// How a recording of the stream stands, and what a client may ask of it.
// It writes nothing and has no clock.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace doppel::mocap {

/// The running recording, or the last one where none runs.
struct RecordingState {
  bool is_active = false;
  /// The file's name, without a folder; empty before the first one.
  std::string name;
  /// From the first recorded frame to the last.
  double seconds = 0.0;
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;
  /// Frames that came while it ran and are not in it.
  std::uint64_t dropped = 0;
  /// Code of what ended it, and a sentence; empty where nobody but a person did.
  std::string error;
  std::string message;
};

struct RecordingControl {
  /// Else it stops.
  bool starts = false;
  /// Of `is_take_name`; empty: by the time of day.
  std::string name;
};

inline constexpr std::size_t kLongestTakeName = 64;

/// Whether a text may be the stem of a take's file: letters and digits of ASCII, `-`, `_`, and spaces that are neither first nor
/// last.
inline bool is_take_name(std::string_view name) {
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ' ';
  };
  return !name.empty() && name.size() <= kLongestTakeName && name.front() != ' ' && name.back() != ' ' &&
         std::all_of(name.begin(), name.end(), is_allowed);
}

}  // namespace doppel::mocap
