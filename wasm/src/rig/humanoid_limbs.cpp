// Arms and legs of the humanoid mapping: by their names, and what one or two names leave open by the hierarchy.
// Twist bones are told apart here, and are never limbs. It finds no fingers.
#include <algorithm>

#include "rig/humanoid_search.hpp"

namespace doppel::rig {
namespace {

void append(std::vector<Candidate>& to, const std::vector<Candidate>& more) { to.insert(to.end(), more.begin(), more.end()); }

/// Of all triples that hang on each other the one with the surest names.
bool take_chain(HumanoidSearch& search, std::size_t upper_bone, const std::vector<Candidate>& uppers,
                const std::vector<Candidate>& lowers, const std::vector<Candidate>& ends) {
  double best = 1e300;
  double second = 1e300;
  int chosen[3]{};
  for (const Candidate& upper : uppers) {
    for (const Candidate& lower : lowers) {
      if (!search.is_above(upper.joint, lower.joint)) continue;
      for (const Candidate& end : ends) {
        if (!search.is_above(lower.joint, end.joint)) continue;
        const double rank = upper.rank + lower.rank + end.rank;
        if (rank >= best) {
          second = std::min(second, rank);
          continue;
        }
        second = best;
        best = rank;
        chosen[0] = upper.joint;
        chosen[1] = lower.joint;
        chosen[2] = end.joint;
      }
    }
  }
  if (best >= 1e300) return false;
  for (std::size_t i = 0; i < 3; ++i) search.map.joints[upper_bone + 2 * i] = chosen[i];
  if (second == best) {
    search.say(FindingKind::kAmbiguous, upper_bone,
               std::string(kHumanBones[upper_bone]) + ": several joints fit alike; '" + search.name(chosen[0]) + "', '" +
                   search.name(chosen[1]) + "', '" + search.name(chosen[2]) + "' are taken");
  }
  return true;
}

/// A limb's joint without a name of its own, which carries nothing of the other side.
bool may_be_guessed(const HumanoidSearch& search, std::size_t upper_bone, int joint) {
  const auto index = static_cast<std::size_t>(joint);
  if (search.meanings[index].stem != NameStem::kUnknown) return false;
  const Side other = upper_bone % 2 == 1 ? Side::kRight : Side::kLeft;  // left bones stand at odd numbers
  return std::none_of(search.meanings.begin() + joint,
                      search.meanings.begin() + static_cast<std::ptrdiff_t>(search.skeleton.subtree_end(index)),
                      [other](const NameMeaning& meaning) { return meaning.side == other; });
}

int farthest_child(const HumanoidSearch& search, int joint) {
  int best = kNoJoint;
  double most = 0.0;
  const auto from = static_cast<std::size_t>(joint);
  for (std::size_t i = from + 1; i < search.skeleton.subtree_end(from); ++i) {
    if (search.parent(static_cast<int>(i)) != joint || !search.is_limb_like(static_cast<int>(i))) continue;
    const double distance = glm::distance(search.skeleton.rest_position_ms(i), search.skeleton.rest_position_ms(from));
    if (distance <= most) continue;
    most = distance;
    best = static_cast<int>(i);
  }
  return best;
}

/// Where one or two of the three are named, the others follow from the hierarchy.
void complete_chain(HumanoidSearch& search, std::size_t upper_bone, const std::vector<Candidate>& uppers,
                    const std::vector<Candidate>& lowers, const std::vector<Candidate>& ends) {
  std::vector<Candidate> guessed_lowers = lowers;
  if (lowers.empty()) {
    for (const Candidate& end : ends) {
      for (int j = search.parent(end.joint); j != kNoJoint; j = search.parent(j)) {
        if (may_be_guessed(search, upper_bone, j)) guessed_lowers.push_back({j, 1.0 + end.rank});
      }
    }
  }
  std::vector<Candidate> guessed_uppers = uppers;
  if (uppers.empty()) {
    for (const Candidate& lower : guessed_lowers) {
      int j = search.parent(lower.joint);
      while (j != kNoJoint && !search.is_limb_like(j)) j = search.parent(j);
      if (j != kNoJoint && may_be_guessed(search, upper_bone, j)) guessed_uppers.push_back({j, 1.0 + lower.rank});
    }
  }
  std::vector<Candidate> guessed_ends = ends;
  if (ends.empty()) {
    for (const Candidate& lower : guessed_lowers) {
      const int end = farthest_child(search, lower.joint);
      if (end != kNoJoint) guessed_ends.push_back({end, 1.0 + lower.rank});
    }
  }
  if (!take_chain(search, upper_bone, guessed_uppers, guessed_lowers, guessed_ends)) return;
  search.say(FindingKind::kGuessed, upper_bone,
             std::string(kHumanBones[upper_bone]) + ": '" + search.name(search.map.joints[upper_bone]) + "', '" +
                 search.name(search.map.joints[upper_bone + 2]) + "', '" + search.name(search.map.joints[upper_bone + 4]) +
                 "' by their hierarchy");
}

}  // namespace

void find_leg(HumanoidSearch& search, std::size_t index) {
  const Side side = side_of(index);
  auto lowers = search.candidates(NameStem::kLowerLeg, side);
  auto uppers = search.candidates(NameStem::kUpperLeg, side);
  // "LeftHip" above a knee is the thigh; "Leg" is the upper one where another word names the lower one, else the lower one.
  append(uppers, search.candidates(NameStem::kHips, side, 1.0));
  if (!lowers.empty()) append(uppers, search.candidates(NameStem::kLeg, side, 1.0));
  append(lowers, search.candidates(NameStem::kLeg, side, 1.0));
  uppers = search.or_given(kUpperLegs + index, std::move(uppers));
  lowers = search.or_given(kLowerLegs + index, std::move(lowers));
  const auto feet = search.or_given(kFeet + index, search.candidates(NameStem::kFoot, side));
  if (!take_chain(search, kUpperLegs + index, uppers, lowers, feet))
    complete_chain(search, kUpperLegs + index, uppers, lowers, feet);
  if (!search.map.has(kToes + index) && search.map.has(kFeet + index)) {
    search.take_best(kToes + index, search.candidates(NameStem::kToes, side), search.map.joints[kFeet + index]);
  }
}

void find_arm(HumanoidSearch& search, std::size_t index) {
  const Side side = side_of(index);
  auto uppers = search.candidates(NameStem::kUpperArm, side);
  // Beside a collar, or where nothing else is the upper arm, "Shoulder" is; else it is the collar.
  const auto shoulders = search.candidates(NameStem::kShoulder, side, uppers.empty() ? 0.5 : 2.0);
  append(uppers, shoulders);
  uppers = search.or_given(kUpperArms + index, std::move(uppers));
  const auto lowers = search.or_given(kLowerArms + index, search.candidates(NameStem::kLowerArm, side));
  const auto hands = search.or_given(kHands + index, search.candidates(NameStem::kHand, side));
  if (!take_chain(search, kUpperArms + index, uppers, lowers, hands))
    complete_chain(search, kUpperArms + index, uppers, lowers, hands);
  if (search.map.has(kShoulders + index) || !search.map.has(kUpperArms + index)) return;
  auto collars = search.candidates(NameStem::kCollar, side);
  append(collars, search.candidates(NameStem::kShoulder, side, 1.0));
  const int arm = search.map.joints[kUpperArms + index];
  std::erase_if(collars, [&](const Candidate& collar) { return !search.is_above(collar.joint, arm); });
  search.take_best(kShoulders + index, collars, kNoJoint);
}

void find_rolls(HumanoidSearch& search) {
  for (std::size_t i = 0; i < search.meanings.size(); ++i) {
    const int joint = static_cast<int>(i);
    if (search.meanings[i].stem != NameStem::kRoll || search.is_taken(joint)) continue;
    for (int j = search.parent(joint); j != kNoJoint; j = search.parent(j)) {
      const auto at = std::find(search.map.joints.begin(), search.map.joints.end(), j);
      if (at == search.map.joints.end()) continue;
      const auto bone = static_cast<std::size_t>(at - search.map.joints.begin());
      const bool is_limb = (bone >= kUpperLegs && bone < kFeet) || (bone >= kUpperArms && bone < kHands);
      if (!is_limb) break;
      const int next = search.map.joints[bone + 2];
      search.map.rolls.push_back({joint, bone, next != kNoJoint && search.is_above(joint, next)});
      break;
    }
  }
}

}  // namespace doppel::rig
