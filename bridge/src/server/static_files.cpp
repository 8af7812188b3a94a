// Scans the page's folder and knows media types, ETags and how long each file may be kept.
// No file is read here.
#include "server/static_files.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace doppel::server {

namespace fs = std::filesystem;

const std::string_view kPagePolicy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self' blob: data: https:; "
    "img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'";

namespace {

/// Of the one script that runs as a worker and evaluates what its transcoder makes: nothing else, and nothing from elsewhere.
constexpr std::string_view kEvaluatingWorkerPolicy =
    "default-src 'none'; script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'; connect-src 'self' blob: data:";
constexpr std::string_view kEvaluatingWorker = "basis-worker";
constexpr double kRescanSeconds = 1.0;
/// The page for phones and tablets, under a name that can be typed.
constexpr std::string_view kControlPath = "/remote";
constexpr std::string_view kControlPage = "/remote.html";

constexpr std::array<std::pair<std::string_view, std::string_view>, 21> kTypes{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".glb", "model/gltf-binary"},
    {".vrm", "model/gltf-binary"},
    {".gltf", "model/gltf+json"},
    {".csv", "text/csv; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/markdown; charset=utf-8"},
    {".webmanifest", "application/manifest+json"},
    {".woff2", "font/woff2"},
    {".bvh", "text/plain; charset=utf-8"},
}};

/// `name-Ab3_dE9x.js`: eight characters of a digest behind the last dash, as the page's build names its files.
bool has_hashed_name(const fs::path& file) {
  constexpr std::size_t kDigits = 8;
  const std::string stem = file.stem().string();
  if (stem.size() <= kDigits + 1 || stem[stem.size() - kDigits - 1] != '-') return false;
  return file.parent_path().filename() == "assets";
}

/// By size and time of change: reading whole files for a digest would hold up the stream.
std::string etag_of(const StaticFile& file) {
  const auto time = static_cast<std::uint64_t>(file.modified.time_since_epoch().count());
  return fmt::format("\"{:x}-{:x}\"", time, file.size);
}

}  // namespace

std::string_view media_type(std::string_view name) {
  for (const auto& [ending, type] : kTypes) {
    if (name.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

void StaticFiles::scan() {
  files_.clear();
  std::error_code error;
  if (root_.empty()) return;
  for (fs::recursive_directory_iterator item(root_, error), end; !error && item != end; item.increment(error)) {
    std::error_code fault;
    if (!fs::is_regular_file(item->symlink_status(fault)) || fault) continue;
    StaticFile file;
    file.file = item->path();
    file.modified = item->last_write_time(fault);
    file.size = fault ? 0 : item->file_size(fault);
    if (fault) continue;
    const std::string name = file.file.filename().string();
    file.etag = etag_of(file);
    file.type = media_type(name);
    file.cache_control = has_hashed_name(file.file) ? "public, max-age=31536000, immutable" : "no-cache";
    file.policy = name.starts_with(kEvaluatingWorker) ? kEvaluatingWorkerPolicy : kPagePolicy;
    files_.emplace("/" + fs::relative(file.file, root_, fault).generic_string(), std::move(file));
  }
}

const StaticFile* StaticFiles::find(std::string_view path, double now) {
  const std::string_view wanted = path == "/" ? "/index.html" : path == kControlPath ? kControlPage : path;
  for (int attempt = 0; attempt < 2; ++attempt) {
    const auto found = files_.find(wanted);
    if (found != files_.end()) {
      std::error_code error;
      if (fs::last_write_time(found->second.file, error) == found->second.modified && !error) return &found->second;
    }
    if (now - scanned_at_ < kRescanSeconds) return nullptr;
    scanned_at_ = now;
    scan();
  }
  return nullptr;
}

}  // namespace doppel::server
