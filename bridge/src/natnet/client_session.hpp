// One connection's states and timers: discovery, CONNECT, model definitions, echo, keep-alive, reconnection.
// Only client.cpp and client_session.cpp include it: it brings Asio.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "natnet/client.hpp"
#include "natnet/client_report.hpp"
#include "natnet/discovery.hpp"
#include "natnet/frame_pipeline.hpp"
#include "natnet/frame_socket.hpp"
#include "natnet/handshake.hpp"
#include "natnet/message.hpp"
#include "natnet/udp.hpp"

namespace doppel::natnet {

class Client::Session : public std::enable_shared_from_this<Client::Session> {
 public:
  Session(boost::asio::io_context& context, const ClientOptions& options, std::string name, mocap::Sink& sink)
      : context_(context), options_(options), sink_(sink), pipeline_(options, sink), timer_(context), report_(std::move(name)) {}

  void start();
  void stop();

 private:
  // Seconds; defaults of ours within what the wire reference calls safe.
  static constexpr double kConnectFirst = 0.1;  // doubled at every try, up to a second
  static constexpr double kModelsEvery = 1.0;   // at most once a second, as the reference asks

  void schedule();
  void tick();
  void send(const std::vector<std::uint8_t>& datagram) { command_->send(datagram, server_); }
  std::string server_text() const;
  void connect();
  void keep_up();
  double models_every() const;
  void request_models();
  void on_datagrams(std::span<const Datagram> datagrams);
  void on_datagram(Bytes datagram, const Endpoint& from);
  void on_message(const Message& message);
  void on_server_info(const Message& message, const Endpoint& from);
  bool is_other_server(const ServerInfo& info) const;
  void settle(const ServerInfo& info);
  void negotiate(const ServerInfo& info);
  bool is_from_server(const Endpoint& from);
  void update_state();
  std::optional<Version> wish() const { return asked_ ? asked_ : options_.bitstream; }
  bool due(double& at, double every) {
    if (now_ - at < every) return false;
    at = now_;
    return true;
  }

  boost::asio::io_context& context_;
  ClientOptions options_;
  mocap::Sink& sink_;
  FramePipeline pipeline_;
  boost::asio::steady_timer timer_;
  std::shared_ptr<UdpPort> command_;
  std::optional<FrameSocket> frames_;
  OwnAddresses own_addresses_;
  Endpoint server_;
  Address interface_;
  bool is_stopped_ = false;
  bool is_found_ = false;          // `server_` is known
  bool is_streaming_ = false;      // frames come
  bool is_connected_ = false;      // it has answered, and not been silent since for kGoneAfter
  std::uint32_t connections_ = 0;  // so far, this one among them
  bool is_multicast_ = false;
  bool is_overtaken_ = false;  // a newer frame waits behind this datagram
  std::optional<ServerInfo> info_;
  std::optional<Version> asked_;
  double now_ = 0.0;
  double discovered_at_ = -1.0e9;
  double connect_sent_at_ = -1.0e9;
  double connect_wait_ = kConnectFirst;
  double answered_at_ = -1.0e9;
  double models_sent_at_ = -1.0e9;
  double models_wait_ = kModelsEvery;
  double echo_sent_at_ = -1.0e9;
  int echoes_ = 0;
  double keep_alive_at_ = -1.0e9;
  double settled_at_ = 0.0;
  double started_at_ = 0.0;
  ClientReport report_;
};

}  // namespace doppel::natnet
