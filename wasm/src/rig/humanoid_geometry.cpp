// A body found by its shape alone: where legs, arms and head leave the trunk.
// Names are not looked at, but for joints that are no bones at all (ends, IK goals).
#include "rig/humanoid_geometry.hpp"

#include <algorithm>
#include <optional>

#include "rig/bone_name.hpp"
#include "rig/human_bone_place.hpp"

namespace doppel::rig {
namespace {

constexpr double kLimbShare = 0.12;  // of the body's height: a branch shorter than this is no limb
constexpr double kSameJoint = 1e-4;  // of the body's height: joints closer than this stand at one place

struct Shape {
  const Skeleton& skeleton;
  double height = 0.0;
  std::vector<std::vector<std::size_t>> children{};

  explicit Shape(const Skeleton& s) : skeleton(s), children(s.size()) {
    double low = s.rest_position_ms(0).y;
    double high = low;
    for (std::size_t i = 0; i < s.size(); ++i) {
      low = std::min(low, s.rest_position_ms(i).y);
      high = std::max(high, s.rest_position_ms(i).y);
      const NameStem stem = meaning_of(s.name(i)).stem;
      const bool is_bone = stem != NameStem::kIgnored && stem != NameStem::kRoll;
      if (s.parents()[i] != kNoJoint && is_bone) children[static_cast<std::size_t>(s.parents()[i])].push_back(i);
    }
    height = high - low;
  }

  const Vec3& at(std::size_t joint) const { return skeleton.rest_position_ms(joint); }

  /// The joint of a subtree that is farthest along `axis`.
  std::size_t extreme(std::size_t joint, const Vec3& axis) const {
    std::size_t best = joint;
    for (std::size_t i = joint; i < skeleton.subtree_end(joint); ++i) {
      if (glm::dot(at(i) - at(best), axis) > 0.0) best = i;
    }
    return best;
  }

