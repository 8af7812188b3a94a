// Tests of what the bridge keeps and serves from disk: assets, the scene, the page's files; and of its metrics' text.
// No connection takes part.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>

#include "base/sha256.hpp"
#include "server/asset_store.hpp"
#include "server/metrics.hpp"
#include "server/scene_store.hpp"
#include "server/static_files.hpp"
#include "temporary_folder.hpp"

namespace doppel::server {
namespace {

namespace fs = std::filesystem;
using fixtures::read_file;
using fixtures::TemporaryFolder;
using fixtures::write_file;
using ::testing::HasSubstr;

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
std::string hash_of(std::string_view text) { return sha256_hex(bytes_of(text)); }

AssetUpload::Result put(AssetStore& store, const std::string& hash, std::string_view text) {
  std::unique_ptr<AssetUpload> upload;
  EXPECT_EQ(store.begin(hash, text.size(), upload), AssetStore::Admission::kAdmitted);
  for (const char& c : text) upload->add(bytes_of({&c, 1}));
  return upload->finish();
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(AssetStore, KeepsWhatHasItsHashAndNothingElse) {
  const TemporaryFolder folder;
  AssetStore store(folder / "assets", {});
  ASSERT_EQ(store.open(), "");
  EXPECT_EQ(put(store, hash_of("hello"), "hello"), AssetUpload::Result::kStored);
  EXPECT_EQ(put(store, hash_of("other"), "hell0"), AssetUpload::Result::kWrongHash);
  ASSERT_TRUE(store.find(hash_of("hello")));
  EXPECT_EQ(read_file(*store.find(hash_of("hello"))), "hello");
  EXPECT_FALSE(store.find(hash_of("other")));
  EXPECT_EQ(store.count(), 1U);
  EXPECT_EQ(store.bytes(), 5U);
  EXPECT_EQ(files_in(folder / "assets"), 1U);
  std::unique_ptr<AssetUpload> upload;
  EXPECT_EQ(store.begin(hash_of("hello"), 5, upload), AssetStore::Admission::kPresent);
}

TEST(AssetStore, AnUploadThatIsGivenUpLeavesNothing) {
  const TemporaryFolder folder;
  AssetStore store(folder.path(), {100, 100});
  ASSERT_EQ(store.open(), "");
  {
    std::unique_ptr<AssetUpload> upload;
    ASSERT_EQ(store.begin(hash_of("x"), 60, upload), AssetStore::Admission::kAdmitted);
    upload->add(bytes_of("half"));
    // Its room is taken while it lasts.
    std::unique_ptr<AssetUpload> second;
    EXPECT_EQ(store.begin(hash_of("y"), 60, second), AssetStore::Admission::kNoSpace);
  }
  EXPECT_EQ(files_in(folder.path()), 0U);
  std::unique_ptr<AssetUpload> third;
  EXPECT_EQ(store.begin(hash_of("y"), 60, third), AssetStore::Admission::kAdmitted);
}

TEST(AssetStore, FewerBytesThanAnnouncedAreNotKept) {
  const TemporaryFolder folder;
  AssetStore store(folder.path(), {});
  std::unique_ptr<AssetUpload> upload;
  ASSERT_EQ(store.begin(hash_of("hello"), 6, upload), AssetStore::Admission::kAdmitted);
  upload->add(bytes_of("hello"));
  EXPECT_EQ(upload->finish(), AssetUpload::Result::kWrongHash);
}

TEST(AssetStore, TheLeastUsedMakeRoom) {
  const TemporaryFolder folder;
  AssetStore store(folder.path(), {10, 30});
  ASSERT_EQ(store.open(), "");
  const std::string a(10, 'a');
  const std::string b(10, 'b');
  const std::string c(10, 'c');
  const std::string d(10, 'd');
  for (const auto& text : {a, b, c}) EXPECT_EQ(put(store, hash_of(text), text), AssetUpload::Result::kStored);
  EXPECT_TRUE(store.find(hash_of(a)));
  EXPECT_EQ(put(store, hash_of(d), d), AssetUpload::Result::kStored);
  EXPECT_TRUE(store.find(hash_of(a)));
  EXPECT_FALSE(store.find(hash_of(b)));
  EXPECT_EQ(store.bytes(), 30U);
  EXPECT_EQ(files_in(folder.path()), 3U);
  std::unique_ptr<AssetUpload> upload;
  EXPECT_EQ(store.begin(hash_of("e"), 11, upload), AssetStore::Admission::kTooLarge);
}

TEST(AssetStore, AnnouncementsAloneRemoveNothing) {
  const TemporaryFolder folder;
  AssetStore store(folder.path(), {10, 30});
  ASSERT_EQ(store.open(), "");
  for (const char* text : {"aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"})
    EXPECT_EQ(put(store, hash_of(text), text), AssetUpload::Result::kStored);
  {
    std::vector<std::unique_ptr<AssetUpload>> uploads(3);
    for (auto& upload : uploads)
      EXPECT_EQ(store.begin(hash_of("d" + std::to_string(&upload - uploads.data())), 10, upload),
                AssetStore::Admission::kAdmitted);
    // Whole, but not what was announced.
    uploads[0]->add(bytes_of("xxxxxxxxxx"));
    EXPECT_EQ(uploads[0]->finish(), AssetUpload::Result::kWrongHash);
    EXPECT_EQ(store.count(), 3U);
  }
  EXPECT_EQ(store.count(), 3U);
  EXPECT_EQ(files_in(folder.path()), 3U);
}

TEST(AssetStore, TwoOfOneFileAreOne) {
  const TemporaryFolder folder;
  AssetStore store(folder.path(), {10, 20});
  ASSERT_EQ(store.open(), "");
  EXPECT_EQ(put(store, hash_of("aaaaaaaaaa"), "aaaaaaaaaa"), AssetUpload::Result::kStored);
  std::array<std::unique_ptr<AssetUpload>, 2> uploads;
  for (auto& upload : uploads) EXPECT_EQ(store.begin(hash_of("bbbbbbbbbb"), 10, upload), AssetStore::Admission::kAdmitted);
  for (auto& upload : uploads) {
    upload->add(bytes_of("bbbbbbbbbb"));
    EXPECT_EQ(upload->finish(), AssetUpload::Result::kStored);
  }
  EXPECT_EQ(store.count(), 2U);
  EXPECT_EQ(store.bytes(), 20U);
  EXPECT_TRUE(store.find(hash_of("aaaaaaaaaa")));
}

TEST(AssetStore, ANewStartFindsWhatIsThereAndClearsWhatWasNotFinished) {
  const TemporaryFolder folder;
  {
    AssetStore store(folder.path(), {});
    put(store, hash_of("hello"), "hello");
  }
  write_file(folder / (hash_of("x") + "-1.part"), "half");
  write_file(folder / "notes.txt", "mine");
  AssetStore store(folder.path(), {});
  ASSERT_EQ(store.open(), "");
  EXPECT_TRUE(store.find(hash_of("hello")));
  EXPECT_EQ(store.count(), 1U);
  EXPECT_EQ(files_in(folder.path()), 2U);
  // A file that somebody removed is not there.
  fs::remove(folder / hash_of("hello"));
  EXPECT_FALSE(store.find(hash_of("hello")));
  EXPECT_EQ(store.bytes(), 0U);
}

TEST(AssetStore, AFolderThatCannotBeMadeIsSaid) {
  const TemporaryFolder folder;
  write_file(folder / "file", "x");
  EXPECT_THAT(AssetStore(folder / "file" / "assets", {}).open(), HasSubstr("assets"));
}

TEST(SceneStore, OutlivesTheProgram) {
  const TemporaryFolder folder;
  {
    SceneStore store(folder / "scene.json");
    EXPECT_EQ(store.load(), "");
    EXPECT_EQ(store.document(), "null");
    EXPECT_EQ(store.store(R"({"b":1,"a":[0.1]})"), 1U);
    EXPECT_EQ(store.store(R"({"b":2,"a":[0.1]})"), 2U);
    EXPECT_EQ(store.save(), "");
  }
  SceneStore again(folder / "scene.json");
  EXPECT_EQ(again.load(), "");
  EXPECT_EQ(again.revision(), 2U);
  EXPECT_EQ(again.document(), R"({"b":2,"a":[0.1]})");
  EXPECT_EQ(again.store("{}"), 3U);
}

TEST(SceneStore, ADamagedFileIsSetAsideAndSaid) {
  const TemporaryFolder folder;
  for (const std::string& text :
       std::vector{std::string("{\"revision\":3,\"docum"), std::string(R"({"revision":-3,"document":{}})"),
                   std::string(R"({"document":{}})"), std::string(1000, '[')}) {
    write_file(folder / "scene.json", text);
    SceneStore store(folder / "scene.json");
    EXPECT_THAT(store.load(), HasSubstr("scene.json.damaged"));
    EXPECT_EQ(store.revision(), 0U);
    EXPECT_EQ(store.document(), "null");
    EXPECT_EQ(read_file(folder / "scene.json.damaged"), text);
    EXPECT_FALSE(fs::exists(folder / "scene.json"));
  }
}

TEST(SceneStore, AFolderThatIsGoneIsSaidAndTheSceneStays) {
  SceneStore store("/nonexistent-folder/scene.json");
  EXPECT_EQ(store.load(), "");
  store.store("{}");
  EXPECT_THAT(store.save(), HasSubstr("/nonexistent-folder"));
  EXPECT_EQ(store.document(), "{}");
}

TEST(SceneStore, WhatCouldNotBeWrittenIsTriedAgain) {
  const TemporaryFolder folder;
  const fs::path file = folder / "later/scene.json";
  SceneStore store(file);
  store.store("{}");
  EXPECT_THAT(store.save(), HasSubstr("could not be written"));
  fs::create_directory(folder / "later");
  EXPECT_EQ(store.save(), "");
  EXPECT_EQ(read_file(file), "{\"revision\":1,\"document\":{}}\n");
}

TEST(StaticFiles, KnowsTypesAndHowLongEachMayBeKept) {
  const TemporaryFolder folder;
  write_file(folder / "page/index.html", "<p>");
  write_file(folder / "page/remote.html", "<b>");
  write_file(folder / "page/assets/index-Ab3_dE9x.js", "1");
  write_file(folder / "page/assets/basis-worker-Ab3_dE9x.js", "2");
  write_file(folder / "page/avatars/realistic.vrm", "3");
  write_file(folder / "secret.txt", "no");
  fs::create_symlink(folder / "secret.txt", folder / "page/link.txt");
  fs::create_directory_symlink(folder.path(), folder / "page/up");
  StaticFiles files(folder / "page");
  files.scan();
  EXPECT_EQ(files.size(), 5U);
  const StaticFile* index = files.find("/", 0.0);
  ASSERT_TRUE(index);
  EXPECT_EQ(index->type, "text/html; charset=utf-8");
  EXPECT_EQ(index->cache_control, "no-cache");
  EXPECT_THAT(index->etag, ::testing::MatchesRegex("\"[0-9a-f]+-3\""));
  EXPECT_EQ(index->policy, kPagePolicy);
  EXPECT_EQ(files.find("/index.html", 0.0), index);
  const StaticFile* control = files.find("/remote", 0.0);
  ASSERT_TRUE(control);
  EXPECT_EQ(control, files.find("/remote.html", 0.0));
  EXPECT_EQ(control->policy, kPagePolicy);
  const StaticFile* script = files.find("/assets/index-Ab3_dE9x.js", 0.0);
  ASSERT_TRUE(script);
  EXPECT_EQ(script->type, "text/javascript; charset=utf-8");
  EXPECT_THAT(script->cache_control, HasSubstr("immutable"));
  const StaticFile* worker = files.find("/assets/basis-worker-Ab3_dE9x.js", 0.0);
  ASSERT_TRUE(worker);
  EXPECT_THAT(worker->policy, HasSubstr("'unsafe-eval'"));
  EXPECT_THAT(std::string(kPagePolicy), ::testing::Not(HasSubstr("'unsafe-eval'")));
  EXPECT_EQ(files.find("/avatars/realistic.vrm", 0.0)->type, "model/gltf-binary");
  for (const char* path :
       {"/link.txt", "/up/secret.txt", "/../secret.txt", "/avatars", "/avatars/", "", "index.html", "/missing"}) {
    EXPECT_FALSE(files.find(path, 0.0)) << path;
  }
}

TEST(StaticFiles, APageThatIsBuiltAnewIsFound) {
  const TemporaryFolder folder;
  write_file(folder / "index.html", "one");
  StaticFiles files(folder.path());
  files.scan();
  ASSERT_TRUE(files.find("/", 10.0));
  const std::string before = files.find("/", 10.0)->etag;
  write_file(folder / "index.html", "two");
  fs::last_write_time(folder / "index.html", fs::file_time_type::clock::now() + std::chrono::seconds(5));
  write_file(folder / "new.js", "x");
  ASSERT_TRUE(files.find("/new.js", 20.0));
  ASSERT_TRUE(files.find("/", 20.0));
  EXPECT_NE(files.find("/", 20.0)->etag, before);
  fs::remove(folder / "new.js");
  EXPECT_FALSE(files.find("/new.js", 30.0));
  StaticFiles none("");
  none.scan();
  EXPECT_FALSE(none.find("/", 0.0));
}

TEST(Metrics, BucketsStandForAllBelow) {
  Histogram histogram;
  for (const double seconds : {0.00001, 0.00005, 0.00006, 0.003, 2.0}) histogram.observe(seconds);
  std::string text;
  histogram.render("x", text);
  EXPECT_THAT(text, HasSubstr("x_bucket{le=\"5e-05\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("x_bucket{le=\"0.0001\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("x_bucket{le=\"0.005\"} 4\n"));
  EXPECT_THAT(text, HasSubstr("x_bucket{le=\"1\"} 4\n"));
  EXPECT_THAT(text, HasSubstr("x_bucket{le=\"+Inf\"} 5\nx_sum 2.00312\nx_count 5\n"));
}

TEST(Metrics, EveryLineIsOfPrometheusForm) {
  Metrics metrics;
  metrics.refuse("wrong-host");
  metrics.refuse("wrong-host");
  mocap::Status status;
  // Every counter has a value of its own.
  status.counters = {11, 3, 12, 13, 14, 15, 16, 17, 18, 19, 20};
  const std::string text = metrics.render(status, 1.5);
  EXPECT_THAT(text, HasSubstr("\ndoppel_refusals_total{reason=\"wrong-host\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("\ndoppel_source_frames_lost_total 3\n"));
  for (const char* line : {"frames_total 11", "frames_late_total 12", "frames_duplicate_total 13", "bad_packets_total 14",
                           "bad_sections_total 15", "bad_values_total 16", "foreign_packets_total 17",
                           "undecodable_frames_total 18", "trailing_packets_total 19", "reconnections_total 20"}) {
    EXPECT_THAT(text, HasSubstr("\ndoppel_source_" + std::string(line) + "\n"));
  }
  EXPECT_THAT(text, HasSubstr("\ndoppel_uptime_seconds 1.5\n"));
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    ASSERT_NE(end, std::string::npos);
    EXPECT_THAT(text.substr(begin, end - begin),
                ::testing::MatchesRegex("(# (HELP|TYPE) doppel_.*)|(doppel_[a-z_]+([{].*[}])? [0-9.e+-]+)"));
    begin = end + 1;
  }
}

}  // namespace
}  // namespace doppel::server
