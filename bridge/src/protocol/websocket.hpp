// WebSocket framing (RFC 6455): headers out, messages in, the answer to the opening handshake.
// No socket and no HTTP: bytes in, events out. Extensions are not spoken.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace doppel::protocol {

enum class Opcode : std::uint8_t { kContinuation = 0, kText = 1, kBinary = 2, kClose = 8, kPing = 9, kPong = 10 };

/// Close codes that the bridge uses.
namespace close_code {
inline constexpr std::uint16_t kDone = 1000;
inline constexpr std::uint16_t kGoingAway = 1001;
inline constexpr std::uint16_t kProtocolError = 1002;
inline constexpr std::uint16_t kUnsupported = 1003;
inline constexpr std::uint16_t kInvalidText = 1007;
inline constexpr std::uint16_t kPolicy = 1008;
inline constexpr std::uint16_t kTooLarge = 1009;
inline constexpr std::uint16_t kTryLater = 1013;
}  // namespace close_code

/// Longest header of a frame that is not masked.
inline constexpr std::size_t kLongestHeader = 10;

/// Bytes of the header of an unmasked final frame with `payload` bytes: 2, 4 or 10.
std::size_t header_size(std::uint64_t payload);
/// Writes that header to the front of `to`, which has `header_size(payload)` bytes.
void write_header(std::uint8_t* to, Opcode opcode, std::uint64_t payload);
/// A whole unmasked frame.
std::string make_frame(Opcode opcode, std::string_view payload);
/// A close frame; the reason is cut at 123 bytes.
std::string make_close(std::uint16_t code, std::string_view reason);

/// `Sec-WebSocket-Accept` for a client's key.
std::string accept_key(std::string_view key);
/// Whether a `Sec-WebSocket-Key` is 16 bytes in base64.
bool is_valid_key(std::string_view key);

/// Whether text is UTF-8 without surrogates, overlong forms or code points past U+10FFFF.
bool is_utf8(std::string_view text);

/// Turns a client's bytes into messages. Holds at most one message of `limit` bytes.
class MessageReader {
 public:
  class Handler {
   public:
    virtual ~Handler() = default;
    /// A whole message. Returns false to stop reading: the connection is being closed.
    virtual bool on_message(Opcode opcode, std::string_view payload) = 0;
    virtual void on_ping(std::string_view payload) = 0;
    virtual void on_pong() = 0;
    /// The client closes; 1005 where it gave no code.
    virtual void on_close(std::uint16_t code) = 0;
  };

  /// `limit`: bytes of the longest message. A client's frames are masked, a server's are not.
  MessageReader(std::size_t limit, bool expects_mask) : limit_(limit), expects_mask_(expects_mask) {}

  /// Takes all bytes. Returns 0, or the close code with which the connection must be ended; nothing may be fed after it, nor
  /// after `on_close`.
  std::uint16_t feed(std::span<const std::uint8_t> bytes, Handler& handler);

 private:
  enum class State { kHeader, kPayload, kClosed };

  std::uint16_t begin_frame();
  std::uint16_t end_frame(Handler& handler);
  std::uint16_t end_control(Handler& handler);
  void take_payload(std::span<const std::uint8_t>& bytes);
  std::size_t header_needed() const;

  std::size_t limit_;
  bool expects_mask_;
  State state_ = State::kHeader;
  std::array<std::uint8_t, 14> header_{};
  std::size_t header_have_ = 0;
  Opcode opcode_ = Opcode::kText;
  bool is_final_ = true;
  std::uint64_t remaining_ = 0;
  std::array<std::uint8_t, 4> mask_{};
  std::size_t mask_at_ = 0;
  bool in_message_ = false;
  Opcode message_opcode_ = Opcode::kText;
  std::string message_;
  std::string control_;
};

}  // namespace doppel::protocol
