// Temporary file, digest while it comes, rename at the end: a stored file is whole and right, or not there.
// Use is remembered by the files' times, so that it outlives the program.
#include "server/asset_store.hpp"

#include <algorithm>
#include <vector>

namespace doppel::server {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kUnfinished = ".part";

bool is_hash(std::string_view name) {
  return name.size() == kHashDigits && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

AssetUpload::AssetUpload(AssetStore& store, std::string hash, fs::path file, std::uint64_t size)
    : store_(store),
      hash_(std::move(hash)),
      file_(std::move(file)),
      reserved_(size),
      stream_(file_, std::ios::binary | std::ios::trunc) {
  store_.reserved_ += reserved_;
}

AssetUpload::~AssetUpload() {
  store_.reserved_ -= reserved_;
  if (file_.empty()) return;
  stream_.close();
  std::error_code error;
  fs::remove(file_, error);
}

void AssetUpload::add(std::span<const std::uint8_t> bytes) {
  digest_.add(bytes);
  size_ += bytes.size();
  stream_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

AssetUpload::Result AssetUpload::finish() {
  stream_.close();
  if (!stream_) return Result::kWriteFailed;
  if (size_ != reserved_ || to_hex(digest_.finish()) != hash_) return Result::kWrongHash;
  // Only a file that is whole and right is worth others.
  if (!store_.assets_.contains(hash_)) store_.make_room(size_);
  std::error_code error;
  fs::rename(file_, store_.folder_ / hash_, error);
  if (error) return Result::kWriteFailed;
  file_.clear();
  store_.adopt(hash_, size_);
  return Result::kStored;
}

AssetStore::AssetStore(fs::path folder, AssetLimits limits) : folder_(std::move(folder)), limits_(limits) {}

std::string AssetStore::open() {
  if (folder_.empty()) return {};
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return "the folder for assets cannot be made: " + folder_.string() + ": " + error.message();
  struct Found {
    fs::file_time_type time;
    std::string name;
    std::uint64_t size;
  };
  std::vector<Found> found;
  for (fs::directory_iterator item(folder_, error), end; !error && item != end; item.increment(error)) {
    std::error_code fault;
    const std::string name = item->path().filename().string();
    if (name.ends_with(kUnfinished))
      fs::remove(item->path(), fault);
    else if (is_hash(name) && item->is_regular_file(fault))
      found.push_back({item->last_write_time(fault), name, item->file_size(fault)});
  }
  if (error) return "the folder for assets cannot be read: " + folder_.string() + ": " + error.message();
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.time < b.time; });
  for (const Found& file : found) adopt(file.name, file.size);
  return {};
}

void AssetStore::adopt(const std::string& hash, std::uint64_t size) {
  const auto [place, is_new] = assets_.insert_or_assign(hash, Asset{size, ++uses_});
  if (is_new) bytes_ += size;
}

void AssetStore::make_room(std::uint64_t size) {
  while (!assets_.empty() && bytes_ + size > limits_.all_files) {
    const auto oldest = std::min_element(assets_.begin(), assets_.end(),
                                         [](const auto& a, const auto& b) { return a.second.last_used < b.second.last_used; });
    std::error_code error;
    fs::remove(folder_ / oldest->first, error);
    bytes_ -= oldest->second.size;
    assets_.erase(oldest);
  }
}

std::optional<fs::path> AssetStore::find(const std::string& hash) {
  const auto found = assets_.find(hash);
  if (found == assets_.end()) return std::nullopt;
  fs::path file = folder_ / hash;
  std::error_code error;
  if (!fs::exists(file, error)) {
    bytes_ -= found->second.size;
    assets_.erase(found);
    return std::nullopt;
  }
  found->second.last_used = ++uses_;
  fs::last_write_time(file, fs::file_time_type::clock::now(), error);
  return file;
}

AssetStore::Admission AssetStore::begin(const std::string& hash, std::uint64_t size, std::unique_ptr<AssetUpload>& upload) {
  if (size > limits_.largest_file) return Admission::kTooLarge;
  if (find(hash)) return Admission::kPresent;
  if (folder_.empty() || size > limits_.all_files || reserved_ > limits_.all_files - size) return Admission::kNoSpace;
  const fs::path file = folder_ / (hash + "-" + std::to_string(++uploads_) + std::string(kUnfinished));
  upload = std::make_unique<AssetUpload>(*this, hash, file, size);
  return Admission::kAdmitted;
}

}  // namespace doppel::server
