// Datagram sockets with Asio, which says when there is something; what waits is taken by one system call.
// Failures to open speak of the address and what would help.
#include "natnet/udp.hpp"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/multicast.hpp>
#include <cerrno>
#include <utility>

#include "base/error.hpp"

namespace doppel::natnet {
namespace {

using boost::system::error_code;
namespace asio = boost::asio;

/// What the kernel holds while this process is busy: 4 MB, a second of twenty performers at 240 Hz in most settings. The kernel
/// may grant less.
constexpr int kReceiveBuffer = 4 << 20;
/// One turn of the loop takes at most so many times what waits, so that timers get their turn.
constexpr int kDrainLimit = 4;
constexpr std::size_t kLongest = 65536;
constexpr int kMostErrors = 16;

[[noreturn]] void refuse(const std::string& what, const error_code& error) {
  throw Error(ErrorCode::kInvalidArgument, what + ": " + error.message());
}

}  // namespace

std::string text_of(const Address& address, std::uint16_t port) { return address.to_string() + ":" + std::to_string(port); }

/// Room for datagrams and what recvmmsg says of them. Pages of it that no burst has touched take no memory.
struct UdpPort::Batch {
  std::unique_ptr<std::uint8_t[]> bytes = std::make_unique_for_overwrite<std::uint8_t[]>(kMostAtOnce * kLongest);
  std::array<sockaddr_in, kMostAtOnce> from{};
  std::array<iovec, kMostAtOnce> parts{};
  std::array<mmsghdr, kMostAtOnce> messages{};
  std::array<Datagram, kMostAtOnce> datagrams;
  /// So many of `messages` were written to the last time.
  std::size_t used = kMostAtOnce;

  Batch() {
    for (std::size_t i = 0; i < kMostAtOnce; ++i) {
      parts[i] = {bytes.get() + i * kLongest, kLongest};
      messages[i].msg_hdr.msg_iov = &parts[i];
      messages[i].msg_hdr.msg_iovlen = 1;
      messages[i].msg_hdr.msg_name = &from[i];
    }
  }

