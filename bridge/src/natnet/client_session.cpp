// One tick looks at the clock and does what is due; datagrams only note what they changed.
// What is in the datagrams is FramePipeline's matter.
#include "natnet/client_session.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/error.hpp"
#include "natnet/health.hpp"

namespace doppel::natnet {
namespace {

using mocap::SourceState;

// Times in seconds; defaults of ours within what the wire reference calls safe.
constexpr double kTick = 0.02;
/// While frames come nothing is in a hurry, and every turn of the clock is taken from them.
constexpr double kSteadyTick = 0.1;
constexpr double kDiscoverEvery = 0.5;
constexpr double kConnectEvery = 1.0;
constexpr double kModelsSlowest = 10.0;
constexpr double kEchoFirst = 0.1;
constexpr double kEchoEvery = 1.0;
constexpr int kFirstEchoes = 10;
constexpr double kKeepAliveEvery = 1.0;
constexpr double kSilentAfter = 1.0;
/// Without an answer for so long the server counts as gone; one that was found by broadcast is searched anew.
constexpr double kGoneAfter = 3.0;

double steady_seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

void Client::Session::start() {
  const Address server = options_.server.empty() ? Address::any() : parse_address(options_.server, "server");
  interface_ = Address::any();
  if (!options_.interface_address.empty()) {
    interface_ = parse_address(options_.interface_address, "interface");
    if (!is_own_address(interface_)) {
      throw Error(ErrorCode::kInvalidArgument, "interface " + interface_.to_string() + " is not one of this machine's addresses");
    }
  }
  if (!options_.multicast_group.empty() && !parse_address(options_.multicast_group, "multicast group").is_multicast()) {
    throw Error(ErrorCode::kInvalidArgument,
                "multicast group '" + options_.multicast_group + "' is none: groups are 224.0.0.0 to 239.255.255.255");
  }
  const auto receive = [weak = weak_from_this()](std::span<const Datagram> datagrams) {
    if (const auto self = weak.lock()) self->on_datagrams(datagrams);
  };
  command_ = UdpPort::open(context_, {interface_, 0, false, true});
  command_->start(receive);
  frames_.emplace(context_, options_, receive);
  is_found_ = !options_.server.empty();
  server_ = {server, options_.command_port};
  now_ = started_at_ = steady_seconds();
  tick();
}

void Client::Session::stop() {
  is_stopped_ = true;
  if (is_connected_ && !is_multicast_) send(make_message(MessageId::kDisconnect));
  timer_.cancel();
  if (command_) command_->close();
  if (frames_) frames_->close();
}

void Client::Session::schedule() {
  if (is_stopped_) return;
  timer_.expires_after(std::chrono::microseconds(static_cast<int>((is_streaming_ ? kSteadyTick : kTick) * 1.0e6)));
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!error && self) self->tick();
  });
}

void Client::Session::tick() {
  now_ = steady_seconds();
  if (!is_found_) {
    if (due(discovered_at_, kDiscoverEvery)) send_discovery(*command_, interface_, options_.command_port);
  } else {
    keep_up();
  }
  update_state();
  schedule();
}

std::string Client::Session::server_text() const { return text_of(server_.address().to_v4(), server_.port()); }

void Client::Session::connect() {
  send(make_connect(MessageId::kConnect, {"Doppel", {}, kNewestVersion, false, wish().value_or(Version{})}));
}

void Client::Session::keep_up() {
  const bool is_silent = now_ - std::max(pipeline_.last_frame_at(), settled_at_) > kSilentAfter;
  if (is_connected_ && now_ - answered_at_ > kGoneAfter && is_silent) {
    is_connected_ = false;
    connect_wait_ = kConnectFirst;
    if (options_.server.empty()) is_found_ = false;
    return;
  }
  const bool needs_connect = !is_connected_ || is_silent || pipeline_.suspects_layout();
  if (needs_connect && due(connect_sent_at_, is_connected_ ? kConnectEvery : connect_wait_)) {
    connect_wait_ = std::min(2.0 * connect_wait_, kConnectEvery);
    connect();
  }
  if (!is_connected_) return;
  if (pipeline_.wants_models() && due(models_sent_at_, models_every())) request_models();
  frames_->retry(now_);
  const bool can_echo = info_ && info_->has_endpoint;
  if (can_echo && due(echo_sent_at_, echoes_ < kFirstEchoes ? kEchoFirst : kEchoEvery)) {
    ++echoes_;
    send(make_echo_request(static_cast<std::uint64_t>(steady_seconds() * 1.0e9)));
  }
  if (!is_multicast_ && due(keep_alive_at_, kKeepAliveEvery)) send(make_message(MessageId::kKeepAlive));
}

