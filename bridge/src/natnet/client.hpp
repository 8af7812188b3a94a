// The NatNet client as a source: finds the server, stays connected, asks for what is missing, and tells how it stands.
// What is in the datagrams is FramePipeline's matter; a header without Asio, so that who uses it compiles quickly.
#pragma once

#include <memory>

#include "mocap/source.hpp"
#include "natnet/client_options.hpp"

namespace doppel::natnet {

class Client : public mocap::Source {
 public:
  /// `name`: what `Status::source` says.
  explicit Client(ClientOptions options, std::string name = "natnet");
  ~Client() override;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Throws doppel::Error where an address is none, or an interface or port cannot be used.
  void start(boost::asio::io_context& context, mocap::Sink& sink) override;
  void stop() override;

 private:
  class Session;
  ClientOptions options_;
  std::string name_;
  std::shared_ptr<Session> session_;
};

}  // namespace doppel::natnet
