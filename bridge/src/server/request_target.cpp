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

constexpr std::string_view kTokenField = "token=";
constexpr std::size_t kLongestQuery = 512;

/// The token as it stands there, with its escapes; nothing where there is none.
std::optional<std::string_view> token_field(std::string_view query) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    if (pair.starts_with(kTokenField)) return pair.substr(kTokenField.size());
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  return std::nullopt;
}

std::string token_of(std::string_view query) {
  const auto field = token_field(query);
  return field ? decode(*field).value_or("") : std::string();
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

bool is_valid_query(std::string_view query) {
  constexpr std::string_view kMarks = "-._~!$&'()*+,;=:@/?%";
  const auto is_allowed = [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || kMarks.find(c) != std::string_view::npos;
  };
  return !query.empty() && query.size() <= kLongestQuery && query.front() != '?' &&
         std::all_of(query.begin(), query.end(), is_allowed) && decode(query) && !token_field(query);
}

}  // namespace doppel::server
