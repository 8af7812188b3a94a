// Filling in the status, and deciding when it is worth a call.
// Messages go to the log once, when their code changes.
#include "natnet/client_report.hpp"

#include <spdlog/spdlog.h>

#include <utility>

namespace doppel::natnet {
namespace {

constexpr double kEvery = 1.0;  // seconds between calls without a change

}  // namespace

void ClientReport::count_rate(const FramePipeline& pipeline, double now) {
  if (counted_at_ < 0.0) counted_at_ = now;
  if (now - counted_at_ < kEvery) return;
  const std::uint64_t frames = pipeline.frames_read();
  status_.rate = static_cast<double>(frames - counted_frames_) / (now - counted_at_);
  counted_frames_ = frames;
  counted_at_ = now;
}

bool ClientReport::update(HealthFacts facts, const FramePipeline& pipeline, double now, bool is_early) {
  bool is_due = std::exchange(status_.state, facts.state) != facts.state;
  pipeline.fill(status_, now);
  facts.layout_fails = pipeline.suspects_layout();
  facts.has_models = pipeline.has_models();
  facts.sees_anything = pipeline.sees_anything(now);
  facts.undescribed = status_.undescribed_skeletons;
  facts.absent = pipeline.absent_names(now);
  facts.coordinates_unknown = pipeline.has_models() && status_.coordinates == mocap::Coordinates::kUnknown;
  Health health = assess(facts);
  if (is_early && health.code != "skeleton-not-described") health = {};
  if (health.code != status_.code) {
    is_due = true;
    if (health.code.empty()) {
      spdlog::info("{}: all is well again", status_.source);
    } else {
      spdlog::warn("{}: {}", status_.source, health.message);
    }
  }
  status_.code = std::move(health.code);
  status_.message = std::move(health.message);
  count_rate(pipeline, now);
  if (!is_due && now - told_at_ < kEvery) return false;
  told_at_ = now;
  return true;
}

}  // namespace doppel::natnet
