// Checks of a message of face values.
// Values may be 0..1 or 0..100; which of both is the reader's affair.
#include "protocol/face_frame.hpp"

#include <cmath>

#include "protocol/little_endian.hpp"

namespace doppel::protocol {

const char* to_string(FaceFault fault) {
  switch (fault) {
    case FaceFault::kNone: return "none";
    case FaceFault::kTooShort: return "too-short";
    case FaceFault::kUnknownKind: return "unknown-kind";
    case FaceFault::kBadHeader: return "bad-header";
    case FaceFault::kNotFinite: return "not-finite";
  }
  return "none";
}

FaceFault check_face_frame(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < kFaceHeaderBytes) return FaceFault::kTooShort;
  if (bytes[0] != kFaceKind) return FaceFault::kUnknownKind;
  const std::size_t header = load<std::uint16_t>(bytes.data() + 2);
  const std::size_t count = load<std::uint16_t>(bytes.data() + 12);
  const bool is_header = header >= kFaceHeaderBytes && header % 16 == 0;
  const bool is_count = count > 0 && count <= kMostFaceValues;
  if (!is_header || !is_count || load<std::uint32_t>(bytes.data() + 24) != bytes.size()) return FaceFault::kBadHeader;
  if (bytes.size() < header + count * sizeof(float)) return FaceFault::kBadHeader;
  if (!std::isfinite(load<double>(bytes.data() + 16))) return FaceFault::kNotFinite;
  for (std::size_t value = 0; value < count; ++value) {
    if (!std::isfinite(load<float>(bytes.data() + header + value * sizeof(float)))) return FaceFault::kNotFinite;
  }
  return FaceFault::kNone;
}

}  // namespace doppel::protocol
