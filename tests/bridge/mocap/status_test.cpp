// Tests of the names that a source's state has on the wire and in the page.
#include "mocap/status.hpp"

#include <gtest/gtest.h>

#include <set>

namespace doppel::mocap {
namespace {

TEST(Status, EveryStateHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const SourceState state : {SourceState::kStopped, SourceState::kSearching, SourceState::kConnecting,
                                  SourceState::kStreaming, SourceState::kSilent, SourceState::kEnded}) {
    EXPECT_FALSE(to_string(state).empty());
    EXPECT_TRUE(names.insert(to_string(state)).second) << to_string(state);
  }
}

TEST(Status, NamesAreTheDocumentedOnes) {
  EXPECT_EQ(to_string(SourceState::kStreaming), "streaming");
  EXPECT_EQ(to_string(SourceState::kSilent), "silent");
  EXPECT_EQ(to_string(Coordinates::kUnknown), "unknown");
  EXPECT_EQ(to_string(Coordinates::kLocal), "local");
  EXPECT_EQ(to_string(Coordinates::kGlobal), "global");
}

}  // namespace
}  // namespace doppel::mocap
