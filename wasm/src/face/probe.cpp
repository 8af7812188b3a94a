// The probe: drives every channel over the probe weights and gathers what its parts measure.
// It holds no method of its own; each one is in the file of its name.
#include "face/probe.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "face/channel_fields.hpp"
#include "face/components.hpp"
#include "face/face_frame.hpp"
#include "face/gaze.hpp"
#include "face/lids.hpp"
#include "face/lips.hpp"
#include "face/moved_surface.hpp"
#include "face/pair_routes.hpp"
#include "face/response.hpp"
#include "face/saturation.hpp"

namespace doppel::face {
namespace {

/// A channel whose largest displacement is below this share of the avatar's size moves nothing.
constexpr double kEmptyShare = 1e-6;
/// With fewer regions of the face effective than this, its height says little (F2).
constexpr int kConfidentRegions = 3;
constexpr std::size_t kLast = kProbeWeights.size() - 1;

bool is_effective(const ChannelMeasurement& channel) {
  return channel.presence == Presence::kMoves || channel.presence == Presence::kBinary;
}

bool is_right(std::string_view name) {
  constexpr std::string_view kRight = "Right";
  return name.size() >= kRight.size() && name.substr(name.size() - kRight.size()) == kRight;
}

bool has_low_confidence(const FaceMeasurement& face) {
  std::array<bool, kFaceGroupCount> regions{};
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    if (i != kTongueOut && is_effective(face.channels[i])) regions[static_cast<std::size_t>(kFaceChannels[i].group)] = true;
  }
  int count = 0;
  for (const bool region : regions) count += region ? 1 : 0;
  return count < kConfidentRegions;
}

glm::dvec3 checked_vector(double x, double y, double z, const char* what) {
  if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z)) {
    throw Error(ErrorCode::kInvalidArgument, std::string(what) + " is not finite");
  }
  return {x, y, z};
}

double rms_at(const DisplacementField& field, double factor) {
  double squares = 0.0;
  std::uint32_t count = 0;
  for (const std::uint32_t vertex : field.touched()) {
    const double squared = factor * factor * glm::dot(field.at(vertex), field.at(vertex));
    if (squared <= kMovedDistance * kMovedDistance) continue;
    squares += squared;
    ++count;
  }
  return count > 0 ? std::sqrt(squares / count) : 0.0;
}

}  // namespace

struct FaceProbe::State {
  ChannelFields fields;
  DisplacementField field;
  glm::dvec3 head_up{0.0, 1.0, 0.0};
  glm::dvec3 head_origin{0.0};
  FaceFrame frame;
  FaceMeasurement result;
  std::array<bool, kFaceChannelCount> is_measured{};
  std::array<bool, kFaceChannelCount> is_binary_route{};  // of the channel's own route
  std::array<ChannelCentroid, kFaceChannelCount> centroids{};

  void forget() {
    result = {};
    is_measured = {};
    centroids = {};
  }
  void measure(std::size_t channel);
  void measure_frame();
  void measure_geometry();
  void measure_gaze_angles(const SurfaceComponents& components);
  void measure_lids(const std::array<const Lids*, 2>& lids);
  void measure_coupling(const Lips& lips);
  void limit_by_geometry(const std::array<const Lids*, 2>& lids, const Lips& lips);
  double travel_at(std::size_t channel, double weight);
};

