// A NatNet server in its own right, over UDP: what Motive's streaming engine looks like to any client, the vendor's included.
// A header without Asio; the stage is Scene's, the bytes are the encoder's.
#pragma once

#include <cstdint>
#include <memory>

#include "sim/options.hpp"

namespace boost::asio {
class io_context;
}

namespace doppel::sim {

struct ServerCounters {
  std::uint64_t frames = 0;     // made
  std::uint64_t datagrams = 0;  // of frames, sent
  std::uint64_t lost = 0;       // dropped on purpose
  std::uint64_t requests = 0;   // messages of clients
  std::uint64_t restarts = 0;
  std::size_t clients = 0;  // unicast clients now
};

class Server {
 public:
  explicit Server(SimOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Opens its two sockets and streams until `stop`. Throws doppel::Error where an option or address cannot work.
  void start(boost::asio::io_context& context);
  void stop();
  /// From `start` on; what 0 became.
  std::uint16_t command_port() const;
  std::uint16_t data_port() const;
  ServerCounters counters() const;
  /// As if the program had been killed and started again, from the context's thread: numbers and clock go back, clients are
  /// forgotten.
  void restart();
  /// The list of skeletons changes with the next frame.
  void change_list();
  /// Switches between local and global skeleton coordinates.
  void set_local(bool is_local);

 private:
  class Session;
  SimOptions options_;
  std::shared_ptr<Session> session_;
};

}  // namespace doppel::sim
