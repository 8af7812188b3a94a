// The simulated server at work: its sockets, its clients, its clock.
// Only server.cpp, server_session.cpp and server_requests.cpp include it: it brings Asio.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "natnet/message.hpp"
#include "natnet/udp.hpp"
#include "sim/delivery.hpp"
#include "sim/scene.hpp"
#include "sim/server.hpp"

namespace doppel::sim {

using natnet::Bytes;
using natnet::Endpoint;
using natnet::Version;

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
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kTicksPerSecond = 10'000'000;

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
  std::shared_ptr<natnet::UdpPort> command_, data_;
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

}  // namespace doppel::sim
