// The bridge's clock: the machine's wall clock as it was at the start, carried on by the steady one.
// It never runs backwards and does not follow later corrections of the wall clock.
#pragma once

#include <chrono>

namespace doppel::server {

/// Steady clock, seconds.
inline double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class BridgeClock {
 public:
  /// What is added to steady seconds, seconds.
  double offset() const { return offset_; }
  /// Seconds since 1970-01-01 UTC.
  double now() const { return steady_seconds() + offset_; }

 private:
  double offset_ = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count() - steady_seconds();
};

}  // namespace doppel::server
