// Multicast frames come to a group and a port that are the server's; unicast ones to the command socket, but before 3.0 to a
// port that is the same on every machine.
#include "natnet/frame_socket.hpp"

#include <spdlog/spdlog.h>

#include "base/error.hpp"

namespace doppel::natnet {
namespace {

/// Between two tries, seconds.
constexpr double kRetryEvery = 1.0;

}  // namespace

void FrameSocket::open(const ServerInfo& info, bool is_multicast, const Address& own, const Endpoint& command, double now) {
  close();
  place_ = text_of(own, command.port()) + " (unicast)";
  if (!is_multicast && info.has_endpoint) {
    fault_.clear();
    return;
  }
  const std::uint16_t announced = info.has_endpoint && info.data_port != 0 ? info.data_port : kDataPort;
  number_ = options_.data_port != 0 ? options_.data_port : announced;
  is_multicast_ = is_multicast;
  own_ = own;
  if (is_multicast) {
    group_ = parse_address(options_.multicast_group.empty() ? kMulticastGroup : options_.multicast_group, "multicast group");
    const Address announced_group(info.multicast_group);
    if (options_.multicast_group.empty() && announced_group.is_multicast()) group_ = announced_group;
    place_ = text_of(group_, number_) + " on " + own.to_string();
  }
  try_open(now);
}

void FrameSocket::try_open(double now) {
  const std::string fault_before = std::exchange(fault_, {});
  try {
    port_ = UdpPort::open(context_, {Address::any(), number_, true, false});
    if (is_multicast_) port_->join(group_, own_);
    port_->start(receive_);
  } catch (const Error& error) {
    fault_ = error.what();
    tried_at_ = now;
    // Tried again every second, told once.
    if (fault_ != fault_before) spdlog::error("natnet: {}", fault_);
    close();
  }
}

void FrameSocket::retry(double now) {
  if (fault_.empty() || now - tried_at_ < kRetryEvery) return;
  try_open(now);
}

void FrameSocket::close() {
  if (port_) port_->close();
  port_.reset();
}

}  // namespace doppel::natnet
