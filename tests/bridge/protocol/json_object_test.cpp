// Tests of JSON objects as text, beside nlohmann/json: both must see the same members with the same values.
// Nesting is bounded by json_text.
#include "protocol/json_object.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

namespace doppel::protocol {
namespace {

using Json = nlohmann::ordered_json;

Json random_value(std::mt19937& random, int depth) {
  switch (random() % (depth > 0 ? 8 : 5)) {
    case 0: return nullptr;
    case 1: return static_cast<int>(random() % 2000) - 1000;
    case 2: return random() % 2 == 0;
    case 3: return static_cast<double>(random() % 1000) / 7.0;
    case 4: {
      constexpr std::array<const char*, 9> kPieces{"\"", "\\", "{", "]", ",", ":", "보", "\n", "a b"};
      std::string text;
      for (auto i = random() % 6; i > 0; --i) text += kPieces[random() % kPieces.size()];
      return text;
    }
    case 5: {
      Json list = Json::array();
      for (auto i = random() % 4; i > 0; --i) list.push_back(random_value(random, depth - 1));
      return list;
    }
    default: {
      Json object = Json::object();
      for (auto i = random() % 4; i > 0; --i) {
        Json name = nullptr;
        while (!name.is_string()) name = random_value(random, 0);
        object[name.get<std::string>()] = random_value(random, depth - 1);
      }
      return object;
    }
  }
}

TEST(JsonObject, MembersAreThoseOfTheTree) {
  std::mt19937 random(1);
  int objects = 0;
  for (int round = 0; round < 3000; ++round) {
    const Json json = random_value(random, 4);
    const std::string text = json.dump(static_cast<int>(random() % 4) - 1, ' ', random() % 2 == 0);
    const auto members = split_object(text);
    ASSERT_EQ(members.has_value(), json.is_object()) << text;
    if (!members) continue;
    ++objects;
    ASSERT_EQ(members->size(), json.size()) << text;
    std::size_t i = 0;
    for (const auto& [name, value] : json.items()) {
      EXPECT_EQ((*members)[i].name, name);
      EXPECT_EQ(Json::parse((*members)[i].value), value) << text;
      EXPECT_EQ(Json::parse(find_member(*members, name)), value);
      ++i;
    }
    EXPECT_EQ(Json::parse(ObjectText().add_members(*members, {}).take()), json);
  }
  EXPECT_GT(objects, 500);
}

TEST(JsonObject, TheLastOfTwoHoldsAndNamesAreUnescaped) {
  const auto members = split_object("\xEF\xBB\xBF { \"a\" : 1 ,\"\\u0061\":[2, {}] } ");
  ASSERT_TRUE(members);
  EXPECT_EQ(find_member(*members, "a"), "[2, {}]");
  EXPECT_EQ(find_member(*members, "b"), "");
  constexpr std::array<std::string_view, 1> kWithout{"a"};
  EXPECT_EQ(ObjectText().add("x", 1).add_members(*members, kWithout).add_text("y", "{}").take(), R"({"x":1,"y":{}})");
  EXPECT_EQ(ObjectText().take(), "{}");
}

TEST(JsonObject, WhatIsNoObjectIsRefused) {
  for (const std::string& text :
       {std::string(), std::string("[]"), std::string("{"), std::string("{\"a\":1}}"), std::string("{\"a\" 1}"),
        std::string("{\"a\":1,}"), std::string("{\"a\":1e999}"), std::string("{\"a\":\"\xff\"}"), std::string("\"{}\""),
        std::string("{'a':1}"), std::string("\xEF\xBB\xBF"), "{\"a\":" + std::string(65, '[') + std::string(65, ']') + "}"}) {
    EXPECT_FALSE(split_object(text)) << text;
  }
  // What stands behind a zero byte is not read, and not sent on.
  const auto cut = split_object(std::string_view("{\"a\":1}\0x", 9));
  if (cut) {
    EXPECT_EQ(find_member(*cut, "a"), "1");
  }
}

}  // namespace
}  // namespace doppel::protocol
