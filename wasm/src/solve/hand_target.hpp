// Where an avatar's hand shall be: near the own body the performer's hand in the frame of the nearest body part, scaled by that
// part; near the other hand and props the performer's place in the world. A job: plain data. It weighs no limb and bends no
// elbow.
#pragma once

#include "rig/human_pose.hpp"
#include "solve/hip_height.hpp"

namespace doppel::solve {

/// A part of the body that hands touch: a ball in the frame of a bone.
struct BodyPart {
  std::size_t bone = 0;  // kHumanBoneCount: the rig has no such part
  Vec3 center{0.0};      // from the bone, in its T frame, metres at scale 1
  double size = 0.0;     // metres: what the part's surroundings are scaled by
  double radius = 0.0;   // metres, of the ball
};

inline constexpr std::size_t kPartCount = 3;  // head, chest, hips

/// Head, chest, hips of a rig, compiled once.
struct BodyParts {
  BodyPart parts[kPartCount]{};
  Vec3 knuckles[2]{};  // middle of the knuckles from the wrist, in the T frame: what touches
};
BodyParts make_body_parts(const rig::HumanRig& rig);

struct HandTarget {
  const rig::HumanRig* source_rig = nullptr;
  const BodyParts* source_parts = nullptr;
  const rig::HumanPose* source = nullptr;  // raw
  const BodyParts* target_parts = nullptr;
  const rig::HumanPose* target = nullptr;  // so far: rotations copied, hips placed
  const RootSpace* space = nullptr;
  double head_scale = 1.0;
  std::size_t side = 0;  // 0 left, 1 right

  /// `contactDistance`: from this distance between knuckles and a part's surface contact begins, and is full at half of it;
  /// metres of a performer 1.7 m tall.
  double contact_distance = 0.12;

  // Outputs.
  double contact = 0.0;      // 0..1: of the nearest part
  Vec3 contact_target{0.0};  // wrist, world; at any distance, so that weights that fade still have a place to fade from
  Vec3 world_target{0.0};    // wrist, world

  bool validate() const;
  bool run() noexcept;

  /// The two blended by what the layers gave them; the world's where both are 0.
  Vec3 blended(double reach_weight, double contact_weight) const;
};

}  // namespace doppel::solve
