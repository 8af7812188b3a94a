// Frames of a server -> the bridge's frames: matched to the descriptions by id, local, Y up, of unit length, continuous in sign.
// It judges no order and no time (frame_order.hpp, clock.hpp), and opens no socket.
#pragma once

#include <unordered_map>
#include <vector>

#include "math/quat.hpp"
#include "mocap/description.hpp"
#include "mocap/frame.hpp"
#include "mocap/status.hpp"
#include "natnet/axes.hpp"
#include "natnet/frame_data.hpp"

namespace doppel::natnet {

/// A bone's streamed position is its description's offset (local), or is as far from its parent's as that offset is long
/// (global). Metres; the reference's own test.
inline constexpr double kCoordinatesTolerance = 0.005;
/// Of the bones that can tell, so many must agree.
inline constexpr double kCoordinatesShare = 0.8;
/// With fewer bones than this of a length above the tolerance a skeleton tells nothing.
inline constexpr std::size_t kCoordinatesBones = 3;

struct AssembleReport {
  /// Poses that were no numbers; the last good ones stand in the frame.
  std::uint32_t bad_values = 0;
  /// Ids in the frame that are not described.
  std::vector<std::int32_t> unknown_skeletons;
  bool has_unknown_bodies = false;
};

class FrameAssembler {
 public:
  /// `coordinates` kUnknown: found out from the frames.
  FrameAssembler(mocap::Coordinates coordinates, UpAxis up) : wanted_(coordinates), found_(coordinates), up_(up) {}

  void set_descriptions(mocap::DescriptionsPointer descriptions);
  /// Writes skeletons, rigid bodies and revision of `out`. While the coordinates are not found out there are no skeletons.
  AssembleReport assemble(const FrameData& in, mocap::Frame& out);
  /// Below 2.6 there is no flag of tracking: everything counts as tracked.
  void set_has_params(bool has_params) { has_params_ = has_params; }
  /// As set or found out; kUnknown before.
  mocap::Coordinates coordinates() const { return found_; }

 private:
  struct Pose {
    math::Vec3 position{0.0};
    math::Quat rotation{math::kIdentity};
  };
  struct Bone {
    std::int32_t parent = -1;
    math::Vec3 offset{0.0};
    Pose held;      // local; the last good one, at first the rest pose
    Pose streamed;  // of this frame, in whatever coordinates
    Pose global;    // scratch
    bool is_streamed = false;
  };
  struct Skeleton {
    std::int32_t id = 0;
    std::vector<Bone> bones;
    std::unordered_map<std::int32_t, std::size_t> index_of;
  };
  struct Body {
    mocap::RigidBodyFrame held;
  };

  const SkeletonData* find_in(const FrameData& in, std::int32_t id) const;
  void take_bones(const SkeletonData& in, Skeleton& skeleton, AssembleReport& report) const;
  bool is_tracked(const BodyData& body) const { return !has_params_ || (body.params & kBodyTracked) != 0; }
  bool read_pose(const BodyData& body, Pose& pose) const;
  mocap::Coordinates detect(const Skeleton& skeleton) const;
  void make_local(Skeleton& skeleton) const;
  void assemble_bodies(const FrameData& in, mocap::Frame& out, AssembleReport& report);

  mocap::Coordinates wanted_;
  mocap::Coordinates found_;
  UpAxis up_;
  bool has_params_ = true;
  mocap::DescriptionsPointer descriptions_;
  std::vector<Skeleton> skeletons_;
  std::unordered_map<std::int32_t, std::size_t> body_index_of_;
  std::vector<Body> bodies_;
};

}  // namespace doppel::natnet
