// Which joint of a skeleton is which human bone: from the file's own map, else by names, then by hierarchy and geometry.
// It changes no skeleton and straightens nothing.
#include "rig/humanoid_map.hpp"

#include <algorithm>
#include <optional>

#include "rig/bone_name.hpp"
#include "rig/human_bone_place.hpp"
#include "rig/humanoid_geometry.hpp"

namespace doppel::rig {
namespace {

constexpr std::array<std::size_t, 15> kRequired{kHips, 1, 2, 3, 4, 5, 6, kSpine, kHead, 13, 14, 15, 16, 17, 18};
constexpr std::size_t kFingerCount = 5;
constexpr std::size_t kFingerJoints = 3;

struct Candidate {
  int joint = kNoJoint;
  double rank = 0.0;  // lower is surer
};

class Mapper {
 public:
  Mapper(const Skeleton& skeleton, const BoneJoints& given) : skeleton_(skeleton), given_(given) {
    for (std::size_t i = 0; i < skeleton.size(); ++i) meanings_.push_back(meaning_of(skeleton.name(i)));
  }

  HumanoidMap run() {
    take_given();
    for (const std::size_t side : {0U, 1U}) {
      find_leg(side);
      find_arm(side);
    }
    find_head();
    find_hips();
    find_torso();
    fall_back_on_geometry();
    for (const std::size_t side : {0U, 1U}) {
      find_eye(side);
      find_fingers(side);
    }
    find_jaw();
    find_rolls();
    for (const std::size_t bone : kRequired) {
      if (!map_.has(bone)) say(FindingKind::kMissing, bone, "no joint was found for " + std::string(kHumanBones[bone]));
    }
    return std::move(map_);
  }

 private:
  void say(FindingKind kind, std::size_t bone, std::string text) { map_.findings.push_back({kind, bone, std::move(text)}); }
  const std::string& name(int joint) const { return skeleton_.name(static_cast<std::size_t>(joint)); }
  bool is_above(int ancestor, int joint) const {
    return ancestor != joint && skeleton_.is_ancestor(static_cast<std::size_t>(ancestor), static_cast<std::size_t>(joint));
  }
  int parent(int joint) const { return skeleton_.parents()[static_cast<std::size_t>(joint)]; }
  bool is_given(std::size_t bone) const { return given_[bone] != kNoJoint && map_.has(bone); }
  bool is_limb_like(int joint) const {
    const NameStem stem = meanings_[static_cast<std::size_t>(joint)].stem;
    return stem != NameStem::kRoll && stem != NameStem::kIgnored;
  }

  void take_given() {
    for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
      const int joint = given_[bone];
      if (joint == kNoJoint) continue;
      if (joint < 0 || joint >= static_cast<int>(skeleton_.size())) {
        say(FindingKind::kRejected, bone,
            std::string(kHumanBones[bone]) + ": joint " + std::to_string(joint) + " does not exist");
        continue;
      }
      const auto twice = std::find(map_.joints.begin(), map_.joints.end(), joint);
      if (twice != map_.joints.end()) {
        say(FindingKind::kRejected, bone,
            std::string(kHumanBones[bone]) + ": '" + name(joint) + "' is " +
                std::string(kHumanBones[static_cast<std::size_t>(twice - map_.joints.begin())]) + " already");
        continue;
      }
      map_.joints[bone] = joint;
    }
    reject_loose_limbs();
  }

  // A limb's bones must hang on each other: a file that says otherwise is not followed there.
  void reject_loose_limbs() {
    for (const std::size_t upper : {1U, 2U, 13U, 14U}) {
      for (const std::size_t bone : {upper + 2, upper + 4}) {
        const int above = map_.joints[bone - 2];
        if (above == kNoJoint || !map_.has(bone) || is_above(above, map_.joints[bone])) continue;
        say(FindingKind::kRejected, bone,
            std::string(kHumanBones[bone]) + ": '" + name(map_.joints[bone]) + "' does not hang on '" + name(above) + "'");
        map_.joints[bone] = kNoJoint;
      }
    }
  }

