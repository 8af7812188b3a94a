// One moment of everything that a source tracks. Plain data, the same for every source.
// It says nothing about names and hierarchy: they are in the descriptions that it follows.
#pragma once

#include <cstdint>
#include <vector>

#include "mocap/description.hpp"

namespace doppel::mocap {

struct BonePose {
  /// In the parent bone's frame (the root: in the world), metres, Y up.
  Vector3 position{};
  /// In the parent bone's frame (the root: in the world). Unit length, and on the side of the last frame's (dot product not
  /// negative).
  Quaternion rotation = kIdentity;
  /// False while the source says that it does not see the bone; the pose is then its last good one.
  bool is_tracked = false;
};

struct SkeletonFrame {
  /// As in the description.
  std::int32_t id = 0;
  /// In the order of the description's bones, and as many.
  std::vector<BonePose> bones;
};

struct RigidBodyFrame {
  std::int32_t id = 0;
  /// World, metres, Y up.
  Vector3 position{};
  Quaternion rotation = kIdentity;
  bool is_tracked = false;
  /// Mean marker error, metres; 0 where the source gives none.
  float error = 0.0F;
};

struct Frame {
  /// `Descriptions::revision` that the skeletons follow.
  std::uint32_t revision = 0;
  /// Grows by one when the source starts anew (restart, loop, seek): numbers and source time may go back only then. From 1.
  std::uint32_t epoch = 1;
  /// The source's own number. Grows within an epoch; gaps are lost frames.
  std::int32_t number = 0;
  /// The source's own time, seconds. Grows within an epoch.
  double source_time = 0.0;
  /// When the cameras saw it, on this machine's steady clock, seconds. From the source's clock where it is synchronised, else
  /// from the arrival. Grows, also over epochs.
  double captured_at = 0.0;
  /// When it arrived here, steady clock, seconds.
  double received_at = 0.0;
  /// A newer frame waits already, because this machine does not keep up: for who needs every frame, not for who shows them.
  bool is_overtaken = false;
  /// Skeletons and bodies that are in this frame *and* described; in the order of the descriptions.
  std::vector<SkeletonFrame> skeletons;
  std::vector<RigidBodyFrame> rigid_bodies;
};

}  // namespace doppel::mocap
