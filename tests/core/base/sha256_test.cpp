// Tests of SHA-256 against the vectors of FIPS 180-4 and NIST's examples.
#include "base/sha256.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace doppel {
namespace {

std::string hex_of(std::string_view text) {
  return sha256_hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

TEST(Sha256, NistVectors) {
  EXPECT_EQ(hex_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(
      hex_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

TEST(Sha256, AMillionLetters) {
  EXPECT_EQ(hex_of(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// However the bytes are cut, the digest is that of the whole.
TEST(Sha256, PiecesGiveTheDigestOfTheWhole) {
  std::vector<std::uint8_t> bytes(1000);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 13);
  const auto whole = sha256(bytes);
  for (const std::size_t piece : {1U, 3U, 63U, 64U, 65U, 127U, 128U, 129U, 999U}) {
    Sha256 hash;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      hash.add(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)));
      hash.add({});
    }
    EXPECT_EQ(hash.finish(), whole) << piece;
  }
}

// Around the block's end the padding takes one block or two; each byte must count.
TEST(Sha256, LengthsAroundABlockAllDiffer) {
  std::vector<std::string> seen;
  for (const std::size_t length : {54U, 55U, 56U, 57U, 63U, 64U, 65U, 119U, 120U, 128U}) {
    const std::string digest = hex_of(std::string(length, '\0'));
    EXPECT_EQ(digest.size(), 64U);
    for (const std::string& other : seen) EXPECT_NE(digest, other);
    seen.push_back(digest);
  }
  // 64 zero bytes, as coreutils' sha256sum prints.
  EXPECT_EQ(hex_of(std::string(64, '\0')), "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b");
}

}  // namespace
}  // namespace doppel
