// The layout of a `.dtake` file (docs/take-format.md): heads of file and chunks.
// It reads and writes no file: take_writer and take_reader do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace doppel::take {

inline constexpr std::size_t kHeadBytes = 16;
inline constexpr std::uint16_t kVersion = 1;
inline constexpr std::size_t kLargestPayload = std::size_t{16} << 20;

enum class ChunkKind : std::uint32_t {
  kInfo = 0x4F464E49,          // "INFO"
  kDescriptions = 0x43534544,  // "DESC"
  kFrames = 0x534D5246,        // "FRMS"
};

struct ChunkHead {
  /// May be one that this version does not know.
  ChunkKind kind = ChunkKind::kInfo;
  std::uint32_t payload_bytes = 0;
  std::uint32_t payload_crc = 0;
};

using Head = std::array<std::uint8_t, kHeadBytes>;

Head write_file_head();
/// The version, or nothing where the bytes are no head of a take.
std::optional<std::uint16_t> read_file_head(std::span<const std::uint8_t, kHeadBytes> bytes);

Head write_chunk_head(ChunkKind kind, std::span<const std::uint8_t> payload);
/// Nothing where the bytes are no head of a chunk, or a damaged one.
std::optional<ChunkHead> read_chunk_head(std::span<const std::uint8_t, kHeadBytes> bytes);

/// CRC-32 of IEEE 802.3.
std::uint32_t crc32(std::span<const std::uint8_t> bytes);

}  // namespace doppel::take
