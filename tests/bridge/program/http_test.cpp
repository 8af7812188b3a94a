// Tests of the real program over HTTP: the page and its policy, assets, who is refused, what never leaves the folder.
// Rules are tested one by one without sockets in server/access_test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <memory>
#include <thread>

#include "base/sha256.hpp"
#include "program/client.hpp"
#include "program/program.hpp"
#include "program/replayed.hpp"

namespace doppel::program {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string hash_of(const std::string& text) {
  return sha256_hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

struct HttpTest : ::testing::Test {
  Studio studio;
  Program bridge{
      studio.arguments({"--max-asset", "100000", "--max-assets", "200000", "--allow-origin", "https://studio.example"})};
  std::uint16_t port = bridge.port();
};

// The page has recordings of its own in a folder of the name under which the bridge hands out takes.
TEST_F(HttpTest, ServesThePagesOwnRecordings) {
  const Response demo = request(port, "GET", "/takes/demo.json");
  EXPECT_EQ(demo.status, 200);
  EXPECT_EQ(demo.body, "{}");
  EXPECT_EQ(request(port, "GET", "/takes/absent.json").status, 404);
}

TEST_F(HttpTest, ServesThePageUnderItsPolicy) {
  const Response page = request(port, "GET", "/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, "<!doctype html><title>page</title>");
  EXPECT_EQ(page.field("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.field("content-security-policy"),
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self' blob: data: "
            "https:; img-src 'self' "
            "blob: data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'");
  EXPECT_EQ(page.field("x-content-type-options"), "nosniff");
  EXPECT_EQ(page.field("cache-control"), "no-cache");
  const std::string etag = page.field("etag");
  const Response same = request(port, "GET", "/index.html", "If-None-Match: " + etag + "\r\n");
  EXPECT_EQ(same.status, 304);
  EXPECT_EQ(same.body, "");
  EXPECT_EQ(request(port, "GET", "/", "If-None-Match: \"other\", " + etag + "\r\n").status, 304);
  EXPECT_EQ(request(port, "GET", "/", "If-None-Match: \"other\"\r\n").status, 200);
  const Response head = request(port, "HEAD", "/");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.field("content-length"), "34");
  EXPECT_EQ(head.body, "");
  const Response script = request(port, "GET", "/assets/index-Ab3dE9xY.js");
  EXPECT_EQ(script.field("content-type"), "text/javascript; charset=utf-8");
  EXPECT_THAT(script.field("cache-control"), HasSubstr("immutable"));
}

TEST_F(HttpTest, NoPathLeadsOutOfTheFolder) {
  for (const char* target : {"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt",
                             "/assets/%2e%2e/%2e%2e/secret.txt", "/..\\secret.txt", "/%5c..%5csecret.txt", "//secret.txt",
                             "/./secret.txt", "/secret.txt", "/index.html/../../secret.txt", "/../data/scene.json", "/take.dtake",
                             "/%00", "/..%c0%af..%c0%afsecret.txt", "http://127.0.0.1/secret.txt"}) {
    const Response response = request(port, "GET", target);
    EXPECT_TRUE(response.status == 400 || response.status == 404) << target << " " << response.status;
    EXPECT_THAT(response.body, Not(HasSubstr("not for anybody"))) << target;
    EXPECT_THAT(response.body, HasSubstr("\"error\"")) << target;
  }
}

TEST_F(HttpTest, AReboundHostNameIsRefusedForPageStreamAndAssets) {
  for (const char* target : {"/", "/healthz", "/assets/e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}) {
    Connection connection(port);
    const Response response =
        ask(connection, "GET " + std::string(target) + " HTTP/1.1\r\nHost: evil.example:" + std::to_string(port) + "\r\n\r\n");
    EXPECT_EQ(response.status, 421) << target;
    EXPECT_THAT(response.body, HasSubstr("wrong-host"));
  }
  for (const std::string& head : {std::string("GET / HTTP/1.1\r\n\r\n"),
                                  "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\nHost: evil\r\n\r\n"}) {
    Connection connection(port);
    EXPECT_EQ(ask(connection, head).status, 421);
  }
}

TEST_F(HttpTest, AssetsByTheirHash) {
  const std::string body(70000, 'x');
  const std::string target = "/assets/" + hash_of(body);
  EXPECT_EQ(request(port, "GET", target).status, 404);
  EXPECT_EQ(request(port, "PUT", target, "", body).status, 201);
  EXPECT_EQ(request(port, "PUT", target, "", body).status, 200);
  const Response got = request(port, "GET", target);
  EXPECT_EQ(got.status, 200);
  EXPECT_EQ(got.body, body);
  EXPECT_EQ(got.field("etag"), "\"" + hash_of(body) + "\"");
  EXPECT_THAT(got.field("cache-control"), HasSubstr("immutable"));
  EXPECT_EQ(request(port, "HEAD", target).field("content-length"), "70000");
  // Another body than the path says is not kept.
  const std::string other = "/assets/" + hash_of("y");
  EXPECT_EQ(request(port, "PUT", other, "", "z").status, 400);
  EXPECT_EQ(request(port, "GET", other).status, 404);
  EXPECT_EQ(request(port, "PUT", "/assets/" + hash_of(std::string(100001, 'a')), "", std::string(100001, 'a')).status, 413);
  EXPECT_EQ(request(port, "PUT", "/assets/" + hash_of("a"), "Transfer-Encoding: chunked\r\n").status, 400);
  for (const char* fields : {"Transfer-Encoding: chunked\r\n", ""}) {
    Connection connection(port);
    const Response response =
        ask(connection,
            "PUT /assets/" + hash_of("a") + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n" + fields + "\r\n");
    EXPECT_EQ(response.status, 411) << fields;
  }
  // Three of 70 kB do not fit 200 kB: the one that was used least goes.
  const std::string second(70000, 'b');
  const std::string third(70000, 'c');
  EXPECT_EQ(request(port, "PUT", "/assets/" + hash_of(second), "", second).status, 201);
  EXPECT_EQ(request(port, "GET", target).status, 200);
  EXPECT_EQ(request(port, "PUT", "/assets/" + hash_of(third), "", third).status, 201);
  EXPECT_EQ(request(port, "GET", target).status, 200);
  EXPECT_EQ(request(port, "GET", "/assets/" + hash_of(second)).status, 404);
}

TEST_F(HttpTest, AnAssetOfNoBytesIsOneToo) {
  const std::string target = "/assets/" + hash_of("");
  EXPECT_EQ(request(port, "PUT", "/assets/" + hash_of("a")).status, 400);
  EXPECT_EQ(request(port, "PUT", target).status, 201);
  EXPECT_EQ(request(port, "PUT", target).status, 200);
  const Response got = request(port, "GET", target);
  EXPECT_EQ(got.status, 200);
  EXPECT_EQ(got.field("content-length"), "0");
}

/// Bytes that the system may take of an answer before anybody reads it.
std::size_t longest_send_buffer() {
  std::size_t least = 0;
  std::size_t usual = 0;
  std::size_t most = std::size_t{8} << 20;
  std::ifstream("/proc/sys/net/ipv4/tcp_wmem") >> least >> usual >> most;
  return std::clamp(most, std::size_t{1} << 20, std::size_t{64} << 20);
}

// Four who read a file drop by drop hold all places: the slowest goes when another comes.
TEST(HttpPlaces, SlowReadersKeepNobodyOut) {
  const Studio studio;
  Program bridge(studio.arguments({"--max-connections", "4"}));
  const std::uint16_t port = bridge.port();
  const std::string body(2 * longest_send_buffer(), 'x');
  const std::string target = "/assets/" + hash_of(body);
  ASSERT_EQ(request(port, "PUT", target, "", body).status, 201);
  std::vector<std::unique_ptr<Connection>> slow;
  for (int i = 0; i < 4; ++i) {
    slow.push_back(std::make_unique<Connection>(port, 4096));
    slow.back()->write("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n\r\n");
    ASSERT_NE(slow.back()->read(), "");
  }
  // They are not slow before they have had some time; in it others are turned away.
  int status = 0;
  for (int i = 0; i < 100 && status != 200; ++i) {
    std::array<char, 256> drop{};
    for (const auto& each : slow) ::recv(each->socket(), drop.data(), drop.size(), MSG_DONTWAIT);
    status = request(port, "GET", "/healthz").status;
    if (status != 200) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_EQ(status, 200);
  EXPECT_THAT(request(port, "GET", "/metrics").body, HasSubstr("doppel_refusals_total{reason=\"too-slow\"}"));
}

TEST_F(HttpTest, AHugeUploadIsRefusedByItsLength) {
  Connection connection(port);
  const Response response =
      ask(connection, "PUT /assets/" + hash_of("a") + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                          "\r\nContent-Length: 1000000000\r\n\r\n");
  EXPECT_EQ(response.status, 413);
}

TEST_F(HttpTest, AnUploadThatBreaksOffLeavesNothing) {
  const std::string hash = hash_of(std::string(50000, 'q'));
  {
    Connection connection(port);
    connection.write("PUT /assets/" + hash + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                     "\r\nContent-Length: 50000\r\n\r\n" + std::string(20000, 'q'));
  }
  EXPECT_EQ(request(port, "GET", "/assets/" + hash).status, 404);
  EXPECT_EQ(request(port, "PUT", "/assets/" + hash, "", std::string(50000, 'q')).status, 201);
}

TEST_F(HttpTest, ForeignOriginsGetNothingAndAllowedOnesTheirFields) {
  EXPECT_EQ(request(port, "GET", "/healthz", "Origin: https://evil.example\r\n").status, 403);
  EXPECT_EQ(request(port, "PUT", "/assets/" + hash_of("a"), "Origin: null\r\n", "a").status, 403);
  const Response allowed = request(port, "GET", "/healthz", "Origin: https://studio.example\r\n");
  EXPECT_EQ(allowed.status, 200);
  EXPECT_EQ(allowed.field("access-control-allow-origin"), "https://studio.example");
  const Response preflight = request(port, "OPTIONS", "/assets/" + hash_of("a"),
                                     "Origin: https://studio.example\r\nAccess-Control-Request-Method: PUT\r\n");
  EXPECT_EQ(preflight.status, 204);
  EXPECT_THAT(preflight.field("access-control-allow-methods"), HasSubstr("PUT"));
}

TEST_F(HttpTest, HealthAndMetrics) {
  const Response health = request(port, "GET", "/healthz");
  EXPECT_EQ(nlohmann::json::parse(health.body)["status"], "ok");
  request(port, "GET", "/missing");
  const std::string metrics = request(port, "GET", "/metrics").body;
  EXPECT_THAT(metrics, HasSubstr("doppel_refusals_total{reason=\"not-found\"} 1\n"));
  EXPECT_THAT(metrics, HasSubstr("doppel_frame_latency_seconds_bucket"));
}

TEST_F(HttpTest, BrokenRequestsAreAnsweredAndTheNextClientIsServed) {
  for (const std::string& bytes :
       {std::string("\x16\x03\x01\x02", 4) + "\r\n\r\n", std::string("GET\r\n\r\n"), std::string("GET / HTTP/9.9\r\n\r\n"),
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\nContent-Length: 5\r\n\r\nhello",
        "GET / HTTP/1.1\r\nX: " + std::string(9000, 'x') + "\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n\r\n"}) {
    Connection connection(port);
    const int status = ask(connection, bytes).status;
    EXPECT_TRUE(status >= 400 && status < 500) << status << " for " << bytes.substr(0, 40);
  }
  EXPECT_EQ(request(port, "GET", "/").status, 200);
}

TEST_F(HttpTest, SeveralRequestsOnOneConnection) {
  Connection connection(port);
  const std::string head = "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n\r\n";
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(connection, head).status, 200);
  connection.write("GET /missing HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(connection.read_all(), HasSubstr("404 Not Found"));
}

TEST(HttpToken, IsNeededForStreamsAssetsAndMetrics) {
  const Studio studio;
  Program bridge(studio.arguments({"--token", "correct-horse"}));
  const std::string address = bridge.read_line();
  EXPECT_THAT(address, HasSubstr("/?token=correct-horse"));
  const auto port = static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
  EXPECT_EQ(request(port, "GET", "/").status, 200);
  EXPECT_EQ(request(port, "GET", "/metrics").status, 401);
  EXPECT_EQ(request(port, "GET", "/metrics", "Authorization: Bearer wrong-horse\r\n").status, 401);
  EXPECT_EQ(request(port, "GET", "/metrics", "Authorization: Bearer correct-horse\r\n").status, 200);
  EXPECT_EQ(WebSocket(port, {}).status(), 401);
  EXPECT_EQ(WebSocket(port, {.target = "/mocap?token=wrong-horse"}).status(), 401);
  WebSocket by_query(port, {.target = "/mocap?token=correct-horse"});
  EXPECT_EQ(by_query.next_text("hello")["protocol"], "doppel.mocap.v1");
  WebSocket by_protocol(port, {.protocols = "doppel.mocap.v1, doppel.token.correct-horse"});
  EXPECT_EQ(by_protocol.response().field("sec-websocket-protocol"), "doppel.mocap.v1");
  EXPECT_EQ(by_protocol.next_text("hello")["protocol"], "doppel.mocap.v1");
}

}  // namespace
}  // namespace doppel::program
