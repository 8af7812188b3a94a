// Listening, the life of connections and sessions, the timers.
// What is said on a connection stands in http_connection and websocket_session; what it means, in the hubs.
#include "server/server.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <list>
#include <nlohmann/json.hpp>
#include <random>
#include <unordered_set>

#include "base/error.hpp"
#include "base/version.hpp"
#include "server/http_connection.hpp"
#include "server/listening.hpp"
#include "server/recordings.hpp"
#include "server/remote_hub.hpp"
#include "server/scene_store.hpp"
#include "server/websocket_session.hpp"

namespace doppel::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr auto kSweepPeriod = std::chrono::milliseconds(250);
constexpr std::uint32_t kSweepsInASecond = MocapHub::kTicksInASecond;
/// After an error of accept that will not go away at once: no more file handles.
constexpr auto kAcceptPause = std::chrono::milliseconds(100);
/// Bytes a second under which a connection makes room for others when there is none.
constexpr double kSlowRate = 65536.0;
constexpr double kGoodbyeSeconds = 1.0;
/// Two frames of ten full skeletons.
constexpr int kUnsentBytes = 32768;

std::string random_session() {
  std::random_device device;
  std::string text;
  for (int i = 0; i < 2; ++i) text += fmt::format("{:08x}", device());
  return text;
}

}  // namespace

class Server::Implementation {
 public:
  Implementation(asio::io_context& context, ServerOptions options)
      : options_(std::move(options)),
        acceptor_(context),
        accept_timer_(context),
        sweep_timer_(context),
        rules_{0, options_.token, options_.origins, options_.hosts},
        files_(options_.page),
        assets_(options_.data.empty() ? std::filesystem::path() : options_.data / "assets", options_.assets),
        takes_(options_.data.empty() ? std::filesystem::path() : options_.data / "takes"),
        recordings_(takes_, options_.source, options_.recordings),
        scene_(options_.data.empty() ? std::filesystem::path() : options_.data / "scene.json"),
        mocap_({std::string(version()), random_session(), options_.source}, clock_, metrics_),
        remote_(scene_, metrics_),
        services_{rules_,
                  files_,
                  assets_,
                  takes_,
                  metrics_,
                  [this] { return health(); },
                  [this] { return metrics_text(); },
                  [this] { return sessions_.size() < options_.most_clients; },
                  [this](tcp::socket socket, const Route& route, std::string response, std::string_view early) {
                    upgrade(std::move(socket), route, std::move(response), early);
                  }} {
    mocap_.set_recordings(&recordings_);
    services_.largest_body = options_.assets.largest_file;
    listen(acceptor_, options_);
    boost::system::error_code error;
    rules_.port = acceptor_.local_endpoint(error).port();
    open_data();
  }

  void start() {
    files_.scan();
    if (!options_.page.empty() && files_.size() == 0)
      spdlog::warn("no page in {}: only the streams are served", options_.page.string());
    accept();
    sweep_later();
  }

  void stop() {
    if (is_stopping_) return;
    is_stopping_ = true;
    stopping_at_ = steady_seconds();
    boost::system::error_code error;
    acceptor_.close(error);
    accept_timer_.cancel();
    for (const auto& connection : connections_) connection->stop();
    mocap_.end_recording();
    // Closing may end sessions only later, so the set holds still.
    for (const auto& session : sessions_) session->close(protocol::close_code::kGoingAway, "the bridge ends");
    save_scene();
    if (sessions_.empty()) sweep_timer_.cancel();
  }

  std::uint16_t port() const { return rules_.port; }

  std::string url() const {
    const auto address = asio::ip::make_address(options_.address);
    const std::string host = address.is_unspecified() ? "127.0.0.1"
                             : address.is_v6()        ? "[" + options_.address + "]"
                                                      : options_.address;
    const std::string token = rules_.token.empty() ? "" : "?token=" + rules_.token;
    const std::string query = options_.address_query.empty() ? "" : (token.empty() ? "?" : "&") + options_.address_query;
    return fmt::format("http://{}:{}/{}{}", host, rules_.port, token, query);
  }

  MocapHub& mocap() { return mocap_; }

  void record_to(const std::filesystem::path& file) {
    recordings_.start_at(file);
    mocap_.set_recordings(&recordings_);
  }

 private:
  void open_data() {
    if (const std::string fault = assets_.open(); !fault.empty()) throw Error(ErrorCode::kInvalidArgument, fault);
    if (const std::string fault = scene_.load(); !fault.empty()) spdlog::warn("{}", fault);
  }

