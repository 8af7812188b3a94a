// The bridge's server: one port, its connections, its hubs, its clock and its timers.
// No Asio in this header: programs and tests that start it need none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "mocap/replay_control.hpp"
#include "mocap/source.hpp"
#include "server/asset_store.hpp"
#include "server/mocap_hub.hpp"
#include "server/recordings.hpp"

namespace doppel::server {

struct ServerOptions {
  /// An IP address. Another than a loopback one needs a token.
  std::string address = "127.0.0.1";
  /// 0: the system chooses one.
  std::uint16_t port = 64212;
  std::string token;
  /// What the printed address has behind `?` and the token, as `avatars=10`; for the page alone. Empty: nothing.
  std::string address_query;
  std::vector<std::string> origins;
  std::vector<std::string> hosts;
  /// The built page; empty: none is served.
  std::filesystem::path page;
  /// Scene, assets and takes; empty: nothing is kept, no asset is taken and no client can record.
  std::filesystem::path data;
  /// `natnet`, `sim`, `replay`, `none`: what `hello` says.
  std::string source = "none";
  std::size_t most_clients = 256;
  std::size_t most_connections = 64;
  AssetLimits assets;
  RecordingLimits recordings;
};

class Server {
 public:
  /// Throws doppel::Error where the address is none, is taken, is not this machine's, or needs a token that is missing; and where
  /// the data folder cannot be used. `context` outlives the server.
  Server(boost::asio::io_context& context, ServerOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  void start();
  /// Says goodbye to every client (1001), ends what does not go within a second, saves the scene. The context then runs out of
  /// work.
  void stop();

  std::uint16_t port() const;
  /// `http://127.0.0.1:64212/`, with the token and the page's query where there are any.
  std::string url() const;
  mocap::Sink& sink();
  void set_replay(mocap::Replayable* replay);
  /// Records what is streamed from now on to this file, wherever it is. Throws doppel::Error where it cannot be made.
  void record_to(const std::filesystem::path& file);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace doppel::server
