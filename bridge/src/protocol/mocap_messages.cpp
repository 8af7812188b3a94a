// JSON of the stream's control messages.
// Frames are binary: mocap_frame.cpp.
#include "protocol/mocap_messages.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "protocol/json_text.hpp"

namespace doppel::protocol {

namespace {

using Json = nlohmann::ordered_json;

/// Names come from foreign programs and may be broken UTF-8: what cannot be read is replaced, never thrown.
std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

template <std::size_t N>
Json numbers(const std::array<float, N>& values) {
  Json list = Json::array();
  for (const float value : values) list.push_back(std::isfinite(value) ? value : 0.0F);
  return list;
}

Json bone_json(const mocap::BoneDescription& bone) {
  return {{"name", bone.name},
          {"bone", bone.canonical},
          {"parent", bone.parent},
          {"offset", numbers(bone.offset)},
          {"rest", numbers(bone.rest_rotation)}};
}

/// Further away or larger than this is no number of a recording.
constexpr double kLargestNumber = 1e9;

template <std::size_t N>
std::array<float, N> read_numbers(const Json& list) {
  if (!list.is_array() || list.size() != N) throw std::invalid_argument("a list of another length than expected");
  std::array<float, N> values{};
  for (std::size_t i = 0; i < N; ++i) {
    const auto value = list[i].get<double>();
    if (!(std::abs(value) <= kLargestNumber)) throw std::invalid_argument("a number that is out of range");
    values[i] = static_cast<float>(value);
  }
  return values;
}

template <typename T>
T read_integer(const Json& json) {
  if (!json.is_number_integer()) throw std::invalid_argument("expected a whole number");
  if (json.is_number_unsigned() ? !std::in_range<T>(json.get<std::uint64_t>()) : !std::in_range<T>(json.get<std::int64_t>())) {
    throw std::invalid_argument("a whole number that is out of range");
  }
  return json.get<T>();
}

mocap::SkeletonDescription read_skeleton(const Json& json) {
  mocap::SkeletonDescription skeleton;
  skeleton.id = read_integer<std::int32_t>(json.at("id"));
  skeleton.name = json.at("name").get<std::string>();
  for (const Json& item : json.at("bones")) {
    mocap::BoneDescription bone;
    bone.id = static_cast<std::int32_t>(skeleton.bones.size()) + 1;
    bone.name = item.at("name").get<std::string>();
    bone.canonical = item.at("bone").get<std::string>();
    bone.parent = read_integer<std::int32_t>(item.at("parent"));
    bone.offset = read_numbers<3>(item.at("offset"));
    bone.rest_rotation = read_numbers<4>(item.at("rest"));
    const auto index = static_cast<std::int32_t>(skeleton.bones.size());
    const bool is_root = index == 0 && bone.parent == -1;
    const bool is_child = index > 0 && bone.parent >= 0 && bone.parent < index;
    if (!is_root && !is_child) throw std::invalid_argument("a bone whose parent does not stand before it");
    skeleton.bones.push_back(std::move(bone));
  }
  if (skeleton.bones.empty()) throw std::invalid_argument("a skeleton without bones");
  return skeleton;
}

MocapRequest refuse(std::string code, std::string message) {
  MocapRequest request;
  request.kind = MocapRequest::Kind::kRefused;
  request.code = std::move(code);
  request.message = std::move(message);
  return request;
}

MocapRequest read_ping(const Json& json) {
  MocapRequest request;
  request.kind = MocapRequest::Kind::kPing;
  for (const char* name : {"id", "time"}) {
    const auto found = json.find(name);
    if (found == json.end()) continue;
    if (!found->is_number() && !found->is_string())
      return refuse("invalid-value", std::string(name) + ": expected a number or text");
    request.echo += ",\"" + std::string(name) + "\":" + dump(*found);
  }
  return request;
}

/// Reads an optional member; false where it has another type.
template <typename T>
bool read_optional(const Json& json, const char* name, std::optional<T>& value) {
  const auto found = json.find(name);
  if (found == json.end()) return true;
  if constexpr (std::is_same_v<T, bool>) {
    if (!found->is_boolean()) return false;
  } else {
    if (!found->is_number()) return false;
  }
  value = found->template get<T>();
  return true;
}

MocapRequest read_replay(const Json& json) {
  MocapRequest request;
  request.kind = MocapRequest::Kind::kReplay;
  mocap::ReplayControl& replay = request.replay;
  if (!read_optional(json, "speed", replay.speed) ||
      (replay.speed && !(*replay.speed >= mocap::kSlowestReplay && *replay.speed <= mocap::kFastestReplay))) {
    return refuse("invalid-value", "speed: expected a number, 0.1 to 10");
  }
  if (!read_optional(json, "position", replay.position) || (replay.position && !std::isfinite(*replay.position))) {
    return refuse("invalid-value", "position: expected seconds");
  }
  if (!read_optional(json, "loop", replay.loop)) return refuse("invalid-value", "loop: expected true or false");
  if (!read_optional(json, "paused", replay.paused)) return refuse("invalid-value", "paused: expected true or false");
  return request;
}

MocapRequest read_record(const Json& json) {
  MocapRequest request;
  request.kind = MocapRequest::Kind::kRecord;
  const auto action = json.find("action");
  const bool is_start = action != json.end() && *action == "start";
  if (!is_start && (action == json.end() || *action != "stop")) return refuse("invalid-value", "action: expected start or stop");
  request.record.starts = is_start;
  const auto name = json.find("name");
  if (name == json.end()) return request;
  if (!is_start || !name->is_string() || !mocap::is_take_name(name->get_ref<const std::string&>())) {
    return refuse("invalid-value", "name: expected, with start, 1 to 64 of A-Z a-z 0-9 - _ and inner spaces");
  }
  request.record.name = name->get<std::string>();
  return request;
}

MocapRequest read_faces(const Json& json) {
  MocapRequest request;
  request.kind = MocapRequest::Kind::kFaces;
  const auto wanted = json.find("wanted");
  if (wanted == json.end() || !wanted->is_boolean()) return refuse("invalid-value", "wanted: expected true or false");
  request.wants_faces = wanted->get<bool>();
  return request;
}

MocapRequest simple(MocapRequest::Kind kind) {
  MocapRequest request;
  request.kind = kind;
  return request;
}

}  // namespace

std::string hello_message(std::string_view version, std::string_view session, std::string_view source, double time) {
  return dump({{"type", "hello"},
               {"protocol", kMocapProtocol},
               {"bridge", version},
               {"session", session},
               {"source", source},
               {"time", time}});
}

std::string descriptions_message(const mocap::Descriptions& descriptions) {
  Json skeletons = Json::array();
  for (const auto& skeleton : descriptions.skeletons) {
    Json bones = Json::array();
    for (const auto& bone : skeleton.bones) bones.push_back(bone_json(bone));
    skeletons.push_back({{"id", skeleton.id}, {"name", skeleton.name}, {"bones", std::move(bones)}});
  }
  Json bodies = Json::array();
  for (const auto& body : descriptions.rigid_bodies) {
    Json markers = Json::array();
    for (const auto& marker : body.markers) markers.push_back(numbers(marker));
    bodies.push_back({{"id", body.id}, {"name", body.name}, {"markers", std::move(markers)}});
  }
  return dump({{"type", "descriptions"},
               {"revision", descriptions.revision},
               {"skeletons", std::move(skeletons)},
               {"rigidBodies", std::move(bodies)}});
}

std::string status_message(const mocap::Status& status) {
  const mocap::SourceCounters& counters = status.counters;
  const bool is_synchronised = status.clock_error >= 0.0;
  Json json{{"type", "status"},
            {"state", mocap::to_string(status.state)},
            {"code", status.code},
            {"message", status.message},
            {"server", status.server},
            {"coordinates", mocap::to_string(status.coordinates)},
            {"rate", status.rate},
            {"clockError", is_synchronised ? Json(status.clock_error) : Json(nullptr)},
            {"undescribed", status.undescribed_skeletons},
            {"absent", status.absent_skeletons}};
  json["source"] = {{"frames", counters.frames},
                    {"lost", counters.lost},
                    {"late", counters.late},
                    {"duplicates", counters.duplicates},
                    {"badPackets", counters.bad_packets},
                    {"badSections", counters.bad_sections},
                    {"badValues", counters.bad_values},
                    {"foreign", counters.foreign},
                    {"undecodable", counters.undecodable},
                    {"trailing", counters.trailing},
                    {"reconnections", counters.reconnections}};
  return dump(json);
}

std::string replay_message(const mocap::ReplayState& state) {
  return dump({{"type", "replay"},
               {"position", state.position},
               {"duration", state.duration},
               {"speed", state.speed},
               {"loop", state.loop},
               {"paused", state.paused}});
}

std::string recording_message(const mocap::RecordingState& state) {
  return dump({{"type", "recording"},
               {"active", state.is_active},
               {"name", state.name},
               {"seconds", state.seconds},
               {"frames", state.frames},
               {"bytes", state.bytes},
               {"dropped", state.dropped},
               {"error", state.error},
               {"message", state.message}});
}

std::string faces_message(std::size_t wanted) { return dump({{"type", "faces"}, {"wanted", wanted}}); }

std::string error_message(std::string_view code, std::string_view message) {
  return dump({{"type", "error"}, {"code", code}, {"message", message}});
}

std::string pong_message(std::string_view echo, double bridge_time) {
  std::string text = R"({"type":"pong")";
  text += echo;
  text += ",\"bridgeTime\":";
  text += dump(bridge_time);
  text += '}';
  return text;
}

std::string drops_message(const DropCounts& counts) {
  // To every client every second: written as it stands, without a tree before it.
  return fmt::format(R"({{"type":"drops","sent":{},"dropped":{},"totalSent":{},"totalDropped":{},"queuedBytes":{}}})",
                     counts.sent, counts.dropped, counts.total_sent, counts.total_dropped, counts.queued_bytes);
}

std::optional<mocap::Descriptions> parse_descriptions(std::string_view text, std::string& fault) {
  if (!is_shallow(text)) {
    fault = "nested too deeply";
    return std::nullopt;
  }
  try {
    const Json json = Json::parse(text);
    if (json.at("type") != "descriptions") throw std::invalid_argument("not a descriptions message");
    mocap::Descriptions descriptions;
    descriptions.revision = read_integer<std::uint32_t>(json.at("revision"));
    for (const Json& skeleton : json.at("skeletons")) descriptions.skeletons.push_back(read_skeleton(skeleton));
    for (const Json& item : json.at("rigidBodies")) {
      mocap::RigidBodyDescription body;
      body.id = read_integer<std::int32_t>(item.at("id"));
      body.name = item.at("name").get<std::string>();
      for (const Json& marker : item.at("markers")) body.markers.push_back(read_numbers<3>(marker));
      descriptions.rigid_bodies.push_back(std::move(body));
    }
    return descriptions;
  } catch (const std::exception& error) {
    fault = error.what();
    return std::nullopt;
  }
}

MocapRequest parse_mocap_request(std::string_view text) {
  if (!is_shallow(text)) return {};
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return {};
  const auto type = json.find("type");
  if (type == json.end() || !type->is_string()) return refuse("unknown-type", "type: expected text");
  const auto& name = type->get_ref<const std::string&>();
  if (name == "ping") return read_ping(json);
  if (name == "pause") return simple(MocapRequest::Kind::kPause);
  if (name == "resume") return simple(MocapRequest::Kind::kResume);
  if (name == "describe") return simple(MocapRequest::Kind::kDescribe);
  if (name == "replay") return read_replay(json);
  if (name == "record") return read_record(json);
  if (name == "faces") return read_faces(json);
  return refuse("unknown-type", "type: expected ping, pause, resume, describe, replay, record or faces");
}

}  // namespace doppel::protocol
