// Names of a human's bones in the conventions that Motive streams -> VRM 1.0 names; the spine and neck by walking the hierarchy.
// It does not guess at names of other programs: a bone that it does not know gets an empty name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace doppel::natnet {

/// `LeftShoulder` is the collar in FBX and the upper arm in BVH, so the convention is settled before any name is read.
enum class Naming {
  kUnknown,  // names are taken as VRM 1.0's
  kMotive,   // LUArm
  kFbx,      // LeftUpLeg; the default since Motive 3.1
  kBvh,      // LeftElbow
  kUnreal,   // upperarm_l
};

Naming detect_naming(std::span<const std::string> names);

/// `Ann_LUArm` of skeleton `Ann` -> `LUArm`. A name without that prefix stays as it is; skeleton names may contain `_`
/// themselves.
std::string_view without_prefix(std::string_view bone, std::string_view skeleton);

/// One row for each bone that has a name of its own in every convention: everything but spine and neck.
struct BoneNameRow {
  std::string_view canonical, motive, fbx, bvh, unreal;
};
std::span<const BoneNameRow> bone_name_table();
std::string_view name_in(const BoneNameRow& row, Naming naming);

/// Canonical names, bone by bone, each at most once. `names` without prefix; `parents` are indices, -1 for the root.
/// Of a spine longer than VRM's three (a neck longer than one) the last bone of each of three (one) near-equal groups has VRM's
/// name, and the others are `spineExtra1`, `neckExtra1` ... upwards.
std::vector<std::string> canonical_names(std::span<const std::string> names, std::span<const std::int32_t> parents);

}  // namespace doppel::natnet
