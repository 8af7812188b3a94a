// MODELDEF, description by description.
// Below 4.1 a description has no byte count: there the first bad or unknown one ends reading.
#include "natnet/decode_model_def.hpp"

#include <optional>
#include <utility>

namespace doppel::natnet {
namespace {

class ModelReader {
 public:
  ModelReader(Bytes body, const Layout& layout) : reader_(body), layout_(layout) {}
  ModelReader(const ByteReader& reader, const Layout& layout) : reader_(reader), layout_(layout) {}

  /// Nothing for a type that is not known; look at `reader().ok()` for the others.
  std::optional<Model> read(std::int32_t type);
  const ByteReader& reader() const { return reader_; }

 private:
  MarkerSetModel read_marker_set();
  BodyModel read_body();
  SkeletonModel read_skeleton();
  ForcePlateModel read_force_plate();
  DeviceModel read_device();
  CameraModel read_camera();
  AssetModel read_asset();
  std::vector<BodyModel> read_bones();
  std::vector<std::string> read_names();
  std::size_t smallest_body() const {
    return 1U + 20U + (layout_.description_rotations ? 16U : 0U) + (layout_.description_markers ? 4U : 0U);
  }

  ByteReader reader_;
  const Layout& layout_;
};

std::optional<Model> ModelReader::read(std::int32_t type) {
  switch (static_cast<DatasetType>(type)) {
    case DatasetType::kMarkerSet: return read_marker_set();
    case DatasetType::kRigidBody: return read_body();
    case DatasetType::kSkeleton: return read_skeleton();
    case DatasetType::kForcePlate: return read_force_plate();
    case DatasetType::kDevice: return read_device();
    case DatasetType::kCamera: return read_camera();
    case DatasetType::kAsset:
      if (layout_.assets) return read_asset();
      break;
  }
  return std::nullopt;
}

std::vector<std::string> ModelReader::read_names() {
  std::vector<std::string> names(reader_.count(1));
  for (std::string& name : names) name = reader_.text();
  return names;
}

MarkerSetModel ModelReader::read_marker_set() {
  MarkerSetModel set;
  set.name = reader_.text();
  set.marker_names = read_names();
  return set;
}

BodyModel ModelReader::read_body() {
  BodyModel body;
  body.name = reader_.text();
  body.id = reader_.read<std::int32_t>();
  body.parent_id = reader_.read<std::int32_t>();
  body.offset = reader_.read<Vector3>();
  if (layout_.description_rotations) body.rotation = reader_.read<Quaternion>();
  if (!layout_.description_markers) return body;
  // Position and label of each, and a name's NUL.
  const std::size_t count = reader_.count(16U + (layout_.description_marker_names ? 1U : 0U));
  body.marker_positions.resize(count);
  for (Vector3& position : body.marker_positions) position = reader_.read<Vector3>();
  body.marker_labels.resize(count);
  for (std::int32_t& label : body.marker_labels) label = reader_.read<std::int32_t>();
  if (!layout_.description_marker_names) return body;
  body.marker_names.resize(count);
  for (std::string& name : body.marker_names) name = reader_.text();
  return body;
}

std::vector<BodyModel> ModelReader::read_bones() {
  std::vector<BodyModel> bones(reader_.count(smallest_body()));
  for (BodyModel& bone : bones) {
    bone = read_body();
    if (!reader_.ok()) break;
  }
  return bones;
}

SkeletonModel ModelReader::read_skeleton() {
  SkeletonModel skeleton;
  skeleton.name = reader_.text();
  skeleton.id = reader_.read<std::int32_t>();
  skeleton.bones = read_bones();
  return skeleton;
}

ForcePlateModel ModelReader::read_force_plate() {
  ForcePlateModel plate;
  plate.id = reader_.read<std::int32_t>();
  plate.serial_number = reader_.text();
  plate.width = reader_.read<float>();
  plate.length = reader_.read<float>();
  plate.origin = reader_.read<Vector3>();
  plate.calibration = reader_.read<std::array<float, 144>>();
  plate.corners = reader_.read<std::array<Vector3, 4>>();
  plate.plate_type = reader_.read<std::int32_t>();
  plate.channel_type = reader_.read<std::int32_t>();
  plate.channel_names = read_names();
  return plate;
}

DeviceModel ModelReader::read_device() {
  DeviceModel device;
  device.id = reader_.read<std::int32_t>();
  device.name = reader_.text();
  device.serial_number = reader_.text();
  device.device_type = reader_.read<std::int32_t>();
  device.channel_type = reader_.read<std::int32_t>();
  device.channel_names = read_names();
  return device;
}

CameraModel ModelReader::read_camera() {
  CameraModel camera;
  camera.name = reader_.text();
  camera.position = reader_.read<Vector3>();
  camera.orientation = reader_.read<Quaternion>();
  return camera;
}

AssetModel ModelReader::read_asset() {
  AssetModel asset;
  asset.name = reader_.text();
  asset.asset_type = reader_.read<std::int32_t>();
  asset.id = reader_.read<std::int32_t>();
  asset.bones = read_bones();
  asset.markers.resize(reader_.count(1 + 4 + 12 + 4 + 2));
  for (AssetMarkerModel& marker : asset.markers) {
    marker.name = reader_.text();
    marker.id = reader_.read<std::int32_t>();
    marker.position = reader_.read<Vector3>();
    marker.size = reader_.read<float>();
    marker.params = reader_.read<std::int16_t>();
  }
  return asset;
}

// With a byte count: whatever is wrong inside, the next description is found. False when the count itself is wrong.
bool read_counted(ByteReader& reader, std::int32_t type, const Layout& layout, ModelDef& model_def, ModelDefReport& report) {
  const auto size = reader.read<std::int32_t>();
  if (size < 0) reader.fail();
  const Bytes body = reader.take(static_cast<std::size_t>(size));
  if (!reader.ok()) return false;
  ModelReader inner(body, layout);
  std::optional<Model> model = inner.read(type);
  if (!model) {
    report.unknown_types.push_back(type);
    model_def.models.emplace_back(UnknownModel{type, {body.begin(), body.end()}});
    return true;
  }
  // A rest is what a newer version may have added; in a known one it says that the fields were read amiss.
  if (!inner.reader().ok() || (inner.reader().left() > 0 && !layout.is_newer_than_known)) {
    ++report.bad_models;
    return true;
  }
  model_def.models.push_back(std::move(*model));
  return true;
}

bool read_uncounted(ByteReader& reader, std::int32_t type, const Layout& layout, ModelDef& model_def, ModelDefReport& report) {
  ModelReader inner(reader, layout);
  std::optional<Model> model = inner.read(type);
  if (!model) {
    report.unknown_types.push_back(type);
    return false;
  }
  if (!inner.reader().ok()) return false;
  reader = inner.reader();
  model_def.models.push_back(std::move(*model));
  return true;
}

}  // namespace

ModelDefReport decode_model_def(Bytes payload, const Version& version, ModelDef& model_def) {
  ModelDefReport report;
  model_def.models.clear();
  if (version < kOldestVersion) return report;
  const Layout layout = Layout::of(version);
  ByteReader reader(payload);
  const std::size_t count = reader.count(layout.byte_counts ? 8 : 4);
  std::size_t read = 0;
  for (; read < count; ++read) {
    const auto type = reader.read<std::int32_t>();
    if (!reader.ok()) break;
    const bool goes_on = layout.byte_counts ? read_counted(reader, type, layout, model_def, report)
                                            : read_uncounted(reader, type, layout, model_def, report);
    if (!goes_on) break;
  }
  report.bad_models += static_cast<std::uint32_t>(count - read);
  report.is_complete = reader.ok() && report.bad_models == 0 && (reader.left() == 0 || layout.is_newer_than_known);
  return report;
}

}  // namespace doppel::natnet
