// ModelDef of a server -> the bridge's descriptions: Y up, right-handed, parents first, canonical names.
// What cannot be used is left out and said; frames are put on them by FrameAssembler.
#pragma once

#include <string>
#include <vector>

#include "mocap/description.hpp"
#include "natnet/axes.hpp"
#include "natnet/model_def.hpp"
#include "natnet/version.hpp"

namespace doppel::natnet {

/// Above these a description is refused: twice the vendor's own limits.
inline constexpr std::size_t kMostBones = 400;
inline constexpr std::size_t kMostSkeletons = 200;
inline constexpr std::size_t kMostRigidBodies = 2000;

struct Described {
  /// `revision` is 0: who hands them out numbers them.
  mocap::Descriptions descriptions;
  /// English sentences about what was left out, for the log.
  std::vector<std::string> faults;
};

Described describe(const ModelDef& model_def, const Version& version, UpAxis up);

/// Equal in everything but the revision.
bool same_descriptions(const mocap::Descriptions& a, const mocap::Descriptions& b);

}  // namespace doppel::natnet
