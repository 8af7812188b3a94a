// Heads to bytes and back.
// Payloads are judged by who reads them.
#include "take/take_format.hpp"

#include <algorithm>
#include <boost/crc.hpp>

#include "protocol/little_endian.hpp"

namespace doppel::take {

using protocol::load;
using protocol::store;

namespace {

constexpr std::array<std::uint8_t, 8> kMagic{0x44, 0x54, 0x41, 0x4B, 0x45, 0x0D, 0x0A, 0x1A};

}  // namespace

std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

Head write_file_head() {
  Head head{};
  std::copy(kMagic.begin(), kMagic.end(), head.begin());
  store(head.data() + 8, kVersion);
  return head;
}

std::optional<std::uint16_t> read_file_head(std::span<const std::uint8_t, kHeadBytes> bytes) {
  if (!std::equal(kMagic.begin(), kMagic.end(), bytes.begin())) return std::nullopt;
  return load<std::uint16_t>(bytes.data() + 8);
}

Head write_chunk_head(ChunkKind kind, std::span<const std::uint8_t> payload) {
  Head head{};
  store(head.data(), static_cast<std::uint32_t>(kind));
  store(head.data() + 4, static_cast<std::uint32_t>(payload.size()));
  store(head.data() + 8, crc32(payload));
  store(head.data() + 12, crc32(std::span<const std::uint8_t>(head).first(12)));
  return head;
}

std::optional<ChunkHead> read_chunk_head(std::span<const std::uint8_t, kHeadBytes> bytes) {
  if (load<std::uint32_t>(bytes.data() + 12) != crc32(bytes.first<12>())) return std::nullopt;
  ChunkHead head;
  head.kind = static_cast<ChunkKind>(load<std::uint32_t>(bytes.data()));
  head.payload_bytes = load<std::uint32_t>(bytes.data() + 4);
  head.payload_crc = load<std::uint32_t>(bytes.data() + 8);
  if (head.payload_bytes > kLargestPayload) return std::nullopt;
  return head;
}

}  // namespace doppel::take