double Client::Session::models_every() const { return pipeline_.is_change_told() ? kModelsEvery : models_wait_; }

void Client::Session::request_models() { send(make_message(MessageId::kRequestModelDef)); }

bool Client::Session::is_from_server(const Endpoint& from) {
  if (from.address() == server_.address()) return true;
  // A server on this machine may send by any of its interfaces.
  return server_.address().is_loopback() && own_addresses_.has(from.address().to_v4(), now_);
}

// Where as many wait as can be taken at once (a fifteenth of a second at 240 Hz) this machine does not keep up: viewers get the
// newest frame of them alone. What a shorter stall has held back they get whole.
void Client::Session::on_datagrams(std::span<const Datagram> datagrams) {
  std::size_t newest = 0;
  if (datagrams.size() == UdpPort::kMostAtOnce) {
    for (std::size_t i = 0; i < datagrams.size(); ++i) {
      const std::optional<Message> message = read_message(datagrams[i].bytes);
      if (message && message->id == MessageId::kFrame) newest = i;
    }
  }
  for (std::size_t i = 0; i < datagrams.size() && !is_stopped_; ++i) {
    is_overtaken_ = i < newest;
    on_datagram(datagrams[i].bytes, datagrams[i].from);
  }
}

void Client::Session::on_datagram(Bytes datagram, const Endpoint& from) {
  now_ = steady_seconds();
  const std::optional<Message> message = read_message(datagram);
  const bool is_info = message && message->id == MessageId::kServerInfo;
  // Before a server is found any may introduce itself.
  if (is_found_ ? !is_from_server(from) : !is_info) return pipeline_.count_foreign();
  if (!message) return pipeline_.count_bad_packet();
  if (message->has_rest) pipeline_.count_trailing();
  if (is_info) return on_server_info(*message, from);
  on_message(*message);
}

void Client::Session::on_message(const Message& message) {
  switch (message.id) {
    case MessageId::kFrame: {
      pipeline_.take_frame(message.payload, now_, is_overtaken_);
      // A change is asked about at once, but not more than once a second.
      if (is_connected_ && pipeline_.wants_models() && due(models_sent_at_, models_every())) request_models();
      return;
    }
    case MessageId::kModelDef: {
      const std::uint32_t revision_before = pipeline_.revision();
      pipeline_.take_models(message.payload);
      for (const std::string& fault : pipeline_.take_faults()) spdlog::warn("natnet: {}", fault);
      // Ids that stay unknown whatever the server describes are asked about ever more seldom.
      const bool is_in_vain = pipeline_.names_unknown() && pipeline_.revision() == revision_before;
      models_wait_ = is_in_vain ? std::min(2.0 * models_wait_, kModelsSlowest) : kModelsEvery;
      answered_at_ = now_;
      return;
    }
    case MessageId::kEchoResponse: {
      const std::optional<EchoResponse> echo = read_echo_response(message.payload);
      if (echo && pipeline_.clock_frequency() > 0) {
        const double server = static_cast<double>(echo->server_ticks) / static_cast<double>(pipeline_.clock_frequency());
        pipeline_.echo().add(static_cast<double>(echo->client_ticks) * 1.0e-9, now_, server);
      }
      answered_at_ = now_;
      return;
    }
    case MessageId::kDisconnectByTimeout:
      spdlog::info("natnet: the server has dropped this client for silence; connecting again");
      connect_sent_at_ = now_;
      return connect();
    case MessageId::kMessageString: spdlog::info("natnet: the server says: {}", read_text(message.payload)); return;
    case MessageId::kResponse:
    case MessageId::kUnrecognizedRequest: answered_at_ = now_; return;
    default: pipeline_.count_foreign(); return;
  }
}

