// Tests of who may come in: host, origin, token, paths; each rule of docs/protocol.md and the attacks that it is for.
// The same over real connections is tested with the program.
#include "server/access.hpp"

#include <gtest/gtest.h>

#include "server/request_target.hpp"
#include "server/route.hpp"

namespace doppel::server {
namespace {

constexpr std::string_view kHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

struct Request {
  AccessRules rules{64212, "", {}, {}};
  RequestFacts facts;

  explicit Request(std::string_view target = "/", std::string_view method = "GET") {
    facts.method = method;
    facts.target = target;
    facts.host = "127.0.0.1:64212";
    facts.local_address = "127.0.0.1";
    facts.is_peer_loopback = true;
  }
  Request& websocket() {
    facts.upgrade = "websocket";
    facts.connection = "keep-alive, Upgrade";
    facts.websocket_version = "13";
    facts.websocket_key = "dGhlIHNhbXBsZSBub25jZQ==";
    facts.websocket_protocol = "doppel.mocap.v1";
    return *this;
  }
  Route route() const { return server::route(rules, facts); }
  unsigned status() const { return route().status; }
};

TEST(Access, HostMustBeTheBridgesOwnName) {
  Request request;
  for (const char* host : {"127.0.0.1:64212", "localhost:64212", "LocalHost:64212", "[::1]:64212"}) {
    request.facts.host = host;
    EXPECT_EQ(request.route().service, Service::kPage) << host;
  }
  for (const char* host : {"", "evil.example:64212", "evil.example", "127.0.0.1", "127.0.0.1:80", "localhost:642120",
                           "127.0.0.1:64212.evil.example", "localhost.evil.example:64212", "[::1", "[::1]64212",
                           "127.0.0.1:", ":64212", "127.0.0.1:64212:64212", "10.0.0.5:64212"}) {
    request.facts.host = host;
    EXPECT_EQ(request.status(), 421U) << host;
  }
  request.rules.hosts = {"Studio.local"};
  request.facts.host = "studio.local:64212";
  EXPECT_EQ(request.status(), 0U);
  // The address of arrival is no name that could be rebound.
  request.facts.local_address = "10.0.0.5";
  request.facts.host = "10.0.0.5:64212";
  EXPECT_EQ(request.status(), 0U);
}

TEST(Access, PortMayBeAbsentOnlyOnPort80) {
  Request request;
  request.facts.host = "localhost";
  request.rules.port = 80;
  EXPECT_EQ(request.status(), 0U);
}

TEST(Access, OriginMustBeAllowed) {
  Request request("/mocap");
  request.websocket();
  for (const char* origin : {"http://127.0.0.1:64212", "http://localhost:64212", "http://[::1]:64212"}) {
    request.facts.origin = origin;
    EXPECT_EQ(request.route().service, Service::kMocap) << origin;
  }
  for (const char* origin :
       {"https://evil.example", "http://evil.example:64212", "null", "", "https://127.0.0.1:64212", "http://127.0.0.1:5173",
        "http://127.0.0.1:64212.evil.example", "http://127.0.0.1:64212@evil.example", "file://"}) {
    request.facts.origin = origin;
    EXPECT_EQ(request.status(), 403U) << origin;
  }
  request.rules.origins = {"https://studio.example"};
  request.facts.origin = "https://studio.example";
  EXPECT_EQ(request.status(), 0U);
  EXPECT_EQ(request.route().cors_origin, "https://studio.example");
}

TEST(Access, WithoutOriginOnlyLoopbackMayDoWhatAPageCouldMisuse) {
  Request socket("/retargeting");
  socket.websocket();
  EXPECT_EQ(socket.route().service, Service::kRemote);
  socket.facts.is_peer_loopback = false;
  EXPECT_EQ(socket.status(), 403U);
  Request put("/assets/" + std::string(kHash), "PUT");
  const std::string target = "/assets/" + std::string(kHash);
  put.facts.target = target;
  put.facts.content_length = 1;
  EXPECT_EQ(put.route().service, Service::kPutAsset);
  put.facts.is_peer_loopback = false;
  EXPECT_EQ(put.status(), 403U);
  Request page("/index.html");
  page.facts.is_peer_loopback = false;
  EXPECT_EQ(page.status(), 0U);
}

TEST(Access, TokenByQueryHeaderOrSubprotocol) {
  Request request("/mocap");
  request.websocket();
  request.rules.token = "correct-horse";
  EXPECT_EQ(request.status(), 401U);
  request.facts.target = "/mocap?token=correct-horse";
  EXPECT_EQ(request.status(), 0U);
  request.facts.target = "/mocap?a=b&token=correct%2Dhorse&c";
  EXPECT_EQ(request.status(), 0U);
  for (const char* target : {"/mocap?token=", "/mocap?token=correct-hors", "/mocap?token=correct-horsf",
                             "/mocap?token=correct-horse-", "/mocap?Token=correct-horse"}) {
    request.facts.target = target;
    EXPECT_EQ(request.status(), 401U) << target;
  }
  request.facts.target = "/mocap";
  request.facts.authorization = "Bearer correct-horse";
  EXPECT_EQ(request.status(), 0U);
  request.facts.authorization = "";
  request.facts.websocket_protocol = "doppel.mocap.v1, doppel.token.correct-horse";
  EXPECT_EQ(request.status(), 0U);
  EXPECT_EQ(request.route().subprotocol, "doppel.mocap.v1");
  request.facts.websocket_protocol = "doppel.mocap.v1, doppel.token.wrong-horse";
  EXPECT_EQ(request.status(), 401U);
}

TEST(Access, WhatNeedsTheTokenAndWhatDoesNot) {
  for (const auto& [target, needs] :
       {std::pair("/", false), {"/healthz", false}, {"/metrics", true}, {"/retargeting", true}, {"/embed.html", false}}) {
    Request request(target);
    request.websocket();
    request.rules.token = "correct-horse";
    EXPECT_EQ(request.status() == 401U, needs) << target;
  }
}

TEST(Access, ComparesWithoutLeavingEarly) {
  EXPECT_TRUE(constant_time_equal("", ""));
  EXPECT_TRUE(constant_time_equal("abc", "abc"));
  EXPECT_FALSE(constant_time_equal("abc", "abd"));
  EXPECT_FALSE(constant_time_equal("abc", "ab"));
  EXPECT_FALSE(constant_time_equal("", "a"));
  EXPECT_TRUE(is_valid_token("correct-horse"));
  EXPECT_FALSE(is_valid_token("short"));
  EXPECT_FALSE(is_valid_token("with space here"));
  EXPECT_FALSE(is_valid_token(std::string(129, 'a')));
}

TEST(RequestTarget, CleanPathsAreDecoded) {
  EXPECT_EQ(parse_target("/")->path, "/");
  EXPECT_EQ(parse_target("/a%20b/c.js?x=1")->path, "/a b/c.js");
  EXPECT_EQ(parse_target("/%ED%95%9C?token=a%2Bb")->path, "/한");
  EXPECT_EQ(parse_target("/x?token=a%2Bb&token=c")->token, "a+b");
  EXPECT_EQ(parse_target("/folder/")->path, "/folder/");
  EXPECT_EQ(parse_target("/..a/b..")->path, "/..a/b..");
}

TEST(RequestTarget, AQueryForThePrintedAddressIsJudged) {
  for (const char* query : {"avatars=10", "avatars=10&view=output", "name=%ED%95%9C", "a", "x=1/2?3", "mytoken=1"})
    EXPECT_TRUE(is_valid_query(query)) << query;
  EXPECT_TRUE(is_valid_query(std::string(512, 'a')));
  EXPECT_FALSE(is_valid_query(std::string(513, 'a')));
  for (const char* query : {"", "?avatars=10", "a b", "a#b", "name=\xED\x95\x9C", "a=%2", "a=%zz", "token=correct-horse",
                            "a=1&token=x", "a=\"b\"", "a=<b>", "a\nb"})
    EXPECT_FALSE(is_valid_query(query)) << query;
}

TEST(RequestTarget, WaysOutOfTheFolderAreRefused) {
  for (const char* target : {"/..",
                             "/../etc/passwd",
                             "/a/../b",
                             "/a/..",
                             "/%2e%2e/etc/passwd",
                             "/%2E%2E",
                             "/a%2f..%2fb",
                             "/..%2f",
                             "/.",
                             "/a/./b",
                             "//etc/passwd",
                             "/a//b",
                             "/..\\windows",
                             "/%5c..%5c",
                             "/a%00b",
                             "/a%0ab",
                             "/a%7f",
                             "/%",
                             "/%2",
                             "/%zz",
                             "",
                             "a",
                             "*",
                             "http://evil.example/",
                             "/a\nb"}) {
    EXPECT_FALSE(parse_target(target)) << target;
  }
}

TEST(Route, PathsNameTheirServices) {
  EXPECT_EQ(Request("/healthz").route().service, Service::kHealth);
  EXPECT_EQ(Request("/metrics").route().service, Service::kMetrics);
  EXPECT_EQ(Request("/assets/index-Ab3dE9x_.js").route().service, Service::kPage);
  const std::string asset = "/assets/" + std::string(kHash);
  EXPECT_EQ(Request(asset).route().service, Service::kGetAsset);
  EXPECT_EQ(Request(asset).route().hash, kHash);
  EXPECT_EQ(Request(asset, "HEAD").route().service, Service::kGetAsset);
  EXPECT_EQ(Request(asset, "PUT").status(), 411U);
  EXPECT_EQ(Request(asset, "DELETE").status(), 405U);
  EXPECT_EQ(Request("/index.html", "POST").status(), 405U);
  EXPECT_EQ(Request("/../x").status(), 400U);
}

TEST(Route, HandshakesMustBeWhole) {
  const auto without = [](auto&& spoil) {
    Request request("/mocap");
    request.websocket();
    spoil(request.facts);
    return request.status();
  };
  EXPECT_EQ(without([](RequestFacts&) {}), 0U);
  EXPECT_EQ(without([](RequestFacts& f) { f.method = "POST"; }), 405U);
  EXPECT_EQ(without([](RequestFacts& f) { f.upgrade = "h2c"; }), 400U);
  EXPECT_EQ(without([](RequestFacts& f) { f.connection = "keep-alive"; }), 400U);
  EXPECT_EQ(without([](RequestFacts& f) { f.websocket_version = "8"; }), 400U);
  EXPECT_EQ(without([](RequestFacts& f) { f.websocket_key = "short"; }), 400U);
  EXPECT_EQ(without([](RequestFacts& f) { f.websocket_protocol = ""; }), 400U);
  EXPECT_EQ(without([](RequestFacts& f) { f.websocket_protocol = "doppel.mocap.v2"; }), 400U);
  EXPECT_EQ(without([](RequestFacts& f) { f.content_length = 5; }), 400U);
  EXPECT_EQ(without([](RequestFacts& f) { f.is_chunked = true; }), 400U);
  Request remote("/retargeting");
  remote.websocket();
  remote.facts.websocket_protocol = "";
  EXPECT_EQ(remote.route().service, Service::kRemote);
  EXPECT_EQ(remote.route().subprotocol, "");
}

TEST(Route, PreflightsNeedAnAllowedOriginAndNoToken) {
  Request request("/metrics", "OPTIONS");
  request.rules.token = "correct-horse";
  request.rules.origins = {"https://studio.example"};
  request.facts.origin = "https://studio.example";
  EXPECT_EQ(request.route().service, Service::kPreflight);
  request.facts.origin = "https://evil.example";
  EXPECT_EQ(request.status(), 403U);
}

}  // namespace
}  // namespace doppel::server
