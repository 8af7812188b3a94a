// The profile: calibration and the user's settings as a JSON document, version 1 (docs/calibration.md).
// It is not the share link; that holds a part of it (io/link.hpp).
#include "io/profile.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/sha256.hpp"
#include "io/body_settings_json.hpp"
#include "io/names.hpp"

namespace doppel::io {

namespace {

using face::Calibration;
using face::ChannelCalibration;

constexpr double kNewestVersion = 1e9;  // beyond it a version is no number of ours

void check_version(const Cursor& root) {
  const Cursor version = root.at("version");
  const double number = version.number();
  if (number > kProfileVersion && number <= kNewestVersion && number == static_cast<double>(static_cast<std::int64_t>(number))) {
    throw Error(ErrorCode::kUnsupportedVersion, version.path() + ": written by a newer version (" + number_text(number) +
                                                    "); this one reads version " + std::to_string(kProfileVersion));
  }
  if (number != kProfileVersion) version.fail("must be " + std::to_string(kProfileVersion));
}

ChannelCalibration read_calibrated_channel(const Cursor& cursor) {
  ChannelCalibration channel;
  const bool has_gamma = cursor.has("gamma");
  const bool has_ratio = cursor.has("ratio");
  if (has_gamma) channel.gamma = cursor.at("gamma").number(face::kMinGamma, face::kMaxGamma);
  if (has_ratio) channel.ratio = cursor.at("ratio").number(face::kMinRatio, face::kMaxRatio);
  // A file of the first form names the exponent only, and gamma = 1 / ratio^0.4.
  if (has_gamma && !has_ratio) channel.ratio = face::ratio_from_gamma(channel.gamma);
  if (has_ratio && !has_gamma) channel.gamma = face::gamma_from_ratio(channel.ratio);
  channel.dead_zone = cursor.number_or("deadZone", 0.0, 1.0, channel.dead_zone);
  channel.saturation = cursor.number_or("saturation", 0.0, 1.0, channel.saturation);
  if (channel.dead_zone > channel.saturation) {
    cursor.at("deadZone").fail("must not be above saturation, which is " + number_text(channel.saturation));
  }
  channel.user_gain = cursor.number_or("userGain", 0.0, face::kMaxGain, channel.user_gain);
  channel.floor = cursor.number_or("floor", 0.0, face::kMaxFloor, channel.floor);
  channel.closed_at = cursor.number_or("closedAt", face::kMinClosedAt, 1.0, channel.closed_at);
  channel.locked = cursor.boolean_or("locked", false);
  channel.muted = cursor.boolean_or("muted", false);
  return channel;
}

void warn(std::vector<Warning>* warnings, std::string path, std::string message) {
  if (warnings != nullptr) warnings->push_back({std::move(path), std::move(message)});
}

void read_channels(const Cursor& channels, Calibration& calibration, std::vector<Warning>* warnings) {
  channels.require_object();
  for (const auto& [name, value] : channels.json().items()) {
    const auto index = face_channel_index(name);
    if (index) {
      calibration.channels[*index] = read_calibrated_channel(channels.at(name));
    } else {
      warn(warnings, json_path(channels.path(), name), "is not a face channel and acts on nothing");
    }
  }
}

void read_group_gain(const Cursor& gains, Calibration& calibration, std::vector<Warning>* warnings) {
  gains.require_object();
  for (const auto& [name, value] : gains.json().items()) {
    const auto found = std::find(kFaceGroupNames.begin(), kFaceGroupNames.end(), name);
    if (found == kFaceGroupNames.end()) {
      warn(warnings, json_path(gains.path(), name), "is not a group of channels and acts on nothing");
    } else {
      calibration.group_gain[static_cast<std::size_t>(found - kFaceGroupNames.begin())] =
          gains.at(name).number(0.0, face::kMaxGain);
    }
  }
}

Calibration read_calibration(const Cursor& cursor, std::vector<Warning>* warnings) {
  Calibration result;
  result.method = read_method(cursor.at("method"));
  result.symmetry = cursor.number_or("symmetry", 0.0, 1.0, result.symmetry);
  result.overall = cursor.number_or("overall", 0.0, face::kMaxGain, result.overall);
  result.coupling = cursor.number_or("coupling", face::kMinCoupling, face::kMaxCoupling, result.coupling);
  if (cursor.has("groupGain")) read_group_gain(cursor.at("groupGain"), result, warnings);
  read_channels(cursor.at("channels"), result, warnings);
  return result;
}

std::map<std::string, std::string> read_substitutes(const Cursor& cursor, std::vector<Warning>* warnings) {
  cursor.require_object();
  std::map<std::string, std::string> result;
  for (const auto& [name, value] : cursor.json().items()) {
    result[name] = cursor.at(name).text(kMaxSubstituteBytes);
    if (!face_channel_index(name)) warn(warnings, json_path(cursor.path(), name), "is not a face channel and acts on nothing");
  }
  return result;
}

Json& member_object(Json& parent, const char* key) {
  Json& member = parent[key];
  if (!member.is_object()) member = Json::object();
  return member;
}

// Written where it says something, or where the document has it already.
template <typename Value>
void overlay(Json& object, const char* key, const Value& value, const Value& absent) {
  if (value != absent || object.contains(key)) object[key] = value;
}

void overlay_channel(Json& object, const ChannelCalibration& channel) {
  const ChannelCalibration absent;
  object["ratio"] = channel.ratio;
  object["gamma"] = channel.gamma;
  object["deadZone"] = channel.dead_zone;
  object["saturation"] = channel.saturation;
  object["userGain"] = channel.user_gain;
  overlay(object, "floor", channel.floor, absent.floor);
  overlay(object, "closedAt", channel.closed_at, absent.closed_at);
  overlay(object, "locked", channel.locked, absent.locked);
  overlay(object, "muted", channel.muted, absent.muted);
}

}  // namespace

bool is_fingerprint(std::string_view text) {
  const auto digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return text.size() >= kMinFingerprintDigits && text.size() <= kMaxFingerprintDigits && text.size() % 2 == 0 &&
         std::all_of(text.begin(), text.end(), digit);
}

Profile parse_profile(std::string_view text, std::vector<Warning>* warnings) {
  const Json document = parse_json(text);
  return read_profile(Cursor(document, ErrorCode::kInvalidProfile), warnings);
}

Profile read_profile(const Cursor& root, std::vector<Warning>* warnings) {
  root.require_object();
  check_version(root);
  Profile result;
  result.avatar_name = root.text_or("avatarName", kMaxNameBytes);
  result.platform = root.text_or("platform", kMaxNameBytes);
  result.created = root.text_or("created", kMaxNameBytes);
  if (root.has("avatar")) {
    const Cursor avatar = root.at("avatar");
    if (avatar.has("fingerprint")) {
      result.fingerprint = avatar.at("fingerprint").text(kMaxNameBytes);
      if (!is_fingerprint(result.fingerprint)) {
        avatar.at("fingerprint").fail("must be 16 to 64 lower-case hexadecimal digits");
      }
    }
  }
  result.calibration = read_calibration(root.at("calibration"), warnings);
  const Cursor calibration = root.at("calibration");
  if (calibration.has("substitutes")) result.substitutes = read_substitutes(calibration.at("substitutes"), warnings);
  if (root.has("retargeting")) read_body(root.at("retargeting"));  // only to refuse what the body would refuse
  if (root.has("checksum") && root.at("checksum").text(kMaxNameBytes) != profile_checksum(root.json())) {
    warn(warnings, json_path(root.path(), "checksum"), "does not match: the file was changed since it was saved");
  }
  result.original = root.json();
  result.original.erase("checksum");
  return result;
}

Json profile_json(const Profile& profile) {
  Json document = profile.original;
  const std::string none;
  document["version"] = kProfileVersion;
  overlay(document, "avatarName", profile.avatar_name, none);
  overlay(document, "platform", profile.platform, none);
  overlay(document, "created", profile.created, none);
  if (!profile.fingerprint.empty()) member_object(document, "avatar")["fingerprint"] = profile.fingerprint;

  const Calibration& calibration = profile.calibration;
  const Calibration absent;
  Json& object = member_object(document, "calibration");
  object["method"] = std::string(to_string(calibration.method));
  overlay(object, "symmetry", calibration.symmetry, absent.symmetry);
  overlay(object, "overall", calibration.overall, absent.overall);
  overlay(object, "coupling", calibration.coupling, absent.coupling);
  if (object.contains("groupGain") || calibration.group_gain != absent.group_gain) {
    Json& gains = member_object(object, "groupGain");
    for (std::size_t i = 0; i < kFaceGroupCount; ++i) gains[std::string(kFaceGroupNames[i])] = calibration.group_gain[i];
  }
  if (object.contains("substitutes") || !profile.substitutes.empty()) object["substitutes"] = profile.substitutes;
  Json& channels = member_object(object, "channels");
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    const std::string name(kFaceChannels[i].name);
    if (!channels.contains(name) && calibration.channels[i] == ChannelCalibration{}) continue;
    overlay_channel(member_object(channels, name.c_str()), calibration.channels[i]);
  }
  return document;
}

std::string profile_checksum(Json document) {
  document.erase("checksum");
  const std::string text = write_json(document);
  return sha256_hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace doppel::io
