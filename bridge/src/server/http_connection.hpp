// One HTTP connection: reads requests, answers them, and hands the socket on when it becomes a WebSocket.
// What a request is for is decided by route; this file carries bytes.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/asset_store.hpp"
#include "server/metrics.hpp"
#include "server/route.hpp"
#include "server/static_files.hpp"
#include "server/take_store.hpp"

namespace doppel::server {

/// What connections share; owned by the server, outlives them.
struct HttpServices {
  AccessRules& rules;
  StaticFiles& files;
  AssetStore& assets;
  const TakeStore& takes;
  Metrics& metrics;
  std::function<std::string()> health;
  std::function<std::string()> metrics_text;
  /// Whether one WebSocket more is allowed.
  std::function<bool()> has_room;
  /// Takes the socket; `early` are bytes that came behind the request.
  std::function<void(boost::asio::ip::tcp::socket socket, const Route& route, std::string response, std::string_view early)>
      upgrade;
  /// Bytes of a request's head.
  std::size_t largest_head = 8192;
  /// Bytes of a body; assets only.
  std::uint64_t largest_body = 0;
};

class HttpConnection {
 public:
  virtual ~HttpConnection() = default;
  virtual void start() = 0;
  /// Waits for a request, so that it may go to make room.
  virtual bool is_idle() const = 0;
  /// Bytes a second of the body or answer that it is at work on, of the last two seconds or so; infinite before.
  virtual double rate() const = 0;
  /// Ends it when it has got no further for too long. `now`: steady seconds.
  virtual void sweep(double now) = 0;
  virtual void stop() = 0;
};

/// `on_end` is called once, when the connection is gone or has become a WebSocket.
std::shared_ptr<HttpConnection> make_http_connection(boost::asio::ip::tcp::socket socket, HttpServices& services,
                                                     std::function<void(HttpConnection*)> on_end);

}  // namespace doppel::server
