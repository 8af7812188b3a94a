// Tests of base64url against RFC 4648 and of CRC-32 against its check value.
#include "io/base64url.hpp"

#include <gtest/gtest.h>

namespace doppel::io {
namespace {

std::vector<std::uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

TEST(Base64Url, TheVectorsOfTheRfcWithoutPadding) {
  EXPECT_EQ(to_base64url(bytes_of("")), "");
  EXPECT_EQ(to_base64url(bytes_of("f")), "Zg");
  EXPECT_EQ(to_base64url(bytes_of("fo")), "Zm8");
  EXPECT_EQ(to_base64url(bytes_of("foo")), "Zm9v");
  EXPECT_EQ(to_base64url(bytes_of("foobar")), "Zm9vYmFy");
  const std::vector<std::uint8_t> high{0xFB, 0xEF, 0xFF};
  EXPECT_EQ(to_base64url(high), "--__");
}

TEST(Base64Url, DecodesWhatItEncodes) {
  for (std::size_t length = 0; length < 20; ++length) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < length; ++i) bytes.push_back(static_cast<std::uint8_t>(i * 37 + length));
    EXPECT_EQ(from_base64url(to_base64url(bytes)), bytes);
  }
}

TEST(Base64Url, RefusesWhatAnEncoderWouldNotWrite) {
  EXPECT_EQ(from_base64url("Z"), std::nullopt);
  EXPECT_EQ(from_base64url("Zh"), std::nullopt);  // an unused bit is set
  EXPECT_EQ(from_base64url("Zg=="), std::nullopt);
  EXPECT_EQ(from_base64url("Zm 9v"), std::nullopt);
  EXPECT_EQ(from_base64url("Zm9+"), std::nullopt);
}

TEST(Crc32, TheCheckValue) { EXPECT_EQ(crc32(bytes_of("123456789")), 0xCBF43926U); }

}  // namespace
}  // namespace doppel::io
