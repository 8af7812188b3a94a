// The body's part of a profile, `$.retargeting`.
// It is not the profile: see profile.hpp.
#include "io/body_settings_json.hpp"

#include <charconv>
#include <cmath>

#include "base/human_bone.hpp"

namespace doppel::io {
namespace {

constexpr double kMaxMetres = 1000.0;
constexpr double kMaxRadians = 6.3;
constexpr std::size_t kPrintDigits = 16;

double read_parameter(const Cursor& cursor, const BodyParameter& parameter) {
  if (parameter.is_boolean()) return cursor.boolean() ? 1.0 : 0.0;
  if (parameter.is_number()) return cursor.number(parameter.minimum, parameter.maximum);
  constexpr std::size_t kMaxChoiceBytes = 64;
  const auto choice = choice_index(parameter, cursor.text(kMaxChoiceBytes));
  if (choice) return static_cast<double>(*choice);
  std::string names;
  for (const std::string_view name : parameter.choices) names += (names.empty() ? "" : ", ") + std::string(name);
  cursor.fail("must be one of " + names);
}

Json parameter_json(const BodyParameter& parameter, double value) {
  if (parameter.is_boolean()) return value != 0.0;
  if (parameter.is_number()) return value;
  return std::string(parameter.choices[static_cast<std::size_t>(value)]);
}

math::Quat read_rotation(const Cursor& cursor) {
  constexpr double kMostComponent = 1.0001;  // unit, with rounding
  if (cursor.array_size() != 4) cursor.fail("must have 4 numbers");
  std::array<double, 4> q{};
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = cursor.at(i).number(-kMostComponent, kMostComponent);
  const math::Quat rotation(q[3], q[0], q[1], q[2]);
  constexpr double kUnitSlack = 1e-3;
  if (std::abs(glm::length(rotation) - 1.0) > kUnitSlack) cursor.fail("must be a rotation: a quaternion x, y, z, w of length 1");
  return rotation;
}

/// 16 hexadecimal digits: a JSON number holds no 64 bits.
std::uint64_t read_print(const Cursor& cursor) {
  const std::string text = cursor.text(kPrintDigits);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (text.size() != kPrintDigits || error != std::errc() || end != text.data() + text.size()) {
    cursor.fail("must be " + std::to_string(kPrintDigits) + " hexadecimal digits");
  }
  return value;
}

std::string print_text(std::uint64_t value) {
  std::string text(kPrintDigits, '0');
  for (std::size_t i = kPrintDigits; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15U];
  return text;
}

solve::BodyCalibration read_calibration(const Cursor& cursor) {
  solve::BodyCalibration calibration;
  calibration.kind = static_cast<solve::CalibrationKind>(cursor.at("pose").one_of({"T", "I"}));
  calibration.is_live = cursor.boolean_or("live", false);
  calibration.heading = cursor.number_or("heading", -kMaxRadians, kMaxRadians, 0.0);
  calibration.initial_hips_height = cursor.number_or("initialHipsHeight", -kMaxMetres, kMaxMetres, 0.0);
  if (cursor.has("origin")) {
    const Cursor origin = cursor.at("origin");
    if (origin.array_size() != 2) origin.fail("must have 2 numbers");
    calibration.origin = {origin.at(0).number(-kMaxMetres, kMaxMetres), 0.0, origin.at(1).number(-kMaxMetres, kMaxMetres)};
  }
  if (cursor.has("performer")) calibration.performer = read_print(cursor.at("performer"));
  const Cursor offsets = cursor.at("rotationOffsets");
  offsets.require_object();
  for (const auto& [name, value] : offsets.json().items()) {
    const auto bone = human_bone_index(name);
    if (!bone) throw Error(ErrorCode::kInvalidProfile, json_path(offsets.path(), name) + ": is not a human bone");
    calibration.offsets[*bone] = read_rotation(offsets.at(name));
  }
  return calibration;
}

Json calibration_json(const solve::BodyCalibration& calibration) {
  Json offsets = Json::object();
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    const math::Quat& q = calibration.offsets[bone];
    if (q != math::kIdentity) offsets[std::string(kHumanBones[bone])] = {q.x, q.y, q.z, q.w};
  }
  Json out{{"pose", calibration.kind == solve::CalibrationKind::kT ? "T" : "I"},
           {"live", calibration.is_live},
           {"heading", calibration.heading},
           {"origin", {calibration.origin.x, calibration.origin.z}},
           {"initialHipsHeight", calibration.initial_hips_height},
           {"rotationOffsets", offsets}};
  if (calibration.performer != 0) out["performer"] = print_text(calibration.performer);
  return out;
}

TransferSettings read_transfer(const Cursor& cursor) {
  TransferSettings transfer;
  if (cursor.has("hipOffset")) {
    const Cursor offset = cursor.at("hipOffset");
    if (offset.array_size() != transfer.hip_offset.size()) offset.fail("must have 3 numbers");
    for (std::size_t i = 0; i < transfer.hip_offset.size(); ++i) {
      transfer.hip_offset[i] = offset.at(i).number(-kMaxHipOffset, kMaxHipOffset);
    }
  }
  transfer.sync_root_scale = cursor.boolean_or("syncRootScale", false);
  transfer.transfer_head_scale = cursor.boolean_or("transferHeadScale", false);
  return transfer;
}

}  // namespace

