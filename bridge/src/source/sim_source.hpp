// The simulator as a source: a NatNet server on loopback and the NatNet client on it, so that the whole way runs without cameras.
// Frames take the same way as Motive's: real datagrams, decoded.
#pragma once

#include <memory>

#include "mocap/source.hpp"
#include "sim/options.hpp"

namespace doppel::sim {
class Server;
}
namespace doppel::natnet {
class Client;
}

namespace doppel::source {

class SimSource : public mocap::Source {
 public:
  /// Address and ports of `options` do not matter: it takes 127.0.0.1 and free ports.
  explicit SimSource(sim::SimOptions options);
  ~SimSource() override;

  /// Throws doppel::Error where an option is out of range or a BVH file cannot be read.
  void start(boost::asio::io_context& context, mocap::Sink& sink) override;
  void stop() override;

 private:
  sim::SimOptions options_;
  std::unique_ptr<sim::Server> server_;
  std::unique_ptr<natnet::Client> client_;
};

}  // namespace doppel::source
