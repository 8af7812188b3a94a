// Measurements and reference faces as JSON (docs/calibration.md).
// It is not a measuring.
#include "io/measurement_json.hpp"

#include <cmath>

#include "face/calibrate.hpp"
#include "face/reference_measurement.hpp"
#include "face/report.hpp"
#include "io/json_document.hpp"
#include "io/names.hpp"

namespace doppel::io {

namespace {

using face::ChannelMeasurement;
using face::FaceMeasurement;
using face::GazeSource;
using face::Presence;
using face::SaturationSource;

constexpr double kMaxLength = 1e6;  // metres; beyond it a file is broken, and squares stay finite
constexpr double kMaxShare = 1e3;   // lidClosure, coupling
constexpr double kMaxDegrees = 360.0;
constexpr std::uint32_t kMaxVertices = 1U << 30;

constexpr std::array<std::string_view, 4> kPresence{"missing", "empty", "binary", "moves"};
constexpr std::array<std::string_view, 3> kGaze{"none", "bone", "eyeball"};

template <typename Enum, std::size_t N>
std::string name_of(const std::array<std::string_view, N>& names, Enum value) {
  return std::string(names[static_cast<std::size_t>(value)]);
}

Json channel_json(const ChannelMeasurement& channel, double face_height) {
  Json curve = Json::array();
  for (const face::ProbePoint& point : channel.curve) {
    curve.push_back({{"weight", point.weight}, {"travel", point.travel}, {"rms", point.rms}});
  }
  return {{"presence", name_of(kPresence, channel.presence)},
          {"travel", channel.travel},
          {"travelPerFace", face::share_of(channel.travel, face_height)},
          {"low", channel.low},
          {"high", channel.high},
          {"rms", channel.rms},
          {"max", channel.max},
          {"movedVertices", channel.moved_vertices},
          {"curve", std::move(curve)},
          {"deadZone", channel.dead_zone},
          {"saturation", channel.saturation},
          {"saturationFrom", name_of(kSaturationNames, channel.saturation_from)},
          {"travelAtSaturation", channel.travel_at_saturation},
          {"gazeDegrees", channel.gaze_degrees},
          {"gazeFrom", name_of(kGaze, channel.gaze_from)},
          {"lidClosure", channel.lid_closure},
          {"lateral", channel.lateral}};
}

void read_curve(const Cursor& curve, ChannelMeasurement& channel) {
  if (curve.array_size() != face::kProbeWeights.size()) {
    curve.fail("must have " + std::to_string(face::kProbeWeights.size()) + " points");
  }
  for (std::size_t i = 0; i < face::kProbeWeights.size(); ++i) {
    const Cursor point = curve.at(i);
    const double weight = point.at("weight").number(0.0, 1.0);
    if (weight != face::kProbeWeights[i]) point.at("weight").fail("must be " + number_text(face::kProbeWeights[i]));
    channel.curve[i] = {weight, point.at("travel").number(0.0, kMaxLength), point.at("rms").number(0.0, kMaxLength)};
  }
}

ChannelMeasurement read_measured_channel(const Cursor& cursor) {
  ChannelMeasurement channel;
  channel.travel = cursor.at("travel").number(0.0, kMaxLength);
  channel.low = cursor.at("low").number(-kMaxLength, kMaxLength);
  channel.high = cursor.at("high").number(-kMaxLength, kMaxLength);
  if (channel.high < channel.low) cursor.at("high").fail("must not be below low");
  channel.rms = cursor.at("rms").number(0.0, kMaxLength);
  channel.gaze_degrees = cursor.number_or("gazeDegrees", 0.0, kMaxDegrees, 0.0);
  face::fill_linear_response(channel);
  if (cursor.has("presence")) {
    channel.presence =
        static_cast<Presence>(cursor.at("presence").one_of({kPresence[0], kPresence[1], kPresence[2], kPresence[3]}));
  }
  if (cursor.has("curve")) read_curve(cursor.at("curve"), channel);
  channel.max = cursor.number_or("max", 0.0, kMaxLength, 0.0);
  if (cursor.has("movedVertices")) channel.moved_vertices = cursor.at("movedVertices").index(kMaxVertices);
  channel.dead_zone = cursor.number_or("deadZone", 0.0, 1.0, 0.0);
  channel.saturation = cursor.number_or("saturation", 0.0, 1.0, 1.0);
  if (channel.saturation < channel.dead_zone) cursor.at("saturation").fail("must not be below deadZone");
  if (cursor.has("saturationFrom")) {
    channel.saturation_from = static_cast<SaturationSource>(
        cursor.at("saturationFrom")
            .one_of({kSaturationNames[0], kSaturationNames[1], kSaturationNames[2], kSaturationNames[3], kSaturationNames[4]}));
  }
  channel.travel_at_saturation =
      cursor.number_or("travelAtSaturation", 0.0, kMaxLength, face::travel_at(channel, channel.saturation));
  if (cursor.has("gazeFrom")) {
    channel.gaze_from = static_cast<GazeSource>(cursor.at("gazeFrom").one_of({kGaze[0], kGaze[1], kGaze[2]}));
  }
  channel.lid_closure = cursor.number_or("lidClosure", -kMaxShare, kMaxShare, 0.0);
  channel.lateral = cursor.number_or("lateral", -kMaxLength, kMaxLength, 0.0);
  return channel;
}

}  // namespace

std::string write_measurement(const FaceMeasurement& measurement) {
  Json channels = Json::object();
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    const ChannelMeasurement& channel = measurement.channels[i];
    if (channel.presence == Presence::kMissing) continue;
    channels[std::string(kFaceChannels[i].name)] = channel_json(channel, measurement.face_height);
  }
  return write_json({{"up", measurement.up},
                     {"faceHeight", measurement.face_height},
                     {"lowConfidence", measurement.low_confidence},
                     {"coupling", measurement.coupling},
                     {"lidGap", measurement.lid_gap},
                     {"channels", std::move(channels)}});
}

FaceMeasurement parse_measurement(std::string_view text) {
  const Json document = parse_json(text);
  const Cursor root(document, ErrorCode::kInvalidMeasurement);
  FaceMeasurement result;
  const Cursor up = root.at("up");
  if (up.array_size() != result.up.size()) up.fail("must have 3 numbers");
  for (std::size_t i = 0; i < result.up.size(); ++i) result.up[i] = up.at(i).number(-1.001, 1.001);
  result.face_height = root.at("faceHeight").number(0.0, kMaxLength);
  result.low_confidence = root.boolean_or("lowConfidence", false);
  result.coupling = root.number_or("coupling", 0.0, kMaxShare, 0.0);
  if (root.has("lidGap")) {
    const Cursor gap = root.at("lidGap");
    if (gap.array_size() != result.lid_gap.size()) gap.fail("must have 2 numbers");
    for (std::size_t i = 0; i < result.lid_gap.size(); ++i) result.lid_gap[i] = gap.at(i).number(0.0, kMaxLength);
  }
  const Cursor channels = root.at("channels");
  channels.require_object();
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    if (channels.has(kFaceChannels[i].name)) result.channels[i] = read_measured_channel(channels.at(kFaceChannels[i].name));
  }
  return result;
}

}  // namespace doppel::io
