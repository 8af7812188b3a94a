// Two sockets: commands are answered from the one, frames leave by the other (section 16 of the wire reference).
// Frames are due at whole multiples of the period; after a stall the missed ones are left out, not sent in a burst.
#include "sim/server_session.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <utility>

#include "natnet/encode.hpp"

namespace doppel::sim {
namespace {

using natnet::MessageId;
using natnet::UdpPort;

/// A unicast client that was silent for so long is dropped, seconds; the vendor's value is not published.
constexpr double kClientTimeout = 10.0;
constexpr int kMulticastHops = 2;
/// Before the transmit stamp, as captured: seconds.
constexpr double kMidExposureBefore = 0.0055;
constexpr double kReceivedBefore = 0.0009;

}  // namespace

void Server::Session::start() {
  const natnet::Address address = natnet::parse_address(options_.address, "address");
  // A client on this machine binds the data port too, to hear the multicast: both must say that they share it.
  command_ = UdpPort::open(context_, {address, options_.command_port, false, true});
  data_ = UdpPort::open(context_, {address, options_.data_port, options_.is_multicast, false});
  if (options_.is_multicast) {
    const natnet::Address group = natnet::parse_address(options_.multicast_group, "multicast group");
    group_ = {group, data_port()};
    data_->send_multicast_by(address, kMulticastHops);
  }
  command_->start([weak = weak_from_this()](std::span<const natnet::Datagram> datagrams) {
    const auto self = weak.lock();
    for (const natnet::Datagram& each : datagrams) {
      if (self && !self->is_stopped_) self->on_request(each.bytes, each.from);
    }
  });
  due_at_ = restart_at_ = change_at_ = Clock::now();
  born_at_ = Clock::now();
  schedule();
}

void Server::Session::stop() {
  is_stopped_ = true;
  timer_.cancel();
  if (command_) command_->close();
  if (data_) data_->close();
}

void Server::Session::restart() {
  ++counters_.restarts;
  clients_.clear();
  number_ = 0;
  born_at_ = Clock::now();
  params_next_ |= natnet::kFrameModelsChanged;
}

void Server::Session::schedule() {
  if (is_stopped_) return;
  const auto period = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / options_.rate));
  due_at_ += period;
  const Clock::time_point now = Clock::now();
  // What was missed is left out: the number goes on, as a real server's does.
  while (due_at_ + 4 * period < now) {
    due_at_ += period;
    ++number_;
  }
  timer_.expires_at(due_at_);
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!error && self && !self->is_stopped_) self->tick();
  });
}

void Server::Session::tick() {
  const Clock::time_point now = Clock::now();
  const auto is_due = [&](double every, Clock::time_point& last) {
    if (every <= 0.0 || std::chrono::duration<double>(now - last).count() < every) return false;
    last = now;
    return true;
  };
  if (is_due(options_.faults.restart_every, restart_at_)) restart();
  if (is_due(options_.faults.change_every, change_at_)) change_list();
  drop_silent_clients();
  make_frame();
  schedule();
}

void Server::Session::make_frame() {
  ++number_;
  ++counters_.frames;
  scene_.frame(number_, frame_);
  const double now = seconds();
  frame_.mid_exposure_ticks = ticks(now - kMidExposureBefore);
  frame_.received_ticks = ticks(now - kReceivedBefore);
  frame_.transmit_ticks = ticks(now);
  frame_.params = std::exchange(params_next_, std::int16_t{0});
  encoded_.clear();
  if (options_.is_multicast) {
    send_frame(group_, options_.version, 0);
    return;
  }
  for (Client& client : clients_) {
    const bool changed = std::exchange(client.version_changed, false);
    send_frame(client.endpoint, client.version, changed ? natnet::kFrameBitstreamChanged : std::int16_t{0});
  }
}

void Server::Session::send_frame(const Endpoint& to, const Version& version, std::int16_t more_params) {
  std::shared_ptr<const std::vector<std::uint8_t>>& cached = encoded_[version];
  if (!cached || more_params != 0) {
    natnet::FrameData frame = frame_;
    frame.params = static_cast<std::int16_t>(frame.params | more_params);
    auto datagram = std::make_shared<std::vector<std::uint8_t>>();
    if (!natnet::encode_frame(frame, version, *datagram)) {
      if (number_ % 1000 == 1)
        spdlog::error("sim: a frame is above 65507 bytes and cannot be sent; fewer performers or markers help");
      return;
    }
    if (more_params != 0) {
      for (const Delivery& delivery : network_.deliver(1.0 / options_.rate)) deliver(datagram, to, delivery);
      return;
    }
    cached = std::move(datagram);
  }
  const std::vector<Delivery> copies = network_.deliver(1.0 / options_.rate);
  if (copies.empty()) ++counters_.lost;
  for (const Delivery& delivery : copies) deliver(cached, to, delivery);
}

void Server::Session::deliver(const std::shared_ptr<const std::vector<std::uint8_t>>& datagram, const Endpoint& to,
                              const Delivery& delivery) {
  const std::size_t size = delivery.is_cut ? datagram->size() / 2 : datagram->size();
  if (delivery.delay <= 0.0) {
    if (data_->send(Bytes(*datagram).first(size), to)) ++counters_.datagrams;
    return;
  }
  auto timer = std::make_shared<boost::asio::steady_timer>(context_);
  timer->expires_after(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(delivery.delay)));
  timer->async_wait([weak = weak_from_this(), timer, datagram, size, to](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (error || !self || self->is_stopped_) return;
    if (self->data_->send(Bytes(*datagram).first(size), to)) ++self->counters_.datagrams;
  });
}

void Server::Session::drop_silent_clients() {
  const Clock::time_point now = Clock::now();
  std::erase_if(clients_, [&](const Client& client) {
    if (std::chrono::duration<double>(now - client.heard_at).count() < kClientTimeout) return false;
    answer(natnet::make_message(MessageId::kDisconnectByTimeout), client.endpoint);
    return true;
  });
}

Server::Session::Client* Server::Session::client_of(const Endpoint& from) {
  const auto at = std::find_if(clients_.begin(), clients_.end(), [&](const Client& client) { return client.endpoint == from; });
  return at == clients_.end() ? nullptr : &*at;
}

Version Server::Session::version_for(const Endpoint& from) {
  const Client* client = client_of(from);
  return client != nullptr ? client->version : options_.version;
}

}  // namespace doppel::sim
