// Simulator and client on one io_context.
// Nothing of it is seen from outside this machine.
#include "source/sim_source.hpp"

#include <utility>

#include "natnet/client.hpp"
#include "sim/server.hpp"

namespace doppel::source {

SimSource::SimSource(sim::SimOptions options) : options_(std::move(options)) {}

SimSource::~SimSource() { stop(); }

void SimSource::start(boost::asio::io_context& context, mocap::Sink& sink) {
  options_.address = "127.0.0.1";
  options_.command_port = options_.data_port = 0;
  server_ = std::make_unique<sim::Server>(options_);
  server_->start(context);
  natnet::ClientOptions client;
  client.server = options_.address;
  client.interface_address = options_.address;
  client.command_port = server_->command_port();
  client.data_port = options_.is_multicast || options_.version < natnet::Version{3, 0} ? server_->data_port() : std::uint16_t{0};
  client.transport = options_.is_multicast ? natnet::Transport::kMulticast : natnet::Transport::kUnicast;
  client.up_axis = options_.up_axis;
  client_ = std::make_unique<natnet::Client>(client, "sim");
  client_->start(context, sink);
}

void SimSource::stop() {
  if (client_) client_->stop();
  if (server_) server_->stop();
}

}  // namespace doppel::source
