// Places for props on hands and head, and the props that hang there.
// It draws nothing and loads nothing.
#include "solve/attachments.hpp"

#include <algorithm>

namespace doppel::solve {
namespace {

struct SlotRest {
  std::size_t bone;
  math::Vec3 unity_offset;  // from the bone in T, Unity's signs, metres at scale 1
  double unity_pitch;       // degrees about X
};

// The seed's Target nodes.
constexpr std::array<SlotRest, kSlotCount> kSlots{{
    {17, {-0.039, -0.022, 0.0}, 90.0},
    {18, {0.039, -0.022, 0.0}, 90.0},
    {10, {0.0, 0.16, 0.0}, 0.0},
}};

bool is_finite(const RigidPose& pose) { return math::is_finite(pose.position) && math::is_finite(pose.rotation); }

}  // namespace

std::array<RigidPose, kSlotCount> slot_poses(const rig::HumanRig& rig, const rig::HumanPose& pose, double scale,
                                             double head_scale) {
  std::array<RigidPose, kSlotCount> out;
  for (std::size_t i = 0; i < kSlotCount; ++i) {
    const SlotRest& rest = kSlots[i];
    if (!rig.has(rest.bone)) {
      out[i] = {pose.positions[0], pose.rotations[0]};
      continue;
    }
    const double size = scale * (static_cast<Slot>(i) == Slot::kHead ? head_scale : 1.0);
    const math::Quat& turn = pose.rotations[rest.bone];
    out[i].position = pose.positions[rest.bone] + turn * (size * math::from_unity(rest.unity_offset));
    out[i].rotation = math::unit(turn * math::from_unity_euler({rest.unity_pitch, 0.0, 0.0}));
  }
  return out;
}

PropSet::Prop* PropSet::find_own(std::uint32_t id) {
  if (id == 0) return nullptr;
  const auto at = std::find_if(props_.begin(), props_.end(), [id](const Prop& prop) { return prop.id == id; });
  return at == props_.end() ? nullptr : &*at;
}

const PropSet::Prop* PropSet::find(std::uint32_t id) const {
  if (id == 0) return nullptr;
  const auto at = std::find_if(props_.begin(), props_.end(), [id](const Prop& prop) { return prop.id == id; });
  return at == props_.end() ? nullptr : &*at;
}

bool PropSet::add(std::uint32_t id, PropType type, const RigidPose& pose) {
  if (id == 0 || find(id) != nullptr || !is_finite(pose)) return false;
  const auto free = std::find_if(props_.begin(), props_.end(), [](const Prop& prop) { return prop.id == 0; });
  if (free == props_.end()) return false;
  *free = {id, type, {pose.position, math::unit(pose.rotation)}};
  return true;
}

bool PropSet::remove(std::uint32_t id) {
  Prop* const prop = find_own(id);
  if (prop == nullptr) return false;
  *prop = {};
  return true;
}

bool PropSet::place(std::uint32_t id, const RigidPose& pose) {
  Prop* const prop = find_own(id);
  if (prop == nullptr || prop->avatar != 0 || !is_finite(pose)) return false;
  prop->pose = {pose.position, math::unit(pose.rotation)};
  return true;
}

bool PropSet::attach(std::uint32_t id, std::uint32_t avatar, Slot slot) {
  Prop* const prop = find_own(id);
  if (prop == nullptr || avatar == 0 || static_cast<std::size_t>(slot) >= kSlotCount) return false;
  prop->avatar = avatar;
  prop->slot = slot;
  return true;
}

bool PropSet::detach(std::uint32_t id) {
  Prop* const prop = find_own(id);
  if (prop == nullptr || prop->avatar == 0) return false;
  prop->avatar = 0;
  return true;
}

void PropSet::release(std::uint32_t avatar) {
  for (Prop& prop : props_) {
    if (prop.avatar == avatar) prop.avatar = 0;
  }
}

bool PropSet::set_type(std::uint32_t id, PropType type) {
  Prop* const prop = find_own(id);
  if (prop == nullptr) return false;
  prop->type = type;
  return true;
}

bool PropSet::set_seat(std::uint32_t id, const math::Vec3& seat) {
  Prop* const prop = find_own(id);
  if (prop == nullptr || !math::is_finite(seat)) return false;
  prop->seat = seat;
  return true;
}

void PropSet::follow(std::uint32_t avatar, const std::array<RigidPose, kSlotCount>& slots) noexcept {
  for (Prop& prop : props_) {
    if (prop.id != 0 && prop.avatar == avatar) prop.pose = slots[static_cast<std::size_t>(prop.slot)];
  }
}

std::size_t PropSet::at_slot(std::uint32_t avatar, Slot slot, std::span<std::uint32_t> ids) const {
  std::size_t count = 0;
  for (const Prop& prop : props_) {
    if (prop.id == 0 || prop.avatar == 0 || prop.avatar != avatar || prop.slot != slot || count == ids.size()) continue;
    ids[count++] = prop.id;
  }
  return count;
}

}  // namespace doppel::solve
