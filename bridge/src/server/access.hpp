// Who may come in (docs/protocol.md): host, origin and token of a request against the rules of this bridge.
// Pure; limits on sizes, times and numbers are kept where they arise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace doppel::server {

struct AccessRules {
  /// The port in `Host` and `Origin`.
  std::uint16_t port = 0;
  /// Empty: none is asked for.
  std::string token;
  /// `https://studio.example` and such, as a browser writes them.
  std::vector<std::string> origins;
  /// Host names beside loopback and the address of arrival, without port.
  std::vector<std::string> hosts;
};

/// What of a request is looked at. Header fields are empty where they are absent, but `origin`.
struct AccessFacts {
  std::string_view host;
  std::optional<std::string_view> origin;
  /// From the query, `Authorization` or a subprotocol; all that were given.
  std::vector<std::string_view> tokens;
  /// The address at which the connection arrived, as text: `192.168.1.20`, `::1`.
  std::string_view local_address;
  bool is_peer_loopback = false;
  /// A WebSocket or a PUT: what a foreign page could misuse.
  bool is_powerful = false;
  bool needs_token = false;
};

enum class Refusal { kNone, kWrongHost, kForbiddenOrigin, kUnauthorized };

Refusal check_access(const AccessRules& rules, const AccessFacts& facts);

/// Whether an `Origin` is allowed; also for the answer's CORS fields.
bool is_allowed_origin(const AccessRules& rules, std::string_view origin, std::string_view local_address);

/// Compares every byte whatever the first difference is. The length is not secret.
bool constant_time_equal(std::string_view a, std::string_view b);

/// 8 to 128 of `A-Z a-z 0-9 - . _ ~`.
bool is_valid_token(std::string_view token);

}  // namespace doppel::server
