// Which of the bridge's services a request is for, or why it is refused. Pure: header fields in, decision out.
// It opens no file; whether a page's file exists is told by static_files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/access.hpp"

namespace doppel::server {

/// Of a request's head. Fields that are absent are empty.
struct RequestFacts {
  std::string_view method;
  std::string_view target;
  std::string_view host;
  std::optional<std::string_view> origin;
  std::string_view authorization;
  std::string_view upgrade;
  std::string_view connection;
  std::string_view websocket_key;
  std::string_view websocket_version;
  std::string_view websocket_protocol;
  std::optional<std::uint64_t> content_length;
  bool is_chunked = false;
  std::string_view local_address;
  bool is_peer_loopback = false;
};

enum class Service {
  kRefused,
  kMocap,
  kRemote,
  kGetAsset,
  kPutAsset,
  kListTakes,
  kGetTake,
  kHealth,
  kMetrics,
  kPage,
  kPreflight
};

struct Route {
  Service service = Service::kRefused;
  /// Of a refusal.
  unsigned status = 0;
  std::string code;
  std::string message;
  /// Decoded; of kPage. Of kGetTake: what stands behind `/takes/`, not judged yet.
  std::string path;
  /// 64 lower-case hex digits; of assets.
  std::string hash;
  /// The subprotocol to answer with; empty: none.
  std::string subprotocol;
  /// The `Origin` to allow by CORS; empty: none.
  std::string cors_origin;
};

Route route(const AccessRules& rules, const RequestFacts& facts);

/// Whether a comma-separated field holds a token, whatever its case.
bool has_token(std::string_view field, std::string_view token);

}  // namespace doppel::server