void FaceProbe::State::measure(std::size_t channel) {
  ChannelMeasurement& measured = result.channels[channel];
  measured = {};
  centroids[channel] = {};
  is_measured[channel] = true;
  if (!fields.has_route(channel)) return;

  fields.evaluate(channel, kProbeWeights[kLast], field);
  const SurfaceMeasure full = measure_surface(fields.surface, field);
  if (!(full.max > kEmptyShare * fields.surface.size())) {
    measured.presence = Presence::kEmpty;
    for (std::size_t i = 0; i < kProbeWeights.size(); ++i) measured.curve[i].weight = kProbeWeights[i];
    return;
  }
  measured.presence = is_binary_route[channel] ? Presence::kBinary : Presence::kMoves;
  measured.travel = full.travel;
  measured.rms = full.rms;
  measured.max = full.max;
  measured.moved_vertices = full.moved_vertices;
  centroids[channel] = {full.centroid, full.energy > 0.0};

  measured.curve[kLast] = {kProbeWeights[kLast], full.travel, full.rms};
  const bool is_proportional_channel = fields.is_proportional_route(channel);
  for (std::size_t i = 0; i < kLast; ++i) {
    const double weight = kProbeWeights[i];
    if (is_proportional_channel) {
      // Every displacement is `weight` times the full one, so travel is too; rms has its threshold in metres.
      measured.curve[i] = {weight, weight * full.travel, rms_at(field, weight)};
      continue;
    }
    fields.evaluate(channel, weight, field);
    const SurfaceMeasure part = measure_surface(fields.surface, field);
    measured.curve[i] = {weight, part.travel, part.rms};
  }
  if (measured.presence == Presence::kBinary) return;
  const Response response = read_response(measured.curve);
  measured.dead_zone = response.dead_zone;
  measured.saturation = response.saturation;
  if (response.is_saturated) measured.saturation_from = SaturationSource::kResponse;
}

// Up, extents and face height: everything that looks at all channels at weight 1.
void FaceProbe::State::measure_frame() {
  frame = find_face_frame(centroids, head_up, head_origin, fields.surface.size());
  result.up = {frame.up.x, frame.up.y, frame.up.z};
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    ChannelMeasurement& measured = result.channels[i];
    if (!is_effective(measured)) continue;
    fields.evaluate(i, 1.0, field);
    const Extent extent = moved_extent(fields.surface, field, measured.max, frame.up, frame.origin);
    measured.low = extent.low;
    measured.high = extent.high;
    measured.lateral = centroids[i].moves ? glm::dot(centroids[i].centroid - frame.origin, frame.left) : 0.0;
  }
  result.face_height = shared_face_height(result, result);
  result.low_confidence = has_low_confidence(result);
}

void FaceProbe::State::measure_gaze_angles(const SurfaceComponents& components) {
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    ChannelMeasurement& measured = result.channels[i];
    if (kFaceChannels[i].face_class != FaceClass::kGaze || !is_effective(measured)) continue;
    fields.evaluate(i, 1.0, field);
    const Gaze gaze = measure_gaze(fields, components, i, field);
    measured.gaze_degrees = gaze.degrees;
    measured.gaze_from = gaze.from;
  }
}

// How much of its side's opening each eye channel closes. Channels of other groups act on lids too little to be held back by
// them.
void FaceProbe::State::measure_lids(const std::array<const Lids*, 2>& lids) {
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    ChannelMeasurement& measured = result.channels[i];
    if (kFaceChannels[i].group != FaceGroup::kEye || !is_effective(measured)) continue;
    const Lids* side = lids[is_right(kFaceChannels[i].name) ? 1 : 0];
    if (side == nullptr) continue;
    fields.evaluate(i, 1.0, field);
    measured.lid_closure = side->closure(field, 1.0);
  }
}

void FaceProbe::State::measure_coupling(const Lips& lips) {
  if (!lips.found() || !is_effective(result.channels[kMouthClose])) return;
  DisplacementField jaw;
  fields.evaluate(kJawOpen, 1.0, jaw);
  fields.evaluate(kMouthClose, 1.0, field);
  result.coupling = lips.coupling(jaw, field);
}

// Saturation from geometry where it comes before that of the response (F3), and the weight at which the lids meet (F5).
void FaceProbe::State::limit_by_geometry(const std::array<const Lids*, 2>& lids, const Lips& lips) {
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    ChannelMeasurement& measured = result.channels[i];
    if (measured.presence != Presence::kMoves) continue;
    GeometricLimit limit;
    if (kFaceChannels[i].face_class == FaceClass::kClosure) {
      const Lids* side = lids[is_right(kFaceChannels[i].name) ? 1 : 0];
      if (side != nullptr) limit = find_closing(fields, i, *side, field);
    } else if (i != kMouthClose) {
      // mouthClose passes through the upper lip by design: it is made to be played over jawOpen.
      limit = find_geometric_limit(fields, i, measured.dead_zone + kSmallestRange, result.face_height, lids,
                                   lips.found() ? &lips : nullptr, field);
    }
    if (limit.from == SaturationSource::kNone || !(limit.weight < measured.saturation)) continue;
    measured.saturation = std::min(1.0, std::max(limit.weight, measured.dead_zone + kSmallestRange));
    measured.saturation_from = limit.from;
  }
}

