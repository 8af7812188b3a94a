// MODELDEF, description by description.
// A description that the layout has no place for is left out, and not counted.
#include "natnet/byte_writer.hpp"
#include "natnet/encode.hpp"
#include "natnet/message.hpp"

namespace doppel::natnet {
namespace {

/// Writes the body of one description; one overload for each type.
class ModelWriter {
 public:
  ModelWriter(ByteWriter& writer, const Layout& layout) : writer_(writer), layout_(layout) {}

  void operator()(const MarkerSetModel& set) {
    writer_.text(set.name);
    names(set.marker_names);
  }

  void operator()(const BodyModel& body) {
    writer_.text(body.name);
    writer_.write(body.id);
    writer_.write(body.parent_id);
    writer_.write(body.offset);
    if (layout_.description_rotations) writer_.write(body.rotation);
    if (!layout_.description_markers) return;
    const std::size_t count = body.marker_positions.size();
    writer_.count(count);
    for (const Vector3& position : body.marker_positions) writer_.write(position);
    for (std::size_t i = 0; i < count; ++i) writer_.write(i < body.marker_labels.size() ? body.marker_labels[i] : 0);
    if (!layout_.description_marker_names) return;
    for (std::size_t i = 0; i < count; ++i) writer_.text(i < body.marker_names.size() ? body.marker_names[i] : "");
  }

  void operator()(const SkeletonModel& skeleton) {
    writer_.text(skeleton.name);
    writer_.write(skeleton.id);
    bones(skeleton.bones);
  }

  void operator()(const ForcePlateModel& plate) {
    writer_.write(plate.id);
    writer_.text(plate.serial_number);
    writer_.write(plate.width);
    writer_.write(plate.length);
    writer_.write(plate.origin);
    writer_.write(plate.calibration);
    writer_.write(plate.corners);
    writer_.write(plate.plate_type);
    writer_.write(plate.channel_type);
    names(plate.channel_names);
  }

  void operator()(const DeviceModel& device) {
    writer_.write(device.id);
    writer_.text(device.name);
    writer_.text(device.serial_number);
    writer_.write(device.device_type);
    writer_.write(device.channel_type);
    names(device.channel_names);
  }

  void operator()(const CameraModel& camera) {
    writer_.text(camera.name);
    writer_.write(camera.position);
    writer_.write(camera.orientation);
  }

  void operator()(const AssetModel& asset) {
    writer_.text(asset.name);
    writer_.write(asset.asset_type);
    writer_.write(asset.id);
    bones(asset.bones);
    writer_.count(asset.markers.size());
    for (const AssetMarkerModel& marker : asset.markers) {
      writer_.text(marker.name);
      writer_.write(marker.id);
      writer_.write(marker.position);
      writer_.write(marker.size);
      writer_.write(marker.params);
    }
  }

  void operator()(const UnknownModel& unknown) {
    for (const std::uint8_t byte : unknown.body) writer_.write(byte);
  }

 private:
  void names(const std::vector<std::string>& names) {
    writer_.count(names.size());
    for (const std::string& name : names) writer_.text(name);
  }

  void bones(const std::vector<BodyModel>& bones) {
    writer_.count(bones.size());
    for (const BodyModel& bone : bones) (*this)(bone);
  }

  ByteWriter& writer_;
  const Layout& layout_;
};

// The variant's order is that of the type numbers; unknown models carry their own.
std::int32_t type_of(const Model& model) {
  if (const auto* unknown = std::get_if<UnknownModel>(&model)) return unknown->type;
  return static_cast<std::int32_t>(model.index());
}

bool has_place(const Model& model, const Layout& layout) {
  if (std::holds_alternative<AssetModel>(model)) return layout.assets;
  if (std::holds_alternative<UnknownModel>(model)) return layout.byte_counts;
  return true;
}

}  // namespace

bool encode_model_def(const ModelDef& model_def, const Version& version, std::vector<std::uint8_t>& out) {
  const Layout layout = Layout::of(version);
  begin_message(MessageId::kModelDef, out);
  ByteWriter writer(out);
  const std::size_t count_at = writer.size();
  writer.count(0);
  std::int32_t count = 0;
  for (const Model& model : model_def.models) {
    if (!has_place(model, layout)) continue;
    ++count;
    writer.write(type_of(model));
    const std::size_t size_at = writer.size();
    if (layout.byte_counts) writer.count(0);
    const std::size_t begin = writer.size();
    std::visit(ModelWriter(writer, layout), model);
    if (layout.byte_counts) writer.write_at(size_at, static_cast<std::int32_t>(writer.size() - begin));
  }
  writer.write_at(count_at, count);
  return end_message(out);
}

}  // namespace doppel::natnet
