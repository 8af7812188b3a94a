// An address that cannot be used is refused in a sentence that says what to do.
// Nothing is accepted here.
#include "server/listening.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "server/access.hpp"

namespace doppel::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error(ErrorCode::kInvalidArgument, message); }

}  // namespace

void listen(tcp::acceptor& acceptor, const ServerOptions& options) {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(options.address, error);
  if (error) refuse(fmt::format("--listen {}: expected an IP address", options.address));
  if (!address.is_loopback() && options.token.empty()) {
    refuse(fmt::format("--listen {}: others can reach this address, so a token is needed (--token TEXT, or --token random)",
                       options.address));
  }
  if (!options.token.empty() && !is_valid_token(options.token)) {
    refuse("--token: expected 8 to 128 of A-Z a-z 0-9 - . _ ~");
  }
  const tcp::endpoint endpoint(address, options.port);
  acceptor.open(endpoint.protocol(), error);
  acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  acceptor.bind(endpoint, error);
  if (error == asio::error::address_in_use) {
    refuse(fmt::format("port {} of {} is in use: another bridge runs already, or another program has it (--port N takes another)",
                       options.port, options.address));
  }
  if (error == asio::error::make_error_code(asio::error::basic_errors::access_denied)) {
    refuse(fmt::format("port {} is not allowed for this user (--port N takes another)", options.port));
  }
  if (error) refuse(fmt::format("--listen {}: this machine has no such address ({})", options.address, error.message()));
  acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) refuse(fmt::format("cannot listen on {}: {}", options.address, error.message()));
}

}  // namespace doppel::server
