// The cold calls that take and give whole documents: tables, reference face, calibration, profile, link.
// The report is in report_json.cpp.
#include "io/documents.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/human_bone.hpp"
#include "face/calibrate.hpp"
#include "face/reference_measurement.hpp"
#include "io/json_document.hpp"
#include "io/link.hpp"
#include "io/measurement_json.hpp"
#include "io/names.hpp"
#include "io/profile.hpp"
#include "solve/fingers.hpp"

namespace doppel::io {

namespace {

struct CalibrateOptions {
  std::optional<face::RemapMethod> method;
  std::optional<double> symmetry;
  std::optional<std::string> avatar_name;
  std::optional<std::string> platform;
  std::optional<std::string> created;
  std::optional<std::string> fingerprint;
  std::optional<Profile> keep;
};

std::optional<std::string> optional_text(const Cursor& root, std::string_view key) {
  if (!root.has(key)) return std::nullopt;
  return root.at(key).text(kMaxNameBytes);
}

CalibrateOptions read_options(std::string_view text) {
  CalibrateOptions result;
  if (text.empty()) return result;
  const Json document = parse_json(text);
  const Cursor root(document, ErrorCode::kInvalidArgument);
  root.require_object();
  for (const auto& [key, value] : document.items()) {
    const Json name = key;
    Cursor(name, ErrorCode::kInvalidArgument)
        .one_of({"method", "symmetry", "avatarName", "platform", "created", "fingerprint", "keep"});
  }
  if (root.has("method")) result.method = read_method(root.at("method"));
  if (root.has("symmetry")) result.symmetry = root.at("symmetry").number(0.0, 1.0);
  result.avatar_name = optional_text(root, "avatarName");
  result.platform = optional_text(root, "platform");
  result.created = optional_text(root, "created");
  result.fingerprint = optional_text(root, "fingerprint");
  if (result.fingerprint && !result.fingerprint->empty() && !is_fingerprint(*result.fingerprint)) {
    root.at("fingerprint").fail("must be 16 to 64 lower-case hexadecimal digits");
  }
  if (root.has("keep")) result.keep = read_profile(root.at("keep").with_code(ErrorCode::kInvalidProfile));
  return result;
}

template <std::size_t N>
Json name_list(const std::array<std::string_view, N>& names) {
  Json list = Json::array();
  for (const std::string_view name : names) list.push_back(std::string(name));
  return list;
}

}  // namespace

std::string tables_document() {
  Json channels = Json::array();
  for (const FaceChannelInfo& info : kFaceChannels) {
    channels.push_back({{"name", std::string(info.name)},
                        {"group", std::string(kFaceGroupNames[static_cast<std::size_t>(info.group)])},
                        {"class", std::string(class_name(info.face_class))},
                        {"mirror", info.mirror}});
  }
  Json errors = Json::array();
  for (int code = 0; code <= static_cast<int>(ErrorCode::kInternal); ++code) {
    errors.push_back(std::string(to_string(static_cast<ErrorCode>(code))));
  }
  Json presets = Json::array();
  for (const solve::HandPreset& preset : solve::hand_presets()) {
    presets.push_back({{"name", std::string(preset.name)},
                       {"alias", std::string(preset.alias)},
                       {"thumb", preset.thumb},
                       {"index", preset.index},
                       {"middle", preset.middle},
                       {"ring", preset.ring},
                       {"pinky", preset.pinky},
                       {"spread", preset.spread}});
  }
  Json verdicts = Json::array();
  for (std::size_t i = 0; i < face::kVerdictCount; ++i) verdicts.push_back(std::string(to_string(static_cast<face::Verdict>(i))));
  return write_json({{"channels", std::move(channels)},
                     {"groups", name_list(kFaceGroupNames)},
                     {"classes", name_list(kClassNames)},
                     {"methods", name_list(face::kRemapMethodNames)},
                     {"verdicts", std::move(verdicts)},
                     {"humanBones", name_list(kHumanBones)},
                     {"handPresets", std::move(presets)},
                     {"errors", std::move(errors)}});
}

std::string reference_document() { return write_measurement(face::reference_measurement()); }

std::string calibrate_document(std::string_view measurement, std::string_view reference, std::string_view options) {
  const face::FaceMeasurement avatar = parse_measurement(measurement);
  const face::FaceMeasurement other = parse_measurement(reference);
  const CalibrateOptions chosen = read_options(options);
  Profile profile = chosen.keep.value_or(Profile{});
  const face::Calibration kept = profile.calibration;
  profile.calibration = face::calibrate(avatar, other, chosen.method.value_or(kept.method),
                                        chosen.symmetry.value_or(kept.symmetry), chosen.keep ? &kept : nullptr);
  if (chosen.avatar_name) profile.avatar_name = *chosen.avatar_name;
  if (chosen.platform) profile.platform = *chosen.platform;
  if (chosen.created) profile.created = *chosen.created;
  if (chosen.fingerprint) profile.fingerprint = *chosen.fingerprint;
  return write_json(profile_json(profile));
}

std::string check_profile_document(std::string_view profile) {
  std::vector<Warning> warnings;
  const Profile read = parse_profile(profile, &warnings);
  Json list = Json::array();
  for (const Warning& warning : warnings) list.push_back({{"path", warning.path}, {"message", warning.message}});
  return write_json({{"profile", profile_json(read)}, {"warnings", std::move(list)}});
}

std::string seal_profile_document(std::string_view profile) {
  Json document = profile_json(parse_profile(profile));
  document["checksum"] = profile_checksum(document);
  return write_json(document, true);
}

std::string encode_link_document(std::string_view profile) { return encode_link(parse_profile(profile)); }

std::string decode_link_document(std::string_view link) { return write_json(profile_json(decode_link(link))); }

std::vector<double> remap_values(std::string_view method, double ratio, double dead_zone, double saturation,
                                 std::span<const double> inputs) {
  const auto argument = [](const char* name, double value, double low, double high) {
    if (value >= low && value <= high) return;
    throw Error(ErrorCode::kInvalidArgument, std::string(name) + ": must be a number from " + number_text(low) + " to " +
                                                 number_text(high) +
                                                 (std::isfinite(value) ? ", found " + number_text(value) : ""));
  };
  face::CurveSettings settings;
  const Json arguments = {{"method", std::string(method)}};
  settings.method = read_method(Cursor(arguments, ErrorCode::kInvalidArgument).at("method"));
  argument("ratio", ratio, face::kMinRatio, face::kMaxRatio);
  argument("deadZone", dead_zone, 0.0, 1.0);
  argument("saturation", saturation, dead_zone, 1.0);
  settings.ratio = ratio;
  settings.gamma = face::gamma_from_ratio(ratio);
  settings.dead_zone = dead_zone;
  settings.saturation = saturation;
  const face::CompiledCurve curve(settings);
  std::vector<double> outputs(inputs.size());
  std::transform(inputs.begin(), inputs.end(), outputs.begin(), curve);
  return outputs;
}

}  // namespace doppel::io
