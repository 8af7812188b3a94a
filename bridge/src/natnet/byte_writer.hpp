// Appends packed little-endian fields to a buffer, and fills lengths in afterwards.
// It checks no limits: who sends a message looks at its size.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

namespace doppel::natnet {

class ByteWriter {
 public:
  explicit ByteWriter(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size(); }

  template <class T>
  void write(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
  }

  template <class T>
  void write_at(std::size_t at, const T& value) {
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
  }

  void count(std::size_t value) { write(static_cast<std::int32_t>(value)); }

  /// With a NUL; what follows a NUL inside the text is left out, as no reader could find it.
  void text(std::string_view value) {
    const std::string_view visible = value.substr(0, value.find('\0'));
    bytes_.insert(bytes_.end(), visible.begin(), visible.end());
    bytes_.push_back(0);
  }

  /// In a field of `size` bytes, filled up with NULs; a longer text is cut so that a NUL stands at its end.
  void fixed_text(std::string_view value, std::size_t size) {
    const std::string_view visible = value.substr(0, size - 1);
    bytes_.insert(bytes_.end(), visible.begin(), visible.end());
    bytes_.resize(bytes_.size() + size - visible.size());
  }

 private:
  std::vector<std::uint8_t>& bytes_;
};

}  // namespace doppel::natnet
