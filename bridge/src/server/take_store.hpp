// The folder of takes: what is in it, by names that cannot lead out of it.
// It writes no take and removes none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace doppel::server {

inline constexpr std::string_view kTakeEnding = ".dtake";

struct StoredTake {
  /// With its ending.
  std::string name;
  std::filesystem::path file;
  std::uint64_t bytes = 0;
  /// Seconds since 1970-01-01 UTC.
  double modified = 0.0;

  /// For HTTP: of its size and its time.
  std::string etag() const;
};

class TakeStore {
 public:
  /// Empty folder: there are none and none can be made.
  explicit TakeStore(std::filesystem::path folder);

  bool has_folder() const { return !folder_.empty(); }
  const std::filesystem::path& folder() const { return folder_; }
  /// The one that is being written; it is no finished take. Empty: none.
  void set_unfinished(std::filesystem::path file) { unfinished_ = std::move(file); }

  /// Finished takes, the newest first.
  std::vector<StoredTake> list() const;
  /// Nothing where no finished take has this name, or where it is none that a take may have.
  std::optional<StoredTake> find(std::string_view name) const;
  /// What `/takes` answers: JSON.
  std::string list_text() const;

 private:
  std::filesystem::path folder_;
  std::filesystem::path unfinished_;
};

}  // namespace doppel::server
