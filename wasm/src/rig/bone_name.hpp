// What a joint's name means: which part of a body, which side, which number; for the naming habits of every common rig.
// It is not a mapping: the same word means different bones in different rigs, and `humanoid_map` decides.
#pragma once

#include <cstdint>
#include <string_view>

namespace doppel::rig {

enum class Side : std::uint8_t { kNone, kLeft, kRight };

/// Parts of a body as names call them. Words that mean two things have a stem of their own.
enum class NameStem : std::uint8_t {
  kUnknown,
  kIgnored,  // IK goals, controls, ends, hair, cloth: never a human bone
  kRoll,     // a twist or roll bone: never a limb; drives skin between two bones
  kHips,     // with a side it is a thigh ("LeftHip")
  kTorso,    // spine, chest, abdomen ...: which of them is told by the order from the hips up
  kNeck,
  kHead,
  kJaw,
  kEye,
  kCollar,
  kShoulder,  // the collar in one rig, the upper arm in another
  kUpperArm,
  kLowerArm,
  kHand,
  kUpperLeg,
  kLeg,  // the lower leg in one rig, the upper leg in another
  kLowerLeg,
  kFoot,
  kToes,
  kThumb,
  kIndex,
  kMiddle,
  kRing,
  kLittle,
};

inline constexpr int kNoNumber = -1;

struct NameMeaning {
  NameStem stem = NameStem::kUnknown;
  Side side = Side::kNone;
  int number = kNoNumber;      // the last number in the name; of a finger its joint's, as counted there
  bool is_metacarpal = false;  // the name says so: in every finger but the thumb a bone inside the palm
  int prefix = 0;              // words of prefix before the part's name: fewer is surer
};

/// Prefixes (`mixamorig1:`, `Bip001 `, `CC_Base_`, `J_Bip_L_`, `DEF-`, a skeleton's name), case, separators and the spelling of
/// sides do not matter. UTF-8; names over 200 bytes mean nothing.
NameMeaning meaning_of(std::string_view name);

}  // namespace doppel::rig
