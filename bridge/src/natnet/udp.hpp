// A UDP socket that receives whole datagrams on an io_context, and what is to be known about this machine's interfaces.
// IPv4 only, as NatNet. It knows nothing of NatNet's messages.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "natnet/byte_reader.hpp"

namespace doppel::natnet {

using Endpoint = boost::asio::ip::udp::endpoint;
using Address = boost::asio::ip::address_v4;

struct UdpOptions {
  /// Where to bind; 0.0.0.0: every interface.
  Address address;
  std::uint16_t port = 0;  // 0: any free one
  bool shares_port = false;
  bool can_broadcast = false;
};

/// Lives for the length of the call that hands it on.
struct Datagram {
  Bytes bytes;
  Endpoint from;
};

class UdpPort : public std::enable_shared_from_this<UdpPort> {
 public:
  ~UdpPort();
  /// Everything that waited, at most kMostAtOnce, in the order of arrival.
  using Receive = std::function<void(std::span<const Datagram> datagrams)>;
  static constexpr std::size_t kMostAtOnce = 16;

  /// Throws doppel::Error with a sentence that names the address and port.
  static std::shared_ptr<UdpPort> open(boost::asio::io_context& context, const UdpOptions& options);

  /// Throws doppel::Error where the address is no multicast group or the interface is missing.
  void join(const Address& group, const Address& on_interface);
  /// Multicast that is sent leaves by this interface, comes back to this machine too, and passes `hops` routers.
  void send_multicast_by(const Address& on_interface, int hops);
  /// Calls `receive` with every datagram until `close`; once only.
  void start(Receive receive);
  /// Never waits; a datagram that cannot be sent now is lost, as any may be. False then.
  bool send(Bytes datagram, const Endpoint& to);
  void close();
  Endpoint local() const { return local_; }

 private:
  struct Batch;
  explicit UdpPort(boost::asio::io_context& context);
  void wait();
  void drain();

  /// Of the loop itself: an executor that may be any one costs every wait.
  boost::asio::basic_datagram_socket<boost::asio::ip::udp, boost::asio::io_context::executor_type> socket_;
  Endpoint local_;
  Receive receive_;
  std::unique_ptr<Batch> batch_;
};

/// Throws doppel::Error: `what` names the option.
Address parse_address(const std::string& text, const char* what);

/// `10.0.0.5:1510`, for people.
std::string text_of(const Address& address, std::uint16_t port);

struct Interface {
  std::string name;
  Address address;
  Address broadcast;
  bool is_loopback = false;
};

/// IPv4 interfaces that are up.
std::vector<Interface> interfaces();
/// The address of the interface that has the route to `server`; 0.0.0.0 where there is none.
Address address_towards(boost::asio::io_context& context, const Address& server);
bool is_own_address(const Address& address);

}  // namespace doppel::natnet
