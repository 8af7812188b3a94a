// Where the bones that the mapping speaks of stand in the table of human bones (base/human_bone.hpp).
// It is no second table: names and order are there.
#pragma once

#include <cstddef>

namespace doppel::rig {

/// Of a pair the left one; the right one follows it. Of fingers the first joint of the thumb; joints and fingers follow.
enum HumanBonePlace : std::size_t {
  kHips = 0,
  kUpperLegs = 1,
  kLowerLegs = 3,
  kFeet = 5,
  kSpine = 7,
  kChest = 8,
  kNeck = 9,
  kHead = 10,
  kShoulders = 11,
  kUpperArms = 13,
  kLowerArms = 15,
  kHands = 17,
  kToes = 19,
  kEyes = 21,
  kJaw = 23,
  kLeftFingers = 24,
  kRightFingers = 39,
  kUpperChest = 54
};

}  // namespace doppel::rig
