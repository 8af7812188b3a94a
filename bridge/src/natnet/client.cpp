// The connection's states and timers: discovery, CONNECT, model definitions, echo, keep-alive, reconnection.
// One tick looks at the clock and does what is due; datagrams only note what they changed.
#include "natnet/client.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <utility>

#include "base/error.hpp"
#include "natnet/client_report.hpp"
#include "natnet/frame_pipeline.hpp"
#include "natnet/handshake.hpp"
#include "natnet/health.hpp"
#include "natnet/message.hpp"
#include "natnet/udp.hpp"

namespace doppel::natnet {
namespace {

using mocap::SourceState;

// Times in seconds; defaults of ours within what the wire reference calls safe.
constexpr double kTick = 0.02;
constexpr double kDiscoverEvery = 0.5;
constexpr double kConnectFirst = 0.1;  // doubled at every try up to ...
constexpr double kConnectEvery = 1.0;
constexpr double kModelsEvery = 1.0;  // at most once a second, as the reference asks
constexpr double kModelsSlowest = 10.0;
constexpr double kEchoFirst = 0.1;
constexpr double kEchoEvery = 1.0;
constexpr int kFirstEchoes = 10;
constexpr double kKeepAliveEvery = 1.0;
/// Between two tries to open the socket for frames.
constexpr double kDataRetryEvery = 1.0;
constexpr double kSilentAfter = 1.0;
/// Without an answer for so long the server counts as gone; one that was found by broadcast is searched anew.
constexpr double kGoneAfter = 3.0;

double steady_seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::string text_of(const Endpoint& endpoint) { return endpoint.address().to_string() + ":" + std::to_string(endpoint.port()); }

}  // namespace

class Client::Session : public std::enable_shared_from_this<Client::Session> {
 public:
  Session(boost::asio::io_context& context, const ClientOptions& options, std::string name, mocap::Sink& sink)
      : context_(context), options_(options), sink_(sink), pipeline_(options, sink), timer_(context), report_(std::move(name)) {}

  void start();
  void stop();

 private:
  void schedule();
  void tick();
  void send(const std::vector<std::uint8_t>& datagram) { command_->send(datagram, server_); }
  void discover();
  void connect();
  void keep_up();
  double models_every() const { return pipeline_.is_change_told() ? kModelsEvery : models_wait_; }
  void request_models();
  void on_datagram(Bytes datagram, const Endpoint& from);
  void on_message(const Message& message);
  void on_server_info(const Message& message, const Endpoint& from);
  void settle(const ServerInfo& info);
  void open_data_socket(const ServerInfo& info);
  void negotiate(const ServerInfo& info);
  bool is_from_server(const Endpoint& from) const;
  void update_state();
  std::optional<Version> wish() const { return asked_ ? asked_ : options_.bitstream; }
  bool due(double& at, double every) {
    if (now_ - at < every) return false;
    at = now_;
    return true;
  }

  boost::asio::io_context& context_;
  ClientOptions options_;
  mocap::Sink& sink_;
  FramePipeline pipeline_;
  boost::asio::steady_timer timer_;
  std::shared_ptr<UdpPort> command_;
  std::shared_ptr<UdpPort> data_;
  Endpoint server_;
  Address interface_;
  bool is_stopped_ = false;
  bool is_found_ = false;      // `server_` is known
  bool is_connected_ = false;  // it has answered, and not been silent since for kGoneAfter
  bool was_connected_ = false;
  bool is_multicast_ = false;
  std::optional<ServerInfo> info_;
  std::optional<Version> asked_;
  std::string frames_from_;
  /// Why there is no socket for frames though one is needed; empty where all is well.
  std::string data_fault_;
  double data_tried_at_ = -1.0e9;
  double now_ = 0.0;
  double discovered_at_ = -1.0e9;
  double connect_sent_at_ = -1.0e9;
  double connect_wait_ = kConnectFirst;
  double answered_at_ = -1.0e9;
  double models_sent_at_ = -1.0e9;
  double models_wait_ = kModelsEvery;
  double echo_sent_at_ = -1.0e9;
  int echoes_ = 0;
  double keep_alive_at_ = -1.0e9;
  double settled_at_ = 0.0;
  double started_at_ = 0.0;
  ClientReport report_;
};

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
  command_ = UdpPort::open(context_, {interface_, 0, false, true});
  command_->start([weak = weak_from_this()](Bytes datagram, const Endpoint& from) {
    if (const auto self = weak.lock()) self->on_datagram(datagram, from);
  });
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
  if (data_) data_->close();
}

void Client::Session::schedule() {
  if (is_stopped_) return;
  timer_.expires_after(std::chrono::microseconds(static_cast<int>(kTick * 1.0e6)));
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!error && self) self->tick();
  });
}

void Client::Session::tick() {
  now_ = steady_seconds();
  if (!is_found_) {
    if (due(discovered_at_, kDiscoverEvery)) discover();
  } else {
    keep_up();
  }
  update_state();
  schedule();
}

