// Opens the bridge's one port.
// Who comes in is the server's affair.
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include "server/server.hpp"

namespace doppel::server {

/// Throws doppel::Error where the address is none, is taken, is not this machine's, or needs a token that is missing or wrong.
void listen(boost::asio::ip::tcp::acceptor& acceptor, const ServerOptions& options);

}  // namespace doppel::server
