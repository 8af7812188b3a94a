// What a source says about the things that it streams: skeletons with named bones, rigid bodies. Plain data.
// It holds no pose (frame.hpp) and knows no wire.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace doppel::mocap {

/// x, y, z. Metres, right-handed, Y up, whatever the source's own axes are.
using Vector3 = std::array<float, 3>;
/// x, y, z, w; unit length.
using Quaternion = std::array<float, 4>;

inline constexpr Quaternion kIdentity{0.0F, 0.0F, 0.0F, 1.0F};

struct BoneDescription {
  /// The source's own id, unique in its skeleton; bones are *not* indexed by it.
  std::int32_t id = 0;
  /// Index into `SkeletonDescription::bones`, always smaller than the bone's own; -1 for the root.
  std::int32_t parent = -1;
  /// As streamed, without the skeleton's prefix: `LUArm`, `LeftArm`, `LeftShoulder`, `upperarm_l`. UTF-8.
  std::string name;
  /// VRM 1.0's bone name (`leftUpperArm`), unique in its skeleton. Links of a spine or neck that is longer than VRM's are
  /// `spineExtra1`, `neckExtra1` ... in chain order; empty where the bone is none of a human.
  std::string canonical;
  /// Rest position in the parent's frame (the root: above the floor), metres.
  Vector3 offset{};
  /// Rest rotation in the parent's frame. All rest rotations together are a T-pose that faces +Z.
  Quaternion rest_rotation = kIdentity;
};

struct SkeletonDescription {
  /// The source's streaming id; unique among the skeletons of one `Descriptions`.
  std::int32_t id = 0;
  /// UTF-8; unique by the source's care only.
  std::string name;
  /// Parents stand before their children; exactly one root, at 0.
  std::vector<BoneDescription> bones;
};

struct RigidBodyDescription {
  std::int32_t id = 0;
  std::string name;
  /// In the body's frame, metres; may be empty.
  std::vector<Vector3> markers;
};

/// Everything that is described at one time. Immutable once it is handed out.
struct Descriptions {
  /// Grows by one with every change, from 1; frames name the revision that they follow.
  std::uint32_t revision = 0;
  std::vector<SkeletonDescription> skeletons;
  std::vector<RigidBodyDescription> rigid_bodies;
};

using DescriptionsPointer = std::shared_ptr<const Descriptions>;

}  // namespace doppel::mocap
