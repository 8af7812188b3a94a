// Places for props on hands and head: a Target node with an Offset node under it per slot, and the props that hang there (B9).
// It draws nothing and loads nothing; a prop is a number and a pose.
#pragma once

#include <cstdint>
#include <span>

#include "base/body_parameter.hpp"
#include "math/transform.hpp"
#include "rig/human_pose.hpp"

namespace doppel::solve {

enum class Slot : std::uint8_t { kLeftHand, kRightHand, kHead };
inline constexpr std::size_t kSlotCount = 3;
inline constexpr std::size_t kMaxProps = 64;

struct RigidPose {
  math::Vec3 position{0.0};  // world, metres
  math::Quat rotation{math::kIdentity};
};

/// The Offset nodes of the three slots in the world. `scale`: of the avatar; the head's slot grows with `head_scale` as well.
/// Slots whose bone is missing stand at the hips.
std::array<RigidPose, kSlotCount> slot_poses(const rig::HumanRig& rig, const rig::HumanPose& pose, double scale,
                                             double head_scale);

/// Props of a scene, by id; at most kMaxProps. Ids are the caller's, unique, not 0.
class PropSet {
 public:
  struct Prop {
    std::uint32_t id = 0;  // 0: free
    PropType type = PropType::kNone;
    RigidPose pose{};          // world
    math::Vec3 seat{0.0};      // from its origin, in its own axes: what hands reach for and hips sit on; a chair's seat
    std::uint32_t avatar = 0;  // that it hangs on, 0: none
    Slot slot = Slot::kLeftHand;
  };

  /// False: all places are taken, or the id is 0 or known.
  bool add(std::uint32_t id, PropType type, const RigidPose& pose);
  bool remove(std::uint32_t id);
  /// Moves a prop that hangs nowhere (a tracked rigid body, or by hand). False: unknown, attached, or not finite.
  bool place(std::uint32_t id, const RigidPose& pose);
  /// From the next `follow` on the prop stands at the slot's Offset node, without an offset of its own.
  bool attach(std::uint32_t id, std::uint32_t avatar, Slot slot);
  /// The prop keeps its pose in the world.
  bool detach(std::uint32_t id);
  /// Detaches all that hang on an avatar that goes.
  void release(std::uint32_t avatar);
  bool set_type(std::uint32_t id, PropType type);
  bool set_seat(std::uint32_t id, const math::Vec3& seat);

  /// Moves what hangs on an avatar to its slots.
  void follow(std::uint32_t avatar, const std::array<RigidPose, kSlotCount>& slots) noexcept;

  const Prop* find(std::uint32_t id) const;
  /// All places; those with id 0 are free.
  std::span<const Prop> all() const { return props_; }
  /// Ids at a slot, in the order of their places; how many were written.
  std::size_t at_slot(std::uint32_t avatar, Slot slot, std::span<std::uint32_t> ids) const;

 private:
  Prop* find_own(std::uint32_t id);
  std::array<Prop, kMaxProps> props_{};
};

}  // namespace doppel::solve
