// Two sockets: commands are answered from the one, frames leave by the other (section 16 of the wire reference).
// Frames are due at whole multiples of the period; after a stall the missed ones are left out, not sent in a burst.
#include "sim/server.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "natnet/encode.hpp"
#include "natnet/handshake.hpp"
#include "natnet/message.hpp"
#include "natnet/udp.hpp"
#include "sim/commands.hpp"
#include "sim/delivery.hpp"
#include "sim/scene.hpp"

namespace doppel::sim {
namespace {

using natnet::Bytes;
using natnet::Endpoint;
using natnet::MessageId;
using natnet::UdpPort;
using natnet::Version;

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kTicksPerSecond = 10'000'000;
/// A unicast client that was silent for so long is dropped, seconds; the vendor's value is not published.
constexpr double kClientTimeout = 10.0;
constexpr std::size_t kMostClients = 64;
constexpr int kMulticastHops = 2;
/// Before the transmit stamp, as captured: seconds.
constexpr double kMidExposureBefore = 0.0055;
constexpr double kReceivedBefore = 0.0009;
constexpr Version kEchoSince{3, 0};

}  // namespace

class Server::Session : public std::enable_shared_from_this<Server::Session> {
 public:
  Session(boost::asio::io_context& context, const SimOptions& options)
      : context_(context), options_(options), scene_(options), network_(options.faults), timer_(context) {}

  void start();
  void stop();
  void restart();
  void change_list() {
    scene_.change_list();
    params_next_ |= natnet::kFrameModelsChanged;
  }
  Scene& scene() { return scene_; }
  std::uint16_t command_port() const { return command_->local().port(); }
  std::uint16_t data_port() const { return data_->local().port(); }
  ServerCounters counters() const {
    ServerCounters out = counters_;
    out.clients = clients_.size();
    return out;
  }

 private:
  struct Client {
    Endpoint endpoint;
    Version version;
    Clock::time_point heard_at;
    bool version_changed = false;
  };

  double seconds() const { return std::chrono::duration<double>(Clock::now() - born_at_).count(); }
  std::uint64_t ticks(double at) const {
    return static_cast<std::uint64_t>(std::max(0.0, at) * static_cast<double>(kTicksPerSecond));
  }
  void schedule();
  void tick();
  void make_frame();
  void send_frame(const Endpoint& to, const Version& version, std::int16_t more_params);
  void deliver(const std::shared_ptr<const std::vector<std::uint8_t>>& datagram, const Endpoint& to, const Delivery& delivery);
  void drop_silent_clients();
  void on_request(Bytes datagram, const Endpoint& from);
  void on_connect(Bytes payload, const Endpoint& from);
  void on_command(std::string_view text, const Endpoint& from);
  void on_bitstream(std::string_view wish, const Endpoint& from);
  Client* client_of(const Endpoint& from);
  Version version_for(const Endpoint& from);
  std::vector<std::uint8_t> server_info(const Version& version) const;
  void answer(const std::vector<std::uint8_t>& datagram, const Endpoint& to) { command_->send(datagram, to); }

