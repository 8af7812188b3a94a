// The scene that several pages share: one JSON document with a revision, kept on disk.
// What stands in it is the pages' affair; who may write is the remote hub's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace doppel::server {

class SceneStore {
 public:
  /// Empty path: nothing is kept on disk.
  explicit SceneStore(std::filesystem::path file) : file_(std::move(file)) {}

  /// Reads the file, if there is one. Returns a sentence for the log where it could not be used; it is then moved aside.
  std::string load();
  /// `document` is JSON. Returns the new revision.
  std::uint64_t store(std::string document);
  /// Writes what has changed since the last time, in one step: a reader sees the old file or the new one. A sentence for the
  /// log where that failed; the next call tries again.
  std::string save();

  std::uint64_t revision() const { return revision_; }
  /// JSON, `null` where there is none yet.
  const std::string& document() const { return document_; }

 private:
  std::filesystem::path file_;
  std::uint64_t revision_ = 0;
  std::string document_ = "null";
  bool is_changed_ = false;
};

}  // namespace doppel::server
