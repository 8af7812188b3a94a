// Where frames come in: which socket that takes, opened anew for each server, tried again every second while it cannot be.
// It reads no datagram: they go to who opens it.
#pragma once

#include <memory>
#include <string>

#include "natnet/client_options.hpp"
#include "natnet/handshake.hpp"
#include "natnet/udp.hpp"

namespace doppel::natnet {

class FrameSocket {
 public:
  /// `receive` gets every datagram, until `close` or the next `open`.
  FrameSocket(boost::asio::io_context& context, ClientOptions options, UdpPort::Receive receive)
      : context_(context), options_(std::move(options)), receive_(std::move(receive)) {}

  /// For a server that says this. `own`: this machine's address towards it; `command`: where its answers come, and its frames too
  /// where it needs no socket of its own. `now`: steady seconds.
  void open(const ServerInfo& info, bool is_multicast, const Address& own, const Endpoint& command, double now);
  /// Tries what failed again: a port that was taken, an interface that was not up. Not more than once a second.
  void retry(double now);
  void close();
  /// `239.255.42.99:1511 on 10.0.0.2`, or `10.0.0.2:49152 (unicast)`; for people.
  const std::string& place() const { return place_; }

 private:
  void try_open(double now);

  boost::asio::io_context& context_;
  ClientOptions options_;
  UdpPort::Receive receive_;
  std::shared_ptr<UdpPort> port_;
  std::string place_;
  /// What the server's frames need: a port, and a group on an interface where they are multicast.
  std::uint16_t number_ = 0;
  bool is_multicast_ = false;
  Address group_;
  Address own_;
  /// Why there is no socket though one is needed; empty where all is well.
  std::string fault_;
  double tried_at_ = 0.0;
};

}  // namespace doppel::natnet
