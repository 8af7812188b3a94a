// What the client tells of itself: the status that the sink gets, its rate, and the trouble that is worth a line in the log.
// It looks at the pipeline and at facts of the connection; it changes neither.
#pragma once

#include <cstdint>
#include <string>

#include "mocap/status.hpp"
#include "natnet/frame_pipeline.hpp"
#include "natnet/health.hpp"

namespace doppel::natnet {

class ClientReport {
 public:
  explicit ClientReport(std::string source) { status_.source = std::move(source); }

  /// The connection's part; the rest is asked of the pipeline.
  void set_server(const std::string& text) { status_.server = text; }
  /// True when the status is due: something changed, or a second has passed. `is_early`: the connection is so new that what is
  /// missing may still come.
  bool update(HealthFacts facts, const FramePipeline& pipeline, double now, bool is_early);
  const mocap::Status& status() const { return status_; }

 private:
  void count_rate(const FramePipeline& pipeline, double now);

  mocap::Status status_;
  double told_at_ = -1.0e9;
  double counted_at_ = -1.0;
  std::uint64_t counted_frames_ = 0;
};

}  // namespace doppel::natnet
