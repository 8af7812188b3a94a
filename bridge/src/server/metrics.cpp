// Renders the counters. Names follow Prometheus' habits: base units, `_total` for what only grows.
#include "server/metrics.hpp"

#include <fmt/format.h>

namespace doppel::server {

namespace {

void head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  fmt::format_to(std::back_inserter(out), "# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

void counter(std::string& out, std::string_view name, std::string_view help, std::uint64_t value) {
  head(out, name, "counter", help);
  fmt::format_to(std::back_inserter(out), "{} {}\n", name, value);
}

template <typename T>
void gauge(std::string& out, std::string_view name, std::string_view help, T value) {
  head(out, name, "gauge", help);
  fmt::format_to(std::back_inserter(out), "{} {}\n", name, value);
}

}  // namespace

void Histogram::observe(double seconds) {
  ++count_;
  sum_ += seconds;
  for (std::size_t i = 0; i < kBounds.size(); ++i) {
    if (seconds <= kBounds[i]) {
      ++buckets_[i];
      return;
    }
  }
}

void Histogram::render(std::string_view name, std::string& out) const {
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < kBounds.size(); ++i) {
    below += buckets_[i];
    fmt::format_to(std::back_inserter(out), "{}_bucket{{le=\"{}\"}} {}\n", name, kBounds[i], below);
  }
  fmt::format_to(std::back_inserter(out), "{0}_bucket{{le=\"+Inf\"}} {1}\n{0}_sum {2}\n{0}_count {1}\n", name, count_, sum_);
}

void Metrics::refuse(std::string_view code) {
  const auto found = refusals.find(code);
  if (found != refusals.end())
    ++found->second;
  else
    refusals.emplace(code, 1);
}

std::string Metrics::render(const mocap::Status& status, double uptime) const {
  std::string out;
  const mocap::SourceCounters& source = status.counters;
  gauge(out, "doppel_uptime_seconds", "Since the start of the bridge.", uptime);
  gauge(out, "doppel_source_streaming", "1 while frames come.", status.state == mocap::SourceState::kStreaming ? 1 : 0);
  gauge(out, "doppel_source_rate_hertz", "Frames per second from the source.", status.rate);
  counter(out, "doppel_source_frames_total", "Frames from the source.", source.frames);
  counter(out, "doppel_source_frames_lost_total", "Frame numbers that never came.", source.lost);
  counter(out, "doppel_source_frames_late_total", "Frames that came after a newer one.", source.late);
  counter(out, "doppel_source_frames_duplicate_total", "Frames that came twice.", source.duplicates);
  counter(out, "doppel_source_bad_packets_total", "Packets that could not be read.", source.bad_packets);
  counter(out, "doppel_source_bad_sections_total", "Parts of frames that were stepped over.", source.bad_sections);
  counter(out, "doppel_source_bad_values_total", "Poses that were no numbers.", source.bad_values);
  counter(out, "doppel_source_foreign_packets_total", "Packets that were not for the bridge.", source.foreign);
  counter(out, "doppel_source_undecodable_frames_total", "Frames before their layout was known.", source.undecodable);
  counter(out, "doppel_source_trailing_packets_total", "Packets with bytes behind their announced end.", source.trailing);
  counter(out, "doppel_source_reconnections_total", "Connections after the first.", source.reconnections);
  counter(out, "doppel_frames_encoded_total", "Frames encoded for the stream.", frames_encoded);
  counter(out, "doppel_frames_sent_total", "Frames written to clients.", frames_sent);
  counter(out, "doppel_frames_dropped_total", "Frames that a newer one replaced for a slow client.", frames_dropped);
  counter(out, "doppel_sent_bytes_total", "Bytes written to WebSocket clients.", bytes_sent);
  counter(out, "doppel_connections_total", "Connections taken.", connections);
  counter(out, "doppel_http_requests_total", "HTTP requests, WebSocket handshakes among them.", requests);
  counter(out, "doppel_remote_requests_total", "Requests of remote controllers.", remote_requests);
  gauge(out, "doppel_open_connections", "Open connections of all kinds.", open_connections);
  head(out, "doppel_clients", "gauge", "WebSocket clients.");
  fmt::format_to(std::back_inserter(out), "doppel_clients{{kind=\"mocap\"}} {}\n", mocap_clients);
  fmt::format_to(std::back_inserter(out), "doppel_clients{{kind=\"controller\"}} {}\n", remote_controllers);
  fmt::format_to(std::back_inserter(out), "doppel_clients{{kind=\"page\"}} {}\n", remote_pages);
  head(out, "doppel_refusals_total", "counter", "What was refused, by reason.");
  for (const auto& [code, count] : refusals) {
    fmt::format_to(std::back_inserter(out), "doppel_refusals_total{{reason=\"{}\"}} {}\n", code, count);
  }
  gauge(out, "doppel_assets", "Stored assets.", asset_count);
  gauge(out, "doppel_asset_bytes", "Bytes of stored assets.", asset_bytes);
  head(out, "doppel_frame_latency_seconds", "histogram", "From a frame's arrival to its last send.");
  latency.render("doppel_frame_latency_seconds", out);
  return out;
}

}  // namespace doppel::server
