// A frame's way: layout -> bytes to fields -> order -> pose -> sink. The first that refuses it counts it.
// Nothing is kept for later: a frame is handed on at once or never.
#include "natnet/frame_pipeline.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "natnet/decode_model_def.hpp"
#include "natnet/describe.hpp"

namespace doppel::natnet {
namespace {

/// Ids without a description are remembered so long, and at most so many of them.
constexpr double kUndescribedFor = 2.0;
constexpr std::size_t kMostUndescribed = 256;

}  // namespace

FramePipeline::FramePipeline(const ClientOptions& options, mocap::Sink& sink)
    : options_(options), sink_(sink), assembler_(options.coordinates, options.up_axis) {}

void FramePipeline::set_server(const ServerInfo& info, std::uint32_t connection, const std::optional<Version>& wish) {
  const bool is_other = std::exchange(connection_, connection) != connection;
  const bool is_other_layout = info.natnet_version != info_.natnet_version;
  info_ = info;
  if (is_other) {
    clock_.restart();
    order_.expect_epoch();
  }
  candidates_ = {info.natnet_version};
  if (wish && *wish != info.natnet_version) candidates_.push_back(*wish);
  // A layout that frames have proved is kept while it is still one that may come.
  const bool is_kept = bad_in_a_row_ == 0 && std::find(candidates_.begin(), candidates_.end(), version_) != candidates_.end();
  if (!is_kept) version_ = info.natnet_version;
  if (is_other_layout) bad_in_a_row_ = 0;
  assembler_.set_has_params(Layout::of(version_).params);
  wants_models_ = true;
}

bool FramePipeline::take_models(Bytes payload) {
  if (!has_layout()) return false;
  ModelDef best;
  ModelDefReport report = decode_model_def(payload, version_, best);
  Version read_as = version_;
  for (const Version& other : candidates_) {
    if (report.is_complete) break;
    ModelDef models;
    const ModelDefReport other_report = decode_model_def(payload, other, models);
    if (!other_report.is_complete) continue;
    best = std::move(models);
    report = other_report;
    read_as = other;
  }
  if (!report.is_complete && best.models.empty()) {
    ++counters_.bad_packets;
    return false;
  }
  wants_models_ = is_change_told_ = false;
  Described described = describe(best, read_as, options_.up_axis);
  faults_ = std::move(described.faults);
  if (report.bad_models > 0) faults_.push_back(std::to_string(report.bad_models) + " descriptions could not be read");
  for (const std::int32_t type : report.unknown_types)
    faults_.push_back("descriptions of type " + std::to_string(type) + " are not known");
  undescribed_at_.clear();
  if (descriptions_ && same_descriptions(*descriptions_, described.descriptions)) return true;
  described.descriptions.revision = ++revision_;
  descriptions_ = std::make_shared<const mocap::Descriptions>(std::move(described.descriptions));
  models_at_ = last_frame_at_;
  assembler_.set_descriptions(descriptions_);
  sink_.on_descriptions(descriptions_);
  return true;
}

bool FramePipeline::try_other_layouts(Bytes payload, FrameReport& report) {
  for (const Version& other : candidates_) {
    if (other == version_) continue;
    const FrameReport other_report = decode_frame(payload, other, data_, BoneForm::kPacked);
    if (other_report.result != FrameResult::kGood) continue;
    version_ = other;
    report = other_report;
    assembler_.set_has_params(Layout::of(version_).params);
    wants_models_ = true;
    return true;
  }
  return false;
}

FrameReport FramePipeline::decode(Bytes payload) {
  FrameReport report = decode_frame(payload, version_, data_, BoneForm::kPacked);
  const bool is_bad = report.result == FrameResult::kBad && !try_other_layouts(payload, report);
  bad_in_a_row_ = is_bad ? std::min(bad_in_a_row_ + 1, 1000) : 0;
  return report;
}

void FramePipeline::take_frame(Bytes payload, double received, bool is_overtaken) {
  frame_.is_overtaken = is_overtaken;
  if (!has_layout()) {
    ++counters_.undecodable;
    return;
  }
  const FrameReport report = decode(payload);
  if (report.has_params && (report.params & kFrameModelsChanged) != 0) wants_models_ = is_change_told_ = true;
  if (report.result == FrameResult::kBad) {
    ++counters_.bad_packets;
    return;
  }
  if (report.result == FrameResult::kPartial) ++counters_.bad_sections;
  if ((report.params & kFrameBitstreamChanged) != 0) wants_models_ = true;
  last_frame_at_ = received;
  ++frames_read_;
  // Another server in the same place, too quick for the connection to be missed: its clock gives it away.
  const std::optional<double> transmitted = transmit_time(data_, Layout::of(version_), info_.clock_frequency);
  if (transmitted && clock_.leaps(*transmitted, received)) order_.expect_epoch();
  switch (order_.judge(data_, Layout::of(version_), info_.clock_frequency)) {
    case FrameOrderResult::kNew: hand_on(false, received); break;
    case FrameOrderResult::kNewEpoch: hand_on(true, received); break;
    case FrameOrderResult::kLate: ++counters_.late; break;
    case FrameOrderResult::kDuplicate: ++counters_.duplicates; break;
  }
}

void FramePipeline::hand_on(bool is_new_epoch, double received) {
  if (is_new_epoch) {
    // A restarted server may have other models and another clock.
    ++frame_.epoch;
    clock_.restart();
    wants_models_ = true;
  }
  const AssembleReport report = assembler_.assemble(data_);
  counters_.bad_values += report.bad_values;
  note_seen(report, received);
  frame_.number = data_.number;
  const bool goes_on = !is_new_epoch && frame_.source_time > data_.timestamp;
  if (!goes_on && data_.timestamp - data_.timestamp == 0.0) frame_.source_time = data_.timestamp;
  frame_.received_at = received;
  frame_.captured_at = clock_.captured_at(data_, Layout::of(version_), info_.clock_frequency, received);
  ++counters_.frames;
  sink_.on_frame(frame_);
}

std::size_t FramePipeline::place_of(std::int32_t id, std::size_t guess) const {
  if (guess < seen_.size() && seen_[guess].id == id) return guess;
  const auto found = std::find_if(seen_.begin(), seen_.end(), [id](const Seen& item) { return item.id == id; });
  return static_cast<std::size_t>(found - seen_.begin());
}

void FramePipeline::note_seen(const AssembleReport& report, double received) {
  for (std::size_t i = 0; i < frame_.skeletons.size(); ++i) {
    const std::int32_t id = frame_.skeletons[i].id;
    const std::size_t place = place_of(id, i);
    if (place == seen_.size()) seen_.push_back({id, received});
    seen_[place].at = received;
  }
  // Those that wait for their coordinates are seen too.
  const std::size_t others = frame_.skeletons.size() != data_.skeletons.size() ? data_.skeletons.size() : 0;
  for (const SkeletonData& skeleton : std::span(data_.skeletons).first(others)) {
    const std::size_t place = place_of(skeleton.id, 0);
    if (place < seen_.size()) seen_[place].at = received;
  }
  for (const std::int32_t id : report.unknown_skeletons) {
    if (undescribed_at_.size() < kMostUndescribed || undescribed_at_.contains(id)) undescribed_at_[id] = received;
  }
  names_unknown_ = !report.unknown_skeletons.empty() || report.has_unknown_bodies;
  if (names_unknown_) wants_models_ = true;
  if (!frame_.skeletons.empty() || !frame_.rigid_bodies.empty()) last_content_at_ = received;
}

void FramePipeline::fill(mocap::Status& status, double now) const {
  status.counters = counters_;
  status.counters.lost = order_.lost();
  status.coordinates = assembler_.coordinates();
  status.clock_error = clock_.echo().error(now);
  status.undescribed_skeletons.clear();
  for (const auto& [id, at] : undescribed_at_) {
    if (now - at < kUndescribedFor) status.undescribed_skeletons.push_back(id);
  }
  status.absent_skeletons.clear();
  if (!descriptions_ || last_frame_at_ == 0.0) return;
  for (const mocap::SkeletonDescription& skeleton : descriptions_->skeletons) {
    const std::size_t place = place_of(skeleton.id, 0);
    const double since = place == seen_.size() ? models_at_ : seen_[place].at;
    if (now - since > kAbsentAfter) status.absent_skeletons.push_back(skeleton.id);
  }
}

std::vector<std::string> FramePipeline::absent_names(double now) const {
  mocap::Status status;
  fill(status, now);
  std::vector<std::string> names;
  for (const std::int32_t id : status.absent_skeletons) {
    for (const mocap::SkeletonDescription& skeleton : descriptions_->skeletons) {
      if (skeleton.id == id) names.push_back(skeleton.name);
    }
  }
  return names;
}

std::vector<std::string> FramePipeline::take_faults() { return std::exchange(faults_, {}); }

}  // namespace doppel::natnet
