// What clients of the simulated server say, and its answers, as the vendor's own client wants them.
// Settings of the stage are commands.cpp's.
#include <algorithm>
#include <string>
#include <utility>

#include "natnet/encode.hpp"
#include "natnet/handshake.hpp"
#include "sim/commands.hpp"
#include "sim/server_session.hpp"

namespace doppel::sim {
namespace {

using natnet::MessageId;

constexpr std::size_t kMostClients = 64;
constexpr Version kEchoSince{3, 0};

}  // namespace

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

}  // namespace doppel::sim
