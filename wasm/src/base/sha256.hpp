// SHA-256 (FIPS 180-4), for the fingerprint of an avatar file and the checksum of a profile.
// It is not for secrets: nothing here runs in constant time or hides its input.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace doppel {

/// The digest of bytes that come in pieces.
class Sha256 {
 public:
  void add(std::span<const std::uint8_t> bytes);
  /// The digest of all bytes so far. Once only; nothing may be added after it.
  std::array<std::uint8_t, 32> finish();

 private:
  // First 32 bits of the fractional parts of the square roots of the first 8 primes.
  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> rest_{};
  std::uint64_t length_ = 0;
};

/// The 32-byte digest.
std::array<std::uint8_t, 32> sha256(std::span<const std::uint8_t> bytes);

/// The digest as 64 lower-case hex digits.
std::string sha256_hex(std::span<const std::uint8_t> bytes);
std::string to_hex(const std::array<std::uint8_t, 32>& digest);

}  // namespace doppel
