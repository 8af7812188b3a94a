// Framing, masking, reassembly and the handshake's digest.
// Limits are checked on the announced length, before a byte of the payload is kept.
#include "protocol/websocket.hpp"

#include <algorithm>
#include <bit>

namespace doppel::protocol {

namespace {

constexpr std::uint8_t kFinal = 0x80;
constexpr std::uint8_t kMasked = 0x80;
constexpr std::size_t kLongestControl = 125;
constexpr std::uint16_t kNoCode = 1005;

bool is_control(Opcode opcode) { return static_cast<std::uint8_t>(opcode) >= 8; }

/// Codes that may stand in a close frame (RFC 6455, 7.4).
bool is_sendable(std::uint16_t code) {
  return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) || (code >= 3000 && code < 5000);
}

/// SHA-1 (FIPS 180-4), which the handshake prescribes and nothing else here uses.
std::array<std::uint8_t, 20> sha1(std::string_view text) {
  std::string padded(text);
  padded += static_cast<char>(0x80);
  while (padded.size() % 64 != 56) padded += '\0';
  const std::uint64_t bits = std::uint64_t{text.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(bits >> shift);

  std::array<std::uint32_t, 5> state{0x67452301U, 0xEFCDAB89U, 0x98BADCFEU, 0x10325476U, 0xC3D2E1F0U};
  std::array<std::uint32_t, 80> words{};
  for (std::size_t block = 0; block < padded.size(); block += 64) {
    for (std::size_t i = 0; i < 16; ++i) {
      words[i] = 0;
      for (std::size_t j = 0; j < 4; ++j) words[i] = words[i] << 8 | static_cast<std::uint8_t>(padded[block + 4 * i + j]);
    }
    for (std::size_t i = 16; i < 80; ++i) words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    auto [a, b, c, d, e] = state;
    for (std::size_t i = 0; i < 80; ++i) {
      std::uint32_t f = b ^ c ^ d;
      std::uint32_t k = i < 40 ? 0x6ED9EBA1U : 0xCA62C1D6U;
      if (i < 20) {
        f = (b & c) | (~b & d);
        k = 0x5A827999U;
      } else if (i >= 40 && i < 60) {
        f = (b & c) | (b & d) | (c & d);
        k = 0x8F1BBCDCU;
      }
      const std::uint32_t next = std::rotl(a, 5) + f + e + k + words[i];
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
  }
  std::array<std::uint8_t, 20> digest{};
  for (std::size_t i = 0; i < 20; ++i) digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) group = group << 8 | (j < have ? bytes[i + j] : 0U);
    for (std::size_t j = 0; j < 4; ++j) text += j <= have ? kBase64[(group >> (18 - 6 * j)) & 63] : '=';
  }
  return text;
}

}  // namespace

std::size_t header_size(std::uint64_t payload) { return payload <= kLongestControl ? 2 : payload <= 0xFFFF ? 4 : 10; }

void write_header(std::uint8_t* to, Opcode opcode, std::uint64_t payload) {
  to[0] = static_cast<std::uint8_t>(kFinal | static_cast<std::uint8_t>(opcode));
  const std::size_t size = header_size(payload);
  if (size == 2) {
    to[1] = static_cast<std::uint8_t>(payload);
    return;
  }
  to[1] = size == 4 ? 126 : 127;
  for (std::size_t i = 2; i < size; ++i) to[i] = static_cast<std::uint8_t>(payload >> (8 * (size - 1 - i)));
}

std::string make_frame(Opcode opcode, std::string_view payload) {
  std::array<std::uint8_t, kLongestHeader> header{};
  write_header(header.data(), opcode, payload.size());
  std::string frame(reinterpret_cast<const char*>(header.data()), header_size(payload.size()));
  frame += payload;
  return frame;
}

std::string make_close(std::uint16_t code, std::string_view reason) {
  std::string payload{static_cast<char>(code >> 8), static_cast<char>(code & 0xFF)};
  payload += reason.substr(0, kLongestControl - 2);
  return make_frame(Opcode::kClose, payload);
}

std::string accept_key(std::string_view key) { return base64(sha1(std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")); }

bool is_valid_key(std::string_view key) {
  if (key.size() != 24 || !key.ends_with("==")) return false;
  return key.substr(0, 22).find_first_not_of(kBase64) == std::string_view::npos;
}

bool is_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const auto lead = static_cast<std::uint8_t>(text[i++]);
    if (lead < 0x80) continue;
    if (lead < 0xC2 || lead > 0xF4) return false;
    const std::size_t more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    if (text.size() - i < more) return false;
    const auto second = static_cast<std::uint8_t>(text[i]);
    const std::uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const std::uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < low || second > high) return false;
    for (std::size_t j = 1; j < more; ++j) {
      if ((static_cast<std::uint8_t>(text[i + j]) & 0xC0) != 0x80) return false;
    }
    i += more;
  }
  return true;
}

