// What the bridge counts, and its text for Prometheus.
// Plain numbers on one thread; nothing is decided by them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "mocap/status.hpp"

namespace doppel::server {

/// Seconds, by buckets that stand for themselves and all below.
class Histogram {
 public:
  static constexpr std::array<double, 14> kBounds{0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005,
                                                  0.01,    0.02,   0.05,   0.1,    0.25,  0.5,   1.0};
  void observe(double seconds);
  std::uint64_t count() const { return count_; }
  void render(std::string_view name, std::string& out) const;

 private:
  std::array<std::uint64_t, kBounds.size()> buckets_{};
  std::uint64_t count_ = 0;
  double sum_ = 0.0;
};

struct Metrics {
  std::uint64_t frames_encoded = 0;
  std::uint64_t frames_sent = 0;
  std::uint64_t frames_dropped = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t connections = 0;
  std::uint64_t requests = 0;
  std::uint64_t remote_requests = 0;
  /// By the error's code: `wrong-host`, `too-large` ...; the codes are ours, so the map is small.
  std::map<std::string, std::uint64_t, std::less<>> refusals;
  std::size_t mocap_clients = 0;
  std::size_t remote_controllers = 0;
  std::size_t remote_pages = 0;
  std::size_t open_connections = 0;
  std::uint64_t asset_count = 0;
  std::uint64_t asset_bytes = 0;
  /// From a frame's arrival to its last send.
  Histogram latency;

  void refuse(std::string_view code);
  /// Prometheus text, version 0.0.4.
  std::string render(const mocap::Status& status, double uptime) const;
};

}  // namespace doppel::server
