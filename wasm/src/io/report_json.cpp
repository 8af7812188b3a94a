// The report as JSON: per channel verdict, numbers, and what it shows against the reference (docs/calibration.md).
// The numbers are made in face/report.cpp.
#include "face/report.hpp"
#include "io/documents.hpp"
#include "io/json_document.hpp"
#include "io/measurement_json.hpp"
#include "io/names.hpp"
#include "io/profile.hpp"

namespace doppel::io {

namespace {

using face::Verdict;

template <typename Value>
Json or_null(bool has, Value&& value) {
  return has ? Json(std::forward<Value>(value)) : Json();
}

Json points(const face::ChannelReport& channel, double face::ReportPoint::*field) {
  Json list = Json::array();
  for (const face::ReportPoint& point : channel.points) list.push_back(point.*field);
  return list;
}

Json channel_json(std::size_t index, const face::FaceMeasurement& measurement, const face::ChannelReport& channel,
                  const Profile& profile) {
  const face::ChannelMeasurement& measured = measurement.channels[index];
  const face::ChannelCalibration& settings = profile.calibration.channels[index];
  const bool mapped =
      channel.verdict != Verdict::kMissing && channel.verdict != Verdict::kEmpty && channel.verdict != Verdict::kBinary;
  const bool binary = channel.verdict == Verdict::kBinary;
  const std::string name(kFaceChannels[index].name);
  const auto substitute = profile.substitutes.find(name);
  const double height = measurement.face_height;
  return {{"verdict", std::string(to_string(channel.verdict))},
          {"class", binary ? "binary" : std::string(class_name(kFaceChannels[index].face_class))},
          {"group", std::string(kFaceGroupNames[static_cast<std::size_t>(kFaceChannels[index].group)])},
          {"travel", measured.travel},
          {"travelPerFace", face::share_of(measured.travel, height)},
          {"rms", measured.rms},
          {"low", measured.low},
          {"high", measured.high},
          {"movedVertices", measured.moved_vertices},
          {"ratio", or_null(mapped, settings.ratio)},
          {"measuredRatio", or_null(channel.ratio_from != face::RatioSource::kNone, channel.measured_ratio)},
          {"ratioFrom", std::string(to_string(channel.ratio_from))},
          {"deadZone", settings.dead_zone},
          {"saturation", settings.saturation},
          {"saturationFrom", std::string(kSaturationNames[static_cast<std::size_t>(measured.saturation_from)])},
          {"gazeDegrees", measured.gaze_degrees},
          {"substitute",
           or_null(substitute != profile.substitutes.end(), substitute == profile.substitutes.end() ? "" : substitute->second)},
          {"scored", channel.scored},
          {"reference", points(channel, &face::ReportPoint::reference)},
          {"raw", points(channel, &face::ReportPoint::raw)},
          {"calibrated", points(channel, &face::ReportPoint::calibrated)},
          {"output", points(channel, &face::ReportPoint::output)}};
}

}  // namespace

std::string report_document(std::string_view measurement, std::string_view reference, std::string_view profile_text) {
  const face::FaceMeasurement avatar = parse_measurement(measurement);
  const face::FaceMeasurement other = parse_measurement(reference);
  const Profile profile = parse_profile(profile_text);
  const face::FaceReport report = face::make_report(avatar, other, profile.calibration);
  Json channels = Json::object();
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    channels[std::string(kFaceChannels[i].name)] = channel_json(i, avatar, report.channels[i], profile);
  }
  const auto score = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
  return write_json({{"method", std::string(to_string(profile.calibration.method))},
                     {"faceHeight", report.face_height},
                     {"referenceFaceHeight", report.reference_face_height},
                     {"lowConfidence", report.low_confidence},
                     {"coupling", profile.calibration.coupling},
                     {"inputs", face::kReportInputs},
                     {"score", {{"before", score(report.score_before)}, {"after", score(report.score_after)}}},
                     {"channels", std::move(channels)}});
}

}  // namespace doppel::io
