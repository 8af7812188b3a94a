// How fast a connection carries what it is at work on, of the last two seconds or so.
// Who is slow and has to go is the server's to decide.
#pragma once

#include <cstdint>
#include <limits>

namespace doppel::server {

class Pace {
 public:
  /// Work begins: before two seconds have passed nothing is said of it. A mean since the beginning would be that of the system's
  /// buffers, which take megabytes at once. `now`: steady seconds.
  void begin(double now) {
    measure_from(now);
    rate_ = std::numeric_limits<double>::infinity();
  }
  void carry(std::uint64_t bytes) { carried_ += bytes; }
  void sweep(double now) {
    if (now - measured_at_ < kSeconds) return;
    rate_ = static_cast<double>(carried_) / (now - measured_at_);
    measure_from(now);
  }
  /// Bytes a second; infinite before it is known.
  double rate() const { return rate_; }

 private:
  static constexpr double kSeconds = 2.0;

  void measure_from(double now) {
    measured_at_ = now;
    carried_ = 0;
  }

  double measured_at_ = 0.0;
  std::uint64_t carried_ = 0;
  double rate_ = std::numeric_limits<double>::infinity();
};

}  // namespace doppel::server
