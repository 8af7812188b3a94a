// base64url without padding (RFC 4648, section 5), and CRC-32 (ISO 3309), for the share link.
// It is not tolerant: whatever an encoder would not have written is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace doppel::io {

std::string to_base64url(std::span<const std::uint8_t> bytes);
/// Nothing where a character is foreign, the length impossible or an unused bit set.
std::optional<std::vector<std::uint8_t>> from_base64url(std::string_view text);

/// Of "123456789": 0xCBF43926.
std::uint32_t crc32(std::span<const std::uint8_t> bytes);

}  // namespace doppel::io