  void accept() {
    acceptor_.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
      if (is_stopping_) return;
      if (error) {
        accept_timer_.expires_after(kAcceptPause);
        accept_timer_.async_wait([this](const boost::system::error_code& fault) {
          if (!fault) accept();
        });
        return;
      }
      take(std::move(socket));
      accept();
    });
  }

  void take(tcp::socket socket) {
    ++metrics_.connections;
    if (connections_.size() >= options_.most_connections && !make_room()) {
      metrics_.refuse("too-many-connections");
      return;
    }
    auto connection = make_http_connection(std::move(socket), services_, [this](HttpConnection* gone) {
      connections_.remove_if([gone](const auto& each) { return each.get() == gone; });
    });
    connections_.push_back(connection);
    connection->start();
  }

  /// The one that has waited longest for a request goes; where all are at work, the slowest, if it is slow. Else false.
  bool make_room() {
    auto goes = std::find_if(connections_.begin(), connections_.end(), [](const auto& each) { return each->is_idle(); });
    if (goes != connections_.end()) {
      metrics_.refuse("idle");
    } else {
      goes = std::min_element(connections_.begin(), connections_.end(),
                              [](const auto& a, const auto& b) { return a->rate() < b->rate(); });
      if (goes == connections_.end() || (*goes)->rate() >= kSlowRate) return false;
      metrics_.refuse("too-slow");
    }
    const auto connection = *goes;
    connections_.erase(goes);
    connection->stop();
    return true;
  }

  void upgrade(tcp::socket socket, const Route& route, std::string response, std::string_view early) {
    // Nobody would say goodbye to it.
    if (is_stopping_) return;
    const bool is_mocap = route.service == Service::kMocap;
    SessionLimits limits;
    if (is_mocap) {
      limits.unsent = kUnsentBytes;
    } else {
      // The longest scene, and what stands around it.
      limits.message = RemoteHub::kLongestScene + 4096;
      limits.queue = 4 * limits.message;
    }
    PeerHandler& handler = is_mocap ? static_cast<PeerHandler&>(mocap_) : static_cast<PeerHandler&>(remote_);
    auto session = std::make_shared<WebSocketSession>(std::move(socket), handler, metrics_, limits);
    sessions_.insert(session);
    spdlog::debug("{} connects from {}", is_mocap ? "a viewer" : "a controller", session->address());
    session->start(std::move(response), early, [this, raw = session.get()] { on_session_end(raw); });
  }

  void on_session_end(WebSocketSession* session) {
    spdlog::debug("{} is gone", session->address());
    sessions_.erase(session->shared_from_this());
    if (is_stopping_ && sessions_.empty()) sweep_timer_.cancel();
  }

  void sweep_later() {
    sweep_timer_.expires_after(kSweepPeriod);
    sweep_timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) sweep();
    });
  }

  void sweep() {
    const double now = steady_seconds();
    for (const auto& connection : connections_) connection->sweep(now);
    if (is_stopping_) {
      // This sweep may have been due already when the last session ended: cancelling did not reach it.
      if (sessions_.empty()) return;
      for (const auto& session : sessions_) session->sweep(now - stopping_at_ > kGoodbyeSeconds ? now + 1e6 : now);
    } else if (mocap_.tick(); ++sweeps_ % kSweepsInASecond == 0) {
      for (const auto& session : sessions_) session->sweep(now);
      remote_.tick(now);
      save_scene();
    }
    sweep_later();
  }

  void save_scene() {
    std::string fault = scene_.save();
    // Tried again every second, told once.
    if (!fault.empty() && fault != scene_fault_) spdlog::error("{}", fault);
    scene_fault_ = std::move(fault);
  }

  std::string health() const {
    const nlohmann::ordered_json json{{"status", "ok"},
                                      {"version", version()},
                                      {"source", mocap::to_string(mocap_.status().state)},
                                      {"uptime", steady_seconds() - started_at_}};
    return json.dump() + "\n";
  }

  std::string metrics_text() {
    metrics_.open_connections = connections_.size() + sessions_.size();
    metrics_.asset_count = assets_.count();
    metrics_.asset_bytes = assets_.bytes();
    return metrics_.render(mocap_.status(), steady_seconds() - started_at_);
  }

  ServerOptions options_;
  tcp::acceptor acceptor_;
  asio::steady_timer accept_timer_;
  asio::steady_timer sweep_timer_;
  AccessRules rules_;
  StaticFiles files_;
  AssetStore assets_;
  TakeStore takes_;
  Recordings recordings_;
  SceneStore scene_;
  BridgeClock clock_;
  Metrics metrics_;
  MocapHub mocap_;
  RemoteHub remote_;
  HttpServices services_;
  std::list<std::shared_ptr<HttpConnection>> connections_;
  std::unordered_set<std::shared_ptr<WebSocketSession>> sessions_;
  std::string scene_fault_;
  double started_at_ = steady_seconds();
  double stopping_at_ = 0.0;
  std::uint32_t sweeps_ = 0;
  bool is_stopping_ = false;
};

Server::Server(asio::io_context& context, ServerOptions options)
    : implementation_(std::make_unique<Implementation>(context, std::move(options))) {}
Server::~Server() = default;
void Server::start() { implementation_->start(); }
void Server::stop() { implementation_->stop(); }
std::uint16_t Server::port() const { return implementation_->port(); }
std::string Server::url() const { return implementation_->url(); }
mocap::Sink& Server::sink() { return implementation_->mocap(); }
void Server::set_replay(mocap::Replayable* replay) { implementation_->mocap().set_replay(replay); }
void Server::record_to(const std::filesystem::path& file) { implementation_->record_to(file); }

}  // namespace doppel::server
