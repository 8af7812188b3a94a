// What a source tells about itself: how it stands, with whom, and what it has counted.
// It is for people and metrics; nothing is decided by it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace doppel::mocap {

enum class SourceState {
  kStopped,     // "stopped": not started, or stopped
  kSearching,   // "searching": no server is known yet
  kConnecting,  // "connecting": a server is asked and has not answered
  kStreaming,   // "streaming": frames come
  kSilent,      // "silent": connected, and no frame comes
  kEnded,       // "ended": a recording is at its end
};

/// The name in the comment.
std::string_view to_string(SourceState state);

/// How the source writes its bones; poses are local after it in any case.
enum class Coordinates { kUnknown, kLocal, kGlobal };

/// `unknown`, `local`, `global`.
std::string_view to_string(Coordinates coordinates);

/// Since the start of the source; each only grows.
struct SourceCounters {
  std::uint64_t frames = 0;         // handed on
  std::uint64_t lost = 0;           // numbers that were jumped over and did not come late
  std::uint64_t late = 0;           // came after a newer one: not handed on
  std::uint64_t duplicates = 0;     // the same number again: not handed on
  std::uint64_t bad_packets = 0;    // could not be read: not handed on
  std::uint64_t bad_sections = 0;   // a part of a frame was stepped over; the rest was handed on
  std::uint64_t bad_values = 0;     // poses that were no numbers: replaced by the last good ones
  std::uint64_t foreign = 0;        // from another sender, or of a kind that is not for us
  std::uint64_t undecodable = 0;    // frames before the layout was known
  std::uint64_t trailing = 0;       // had bytes behind what their header announces: they were ignored
  std::uint64_t reconnections = 0;  // new connections after the first
};

struct Status {
  SourceState state = SourceState::kStopped;
  /// `natnet`, `sim`, `replay`.
  std::string source;
  /// One English sentence for the log and the page: what is the matter and what would help. Empty when all is well.
  std::string message;
  /// Stable code of the message, kebab-case (`no-server`, `skeleton-not-described`, ...); empty when all is well.
  std::string code;
  /// `Motive 3.1.0.0 at 10.0.0.5, NatNet 4.1, unicast`; empty while unknown.
  std::string server;
  Coordinates coordinates = Coordinates::kUnknown;
  /// Frames per second as counted over the last seconds; 0 while unknown.
  double rate = 0.0;
  /// Half the smallest round trip of the clock's echo, seconds; negative while the clock is not synchronised.
  double clock_error = -1.0;
  /// Ids that are in frames and have no description.
  std::vector<std::int32_t> undescribed_skeletons;
  /// Ids that are described and are in no frame.
  std::vector<std::int32_t> absent_skeletons;
  SourceCounters counters;
};

}  // namespace doppel::mocap
