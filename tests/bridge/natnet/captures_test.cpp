// Every recorded packet of real servers decodes to the values that were written down for it, and the recorded session too.
// Packets and values lie beside the checkout; where they are absent the tests are skipped and say so.
#include <gtest/gtest.h>

#include <set>

#include "natnet/decode_frame.hpp"
#include "natnet/decode_model_def.hpp"
#include "natnet/encode.hpp"
#include "natnet/handshake.hpp"
#include "natnet/message.hpp"
#include "shared_captures.hpp"
#include "wire_fixtures.hpp"

namespace doppel::natnet {
namespace {

using nlohmann::json;

json version_json(const Version& v) { return {v.major, v.minor, v.build, v.revision}; }

json to_json(const ConnectRequest& request) {
  return {{"name", request.name},
          {"app_version", version_json(request.app_version)},
          {"natnet_version", version_json(request.natnet_version)}};
}

json to_json(const ServerInfo& info) {
  return {{"name", info.name},
          {"app_version", version_json(info.app_version)},
          {"natnet_version", version_json(info.natnet_version)},
          {"clock_frequency", info.clock_frequency},
          {"data_port", info.data_port},
          {"is_multicast", info.is_multicast},
          {"multicast_group", info.multicast_group}};
}

json to_json(const BodyData& body) {
  json positions = json::array();
  json ids = json::array();
  json sizes = json::array();
  for (const BodyMarker& marker : body.markers) {
    positions.push_back(marker.position);
    ids.push_back(marker.id);
    sizes.push_back(marker.size);
  }
  return {
      {"id", body.id},     {"position", body.position}, {"orientation_xyzw", body.orientation}, {"marker_positions", positions},
      {"marker_ids", ids}, {"marker_sizes", sizes},     {"mean_error", body.mean_error},        {"params", body.params}};
}

json to_json(const FrameData& frame) {
  json out{{"frame", frame.number},
           {"other_markers", frame.other_markers},
           {"skeletons", json::array()},
           {"force_plates", json::array()},
           {"devices", json::array()},
           {"latency_field", frame.latency},
           {"timecode", frame.timecode},
           {"timecode_subframe", frame.timecode_subframe},
           {"timestamp", frame.timestamp},
           {"camera_mid_exposure", frame.mid_exposure_ticks},
           {"camera_data_received", frame.received_ticks},
           {"transmit", frame.transmit_ticks},
           {"params", frame.params},
           {"end_tag", 0}};
  out["marker_sets"] = out["rigid_bodies"] = out["labeled_markers"] = json::array();
  for (const MarkerSetData& set : frame.marker_sets)
    out["marker_sets"].push_back({{"name", set.name}, {"positions", set.positions}});
  for (const BodyData& body : frame.rigid_bodies) out["rigid_bodies"].push_back(to_json(body));
  for (const LabeledMarkerData& marker : frame.labeled_markers) {
    out["labeled_markers"].push_back({{"id", marker.id},
                                      {"position", marker.position},
                                      {"size", marker.size},
                                      {"params", marker.params},
                                      {"residual", marker.residual}});
  }
  return out;
}

json to_json(const ModelDef& model_def) {
  json out = json::array();
  for (const Model& model : model_def.models) {
    if (const auto* set = std::get_if<MarkerSetModel>(&model)) {
      out.push_back({{"type", 0}, {"name", set->name}, {"marker_names", set->marker_names}});
    } else if (const auto* body = std::get_if<BodyModel>(&model)) {
      out.push_back({{"type", 1},
                     {"name", body->name},
                     {"id", body->id},
                     {"parent_id", body->parent_id},
                     {"offset", body->offset},
                     {"marker_positions", body->marker_positions},
                     {"required_labels", body->marker_labels}});
    }
  }
  return out;
}

// Every value that is expected is there; real numbers are the same as floats where the wire has floats.
void expect_same(const json& expected, const json& actual, const std::string& path) {
  if (expected.is_object()) {
    for (const auto& [key, value] : expected.items()) {
      if (key == "suffix_offset_in_payload") continue;
      ASSERT_TRUE(actual.contains(key)) << path << "." << key;
      expect_same(value, actual[key], path + "." + key);
    }
  } else if (expected.is_array()) {
    ASSERT_EQ(expected.size(), actual.size()) << path;
    for (std::size_t i = 0; i < expected.size(); ++i) expect_same(expected[i], actual[i], path + "[" + std::to_string(i) + "]");
  } else if (expected.is_number_float()) {
    const bool is_double = path.size() > 10 && path.substr(path.size() - 10) == ".timestamp";
    if (is_double) {
      EXPECT_EQ(expected.get<double>(), actual.get<double>()) << path;
    } else {
      EXPECT_EQ(expected.get<float>(), actual.get<float>()) << path;
    }
  } else if (expected.is_boolean() || actual.is_boolean()) {
    EXPECT_EQ(expected.get<int>() != 0, actual.get<bool>()) << path;
  } else {
    EXPECT_EQ(expected, actual) << path;
  }
}

json decode_any(const Message& message, const Version& version) {
  switch (message.id) {
    case MessageId::kConnect:
    case MessageId::kDiscovery: return to_json(read_connect(message.payload));
    case MessageId::kServerInfo: return to_json(read_server_info(message.payload).value());
    case MessageId::kModelDef: {
      ModelDef model_def;
      EXPECT_TRUE(decode_model_def(message.payload, version, model_def).is_complete);
      return to_json(model_def);
    }
    case MessageId::kFrame: {
      FrameData frame;
      EXPECT_EQ(decode_frame(message.payload, version, frame).result, FrameResult::kGood);
      return to_json(frame);
    }
    case MessageId::kEchoRequest: return {{"client_time", read_echo_request(message.payload).value()}};
    case MessageId::kEchoResponse: {
      const EchoResponse response = read_echo_response(message.payload).value();
      return {{"client_time", response.client_ticks}, {"server_time", response.server_ticks}};
    }
    default: return nullptr;
  }
}

TEST(Captures, EveryPacketDecodesToItsExpectedValues) {
  const std::optional<json> expected = test::expected_captures();
  if (!expected) GTEST_SKIP() << "absent: " << test::captures_folder();
  int packets = 0;
  for (const auto& [name, entry] : expected->items()) {
    if (!name.ends_with(".bin")) continue;
    SCOPED_TRACE(name);
    const std::optional<std::vector<std::uint8_t>> datagram = test::read_capture(name);
    ASSERT_TRUE(datagram);
    ASSERT_EQ(test::sha256_of(*datagram), entry["sha256"]);
    const std::optional<Message> message = read_message(*datagram);
    ASSERT_TRUE(message);
    EXPECT_FALSE(message->has_rest);
    EXPECT_EQ(static_cast<int>(message->id), entry["message_id"]);
    const Version version = parse_version(entry["layout"].get<std::string>()).value();
    expect_same(entry["decoded"], decode_any(*message, version), "");
    ++packets;
  }
  EXPECT_EQ(packets, 18);
}

// What real servers wrote is what the encoder writes: bytes out of bytes.
TEST(Captures, FramesAndDescriptionsAreEncodedToTheSameBytes) {
  const std::optional<json> expected = test::expected_captures();
  if (!expected) GTEST_SKIP() << "absent: " << test::captures_folder();
  int compared = 0;
  for (const auto& [name, entry] : expected->items()) {
    if (!name.ends_with(".bin")) continue;
    const std::vector<std::uint8_t> datagram = test::read_capture(name).value();
    const Version version = parse_version(entry["layout"].get<std::string>()).value();
    std::vector<std::uint8_t> again;
    FrameData frame;
    ModelDef model_def;
    if (entry["message_id"] == 7) {
      decode_frame(Bytes(datagram).subspan(4), version, frame);
      ASSERT_TRUE(encode_frame(frame, version, again));
    } else if (entry["message_id"] == 5) {
      decode_model_def(Bytes(datagram).subspan(4), version, model_def);
      ASSERT_TRUE(encode_model_def(model_def, version, again));
    } else {
      continue;
    }
    EXPECT_EQ(again, datagram) << name;
    ++compared;
  }
  EXPECT_EQ(compared, 9);
}

TEST(Captures, RecordedSessionDecodes) {
  const std::optional<std::vector<std::uint8_t>> file = test::read_capture("python_natnet/raw/traffic.pcapng");
  if (!file) GTEST_SKIP() << "absent: " << test::captures_folder();
  const json entry = test::expected_captures().value()["python_natnet/raw/traffic.pcapng"];
  const std::vector<test::CapturedDatagram> datagrams = test::read_pcapng(*file);
  ASSERT_EQ(datagrams.size(), entry["udp_datagrams"]);

  Version version;  // known only from SERVERINFO on, as for a client
  int frames = 0;
  std::int32_t last_number = 162733;
  std::size_t others = 0;
  for (const test::CapturedDatagram& datagram : datagrams) {
    const std::optional<Message> message = read_message(datagram.payload);
    ASSERT_TRUE(message);
    if (message->id == MessageId::kFrame) {
      FrameData frame;
      ASSERT_EQ(decode_frame(message->payload, version, frame).result, FrameResult::kGood);
      ASSERT_EQ(frame.number, last_number + 1);
      ASSERT_NEAR(frame.timestamp, static_cast<double>(frame.number) / 120.0, 1e-9);
      ASSERT_LT(frame.mid_exposure_ticks, frame.received_ticks);
      ASSERT_LT(frame.received_ticks, frame.transmit_ticks);
      ASSERT_EQ(frame.rigid_bodies.size(), 1U);
      ASSERT_EQ(frame.rigid_bodies[0].id, 2);
      ASSERT_EQ(frame.labeled_markers.size(), 6U);
      ASSERT_EQ(frame.other_markers.size(), 5U);
      ++frames;
      last_number = frame.number;
      continue;
    }
    if (message->id == MessageId::kServerInfo) version = read_server_info(message->payload).value().natnet_version;
    if (message->id == MessageId::kModelDef) {
      ModelDef model_def;
      EXPECT_TRUE(decode_model_def(message->payload, version, model_def).is_complete);
      EXPECT_EQ(model_def.models.size(), 3U);
    }
    const json& other = entry["non_frame_messages"].at(others++);
    EXPECT_EQ(datagram.source, other["src"]);
    EXPECT_EQ(datagram.destination, other["dst"]);
    EXPECT_EQ(static_cast<int>(message->id), other["message_id"]);
    EXPECT_EQ(message->payload.size(), other["payload_bytes"]);
  }
  EXPECT_EQ(version, (Version{3, 0}));
  EXPECT_EQ(frames, entry["frames"]);
  EXPECT_EQ(last_number, 163251);
  EXPECT_EQ(others, 32U);
}

}  // namespace
}  // namespace doppel::natnet
