// Two skeletons compiled once into lists that a frame walks: pairs, the groups of spine and neck, and what is on one side only.
// It holds no rotations: offsets are a calibration's.
#pragma once

#include "rig/human_rig.hpp"

namespace doppel::rig {

/// A human bone of the target and the source's joint whose rotation it follows.
struct BonePair {
  std::uint8_t bone = 0;
  int joint = kNoJoint;
};

/// A target bone of a line (spine or neck) and its virtual bone: the last joint of its group of the source's line. kNoJoint: its
/// group is empty (more target bones than source joints), and it lies between the neighbours.
struct ChainBone {
  std::uint8_t bone = 0;
  int joint = kNoJoint;
};

struct RetargetMap {
  std::vector<BonePair> pairs;   // hips first, without those of the lines
  std::vector<ChainBone> spine;  // bottom up; empty: plain copy, its bones are among the pairs
  std::vector<ChainBone> neck;
  std::vector<std::uint8_t> target_only;  // ride with the bone they hang on
  std::vector<std::uint8_t> source_only;  // taken up by the next bone below that is on both sides
  std::uint64_t driven = 0;               // bit i: bone i is in pairs, spine or neck
};

/// B4: of `sources` joints and `targets` bones, bone i takes group [floor(i N / M), floor((i + 1) N / M)); the index of the
/// group's last joint, or nothing where the group is empty.
std::optional<std::size_t> group_last(std::size_t bone, std::size_t sources, std::size_t targets);

RetargetMap make_retarget_map(const HumanoidMap& source, const HumanRig& target);

}  // namespace doppel::rig
