// Tests of the real program: a client records, downloads and plays what it recorded; who may not download.
// Rules of names and limits are tested without sockets in server/recordings_test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>

#include "program/client.hpp"
#include "program/program.hpp"
#include "program/replayed.hpp"
#include "take/take_reader.hpp"

namespace doppel::program {
namespace {

using ::testing::HasSubstr;
using Json = WebSocket::Json;

constexpr const char* kStart = R"({"type":"record","action":"start","name":"Scene 1"})";
constexpr const char* kStop = R"({"type":"record","action":"stop"})";

/// Records this many frames and more; what the bridge says at the end.
Json record(WebSocket& client, int frames) {
  client.next_text("recording");
  client.send(kStart);
  EXPECT_EQ(client.next_text("recording")["active"], true);
  for (int i = 0; i < frames; ++i) client.next_frame();
  client.send(kStop);
  Json state = client.next_text("recording");
  // One a second comes while it runs.
  while (state.value("active", false)) state = client.next_text("recording");
  return state;
}

TEST(Recording, IsListedDownloadedAndPlayed) {
  const Studio studio;
  Program bridge(studio.arguments());
  const std::uint16_t port = bridge.port();
  WebSocket client(port, {});
  EXPECT_EQ(Json::parse(request(port, "GET", "/takes").body)["takes"].size(), 0U);
  const Json state = record(client, 100);
  EXPECT_GE(state["frames"].get<int>(), 100);
  const Json takes = Json::parse(request(port, "GET", "/takes").body)["takes"];
  ASSERT_EQ(takes.size(), 1U);
  EXPECT_EQ(takes[0]["name"], "Scene 1.dtake");
  EXPECT_EQ(takes[0]["bytes"], state["bytes"]);
  const Response download = request(port, "GET", "/takes/Scene%201.dtake");
  EXPECT_EQ(download.status, 200);
  EXPECT_EQ(download.field("content-type"), "application/octet-stream");
  EXPECT_EQ(download.body, fixtures::read_file(studio.folder / "data/takes/Scene 1.dtake"));
  EXPECT_EQ(request(port, "GET", "/takes/Scene%201.dtake", "If-None-Match: " + download.field("etag") + "\r\n").status, 304);
  EXPECT_EQ(request(port, "HEAD", "/takes/Scene%201.dtake").field("content-length"), std::to_string(download.body.size()));

  std::ofstream(studio.folder / "downloaded.dtake", std::ios::binary) << download.body;
  take::TakeReader reader(studio.folder / "downloaded.dtake");
  int frames = 0;
  for (take::TakeFrame frame; reader.read(frame);) ++frames;
  EXPECT_EQ(frames, state["frames"].get<int>());
  Program player({"--source", "replay", "--file", (studio.folder / "downloaded.dtake").string(), "--port", "0", "--data", "",
                  "--log", "error"});
  WebSocket viewer(player.port(), {});
  EXPECT_EQ(viewer.next_text("descriptions")["skeletons"].size(), 2U);
  EXPECT_FALSE(viewer.next_frame().empty());
}

TEST(Recording, IsWholeWhenTheBridgeIsTold) {
  const Studio studio;
  Program bridge(studio.arguments());
  WebSocket client(bridge.port(), {});
  client.send(kStart);
  for (int i = 0; i < 50; ++i) client.next_frame();
  bridge.signal(SIGTERM);
  EXPECT_EQ(bridge.wait(), 0);
  take::TakeReader reader(studio.folder / "data/takes/Scene 1.dtake");
  int frames = 0;
  for (take::TakeFrame frame; reader.read(frame);) ++frames;
  EXPECT_GE(frames, 40);
  EXPECT_EQ(reader.faults().damaged_bytes + reader.faults().damaged_chunks, 0U);
}

TEST(Recording, OneOfTheCommandLineRunsAlready) {
  const Studio studio;
  Program bridge(studio.arguments({"--record", (studio.folder / "mine.dtake").string()}));
  WebSocket client(bridge.port(), {});
  const Json state = client.next_text("recording");
  EXPECT_EQ(state["active"], true);
  EXPECT_EQ(state["name"], "mine.dtake");
  client.send(kStart);
  EXPECT_EQ(client.next_text("error")["code"], "already-recording");
}

TEST(Recording, WithoutADataFolderThereIsNone) {
  Program bridge({"--source", "none", "--port", "0", "--data", "", "--log", "error"});
  const std::uint16_t port = bridge.port();
  WebSocket client(port, {});
  client.send(kStart);
  EXPECT_EQ(client.next_text("error")["code"], "no-data-folder");
  EXPECT_EQ(request(port, "GET", "/takes").body, "{\"takes\":[]}\n");
}

TEST(Recording, NoPathLeadsOutOfTheFolderOfTakes) {
  const Studio studio;
  Program bridge(studio.arguments());
  const std::uint16_t port = bridge.port();
  for (const char* target : {"/takes/../take.dtake", "/takes/%2e%2e/take.dtake", "/takes/..%2ftake.dtake",
                             "/takes/..%5ctake.dtake", "/takes/%2e%2e%2f%2e%2e%2ftake.dtake", "/takes//take.dtake",
                             "/takes/scene.json", "/takes/", "/takes/x", "/takes/missing.dtake", "/takes/a%00.dtake"}) {
    const Response response = request(port, "GET", target);
    EXPECT_TRUE(response.status == 400 || response.status == 404) << target << " " << response.status;
    EXPECT_THAT(response.body, HasSubstr("\"error\"")) << target;
  }
  EXPECT_EQ(request(port, "PUT", "/takes/x.dtake", "Content-Length: 0\r\n").status, 405);
  EXPECT_EQ(request(port, "DELETE", "/takes/x.dtake").status, 405);
}

TEST(Recording, TakesAreGuardedAsAssetsAre) {
  const Studio studio;
  Program bridge(studio.arguments({"--token", "correct-horse"}));
  const std::uint16_t port = bridge.port();
  for (const char* target : {"/takes", "/takes/x.dtake"}) {
    EXPECT_EQ(request(port, "GET", target).status, 401) << target;
    EXPECT_EQ(request(port, "GET", std::string(target) + "?token=wrong-horse").status, 401) << target;
    Connection rebound(port);
    EXPECT_EQ(ask(rebound, "GET " + std::string(target) + "?token=correct-horse HTTP/1.1\r\nHost: evil.example\r\n\r\n").status,
              421);
    EXPECT_EQ(request(port, "GET", std::string(target) + "?token=correct-horse", "Origin: https://evil.example\r\n").status, 403);
  }
  EXPECT_EQ(request(port, "GET", "/takes?token=correct-horse").status, 200);
  EXPECT_EQ(request(port, "GET", "/takes/x.dtake?token=correct-horse").status, 404);
}

}  // namespace
}  // namespace doppel::program
