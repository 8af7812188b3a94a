// Four floats in one register, for what is done to every bone of every frame. GCC's and Clang's vectors, on any processor.
// It is no mathematics: a frame's poses are judged and moved by it, what is turned or normalised is not.
#pragma once

#include <cstdint>
#include <cstring>

namespace doppel::mocap {

using Float4 = float __attribute__((vector_size(16)));
/// Of a comparison: all bits of a lane set where it holds.
using Mask4 = std::int32_t __attribute__((vector_size(16)));
using Bits4 = std::uint32_t __attribute__((vector_size(16)));

/// From 16 bytes of any alignment.
inline Float4 load4(const void* at) {
  Float4 value;
  std::memcpy(&value, at, sizeof value);
  return value;
}
inline void store4(void* at, Float4 value) { std::memcpy(at, &value, sizeof value); }
/// The first three lanes, 12 bytes.
inline void store3(void* at, Float4 value) {
  const float third = value[2];
  std::memcpy(at, &value, 2 * sizeof(float));
  std::memcpy(static_cast<float*>(at) + 2, &third, sizeof third);
}

inline Bits4 bits_of(Float4 value) {
  Bits4 bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline Float4 from_bits(Bits4 bits) {
  Float4 value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline Float4 absolute(Float4 value) {
  constexpr std::uint32_t kAllButSign = 0x7FFFFFFF;
  return from_bits(bits_of(value) & Bits4{kAllButSign, kAllButSign, kAllButSign, kAllButSign});
}

/// Whether no lane of it is set; of `Mask4` or `Bits4`.
template <typename Lanes>
bool is_clear(const Lanes& lanes) {
  std::uint64_t halves[2];
  std::memcpy(halves, &lanes, sizeof halves);
  return (halves[0] | halves[1]) == 0;
}

}  // namespace doppel::mocap
