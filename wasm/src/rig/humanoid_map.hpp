// Which joint of a skeleton is which human bone: from the file's own map, else by names, then by hierarchy and geometry.
// It changes no skeleton and straightens nothing; a map made by hand is given to it like a file's.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/human_bone.hpp"
#include "rig/skeleton.hpp"

namespace doppel::rig {

/// Joint of each human bone, kNoJoint where there is none.
using BoneJoints = std::array<int, kHumanBoneCount>;
inline constexpr BoneJoints kNoBones = [] {
  BoneJoints bones{};
  bones.fill(kNoJoint);
  return bones;
}();

enum class FindingKind : std::uint8_t {
  kMissing,    // no joint was found for a bone that a body needs
  kAmbiguous,  // two joints fit alike; the first was taken
  kGuessed,    // found by hierarchy or geometry, not by its name
  kRejected,   // the file's own map names a joint that cannot be this bone
};

struct Finding {
  FindingKind kind = FindingKind::kMissing;
  std::size_t bone = 0;
  std::string text;  // English, names the joints
};

/// A twist bone and the limb it lies in.
struct RollJoint {
  int joint = kNoJoint;
  std::size_t bone = 0;      // upper or lower arm or leg
  bool is_in_chain = false;  // it carries the limb's next bone (Daz, MMD)
};

struct HumanoidMap {
  BoneJoints joints = kNoBones;
  std::vector<int> spine_chain;  // every joint of the torso from above the hips up to where the arms leave
  std::vector<int> neck_chain;   // every joint between that and the head
  std::vector<RollJoint> rolls;
  std::vector<Finding> findings;

  bool has(std::size_t bone) const { return joints[bone] != kNoJoint; }
  /// All 15 bones are there that a body needs.
  bool is_complete() const;
};

/// Hips, spine, head, and of each limb the two bones and the end.
std::span<const std::size_t> required_bones();

/// `given`: the file's own map, or one made by hand, joints in the skeleton's order; where it holds a joint it wins, unless the
/// joint is out of range, taken twice, or not below the bone that the bone hangs on. Never throws: what is not found is said in
/// `findings`.
HumanoidMap map_humanoid(const Skeleton& skeleton, const BoneJoints& given = kNoBones);

}  // namespace doppel::rig
