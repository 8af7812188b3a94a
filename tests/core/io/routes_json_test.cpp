// Tests of the routes' JSON.
#include "io/routes_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace doppel::io {
namespace {

using testing::StartsWith;

TEST(RoutesJson, ReadsEverythingThatARouteHolds) {
  const face::FaceRoutes routes = parse_routes(R"({"slotCount": 57,
    "expressions": [{"name": "aa", "isBinary": true, "family": "mouth", "overrideBlink": "block", "overrideLookAt": "blend",
                     "overrideMouth": "none", "binds": [{"slot": 3, "weight": -0.5}]}],
    "channels": {"jawOpen": {"binds": [{"slot": 24, "weight": 1}], "expressions": [{"expression": 0, "weight": 0.7}],
                             "turns": [{"bone": "jaw", "axis": [1, 0, 0], "degrees": 20}]}}})");
  EXPECT_EQ(routes.slot_count, 57U);
  const face::Expression& expression = routes.expressions.at(0);
  EXPECT_EQ(expression.name, "aa");
  EXPECT_TRUE(expression.is_binary);
  EXPECT_EQ(expression.family, face::ExpressionFamily::kMouth);
  EXPECT_EQ(expression.override_blink, face::Override::kBlock);
  EXPECT_EQ(expression.override_look_at, face::Override::kBlend);
  EXPECT_EQ(expression.override_mouth, face::Override::kNone);
  EXPECT_EQ(expression.binds.at(0).slot, 3U);
  EXPECT_EQ(expression.binds.at(0).weight, -0.5);
  const face::ChannelRoute& jaw = routes.channels[kJawOpen];
  EXPECT_EQ(jaw.binds.at(0).slot, 24U);
  EXPECT_EQ(jaw.expressions.at(0).weight, 0.7);
  EXPECT_EQ(jaw.turns.at(0).bone, face::FaceBone::kJaw);
  EXPECT_EQ(jaw.turns.at(0).degrees, 20.0);
  EXPECT_TRUE(routes.channels[kTongueOut].empty());
}

TEST(RoutesJson, RefusesWhatDoesNotExist) {
  const auto refusal = [](std::string_view text) {
    try {
      parse_routes(text);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kInvalidArgument);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refusal("{}"), "$.slotCount: is missing");
  EXPECT_EQ(refusal(R"({"slotCount":0,"channels":{}})"), "accepted");
  EXPECT_THAT(refusal(R"({"slotCount":2,"channels":{"jawOpen":{"binds":[{"slot":2,"weight":1}]}}})"),
              StartsWith("$.channels.jawOpen.binds[0].slot: must be a whole number from 0 to 1, found 2"));
  EXPECT_THAT(refusal(R"({"slotCount":0,"channels":{"jawOpen":{"binds":[{"slot":0,"weight":1}]}}})"),
              StartsWith("$.channels.jawOpen.binds[0]: must not be there"));
  EXPECT_THAT(refusal(R"({"slotCount":1,"channels":{"jawOpen":{"expressions":[{"expression":0,"weight":1}]}}})"),
              StartsWith("$.channels.jawOpen.expressions[0]: must not be there"));
  EXPECT_EQ(refusal(R"({"slotCount":1,"channels":{"JawOpen":{}}})"), "$.channels.JawOpen: is not a face channel");
  EXPECT_THAT(refusal(R"({"slotCount":1,"channels":{"jawOpen":{"turns":[{"bone":"nose","axis":[1,0,0],"degrees":1}]}}})"),
              StartsWith("$.channels.jawOpen.turns[0].bone: must be one of leftEye, rightEye, jaw"));
}

}  // namespace
}  // namespace doppel::io
