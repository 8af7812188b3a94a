// The target of an HTTP request: a decoded path and the token of its query.
// It judges the form only; whether the path names something is the router's affair.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace doppel::server {

struct RequestTarget {
  /// Begins with `/`; percent escapes decoded. Never holds `..`, `//`, a backslash or a control character.
  std::string path;
  /// Value of `token` in the query; empty where there is none.
  std::string token;
};

/// Nothing where the target is malformed: not of the form `/path?query`, a bad escape, a `.` or `..` segment, plain or escaped.
std::optional<RequestTarget> parse_target(std::string_view target);

/// Whether text may stand behind the `?` of an address that the bridge prints: 1 to 512 characters of RFC 3986's query, escapes
/// whole, and no `token`, which is the bridge's own to add.
bool is_valid_query(std::string_view query);

}  // namespace doppel::server
