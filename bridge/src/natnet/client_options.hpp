// What a person may set about a NatNet connection. Everything has a default that finds Motive by itself.
// It is plain data; the command line and the configuration file fill it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mocap/status.hpp"
#include "natnet/axes.hpp"
#include "natnet/version.hpp"

namespace doppel::natnet {

inline constexpr std::uint16_t kCommandPort = 1510;
inline constexpr std::uint16_t kDataPort = 1511;
inline constexpr const char* kMulticastGroup = "239.255.42.99";

enum class Transport { kAutomatic, kMulticast, kUnicast };

struct ClientOptions {
  /// IPv4 address of the server; empty: found by broadcast.
  std::string server;
  /// IPv4 address of this machine's interface; empty: the one that has the route to the server.
  std::string interface_address;
  std::uint16_t command_port = kCommandPort;
  /// 0: as the server says, else 1511.
  std::uint16_t data_port = 0;
  /// Empty: as the server says, else 239.255.42.99.
  std::string multicast_group;
  /// kAutomatic: as the server says.
  Transport transport = Transport::kAutomatic;
  /// kUnknown: found out from the frames.
  mocap::Coordinates coordinates = mocap::Coordinates::kUnknown;
  UpAxis up_axis = UpAxis::kY;
  /// Asked of unicast servers from 4.0 on; nothing: only of one that is newer than what is known, and then the newest known.
  std::optional<Version> bitstream;
};

}  // namespace doppel::natnet
