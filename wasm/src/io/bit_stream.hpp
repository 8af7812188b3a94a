// Bits in and out of bytes, most significant first, for the compact link.
// It is not a compressor.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace doppel::io {

class BitWriter {
 public:
  /// The low `count` (0..64) bits of `value`.
  void put(std::uint64_t value, int count) {
    for (int bit = count - 1; bit >= 0; --bit) {
      if (used_ == 0) bytes_.push_back(0);
      bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | ((value >> bit & 1U) << (7 - used_)));
      used_ = (used_ + 1) % 8;
    }
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
  int used_ = 0;
};

class BitReader {
 public:
  explicit BitReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  /// The next `count` (0..64) bits; 0 past the end, where `overrun` becomes true.
  std::uint64_t take(int count) {
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i, ++position_) {
      const std::size_t byte = position_ / 8;
      const unsigned bit = byte < bytes_.size() ? bytes_[byte] >> (7 - position_ % 8) & 1U : 0U;
      overrun_ = overrun_ || byte >= bytes_.size();
      value = value << 1 | bit;
    }
    return value;
  }
  bool overrun() const { return overrun_; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
  bool overrun_ = false;
};

}  // namespace doppel::io