  /// What waits, as far as there is room; nothing where it waits no more.
  std::span<const Datagram> receive(int socket) {
    for (mmsghdr& message : std::span(messages).first(used)) message.msg_hdr.msg_namelen = sizeof(sockaddr_in);
    int count = -1;
    // Earlier datagrams were refused by their receivers (ICMP): each such error is told once and says nothing about these.
    for (int tries = 0; count < 0 && tries < kMostErrors; ++tries) {
      count = ::recvmmsg(socket, messages.data(), kMostAtOnce, MSG_DONTWAIT, nullptr);
      if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    }
    for (int i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      datagrams[at].bytes = Bytes(bytes.get() + at * kLongest, messages[at].msg_len);
      datagrams[at].from = Endpoint(Address(ntohl(from[at].sin_addr.s_addr)), ntohs(from[at].sin_port));
    }
    used = static_cast<std::size_t>(std::max(0, count));
    return std::span(datagrams).first(used);
  }
};

UdpPort::UdpPort(asio::io_context& context) : socket_(context) {}
UdpPort::~UdpPort() = default;

std::shared_ptr<UdpPort> UdpPort::open(asio::io_context& context, const UdpOptions& options) {
  std::shared_ptr<UdpPort> port(new UdpPort(context));
  auto& socket = port->socket_;
  error_code error;
  socket.open(asio::ip::udp::v4(), error);
  if (error) refuse("no UDP socket can be opened", error);
  if (options.shares_port) socket.set_option(asio::socket_base::reuse_address(true), error);
  if (options.can_broadcast) socket.set_option(asio::socket_base::broadcast(true), error);
  socket.set_option(asio::socket_base::receive_buffer_size(kReceiveBuffer), error);
  socket.bind({options.address, options.port}, error);
  if (error) {
    refuse("UDP " + text_of(options.address, options.port) +
               " cannot be used (is the address one of this machine's, is the port free?)",
           error);
  }
  socket.non_blocking(true, error);
  port->local_ = socket.local_endpoint(error);
  return port;
}

void UdpPort::join(const Address& group, const Address& on_interface) {
  if (!group.is_multicast()) {
    throw Error(ErrorCode::kInvalidArgument,
                "multicast group " + group.to_string() + " is none: groups are 224.0.0.0 to 239.255.255.255");
  }
  error_code error;
  socket_.set_option(asio::ip::multicast::join_group(group, on_interface), error);
  // Joining twice, after a server came back, is no failure.
  if (error && error != asio::error::address_in_use) {
    refuse("multicast group " + group.to_string() + " cannot be joined on interface " + on_interface.to_string(), error);
  }
}

void UdpPort::send_multicast_by(const Address& on_interface, int hops) {
  error_code error;
  socket_.set_option(asio::ip::multicast::outbound_interface(on_interface), error);
  if (error) refuse("multicast cannot leave by interface " + on_interface.to_string(), error);
  socket_.set_option(asio::ip::multicast::hops(hops), error);
  socket_.set_option(asio::ip::multicast::enable_loopback(true), error);
}

void UdpPort::start(Receive receive) {
  receive_ = std::move(receive);
  batch_ = std::make_unique<Batch>();
  wait();
}

void UdpPort::wait() {
  socket_.async_wait(asio::ip::udp::socket::wait_read, [self = shared_from_this()](const error_code& error) {
    if (error || !self->socket_.is_open()) return;
    self->drain();
    if (self->socket_.is_open()) self->wait();
  });
}

void UdpPort::drain() {
  for (int i = 0; i < kDrainLimit && socket_.is_open(); ++i) {
    const std::span<const Datagram> datagrams = batch_->receive(socket_.native_handle());
    if (!datagrams.empty()) receive_(datagrams);
    // Fewer than there is room for: nothing waits, and what comes from now on is told of.
    if (datagrams.size() < kMostAtOnce) return;
  }
}

bool UdpPort::send(Bytes datagram, const Endpoint& to) {
  error_code error;
  if (!socket_.is_open()) return false;
  socket_.send_to(asio::buffer(datagram.data(), datagram.size()), to, 0, error);
  return !error;
}

void UdpPort::close() {
  error_code error;
  socket_.close(error);
}

Address parse_address(const std::string& text, const char* what) {
  error_code error;
  Address address = asio::ip::make_address_v4(text, error);
  if (error)
    throw Error(ErrorCode::kInvalidArgument, std::string(what) + " '" + text + "' is not an IPv4 address such as 10.0.0.5");
  return address;
}

std::vector<Interface> interfaces() {
  std::vector<Interface> found;
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return found;
  const auto address_of = [](const sockaddr* address) {
    return Address(ntohl(reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr));
  };
  for (const ifaddrs* item = list; item != nullptr; item = item->ifa_next) {
    if (item->ifa_addr == nullptr || item->ifa_addr->sa_family != AF_INET || (item->ifa_flags & IFF_UP) == 0) continue;
    Interface out{item->ifa_name, address_of(item->ifa_addr), {}, (item->ifa_flags & IFF_LOOPBACK) != 0};
    const bool has_broadcast = (item->ifa_flags & IFF_BROADCAST) != 0 && item->ifa_broadaddr != nullptr;
    if (has_broadcast) out.broadcast = address_of(item->ifa_broadaddr);
    found.push_back(out);
  }
  freeifaddrs(list);
  return found;
}

Address address_towards(asio::io_context& context, const Address& server) {
  error_code error;
  asio::ip::udp::socket probe(context);
  probe.open(asio::ip::udp::v4(), error);
  probe.connect({server, 1}, error);  // sends nothing
  const Endpoint local = error ? Endpoint() : probe.local_endpoint(error);
  return error ? Address::any() : local.address().to_v4();
}

bool is_own_address(const Address& address) {
  const std::vector<Interface> all = interfaces();
  return std::any_of(all.begin(), all.end(), [&](const Interface& item) { return item.address == address; });
}

}  // namespace doppel::natnet
