// Tests of what a person is told: one code for each trouble, the most hindering first, and nothing when all is well.
#include "natnet/health.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace doppel::natnet {
namespace {

using mocap::SourceState;

HealthFacts well() {
  HealthFacts facts;
  facts.state = SourceState::kStreaming;
  facts.server = "10.0.0.5:1510";
  facts.frames_from = "239.255.42.99:1511 on 10.0.0.2";
  facts.version = "4.1";
  facts.is_multicast = true;
  facts.has_models = facts.sees_anything = true;
  return facts;
}

TEST(Health, NothingIsSaidWhenAllIsWellOrNothingRuns) {
  EXPECT_EQ(assess(well()).code, "");
  EXPECT_EQ(assess(well()).message, "");
  EXPECT_EQ(assess(HealthFacts{}).code, "");
}

TEST(Health, EachTroubleHasItsCodeAndNamesItsThing) {
  const auto code = [](HealthFacts facts, const std::string& part) {
    const Health health = assess(facts);
    EXPECT_THAT(health.message, testing::HasSubstr(part));
    return health.code;
  };
  HealthFacts facts = well();
  facts.state = SourceState::kSearching;
  EXPECT_EQ(code(facts, "--server"), "no-server");
  facts.state = SourceState::kConnecting;
  EXPECT_EQ(code(facts, "10.0.0.5:1510"), "no-answer");
  facts.state = SourceState::kSilent;
  // Pitfall 38: say which of the two failed, the answer or the frames.
  EXPECT_EQ(code(facts, "239.255.42.99:1511 on 10.0.0.2"), "no-frames");
  facts = well();
  facts.is_version_known = false;
  facts.version = "2.4";
  EXPECT_EQ(code(facts, "NatNet 2.4"), "version-too-old");
  facts = well();
  facts.layout_fails = true;
  EXPECT_EQ(code(facts, "NatNet 4.1"), "layout-mismatch");
  facts = well();
  facts.has_models = false;
  EXPECT_EQ(code(facts, "described"), "no-descriptions");
  facts = well();
  facts.undescribed = {3, 12};
  EXPECT_EQ(code(facts, "3, 12"), "skeleton-not-described");
  facts = well();
  facts.absent = {"Ann", "Bo"};
  EXPECT_EQ(code(facts, "Ann, Bo"), "skeleton-not-streamed");
  facts = well();
  facts.sees_anything = false;
  EXPECT_EQ(code(facts, "tracked"), "nothing-tracked");
  facts = well();
  facts.coordinates_unknown = true;
  EXPECT_EQ(code(facts, "--coordinates"), "coordinates-unknown");
}

TEST(Health, TheMostHinderingComesFirst) {
  HealthFacts facts = well();
  facts.undescribed = {1};
  facts.absent = {"Ann"};
  facts.sees_anything = false;
  EXPECT_EQ(assess(facts).code, "skeleton-not-described");
  facts.layout_fails = true;
  EXPECT_EQ(assess(facts).code, "layout-mismatch");
}

}  // namespace
}  // namespace doppel::natnet
