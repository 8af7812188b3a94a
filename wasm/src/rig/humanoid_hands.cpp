// Fingers of the humanoid mapping: by their names, and of hands where no name says one by the hand's shape.
// It finds no hands.
#include <algorithm>

#include "rig/humanoid_search.hpp"

namespace doppel::rig {
namespace {

constexpr std::size_t kFingerCount = 5;
constexpr std::size_t kFingerJoints = 3;
// Of the hand's reach, wrist to the farthest tip.
constexpr double kLeastFinger = 0.12;  // a shorter chain is no finger
constexpr double kSamePlace = 1e-3;    // joints nearer than this stand at one place
constexpr double kThumbBase = 0.6;     // of the other fingers' way to their knuckles: a thumb leaves the hand before it

constexpr std::size_t first_bone(std::size_t side, std::size_t finger) {
  return (side == 0 ? kLeftFingers : kRightFingers) + finger * kFingerJoints;
}

/// A line of joints from where it parts from the others to its end.
struct Chain {
  std::vector<int> joints;
  Vec3 base{0.0};  // from the wrist
  Vec3 tip{0.0};
};

std::size_t count_children(const HumanoidSearch& search, int joint) {
  std::size_t count = 0;
  const auto at = static_cast<std::size_t>(joint);
  for (std::size_t i = at + 1; i < search.skeleton.subtree_end(at); ++i) {
    count += search.parent(static_cast<int>(i)) == joint && search.is_limb_like(static_cast<int>(i)) ? 1U : 0U;
  }
  return count;
}

Chain chain_to(const HumanoidSearch& search, int hand, int leaf) {
  Chain chain;
  for (int j = leaf; j != hand; j = search.parent(j)) {
    if (j != leaf && count_children(search, j) > 1) break;  // a bone of the palm that several fingers share
    chain.joints.push_back(j);
  }
  std::reverse(chain.joints.begin(), chain.joints.end());
  return chain;
}

/// Lines of a hand that are long enough for fingers, bones inside the palm left out.
std::vector<Chain> chains_of(const HumanoidSearch& search, int hand) {
  std::vector<Chain> chains;
  double reach = 0.0;
  const auto wrist = static_cast<std::size_t>(hand);
  for (std::size_t i = wrist + 1; i < search.skeleton.subtree_end(wrist); ++i) {
    const int joint = static_cast<int>(i);
    if (!search.is_limb_like(joint) || count_children(search, joint) > 0) continue;
    chains.push_back(chain_to(search, hand, joint));
    reach = std::max(reach, glm::distance(search.position(joint), search.position(hand)));
  }
  for (Chain& chain : chains) {
    auto& joints = chain.joints;
    const auto is_same = [&](int a, int b) { return glm::distance(search.position(a), search.position(b)) < kSamePlace * reach; };
    joints.erase(std::unique(joints.begin(), joints.end(), is_same), joints.end());
    const auto from_wrist = [&](std::size_t i) { return search.position(joints[i]) - search.position(hand); };
    // A first bone that begins nearer to the wrist than it is long lies inside the palm, where three more follow.
    if (joints.size() > kFingerJoints && glm::length(from_wrist(0)) < glm::distance(from_wrist(0), from_wrist(1)) &&
        glm::length(from_wrist(1)) > 0.4 * reach) {
      joints.erase(joints.begin());
    }
    chain.base = from_wrist(0);
    chain.tip = from_wrist(joints.size() - 1);
  }
  std::erase_if(chains, [reach](const Chain& chain) {
    return chain.joints.size() < 2 || glm::distance(chain.base, chain.tip) < kLeastFinger * reach;
  });
  return chains;
}

/// Puts the thumb first and the others after it by how far they stand from its side; false where the shape is no hand's.
bool order_fingers(std::vector<Chain>& chains) {
  if (chains.size() < 2 || chains.size() > kFingerCount) return false;
  Vec3 sum(0.0);
  for (const Chain& chain : chains) sum += chain.tip;
  const Vec3 axis = math::direction_or(sum, Vec3(0.0));
  if (axis == Vec3(0.0)) return false;
  const auto along = [&axis](const Vec3& v) { return glm::dot(v, axis); };
  std::iter_swap(chains.begin(), std::min_element(chains.begin(), chains.end(),
                                                  [&](const Chain& a, const Chain& b) { return along(a.tip) < along(b.tip); }));
  double knuckles = 0.0;
  for (std::size_t i = 1; i < chains.size(); ++i) knuckles += along(chains[i].base) / static_cast<double>(chains.size() - 1);
  if (along(chains[0].base) > kThumbBase * knuckles) return false;
  const Vec3 side = math::direction_or(chains[0].tip - along(chains[0].tip) * axis, Vec3(0.0));
  if (side == Vec3(0.0)) return false;
  std::sort(chains.begin() + 1, chains.end(),
            [&side](const Chain& a, const Chain& b) { return glm::dot(a.base, side) > glm::dot(b.base, side); });
  return true;
}

void guess_fingers(HumanoidSearch& search, std::size_t side) {
  std::vector<Chain> chains = chains_of(search, search.map.joints[kHands + side]);
  if (!order_fingers(chains)) return;
  for (std::size_t finger = 0; finger < chains.size(); ++finger) {
    const auto& joints = chains[finger].joints;
    const std::size_t first = first_bone(side, finger);
    for (std::size_t i = 0; i < std::min(joints.size(), kFingerJoints); ++i) search.map.joints[first + i] = joints[i];
    search.say(FindingKind::kGuessed, first,
               std::string(kHumanBones[first]) + ": '" + search.name(joints.front()) + "' by the hand's shape");
  }
}

}  // namespace

void find_fingers(HumanoidSearch& search, std::size_t side) {
  const int hand = search.map.joints[kHands + side];
  if (hand == kNoJoint) return;
  bool is_any_known = false;
  for (std::size_t finger = 0; finger < kFingerCount; ++finger) {
    const std::size_t first = first_bone(side, finger);
    if (search.is_given(first) || search.is_given(first + 1) || search.is_given(first + 2)) {
      is_any_known = true;
      continue;
    }
    const auto stem = static_cast<NameStem>(static_cast<std::size_t>(NameStem::kThumb) + finger);
    int last = hand;
    std::size_t taken = 0;
    for (std::size_t i = static_cast<std::size_t>(hand) + 1; i < search.skeleton.subtree_end(static_cast<std::size_t>(hand));
         ++i) {
      const NameMeaning& meaning = search.meanings[i];
      if (meaning.stem != stem || taken == kFingerJoints || !search.is_above(last, static_cast<int>(i))) continue;
      // Inside the palm lie bones of every finger; of the thumb it is the first of its three.
      if (finger > 0 && (meaning.is_metacarpal || meaning.number == 0)) continue;
      search.map.joints[first + taken++] = static_cast<int>(i);
      last = static_cast<int>(i);
    }
    is_any_known = is_any_known || taken > 0;
  }
  if (!is_any_known) guess_fingers(search, side);
}

}  // namespace doppel::rig
