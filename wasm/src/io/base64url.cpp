// base64url without padding (RFC 4648, section 5), and CRC-32 (ISO 3309), for the share link.
// It is not tolerant: whatever an encoder would not have written is refused.
#include "io/base64url.hpp"

namespace doppel::io {

namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::uint32_t kCrcPolynomial = 0xEDB88320U;  // reflected

}  // namespace

std::string to_base64url(std::span<const std::uint8_t> bytes) {
  std::string text;
  std::uint32_t held = 0;
  int bits = 0;
  for (const std::uint8_t byte : bytes) {
    held = (held << 8 | byte) & 0xFFFFU;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text += kAlphabet[held >> bits & 63U];
    }
  }
  if (bits > 0) text += kAlphabet[held << (6 - bits) & 63U];
  return text;
}

std::optional<std::vector<std::uint8_t>> from_base64url(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  std::uint32_t held = 0;
  int bits = 0;
  for (const char c : text) {
    const std::size_t value = kAlphabet.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    held = (held << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFU;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push_back(static_cast<std::uint8_t>(held >> bits));
    }
  }
  if (bits == 6 || (held & ((1U << bits) - 1U)) != 0) return std::nullopt;
  return bytes;
}

std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? kCrcPolynomial : 0U);
  }
  return ~crc;
}

}  // namespace doppel::io