double FaceProbe::State::travel_at(std::size_t channel, double weight) {
  const ChannelMeasurement& measured = result.channels[channel];
  if (weight >= 1.0) return measured.travel;
  if (fields.is_proportional_route(channel)) return weight * measured.travel;
  fields.evaluate(channel, weight, field);
  return measure_surface(fields.surface, field).travel;
}

void FaceProbe::State::measure_geometry() {
  const SurfaceComponents components(fields.surface);
  measure_gaze_angles(components);
  std::array<std::optional<Lids>, 2> lids;
  std::array<const Lids*, 2> found_lids{};
  for (const Side side : {Side::kLeft, Side::kRight}) {
    const std::size_t blink = side == Side::kLeft ? kEyeBlinkLeft : kEyeBlinkRight;
    if (!is_effective(result.channels[blink])) continue;
    const auto index = static_cast<std::size_t>(side);
    fields.evaluate(blink, 1.0, field);
    lids[index].emplace(fields, components, frame, side, field);
    if (!lids[index]->found()) continue;
    found_lids[index] = &*lids[index];
    result.lid_gap[index] = lids[index]->rest_gap();
  }
  measure_lids(found_lids);
  DisplacementField jaw;
  jaw.reset(fields.surface.positions().size());
  if (is_effective(result.channels[kJawOpen])) fields.evaluate(kJawOpen, 1.0, jaw);
  const Lips lips(fields.surface, components, frame, result.face_height, jaw);
  measure_coupling(lips);
  limit_by_geometry(found_lids, lips);
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    if (is_effective(result.channels[i])) result.channels[i].travel_at_saturation = travel_at(i, result.channels[i].saturation);
  }
}

FaceProbe::FaceProbe() : state_(std::make_unique<State>()) {}
FaceProbe::~FaceProbe() = default;

void FaceProbe::set_routes(const FaceRoutes& routes) {
  check_routes(routes);
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) state_->is_binary_route[i] = is_binary(routes, routes.channels[i]);
  state_->fields.routes = with_other_sides(routes);
  state_->forget();
}

void FaceProbe::set_head_up(double x, double y, double z) {
  const glm::dvec3 up = checked_vector(x, y, z, "head up");
  if (!(glm::length(up) > 0.0)) throw Error(ErrorCode::kInvalidArgument, "head up has no length");
  state_->head_up = glm::normalize(up);
}

void FaceProbe::set_head_origin(double x, double y, double z) { state_->head_origin = checked_vector(x, y, z, "head origin"); }

void FaceProbe::set_bone_pivot(FaceBone bone, double x, double y, double z) {
  const auto index = static_cast<std::size_t>(bone);
  if (index >= kFaceBoneCount) {
    throw Error(ErrorCode::kInvalidArgument, "face bone is " + std::to_string(index) + ", expected 0..2");
  }
  state_->fields.pivots[index] = checked_vector(x, y, z, "pivot of a face bone");
  state_->forget();
}

std::uint32_t FaceProbe::add_vertices(const VertexBuffer& buffer) {
  const std::uint32_t id = state_->fields.surface.add_vertices(buffer);
  state_->forget();
  return id;
}

void FaceProbe::add_triangles(std::uint32_t buffer, std::span<const std::uint32_t> indices) {
  state_->fields.surface.add_triangles(buffer, indices);
  state_->forget();
}

void FaceProbe::add_target(std::uint32_t buffer, std::uint32_t slot, std::span<const float> deltas) {
  state_->fields.surface.add_target(buffer, slot, deltas);
  state_->forget();
}

void FaceProbe::measure_channel(std::size_t channel) {
  if (channel >= kFaceChannelCount) {
    throw Error(ErrorCode::kInvalidArgument, "channel is " + std::to_string(channel) + ", expected 0..51");
  }
  state_->measure(channel);
}

FaceMeasurement FaceProbe::finish() {
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    if (!state_->is_measured[i]) state_->measure(i);
  }
  state_->measure_frame();
  state_->measure_geometry();
  return state_->result;
}

}  // namespace doppel::face
