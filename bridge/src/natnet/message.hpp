// The four bytes before every message, and the ids of all messages.
// What follows them is read by handshake, decode_frame and decode_model_def.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "natnet/byte_reader.hpp"

namespace doppel::natnet {

enum class MessageId : std::uint16_t {
  kConnect = 0,
  kServerInfo = 1,
  kRequest = 2,
  kResponse = 3,
  kRequestModelDef = 4,
  kModelDef = 5,
  kRequestFrame = 6,
  kFrame = 7,
  kMessageString = 8,
  kDisconnect = 9,
  kKeepAlive = 10,
  kDisconnectByTimeout = 11,
  kEchoRequest = 12,
  kEchoResponse = 13,
  kDiscovery = 14,
  kUnrecognizedRequest = 100,
};

inline constexpr std::size_t kHeaderSize = 4;
/// The largest payload that one UDP datagram over IPv4 carries behind the header.
inline constexpr std::size_t kLargestPayload = 65503;
inline constexpr std::size_t kLargestDatagram = kHeaderSize + kLargestPayload;

struct Message {
  MessageId id{};
  Bytes payload;
  /// The datagram was longer than its header says; the rest is not in `payload`.
  bool has_rest = false;
};

/// Nothing where the datagram is shorter than a header or than its header says (it was cut off).
std::optional<Message> read_message(Bytes datagram);

/// As a server reads requests: clients in the wild write wrong lengths, so the datagram's own counts.
std::optional<Message> read_request(Bytes datagram);

/// A message with its header; `payload` at most `kLargestPayload` bytes.
std::vector<std::uint8_t> make_message(MessageId id, Bytes payload = {});

/// Puts a header of payload length 0 at the start of an empty `out`.
void begin_message(MessageId id, std::vector<std::uint8_t>& out);
/// Writes the length into it. False when the payload is above `kLargestPayload`: such a message cannot be sent.
bool end_message(std::vector<std::uint8_t>& out);

}  // namespace doppel::natnet
