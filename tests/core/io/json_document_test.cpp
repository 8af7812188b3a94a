// Tests of strict reading and canonical writing.
#include "io/json_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace doppel::io {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string refusal(std::string_view text) {
  try {
    parse_json(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInvalidJson);
    return error.what();
  }
  return "accepted";
}

TEST(ParseJson, NamesPathAndPlaceOfASyntaxError) {
  EXPECT_THAT(refusal("{\n \"a\": {\"b\": [1, 2, x]}}"), StartsWith("$.a.b[2]: not JSON at line 2, column"));
  EXPECT_THAT(refusal(""), StartsWith("$: not JSON"));
  EXPECT_THAT(refusal("{\"a\":1"), StartsWith("$.a: not JSON"));
  EXPECT_THAT(refusal("{} {}"), StartsWith("$: not JSON"));
}

TEST(ParseJson, RefusesKeysThatStandTwice) {
  EXPECT_EQ(refusal(R"({"a": {"b": 1, "c": 2, "b": 3}})"), "$.a.b: the key stands twice");
  EXPECT_EQ(refusal(R"({"a": {"b": 1}, "c": {"b": 1}})"), "accepted");
}

TEST(ParseJson, RefusesNumbersBeyondADouble) {
  EXPECT_THAT(refusal(R"({"gain": 1e999})"), StartsWith("$.gain: number 1e999"));
  EXPECT_THAT(refusal(R"({"gain": NaN})"), StartsWith("$.gain: not JSON"));
  EXPECT_THAT(refusal(R"([1, -Infinity])"), StartsWith("$[1]: not JSON"));
}

TEST(ParseJson, RefusesDeepNesting) {
  EXPECT_THAT(refusal(std::string(100000, '[')), HasSubstr("nested deeper than 32"));
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  EXPECT_THAT(refusal(objects), HasSubstr("nested deeper than 32"));
  EXPECT_EQ(refusal(std::string(32, '[') + std::string(32, ']')), "accepted");
}

TEST(ParseJson, RefusesInvalidUtf8AndLoneSurrogates) {
  EXPECT_THAT(refusal("{\"name\": \"\xC3\x28\"}"), StartsWith("$.name: not JSON"));
  EXPECT_THAT(refusal("{\"name\": \"\xED\xA0\x80\"}"), StartsWith("$.name: not JSON"));
  EXPECT_THAT(refusal(R"({"name": "\ud800"})"), StartsWith("$.name: not JSON"));
  EXPECT_EQ(refusal("{\"name\": \"\xEC\x95\x84\"}"), "accepted");
}

// A JSON text of one letter, `count` times.
std::string quoted(std::size_t count, char letter) {
  std::string text(count + 2, letter);
  text.front() = text.back() = '"';
  return text;
}

TEST(ParseJson, RefusesHugeTexts) { EXPECT_THAT(refusal(quoted(kMaxDocumentBytes, 'a')), HasSubstr("bytes")); }

TEST(ParseJson, TakesManyKeysInReasonableTime) {
  std::string text = "{";
  for (int i = 0; i < 100000; ++i) text += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":0";
  EXPECT_EQ(parse_json(text + "}").size(), 100000U);
}

TEST(WriteJson, IsOneTextForOneDocumentHoweverItWasWritten) {
  const std::string text = write_json(parse_json(R"({"z": 1.0, "version": 1, "a": [1e2, -0.0, 0.1, 12345678901234567890]})"));
  EXPECT_EQ(text, R"({"version":1,"a":[100,0,0.1,1.2345678901234567e+19],"z":1})");
  EXPECT_EQ(write_json(parse_json(text)), text);
}

TEST(WriteJson, KeepsEveryDoubleToTheBit) {
  for (const double value : {0.1, 1.0 / 3.0, 5e-324, 1.7976931348623157e308, 0.30000000000000004, -2.5e-7, 9007199254740993.0}) {
    EXPECT_EQ(parse_json(write_json(Json(value))).get<double>(), value);
  }
}

TEST(WriteJson, PrettyTextIsTheSameDocument) {
  const Json document =
      parse_json(R"({"version": 1, "calibration": {"channels": {"jawOpen": {"gamma": 1.5}}, "e": {}, "l": []}})");
  const std::string text = write_json(document, true);
  EXPECT_EQ(parse_json(text), document);
  EXPECT_THAT(text, HasSubstr("\n      \"jawOpen\": { \"gamma\": 1.5 }"));
}

TEST(Cursor, FaultsStartWithThePath) {
  const Json document = parse_json(R"({"a": {"b c": [true, "x"]}, "n": 5})");
  const Cursor root(document, ErrorCode::kInvalidProfile);
  const auto fault = [](const auto& read) {
    try {
      read();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kInvalidProfile);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(fault([&] { root.at("a").at("b c").at(1).number(0, 1); }),
            "$.a[\"b c\"][1]: must be a number from 0 to 1, found \"x\"");
  EXPECT_EQ(fault([&] { root.at("n").number(0, 1); }), "$.n: must be a number from 0 to 1, found 5");
  EXPECT_EQ(fault([&] { root.at("n").text(9); }), "$.n: must be a text, found 5");
  EXPECT_EQ(fault([&] { root.at("missing"); }), "$.missing: is missing");
  EXPECT_EQ(fault([&] { root.at("n").at("x"); }), "$.n: must be an object, found 5");
  EXPECT_EQ(fault([&] { root.at("a").boolean(); }), "$.a: must be true or false, found an object");
  EXPECT_EQ(fault([&] { root.at("n").index(3); }), "$.n: must be a whole number from 0 to 3, found 5");
  EXPECT_EQ(fault([&] { root.at("n").one_of({"a", "b"}); }), "$.n: must be one of a, b, found 5");
}

TEST(Cursor, QuotesLongTextsShort) {
  const Json document = {{"a", std::string(39, 'a') + "\xEC\x95\x84" + std::string(100, 'b')}};
  try {
    Cursor(document, ErrorCode::kInvalidProfile).at("a").boolean();
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::EndsWith(quoted(39, 'a') + "..."));
  }
}

}  // namespace
}  // namespace doppel::io
