// One FRAMEOFDATA message as it is on the wire, in the sender's axes, coordinates and ids. Plain data.
// It is not what the rest of the bridge works with: `mocap::Frame` is.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace doppel::natnet {

using Vector3 = std::array<float, 3>;
/// x, y, z, w as sent: about unit length, any sign.
using Quaternion = std::array<float, 4>;

struct MarkerSetData {
  std::string name;
  std::vector<Vector3> positions;

  friend bool operator==(const MarkerSetData&, const MarkerSetData&) = default;
};

/// A marker inside a body's frame.
struct BodyMarker {
  Vector3 position{};
  std::int32_t id = 0;
  float size = 0.0F;  // metres

  friend bool operator==(const BodyMarker&, const BodyMarker&) = default;
};

/// A rigid body, a bone of a skeleton, a bone of an asset. Fields that a version lacks keep their defaults.
struct BodyData {
  /// Bones: skeleton id * 65536 + bone index.
  std::int32_t id = 0;
  Vector3 position{};
  Quaternion orientation{0.0F, 0.0F, 0.0F, 1.0F};
  float mean_error = 0.0F;          // metres
  std::int16_t params = 0;          // 2.6; bit 0: tracking valid
  std::vector<BodyMarker> markers;  // below 3.0

  friend bool operator==(const BodyData&, const BodyData&) = default;
};

struct SkeletonData {
  std::int32_t id = 0;
  std::vector<BodyData> bones;
  /// Instead of `bones`, where they were left as they stand in the payload (`BoneForm::kPacked`); lives as long as that does.
  std::span<const std::uint8_t> packed{};

  friend bool operator==(const SkeletonData& a, const SkeletonData& b) { return a.id == b.id && a.bones == b.bones; }
};

struct LabeledMarkerData {
  std::int32_t id = 0;
  Vector3 position{};
  float size = 0.0F;        // metres
  std::int16_t params = 0;  // 2.6
  float residual = 0.0F;    // 3.0, metres per ray

  friend bool operator==(const LabeledMarkerData&, const LabeledMarkerData&) = default;
};

struct AssetData {
  std::int32_t id = 0;
  std::vector<BodyData> bones;
  std::vector<LabeledMarkerData> markers;

  friend bool operator==(const AssetData&, const AssetData&) = default;
};

/// A force plate or another analog device: values of this frame, channel by channel.
struct AnalogData {
  std::int32_t id = 0;
  std::vector<std::vector<float>> channels;
  /// Only some senders write it; see `FrameData::has_analog_params`.
  std::int16_t params = 0;

  friend bool operator==(const AnalogData&, const AnalogData&) = default;
};

inline constexpr std::int16_t kBodyTracked = 0x01;

inline constexpr std::int16_t kFrameRecording = 0x01;
inline constexpr std::int16_t kFrameModelsChanged = 0x02;
inline constexpr std::int16_t kFrameEditMode = 0x04;
inline constexpr std::int16_t kFrameBitstreamChanged = 0x08;

/// Fields that a version lacks keep their defaults.
struct FrameData {
  std::int32_t number = 0;
  std::vector<MarkerSetData> marker_sets;
  /// The old list called "unlabeled"; it may hold the markers of tracked bodies.
  std::vector<Vector3> other_markers;
  std::vector<BodyData> rigid_bodies;
  std::vector<SkeletonData> skeletons;
  std::vector<AssetData> assets;
  std::vector<LabeledMarkerData> labeled_markers;
  std::vector<AnalogData> force_plates;
  std::vector<AnalogData> devices;
  /// Plates and devices end with an i16 of params: the sources disagree, so the decoder finds out by where the section ends.
  bool has_analog_params = false;

  float latency = 0.0F;  // below 3.0; a running time in seconds, whatever its name says
  std::uint32_t timecode = 0;
  std::uint32_t timecode_subframe = 0;
  double timestamp = 0.0;                // 2.6; seconds
  std::uint64_t mid_exposure_ticks = 0;  // 3.0; 0 where not available
  std::uint64_t received_ticks = 0;      // 3.0
  std::uint64_t transmit_ticks = 0;      // 3.0
  std::uint32_t precision_seconds = 0;   // 4.1
  std::uint32_t precision_fraction = 0;  // 4.1; its unit is not published
  std::int16_t params = 0;               // 2.6

  friend bool operator==(const FrameData&, const FrameData&) = default;
};

}  // namespace doppel::natnet
