// From datagram payloads to the sink: layout, decoding, order, clock, assembly, counts. Everything of the client but its sockets.
// It never asks a server for anything: it says what it lacks, and the client asks.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mocap/source.hpp"
#include "natnet/assemble.hpp"
#include "natnet/byte_reader.hpp"
#include "natnet/client_options.hpp"
#include "natnet/clock.hpp"
#include "natnet/decode_frame.hpp"
#include "natnet/frame_order.hpp"
#include "natnet/handshake.hpp"
#include "natnet/model_def.hpp"

namespace doppel::natnet {

/// Bad frames in a row that say the layout is wrong.
inline constexpr int kBadFramesOfWrongLayout = 3;
/// A skeleton that is described and in no frame for so long is called absent, seconds. Default of ours.
inline constexpr double kAbsentAfter = 1.0;

class FramePipeline {
 public:
  FramePipeline(const ClientOptions& options, mocap::Sink& sink);

  /// A SERVERINFO. `connection`: the same number for as long as the server is surely the same one; another begins an epoch.
  /// `wish`: a version that was asked for, which frames may have instead of the announced one.
  void set_server(const ServerInfo& info, std::uint32_t connection, const std::optional<Version>& wish);
  /// A MODELDEF's payload. False where nothing of it could be read.
  bool take_models(Bytes payload);
  /// A FRAMEOFDATA's payload; `received` in seconds of the steady clock. `is_overtaken`: a newer one waits already.
  void take_frame(Bytes payload, double received, bool is_overtaken = false);
  void count_bad_packet() { ++counters_.bad_packets; }
  void count_foreign() { ++counters_.foreign; }
  void count_trailing() { ++counters_.trailing; }
  void count_reconnection() { ++counters_.reconnections; }

  EchoClock& echo() { return clock_.echo(); }
  std::uint64_t clock_frequency() const { return info_.clock_frequency; }

  /// Descriptions are missing or may be out of date. Stays until a MODELDEF was taken after it was raised.
  bool wants_models() const { return wants_models_; }
  /// A frame has said that the list changed, since the last MODELDEF.
  bool is_change_told() const { return is_change_told_; }
  /// The last frame named something that is not described.
  bool names_unknown() const { return names_unknown_; }
  std::uint32_t revision() const { return revision_; }
  /// Frames do not fit the announced version; a new SERVERINFO settles it.
  bool suspects_layout() const { return bad_in_a_row_ >= kBadFramesOfWrongLayout; }
  bool has_layout() const { return version_ >= kOldestVersion; }
  const Version& version() const { return version_; }
  /// When the last frame arrived that could be read; 0 before the first.
  double last_frame_at() const { return last_frame_at_; }
  std::uint64_t frames_read() const { return frames_read_; }
  bool has_models() const { return descriptions_ != nullptr; }

  /// Counters, coordinates, undescribed and absent skeletons.
  void fill(mocap::Status& status, double now) const;
  /// Names of the absent ones, for messages.
  std::vector<std::string> absent_names(double now) const;
  /// A frame has held anything that is described, within the last second.
  bool sees_anything(double now) const { return now - last_content_at_ < kAbsentAfter; }
  /// What the last MODELDEF left out, English; handed out once.
  std::vector<std::string> take_faults();

 private:
  struct Seen {
    std::int32_t id = 0;
    double at = 0.0;
  };

  FrameReport decode(Bytes payload);
  bool try_other_layouts(Bytes payload, FrameReport& report);
  void hand_on(bool is_new_epoch, double received);
  void note_seen(const AssembleReport& report, double received);
  /// Its place in `seen_`, whose end where it is none of it. `guess`: where it may stand.
  std::size_t place_of(std::int32_t id, std::size_t guess) const;

  ClientOptions options_;
  mocap::Sink& sink_;
  ServerInfo info_;
  std::uint32_t connection_ = 0;
  Version version_;
  std::vector<Version> candidates_;
  FrameData data_;
  FrameOrder order_;
  CaptureClock clock_;
  FrameAssembler assembler_;
  /// The assembler's.
  mocap::Frame& frame_ = assembler_.frame();
  mocap::DescriptionsPointer descriptions_;
  std::uint32_t revision_ = 0;
  bool wants_models_ = true;
  bool is_change_told_ = false;
  bool names_unknown_ = false;
  int bad_in_a_row_ = 0;
  double last_frame_at_ = 0.0;
  double last_content_at_ = -1.0e9;
  double models_at_ = 0.0;
  std::uint64_t frames_read_ = 0;
  /// When a skeleton was last in a frame, mostly in the order of the frame; apart for those without a description.
  std::vector<Seen> seen_;
  std::map<std::int32_t, double> undescribed_at_;
  mocap::SourceCounters counters_;
  std::vector<std::string> faults_;
};

}  // namespace doppel::natnet
