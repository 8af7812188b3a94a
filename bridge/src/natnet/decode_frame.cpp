// FRAMEOFDATA, section by section in the order of the wire.
// Below 4.1 sections have no byte counts: there the first bad one ends the frame.
#include "natnet/decode_frame.hpp"

namespace doppel::natnet {
namespace {

constexpr std::size_t kVectorSize = 12;
constexpr std::size_t kEndTagSize = 4;
constexpr std::size_t kParamsAndEndTag = 6;

/// A body without markers: one check for all of its fields.
void take_plain_body(ByteReader& reader, BodyData& body) {
  const Bytes bytes = reader.take(kPlainBodySize);
  body.markers.clear();
  if (!bytes.empty()) read_plain_body(bytes.data(), body);
}

class FrameReader {
 public:
  FrameReader(Bytes payload, const Layout& layout, BoneForm form, bool analog_params)
      : reader_(payload), layout_(layout), form_(form), analog_params_(analog_params) {}

  FrameReport read(FrameData& frame);
  /// A plate or device was there whose end may have been taken wrongly.
  bool has_analog_items() const { return has_analog_items_; }

 private:
  void read_sections(FrameData& frame);
  template <class Item, class ReadItem>
  void section(std::string_view name, std::vector<Item>& items, std::size_t smallest, ReadItem read_item, bool is_fixed = false);
  template <class Item, class ReadItem>
  void read_items(ByteReader& reader, std::string_view name, std::vector<Item>& items, ReadItem read_item);
  void analog_section(std::string_view name, std::vector<AnalogData>& items, bool& has_params);
  void read_body(ByteReader& reader, BodyData& body) const;
  void read_skeleton(ByteReader& reader, SkeletonData& skeleton) const;
  void read_labeled(ByteReader& reader, LabeledMarkerData& marker) const;
  void skip_unknown_sections();
  void read_suffix(FrameData& frame);

  std::size_t body_size() const { return layout_.body_markers && !layout_.params ? 36 : kPlainBodySize; }
  std::size_t labeled_size() const { return layout_.residual ? 26 : (layout_.params ? 22 : 20); }
  std::size_t suffix_size() const;
  void note_fault(std::string_view name);

  ByteReader reader_;
  const Layout& layout_;
  BoneForm form_;
  bool analog_params_ = false;
  bool has_analog_items_ = false;
  FrameReport report_;
};

void FrameReader::note_fault(std::string_view name) {
  ++report_.bad_sections;
  if (report_.where.empty()) report_.where = name;
}

std::size_t FrameReader::suffix_size() const {
  std::size_t size = 8 + kEndTagSize;
  if (layout_.latency) size += 4;
  if (layout_.timestamp_single) size += 4;
  if (layout_.timestamp_double) size += 8;
  if (layout_.clock_stamps) size += 24;
  if (layout_.precision_stamp) size += 8;
  if (layout_.params) size += 2;
  return size;
}

// Items are kept as far as they were read whole. Memory of earlier frames is used again, so there is no clear() before resize().
template <class Item, class ReadItem>
void FrameReader::read_items(ByteReader& reader, std::string_view name, std::vector<Item>& items, ReadItem read_item) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    read_item(reader, items[i]);
    if (!reader.ok()) {
      items.resize(i);
      note_fault(name);
      return;
    }
  }
}

template <class Item, class ReadItem>
void FrameReader::section(std::string_view name, std::vector<Item>& items, std::size_t smallest, ReadItem read_item,
                          bool is_fixed) {
  if (!reader_.ok()) return items.clear();
  if (!layout_.byte_counts) {
    items.resize(reader_.count(smallest));
    if (!reader_.ok()) return note_fault(name);
    return read_items(reader_, name, items, read_item);
  }
  const auto count = reader_.read<std::int32_t>();
  const auto size = reader_.read<std::int32_t>();
  if (size < 0) reader_.fail();
  const Bytes body = reader_.take(static_cast<std::size_t>(size));
  if (!reader_.ok()) {
    items.clear();
    return note_fault(name);
  }
  if (count < 0 || static_cast<std::uint64_t>(count) * smallest > body.size()) {
    items.clear();
    return note_fault(name);
  }
  items.resize(static_cast<std::size_t>(count));
  // What a newer version has put behind each item is stepped over with it; items of lengths of their own do not tell theirs.
  if (is_fixed && layout_.is_newer_than_known && count > 0 && body.size() % items.size() == 0) {
    const std::size_t stride = body.size() / items.size();
    for (std::size_t i = 0; i < items.size(); ++i) {
      ByteReader item(body.subspan(i * stride, stride));
      read_item(item, items[i]);
    }
    return;
  }
  ByteReader reader(body);
  read_items(reader, name, items, read_item);
  if (reader.ok() && reader.left() > 0) note_fault(name);
}

