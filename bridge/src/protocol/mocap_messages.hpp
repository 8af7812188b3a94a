// The text messages of `/mocap` (docs/protocol.md): written by the bridge, and what clients may say.
// No socket; who gets which message is the server's affair.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mocap/description.hpp"
#include "mocap/recording_control.hpp"
#include "mocap/replay_control.hpp"
#include "mocap/status.hpp"

namespace doppel::protocol {

inline constexpr std::string_view kMocapProtocol = "doppel.mocap.v1";

/// `session`: 16 hex digits. `time`: bridge's clock, seconds.
std::string hello_message(std::string_view version, std::string_view session, std::string_view source, double time);
std::string descriptions_message(const mocap::Descriptions& descriptions);
std::string status_message(const mocap::Status& status);
std::string replay_message(const mocap::ReplayState& state);
std::string recording_message(const mocap::RecordingState& state);
/// `wanted`: how many clients ask for face values.
std::string faces_message(std::size_t wanted);
std::string error_message(std::string_view code, std::string_view message);
/// `echo` is the JSON text of the members to give back, as `MocapRequest::echo` has it.
std::string pong_message(std::string_view echo, double bridge_time);

struct DropCounts {
  std::uint64_t sent = 0;
  std::uint64_t dropped = 0;
  std::uint64_t total_sent = 0;
  std::uint64_t total_dropped = 0;
  std::uint64_t queued_bytes = 0;
};
std::string drops_message(const DropCounts& counts);

/// Reads a `descriptions` message back, for recordings. Nothing where it is not one; `fault` says why.
std::optional<mocap::Descriptions> parse_descriptions(std::string_view text, std::string& fault);

/// What a client said.
struct MocapRequest {
  enum class Kind {
    kPing,
    kPause,
    kResume,
    kDescribe,
    kReplay,
    kRecord,
    kFaces,
    kNotJson,  // not one JSON object: the connection is closed
    kRefused,  // answered by an error; `code` and `message` say which
  };
  Kind kind = Kind::kNotJson;
  /// Of kPing: `,"id":4,"time":12.5` or as much of it as was there.
  std::string echo;
  mocap::ReplayControl replay;
  mocap::RecordingControl record;
  /// Of kFaces: the client asks for face values.
  bool wants_faces = false;
  std::string code;
  std::string message;
};
MocapRequest parse_mocap_request(std::string_view text);

}  // namespace doppel::protocol