std::size_t MessageReader::header_needed() const {
  if (header_have_ < 2) return 2;
  const unsigned length = header_[1] & 0x7FU;
  return 2U + (length == 126 ? 2U : length == 127 ? 8U : 0U) + ((header_[1] & kMasked) ? 4U : 0U);
}

std::uint16_t MessageReader::begin_frame() {
  const unsigned length = header_[1] & 0x7FU;
  std::size_t at = 2;
  remaining_ = length;
  if (length >= 126) {
    remaining_ = 0;
    for (const std::size_t end = length == 126 ? 4 : 10; at < end; ++at) remaining_ = remaining_ << 8 | header_[at];
  }
  const bool masked = header_[1] & kMasked;
  if (masked)
    std::copy_n(header_.begin() + static_cast<std::ptrdiff_t>(at), 4, mask_.begin());
  else
    mask_ = {};
  mask_at_ = 0;
  is_final_ = header_[0] & kFinal;
  const unsigned code = header_[0] & 0x0FU;
  if ((header_[0] & 0x70) != 0 || masked != expects_mask_ || (code > 2 && code < 8) || code > 10)
    return close_code::kProtocolError;
  opcode_ = static_cast<Opcode>(code);
  if (is_control(opcode_)) {
    if (!is_final_ || remaining_ > kLongestControl) return close_code::kProtocolError;
    control_.clear();
    return 0;
  }
  // A message begins with its kind and goes on with continuations.
  if ((opcode_ == Opcode::kContinuation) != in_message_) return close_code::kProtocolError;
  if (remaining_ > limit_ || message_.size() > limit_ - remaining_) return close_code::kTooLarge;
  if (!in_message_) {
    message_opcode_ = opcode_;
    in_message_ = true;
  }
  return 0;
}

void MessageReader::take_payload(std::span<const std::uint8_t>& bytes) {
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(remaining_, bytes.size()));
  std::string& target = is_control(opcode_) ? control_ : message_;
  const std::size_t at = target.size();
  target.append(reinterpret_cast<const char*>(bytes.data()), count);
  if (expects_mask_) {
    for (std::size_t i = 0; i < count; ++i) {
      target[at + i] = static_cast<char>(static_cast<std::uint8_t>(target[at + i]) ^ mask_[(mask_at_ + i) & 3]);
    }
    mask_at_ = (mask_at_ + count) & 3;
  }
  remaining_ -= count;
  bytes = bytes.subspan(count);
}

std::uint16_t MessageReader::end_control(Handler& handler) {
  if (opcode_ == Opcode::kPing) handler.on_ping(control_);
  if (opcode_ == Opcode::kPong) handler.on_pong();
  if (opcode_ != Opcode::kClose) return 0;
  if (control_.size() == 1) return close_code::kProtocolError;
  std::uint16_t code = kNoCode;
  if (control_.size() >= 2) {
    code = static_cast<std::uint16_t>(static_cast<std::uint8_t>(control_[0]) << 8 | static_cast<std::uint8_t>(control_[1]));
    if (!is_sendable(code)) return close_code::kProtocolError;
    if (!is_utf8(std::string_view(control_).substr(2))) return close_code::kInvalidText;
  }
  state_ = State::kClosed;
  handler.on_close(code);
  return 0;
}

std::uint16_t MessageReader::end_frame(Handler& handler) {
  state_ = State::kHeader;
  header_have_ = 0;
  if (is_control(opcode_)) return end_control(handler);
  if (!is_final_) return 0;
  in_message_ = false;
  if (message_opcode_ == Opcode::kText && !is_utf8(message_)) return close_code::kInvalidText;
  // The handler may end the owner of this reader's connection, never the reader itself.
  if (!handler.on_message(message_opcode_, message_)) state_ = State::kClosed;
  // A long message's room is given back; short ones keep theirs.
  if (message_.capacity() > 4096) message_ = {};
  message_.clear();
  return 0;
}

std::uint16_t MessageReader::feed(std::span<const std::uint8_t> bytes, Handler& handler) {
  while (state_ != State::kClosed) {
    if (state_ == State::kHeader) {
      while (header_have_ < header_needed() && !bytes.empty()) {
        header_[header_have_++] = bytes.front();
        bytes = bytes.subspan(1);
      }
      if (header_have_ < header_needed()) return 0;
      if (const std::uint16_t code = begin_frame(); code != 0) {
        state_ = State::kClosed;
        return code;
      }
      state_ = State::kPayload;
    }
    take_payload(bytes);
    if (remaining_ > 0) return 0;
    if (const std::uint16_t code = end_frame(handler); code != 0) {
      state_ = State::kClosed;
      return code;
    }
    if (bytes.empty()) return 0;
  }
  return 0;
}

}  // namespace doppel::protocol
