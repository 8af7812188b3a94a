// A name is judged by its letters before it meets the file system.
// Links are followed nowhere: a file counts only where it stands in the folder itself.
#include "server/take_store.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "mocap/recording_control.hpp"

namespace doppel::server {

namespace fs = std::filesystem;

std::string StoredTake::etag() const { return fmt::format("\"{:x}-{:x}\"", bytes, static_cast<std::uint64_t>(modified * 1e6)); }

TakeStore::TakeStore(fs::path folder) : folder_(std::move(folder)) {}

std::optional<StoredTake> TakeStore::find(std::string_view name) const {
  if (!has_folder() || !name.ends_with(kTakeEnding)) return std::nullopt;
  // The bridge numbers a name that is taken, so a stem on the disk may be longer than one that is given.
  const std::string_view stem = name.substr(0, name.size() - kTakeEnding.size());
  const std::size_t begin = stem.size() > mocap::kLongestTakeName ? stem.size() - mocap::kLongestTakeName : 0;
  if (begin > 8 || !mocap::is_take_name(stem.substr(0, stem.size() - begin)) || !mocap::is_take_name(stem.substr(begin))) {
    return std::nullopt;
  }
  StoredTake take;
  take.name = name;
  take.file = folder_ / take.name;
  struct stat facts {};
  std::error_code error;
  if (!unfinished_.empty() && fs::equivalent(take.file, unfinished_, error)) return std::nullopt;
  if (lstat(take.file.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  take.bytes = static_cast<std::uint64_t>(facts.st_size);
  take.modified = static_cast<double>(facts.st_mtim.tv_sec) + static_cast<double>(facts.st_mtim.tv_nsec) * 1e-9;
  return take;
}

std::vector<StoredTake> TakeStore::list() const {
  std::vector<StoredTake> takes;
  if (!has_folder()) return takes;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error)) {
    if (auto take = find(entry->path().filename().string())) takes.push_back(std::move(*take));
  }
  std::sort(takes.begin(), takes.end(), [](const StoredTake& a, const StoredTake& b) {
    return a.modified != b.modified ? a.modified > b.modified : a.name > b.name;
  });
  return takes;
}

std::string TakeStore::list_text() const {
  nlohmann::ordered_json takes = nlohmann::ordered_json::array();
  for (const StoredTake& take : list()) {
    takes.push_back({{"name", take.name}, {"bytes", take.bytes}, {"modified", take.modified}});
  }
  return nlohmann::ordered_json{{"takes", std::move(takes)}}.dump() + "\n";
}

}  // namespace doppel::server
