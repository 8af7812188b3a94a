// What the steps of the humanoid mapping share: the skeleton, its names' meanings, the map so far, and how a joint is picked.
// It decides nothing about bones: limbs, trunk, hands and face each have a file.
#pragma once

#include <string>
#include <vector>

#include "rig/bone_name.hpp"
#include "rig/human_bone_place.hpp"
#include "rig/humanoid_map.hpp"

namespace doppel::rig {

struct Candidate {
  int joint = kNoJoint;
  double rank = 0.0;  // lower is surer
};

class HumanoidSearch {
 public:
  HumanoidSearch(const Skeleton& of, const BoneJoints& described);

  const Skeleton& skeleton;
  const BoneJoints& given;
  std::vector<NameMeaning> meanings;  // of each joint
  HumanoidMap map;

  void say(FindingKind kind, std::size_t bone, std::string text) { map.findings.push_back({kind, bone, std::move(text)}); }
  const std::string& name(int joint) const { return skeleton.name(static_cast<std::size_t>(joint)); }
  const Vec3& position(int joint) const { return skeleton.rest_position_ms(static_cast<std::size_t>(joint)); }
  int parent(int joint) const { return skeleton.parents()[static_cast<std::size_t>(joint)]; }
  bool is_above(int ancestor, int joint) const {
    return ancestor != joint && skeleton.is_ancestor(static_cast<std::size_t>(ancestor), static_cast<std::size_t>(joint));
  }
  int common_ancestor(int a, int b) const;
  bool is_given(std::size_t bone) const { return given[bone] != kNoJoint && map.has(bone); }
  bool is_taken(int joint) const;
  /// No twist bone, and nothing that is never a bone.
  bool is_limb_like(int joint) const;

  /// Joints by what their names mean; a number and a prefix make a name less sure.
  std::vector<Candidate> candidates(NameStem stem, Side side, double rank = 0.0) const;
  /// The file's own joint alone, where it has one.
  std::vector<Candidate> or_given(std::size_t bone, std::vector<Candidate> found) const;
  /// The surest candidate that hangs on `above` (kNoJoint: anywhere); of equals the highest.
  void take_best(std::size_t bone, const std::vector<Candidate>& found, int above);
};

constexpr Side side_of(std::size_t side) { return side == 0 ? Side::kLeft : Side::kRight; }

// The steps, in their order.
/// Takes the file's own map, but for what can not be: see `map_humanoid`.
void take_given(HumanoidSearch& search);
void find_leg(HumanoidSearch& search, std::size_t index);  // 0 left, 1 right; so below
void find_arm(HumanoidSearch& search, std::size_t index);
/// Head, then hips, then what lies between: the lines of spine and neck with their bones.
void find_trunk(HumanoidSearch& search);
void find_torso(HumanoidSearch& search);
void find_eyes(HumanoidSearch& search);
void find_jaw(HumanoidSearch& search);
void find_fingers(HumanoidSearch& search, std::size_t side);
void find_rolls(HumanoidSearch& search);

}  // namespace doppel::rig
