// FRAMEOFDATA, section by section in the order of the wire.
// Byte counts are filled in when a section is done.
#include "natnet/byte_writer.hpp"
#include "natnet/encode.hpp"
#include "natnet/message.hpp"

namespace doppel::natnet {
namespace {

class FrameWriter {
 public:
  FrameWriter(ByteWriter& writer, const Layout& layout) : writer_(writer), layout_(layout) {}

  void write(const FrameData& frame);

 private:
  template <class Item, class WriteItem>
  void section(const std::vector<Item>& items, WriteItem write_item);
  void write_body(const BodyData& body);
  void write_labeled(const LabeledMarkerData& marker);
  void write_analog(const AnalogData& item, bool with_params);
  void write_suffix(const FrameData& frame);

  ByteWriter& writer_;
  const Layout& layout_;
};

template <class Item, class WriteItem>
void FrameWriter::section(const std::vector<Item>& items, WriteItem write_item) {
  writer_.count(items.size());
  const std::size_t size_at = writer_.size();
  if (layout_.byte_counts) writer_.count(0);
  const std::size_t begin = writer_.size();
  for (const Item& item : items) write_item(item);
  if (layout_.byte_counts) writer_.write_at(size_at, static_cast<std::int32_t>(writer_.size() - begin));
}

void FrameWriter::write_body(const BodyData& body) {
  writer_.write(body.id);
  writer_.write(body.position);
  writer_.write(body.orientation);
  if (layout_.body_markers) {
    writer_.count(body.markers.size());
    for (const BodyMarker& marker : body.markers) writer_.write(marker.position);
    for (const BodyMarker& marker : body.markers) writer_.write(marker.id);
    for (const BodyMarker& marker : body.markers) writer_.write(marker.size);
  }
  writer_.write(body.mean_error);
  if (layout_.params) writer_.write(body.params);
}

void FrameWriter::write_labeled(const LabeledMarkerData& marker) {
  writer_.write(marker.id);
  writer_.write(marker.position);
  writer_.write(marker.size);
  if (layout_.params) writer_.write(marker.params);
  if (layout_.residual) writer_.write(marker.residual);
}

void FrameWriter::write_analog(const AnalogData& item, bool with_params) {
  writer_.write(item.id);
  writer_.count(item.channels.size());
  for (const std::vector<float>& channel : item.channels) {
    writer_.count(channel.size());
    for (const float value : channel) writer_.write(value);
  }
  if (with_params) writer_.write(item.params);
}

void FrameWriter::write_suffix(const FrameData& frame) {
  if (layout_.latency) writer_.write(frame.latency);
  writer_.write(frame.timecode);
  writer_.write(frame.timecode_subframe);
  if (layout_.timestamp_single) writer_.write(static_cast<float>(frame.timestamp));
  if (layout_.timestamp_double) writer_.write(frame.timestamp);
  if (layout_.clock_stamps) {
    writer_.write(frame.mid_exposure_ticks);
    writer_.write(frame.received_ticks);
    writer_.write(frame.transmit_ticks);
  }
  if (layout_.precision_stamp) {
    writer_.write(frame.precision_seconds);
    writer_.write(frame.precision_fraction);
  }
  if (layout_.params) writer_.write(frame.params);
  writer_.write(std::int32_t{0});  // the end tag; the vendor's library drops frames without it
}

void FrameWriter::write(const FrameData& frame) {
  const auto body = [this](const BodyData& item) { write_body(item); };
  const auto labeled = [this](const LabeledMarkerData& item) { write_labeled(item); };
  const auto analog = [&](const AnalogData& item) { write_analog(item, frame.has_analog_params); };
  writer_.write(frame.number);
  section(frame.marker_sets, [this](const MarkerSetData& set) {
    writer_.text(set.name);
    writer_.count(set.positions.size());
    for (const Vector3& position : set.positions) writer_.write(position);
  });
  section(frame.other_markers, [this](const Vector3& position) { writer_.write(position); });
  section(frame.rigid_bodies, body);
  section(frame.skeletons, [&](const SkeletonData& skeleton) {
    writer_.write(skeleton.id);
    writer_.count(skeleton.bones.size());
    for (const BodyData& bone : skeleton.bones) write_body(bone);
  });
  if (layout_.assets) {
    section(frame.assets, [&](const AssetData& asset) {
      writer_.write(asset.id);
      writer_.count(asset.bones.size());
      for (const BodyData& bone : asset.bones) write_body(bone);
      writer_.count(asset.markers.size());
      for (const LabeledMarkerData& marker : asset.markers) write_labeled(marker);
    });
  }
  section(frame.labeled_markers, labeled);
  if (layout_.force_plates) section(frame.force_plates, analog);
  if (layout_.devices) section(frame.devices, analog);
  write_suffix(frame);
}

}  // namespace

bool encode_frame(const FrameData& frame, const Version& version, std::vector<std::uint8_t>& out) {
  const Layout layout = Layout::of(version);
  begin_message(MessageId::kFrame, out);
  ByteWriter writer(out);
  FrameWriter(writer, layout).write(frame);
  return end_message(out);
}

}  // namespace doppel::natnet
