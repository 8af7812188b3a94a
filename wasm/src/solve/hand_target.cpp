// Where an avatar's hand shall be.
// It weighs no limb and bends no elbow.
#include "solve/hand_target.hpp"

#include <algorithm>

#include "rig/palm.hpp"
#include "solve/limb_weights.hpp"

namespace doppel::solve {
namespace {

constexpr double kHeadForward = 0.25;  // of the head's size: the middle of a head from its joint
constexpr double kHeadUp = 0.35;
constexpr double kHeadRadius = 0.55;
constexpr double kChestRadius = 0.42;  // of the shoulder width
constexpr double kChestUp = 0.55;      // of the way from hips to the line between the upper arms
constexpr double kHipsRadius = 0.55;   // of the hip width
constexpr double kHipsUp = 0.3;        // the belly: hands that hang beside the thighs touch nothing
constexpr double kHipsForward = 0.2;
constexpr double kHandShare = 0.18;  // wrist to knuckles, of the arm: hands without fingers
constexpr double kTouching = 0.02;   // metres: parts nearer than this count alike
constexpr double kLeastSize = 1e-4;  // metres

std::size_t chest_bone(const rig::HumanRig& rig) {
  for (const std::size_t bone : {54U, 8U, 7U}) {
    if (rig.has(bone)) return bone;
  }
  return kHumanBoneCount;
}

}  // namespace

BodyParts make_body_parts(const rig::HumanRig& rig) {
  BodyParts out;
  const rig::BodyMeasures& m = rig.measures;
  for (BodyPart& part : out.parts) part.bone = kHumanBoneCount;
  if (rig.has(10)) out.parts[0] = {10, Vec3(0.0, kHeadUp, kHeadForward) * m.head, m.head, kHeadRadius * m.head};
  const std::size_t chest = chest_bone(rig);
  if (chest != kHumanBoneCount && m.shoulder_width > kLeastSize) {
    const Vec3 shoulders = 0.5 * (rig.t_positions[13] + rig.t_positions[14]);
    const Vec3 center = rig.t_positions[0] + kChestUp * (shoulders - rig.t_positions[0]);
    out.parts[1] = {chest, center - rig.t_positions[chest], m.shoulder_width, kChestRadius * m.shoulder_width};
  }
  if (m.hip_width > kLeastSize)
    out.parts[2] = {0, Vec3(0.0, kHipsUp, kHipsForward) * m.hip_width, m.hip_width, kHipsRadius * m.hip_width};
  for (const std::size_t side : {0U, 1U}) {
    if (!rig.has(17 + side)) continue;
    const auto position = [&rig](std::size_t bone) { return rig.t_positions[bone]; };
    const Vec3 guessed = kHandShare * m.arm[side] * (side == 0 ? math::kLeft : -math::kLeft);
    out.knuckles[side] = rig::hand_direction(rig.joints, side, position).value_or(guessed);
  }
  return out;
}

bool HandTarget::validate() const {
  return source_rig != nullptr && source_parts != nullptr && source != nullptr && target_parts != nullptr && target != nullptr &&
         space != nullptr && side < 2;
}

bool HandTarget::run() noexcept {
  contact = 0.0;
  if (!validate() || !source_rig->has(17 + side)) return false;
  const std::size_t hand = 17 + side;
  world_target = space->point(source->positions[hand]);
  const Vec3 touching = source->positions[hand] + source->rotations[hand] * source_parts->knuckles[side];
  const double body_size =
      source_rig->measures.height > 0.1 ? source_rig->measures.height / LimbWeightsJob::kReferenceHeight : 1.0;
  Vec3 sum(0.0);
  double total = 0.0;
  for (std::size_t i = 0; i < kPartCount; ++i) {
    const BodyPart& from = source_parts->parts[i];
    const BodyPart& to = target_parts->parts[i];
    if (from.bone == kHumanBoneCount || to.bone == kHumanBoneCount || from.size < kLeastSize) continue;
    const Vec3 center = source->positions[from.bone] + source->rotations[from.bone] * from.center;
    const double surface = glm::distance(touching, center) - from.radius;
    contact = std::max(contact, near_weight(surface, 0.5 * contact_distance * body_size, contact_distance * body_size));
    // The nearest part counts, and others by how near they are: defined at any distance, so that nothing jumps as contact ends.
    const double closeness = 1.0 / (std::max(surface, 0.0) / body_size + kTouching);
    const double weight = closeness * closeness * closeness * closeness;
    if (!(weight > 0.0)) continue;
    const Vec3 local = glm::conjugate(source->rotations[from.bone]) * (touching - center) / from.size;
    const double scale = space->scale * (i == 0 ? head_scale : 1.0);
    const Vec3 there = target->positions[to.bone] + target->rotations[to.bone] * (scale * (to.center + to.size * local));
    sum += weight * there;
    total += weight;
  }
  contact_target = world_target;
  if (!(total > 0.0) || !math::is_finite(sum)) return true;
  contact_target = sum / total - target->rotations[hand] * (space->scale * target_parts->knuckles[side]);
  return true;
}

Vec3 HandTarget::blended(double reach_weight, double contact_weight) const {
  const double total = reach_weight + contact_weight;
  if (!(contact_weight > 0.0) || !(total > 0.0)) return world_target;
  return (reach_weight * world_target + contact_weight * contact_target) / total;
}

}  // namespace doppel::solve
