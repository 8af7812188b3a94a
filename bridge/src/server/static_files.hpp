// The files of the built page, by a list that is made from the folder: what is not in the list does not exist.
// It sends nothing; http_connection does.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace doppel::server {

struct StaticFile {
  std::filesystem::path file;
  std::string type;
  /// With quotes.
  std::string etag;
  std::string cache_control;
  std::string policy;
  std::uintmax_t size = 0;
  std::filesystem::file_time_type modified;
};

class StaticFiles {
 public:
  /// Empty root: there are none.
  explicit StaticFiles(std::filesystem::path root) : root_(std::move(root)) {}

  /// Makes the list anew. Links, and what is no plain file, are left out. What cannot be read is too.
  void scan();
  /// The file of a decoded path, `/` being `/index.html` and `/remote` `/remote.html`; null where there is none. Looks at the
  /// folder again where a file has changed or is new, at most once a second. `now`: steady seconds.
  const StaticFile* find(std::string_view path, double now);
  std::size_t size() const { return files_.size(); }

 private:
  std::filesystem::path root_;
  std::map<std::string, StaticFile, std::less<>> files_;
  double scanned_at_ = -1e9;
};

/// `text/html; charset=utf-8` and so on, by the name's ending; `application/octet-stream` where it is unknown.
std::string_view media_type(std::string_view name);

/// The policy of every answer; see docs/protocol.md.
extern const std::string_view kPagePolicy;

}  // namespace doppel::server
