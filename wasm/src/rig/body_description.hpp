// A body as a file's reader or a stream describes it: joints, bind pose, the file's own map, what was measured on its skin.
// It is not a skeleton: nothing in it is checked or ordered yet.
#pragma once

#include <optional>
#include <vector>

#include "rig/human_rig.hpp"

namespace doppel::rig {

struct BodyDescription {
  std::vector<JointDescription> joints;                 // model space facing +Z where it is an avatar's, metres
  std::optional<std::vector<JointDescription>> bind{};  // the bind pose of the same joints, where the file has one
  BoneJoints humanoid = kNoBones;                       // indices into `joints`: the file's own map, or one made by hand
  RigOptions options{};
};

}  // namespace doppel::rig
