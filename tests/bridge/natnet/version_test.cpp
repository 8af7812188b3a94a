// Tests of versions: order by numbers, text both ways.
#include "natnet/version.hpp"

#include <gtest/gtest.h>

namespace doppel::natnet {
namespace {

TEST(Version, ComparesMajorThenMinorAsIntegers) {
  EXPECT_GT((Version{4, 10}), (Version{4, 2}));
  EXPECT_GT((Version{3, 0}), (Version{2, 11}));
  EXPECT_LT((Version{2, 9}), (Version{2, 10}));
  EXPECT_TRUE(Layout::of({4, 10}).description_rotations);
  EXPECT_FALSE(Layout::of({2, 9}).devices);
}

TEST(Version, BuildAndRevisionDoNotChangeTheLayout) {
  EXPECT_FALSE(Layout::of({4, 0, 255, 255}).byte_counts);
  EXPECT_FALSE(Layout::of({4, 2, 9, 9}).is_newer_than_known);
}

TEST(Version, TextGoesBothWays) {
  EXPECT_EQ(to_string(Version{4, 1}), "4.1");
  EXPECT_EQ(to_string(Version{3, 1, 0, 2}), "3.1.0.2");
  EXPECT_EQ(parse_version("4.1"), (Version{4, 1}));
  EXPECT_EQ(parse_version("2.10.0"), (Version{2, 10}));
  EXPECT_EQ(parse_version("3.1.0.2"), (Version{3, 1, 0, 2}));
}

TEST(Version, OtherTextIsNone) {
  for (const char* text : {"", "4", "4.", ".1", "4.1.", "4.256", "-4.1", "4.1.2.3.4", "4,1", "4.1 ", "v4.1"}) {
    EXPECT_FALSE(parse_version(text)) << text;
  }
}

}  // namespace
}  // namespace doppel::natnet
