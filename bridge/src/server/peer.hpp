// A connected WebSocket as the hubs see it: something that takes text and frames. Implemented over a socket by websocket_session.
// No socket here, so that hubs are tested without one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/websocket.hpp"

namespace doppel::server {

/// One encoded frame with its WebSocket header before it, shared by all clients.
struct SharedFrame {
  std::vector<std::uint8_t> bytes;
  /// Where the header begins in `bytes`.
  std::size_t begin = 0;
  /// When the frame arrived at the bridge, steady clock, seconds.
  double received_at = 0.0;

  const std::uint8_t* data() const { return bytes.data() + begin; }
  std::size_t size() const { return bytes.size() - begin; }
};
using FramePointer = std::shared_ptr<const SharedFrame>;
/// A whole WebSocket frame of text, shared by all that get it.
using TextPointer = std::shared_ptr<const std::string>;

/// Frames text for any number of peers.
inline TextPointer make_text(std::string_view text) {
  return std::make_shared<const std::string>(protocol::make_frame(protocol::Opcode::kText, text));
}

class Peer {
 public:
  virtual ~Peer() = default;
  /// Queued in order, never dropped; the peer is closed with 1013 when too much waits.
  virtual void send_text(const TextPointer& text) = 0;
  /// The same, but it may wait for the next frame and go with it, or for `send_waiting`.
  virtual void send_text_soon(const TextPointer& text) { send_text(text); }
  virtual void send_waiting() {}
  /// Sent at once, or kept until the next one comes.
  virtual void send_frame(const FramePointer& frame) = 0;
  /// Sent at once, or not at all: the next one comes soon. It counts as no frame.
  virtual void send_if_ready(const FramePointer&) {}
  /// The frame that is kept is sent no more, unless it was begun.
  virtual void drop_frame() = 0;
  /// A frame was overtaken before it was offered: it counts as dropped.
  virtual void skip_frame() = 0;
  /// Ends the connection after what is queued. `on_closed` follows later, never from inside this call.
  virtual void close(std::uint16_t code, std::string_view reason) = 0;

  struct Counters {
    std::uint64_t frames_sent = 0;     // written whole to the socket
    std::uint64_t frames_dropped = 0;  // replaced by a newer one before they were begun
    std::uint64_t queued_bytes = 0;    // waiting now
  };
  virtual Counters counters() const = 0;
  /// `127.0.0.1:50412`, for the log.
  virtual std::string_view address() const = 0;
};

/// What a hub does with its peers. Calls come on the loop's thread.
class PeerHandler {
 public:
  virtual ~PeerHandler() = default;
  virtual void on_open(const std::shared_ptr<Peer>& peer) = 0;
  virtual void on_text(const std::shared_ptr<Peer>& peer, std::string_view text) = 0;
  /// Where nothing but text is taken, binary ends the connection.
  virtual void on_binary(const std::shared_ptr<Peer>& peer, std::string_view) {
    peer->close(protocol::close_code::kUnsupported, "text-only");
  }
  /// Once for every peer that was opened.
  virtual void on_closed(const std::shared_ptr<Peer>& peer) = 0;
};

}  // namespace doppel::server
