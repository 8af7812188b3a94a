// Echoes: offset = server - (sent + received) / 2, off by half the round trip at most (section 4.7 of the wire reference).
#include "natnet/clock.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::natnet {
namespace {

constexpr std::size_t kMostSamples = 256;
/// Steps by which a time is raised that would not be after the one before.
constexpr double kSmallestStep = 1.0e-6;
/// A capture that would lie farther back is not believed: the stamp is of another clock.
constexpr double kOldestCapture = 5.0;

}  // namespace

void EchoClock::add(double sent, double received, double server) {
  if (!(received >= sent) || !std::isfinite(server)) return;
  samples_.push_back({received, 0.5 * (received - sent), server - 0.5 * (sent + received)});
  while (samples_.size() > kMostSamples || received - samples_.front().at > kClockWindow) samples_.pop_front();
}

const EchoClock::Sample* EchoClock::best(double now) const {
  const Sample* best = nullptr;
  double least = 0.0;
  for (const Sample& sample : samples_) {
    const double error = sample.half_trip + kClockDrift * (now - sample.at);
    if (best == nullptr || error < least) {
      best = &sample;
      least = error;
    }
  }
  return best;
}

std::optional<double> EchoClock::to_local(double server, double now) const {
  const Sample* sample = best(now);
  return sample == nullptr ? std::nullopt : std::optional(server - sample->offset);
}

double EchoClock::error(double now) const {
  const Sample* sample = best(now);
  return sample == nullptr ? -1.0 : sample->half_trip + kClockDrift * std::max(0.0, now - sample->at);
}

double ArrivalClock::map(double server, double received) {
  const double delay = received - server;
  while (!samples_.empty() && received - samples_.front().at > kClockWindow) samples_.pop_front();
  while (!samples_.empty() && samples_.back().delay >= delay) samples_.pop_back();
  if (samples_.size() < kMostSamples) samples_.push_back({received, delay});
  return std::min(received, server + samples_.front().delay);
}

void CaptureClock::restart() {
  echo_.clear();
  arrivals_.clear();
  transmits_.clear();
}

bool CaptureClock::leaps(double transmitted, double received) {
  const bool is_other = transmits_.is_ahead(transmitted, received, kRestartStep);
  if (is_other) transmits_.clear();
  transmits_.map(transmitted, received);
  return is_other;
}

double CaptureClock::captured_at(const FrameData& frame, const Layout& layout, std::uint64_t ticks_per_second, double received) {
  double captured = received;
  const std::uint64_t ticks = frame.mid_exposure_ticks != 0 ? frame.mid_exposure_ticks : frame.transmit_ticks;
  std::optional<double> mapped;
  if (layout.clock_stamps && ticks_per_second > 0 && ticks != 0) {
    mapped = echo_.to_local(static_cast<double>(ticks) / static_cast<double>(ticks_per_second), received);
  }
  if (mapped) {
    captured = *mapped;
  } else if ((layout.timestamp_double || layout.timestamp_single) && std::isfinite(frame.timestamp)) {
    captured = arrivals_.map(frame.timestamp, received);
  }
  if (!(captured <= received && captured > received - kOldestCapture)) captured = received;
  last_ = std::max(captured, last_ + kSmallestStep);
  return last_;
}

}  // namespace doppel::natnet