  /// Joints from `top` down to `leaf`, those at the place of the one before left out.
  std::vector<std::size_t> path(std::size_t top, std::size_t leaf) const {
    std::vector<std::size_t> joints;
    for (int j = static_cast<int>(leaf); j >= static_cast<int>(top); j = skeleton.parents()[static_cast<std::size_t>(j)]) {
      joints.push_back(static_cast<std::size_t>(j));
    }
    std::reverse(joints.begin(), joints.end());
    const auto is_same = [&](std::size_t a, std::size_t b) { return glm::distance(at(a), at(b)) < kSameJoint * height; };
    joints.erase(std::unique(joints.begin(), joints.end(), is_same), joints.end());
    return joints;
  }
};

struct Legs {
  std::size_t hips = 0;
  std::size_t sides[2]{};  // +X, -X
};

/// The deepest joint with two branches that reach down on either side, and one that reaches up.
std::optional<Legs> find_legs(const Shape& shape) {
  for (std::size_t joint = shape.skeleton.size(); joint-- > 0;) {
    Legs legs{joint, {}};
    double lowest[2]{};
    bool has_trunk = false;
    for (const std::size_t child : shape.children[joint]) {
      const Vec3 down = shape.at(shape.extreme(child, -math::kUp)) - shape.at(joint);
      const Vec3 up = shape.at(shape.extreme(child, math::kUp)) - shape.at(joint);
      has_trunk = has_trunk || up.y > 2.0 * kLimbShare * shape.height;
      const double drop = -down.y;
      if (drop < 2.0 * kLimbShare * shape.height || up.y > drop) continue;
      const std::size_t side = down.x > 0.0 ? 0 : 1;
      if (drop <= lowest[side]) continue;
      lowest[side] = drop;
      legs.sides[side] = child;
    }
    if (has_trunk && lowest[0] > 0.0 && lowest[1] > 0.0) return legs;
  }
  return std::nullopt;
}

/// Upper, lower and end of a leg: the knee is the joint nearest to half way, the ankle the last that is not on the floor ahead.
bool find_leg(const Shape& shape, std::size_t top, std::size_t (&bones)[4], bool& has_toes) {
  const auto joints = shape.path(top, shape.extreme(top, -math::kUp));
  if (joints.size() < 3) return false;
  // The foot's own bone runs forward more than down.
  std::size_t ankle = joints.size() - 1;
  while (ankle > 2) {
    const Vec3 bone = shape.at(joints[ankle]) - shape.at(joints[ankle - 1]);
    if (std::abs(bone.y) > std::hypot(bone.x, bone.z)) break;
    --ankle;
  }
  const double half = 0.5 * (shape.at(joints[0]).y + shape.at(joints[ankle]).y);
  std::size_t knee = 1;
  for (std::size_t i = 1; i < ankle; ++i) {
    if (std::abs(shape.at(joints[i]).y - half) < std::abs(shape.at(joints[knee]).y - half)) knee = i;
  }
  has_toes = ankle + 1 < joints.size();
  bones[0] = joints[knee - 1];
  bones[1] = joints[knee];
  bones[2] = joints[ankle];
  bones[3] = has_toes ? joints[ankle + 1] : joints[ankle];
  return knee < ankle;
}

/// The hand is where several branches begin, or the last joint; the elbow is nearest to half way between shoulder joint and hand.
bool find_arm(const Shape& shape, std::size_t top, double side, std::size_t (&bones)[4], bool& has_shoulder) {
  auto joints = shape.path(top, shape.extreme(top, Vec3(side, -0.5, 0.0)));
  for (std::size_t i = 1; i < joints.size(); ++i) {
    if (shape.children[joints[i]].size() < 3) continue;
    joints.resize(i + 1);
    break;
  }
  if (joints.size() < 3) return false;
  const std::size_t hand = joints.size() - 1;
  // From the hand up: the elbow splits what is left most evenly; what stands above the upper arm is the shoulder.
  std::size_t best = 0;
  double best_score = 1e300;
  for (std::size_t upper = 0; upper + 1 < hand; ++upper) {
    for (std::size_t elbow = upper + 1; elbow < hand; ++elbow) {
      const double a = glm::distance(shape.at(joints[upper]), shape.at(joints[elbow]));
      const double b = glm::distance(shape.at(joints[elbow]), shape.at(joints[hand]));
      const double score = std::abs(a - b) / (a + b);
      if (score >= best_score) continue;
      best_score = score;
      best = upper * 1000 + elbow;
    }
  }
  bones[1] = joints[best / 1000];
  bones[2] = joints[best % 1000];
  bones[3] = joints[hand];
  has_shoulder = best / 1000 > 0;
  bones[0] = joints[has_shoulder ? best / 1000 - 1 : 0];
  return true;
}

struct Trunk {
  std::size_t spine = 0;
  std::size_t head = 0;
  std::size_t arms[2]{};
  bool has_face = false;  // several joints hang on the head: no end of a line
};

std::optional<Trunk> find_trunk(const Shape& shape, const Legs& legs) {
  std::optional<Trunk> found;
  for (const std::size_t spine : shape.children[legs.hips]) {
    if (spine == legs.sides[0] || spine == legs.sides[1]) continue;
    const auto joints = shape.path(spine, shape.extreme(spine, math::kUp));
    Trunk trunk{spine, joints.back(), {}};
    double reach[2]{};
    std::size_t branch = 0;
    for (std::size_t i = 0; i < joints.size(); ++i) {
      for (const std::size_t child : shape.children[joints[i]]) {
        if (i + 1 < joints.size() && shape.skeleton.is_ancestor(child, joints[i + 1])) continue;
        for (const std::size_t side : {0U, 1U}) {
          const double sign = side == 0 ? 1.0 : -1.0;
          const double far = sign * (shape.at(shape.extreme(child, Vec3(sign, 0.0, 0.0))) - shape.at(joints[i])).x;
          if (far <= reach[side] || far < kLimbShare * shape.height) continue;
          reach[side] = far;
          trunk.arms[side] = child;
          branch = i;
        }
      }
    }
    // Eyes, jaw or hair reach higher than their joint: the first joint over the arms that parts is the head.
    for (std::size_t i = branch + 1; i < joints.size() && !trunk.has_face; ++i) {
      trunk.has_face = shape.children[joints[i]].size() > 1;
      if (trunk.has_face) trunk.head = joints[i];
    }
    if (joints.size() >= 2 && reach[0] > 0.0 && reach[1] > 0.0) found = trunk;
  }
  return found;
}

}  // namespace

BoneJoints map_by_geometry(const Skeleton& skeleton) {
  const Shape shape(skeleton);
  const auto legs = find_legs(shape);
  if (!legs) return kNoBones;
  const auto trunk = find_trunk(shape, *legs);
  if (!trunk) return kNoBones;
  BoneJoints bones = kNoBones;
  bones[kHips] = static_cast<int>(legs->hips);
  bones[kSpine] = static_cast<int>(trunk->spine);
  bones[kHead] = static_cast<int>(trunk->head);
  // A head's top without children of its own is an end: the joint below it is the head.
  const int below = skeleton.parents()[trunk->head];
  if (!trunk->has_face && shape.children[trunk->head].empty() && below > bones[kSpine] &&
      shape.children[static_cast<std::size_t>(below)].size() == 1) {
    bones[kHead] = below;
  }
  double forward = 0.0;
  std::size_t leg[2][4]{};
  std::size_t arm[2][4]{};
  bool has_toes[2]{};
  bool has_shoulder[2]{};
  for (const std::size_t side : {0U, 1U}) {
    if (!find_leg(shape, legs->sides[side], leg[side], has_toes[side])) return kNoBones;
    if (!find_arm(shape, trunk->arms[side], side == 0 ? 1.0 : -1.0, arm[side], has_shoulder[side])) return kNoBones;
    forward += shape.at(leg[side][3]).z - shape.at(leg[side][2]).z;
  }
  for (const std::size_t side : {0U, 1U}) {
    const std::size_t to = forward >= 0.0 ? side : 1 - side;  // 0: left
    bones[1 + to] = static_cast<int>(leg[side][0]);
    bones[3 + to] = static_cast<int>(leg[side][1]);
    bones[5 + to] = static_cast<int>(leg[side][2]);
    if (has_toes[side]) bones[19 + to] = static_cast<int>(leg[side][3]);
    if (has_shoulder[side]) bones[11 + to] = static_cast<int>(arm[side][0]);
    bones[13 + to] = static_cast<int>(arm[side][1]);
    bones[15 + to] = static_cast<int>(arm[side][2]);
    bones[17 + to] = static_cast<int>(arm[side][3]);
  }
  return bones;
}

}  // namespace doppel::rig
