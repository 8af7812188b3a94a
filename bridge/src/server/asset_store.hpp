// Files that pages share, by the SHA-256 of their bytes, in a folder with a limit.
// No HTTP here; who may store what is decided before.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/sha256.hpp"

namespace doppel::server {

/// Of a SHA-256 in hex.
inline constexpr std::size_t kHashDigits = 64;

struct AssetLimits {
  /// Bytes of one file.
  std::uint64_t largest_file = std::uint64_t{256} << 20;
  /// Bytes of all files; those not used for longest make room.
  std::uint64_t all_files = std::uint64_t{2} << 30;
};

class AssetStore;

/// A file on its way in. Its bytes stand in a temporary file that goes with the object, unless `finish` keeps it.
class AssetUpload {
 public:
  enum class Result { kStored, kWrongHash, kWriteFailed };

  AssetUpload(AssetStore& store, std::string hash, std::filesystem::path file, std::uint64_t size);
  ~AssetUpload();
  AssetUpload(const AssetUpload&) = delete;
  AssetUpload& operator=(const AssetUpload&) = delete;

  void add(std::span<const std::uint8_t> bytes);
  Result finish();

 private:
  AssetStore& store_;
  std::string hash_;
  std::filesystem::path file_;
  std::uint64_t reserved_;
  std::uint64_t size_ = 0;
  std::ofstream stream_;
  Sha256 digest_;
};

class AssetStore {
 public:
  /// Empty folder: nothing can be stored.
  AssetStore(std::filesystem::path folder, AssetLimits limits);

  /// Makes the folder, reads what it holds, and removes what was never finished. A sentence where that fails.
  std::string open();

  /// Path of a stored file, which is then the last used; nothing where it is not there.
  std::optional<std::filesystem::path> find(const std::string& hash);

  enum class Admission { kAdmitted, kPresent, kTooLarge, kNoSpace };
  /// Nothing is removed yet: what was not used for longest goes when the upload has come whole and right. Uploads on their way
  /// stand beside the limit, and together have as much room as it gives; it is theirs while `upload` lives.
  Admission begin(const std::string& hash, std::uint64_t size, std::unique_ptr<AssetUpload>& upload);

  std::uint64_t count() const { return assets_.size(); }
  std::uint64_t bytes() const { return bytes_; }

 private:
  friend class AssetUpload;
  struct Asset {
    std::uint64_t size = 0;
    std::uint64_t last_used = 0;
  };

  /// Removes what was not used for longest, until `size` bytes fit.
  void make_room(std::uint64_t size);
  void adopt(const std::string& hash, std::uint64_t size);

  std::filesystem::path folder_;
  AssetLimits limits_;
  std::map<std::string, Asset> assets_;
  std::uint64_t bytes_ = 0;
  std::uint64_t reserved_ = 0;
  std::uint64_t uses_ = 0;
  std::uint64_t uploads_ = 0;
};

}  // namespace doppel::server
