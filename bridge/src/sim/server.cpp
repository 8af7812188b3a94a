// The server's shell: the session lives as long as its handlers need it, and the server no longer than its owner wants.
// What it does stands in server_session.cpp and server_requests.cpp.
#include "sim/server.hpp"

#include <utility>

#include "sim/server_session.hpp"

namespace doppel::sim {

Server::Server(SimOptions options) : options_(std::move(options)) {}
Server::~Server() {
  try {
    stop();
  } catch (...) {
    // Nobody is left to be told: sockets and timers close with the session.
    session_.reset();
  }
}

void Server::start(boost::asio::io_context& context) {
  auto session = std::make_shared<Session>(context, options_);
  session->start();
  session_ = std::move(session);
}

void Server::stop() {
  if (const std::shared_ptr<Session> session = std::exchange(session_, nullptr)) session->stop();
}

std::uint16_t Server::command_port() const { return session_ ? session_->command_port() : options_.command_port; }
std::uint16_t Server::data_port() const { return session_ ? session_->data_port() : options_.data_port; }
ServerCounters Server::counters() const { return session_ ? session_->counters() : ServerCounters{}; }
void Server::restart() {
  if (session_) session_->restart();
}
void Server::change_list() {
  if (session_) session_->change_list();
}
void Server::set_local(bool is_local) {
  if (session_) session_->scene().set_local(is_local);
}

}  // namespace doppel::sim
