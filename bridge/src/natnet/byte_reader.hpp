// A cursor over foreign bytes: little-endian, packed, every step checked. A failure sticks and reads zeros from then on.
// It never throws and never allocates.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace doppel::natnet {

static_assert(std::endian::native == std::endian::little, "the bridge copies little-endian fields as they stand");

using Bytes = std::span<const std::uint8_t>;

class ByteReader {
 public:
  explicit ByteReader(Bytes bytes) : bytes_(bytes) {}

  bool ok() const { return !failed_; }
  std::size_t left() const { return failed_ ? 0 : bytes_.size() - at_; }
  std::size_t position() const { return at_; }
  void fail() { failed_ = true; }

  template <class T>
  T read() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    if (left() < sizeof(T)) {
      fail();
      return value;
    }
    std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }

  /// An i32 count of items of which each takes at least `smallest` bytes; 0 and failure when that many cannot be there.
  std::size_t count(std::size_t smallest) {
    const auto value = read<std::int32_t>();
    if (value < 0 || static_cast<std::uint64_t>(value) * smallest > left()) fail();
    return ok() ? static_cast<std::size_t>(value) : 0;
  }

  /// The bytes up to the next NUL, which is stepped over; failure where there is none.
  std::string_view text() {
    const Bytes rest = bytes_.subspan(at_, left());
    const void* end = rest.empty() ? nullptr : std::memchr(rest.data(), 0, rest.size());
    if (end == nullptr) {
      fail();
      return {};
    }
    const auto length = static_cast<std::size_t>(static_cast<const std::uint8_t*>(end) - rest.data());
    at_ += length + 1;
    return {reinterpret_cast<const char*>(rest.data()), length};
  }

  /// The next `size` bytes, stepped over; failure where there are fewer.
  Bytes take(std::size_t size) {
    if (left() < size) {
      fail();
      return {};
    }
    const Bytes taken = bytes_.subspan(at_, size);
    at_ += size;
    return taken;
  }

 private:
  Bytes bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace doppel::natnet
