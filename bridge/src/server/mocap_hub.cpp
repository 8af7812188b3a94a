// One encode a frame, one pass over the clients.
// Back-pressure is the peers' affair: they keep the newest frame.
#include "server/mocap_hub.hpp"

#include <algorithm>

#include "protocol/face_frame.hpp"
#include "protocol/little_endian.hpp"
#include "protocol/mocap_messages.hpp"
#include "server/recordings.hpp"

namespace doppel::server {

using protocol::MocapRequest;

MocapHub::MocapHub(Identity identity, const BridgeClock& clock, Metrics& metrics)
    : identity_(std::move(identity)), clock_(clock), metrics_(metrics) {
  descriptions_text_ = make_text(protocol::descriptions_message(*descriptions_));
  status_.source = identity_.source;
  status_text_ = make_text(protocol::status_message(status_));
}

void MocapHub::on_descriptions(const mocap::DescriptionsPointer& descriptions) {
  descriptions_ = descriptions;
  encoder_ = protocol::FrameEncoder(*descriptions_);
  const std::string text = protocol::descriptions_message(*descriptions_);
  descriptions_text_ = make_text(text);
  // What follows the old ones would be misread by who comes now.
  newest_ = nullptr;
  for (const Client& client : clients_) client.peer->drop_frame();
  broadcast(descriptions_text_);
  if (tap_) tap_->on_descriptions_text(text);
}

void MocapHub::set_tap(StreamTap* tap) {
  tap_ = tap;
  if (!tap_ || descriptions_->revision == 0) return;
  tap_->on_descriptions_text(protocol::descriptions_message(*descriptions_));
  if (newest_) tap_->on_frame_bytes(std::span(newest_->bytes).subspan(protocol::kLongestHeader));
}

void MocapHub::set_recordings(Recordings* recordings) {
  recordings_ = recordings;
  set_tap(recordings_ ? recordings_->tap() : nullptr);
}

std::shared_ptr<SharedFrame> MocapHub::free_buffer() {
  for (const auto& buffer : buffers_) {
    if (buffer.use_count() == 1) return buffer;
  }
  buffers_.push_back(std::make_shared<SharedFrame>());
  return buffers_.back();
}

std::shared_ptr<SharedFrame> MocapHub::encode(const mocap::Frame& frame) {
  auto buffer = free_buffer();
  auto& bytes = buffer->bytes;
  bytes.clear();
  bytes.resize(protocol::kLongestHeader);
  protocol::FrameStamp stamp;
  stamp.sequence = sequence_++;
  stamp.clock_offset = clock_.offset();
  stamp.encoded_at = steady_seconds();
  stamp.is_discontinuity = frame.epoch != epoch_;
  epoch_ = frame.epoch;
  encoder_.encode(frame, stamp, bytes);
  const std::size_t payload = bytes.size() - protocol::kLongestHeader;
  buffer->begin = protocol::kLongestHeader - protocol::header_size(payload);
  protocol::write_header(bytes.data() + buffer->begin, protocol::Opcode::kBinary, payload);
  buffer->received_at = frame.received_at;
  ++metrics_.frames_encoded;
  return buffer;
}

void MocapHub::on_frame(const mocap::Frame& frame) {
  // Where nobody waits for the last one, its memory is the next one's: it is still near.
  newest_ = nullptr;
  newest_ = encode(frame);
  bool sent = false;
  for (const Client& client : clients_) {
    if (client.paused) continue;
    if (frame.is_overtaken) {
      client.peer->skip_frame();
    } else {
      client.peer->send_frame(newest_);
      sent = true;
    }
  }
  if (sent) metrics_.latency.observe(steady_seconds() - frame.received_at);
  if (tap_) tap_->on_frame_bytes(std::span(newest_->bytes).subspan(protocol::kLongestHeader));
}

void MocapHub::on_status(const mocap::Status& status) {
  // What changed is news; what is said every second may wait for a frame and go with it.
  const bool is_news = status.state != status_.state || status.code != status_.code || status.message != status_.message;
  status_ = status;
  status_text_ = make_text(protocol::status_message(status_));
  for (const Client& client : clients_) {
    client.peer->send_text_soon(status_text_);
    if (is_news) client.peer->send_waiting();
  }
}

std::vector<MocapHub::Client>::iterator MocapHub::find(const Peer* peer) {
  return std::find_if(clients_.begin(), clients_.end(), [peer](const Client& client) { return client.peer.get() == peer; });
}

void MocapHub::on_open(const std::shared_ptr<Peer>& peer) {
  clients_.push_back({.peer = peer, .number = ++numbers_, .reported = {}});
  metrics_.mocap_clients = clients_.size();
  peer->send_text(make_text(protocol::hello_message(identity_.version, identity_.session, identity_.source, clock_.now())));
  peer->send_text(descriptions_text_);
  peer->send_text(status_text_);
  if (replay_) peer->send_text(make_text(protocol::replay_message(replay_->replay_state())));
  if (recordings_) peer->send_text(make_text(protocol::recording_message(recordings_->state())));
  if (faces_wanted_ > 0) peer->send_text(make_text(protocol::faces_message(faces_wanted_)));
  if (newest_) peer->send_frame(newest_);
}

void MocapHub::on_text(const std::shared_ptr<Peer>& peer, std::string_view text) {
  const auto found = find(peer.get());
  if (found == clients_.end()) return;
  Client& client = *found;
  const MocapRequest request = protocol::parse_mocap_request(text);
  switch (request.kind) {
    case MocapRequest::Kind::kPing: peer->send_text(make_text(protocol::pong_message(request.echo, clock_.now()))); break;
    case MocapRequest::Kind::kPause:
      client.paused = true;
      peer->drop_frame();
      break;
    case MocapRequest::Kind::kResume:
      if (client.paused && newest_) peer->send_frame(newest_);
      client.paused = false;
      break;
    case MocapRequest::Kind::kDescribe: peer->send_text(descriptions_text_); break;
    case MocapRequest::Kind::kReplay:
      if (replay_) {
        replay_->steer(request.replay);
        send_replay();
      } else {
        peer->send_text(make_text(protocol::error_message("not-replay", "the source is no recording: " + identity_.source)));
      }
      break;
    case MocapRequest::Kind::kRecord: record(*peer, request.record); break;
    case MocapRequest::Kind::kFaces: want_faces(client, request.wants_faces); break;
    case MocapRequest::Kind::kNotJson: peer->close(protocol::close_code::kInvalidText, "not a JSON object"); break;
    case MocapRequest::Kind::kRefused: peer->send_text(make_text(protocol::error_message(request.code, request.message))); break;
  }
}

void MocapHub::on_closed(const std::shared_ptr<Peer>& peer) {
  const auto found = find(peer.get());
  if (found == clients_.end()) return;
  const bool wanted_faces = found->wants_faces;
  clients_.erase(found);
  metrics_.mocap_clients = clients_.size();
  if (wanted_faces) tell_faces();
}

void MocapHub::on_binary(const std::shared_ptr<Peer>& peer, std::string_view bytes) {
  const auto sender = find(peer.get());
  if (sender == clients_.end()) return;
  const auto* begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const protocol::FaceFault fault = protocol::check_face_frame({begin, bytes.size()});
  if (fault != protocol::FaceFault::kNone) {
    peer->send_text(make_text(protocol::error_message("bad-faces", std::string("face values: ") + protocol::to_string(fault))));
    return;
  }
  if (faces_wanted_ == 0) return;
  const auto message = free_buffer();
  const std::size_t header = protocol::header_size(bytes.size());
  message->bytes.resize(header + bytes.size());
  message->begin = 0;
  protocol::write_header(message->bytes.data(), protocol::Opcode::kBinary, bytes.size());
  std::copy(bytes.begin(), bytes.end(), message->bytes.begin() + static_cast<std::ptrdiff_t>(header));
  protocol::store(message->bytes.data() + header + protocol::kFaceSenderOffset, sender->number);
  for (const Client& client : clients_) {
    if (client.wants_faces && !client.paused && client.peer != peer) client.peer->send_if_ready(message);
  }
}

void MocapHub::want_faces(Client& client, bool wants) {
  if (client.wants_faces == wants) return;
  client.wants_faces = wants;
  tell_faces();
}

void MocapHub::tell_faces() {
  faces_wanted_ = static_cast<std::size_t>(std::ranges::count_if(clients_, &Client::wants_faces));
  broadcast(make_text(protocol::faces_message(faces_wanted_)));
}

void MocapHub::broadcast(const TextPointer& text) {
  for (const Client& client : clients_) client.peer->send_text(text);
}

void MocapHub::report_drops(Client& client) {
  const Peer::Counters now = client.peer->counters();
  protocol::DropCounts counts;
  counts.sent = now.frames_sent - client.reported.frames_sent;
  counts.dropped = now.frames_dropped - client.reported.frames_dropped;
  counts.total_sent = now.frames_sent;
  counts.total_dropped = now.frames_dropped;
  counts.queued_bytes = now.queued_bytes;
  client.reported = now;
  if (!client.paused) client.peer->send_text_soon(make_text(protocol::drops_message(counts)));
}

void MocapHub::send_replay() {
  if (replay_ && !clients_.empty()) broadcast(make_text(protocol::replay_message(replay_->replay_state())));
}

void MocapHub::record(Peer& peer, const mocap::RecordingControl& control) {
  const auto refusal =
      recordings_ ? recordings_->steer(control) : Recordings::Refusal{"no-data-folder", "this bridge records nothing"};
  if (refusal) {
    peer.send_text(make_text(protocol::error_message(refusal->code, refusal->message)));
    return;
  }
  set_tap(recordings_->tap());
  send_recording();
}

void MocapHub::end_recording() {
  if (!tap_ || !recordings_) return;
  set_tap(nullptr);
  recordings_->stop();
  send_recording();
}

void MocapHub::watch_recording() {
  if (!recordings_ || !recordings_->tap()) return;
  if (recordings_->check()) {
    set_tap(nullptr);
    send_recording();
  } else if (ticks_ % kTicksInASecond == 0) {
    send_recording();
  }
}

void MocapHub::send_recording() {
  if (recordings_ && !clients_.empty()) broadcast(make_text(protocol::recording_message(recordings_->state())));
}

void MocapHub::tick() {
  ++ticks_;
  for (Client& client : clients_) {
    client.peer->send_waiting();
    if (ticks_ % kTicksInASecond == (client.number - 1) % kTicksInASecond) report_drops(client);
  }
  if (ticks_ % kTicksInASecond == 0) send_replay();
  watch_recording();
}

}  // namespace doppel::server
