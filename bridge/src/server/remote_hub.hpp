// The relay of `/retargeting`: controllers' requests to the page that is the authority, answers back by id, broadcasts, the
// scene. It has no socket and starts no timer; it understands of an action only what a request must have.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/clock.hpp"
#include "server/metrics.hpp"
#include "server/peer.hpp"
#include "server/scene_store.hpp"

namespace doppel::server {

struct RemoteMessage;

class RemoteHub final : public PeerHandler {
 public:
  using Json = nlohmann::ordered_json;

  /// Seconds until a request that the page does not answer is given up.
  static constexpr double kAnswerSeconds = 10.0;
  /// Requests of one client that may wait at a time.
  static constexpr std::size_t kMostWaiting = 64;
  /// Bytes of the longest scene document.
  static constexpr std::size_t kLongestScene = 2U << 20;

  /// The references outlive the hub. `clock`: what `tick` is given, at any moment.
  RemoteHub(SceneStore& scene, Metrics& metrics, std::function<double()> clock = steady_seconds);
  ~RemoteHub() override;

  void on_open(const std::shared_ptr<Peer>& peer) override;
  void on_text(const std::shared_ptr<Peer>& peer, std::string_view text) override;
  void on_closed(const std::shared_ptr<Peer>& peer) override;
  /// Ends requests that have waited too long. `now`: steady clock, seconds. At least once a second.
  void tick(double now);

  std::size_t client_count() const { return clients_.size(); }

 private:
  struct Client;
  struct Pending;

  void on_request(Client& client, const RemoteMessage& message);
  void on_answer(Client& client, const RemoteMessage& message);
  void on_register(Client& client, const Json& head);
  void on_scene(Client& client, const RemoteMessage& message);
  void on_value_changed(Client& client, const RemoteMessage& message);
  void on_page_message(Client& client, std::string_view type, const RemoteMessage& message);

  void set_authority(Client* client);
  Client* next_authority(const Client* without) const;
  void end_requests_of(const Client& page);
  void answer_error(Client& client, const Json& request, std::string_view code, std::string_view message);
  TextPointer scene_text() const;
  void send_session();
  void send_error(Client& client, std::string_view code, std::string_view message);

  SceneStore& scene_;
  Metrics& metrics_;
  std::function<double()> clock_;
  std::unordered_map<Peer*, std::unique_ptr<Client>> clients_;
  std::map<std::uint64_t, Pending> pending_;
  Client* authority_ = nullptr;
  std::uint64_t last_request_ = 0;
  std::uint64_t last_page_ = 0;
};

}  // namespace doppel::server
