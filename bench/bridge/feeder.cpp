// Sends frames by an absolute schedule, so that a late one does not shift those behind it.
// Everything is written by the bridge's own encoder, layout 4.1.
#include "feeder.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "natnet/encode.hpp"
#include "natnet/handshake.hpp"
#include "natnet/message.hpp"

namespace doppel::bench {

namespace {

constexpr std::uint64_t kTicks = 1000000000;
constexpr float kBoneLength = 0.1F;

}  // namespace

natnet::ModelDef make_model() {
  natnet::ModelDef model;
  for (int s = 0; s < kSkeletons; ++s) {
    natnet::SkeletonModel skeleton;
    skeleton.id = s + 1;
    skeleton.name = "P" + std::to_string(s + 1);
    for (int b = 0; b < kBones; ++b) {
      natnet::BodyModel bone;
      bone.name = skeleton.name + "_" + (b == 0 ? "Hip" : "Bone" + std::to_string(b));
      bone.id = b + 1;
      bone.parent_id = b;
      bone.offset = {0.0F, b == 0 ? 0.9F : kBoneLength, 0.0F};
      skeleton.bones.push_back(std::move(bone));
    }
    model.models.emplace_back(std::move(skeleton));
  }
  return model;
}

natnet::FrameData make_frame() {
  natnet::FrameData frame;
  for (int s = 0; s < kSkeletons; ++s) {
    natnet::SkeletonData skeleton;
    skeleton.id = s + 1;
    for (int b = 0; b < kBones; ++b) {
      natnet::BodyData bone;
      bone.id = (s + 1) * 65536 + b + 1;
      bone.position = {0.0F, b == 0 ? 0.9F : kBoneLength, 0.0F};
      bone.params = natnet::kBodyTracked;
      skeleton.bones.push_back(bone);
    }
    frame.skeletons.push_back(std::move(skeleton));
  }
  return frame;
}

void turn(natnet::FrameData& frame, double seconds) {
  for (auto& skeleton : frame.skeletons) {
    for (auto& bone : skeleton.bones) {
      const auto half = static_cast<float>(0.2 * std::sin(seconds + bone.id % 97));
      bone.orientation = {std::sin(half), 0.0F, 0.0F, std::cos(half)};
    }
  }
}

double steady_now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

Feeder::Feeder(std::uint16_t command_port, double rate) : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)), rate_(rate) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(command_port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("the feeder's port is taken");
  thread_ = std::thread([this] { run(); });
}

Feeder::~Feeder() {
  is_stopping_ = true;
  thread_.join();
  ::close(socket_);
}

void Feeder::run() {
  std::vector<std::uint8_t> model;
  if (!natnet::encode_model_def(make_model(), kVersion, model)) return;
  natnet::ServerInfo info;
  info.name = "Feeder";
  info.app_version = {3, 1, 0, 0};
  info.natnet_version = kVersion;
  info.has_endpoint = true;
  info.clock_frequency = kTicks;
  info.data_port = 1511;
  info.is_multicast = false;
  natnet::FrameData frame = make_frame();
  std::vector<std::uint8_t> datagram;
  std::vector<std::uint8_t> request(2048);
  sockaddr_in client{};
  bool has_client = false;
  const double began = steady_now();
  while (!is_stopping_) {
    sockaddr_in from{};
    socklen_t size = sizeof from;
    for (ssize_t count = 0; (count = ::recvfrom(socket_, request.data(), request.size(), MSG_DONTWAIT,
                                                reinterpret_cast<sockaddr*>(&from), &size)) > 0;) {
      const auto message = natnet::read_request(std::span(request).first(static_cast<std::size_t>(count)));
      if (!message) continue;
      const auto answer = [&](const std::vector<std::uint8_t>& bytes) {
        ::sendto(socket_, bytes.data(), bytes.size(), 0, reinterpret_cast<const sockaddr*>(&from), sizeof from);
      };
      if (message->id == natnet::MessageId::kConnect) {
        client = from;
        has_client = true;
        answer(natnet::make_server_info(info));
      } else if (message->id == natnet::MessageId::kRequestModelDef) {
        answer(model);
      } else if (message->id == natnet::MessageId::kEchoRequest) {
        if (const auto ticks = natnet::read_echo_request(message->payload)) {
          answer(natnet::make_echo_response({*ticks, static_cast<std::uint64_t>(steady_now() * 1e9)}));
        }
      }
    }
    const std::int32_t number = last_number_ + 1;
    const double due = began + number / rate_;
    if (const double wait = due - steady_now(); wait > 0.0) std::this_thread::sleep_for(std::chrono::duration<double>(wait));
    turn(frame, due);
    frame.number = number;
    frame.timestamp = number / rate_;
    const auto ticks = static_cast<std::uint64_t>(steady_now() * 1e9);
    frame.mid_exposure_ticks = frame.received_ticks = frame.transmit_ticks = ticks;
    if (has_client && natnet::encode_frame(frame, kVersion, datagram)) {
      sent_at_[static_cast<std::size_t>(number) % kRemembered] = steady_now();
      ::sendto(socket_, datagram.data(), datagram.size(), 0, reinterpret_cast<const sockaddr*>(&client), sizeof client);
    }
    last_number_ = number;
  }
}

}  // namespace doppel::bench
