// Tests of the relay, with peers that have no socket: routing, answers by id, broadcasts, authority, the scene.
// Times are given, never waited for.
#include "server/remote_hub.hpp"

#include <gtest/gtest.h>

#include "fake_peer.hpp"
#include "protocol/remote_messages.hpp"

namespace doppel::server {
namespace {

using Json = FakePeer::Json;
using PeerPointer = std::shared_ptr<FakePeer>;

struct RemoteHubTest : ::testing::Test {
  SceneStore scene{""};
  Metrics metrics;
  double now = 5000.0;
  RemoteHub hub{scene, metrics, [this] { return now; }};

  PeerPointer join() {
    auto peer = std::make_shared<FakePeer>();
    hub.on_open(peer);
    peer->take();
    return peer;
  }
  PeerPointer join_page(bool is_output = false) {
    auto peer = join();
    say(peer, {{"type", "register"}, {"name", "Stage"}, {"output", is_output}});
    return peer;
  }
  void say(const PeerPointer& peer, const Json& json) { hub.on_text(peer, json.dump()); }
};

TEST_F(RemoteHubTest, EveryActionReachesThePageAndItsAnswerTheAsker) {
  const auto page = join_page();
  const auto asker = join();
  const auto other = join();
  for (const auto action : protocol::kRemoteActions) {
    page->take();
    asker->take();
    other->take();
    say(asker, {{"action", action},
                {"characterId", "haru"},
                {"property", "headScale"},
                {"value", 1.5},
                {"preset", "보"},
                {"id", "my id"}});
    const Json request = page->one("request");
    EXPECT_EQ(request["action"], action);
    EXPECT_EQ(request["characterId"], "haru");
    EXPECT_EQ(request["value"], 1.5);
    EXPECT_EQ(request["from"], "controller");
    EXPECT_FALSE(request.contains("id"));
    say(page, {{"type", "answer"}, {"request", request["request"]}, {"ok", true}, {"taken", 1.25}});
    const Json answer = asker->take(std::string(action)).at(0);
    EXPECT_EQ(answer, (Json{{"type", action}, {"id", "my id"}, {"ok", true}, {"taken", 1.25}}));
    EXPECT_TRUE(other->texts.empty());
  }
}

TEST_F(RemoteHubTest, AnswersFindTheirAskersWhateverTheirOrder) {
  const auto page = join_page();
  const auto a = join();
  const auto b = join();
  say(a, {{"action", "refresh"}, {"id", 1}});
  say(b, {{"action", "refresh"}, {"id", 1}});
  say(a, {{"action", "refresh"}});
  const auto requests = page->take("request");
  ASSERT_EQ(requests.size(), 3U);
  for (const std::size_t i : {2U, 1U, 0U}) {
    say(page, {{"type", "answer"}, {"request", requests[i]["request"]}, {"ok", true}, {"n", i}});
  }
  const auto of_a = a->take("refresh");
  ASSERT_EQ(of_a.size(), 2U);
  EXPECT_EQ(of_a[0], (Json{{"type", "refresh"}, {"ok", true}, {"n", 2}}));
  EXPECT_EQ(of_a[1], (Json{{"type", "refresh"}, {"id", 1}, {"ok", true}, {"n", 0}}));
  EXPECT_EQ(b->one("refresh")["n"], 1);
}

TEST_F(RemoteHubTest, WithoutAPageTheErrorComesAtOnce) {
  const auto asker = join();
  say(asker, {{"action", "refresh"}, {"id", 5}});
  const Json answer = asker->one("refresh");
  EXPECT_EQ(answer["ok"], false);
  EXPECT_EQ(answer["id"], 5);
  EXPECT_EQ(answer["error"]["code"], "no-page");
}

TEST_F(RemoteHubTest, APageThatLeavesEndsWhatWaits) {
  const auto page = join_page();
  const auto asker = join();
  say(asker, {{"action", "refresh"}, {"id", 5}});
  hub.on_closed(page);
  EXPECT_EQ(asker->one("refresh")["error"]["code"], "page-left");
}

TEST_F(RemoteHubTest, APageThatDoesNotAnswerIsGivenUpAfterTenSeconds) {
  // Asked between two ticks, or before the first one: the time of asking counts.
  const auto page = join_page();
  const auto asker = join();
  say(asker, {{"action", "refresh"}, {"id", 5}});
  hub.tick(now + 9.9);
  EXPECT_TRUE(asker->take("refresh").empty());
  hub.tick(now + 10.1);
  EXPECT_EQ(asker->one("refresh")["error"]["code"], "timeout");
  // A late answer is nobody's.
  page->take();
  say(page, {{"type", "answer"}, {"request", 1}, {"ok", true}});
  EXPECT_EQ(page->one("error")["code"], "unknown-request");
}

TEST_F(RemoteHubTest, OneClientCannotFillTheTable) {
  const auto page = join_page();
  const auto asker = join();
  for (std::size_t i = 0; i < RemoteHub::kMostWaiting + 3; ++i) say(asker, {{"action", "refresh"}, {"id", i}});
  EXPECT_EQ(page->take("request").size(), RemoteHub::kMostWaiting);
  const auto refused = asker->take("refresh");
  ASSERT_EQ(refused.size(), 3U);
  EXPECT_EQ(refused[0]["error"]["code"], "busy");
  const auto second = join();
  say(second, {{"action", "refresh"}});
  EXPECT_EQ(page->take("request").size(), 1U);
}

TEST_F(RemoteHubTest, BadRequestsAreAnsweredAndNotSentOn) {
  const auto page = join_page();
  page->take();
  const auto asker = join();
  say(asker, {{"action", "autoHipsOffset"}, {"id", 1}});
  EXPECT_EQ(asker->one("autoHipsOffset")["error"]["code"], "unknown-action");
  say(asker, {{"action", "getCharacterData"}, {"id", 2}});
  EXPECT_EQ(asker->one("getCharacterData")["error"]["code"], "invalid-request");
  say(asker, {{"action", Json::array()}, {"id", 3}});
  EXPECT_EQ(asker->one("error")["id"], 3);
  say(asker, {{"type", "valueChanged"}});
  EXPECT_EQ(asker->one("error")["code"], "not-a-page");
  say(asker, Json::object());
  EXPECT_EQ(asker->one("error")["code"], "unknown-type");
  EXPECT_TRUE(page->take("request").empty());
  EXPECT_EQ(asker->closed_with, 0);
  hub.on_text(asker, "not json");
  EXPECT_EQ(asker->closed_with, 1007);
  const auto deep = join();
  hub.on_text(deep, std::string(100000, '['));
  EXPECT_EQ(deep->closed_with, 1007);
}

TEST_F(RemoteHubTest, ChangesReachEverybodyElse) {
  const auto page = join_page();
  const auto follower = join_page();
  const auto controller = join();
  for (const auto& peer : {page, follower, controller}) peer->take();
  const Json change{{"type", "valueChanged"}, {"characterId", "haru"}, {"property", "headScale"}, {"value", 1.5}};
  say(page, change);
  EXPECT_EQ(controller->one("valueChanged"), change);
  EXPECT_EQ(follower->one("valueChanged"), change);
  EXPECT_TRUE(page->texts.empty());
  say(follower, change);
  EXPECT_EQ(follower->one("error")["code"], "not-authority");
  EXPECT_TRUE(controller->texts.empty());
}

TEST_F(RemoteHubTest, AuthorityGoesFromPageToPageInTheirOrder) {
  const auto first = join_page();
  EXPECT_EQ(first->one("registered")["authority"], true);
  const auto output = join_page(true);
  const auto second = join_page();
  const auto third = join_page();
  EXPECT_EQ(second->one("registered")["authority"], false);
  for (const auto& peer : {first, output, second, third}) peer->take();
  hub.on_closed(first);
  EXPECT_EQ(second->one("authority"), (Json{{"type", "authority"}, {"holder", "p3"}, {"you", true}}));
  EXPECT_EQ(output->one("authority"), (Json{{"type", "authority"}, {"holder", "p3"}, {"you", false}}));
  third->take();
  say(third, {{"type", "takeAuthority"}});
  EXPECT_EQ(third->one("authority")["you"], true);
  EXPECT_EQ(second->one("authority")["you"], false);
  say(third, {{"type", "releaseAuthority"}});
  EXPECT_EQ(second->one("authority")["you"], true);
  hub.on_closed(second);
  output->take();
  hub.on_closed(third);
  EXPECT_EQ(output->one("authority")["you"], true);
  // The first page that can be worked with takes over from one that only shows.
  EXPECT_EQ(join_page()->one("registered")["authority"], true);
  EXPECT_EQ(output->one("authority")["you"], false);
}

TEST_F(RemoteHubTest, AChangeOfAuthorityEndsRequestsToTheOldOne) {
  const auto first = join_page();
  const auto second = join_page();
  const auto asker = join();
  say(asker, {{"action", "refresh"}, {"id", 1}});
  say(second, {{"type", "takeAuthority"}});
  EXPECT_EQ(asker->one("refresh")["error"]["code"], "page-left");
  say(asker, {{"action", "refresh"}, {"id", 2}});
  EXPECT_EQ(second->take("request").size(), 1U);
}

TEST_F(RemoteHubTest, OnlyTheAskedPageCanAnswer) {
  const auto page = join_page();
  const auto follower = join_page();
  const auto asker = join();
  say(asker, {{"action", "refresh"}, {"id", 1}});
  const Json number = page->one("request")["request"];
  follower->take();
  say(follower, {{"type", "answer"}, {"request", number}, {"ok", true}});
  EXPECT_EQ(follower->one("error")["code"], "unknown-request");
  say(page, {{"type", "answer"}, {"request", number}});
  EXPECT_EQ(page->one("error")["code"], "invalid-request");
  say(page, {{"type", "answer"}, {"request", number}, {"ok", true}});
  EXPECT_EQ(asker->one("refresh")["ok"], true);
}

TEST_F(RemoteHubTest, TheSceneHasOneWriterAndAGrowingRevision) {
  const auto page = join_page();
  EXPECT_EQ(page->one("registered")["document"], nullptr);
  const auto follower = join_page();
  const auto controller = join();
  for (const auto& peer : {page, follower, controller}) peer->take();
  say(page, {{"type", "scene"}, {"baseRevision", 0}, {"document", {{"a", 1}}}});
  EXPECT_EQ(page->one("sceneStored")["revision"], 1);
  EXPECT_EQ(follower->one("scene"), (Json{{"type", "scene"}, {"revision", 1}, {"document", {{"a", 1}}}}));
  EXPECT_TRUE(controller->texts.empty());
  // Started from an older one: nothing is overwritten.
  say(page, {{"type", "scene"}, {"baseRevision", 0}, {"document", {{"a", 2}}}});
  const Json stale = page->one("error");
  EXPECT_EQ(stale["code"], "stale-revision");
  EXPECT_EQ(stale["revision"], 1);
  say(follower, {{"type", "scene"}, {"baseRevision", 1}, {"document", {{"a", 3}}}});
  EXPECT_EQ(follower->one("error")["code"], "not-authority");
  say(follower, {{"type", "getScene"}});
  EXPECT_EQ(follower->one("scene")["document"], (Json{{"a", 1}}));
  EXPECT_EQ(join_page()->one("registered")["document"], (Json{{"a", 1}}));
  for (const Json& bad : {Json{{"type", "scene"}, {"document", {{"a", 1}}}}, Json{{"type", "scene"}, {"baseRevision", 1}},
                          Json{{"type", "scene"}, {"baseRevision", -1}, {"document", {{"a", 1}}}},
                          Json{{"type", "scene"}, {"baseRevision", 1}, {"document", "text"}}}) {
    say(page, bad);
    EXPECT_EQ(page->one("error")["code"], "invalid-request") << bad;
  }
  say(page, {{"type", "scene"}, {"baseRevision", 1}, {"document", {{"a", std::string(RemoteHub::kLongestScene, 'x')}}}});
  EXPECT_EQ(page->one("error")["code"], "too-large");
  EXPECT_EQ(scene.revision(), 1U);
}

TEST_F(RemoteHubTest, EverybodyIsToldWhoIsThere) {
  const auto controller = join();
  const auto page = join_page();
  const auto news = controller->take("session");
  EXPECT_EQ(news.back(), (Json{{"type", "session"}, {"pages", 1}, {"controllers", 1}, {"authority", "p1"}}));
  hub.on_closed(page);
  EXPECT_EQ(controller->take("session").back(),
            (Json{{"type", "session"}, {"pages", 0}, {"controllers", 1}, {"authority", nullptr}}));
  EXPECT_EQ(metrics.remote_controllers, 1U);
  say(controller, {{"type", "register"}, {"output", "yes"}});
  EXPECT_EQ(controller->one("error")["code"], "invalid-request");
  say(controller, {{"type", "register"}});
  controller->take();
  say(controller, {{"type", "register"}});
  EXPECT_EQ(controller->one("error")["code"], "already-registered");
}

TEST_F(RemoteHubTest, AnAskerThatIsGoneGetsNothing) {
  const auto page = join_page();
  auto asker = join();
  say(asker, {{"action", "refresh"}, {"id", 1}});
  hub.on_closed(asker);
  asker.reset();
  page->take("session");
  say(page, {{"type", "answer"}, {"request", 1}, {"ok", true}});
  EXPECT_EQ(page->one("error")["code"], "unknown-request");
  hub.tick(1e9);
}

// A tree of such an object took a minute to build, and the loop stood still for everybody.
TEST_F(RemoteHubTest, ALargeDocumentOfManyKeysGoesThroughAsItStands) {
  struct Keeping : Peer {
    void send_text(const TextPointer& text) override { last = text; }
    void send_frame(const FramePointer&) override {}
    void drop_frame() override {}
    void skip_frame() override {}
    void close(std::uint16_t, std::string_view) override { ADD_FAILURE(); }
    Counters counters() const override { return {}; }
    std::string_view address() const override { return ""; }
    TextPointer last;
  };
  std::string document = "{ \"b\" : 1, \"a\": 1e2";
  for (int i = 0; i < 190000; ++i) document += ",\"k" + std::to_string(i) + "\":0";
  document += "}";
  ASSERT_GT(document.size(), RemoteHub::kLongestScene);
  document.resize(document.rfind(',', RemoteHub::kLongestScene - 1));
  document += "}";
  const auto page = std::make_shared<Keeping>();
  const auto follower = std::make_shared<Keeping>();
  hub.on_open(page);
  hub.on_text(page, R"({"type":"register"})");
  hub.on_open(follower);
  hub.on_text(follower, R"({"type":"register"})");
  hub.on_text(page, R"({"type":"scene","baseRevision":0,"document":)" + document + "}");
  EXPECT_EQ(scene.document(), document);
  ASSERT_TRUE(follower->last);
  EXPECT_TRUE(follower->last->ends_with(R"({"type":"scene","revision":1,"document":)" + document + "}"));
  // Many keys at the top, from a controller and from a page.
  const std::string keys = document.substr(1, document.size() - 2);
  const auto asker = std::make_shared<Keeping>();
  hub.on_open(asker);
  hub.on_text(asker, R"({"action":"refresh",)" + keys + "}");
  EXPECT_NE(page->last->find("\"k100\":0"), std::string::npos);
  hub.on_text(page, R"({"type":"answer","request":1,"ok":true,)" + keys + "}");
  EXPECT_NE(asker->last->find("\"k100\":0"), std::string::npos);
  hub.on_text(page, R"({"type":"getScene"})");
  EXPECT_TRUE(page->last->ends_with(document + "}"));
}

TEST_F(RemoteHubTest, WhatHasATypeIsNoRequest) {
  const auto page = join_page();
  const auto asker = join();
  say(asker, {{"action", "refresh"}, {"id", 1}});
  const Json number = page->one("request")["request"];
  page->take();
  // An answer that names its action, as answers to controllers do.
  say(page, {{"type", "answer"}, {"action", "refresh"}, {"request", number}, {"ok", true}});
  EXPECT_TRUE(page->take("request").empty());
  EXPECT_EQ(asker->one("refresh")["ok"], true);
  say(asker, {{"type", 5}, {"action", "refresh"}});
  EXPECT_EQ(asker->one("error")["code"], "unknown-type");
}

}  // namespace
}  // namespace doppel::server
