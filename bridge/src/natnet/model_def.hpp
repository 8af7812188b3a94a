// One MODELDEF message as it is on the wire: descriptions of everything that frames may name. Plain data.
// It is not what the rest of the bridge works with: `mocap::Descriptions` is.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "natnet/frame_data.hpp"

namespace doppel::natnet {

enum class DatasetType : std::int32_t {
  kMarkerSet = 0,
  kRigidBody = 1,
  kSkeleton = 2,
  kForcePlate = 3,
  kDevice = 4,
  kCamera = 5,
  kAsset = 6,
};

struct MarkerSetModel {
  std::string name;
  std::vector<std::string> marker_names;

  friend bool operator==(const MarkerSetModel&, const MarkerSetModel&) = default;
};

/// A free rigid body, or a bone of a skeleton or asset.
struct BodyModel {
  std::string name;
  /// A bone's is its index alone, without the skeleton's id.
  std::int32_t id = 0;
  /// -1: a free body. 0: the root of a skeleton. Else the id of the parent bone.
  std::int32_t parent_id = -1;
  Vector3 offset{};
  Quaternion rotation{0.0F, 0.0F, 0.0F, 1.0F};  // 4.2
  std::vector<Vector3> marker_positions;        // 3.0
  std::vector<std::int32_t> marker_labels;      // 3.0; as many as positions
  std::vector<std::string> marker_names;        // 4.0; as many as positions

  friend bool operator==(const BodyModel&, const BodyModel&) = default;
};

struct SkeletonModel {
  std::string name;
  std::int32_t id = 0;
  std::vector<BodyModel> bones;

  friend bool operator==(const SkeletonModel&, const SkeletonModel&) = default;
};

struct ForcePlateModel {
  std::int32_t id = 0;
  std::string serial_number;
  float width = 0.0F;
  float length = 0.0F;
  Vector3 origin{};
  std::array<float, 144> calibration{};  // 12 x 12, row by row
  std::array<Vector3, 4> corners{};
  std::int32_t plate_type = 0;
  std::int32_t channel_type = 0;
  std::vector<std::string> channel_names;

  friend bool operator==(const ForcePlateModel&, const ForcePlateModel&) = default;
};

struct DeviceModel {
  std::int32_t id = 0;
  std::string name;
  std::string serial_number;
  std::int32_t device_type = 0;
  std::int32_t channel_type = 0;
  std::vector<std::string> channel_names;

  friend bool operator==(const DeviceModel&, const DeviceModel&) = default;
};

struct CameraModel {
  std::string name;
  Vector3 position{};
  Quaternion orientation{0.0F, 0.0F, 0.0F, 1.0F};

  friend bool operator==(const CameraModel&, const CameraModel&) = default;
};

struct AssetMarkerModel {
  std::string name;
  std::int32_t id = 0;
  Vector3 position{};
  float size = 0.0F;
  std::int16_t params = 0;

  friend bool operator==(const AssetMarkerModel&, const AssetMarkerModel&) = default;
};

struct AssetModel {
  std::string name;
  std::int32_t asset_type = 0;
  std::int32_t id = 0;
  std::vector<BodyModel> bones;
  std::vector<AssetMarkerModel> markers;

  friend bool operator==(const AssetModel&, const AssetModel&) = default;
};

/// A type that is not known, stepped over by its byte count (4.1 and above).
struct UnknownModel {
  std::int32_t type = 0;
  std::vector<std::uint8_t> body;

  friend bool operator==(const UnknownModel&, const UnknownModel&) = default;
};

using Model =
    std::variant<MarkerSetModel, BodyModel, SkeletonModel, ForcePlateModel, DeviceModel, CameraModel, AssetModel, UnknownModel>;

/// In the order of the message, which may be any.
struct ModelDef {
  std::vector<Model> models;

  friend bool operator==(const ModelDef&, const ModelDef&) = default;
};

}  // namespace doppel::natnet