BodyDocument read_body(const Cursor& cursor) {
  cursor.require_object();
  BodyDocument document;
  if (cursor.has("version")) {
    const Cursor version = cursor.at("version");
    if (version.number(1.0, 1e9) > kBodyVersion)
      version.with_code(ErrorCode::kUnsupportedVersion).fail("was written by a newer Doppel");
  }
  if (cursor.has("parameters")) {
    const Cursor parameters = cursor.at("parameters");
    parameters.require_object();
    for (const BodyParameter& parameter : body_parameters()) {
      if (!parameters.has(parameter.name)) continue;
      set_parameter(document.settings, parameter, read_parameter(parameters.at(parameter.name), parameter));
    }
  }
  if (cursor.has("calibration")) document.calibration = read_calibration(cursor.at("calibration"));
  if (cursor.has("transfer")) {
    const Cursor transfer = cursor.at("transfer");
    if (transfer.array_size() > kMaxTransfers) transfer.fail("must have at most " + std::to_string(kMaxTransfers) + " followers");
    for (std::size_t i = 0; i < transfer.array_size(); ++i) document.transfer.push_back(read_transfer(transfer.at(i)));
  }
  document.original = cursor.json();
  return document;
}

Json body_json(const BodyDocument& document) {
  Json out = document.original.is_object() ? document.original : Json::object();
  out["version"] = kBodyVersion;
  Json& parameters = out["parameters"];
  if (!parameters.is_object()) parameters = Json::object();
  for (const BodyParameter& parameter : body_parameters()) {
    const std::string name(parameter.name);
    const double value = get_parameter(document.settings, parameter);
    // What stands at its default is only written where it stood in the file.
    if (value == parameter.initial && !parameters.contains(name)) continue;
    parameters[name] = parameter_json(parameter, value);
  }
  out.erase("calibration");
  if (document.calibration) out["calibration"] = calibration_json(*document.calibration);
  out.erase("transfer");
  for (const TransferSettings& transfer : document.transfer) {
    out["transfer"].push_back({{"hipOffset", transfer.hip_offset},
                               {"syncRootScale", transfer.sync_root_scale},
                               {"transferHeadScale", transfer.transfer_head_scale}});
  }
  return out;
}

BodyDocument parse_body(std::string_view text) {
  const Json document = parse_json(text);
  return read_body(Cursor(document, ErrorCode::kInvalidProfile));
}

std::string write_body(const BodyDocument& document, bool pretty) { return write_json(body_json(document), pretty); }

Json body_parameter_table() {
  Json table = Json::array();
  for (const BodyParameter& parameter : body_parameters()) {
    Json row{{"name", std::string(parameter.name)},
             {"type", parameter.is_number()    ? "number"
                      : parameter.is_boolean() ? "boolean"
                                               : "choice"},
             {"default", parameter_json(parameter, parameter.initial)},
             {"seed", parameter.is_seed}};
    if (parameter.is_number()) {
      row["unit"] = std::string(parameter.unit);
      row["minimum"] = parameter.minimum;
      row["maximum"] = parameter.maximum;
    }
    for (const std::string_view choice : parameter.choices) row["choices"].push_back(std::string(choice));
    table.push_back(row);
  }
  return table;
}

}  // namespace doppel::io
