// Decodes once and refuses what is then suspicious; nothing is normalised, so nothing can be normalised wrongly.
// No file system here.
#include "server/request_target.hpp"

#include <algorithm>

namespace doppel::server {

namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> decode(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    if (text.size() - i < 3) return std::nullopt;
    const int high = hex_value(text[i + 1]);
    const int low = hex_value(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

bool is_clean(std::string_view path) {
  for (const char c : path) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '\\') return false;
  }
  for (std::size_t begin = 1; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view segment = path.substr(begin, end - begin);
    if (segment == "." || segment == "..") return false;
    if (segment.empty() && end != path.size()) return false;
    begin = end + 1;
  }
  return true;
}

std::string token_of(std::string_view query) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    if (pair.starts_with("token=")) return decode(pair.substr(6)).value_or("");
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  return {};
}

}  // namespace

std::optional<RequestTarget> parse_target(std::string_view target) {
  if (target.empty() || target.front() != '/') return std::nullopt;
  target = target.substr(0, target.find('#'));
  const std::size_t mark = target.find('?');
  auto path = decode(target.substr(0, mark));
  if (!path || !is_clean(*path)) return std::nullopt;
  RequestTarget result;
  result.path = std::move(*path);
  if (mark != std::string_view::npos) result.token = token_of(target.substr(mark + 1));
  return result;
}

}  // namespace doppel::server