void Client::Session::on_server_info(const Message& message, const Endpoint& from) {
  const std::optional<ServerInfo> info = read_server_info(message.payload);
  if (!info) return pipeline_.count_bad_packet();
  if (!is_found_) {
    server_ = from;
    is_found_ = true;
    connect_sent_at_ = now_;
    spdlog::info("natnet: found {} at {}", info->name, text_of(from.address().to_v4(), from.port()));
    return connect();  // discovery registers nobody
  }
  answered_at_ = now_;
  const bool is_connection = !std::exchange(is_connected_, true) || is_other_server(*info);
  if (is_connection && connections_++ > 0) pipeline_.count_reconnection();
  if (is_connection || *info_ != *info) settle(*info);
}

// The layout may be another by agreement; whatever else is another tells of another server, in the time between two answers.
bool Client::Session::is_other_server(const ServerInfo& info) const {
  if (!info_) return true;
  ServerInfo known = *info_;
  known.natnet_version = info.natnet_version;
  return known != info;
}

void Client::Session::settle(const ServerInfo& info) {
  info_ = info;
  settled_at_ = now_;
  echoes_ = 0;
  connect_wait_ = kConnectFirst;
  // Before 3.0 the server does not say how it sends; multicast was its default.
  is_multicast_ = info.has_endpoint ? info.is_multicast : options_.transport != Transport::kUnicast;
  if (options_.transport != Transport::kAutomatic) is_multicast_ = options_.transport == Transport::kMulticast;
  const std::string text = info.name + " " + to_string(info.app_version) + " at " + server_text() + ", NatNet " +
                           to_string(info.natnet_version) + (is_multicast_ ? ", multicast" : ", unicast");
  report_.set_server(text);
  spdlog::info("natnet: connected to {}", text);
  negotiate(info);
  pipeline_.set_server(info, connections_, wish());
  const Address own = interface_.is_unspecified() ? address_towards(context_, server_.address().to_v4()) : interface_;
  frames_->open(info, is_multicast_, own, command_->local(), now_);
  models_sent_at_ = now_;
  request_models();
}

// Newer servers are asked for the newest layout that is known in full; without success they are read by their byte counts.
void Client::Session::negotiate(const ServerInfo& info) {
  if (is_multicast_ || info.natnet_version < kNegotiableVersion) return;
  const std::optional<Version> target = options_.bitstream                     ? options_.bitstream
                                        : info.natnet_version > kNewestVersion ? std::optional(kNewestVersion)
                                                                               : std::nullopt;
  if (!target || *target == info.natnet_version) return;
  // Asked once in each way: in CONNECT, and as a command.
  if (asked_ == target) return;
  asked_ = target;
  connect_sent_at_ = now_;
  connect();
  send(make_text(MessageId::kRequest, "Bitstream," + to_string(*target)));
}

void Client::Session::update_state() {
  if (is_stopped_) return;
  HealthFacts facts;
  facts.state = SourceState::kSearching;
  if (is_found_) facts.state = is_connected_ ? SourceState::kSilent : SourceState::kConnecting;
  const bool has_frames = pipeline_.last_frame_at() > 0.0 && now_ - pipeline_.last_frame_at() < kSilentAfter;
  is_streaming_ = is_connected_ && has_frames;
  if (is_streaming_) facts.state = SourceState::kStreaming;
  facts.server = server_text();
  facts.frames_from = frames_->place();
  facts.version = info_ ? to_string(info_->natnet_version) : "";
  facts.is_multicast = is_multicast_;
  facts.is_version_known = !info_ || info_->natnet_version >= kOldestVersion;
  const bool is_early = is_connected_ ? now_ - settled_at_ < kSilentAfter : now_ - started_at_ < kSilentAfter;
  if (report_.update(std::move(facts), pipeline_, now_, is_early)) sink_.on_status(report_.status());
}

}  // namespace doppel::natnet
