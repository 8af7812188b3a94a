// Tests of the stream's text messages and of what remote requests must have.
// What they do is tested with the hubs.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mocap_fixtures.hpp"
#include "protocol/json_text.hpp"
#include "protocol/mocap_messages.hpp"
#include "protocol/remote_messages.hpp"

namespace doppel::protocol {
namespace {

using Json = nlohmann::ordered_json;
using Kind = MocapRequest::Kind;

TEST(MocapMessages, DescriptionsReadBackAsTheyWere) {
  const auto descriptions = fixtures::make_descriptions(3, 7, 2, 41);
  std::string fault;
  const auto again = parse_descriptions(descriptions_message(descriptions), fault);
  ASSERT_TRUE(again) << fault;
  EXPECT_EQ(again->revision, 41U);
  ASSERT_EQ(again->skeletons.size(), 3U);
  for (std::size_t s = 0; s < 3; ++s) {
    EXPECT_EQ(again->skeletons[s].id, descriptions.skeletons[s].id);
    EXPECT_EQ(again->skeletons[s].name, descriptions.skeletons[s].name);
    ASSERT_EQ(again->skeletons[s].bones.size(), 7U);
    for (std::size_t b = 0; b < 7; ++b) {
      EXPECT_EQ(again->skeletons[s].bones[b].parent, descriptions.skeletons[s].bones[b].parent);
      EXPECT_EQ(again->skeletons[s].bones[b].canonical, descriptions.skeletons[s].bones[b].canonical);
      EXPECT_EQ(again->skeletons[s].bones[b].offset, descriptions.skeletons[s].bones[b].offset);
      EXPECT_EQ(again->skeletons[s].bones[b].rest_rotation, descriptions.skeletons[s].bones[b].rest_rotation);
    }
  }
  ASSERT_EQ(again->rigid_bodies.size(), 2U);
  EXPECT_EQ(again->rigid_bodies[1].name, "Body 1");
  EXPECT_EQ(again->rigid_bodies[1].markers, descriptions.rigid_bodies[1].markers);
}

// Names come from other programs: a byte that is no UTF-8 must not stop the stream.
TEST(MocapMessages, BrokenNamesAreReplaced) {
  auto descriptions = fixtures::make_descriptions(1, 1, 0);
  descriptions.skeletons[0].name = "Ann\xff\"\\";
  const Json json = Json::parse(descriptions_message(descriptions));
  EXPECT_EQ(json["skeletons"][0]["name"], "Ann\xEF\xBF\xBD\"\\");
}

TEST(MocapMessages, DescriptionsOfAnotherShapeAreRefused) {
  Json good = Json::parse(descriptions_message(fixtures::make_descriptions(1, 3, 1)));
  std::string fault;
  ASSERT_TRUE(parse_descriptions(good.dump(), fault));
  const auto refused = [&](const char* path, const Json& value) {
    Json bad = good;
    bad[Json::json_pointer(path)] = value;
    return !parse_descriptions(bad.dump(), fault);
  };
  EXPECT_TRUE(refused("/type", "status"));
  EXPECT_TRUE(refused("/revision", -1));
  EXPECT_TRUE(refused("/revision", 1.5));
  EXPECT_TRUE(refused("/skeletons/0/id", 3000000000U));
  EXPECT_TRUE(refused("/skeletons/0/bones", Json::array()));
  EXPECT_TRUE(refused("/skeletons/0/bones/1/parent", 1));
  EXPECT_TRUE(refused("/skeletons/0/bones/1/parent", -1));
  EXPECT_TRUE(refused("/skeletons/0/bones/0/parent", 0));
  EXPECT_TRUE(refused("/skeletons/0/bones/1/offset", Json::array({1, 2})));
  EXPECT_TRUE(refused("/skeletons/0/bones/1/offset", Json::array({1, 2, 1e300})));
  EXPECT_TRUE(refused("/skeletons/0/bones/1/rest", "identity"));
  EXPECT_TRUE(refused("/rigidBodies/0/name", 5));
  EXPECT_FALSE(parse_descriptions("[", fault));
}

TEST(MocapMessages, StatusHasEveryFieldOfTheDocument) {
  mocap::Status status;
  status.state = mocap::SourceState::kSilent;
  status.code = "no-frames";
  status.clock_error = -1.0;
  status.undescribed_skeletons = {4};
  status.counters = {1, 9, 3, 4, 5, 6, 7, 8, 10, 11, 12};
  const Json json = Json::parse(status_message(status));
  EXPECT_EQ(json["type"], "status");
  EXPECT_EQ(json["state"], "silent");
  EXPECT_EQ(json["code"], "no-frames");
  EXPECT_TRUE(json["clockError"].is_null());
  EXPECT_EQ(json["undescribed"], Json::array({4}));
  EXPECT_EQ(json["absent"], Json::array());
  EXPECT_EQ(json["source"],
            Json::parse(R"({"frames":1,"lost":9,"late":3,"duplicates":4,"badPackets":5,"badSections":6,"badValues":7,
                                            "foreign":8,"undecodable":10,"trailing":11,"reconnections":12})"));
}

TEST(MocapRequests, EachKindIsUnderstood) {
  EXPECT_EQ(parse_mocap_request(R"({"type":"pause"})").kind, Kind::kPause);
  EXPECT_EQ(parse_mocap_request(R"({"type":"resume"})").kind, Kind::kResume);
  EXPECT_EQ(parse_mocap_request(R"({"type":"describe","more":1})").kind, Kind::kDescribe);
  const auto replay = parse_mocap_request(R"({"type":"replay","speed":0.1,"loop":false,"position":-3})");
  EXPECT_EQ(replay.kind, Kind::kReplay);
  EXPECT_EQ(replay.replay.speed, 0.1);
  EXPECT_EQ(replay.replay.loop, false);
  EXPECT_EQ(replay.replay.position, -3.0);
  EXPECT_FALSE(replay.replay.paused);
}

TEST(MocapRequests, APingComesBackWithWhatItHad) {
  const auto ping = parse_mocap_request(R"({"type":"ping","id":"a\"b","time":12.5,"other":[1]})");
  ASSERT_EQ(ping.kind, Kind::kPing);
  const Json pong = Json::parse(pong_message(ping.echo, 99.25));
  EXPECT_EQ(pong, Json::parse(R"({"type":"pong","id":"a\"b","time":12.5,"bridgeTime":99.25})"));
  EXPECT_EQ(Json::parse(pong_message(parse_mocap_request(R"({"type":"ping"})").echo, 1.0)),
            Json::parse(R"({"type":"pong","bridgeTime":1.0})"));
}

TEST(MocapRequests, WhatIsWrongIsSaid) {
  for (const char* text : {"", "x", "[]", "3", "\"pause\"", "{", "\xff", "nul"})
    EXPECT_EQ(parse_mocap_request(text).kind, Kind::kNotJson) << text;
  const auto code = [](std::string_view text) { return parse_mocap_request(text).code; };
  EXPECT_EQ(code("{}"), "unknown-type");
  EXPECT_EQ(code(R"({"type":1})"), "unknown-type");
  EXPECT_EQ(code(R"({"type":"dance"})"), "unknown-type");
  EXPECT_EQ(code(R"({"type":"replay","speed":0.05})"), "invalid-value");
  EXPECT_EQ(code(R"({"type":"replay","speed":11})"), "invalid-value");
  EXPECT_EQ(code(R"({"type":"replay","speed":"fast"})"), "invalid-value");
  EXPECT_EQ(code(R"({"type":"replay","loop":1})"), "invalid-value");
  EXPECT_EQ(code(R"({"type":"replay","paused":null})"), "invalid-value");
  EXPECT_EQ(code(R"({"type":"ping","id":[1]})"), "invalid-value");
}

TEST(JsonText, NestingIsCountedOutsideStrings) {
  EXPECT_TRUE(is_shallow(std::string(64, '[') + std::string(64, ']')));
  EXPECT_FALSE(is_shallow(std::string(65, '[')));
  EXPECT_FALSE(is_shallow(std::string(1000000, '[')));
  EXPECT_TRUE(is_shallow('"' + std::string(1000, '[') + '"'));
  EXPECT_TRUE(is_shallow(R"("\"[[[")" + std::string(1000, 'x')));
  EXPECT_FALSE(is_shallow(R"("\\")" + std::string(65, '{')));
  std::string wide = "[";
  for (int i = 0; i < 1000; ++i) wide += "[],";
  EXPECT_TRUE(is_shallow(wide + "0]"));
}

TEST(RemoteRequests, AllEightActionsPassWithWhatTheyNeed) {
  for (const char* text : {
           R"({"action":"refresh"})",
           R"({"action":"getCharacterData","characterId":"a","id":1})",
           R"({"action":"updateValueRealtime","characterId":"a","property":"headScale","value":1.5,"id":"x"})",
           R"({"action":"updateValueRealtime","characterId":"a","property":"fingerCopyMode","value":null})",
           R"({"action":"setHandPosePreset","characterId":"a","preset":"가위","hand":"both"})",
           R"({"action":"calibrateIPose","characterId":"a","force":true})",
           R"({"action":"resetCalibration","characterId":"a"})",
           R"({"action":"calibrateHeadForward","characterId":"a"})",
           R"({"action":"autoCalibrateAll"})",
       }) {
    EXPECT_EQ(check_remote_request(Json::parse(text)).code, "") << text;
  }
}

TEST(RemoteRequests, WhatIsMissingIsNamed) {
  const auto message = [](const char* text) {
    const RequestFault fault = check_remote_request(Json::parse(text));
    return fault.code + "|" + fault.message.substr(0, fault.message.find(':'));
  };
  EXPECT_EQ(message(R"({"action":"getCharacterData"})"), "invalid-request|characterId");
  EXPECT_EQ(message(R"({"action":"resetCalibration","characterId":7})"), "invalid-request|characterId");
  EXPECT_EQ(message(R"({"action":"updateValueRealtime","characterId":"a","value":1})"), "invalid-request|property");
  EXPECT_EQ(message(R"({"action":"updateValueRealtime","characterId":"a","property":"headScale"})"), "invalid-request|value");
  EXPECT_EQ(message(R"({"action":"setHandPosePreset","characterId":"a"})"), "invalid-request|preset");
  EXPECT_EQ(message(R"({"action":"setHandPosePreset","characterId":"a","preset":"보","hand":"foot"})"), "invalid-request|hand");
  EXPECT_EQ(message(R"({"action":"calibrateIPose","characterId":"a","force":1})"), "invalid-request|force");
  EXPECT_EQ(message(R"({"action":"refresh","id":[1]})"), "invalid-request|id");
  EXPECT_EQ(message(R"({"action":5})"), "invalid-request|action");
  const RequestFault unknown = check_remote_request(Json::parse(R"({"action":"autoHipsOffset"})"));
  EXPECT_EQ(unknown.code, "unknown-action");
  for (const auto action : kRemoteActions) EXPECT_NE(unknown.message.find(action), std::string::npos) << action;
}

}  // namespace
}  // namespace doppel::protocol
