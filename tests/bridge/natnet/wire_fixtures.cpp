// Random and worked content of NatNet messages.
// Names hold any byte but NUL, as the wire does.
#include "wire_fixtures.hpp"

#include "base/sha256.hpp"
#include "natnet/decode_frame.hpp"

namespace doppel::natnet::test {

std::string RandomWire::name() {
  std::string text(up_to(12), ' ');
  for (char& letter : text) letter = static_cast<char>(1 + engine_() % 255);
  return text;
}

BodyData RandomWire::body() {
  BodyData body;
  body.id = integer();
  body.position = vector();
  body.orientation = quaternion();
  if (!since(3, 0)) {
    body.markers = some(5, [&] { return BodyMarker{vector(), integer(), real()}; });
  }
  body.mean_error = real();
  if (since(2, 6)) body.params = static_cast<std::int16_t>(integer());
  return body;
}

LabeledMarkerData RandomWire::labeled() {
  LabeledMarkerData marker{integer(), vector(), real(), 0, 0.0F};
  if (since(2, 6)) marker.params = static_cast<std::int16_t>(integer());
  if (since(3, 0)) marker.residual = real();
  return marker;
}

AnalogData RandomWire::analog(bool with_params) {
  AnalogData item;
  item.id = integer();
  item.channels = some(4, [&] { return some(3, [&] { return real(); }); });
  if (with_params) item.params = static_cast<std::int16_t>(integer());
  return item;
}

FrameData RandomWire::frame() {
  FrameData frame;
  frame.number = integer();
  frame.marker_sets = some(3, [&] { return MarkerSetData{name(), some(6, [&] { return vector(); })}; });
  frame.other_markers = some(6, [&] { return vector(); });
  frame.rigid_bodies = some(4, [&] { return body(); });
  frame.skeletons = some(3, [&] { return SkeletonData{integer(), some(8, [&] { return body(); })}; });
  if (since(4, 1)) {
    frame.assets = some(2, [&] {
      return AssetData{integer(), some(4, [&] { return body(); }), some(4, [&] { return labeled(); })};
    });
  }
  frame.labeled_markers = some(8, [&] { return labeled(); });
  if (since(2, 9)) frame.force_plates = some(2, [&] { return analog(false); });
  if (since(2, 11)) frame.devices = some(2, [&] { return analog(false); });
  if (!since(3, 0)) frame.latency = real();
  frame.timecode = static_cast<std::uint32_t>(integer());
  frame.timecode_subframe = static_cast<std::uint32_t>(integer());
  if (since(2, 7)) {
    frame.timestamp = static_cast<double>(real()) / 3.0;
  } else if (since(2, 6)) {
    frame.timestamp = static_cast<double>(real());
  }
  if (since(3, 0)) {
    frame.mid_exposure_ticks = engine_() * std::uint64_t{0x100000001};
    frame.received_ticks = engine_() * std::uint64_t{0x100000001};
    frame.transmit_ticks = engine_() * std::uint64_t{0x100000001};
  }
  if (since(4, 1)) {
    frame.precision_seconds = static_cast<std::uint32_t>(integer());
    frame.precision_fraction = static_cast<std::uint32_t>(integer());
  }
  if (since(2, 6)) frame.params = static_cast<std::int16_t>(integer());
  return frame;
}

BodyModel RandomWire::body_model() {
  BodyModel body;
  body.name = name();
  body.id = integer();
  body.parent_id = integer();
  body.offset = vector();
  if (since(4, 2)) body.rotation = quaternion();
  if (!since(3, 0)) return body;
  body.marker_positions = some(4, [&] { return vector(); });
  for (std::size_t i = 0; i < body.marker_positions.size(); ++i) {
    body.marker_labels.push_back(integer());
    if (since(4, 0)) body.marker_names.push_back(name());
  }
  return body;
}

Model RandomWire::model(std::size_t type) {
  const auto names = [&] { return some(4, [&] { return name(); }); };
  switch (type) {
    case 0: return MarkerSetModel{name(), names()};
    case 1: return body_model();
    case 2: return SkeletonModel{name(), integer(), some(6, [&] { return body_model(); })};
    case 3: {
      ForcePlateModel plate{integer(), name(), real(), real(), vector(), {}, {}, integer(), integer(), names()};
      for (float& value : plate.calibration) value = real();
      for (Vector3& corner : plate.corners) corner = vector();
      return plate;
    }
    case 4: return DeviceModel{integer(), name(), name(), integer(), integer(), names()};
    case 5: return CameraModel{name(), vector(), quaternion()};
    case 6:
      return AssetModel{name(), integer(), integer(), some(4, [&] { return body_model(); }), some(4, [&] {
                          return AssetMarkerModel{name(), integer(), vector(), real(), static_cast<std::int16_t>(integer())};
                        })};
    default: {
      UnknownModel unknown{static_cast<std::int32_t>(type), {}};
      unknown.body.resize(up_to(40));
      for (std::uint8_t& byte : unknown.body) byte = static_cast<std::uint8_t>(integer());
      return unknown;
    }
  }
}

ModelDef RandomWire::model_def() {
  // Assets and types that can be stepped over are there from 4.1 on.
  const std::size_t types = since(4, 1) ? 9 : 6;
  return {some(10, [&] { return model(up_to(types - 1)); })};
}

FrameData worked_frame() {
  const Quaternion turned{0.0F, 0.70710677F, 0.0F, 0.70710677F};
  FrameData frame;
  frame.number = 1000;
  frame.marker_sets = {{"all", {{0.5F, 1.5F, -0.25F}}}};
  frame.rigid_bodies = {{3, {1.0F, 2.0F, 3.0F}, {0.0F, 0.0F, 0.0F, 1.0F}, 0.0009765625F, 1, {}}};
  frame.skeletons = {{7,
                      {{0x00070001, {0.25F, 0.9375F, -0.5F}, {0.0F, 0.0F, 0.0F, 1.0F}, 0.0F, 1, {}},
                       {0x00070002, {0.25F, 1.03125F, -0.5F}, turned, 0.0F, 1, {}},
                       {0x00070003, {0.25F, 1.25F, -0.5F}, turned, 0.0F, 1, {}}}}};
  frame.labeled_markers = {{0x00030001, {0.5F, 1.5F, -0.25F}, 0.015625F, 0x0A, 0.00048828125F}};
  frame.timecode = 0x01020304;
  frame.timestamp = 12.5;
  frame.mid_exposure_ticks = 1000000;
  frame.received_ticks = 1010000;
  frame.transmit_ticks = 1020000;
  frame.params = kFrameModelsChanged;
  return frame;
}

ModelDef worked_model_def() {
  const auto bone = [](const char* name, std::int32_t id, std::int32_t parent, float height) {
    BodyModel body;
    body.name = name;
    body.id = id;
    body.parent_id = parent;
    body.offset = {0.0F, height, 0.0F};
    return body;
  };
  BodyModel prop = bone("Prop", 3, -1, 0.0F);
  prop.marker_positions = {{0.5F, 0.0F, -0.25F}};
  prop.marker_labels = {0};
  prop.marker_names = {"Marker 001"};
  return {{MarkerSetModel{"all", {"Prop_1"}}, prop,
           SkeletonModel{
               "Ann", 7, {bone("Ann_Hip", 1, 0, 0.9375F), bone("Ann_Ab", 2, 1, 0.09375F), bone("Ann_Chest", 3, 2, 0.21875F)}}}};
}

void unpack(SkeletonData& skeleton) {
  for (std::size_t at = 0; at < skeleton.packed.size(); at += kPlainBodySize) {
    read_plain_body(skeleton.packed.data() + at, skeleton.bones.emplace_back());
  }
  skeleton.packed = {};
}

std::string sha256_of(const std::vector<std::uint8_t>& bytes) { return doppel::sha256_hex(bytes); }

}  // namespace doppel::natnet::test