void FrameReader::read_body(ByteReader& reader, BodyData& body) const {
  if (!layout_.body_markers) return take_plain_body(reader, body);
  body.id = reader.read<std::int32_t>();
  body.position = reader.read<Vector3>();
  body.orientation = reader.read<Quaternion>();
  body.markers.resize(reader.count(kVectorSize + 8));
  for (BodyMarker& marker : body.markers) marker.position = reader.read<Vector3>();
  for (BodyMarker& marker : body.markers) marker.id = reader.read<std::int32_t>();
  for (BodyMarker& marker : body.markers) marker.size = reader.read<float>();
  body.mean_error = reader.read<float>();
  body.params = layout_.params ? reader.read<std::int16_t>() : std::int16_t{0};
}

void FrameReader::read_skeleton(ByteReader& reader, SkeletonData& skeleton) const {
  skeleton.id = reader.read<std::int32_t>();
  const std::size_t count = reader.count(body_size());
  const bool stays_packed = form_ == BoneForm::kPacked && !layout_.body_markers;
  skeleton.packed = stays_packed ? reader.take(count * kPlainBodySize) : Bytes();
  skeleton.bones.resize(stays_packed ? 0 : count);
  for (BodyData& bone : skeleton.bones) read_body(reader, bone);
}

void FrameReader::read_labeled(ByteReader& reader, LabeledMarkerData& marker) const {
  marker.id = reader.read<std::int32_t>();
  marker.position = reader.read<Vector3>();
  marker.size = reader.read<float>();
  marker.params = layout_.params ? reader.read<std::int16_t>() : std::int16_t{0};
  marker.residual = layout_.residual ? reader.read<float>() : 0.0F;
}

void read_analog(ByteReader& reader, AnalogData& item, bool with_params) {
  item.id = reader.read<std::int32_t>();
  item.channels.resize(reader.count(4));
  for (std::vector<float>& channel : item.channels) {
    channel.resize(reader.count(4));
    for (float& value : channel) value = reader.read<float>();
  }
  item.params = with_params ? reader.read<std::int16_t>() : std::int16_t{0};
}

// Whether items end with params is told by where the section ends: first without, then with; the one that fits is taken.
void FrameReader::analog_section(std::string_view name, std::vector<AnalogData>& items, bool& has_params) {
  const auto reader_of = [](bool with_params) {
    return [with_params](ByteReader& reader, AnalogData& item) { read_analog(reader, item, with_params); };
  };
  const std::size_t smallest = 8;
  if (!layout_.byte_counts) {
    section(name, items, smallest, reader_of(analog_params_));
    has_analog_items_ |= !items.empty() || !reader_.ok();
    has_params |= analog_params_ && !items.empty();
    return;
  }
  const ByteReader before = reader_;
  const FrameReport report_before = report_;
  section(name, items, smallest, reader_of(false));
  if (report_.bad_sections == report_before.bad_sections || !reader_.ok()) return;
  const ByteReader after = reader_;
  const FrameReport report_after = report_;
  std::vector<AnalogData> without = items;
  reader_ = before;
  report_ = report_before;
  section(name, items, smallest, reader_of(true));
  if (report_.bad_sections == report_before.bad_sections) {
    has_params = true;
    return;
  }
  items = std::move(without);
  reader_ = after;
  report_ = report_after;
}

