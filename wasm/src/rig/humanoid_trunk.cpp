// Hips, head and the lines of spine and neck of the humanoid mapping: by names, else by what carries what.
// It finds no limbs: those are known before it.
#include <algorithm>

#include "rig/humanoid_search.hpp"

namespace doppel::rig {
namespace {

void find_head(HumanoidSearch& search) {
  if (search.map.has(kHead)) return;
  search.take_best(kHead, search.candidates(NameStem::kHead, Side::kNone), kNoJoint);
  if (search.map.has(kHead)) return;
  // Rigify's metarig calls the whole line "spine": its last joint is the head.
  int last = kNoJoint;
  for (std::size_t i = 0; i < search.meanings.size(); ++i) {
    if (search.meanings[i].stem != NameStem::kTorso && search.meanings[i].stem != NameStem::kNeck) continue;
    if (last == kNoJoint || search.is_above(last, static_cast<int>(i))) last = static_cast<int>(i);
  }
  if (last == kNoJoint || !(search.map.has(kUpperArms) || search.map.has(kUpperArms + 1))) return;
  for (const std::size_t side : {0U, 1U}) {
    // The trunk ends where an arm leaves: no head.
    if (search.map.has(kUpperArms + side) && search.is_above(last, search.map.joints[kUpperArms + side])) return;
  }
  search.map.joints[kHead] = last;
  search.say(FindingKind::kGuessed, kHead, "head: '" + search.name(last) + "' is the end of the spine");
}

/// Joints that the hips must carry: legs and head, as far as known.
bool carries_body(const HumanoidSearch& search, int joint) {
  bool any = false;
  for (const std::size_t bone : {1U, 2U, 10U}) {
    if (!search.map.has(bone)) continue;
    if (!search.is_above(joint, search.map.joints[bone])) return false;
    any = true;
  }
  return any;
}

void find_hips(HumanoidSearch& search) {
  if (search.map.has(kHips)) return;
  const Candidate* best = nullptr;
  const auto found = search.candidates(NameStem::kHips, Side::kNone);
  for (const Candidate& candidate : found) {
    // Of several that carry legs and head the lowest: a centre of mass above the hips is no hips.
    if (!carries_body(search, candidate.joint)) continue;
    if (best == nullptr || search.is_above(best->joint, candidate.joint)) best = &candidate;
  }
  if (best != nullptr) {
    search.map.joints[kHips] = best->joint;
    return;
  }
  if (search.map.has(1) && search.map.has(2)) {
    int joint = search.common_ancestor(search.map.joints[1], search.map.joints[2]);
    if (search.map.has(kHead)) joint = joint == kNoJoint ? kNoJoint : search.common_ancestor(joint, search.map.joints[kHead]);
    if (joint == kNoJoint) return;
    search.map.joints[kHips] = joint;
    search.say(FindingKind::kGuessed, kHips, "hips: '" + search.name(joint) + "' carries the legs");
  } else if (!found.empty()) {
    search.map.joints[kHips] = found.front().joint;
  }
}

/// The joint of the line from hips to head where the arms leave it.
int arm_branch(const HumanoidSearch& search) {
  int branch = search.map.joints[kHead];
  for (const std::size_t bone : {13U, 14U}) {
    if (search.map.has(bone)) branch = search.common_ancestor(branch, search.map.joints[bone]);
    if (branch == kNoJoint) return kNoJoint;
  }
  return branch;
}

void name_torso(HumanoidSearch& search) {
  auto& spine = search.map.spine_chain;
  const bool is_any_given = search.is_given(kSpine) || search.is_given(kChest) || search.is_given(kUpperChest);
  if (!is_any_given && !spine.empty()) {
    search.map.joints[kSpine] = spine.front();
    if (spine.size() == 2) search.map.joints[kChest] = spine.back();
    if (spine.size() >= 3) {
      search.map.joints[kChest] = spine[spine.size() / 2];
      search.map.joints[kUpperChest] = spine.back();
    }
  }
  if (!search.map.has(kNeck) && !search.map.neck_chain.empty()) search.map.joints[kNeck] = search.map.neck_chain.front();
}

}  // namespace

void find_trunk(HumanoidSearch& search) {
  find_head(search);
  find_hips(search);
  find_torso(search);
}

void find_torso(HumanoidSearch& search) {
  if (!search.map.has(kHips) || !search.map.has(kHead) || !search.is_above(search.map.joints[kHips], search.map.joints[kHead]))
    return;
  const int branch = arm_branch(search);
  std::vector<int> line;
  for (int j = search.parent(search.map.joints[kHead]); j != search.map.joints[kHips]; j = search.parent(j)) {
    if (search.is_limb_like(j)) line.push_back(j);
  }
  std::reverse(line.begin(), line.end());
  const bool has_arms = search.map.has(13) || search.map.has(14);
  bool in_neck = false;
  for (const int joint : line) {
    const bool is_named_neck =
        joint == search.map.joints[kNeck] ||
        (!search.map.has(kNeck) && search.meanings[static_cast<std::size_t>(joint)].stem == NameStem::kNeck);
    // Biped hangs the arms on the neck: a neck's name goes before the branch.
    in_neck = in_neck || is_named_neck || (has_arms && branch != kNoJoint && search.is_above(branch, joint));
    (in_neck ? search.map.neck_chain : search.map.spine_chain).push_back(joint);
  }
  name_torso(search);
}

}  // namespace doppel::rig
