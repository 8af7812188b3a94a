// Law of cosines for the joint in the middle, whole frames for the twist, so that knees and elbows bend about their hinges.
// A target out of reach is approached as far as the limb goes.
#include "sim/poser.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

namespace doppel::sim {
namespace {

using math::Quat;
using math::Vec3;

/// The limb is never quite straight: the hinge's plane stays defined.
constexpr double kLongestReach = 0.9995;

// The frame whose first axis is `along` and whose second is `side`, made perpendicular to it.
glm::dmat3 frame(const Vec3& along, const Vec3& side) {
  const Vec3 first = glm::normalize(along);
  const Vec3 second = math::direction_or(side - first * glm::dot(side, first), Vec3(0.0, 0.0, 1.0));
  return {first, second, glm::cross(first, second)};
}

Quat between_frames(const glm::dmat3& from, const glm::dmat3& to) {
  return math::unit(glm::quat_cast(to * glm::transpose(from)));
}

}  // namespace

Poser::Poser(const Skeleton& skeleton) : skeleton_(skeleton) {
  pose_.rotations.assign(skeleton.bones.size(), math::kIdentity);
  for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
    const std::string& name = skeleton.bones[i].canonical;
    if (name == "spine" || name == "chest" || name == "upperChest" || name.starts_with("spineExtra")) spine_.push_back(i);
    if (name == "neck" || name.starts_with("neckExtra")) neck_.push_back(i);
  }
  for (const Side side : {Side::kLeft, Side::kRight}) {
    const std::string prefix = side == Side::kLeft ? "left" : "right";
    const auto index = static_cast<std::size_t>(side);
    legs_[index] = limb(prefix + "UpperLeg", prefix + "LowerLeg", prefix + "Foot", prefix + "Toes");
    arms_[index] = limb(prefix + "UpperArm", prefix + "LowerArm", prefix + "Hand", prefix + "Hand");
    if (!skeleton.find(prefix + "IndexProximal")) continue;
    fingers_.emplace_back();
    for (std::size_t finger = 0; finger < 5; ++finger) {
      static constexpr std::array kFingers{"Thumb", "Index", "Middle", "Ring", "Little"};
      const std::array parts =
          finger == 0 ? std::array{"Metacarpal", "Proximal", "Distal"} : std::array{"Proximal", "Intermediate", "Distal"};
      for (std::size_t joint = 0; joint < 3; ++joint) {
        fingers_.back()[finger][joint] = skeleton.find(prefix + kFingers[finger] + parts[joint]).value();
      }
    }
  }
  scale_ = (legs_[0].upper_length + legs_[0].lower_length) / (0.407 + 0.421);
}

Poser::Limb Poser::limb(const std::string& upper, const std::string& lower, const std::string& end,
                        const std::string& tip) const {
  Limb out{skeleton_.find(upper).value(),
           skeleton_.find(lower).value(),
           skeleton_.find(end).value(),
           skeleton_.find(tip).value(),
           0.0,
           0.0};
  out.upper_length = glm::length(skeleton_.bones[out.lower].offset);
  out.lower_length = glm::length(skeleton_.bones[out.end].offset);
  return out;
}

void Poser::begin(const Vec3& position, const Quat& rotation) {
  std::fill(pose_.rotations.begin(), pose_.rotations.end(), math::kIdentity);
  pose_.root = position;
  pose_.rotations[0] = rotation;
}

void Poser::bend_chain(const std::vector<std::size_t>& chain, const Quat& bend) {
  if (chain.empty()) return;
  const Quat share = math::power(bend, 1.0 / static_cast<double>(chain.size()));
  for (const std::size_t bone : chain) pose_.rotations[bone] = share;
}

GlobalBone Poser::global_of(std::size_t bone) const {
  const Bone& described = skeleton_.bones[bone];
  if (described.parent < 0) return {pose_.root, pose_.rotations[bone]};
  const GlobalBone parent = global_of(static_cast<std::size_t>(described.parent));
  return {parent.position + parent.rotation * described.offset, parent.rotation * pose_.rotations[bone]};
}

GlobalBone Poser::global(std::string_view canonical) const { return global_of(skeleton_.find(canonical).value()); }

void Poser::set_global_rotation(std::size_t bone, const Quat& rotation) {
  const Quat parent = global_of(static_cast<std::size_t>(skeleton_.bones[bone].parent)).rotation;
  pose_.rotations[bone] = math::unit(glm::conjugate(parent) * rotation);
}