  std::vector<Candidate> candidates(NameStem stem, Side side, double rank = 0.0) const {
    std::vector<Candidate> found;
    for (std::size_t i = 0; i < meanings_.size(); ++i) {
      const NameMeaning& meaning = meanings_[i];
      if (meaning.stem != stem || meaning.side != side) continue;
      // A number on a limb is a copy or the second half of it; a prefix may hide another word.
      found.push_back({static_cast<int>(i), rank + 0.25 * meaning.prefix + (meaning.number == kNoNumber ? 0.0 : 0.5)});
    }
    return found;
  }
  static void append(std::vector<Candidate>& to, const std::vector<Candidate>& more) {
    to.insert(to.end(), more.begin(), more.end());
  }

  std::vector<Candidate> or_given(std::size_t bone, std::vector<Candidate> found) const {
    if (is_given(bone)) return {{map_.joints[bone], 0.0}};
    return found;
  }

  /// Of all triples that hang on each other the one with the surest names.
  bool take_chain(std::size_t upper_bone, const std::vector<Candidate>& uppers, const std::vector<Candidate>& lowers,
                  const std::vector<Candidate>& ends) {
    double best = 1e300;
    double second = 1e300;
    int chosen[3]{};
    for (const Candidate& upper : uppers) {
      for (const Candidate& lower : lowers) {
        if (!is_above(upper.joint, lower.joint)) continue;
        for (const Candidate& end : ends) {
          if (!is_above(lower.joint, end.joint)) continue;
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
    for (std::size_t i = 0; i < 3; ++i) map_.joints[upper_bone + 2 * i] = chosen[i];
    if (second == best) {
      say(FindingKind::kAmbiguous, upper_bone,
          std::string(kHumanBones[upper_bone]) + ": several joints fit alike; '" + name(chosen[0]) + "', '" + name(chosen[1]) +
              "', '" + name(chosen[2]) + "' are taken");
    }
    return true;
  }

  /// Where one or two of the three are named, the others follow from the hierarchy.
  void complete_chain(std::size_t upper_bone, const std::vector<Candidate>& uppers, const std::vector<Candidate>& lowers,
                      const std::vector<Candidate>& ends) {
    std::vector<Candidate> guessed_lowers = lowers;
    if (lowers.empty()) {
      for (const Candidate& end : ends) {
        for (int j = parent(end.joint); j != kNoJoint; j = parent(j)) {
          if (may_be_guessed(upper_bone, j)) guessed_lowers.push_back({j, 1.0 + end.rank});
        }
      }
    }
    std::vector<Candidate> guessed_uppers = uppers;
    if (uppers.empty()) {
      for (const Candidate& lower : guessed_lowers) {
        int j = parent(lower.joint);
        while (j != kNoJoint && !is_limb_like(j)) j = parent(j);
        if (j != kNoJoint && may_be_guessed(upper_bone, j)) guessed_uppers.push_back({j, 1.0 + lower.rank});
      }
    }
    std::vector<Candidate> guessed_ends = ends;
    if (ends.empty()) {
      for (const Candidate& lower : guessed_lowers) {
        const int end = farthest_child(lower.joint);
        if (end != kNoJoint) guessed_ends.push_back({end, 1.0 + lower.rank});
      }
    }
    if (!take_chain(upper_bone, guessed_uppers, guessed_lowers, guessed_ends)) return;
    say(FindingKind::kGuessed, upper_bone,
        std::string(kHumanBones[upper_bone]) + ": '" + name(map_.joints[upper_bone]) + "', '" +
            name(map_.joints[upper_bone + 2]) + "', '" + name(map_.joints[upper_bone + 4]) + "' by their hierarchy");
  }

  /// A limb's joint without a name of its own, which carries nothing of the other side.
  bool may_be_guessed(std::size_t upper_bone, int joint) const {
    const auto index = static_cast<std::size_t>(joint);
    if (meanings_[index].stem != NameStem::kUnknown) return false;
    const Side other = upper_bone % 2 == 1 ? Side::kRight : Side::kLeft;  // left bones stand at odd numbers
    return std::none_of(meanings_.begin() + joint, meanings_.begin() + static_cast<std::ptrdiff_t>(skeleton_.subtree_end(index)),
                        [other](const NameMeaning& meaning) { return meaning.side == other; });
  }

  int farthest_child(int joint) const {
    int best = kNoJoint;
    double most = 0.0;
    const auto from = static_cast<std::size_t>(joint);
    for (std::size_t i = from + 1; i < skeleton_.subtree_end(from); ++i) {
      if (parent(static_cast<int>(i)) != joint || !is_limb_like(static_cast<int>(i))) continue;
      const double distance = glm::distance(skeleton_.rest_position_ms(i), skeleton_.rest_position_ms(from));
      if (distance <= most) continue;
      most = distance;
      best = static_cast<int>(i);
    }
    return best;
  }

  static Side side_of(std::size_t side) { return side == 0 ? Side::kLeft : Side::kRight; }

  void find_leg(std::size_t index) {
    const Side side = side_of(index);
    auto lowers = candidates(NameStem::kLowerLeg, side);
    auto uppers = candidates(NameStem::kUpperLeg, side);
    // "LeftHip" above a knee is the thigh; "Leg" is the upper one where another word names the lower one, else the lower one.
    append(uppers, candidates(NameStem::kHips, side, 1.0));
    if (!lowers.empty()) append(uppers, candidates(NameStem::kLeg, side, 1.0));
    append(lowers, candidates(NameStem::kLeg, side, 1.0));
    uppers = or_given(kUpperLegs + index, std::move(uppers));
    lowers = or_given(kLowerLegs + index, std::move(lowers));
    const auto feet = or_given(kFeet + index, candidates(NameStem::kFoot, side));
    if (!take_chain(kUpperLegs + index, uppers, lowers, feet)) complete_chain(kUpperLegs + index, uppers, lowers, feet);
    if (!map_.has(kToes + index) && map_.has(kFeet + index)) {
      take_best(kToes + index, candidates(NameStem::kToes, side), map_.joints[kFeet + index]);
    }
  }

  void find_arm(std::size_t index) {
    const Side side = side_of(index);
    auto uppers = candidates(NameStem::kUpperArm, side);
    // Beside a collar, or where nothing else is the upper arm, "Shoulder" is; else it is the collar.
    const auto shoulders = candidates(NameStem::kShoulder, side, uppers.empty() ? 0.5 : 2.0);
    append(uppers, shoulders);
    uppers = or_given(kUpperArms + index, std::move(uppers));
    const auto lowers = or_given(kLowerArms + index, candidates(NameStem::kLowerArm, side));
    const auto hands = or_given(kHands + index, candidates(NameStem::kHand, side));
    if (!take_chain(kUpperArms + index, uppers, lowers, hands)) complete_chain(kUpperArms + index, uppers, lowers, hands);
    if (map_.has(kShoulders + index) || !map_.has(kUpperArms + index)) return;
    auto collars = candidates(NameStem::kCollar, side);
    append(collars, candidates(NameStem::kShoulder, side, 1.0));
    const int arm = map_.joints[kUpperArms + index];
    std::erase_if(collars, [&](const Candidate& collar) { return !is_above(collar.joint, arm); });
    take_best(kShoulders + index, collars, kNoJoint);
  }

  /// The surest candidate that hangs on `above` (kNoJoint: anywhere); of equals the highest.
  void take_best(std::size_t bone, const std::vector<Candidate>& found, int above) {
    const Candidate* best = nullptr;
    for (const Candidate& candidate : found) {
      if (above != kNoJoint && !is_above(above, candidate.joint)) continue;
      if (std::find(map_.joints.begin(), map_.joints.end(), candidate.joint) != map_.joints.end()) continue;
      if (best == nullptr || candidate.rank < best->rank) best = &candidate;
    }
    if (best != nullptr) map_.joints[bone] = best->joint;
  }

  void find_head() {
    if (map_.has(kHead)) return;
    take_best(kHead, candidates(NameStem::kHead, Side::kNone), kNoJoint);
    if (map_.has(kHead)) return;
    // Rigify's metarig calls the whole line "spine": its last joint is the head.
    int last = kNoJoint;
    for (std::size_t i = 0; i < meanings_.size(); ++i) {
      if (meanings_[i].stem != NameStem::kTorso && meanings_[i].stem != NameStem::kNeck) continue;
      if (last == kNoJoint || is_above(last, static_cast<int>(i))) last = static_cast<int>(i);
    }
    if (last == kNoJoint || !map_.has(kUpperArms)) return;
    if (is_above(last, map_.joints[kUpperArms])) return;  // the trunk ends where the arms leave: no head
    map_.joints[kHead] = last;
    say(FindingKind::kGuessed, kHead, "head: '" + name(last) + "' is the end of the spine");
  }

  int common_ancestor(int a, int b) const {
    while (a != kNoJoint && a != b && !is_above(a, b)) a = parent(a);
    return a;
  }

  /// Joints that the hips must carry: legs and head, as far as known.
  bool carries_body(int joint) const {
    bool any = false;
    for (const std::size_t bone : {1U, 2U, 10U}) {
      if (!map_.has(bone)) continue;
      if (!is_above(joint, map_.joints[bone])) return false;
      any = true;
    }
    return any;
  }

  void find_hips() {
    if (map_.has(kHips)) return;
    const Candidate* best = nullptr;
    const auto found = candidates(NameStem::kHips, Side::kNone);
    for (const Candidate& candidate : found) {
      // Of several that carry legs and head the lowest: a centre of mass above the hips is no hips.
      if (!carries_body(candidate.joint)) continue;
      if (best == nullptr || is_above(best->joint, candidate.joint)) best = &candidate;
    }
    if (best != nullptr) {
      map_.joints[kHips] = best->joint;
      return;
    }
    if (map_.has(1) && map_.has(2)) {
      int joint = common_ancestor(map_.joints[1], map_.joints[2]);
      if (map_.has(kHead)) joint = joint == kNoJoint ? kNoJoint : common_ancestor(joint, map_.joints[kHead]);
      if (joint == kNoJoint) return;
      map_.joints[kHips] = joint;
      say(FindingKind::kGuessed, kHips, "hips: '" + name(joint) + "' carries the legs");
    } else if (!found.empty()) {
      map_.joints[kHips] = found.front().joint;
    }
  }

  /// The joint of the line from hips to head where the arms leave it.
  int arm_branch() const {
    int branch = map_.joints[kHead];
    for (const std::size_t bone : {13U, 14U}) {
      if (map_.has(bone)) branch = common_ancestor(branch, map_.joints[bone]);
      if (branch == kNoJoint) return kNoJoint;
    }
    return branch;
  }

  void find_torso() {
    if (!map_.has(kHips) || !map_.has(kHead) || !is_above(map_.joints[kHips], map_.joints[kHead])) return;
    const int branch = arm_branch();
    std::vector<int> line;
    for (int j = parent(map_.joints[kHead]); j != map_.joints[kHips]; j = parent(j)) {
      if (is_limb_like(j)) line.push_back(j);
    }
    std::reverse(line.begin(), line.end());
    const bool has_arms = map_.has(13) || map_.has(14);
    bool in_neck = false;
    for (const int joint : line) {
      const bool is_named_neck =
          joint == map_.joints[kNeck] || (!map_.has(kNeck) && meanings_[static_cast<std::size_t>(joint)].stem == NameStem::kNeck);
      // Biped hangs the arms on the neck: a neck's name goes before the branch.
      in_neck = in_neck || is_named_neck || (has_arms && branch != kNoJoint && is_above(branch, joint));
      (in_neck ? map_.neck_chain : map_.spine_chain).push_back(joint);
    }
    name_torso();
  }

  void name_torso() {
    auto& spine = map_.spine_chain;
    const bool is_any_given = is_given(kSpine) || is_given(kChest) || is_given(kUpperChest);
    if (!is_any_given && !spine.empty()) {
      map_.joints[kSpine] = spine.front();
      if (spine.size() == 2) map_.joints[kChest] = spine.back();
      if (spine.size() >= 3) {
        map_.joints[kChest] = spine[spine.size() / 2];
        map_.joints[kUpperChest] = spine.back();
      }
    }
    if (!map_.has(kNeck) && !map_.neck_chain.empty()) map_.joints[kNeck] = map_.neck_chain.front();
  }

  void fall_back_on_geometry() {
    if (map_.is_complete()) return;
    const BoneJoints shape = map_by_geometry(skeleton_);
    if (shape[kHips] == kNoJoint) return;
    for (const std::size_t bone : kRequired) {
      // Names that disagree with the shape about the trunk mean another body: then nothing is filled in.
      if (map_.has(bone) && (bone == kHips) && map_.joints[bone] != shape[bone]) return;
    }
    bool took_any = false;
    for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
      if (map_.has(bone) || shape[bone] == kNoJoint) continue;
      if (std::find(map_.joints.begin(), map_.joints.end(), shape[bone]) != map_.joints.end()) continue;
      map_.joints[bone] = shape[bone];
      took_any = true;
      say(FindingKind::kGuessed, bone, std::string(kHumanBones[bone]) + ": '" + name(shape[bone]) + "' by the body's shape");
    }
    if (took_any && map_.spine_chain.empty()) find_torso();
  }

  void find_eye(std::size_t index) {
    if (!map_.has(kEyes + index)) take_best(kEyes + index, candidates(NameStem::kEye, side_of(index)), map_.joints[kHead]);
  }
  void find_jaw() {
    if (!map_.has(kJaw)) take_best(kJaw, candidates(NameStem::kJaw, Side::kNone), map_.joints[kHead]);
  }

  void find_fingers(std::size_t index) {
    const int hand = map_.joints[kHands + index];
    if (hand == kNoJoint) return;
    for (std::size_t finger = 0; finger < kFingerCount; ++finger) {
      const std::size_t first = (index == 0 ? kLeftFingers : kRightFingers) + finger * kFingerJoints;
      if (is_given(first) || is_given(first + 1) || is_given(first + 2)) continue;
      const auto stem = static_cast<NameStem>(static_cast<std::size_t>(NameStem::kThumb) + finger);
      int last = hand;
      std::size_t taken = 0;
      for (std::size_t i = static_cast<std::size_t>(hand) + 1; i < skeleton_.subtree_end(static_cast<std::size_t>(hand)); ++i) {
        const NameMeaning& meaning = meanings_[i];
        if (meaning.stem != stem || taken == kFingerJoints || !is_above(last, static_cast<int>(i))) continue;
        // Inside the palm lie bones of every finger; of the thumb it is the first of its three.
        if (finger > 0 && (meaning.is_metacarpal || meaning.number == 0)) continue;
        map_.joints[first + taken++] = static_cast<int>(i);
        last = static_cast<int>(i);
      }
    }
  }

  void find_rolls() {
    for (std::size_t i = 0; i < meanings_.size(); ++i) {
      if (meanings_[i].stem != NameStem::kRoll) continue;
      if (std::find(map_.joints.begin(), map_.joints.end(), static_cast<int>(i)) != map_.joints.end()) continue;
      for (int j = parent(static_cast<int>(i)); j != kNoJoint; j = parent(j)) {
        const auto at = std::find(map_.joints.begin(), map_.joints.end(), j);
        if (at == map_.joints.end()) continue;
        const auto bone = static_cast<std::size_t>(at - map_.joints.begin());
        const bool is_limb = (bone >= kUpperLegs && bone < kFeet) || (bone >= kUpperArms && bone < kHands);
        if (is_limb) map_.rolls.push_back({static_cast<int>(i), bone});
        break;
      }
    }
  }

  const Skeleton& skeleton_;
  const BoneJoints& given_;
  std::vector<NameMeaning> meanings_;
  HumanoidMap map_;
};

}  // namespace

bool HumanoidMap::is_complete() const {
  return std::all_of(kRequired.begin(), kRequired.end(), [this](std::size_t bone) { return has(bone); });
}

std::span<const std::size_t> required_bones() { return kRequired; }

HumanoidMap map_humanoid(const Skeleton& skeleton, const BoneJoints& given) { return Mapper(skeleton, given).run(); }

}  // namespace doppel::rig
