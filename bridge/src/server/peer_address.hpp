// Addresses of connections as text and as loopback or not; an IPv4 address inside an IPv6 one counts as itself.
// It resolves no names.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <string>

namespace doppel::server {

inline boost::asio::ip::address plain_address(const boost::asio::ip::address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
  return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address.to_v6());
}

}  // namespace doppel::server
