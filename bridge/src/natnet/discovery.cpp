// Broadcasts by interface: one to 255.255.255.255 alone leaves by the default route only.
#include "natnet/discovery.hpp"

#include <algorithm>

#include "natnet/handshake.hpp"

namespace doppel::natnet {
namespace {

constexpr double kLookEvery = 1.0;

}  // namespace

void send_discovery(UdpPort& from, const Address& only, std::uint16_t command_port) {
  const auto datagram = make_connect(MessageId::kDiscovery, {"Doppel", {}, kNewestVersion, false, {}});
  for (const Interface& item : interfaces()) {
    if (!only.is_unspecified() && item.address != only) continue;
    const Address to = item.is_loopback ? item.address : item.broadcast;
    if (!to.is_unspecified()) from.send(datagram, {to, command_port});
  }
  if (only.is_unspecified()) from.send(datagram, {Address::broadcast(), command_port});
}

bool OwnAddresses::has(const Address& address, double now) {
  if (now - looked_at_ >= kLookEvery) {
    interfaces_ = interfaces();
    looked_at_ = now;
  }
  return std::any_of(interfaces_.begin(), interfaces_.end(), [&](const Interface& item) { return item.address == address; });
}

}  // namespace doppel::natnet
