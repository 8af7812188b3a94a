// How the steps of the humanoid mapping pick joints by their names.
// It decides nothing about bones.
#include "rig/humanoid_search.hpp"

#include <algorithm>

namespace doppel::rig {

HumanoidSearch::HumanoidSearch(const Skeleton& of, const BoneJoints& described) : skeleton(of), given(described) {
  for (std::size_t i = 0; i < skeleton.size(); ++i) meanings.push_back(meaning_of(skeleton.name(i)));
}

int HumanoidSearch::common_ancestor(int a, int b) const {
  while (a != kNoJoint && a != b && !is_above(a, b)) a = parent(a);
  return a;
}

bool HumanoidSearch::is_taken(int joint) const {
  return std::find(map.joints.begin(), map.joints.end(), joint) != map.joints.end();
}

bool HumanoidSearch::is_limb_like(int joint) const {
  const NameStem stem = meanings[static_cast<std::size_t>(joint)].stem;
  return stem != NameStem::kRoll && stem != NameStem::kIgnored;
}

std::vector<Candidate> HumanoidSearch::candidates(NameStem stem, Side side, double rank) const {
  std::vector<Candidate> found;
  for (std::size_t i = 0; i < meanings.size(); ++i) {
    const NameMeaning& meaning = meanings[i];
    if (meaning.stem != stem || meaning.side != side) continue;
    // A number on a limb is a copy or the second half of it; a prefix may hide another word.
    found.push_back({static_cast<int>(i), rank + 0.25 * meaning.prefix + (meaning.number == kNoNumber ? 0.0 : 0.5)});
  }
  return found;
}

std::vector<Candidate> HumanoidSearch::or_given(std::size_t bone, std::vector<Candidate> found) const {
  if (is_given(bone)) return {{map.joints[bone], 0.0}};
  return found;
}

void HumanoidSearch::take_best(std::size_t bone, const std::vector<Candidate>& found, int above) {
  const Candidate* best = nullptr;
  for (const Candidate& candidate : found) {
    if (above != kNoJoint && !is_above(above, candidate.joint)) continue;
    if (is_taken(candidate.joint)) continue;
    if (best == nullptr || candidate.rank < best->rank) best = &candidate;
  }
  if (best != nullptr) map.joints[bone] = best->joint;
}

}  // namespace doppel::rig