void Poser::two_bones(const Limb& limb, const Vec3& target, const Vec3& rest, const Vec3& rest_pole, const Vec3& pole) {
  const Vec3 start = global_of(limb.upper).position;
  const double upper = limb.upper_length;
  const double lower = limb.lower_length;
  const Vec3 direction = math::direction_or(target - start, rest);
  const double distance =
      std::clamp(glm::distance(target, start), std::abs(upper - lower) * 1.001 + 1e-6, (upper + lower) * kLongestReach);
  const double along = (upper * upper - lower * lower + distance * distance) / (2.0 * distance);
  const double aside = std::sqrt(std::max(0.0, upper * upper - along * along));
  const glm::dmat3 plane = frame(direction, pole);
  const Vec3 middle = start + direction * along + plane[1] * aside;
  const Vec3 end = start + direction * distance;
  const glm::dmat3 rest_frame = frame(rest, rest_pole);
  // Both bones keep the hinge's plane: its normal is the same for them.
  const auto in_plane = [&](const Vec3& along_bone) { return frame(along_bone, glm::cross(plane[2], along_bone)); };
  set_global_rotation(limb.upper, between_frames(rest_frame, in_plane(middle - start)));
  set_global_rotation(limb.lower, between_frames(rest_frame, in_plane(end - middle)));
}

void Poser::leg(Side side, const Vec3& ankle, const Quat& foot, const Quat& toes, const Vec3& forward) {
  const Limb& limb = legs_[static_cast<std::size_t>(side)];
  two_bones(limb, ankle, {0.0, -1.0, 0.0}, {0.0, 0.0, 1.0}, forward);
  set_global_rotation(limb.end, foot);
  set_global_rotation(limb.tip, toes);
}

void Poser::arm(Side side, const Vec3& wrist, const Quat& hand, const Vec3& elbow) {
  const Limb& limb = arms_[static_cast<std::size_t>(side)];
  two_bones(limb, wrist, {sign_of(side), 0.0, 0.0}, {0.0, 0.0, -1.0}, elbow);
  set_global_rotation(limb.end, hand);
}

void Poser::hanging_arm(Side side, double lowered, double swing, double flexion) {
  const Limb& limb = arms_[static_cast<std::size_t>(side)];
  const double sign = sign_of(side);
  pose_.rotations[limb.upper] = math::about({1.0, 0.0, 0.0}, -swing) * math::about({0.0, 0.0, 1.0}, -sign * lowered);
  pose_.rotations[limb.lower] = math::about({0.0, 1.0, 0.0}, -sign * flexion);
}

std::array<Quat, 3> Poser::arm_rotations(Side side) const {
  const Limb& limb = arms_[static_cast<std::size_t>(side)];
  return {pose_.rotations[limb.upper], pose_.rotations[limb.lower], pose_.rotations[limb.end]};
}

void Poser::blend_arm(Side side, const std::array<Quat, 3>& from, double share) {
  const Limb& limb = arms_[static_cast<std::size_t>(side)];
  const std::array bones{limb.upper, limb.lower, limb.end};
  for (std::size_t i = 0; i < bones.size(); ++i)
    pose_.rotations[bones[i]] = math::slerp(from[i], pose_.rotations[bones[i]], share);
}

void Poser::fingers(Side side, const std::array<double, 5>& curls, double spread) {
  if (fingers_.size() != 2) return;
  constexpr std::array kJointShare{1.2, 1.5, 1.1};  // radians of a full fist
  constexpr std::array kThumbShare{0.5, 0.6, 0.8};
  const double sign = sign_of(side);
  const auto& hand = fingers_[static_cast<std::size_t>(side)];
  for (std::size_t finger = 0; finger < 5; ++finger) {
    for (std::size_t joint = 0; joint < 3; ++joint) {
      // Fingers fold to the palm, which looks down in the T-pose; the thumb folds across it.
      const double angle = curls[finger] * (finger == 0 ? kThumbShare[joint] : kJointShare[joint]);
      const Vec3 axis = finger == 0 ? Vec3(0.35, 0.85 * sign, -0.4 * sign) : Vec3(0.0, 0.0, -sign);
      pose_.rotations[hand[finger][joint]] = math::about(glm::normalize(axis), angle);
    }
    const double aside = finger == 0 ? 0.0 : spread * (2.0 - static_cast<double>(finger));
    const std::size_t first = hand[finger][0];
    pose_.rotations[first] = math::about({0.0, 1.0, 0.0}, -sign * aside) * pose_.rotations[first];
  }
}

}  // namespace doppel::sim