void FrameReader::read_sections(FrameData& frame) {
  const auto body = [this](ByteReader& reader, BodyData& item) { read_body(reader, item); };
  const auto labeled = [this](ByteReader& reader, LabeledMarkerData& item) { read_labeled(reader, item); };
  section("marker sets", frame.marker_sets, 5, [](ByteReader& reader, MarkerSetData& set) {
    set.name = reader.text();
    set.positions.resize(reader.count(kVectorSize));
    for (Vector3& position : set.positions) position = reader.read<Vector3>();
  });
  section(
      "other markers", frame.other_markers, kVectorSize,
      [](ByteReader& reader, Vector3& position) { position = reader.read<Vector3>(); }, true);
  section("rigid bodies", frame.rigid_bodies, body_size(), body, true);
  section("skeletons", frame.skeletons, 8,
          [this](ByteReader& reader, SkeletonData& skeleton) { read_skeleton(reader, skeleton); });
  if (layout_.assets) {
    section("assets", frame.assets, 12, [&](ByteReader& reader, AssetData& asset) {
      asset.id = reader.read<std::int32_t>();
      asset.bones.resize(reader.count(body_size()));
      for (BodyData& bone : asset.bones) read_body(reader, bone);
      asset.markers.resize(reader.count(labeled_size()));
      for (LabeledMarkerData& marker : asset.markers) read_labeled(reader, marker);
    });
  } else {
    frame.assets.clear();
  }
  section("labeled markers", frame.labeled_markers, labeled_size(), labeled, true);
  frame.has_analog_params = false;
  if (!layout_.force_plates) frame.force_plates.clear();
  if (!layout_.devices) frame.devices.clear();
  if (layout_.force_plates) analog_section("force plates", frame.force_plates, frame.has_analog_params);
  if (layout_.devices) analog_section("devices", frame.devices, frame.has_analog_params);
}

// Newer versions may have sections that are not known; all begin with a count and a byte count, and the frame's end has one size.
void FrameReader::skip_unknown_sections() {
  if (!layout_.byte_counts) return;
  while (reader_.ok() && reader_.left() > suffix_size()) {
    ByteReader ahead = reader_;
    ahead.read<std::int32_t>();
    const auto size = ahead.read<std::int32_t>();
    if (size < 0 || ahead.left() < suffix_size() + static_cast<std::size_t>(size)) break;
    ahead.take(static_cast<std::size_t>(size));
    reader_ = ahead;
    note_fault("an unknown section");
  }
  if (layout_.is_newer_than_known && reader_.ok() && reader_.left() > suffix_size()) {
    note_fault("before the suffix");
    reader_.take(reader_.left() - suffix_size());
  }
}

void FrameReader::read_suffix(FrameData& frame) {
  frame.latency = layout_.latency ? reader_.read<float>() : 0.0F;
  frame.timecode = reader_.read<std::uint32_t>();
  frame.timecode_subframe = reader_.read<std::uint32_t>();
  frame.timestamp = layout_.timestamp_double ? reader_.read<double>() : 0.0;
  if (layout_.timestamp_single) frame.timestamp = static_cast<double>(reader_.read<float>());
  frame.mid_exposure_ticks = layout_.clock_stamps ? reader_.read<std::uint64_t>() : 0;
  frame.received_ticks = layout_.clock_stamps ? reader_.read<std::uint64_t>() : 0;
  frame.transmit_ticks = layout_.clock_stamps ? reader_.read<std::uint64_t>() : 0;
  frame.precision_seconds = layout_.precision_stamp ? reader_.read<std::uint32_t>() : 0;
  frame.precision_fraction = layout_.precision_stamp ? reader_.read<std::uint32_t>() : 0;
  frame.params = layout_.params ? reader_.read<std::int16_t>() : std::int16_t{0};
}

FrameReport FrameReader::read(FrameData& frame) {
  frame.number = reader_.read<std::int32_t>();
  read_sections(frame);
  skip_unknown_sections();
  read_suffix(frame);
  const auto end_tag = reader_.read<std::int32_t>();
  if (!reader_.ok() || end_tag != 0 || reader_.left() != 0) {
    if (report_.where.empty()) report_.where = "suffix";
    report_.result = FrameResult::kBad;
    return report_;
  }
  // Without byte counts a section that failed has failed the reader too, so what is bad here was stepped over.
  report_.result = report_.bad_sections == 0 ? FrameResult::kGood : FrameResult::kPartial;
  return report_;
}

}  // namespace

FrameReport decode_frame(Bytes payload, const Version& version, FrameData& frame, BoneForm form) {
  FrameReport report;
  if (version < kOldestVersion) {
    report.result = FrameResult::kNoLayout;
    report.where = "version";
    return report;
  }
  const Layout layout = Layout::of(version);
  FrameReader reader(payload, layout, form, false);
  report = reader.read(frame);
  // Below 4.1 only the whole frame's end tells whether plates and devices have params.
  if (report.result == FrameResult::kBad && !layout.byte_counts && reader.has_analog_items()) {
    const FrameReport other = FrameReader(payload, layout, form, true).read(frame);
    if (other.result == FrameResult::kGood) report = other;
  }
  if (layout.params && payload.size() >= kParamsAndEndTag) {
    ByteReader end(payload.subspan(payload.size() - kParamsAndEndTag));
    report.params = end.read<std::int16_t>();
    report.has_params = true;
  }
  return report;
}

}  // namespace doppel::natnet
