// The stream: takes what a source says, encodes each frame once, and hands it to every client of `/mocap`.
// It has no socket and starts no timer; the server calls `tick` four times a second.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "mocap/recording_control.hpp"
#include "mocap/replay_control.hpp"
#include "mocap/source.hpp"
#include "protocol/mocap_frame.hpp"
#include "server/clock.hpp"
#include "server/metrics.hpp"
#include "server/peer.hpp"
#include "server/stream_tap.hpp"

namespace doppel::server {

class Recordings;

class MocapHub final : public mocap::Sink, public PeerHandler {
 public:
  struct Identity {
    std::string version;
    std::string session;  // 16 hex digits
    std::string source;   // natnet, sim, replay
  };

  /// The references outlive the hub.
  MocapHub(Identity identity, const BridgeClock& clock, Metrics& metrics);

  /// Null: the source is no recording.
  void set_replay(mocap::Replayable* replay) { replay_ = replay; }
  /// Null: nothing can be recorded, and nothing is said of it. One that runs already gets what the source has said.
  void set_recordings(Recordings* recordings);
  /// Ends a recording and tells everybody.
  void end_recording();
  /// Null: nobody records. What the source has said already is told at once.
  void set_tap(StreamTap* tap);

  void on_descriptions(const mocap::DescriptionsPointer& descriptions) override;
  void on_frame(const mocap::Frame& frame) override;
  void on_status(const mocap::Status& status) override;

  void on_open(const std::shared_ptr<Peer>& peer) override;
  void on_text(const std::shared_ptr<Peer>& peer, std::string_view text) override;
  void on_binary(const std::shared_ptr<Peer>& peer, std::string_view bytes) override;
  void on_closed(const std::shared_ptr<Peer>& peer) override;

  static constexpr std::uint32_t kTicksInASecond = 4;
  /// Sends what waited for a frame in vain; once a second to each client its drop report, and the state of what is played and of
  /// what is recorded. A recording at its limit ends.
  void tick();

  const mocap::Status& status() const { return status_; }
  std::size_t client_count() const { return clients_.size(); }

 private:
  struct Client {
    std::shared_ptr<Peer> peer;
    /// From 1, in the order of coming. Tells senders of face values apart, and at which ticks of a second a client is reported
    /// to, so that not all of them are at once.
    std::uint32_t number = 0;
    bool paused = false;
    bool wants_faces = false;
    Peer::Counters reported;
  };

  std::shared_ptr<SharedFrame> free_buffer();
  std::shared_ptr<SharedFrame> encode(const mocap::Frame& frame);
  std::vector<Client>::iterator find(const Peer* peer);
  void broadcast(const TextPointer& text);
  void report_drops(Client& client);
  void want_faces(Client& client, bool wants);
  void tell_faces();
  void send_replay();
  void record(Peer& peer, const mocap::RecordingControl& control);
  void watch_recording();
  void send_recording();

  Identity identity_;
  const BridgeClock& clock_;
  Metrics& metrics_;
  mocap::Replayable* replay_ = nullptr;
  Recordings* recordings_ = nullptr;
  StreamTap* tap_ = nullptr;
  mocap::DescriptionsPointer descriptions_ = std::make_shared<mocap::Descriptions>();
  TextPointer descriptions_text_;
  mocap::Status status_;
  TextPointer status_text_;
  std::vector<Client> clients_;
  /// Buffers of frames that nobody sends any more are used again: nothing is allocated while it streams.
  std::vector<std::shared_ptr<SharedFrame>> buffers_;
  FramePointer newest_;
  protocol::FrameEncoder encoder_;
  std::uint32_t ticks_ = 0;
  std::uint32_t numbers_ = 0;
  std::size_t faces_wanted_ = 0;
  std::uint32_t sequence_ = 0;
  std::uint32_t epoch_ = 0;
};

}  // namespace doppel::server
