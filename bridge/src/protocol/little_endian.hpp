// Numbers to and from little-endian bytes.
// It checks no bounds: callers do, once for a whole record.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace doppel::protocol {

static_assert(std::endian::native == std::endian::little, "the bridge is built for little-endian machines only");

template <typename T>
requires std::is_arithmetic_v<T> T load(const std::uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

template <typename T>
requires std::is_arithmetic_v<T>
void store(std::uint8_t* bytes, T value) { std::memcpy(bytes, &value, sizeof value); }

/// Up to the next multiple of 16.
constexpr std::size_t align16(std::size_t size) { return (size + 15U) & ~static_cast<std::size_t>(15U); }

}  // namespace doppel::protocol
