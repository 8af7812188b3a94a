// A WebSocket over a socket: reads messages, writes what the hubs send, keeps only the newest unsent frame.
// The handshake is over when it begins; what messages mean is its handler's affair.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/websocket.hpp"
#include "server/metrics.hpp"
#include "server/peer.hpp"

namespace doppel::server {

struct SessionLimits {
  /// Bytes of the longest message from the client.
  std::size_t message = 4096;
  /// Bytes of text that may wait for the client.
  std::size_t queue = std::size_t{1} << 20;
  /// Bytes that the kernel may hold unsent; 0: its own default. Low where old frames are worthless.
  int unsent = 0;
};

class WebSocketSession final : public Peer,
                               public protocol::MessageReader::Handler,
                               public std::enable_shared_from_this<WebSocketSession> {
 public:
  /// `handler` and `metrics` outlive the session.
  WebSocketSession(boost::asio::ip::tcp::socket socket, PeerHandler& handler, Metrics& metrics, SessionLimits limits);

  /// Sends the handshake's answer, tells the handler, takes the bytes that came behind the request, and begins to read. `on_end`
  /// is called once, from the loop, when the connection is gone.
  void start(std::string response, std::string_view early, std::function<void()> on_end);

  void send_text(const TextPointer& text) override;
  void send_text_soon(const TextPointer& text) override { enqueue(text); }
  void send_waiting() override {
    if (queued_bytes_ > 0) flush();
  }
  void send_frame(const FramePointer& frame) override;
  void send_if_ready(const FramePointer& message) override;
  void drop_frame() override;
  void skip_frame() override;
  void close(std::uint16_t code, std::string_view reason) override;
  Counters counters() const override;
  std::string_view address() const override { return address_; }

  /// Pings, and ends what does not answer or does not close. `now`: steady seconds. Once a second.
  void sweep(double now);

  bool on_message(protocol::Opcode opcode, std::string_view payload) override;
  void on_ping(std::string_view payload) override;
  void on_pong() override {}
  void on_close(std::uint16_t code) override;

 private:
  void read();
  void on_readable();
  bool enqueue(const TextPointer& text);
  void flush();
  void write_out();
  bool send_whole(const FramePointer& frame);
  void note_written(std::size_t bytes);
  bool take_next();
  void wait_writable();
  void end_later();
  void end();

  // What every frame touches stands together: with hundreds of clients memory is what it takes time for.
  int handle_ = -1;
  bool is_waiting_to_write_ = false;
  bool is_closing_ = false;  // a close frame is queued or sent; nothing is queued behind it
  bool is_ended_ = false;
  bool is_peer_done_ = false;
  bool is_pinged_ = false;
  Metrics& metrics_;
  std::size_t queued_bytes_ = 0;
  std::size_t left_bytes_ = 0;
  FramePointer newest_;
  Counters counters_;

  /// What is begun: a text or a frame, and how much of it is left.
  TextPointer text_;
  FramePointer frame_;
  const std::uint8_t* left_ = nullptr;
  std::deque<TextPointer> queue_;

  boost::asio::ip::tcp::socket socket_;
  PeerHandler& handler_;
  SessionLimits limits_;
  protocol::MessageReader reader_;
  std::string address_;
  std::function<void()> on_end_;
  double heard_at_ = 0.0;
  double closing_at_ = 0.0;
};

}  // namespace doppel::server
