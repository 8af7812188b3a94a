// SHA-256 (FIPS 180-4), for the fingerprint of an avatar file and the checksum of a profile.
// It is not for secrets: nothing here runs in constant time or hides its input.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace doppel {

/// The 32-byte digest.
std::array<std::uint8_t, 32> sha256(std::span<const std::uint8_t> bytes);

/// The digest as 64 lower-case hex digits.
std::string sha256_hex(std::span<const std::uint8_t> bytes);

}  // namespace doppel
