// Eyes and jaw of the humanoid mapping: by their names, and eyes of rigs without names by where they stand in the head.
// It reads no mesh.
#include <algorithm>
#include <optional>

#include "rig/humanoid_search.hpp"

namespace doppel::rig {
namespace {

// Of the head's size, which is a share of the height of the head joint over the lowest joint. Wide enough for anime eyes.
constexpr double kHeadOfHeight = 0.145;
constexpr double kLeastUp = 0.15;
constexpr double kMostUp = 0.85;
constexpr double kLeastForward = 0.2;
constexpr double kLeastAside = 0.06;
constexpr double kMostAside = 0.5;
constexpr double kSame = 0.03;  // how far a pair may be from mirrored

double head_size(const HumanoidSearch& search) {
  const double head = search.position(search.map.joints[kHead]).y;
  double low = head;
  for (std::size_t i = 0; i < search.skeleton.size(); ++i) low = std::min(low, search.skeleton.rest_position_ms(i).y);
  return kHeadOfHeight * (head - low);
}

/// The line from right to left through arms or legs.
std::optional<Vec3> left_of(const HumanoidSearch& search) {
  for (const std::size_t bone : {kUpperArms + 0, kUpperLegs + 0}) {
    if (!search.map.has(bone) || !search.map.has(bone + 1)) continue;
    Vec3 left = search.position(search.map.joints[bone]) - search.position(search.map.joints[bone + 1]);
    left.y = 0.0;
    if (glm::length(left) > 1e-6) return glm::normalize(left);
  }
  return std::nullopt;
}

/// The one pair of joints of the head, without names, that stands where eyes do. None where there are more: brows, cheeks and
/// lips come in pairs as well.
void guess_eyes(HumanoidSearch& search) {
  const double size = head_size(search);
  const auto left = left_of(search);
  if (!(size > 0.0) || !left) return;
  const Vec3 forward = glm::cross(*left, math::kUp);
  const auto head = static_cast<std::size_t>(search.map.joints[kHead]);
  std::vector<std::pair<int, Vec3>> found;
  for (std::size_t i = head + 1; i < search.skeleton.subtree_end(head); ++i) {
    const int joint = static_cast<int>(i);
    if (search.meanings[i].stem != NameStem::kUnknown || search.meanings[i].side != Side::kNone || search.is_taken(joint))
      continue;
    const Vec3 from = (search.position(joint) - search.position(search.map.joints[kHead])) / size;
    const Vec3 at(glm::dot(from, *left), from.y, glm::dot(from, forward));
    if (at.y < kLeastUp || at.y > kMostUp || at.z < kLeastForward) continue;
    if (std::abs(at.x) >= kLeastAside && std::abs(at.x) <= kMostAside) found.emplace_back(joint, at);
  }
  int pair[2]{kNoJoint, kNoJoint};
  int pairs = 0;
  for (const auto& [a, at] : found) {
    for (const auto& [b, other] : found) {
      if (at.x <= 0.0 || other.x >= 0.0 || glm::distance(at, math::mirrored(other)) > kSame) continue;
      // An eye and its end, or two joints at one place, are one.
      if (pairs > 0 && search.is_above(pair[0], a) && search.is_above(pair[1], b)) continue;
      pair[0] = a;
      pair[1] = b;
      ++pairs;
    }
  }
  if (pairs != 1) return;
  for (const std::size_t side : {0U, 1U}) {
    search.map.joints[kEyes + side] = pair[side];
    search.say(FindingKind::kGuessed, kEyes + side,
               std::string(kHumanBones[kEyes + side]) + ": '" + search.name(pair[side]) + "' by where it stands in the head");
  }
}

}  // namespace

void find_eyes(HumanoidSearch& search) {
  for (const std::size_t side : {0U, 1U}) {
    if (search.map.has(kEyes + side)) continue;
    search.take_best(kEyes + side, search.candidates(NameStem::kEye, side_of(side)), search.map.joints[kHead]);
  }
  if (search.map.has(kHead) && !search.map.has(kEyes) && !search.map.has(kEyes + 1)) guess_eyes(search);
}

void find_jaw(HumanoidSearch& search) {
  if (search.map.has(kJaw)) return;
  search.take_best(kJaw, search.candidates(NameStem::kJaw, Side::kNone), search.map.joints[kHead]);
}

}  // namespace doppel::rig