// To every interface's subnet, and to this machine itself, where Motive may run too.
void Client::Session::discover() {
  const auto datagram = make_connect(MessageId::kDiscovery, {"Doppel", {}, kNewestVersion, false, {}});
  for (const Interface& item : interfaces()) {
    if (!interface_.is_unspecified() && item.address != interface_) continue;
    const Address to = item.is_loopback ? item.address : item.broadcast;
    if (!to.is_unspecified()) command_->send(datagram, {to, options_.command_port});
  }
  if (interface_.is_unspecified()) command_->send(datagram, {Address::broadcast(), options_.command_port});
}

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
  // A port that was taken, an interface that was not up: both come back.
  if (!data_fault_.empty() && info_ && due(data_tried_at_, kDataRetryEvery)) open_data_socket(*info_);
  const bool can_echo = info_ && info_->has_endpoint;
  if (can_echo && due(echo_sent_at_, echoes_ < kFirstEchoes ? kEchoFirst : kEchoEvery)) {
    ++echoes_;
    send(make_echo_request(static_cast<std::uint64_t>(steady_seconds() * 1.0e9)));
  }
  if (!is_multicast_ && due(keep_alive_at_, kKeepAliveEvery)) send(make_message(MessageId::kKeepAlive));
}

void Client::Session::request_models() { send(make_message(MessageId::kRequestModelDef)); }

bool Client::Session::is_from_server(const Endpoint& from) const {
  if (from.address() == server_.address()) return true;
  // A server on this machine may send by any of its interfaces.
  return server_.address().is_loopback() && is_own_address(from.address().to_v4());
}

void Client::Session::on_datagram(Bytes datagram, const Endpoint& from) {
  now_ = steady_seconds();
  const std::optional<Message> message = read_message(datagram);
  if (message && message->id == MessageId::kServerInfo) return on_server_info(*message, from);
  if (!is_found_ || !is_from_server(from)) return pipeline_.count_foreign();
  if (!message) return pipeline_.count_bad_packet();
  on_message(*message);
}

void Client::Session::on_message(const Message& message) {
  switch (message.id) {
    case MessageId::kFrame: {
      pipeline_.take_frame(message.payload, now_);
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
    spdlog::info("natnet: found {} at {}", info->name, text_of(from));
    return connect();  // discovery registers nobody
  }
  if (!is_from_server(from)) return pipeline_.count_foreign();
  answered_at_ = now_;
  const bool is_new = !is_connected_ || !info_ || *info_ != *info;
  is_connected_ = true;
  if (is_new) settle(*info);
}

void Client::Session::settle(const ServerInfo& info) {
  if (std::exchange(was_connected_, true)) pipeline_.count_reconnection();
  info_ = info;
  settled_at_ = now_;
  echoes_ = 0;
  connect_wait_ = kConnectFirst;
  // Before 3.0 the server does not say how it sends; multicast was its default.
  is_multicast_ = info.has_endpoint ? info.is_multicast : options_.transport != Transport::kUnicast;
  if (options_.transport != Transport::kAutomatic) is_multicast_ = options_.transport == Transport::kMulticast;
  const std::string text = info.name + " " + to_string(info.app_version) + " at " + text_of(server_) + ", NatNet " +
                           to_string(info.natnet_version) + (is_multicast_ ? ", multicast" : ", unicast");
  report_.set_server(text);
  spdlog::info("natnet: connected to {}", text);
  negotiate(info);
  pipeline_.set_server(info, wish());
  open_data_socket(info);
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

void Client::Session::open_data_socket(const ServerInfo& info) {
  if (data_) data_->close();
  data_.reset();
  const Address own = interface_.is_unspecified() ? address_towards(context_, server_.address().to_v4()) : interface_;
  frames_from_ = own.to_string() + ":" + std::to_string(command_->local().port()) + " (unicast)";
  const std::uint16_t announced = info.has_endpoint && info.data_port != 0 ? info.data_port : kDataPort;
  const std::uint16_t port = options_.data_port != 0 ? options_.data_port : announced;
  // Servers before 3.0 send unicast frames to the data port of the client.
  const std::string fault_before = std::exchange(data_fault_, {});
  if (!is_multicast_ && info.has_endpoint) return;
  try {
    data_ = UdpPort::open(context_, {Address::any(), port, true, false});
    if (is_multicast_) {
      Address group =
          parse_address(options_.multicast_group.empty() ? kMulticastGroup : options_.multicast_group, "multicast group");
      const Address announced_group(info.multicast_group);
      if (options_.multicast_group.empty() && announced_group.is_multicast()) group = announced_group;
      data_->join(group, own);
      frames_from_ = group.to_string() + ":" + std::to_string(port) + " on " + own.to_string();
    }
  } catch (const Error& error) {
    data_fault_ = error.what();
    data_tried_at_ = now_;
    // Tried again every second, told once.
    if (data_fault_ != fault_before) spdlog::error("natnet: {}", data_fault_);
    if (data_) data_->close();
    data_.reset();
    return;
  }
  data_->start([weak = weak_from_this()](Bytes datagram, const Endpoint& from) {
    if (const auto self = weak.lock()) self->on_datagram(datagram, from);
  });
}

void Client::Session::update_state() {
  if (is_stopped_) return;
  HealthFacts facts;
  facts.state = SourceState::kSearching;
  if (is_found_) facts.state = is_connected_ ? SourceState::kSilent : SourceState::kConnecting;
  const bool has_frames = pipeline_.last_frame_at() > 0.0 && now_ - pipeline_.last_frame_at() < kSilentAfter;
  if (is_connected_ && has_frames) facts.state = SourceState::kStreaming;
  facts.server = text_of(server_);
  facts.frames_from = frames_from_;
  facts.version = info_ ? to_string(info_->natnet_version) : "";
  facts.is_multicast = is_multicast_;
  facts.is_version_known = !info_ || info_->natnet_version >= kOldestVersion;
  const bool is_early = is_connected_ ? now_ - settled_at_ < kSilentAfter : now_ - started_at_ < kSilentAfter;
  if (report_.update(std::move(facts), pipeline_, now_, is_early)) sink_.on_status(report_.status());
}

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