  boost::asio::io_context& context_;
  SimOptions options_;
  Scene scene_;
  Network network_;
  boost::asio::steady_timer timer_;
  std::shared_ptr<UdpPort> command_, data_;
  Endpoint group_;
  std::vector<Client> clients_;
  Clock::time_point born_at_, due_at_, restart_at_, change_at_;
  bool is_stopped_ = false;
  std::int32_t number_ = 0;
  std::int16_t params_next_ = natnet::kFrameModelsChanged;
  natnet::FrameData frame_;
  /// Of this frame, by version, so that each is encoded once.
  std::map<Version, std::shared_ptr<const std::vector<std::uint8_t>>> encoded_;
  ServerCounters counters_;
};

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
  command_->start([weak = weak_from_this()](Bytes datagram, const Endpoint& from) {
    if (const auto self = weak.lock()) self->on_request(datagram, from);
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

std::vector<std::uint8_t> Server::Session::server_info(const Version& version) const {
  const Version own = options_.version;
  const bool is_old = own < kEchoSince;
  natnet::ServerInfo info;
  info.name = is_old ? "NatNetLib" : "Motive";
  info.natnet_version = options_.announced.value_or(version);
  // Motive's number is one below NatNet's from 3.0 on; before, both fields held NatNet's.
  info.app_version = is_old ? own : Version{static_cast<std::uint8_t>(own.major - 1), own.minor};
  info.has_endpoint = !is_old;
  info.clock_frequency = kTicksPerSecond;
  info.data_port = data_port();
  info.is_multicast = options_.is_multicast;
  if (options_.is_multicast) info.multicast_group = group_.address().to_v4().to_bytes();
  std::vector<std::uint8_t> datagram = natnet::make_server_info(info);
  if (options_.faults.is_rough) {
    const std::size_t begin = natnet::kHeaderSize + info.name.size() + 1;
    std::fill(datagram.begin() + static_cast<std::ptrdiff_t>(begin), datagram.begin() + natnet::kHeaderSize + 256,
              std::uint8_t{0xC7});
  }
  return datagram;
}

void Server::Session::on_request(Bytes datagram, const Endpoint& from) {
  const std::optional<natnet::Message> message = natnet::read_request(datagram);
  if (!message) return;
  ++counters_.requests;
  if (Client* client = client_of(from)) client->heard_at = Clock::now();
  switch (message->id) {
    case MessageId::kConnect: return on_connect(message->payload, from);
    case MessageId::kDiscovery:
      if (options_.version >= kEchoSince) answer(server_info(options_.version), from);
      return;
    case MessageId::kRequest: return on_command(natnet::read_text(message->payload), from);
    case MessageId::kRequestModelDef: {
      std::vector<std::uint8_t> reply;
      const Version version = version_for(from);
      if (natnet::encode_model_def(scene_.model_def(version), version, reply)) answer(reply, from);
      return;
    }
    case MessageId::kRequestFrame: {
      std::vector<std::uint8_t> reply;
      if (natnet::encode_frame(frame_, version_for(from), reply)) answer(reply, from);
      return;
    }
    case MessageId::kDisconnect: std::erase_if(clients_, [&](const Client& client) { return client.endpoint == from; }); return;
    case MessageId::kEchoRequest: {
      const std::optional<std::uint64_t> client_ticks = natnet::read_echo_request(message->payload);
      if (client_ticks && options_.version >= kEchoSince) {
        answer(natnet::make_echo_response({*client_ticks, ticks(seconds())}), from);
      }
      return;
    }
    case MessageId::kKeepAlive: return;  // an answer would be an error to the vendor's library
    default: answer(natnet::make_message(MessageId::kUnrecognizedRequest), from);
  }
}

void Server::Session::on_connect(Bytes payload, const Endpoint& from) {
  const natnet::ConnectRequest request = natnet::read_connect(payload);
  Version version = options_.version;
  const bool can_choose = !options_.is_multicast && options_.version >= natnet::kNegotiableVersion;
  const bool is_known = request.wanted_version >= Version{3, 0} && request.wanted_version <= options_.version;
  if (can_choose && is_known) version = request.wanted_version;
  if (!options_.is_multicast) {
    Client* client = client_of(from);
    if (client == nullptr) {
      if (clients_.size() >= kMostClients) return;
      clients_.push_back({from, version, Clock::now(), false});
    } else if (client->version != version) {
      client->version = version;
      client->version_changed = true;
    }
  }
  answer(server_info(version), from);
}

void Server::Session::on_bitstream(std::string_view wish, const Endpoint& from) {
  Client* client = client_of(from);
  const std::optional<Version> version = natnet::parse_version(wish);
  const bool can_choose = client != nullptr && options_.version >= natnet::kNegotiableVersion;
  if (!can_choose || !version || *version < Version{3, 0} || *version > options_.version) {
    return answer(natnet::make_number_response(std::int32_t{1}), from);
  }
  if (client->version != *version) {
    client->version = *version;
    client->version_changed = true;
  }
  answer(natnet::make_number_response(std::int32_t{0}), from);
}

void Server::Session::on_command(std::string_view text, const Endpoint& from) {
  if (text == "Bitstream") {
    answer(natnet::make_text(MessageId::kResponse, "Bitstream," + natnet::to_string(version_for(from))), from);
  } else if (text.starts_with("Bitstream,")) {
    on_bitstream(text.substr(text.find(',') + 1), from);
  } else {
    const Answer reply = answer_command(text, options_.rate, scene_);
    if (reply.changes_models) params_next_ |= natnet::kFrameModelsChanged;
    answer(reply.datagram, from);
  }
}

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
