// The client's shell: the session lives as long as its handlers need it, and the client no longer than its owner wants.
// What it does stands in client_session.cpp.
#include "natnet/client.hpp"

#include <utility>

#include "natnet/client_session.hpp"

namespace doppel::natnet {

Client::Client(ClientOptions options, std::string name) : options_(std::move(options)), name_(std::move(name)) {}

Client::~Client() {
  try {
    stop();
  } catch (...) {
    // Nobody is left to be told: sockets and timers close with the session.
    session_.reset();
  }
}

void Client::start(boost::asio::io_context& context, mocap::Sink& sink) {
  auto session = std::make_shared<Session>(context, options_, name_, sink);
  session->start();
  session_ = std::move(session);
}

void Client::stop() {
  if (const std::shared_ptr<Session> session = std::exchange(session_, nullptr)) session->stop();
}

}  // namespace doppel::natnet
