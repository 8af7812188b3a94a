// Order of the checks: host (rebinding), origin (foreign pages), token.
// No socket is asked; the facts come from the caller.
#include "server/access.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace doppel::server {

namespace {

struct HostPort {
  std::string host;
  std::string_view port;
};

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return result;
}

/// `name:port`, `[v6]:port`, port optional. The host comes without brackets.
std::optional<HostPort> split(std::string_view text) {
  HostPort result;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    result.host = lower(text.substr(1, end - 1));
    text.remove_prefix(end + 1);
    if (text.empty()) return result;
    if (text.front() != ':') return std::nullopt;
    result.port = text.substr(1);
    return result.port.empty() ? std::nullopt : std::optional(result);
  }
  const std::size_t colon = text.find(':');
  result.host = lower(text.substr(0, colon));
  if (colon != std::string_view::npos) {
    result.port = text.substr(colon + 1);
    if (result.port.empty()) return std::nullopt;
  }
  return result.host.empty() ? std::nullopt : std::optional(result);
}

bool is_allowed_host(const AccessRules& rules, std::string_view text, std::string_view local_address) {
  const auto parts = split(text);
  if (!parts) return false;
  // Browsers leave the port away only where it is http's own.
  const std::string port = std::to_string(rules.port);
  if (parts->port.empty() ? rules.port != 80 : parts->port != port) return false;
  constexpr std::array<std::string_view, 3> kLoopback{"localhost", "127.0.0.1", "::1"};
  if (std::find(kLoopback.begin(), kLoopback.end(), parts->host) != kLoopback.end()) return true;
  if (parts->host == local_address) return true;
  return std::any_of(rules.hosts.begin(), rules.hosts.end(), [&](const std::string& host) { return lower(host) == parts->host; });
}

}  // namespace

bool constant_time_equal(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  // Volatile, so that the compiler cannot leave the loop early.
  volatile unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = static_cast<unsigned char>(difference | (static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i])));
  }
  return difference == 0;
}

bool is_valid_token(std::string_view token) {
  constexpr std::string_view kMarks = "-._~";
  return token.size() >= 8 && token.size() <= 128 && std::all_of(token.begin(), token.end(), [&](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  kMarks.find(c) != std::string_view::npos;
         });
}

bool is_allowed_origin(const AccessRules& rules, std::string_view origin, std::string_view local_address) {
  constexpr std::string_view kScheme = "http://";
  if (std::find(rules.origins.begin(), rules.origins.end(), origin) != rules.origins.end()) return true;
  return origin.starts_with(kScheme) && is_allowed_host(rules, origin.substr(kScheme.size()), local_address);
}

Refusal check_access(const AccessRules& rules, const AccessFacts& facts) {
  if (!is_allowed_host(rules, facts.host, facts.local_address)) return Refusal::kWrongHost;
  if (facts.origin) {
    if (!is_allowed_origin(rules, *facts.origin, facts.local_address)) return Refusal::kForbiddenOrigin;
  } else if (facts.is_powerful && !facts.is_peer_loopback) {
    return Refusal::kForbiddenOrigin;
  }
  if (facts.needs_token && !rules.token.empty()) {
    bool matches = false;
    for (const std::string_view token : facts.tokens) matches |= constant_time_equal(token, rules.token);
    if (!matches) return Refusal::kUnauthorized;
  }
  return Refusal::kNone;
}

}  // namespace doppel::server
