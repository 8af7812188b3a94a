// The server's time on this machine's steady clock: from echoes where the server answers them, else from the arrivals.
// And the one rule that holds whatever happens to either clock: capture times handed on never go back.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "natnet/frame_data.hpp"
#include "natnet/version.hpp"

namespace doppel::natnet {

/// Samples older than this are dropped, seconds. Default of ours.
inline constexpr double kClockWindow = 20.0;
/// What two clocks may drift apart in a second; ages a good sample so that a newer, slightly worse one takes its place. Default
/// of ours.
inline constexpr double kClockDrift = 50.0e-6;
/// A server's clock that is so far from where it was is another one: a restart or another server. Seconds; default of ours.
inline constexpr double kRestartStep = 1.0;

/// Offset of the server's clock by echoes: server = local + offset, half the round trip at most beside the truth.
class EchoClock {
 public:
  /// Times in seconds: sent and received here, `server` in between.
  void add(double sent, double received, double server);
  void clear() { samples_.clear(); }
  /// Nothing before the first sample.
  std::optional<double> to_local(double server, double now) const;
  /// Half the round trip of the sample in use, aged; negative before the first.
  double error(double now) const;

 private:
  struct Sample {
    double at, half_trip, offset;
  };
  const Sample* best(double now) const;
  std::deque<Sample> samples_;
};

/// Offset of a clock that only shows itself in what arrives: the arrival that was least delayed is taken for undelayed.
class ArrivalClock {
 public:
  /// `server` in seconds; gives its time here, never after `received`.
  double map(double server, double received);
  /// It comes earlier than anything of this clock can: by more than `step` seconds under the least delay of the window.
  bool is_ahead(double server, double received, double step) const {
    return !samples_.empty() && received - server < samples_.front().delay - step;
  }
  void clear() { samples_.clear(); }

 private:
  struct Sample {
    double at, delay;
  };
  /// Delays that grow from front to back: the front is the least of the window.
  std::deque<Sample> samples_;
};

/// What `mocap::Frame::captured_at` is made of.
class CaptureClock {
 public:
  EchoClock& echo() { return echo_; }
  const EchoClock& echo() const { return echo_; }
  /// A new server, or the same after a restart: nothing that was learned of its clock holds.
  void restart();
  /// The transmit stamp of a frame, in seconds of the server's clock, and when it arrived. True where it comes from another clock
  /// than the stamps before it: one that is ahead by more than a delay can explain. Once for every frame that has a stamp.
  bool leaps(double transmitted, double received);
  /// Seconds on the local clock; above every earlier result and, but for that, not after `received`.
  double captured_at(const FrameData& frame, const Layout& layout, std::uint64_t ticks_per_second, double received);

 private:
  EchoClock echo_;
  ArrivalClock arrivals_;
  ArrivalClock transmits_;
  double last_ = 0.0;
};

}  // namespace doppel::natnet
