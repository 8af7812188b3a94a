// A NatNet server of a test's own: it says only what it is told to, so that a client meets what the simulator never does.
// One skeleton of four bones, layout 4.1; frames are sent by the test.
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <vector>

#include "natnet/encode.hpp"
#include "natnet/handshake.hpp"
#include "natnet/message.hpp"
#include "natnet/udp.hpp"

namespace doppel::natnet::test {

inline constexpr Version kScriptedVersion{4, 1};
inline constexpr std::uint64_t kScriptedTicks = 10'000'000;

/// Three of them have a length, which tells local coordinates from global ones.
inline constexpr std::int32_t kScriptedBones = 4;

inline ModelDef four_bones() {
  SkeletonModel skeleton;
  skeleton.id = 1;
  skeleton.name = "Ann";
  const std::vector<std::string> names{"Hip", "Ab", "Chest", "Neck"};
  for (std::int32_t i = 0; i < kScriptedBones; ++i) {
    BodyModel bone;
    bone.id = i + 1;
    bone.parent_id = i;
    bone.name = names[static_cast<std::size_t>(i)];
    bone.offset = {0.0F, i == 0 ? 0.9F : 0.2F, 0.0F};
    skeleton.bones.push_back(bone);
  }
  ModelDef model;
  model.models.emplace_back(skeleton);
  return model;
}

/// At rest, in local coordinates; `transmitted` in seconds of the server's clock.
inline std::vector<std::uint8_t> frame_datagram(std::int32_t number, double transmitted) {
  SkeletonData skeleton;
  skeleton.id = 1;
  for (std::int32_t i = 0; i < kScriptedBones; ++i) {
    BodyData bone;
    bone.id = 65536 + i + 1;
    bone.position = {0.0F, i == 0 ? 0.9F : 0.2F, 0.0F};
    bone.params = kBodyTracked;
    skeleton.bones.push_back(bone);
  }
  FrameData frame;
  frame.number = number;
  frame.timestamp = transmitted;
  frame.skeletons.push_back(skeleton);
  frame.mid_exposure_ticks = frame.transmit_ticks = static_cast<std::uint64_t>(transmitted * kScriptedTicks);
  std::vector<std::uint8_t> datagram;
  if (!encode_frame(frame, kScriptedVersion, datagram)) datagram.clear();
  return datagram;
}

inline ServerInfo scripted_info() {
  ServerInfo info;
  info.name = "Motive";
  info.app_version = {3, 1};
  info.natnet_version = kScriptedVersion;
  info.has_endpoint = true;
  info.clock_frequency = kScriptedTicks;
  info.data_port = kDataPort;
  return info;
}

class ScriptedServer {
 public:
  /// `rest`: bytes behind the end of every datagram.
  explicit ScriptedServer(boost::asio::io_context& context, std::size_t rest = 0)
      : rest_(rest), port_(UdpPort::open(context, {Address::loopback(), 0, false, false})) {
    port_->start([this](std::span<const Datagram> datagrams) {
      for (const Datagram& each : datagrams) answer(each.bytes, each.from);
    });
  }
  ~ScriptedServer() { port_->close(); }
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  std::uint16_t port() const { return port_->local().port(); }
  bool has_client() const { return client_.port() != 0; }
  /// Nothing is answered, as if it was gone.
  void go() { is_gone_ = true; }
  /// Another one in its place, which knows no client.
  void come() {
    is_gone_ = false;
    client_ = {};
  }
  void send_frame(std::int32_t number, double transmitted) { send(frame_datagram(number, transmitted), client_); }
  void send_message(std::vector<std::uint8_t> datagram) { send(std::move(datagram), client_); }
  /// Datagrams sent so far.
  std::uint64_t sent() const { return sent_; }

 private:
  void answer(Bytes datagram, const Endpoint& from) {
    const auto message = read_request(datagram);
    if (is_gone_ || !message) return;
    if (message->id == MessageId::kConnect) {
      client_ = from;
      send(make_server_info(scripted_info()), from);
    } else if (message->id == MessageId::kRequestModelDef) {
      std::vector<std::uint8_t> models;
      if (encode_model_def(four_bones(), kScriptedVersion, models)) send(std::move(models), from);
    } else if (message->id == MessageId::kEchoRequest) {
      if (const auto ticks = read_echo_request(message->payload)) send(make_echo_response({*ticks, *ticks / 100}), from);
    }
  }
  void send(std::vector<std::uint8_t> datagram, const Endpoint& to) {
    datagram.insert(datagram.end(), rest_, 0xEE);
    if (port_->send(datagram, to)) ++sent_;
  }

  std::size_t rest_;
  std::shared_ptr<UdpPort> port_;
  Endpoint client_;
  bool is_gone_ = false;
  std::uint64_t sent_ = 0;
};

}  // namespace doppel::natnet::test
