// The simulator's skeletons: Motive's body of 21 bones with 30 finger bones, any naming, spines of 1 to 7 and necks of 1 to 3
// bones. Rest pose only: motion.hpp moves them. Metres, Y up, facing +Z, every bone's frame parallel to the world in the T-pose.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "math/quat.hpp"
#include "natnet/bone_names.hpp"

namespace doppel::sim {

struct SkeletonShape {
  natnet::Naming naming = natnet::Naming::kMotive;
  int spine_bones = 2;  // 1..7; Motive: 2 or 5
  int neck_bones = 1;   // 1..3; Motive: 1 or 2
  bool has_fingers = true;
  double height = 1.75;  // metres; all lengths go with it
};

struct Bone {
  std::string canonical;  // as natnet::canonical_names gives it
  std::string name;       // as streamed, without prefix
  std::int32_t parent = -1;
  std::int32_t id = 0;  // on the wire; not in the order of the list, as Motive's are not
  math::Vec3 offset{0.0};
};

struct Skeleton {
  /// Parents first.
  std::vector<Bone> bones;
  /// Order of the bones on the wire: indices into `bones`; parents first, but toes after everything else of the body.
  std::vector<std::size_t> wire_order;

  std::optional<std::size_t> find(std::string_view canonical) const;
};

/// Lengths of the standing body of 1.75 m that motions are written for.
inline constexpr double kHipHeight = 0.918;
inline constexpr double kAnkleHeight = 0.090;
inline constexpr double kReferenceHeight = 1.75;

Skeleton make_skeleton(const SkeletonShape& shape);

/// Local rotations and the root's place; a pose of `Skeleton` with as many rotations as bones.
struct Pose {
  math::Vec3 root{0.0};
  std::vector<math::Quat> rotations;
};

struct GlobalBone {
  math::Vec3 position{0.0};
  math::Quat rotation{math::kIdentity};
};

/// Parents first: P + Q * offset, Q * local.
void to_global(const Skeleton& skeleton, const Pose& pose, std::vector<GlobalBone>& out);

}  // namespace doppel::sim
