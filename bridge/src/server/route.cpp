// Decides in the order of docs/protocol.md: form, host, origin, token, then what the path names.
// Every refusal has a code of the document.
#include "server/route.hpp"

#include <algorithm>
#include <vector>

#include "protocol/mocap_messages.hpp"
#include "protocol/remote_messages.hpp"
#include "protocol/websocket.hpp"
#include "server/asset_store.hpp"
#include "server/request_target.hpp"

namespace doppel::server {

namespace {

constexpr std::string_view kAssets = "/assets/";
constexpr std::string_view kTakes = "/takes";
constexpr std::string_view kTokenProtocol = "doppel.token.";
constexpr std::string_view kBearer = "Bearer ";

bool equal_without_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

std::vector<std::string_view> split_list(std::string_view field) {
  std::vector<std::string_view> items;
  while (!field.empty()) {
    const std::size_t end = std::min(field.find(','), field.size());
    std::string_view item = field.substr(0, end);
    while (!item.empty() && (item.front() == ' ' || item.front() == '\t')) item.remove_prefix(1);
    while (!item.empty() && (item.back() == ' ' || item.back() == '\t')) item.remove_suffix(1);
    if (!item.empty()) items.push_back(item);
    field.remove_prefix(std::min(end + 1, field.size()));
  }
  return items;
}

Route refuse(unsigned status, std::string code, std::string message) {
  Route result;
  result.status = status;
  result.code = std::move(code);
  result.message = std::move(message);
  return result;
}

bool is_asset(std::string_view path) {
  if (!path.starts_with(kAssets) || path.size() != kAssets.size() + kHashDigits) return false;
  return path.substr(kAssets.size()).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// The list, or a recording. The page has files of its own in a folder of that name.
bool is_takes(std::string_view path) {
  if (!path.starts_with(kTakes)) return false;
  const std::string_view name = path.substr(kTakes.size());
  return name.empty() || (name.front() == '/' && name.ends_with(".dtake"));
}

Route refuse_access(Refusal refusal) {
  if (refusal == Refusal::kWrongHost) return refuse(421, "wrong-host", "this name is not the bridge's; --allow-host adds one");
  if (refusal == Refusal::kForbiddenOrigin)
    return refuse(403, "forbidden-origin", "this origin is not allowed; --allow-origin adds one");
  return refuse(401, "unauthorized", "the token is missing or wrong");
}

Route route_websocket(const RequestFacts& facts, bool is_mocap) {
  if (facts.method != "GET") return refuse(405, "method-not-allowed", "expected GET");
  if (!equal_without_case(facts.upgrade, "websocket") || !has_token(facts.connection, "upgrade")) {
    return refuse(400, "bad-request", "expected a WebSocket handshake");
  }
  if (facts.websocket_version != "13" || !protocol::is_valid_key(facts.websocket_key)) {
    return refuse(400, "bad-request", "expected WebSocket version 13 and a key of 16 bytes");
  }
  const std::string_view wanted = is_mocap ? protocol::kMocapProtocol : protocol::kRemoteProtocol;
  const auto offered = split_list(facts.websocket_protocol);
  Route result;
  result.service = is_mocap ? Service::kMocap : Service::kRemote;
  if (std::find(offered.begin(), offered.end(), wanted) != offered.end())
    result.subprotocol = wanted;
  else if (is_mocap)
    return refuse(400, "bad-request", "expected the subprotocol doppel.mocap.v1");
  return result;
}

Route route_asset(const RequestFacts& facts, std::string_view path) {
  Route result;
  result.hash = path.substr(kAssets.size());
  if (facts.method == "GET" || facts.method == "HEAD") {
    result.service = Service::kGetAsset;
    return result;
  }
  if (facts.method != "PUT") return refuse(405, "method-not-allowed", "expected GET, HEAD or PUT");
  if (!facts.content_length || facts.is_chunked) return refuse(411, "bad-request", "expected Content-Length");
  result.service = Service::kPutAsset;
  return result;
}

Route route_path(const RequestFacts& facts, std::string_view path) {
  if (path == "/mocap") return route_websocket(facts, true);
  if (path == "/retargeting") return route_websocket(facts, false);
  if (is_asset(path)) return route_asset(facts, path);
  if (facts.method != "GET" && facts.method != "HEAD") return refuse(405, "method-not-allowed", "expected GET or HEAD");
  Route result;
  if (is_takes(path)) {
    result.service = path == kTakes ? Service::kListTakes : Service::kGetTake;
    if (path != kTakes) result.path = path.substr(kTakes.size() + 1);
    return result;
  }
  result.service = path == "/healthz" ? Service::kHealth : path == "/metrics" ? Service::kMetrics : Service::kPage;
  result.path = path;
  return result;
}

}  // namespace

bool has_token(std::string_view field, std::string_view token) {
  const auto items = split_list(field);
  return std::any_of(items.begin(), items.end(), [&](std::string_view item) { return equal_without_case(item, token); });
}

Route route(const AccessRules& rules, const RequestFacts& facts) {
  const auto target = parse_target(facts.target);
  if (!target) return refuse(400, "bad-request", "the path is malformed");
  const std::string_view path = target->path;
  const bool is_websocket = path == "/mocap" || path == "/retargeting";
  AccessFacts access;
  access.host = facts.host;
  access.origin = facts.origin;
  access.local_address = facts.local_address;
  access.is_peer_loopback = facts.is_peer_loopback;
  access.is_powerful = is_websocket || (facts.method != "GET" && facts.method != "HEAD");
  // A preflight carries no token; it lets nobody in.
  const bool is_preflight = facts.method == "OPTIONS" && facts.origin.has_value();
  access.needs_token = !is_preflight && (is_websocket || is_asset(path) || is_takes(path) || path == "/metrics");
  if (!target->token.empty()) access.tokens.push_back(target->token);
  if (facts.authorization.starts_with(kBearer)) access.tokens.push_back(facts.authorization.substr(kBearer.size()));
  for (const std::string_view item : split_list(facts.websocket_protocol)) {
    if (item.starts_with(kTokenProtocol)) access.tokens.push_back(item.substr(kTokenProtocol.size()));
  }
  if (const Refusal refusal = check_access(rules, access); refusal != Refusal::kNone) return refuse_access(refusal);

  const bool has_body = facts.content_length.value_or(0) > 0 || facts.is_chunked;
  Route result;
  if (is_preflight)
    result.service = Service::kPreflight;
  else
    result = route_path(facts, path);
  if (has_body && result.service != Service::kPutAsset && result.service != Service::kRefused) {
    return refuse(400, "bad-request", "a body is taken with PUT only");
  }
  if (facts.origin) result.cors_origin = *facts.origin;
  return result;
}

}  // namespace doppel::server
