// Asking a network for its servers, and knowing this machine's own addresses.
// Who answers is the client's matter.
#pragma once

#include <vector>

#include "natnet/udp.hpp"

namespace doppel::natnet {

/// A DISCOVERY to every interface's subnet and to this machine itself, where Motive may run too; to that of `only` where it is
/// not 0.0.0.0.
void send_discovery(UdpPort& from, const Address& only, std::uint16_t command_port);

/// This machine's addresses, looked up once a second at most: it is asked with every datagram.
class OwnAddresses {
 public:
  /// `now`: steady seconds.
  bool has(const Address& address, double now);

 private:
  std::vector<Interface> interfaces_;
  double looked_at_ = -1.0e9;
};

}  // namespace doppel::natnet
