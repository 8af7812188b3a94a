// Frames of a server -> the bridge's frames: matched to the descriptions by id, local, Y up, of unit length, continuous in sign.
// Lists in assemble.cpp, bones in assemble_bones.cpp. It judges no order and no time (frame_order.hpp, clock.hpp), and opens no
// socket.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

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
  /// Writes skeletons, rigid bodies and revision of `frame`. While the coordinates are not found out there are no skeletons.
  AssembleReport assemble(const FrameData& in);
  /// The same one for good, so that no pose is copied into it. What `assemble` does not write is the caller's.
  mocap::Frame& frame() { return frame_; }
  /// Below 2.6 there is no flag of tracking: everything counts as tracked.
  void set_has_params(bool has_params) { has_params_ = has_params; }
  /// As set or found out; kUnknown before.
  mocap::Coordinates coordinates() const { return found_; }

 private:
  /// Of a described bone, what a frame is judged by.
  struct Bone {
    std::int32_t parent = -1;
    mocap::Vector3 offset{};
    /// Squared distances from the parent between which it lies in global coordinates; `farthest` 0: too short to tell anything.
    float nearest = 0.0F;
    float farthest = 0.0F;
  };
  /// Where a streamed bone went: servers keep their order.
  struct Place {
    std::int32_t id = 0;
    std::int32_t bone = -1;  // -1: not described
  };
  struct Skeleton {
    std::int32_t id = 0;
    std::vector<Bone> bones;
    /// Local, the last good ones, at first the rest pose; tracked: those of the last frame. Between two calls those of skeletons
    /// that are in the frame stand there.
    std::vector<mocap::BonePose> held;
    std::unordered_map<std::int32_t, std::int32_t> index_of;
    std::vector<Place> places;
    bool is_in_frame = false;
  };

  void lend();
  void take_back();
  void note_unknown(const FrameData& in, AssembleReport& report) const;
  const SkeletonData* find_in(const FrameData& in, std::int32_t id, std::size_t guess) const;
  /// -1: not described.
  static std::int32_t place_of(Skeleton& skeleton, std::span<const Place> places, std::size_t streamed, std::int32_t id);
  static std::int32_t look_up(Skeleton& skeleton, std::size_t streamed, std::int32_t id);
  template <class Use>
  void each_tracked(const SkeletonData& in, Skeleton& skeleton, const Use& use) const;
  void take_bones(const SkeletonData& in, Skeleton& skeleton, AssembleReport& report);
  void hold_body(const BodyData& bone, mocap::BonePose& held, AssembleReport& report) const;
  void take_local(const SkeletonData& in, Skeleton& skeleton, AssembleReport& report) const;
  bool stays_local(const SkeletonData& in, Skeleton& skeleton, AssembleReport& report);
  bool take_skeleton(const SkeletonData& in, Skeleton& skeleton, bool& is_told, AssembleReport& report);
  bool is_tracked(const BodyData& body) const { return !has_params_ || (body.params & kBodyTracked) != 0; }
  static mocap::Quaternion near_to(const mocap::Quaternion& q, const mocap::Quaternion& before);
  bool read_pose(const BodyData& body, mocap::BonePose& pose) const;
  template <mocap::Coordinates kind>
  static bool fits(const Skeleton& skeleton, const std::vector<mocap::BonePose>& poses);
  mocap::Coordinates detect(const Skeleton& skeleton) const;
  void hold_local(Skeleton& skeleton) const;
  void hold_global(Skeleton& skeleton);
  void assemble_bodies(const FrameData& in, AssembleReport& report);

  mocap::Coordinates wanted_;
  mocap::Coordinates found_;
  UpAxis up_;
  bool has_params_ = true;
  mocap::DescriptionsPointer descriptions_;
  std::vector<Skeleton> skeletons_;
  mocap::Frame frame_;
  /// Which of `skeletons_` has its poses in the frame, by the frame's order.
  std::vector<std::size_t> lent_;
  /// Which skeleton is asked first for its coordinates: another one at each frame.
  std::size_t turn_ = 0;
  std::unordered_map<std::int32_t, std::size_t> body_index_of_;
  std::vector<mocap::RigidBodyFrame> bodies_;
  /// Scratch of one skeleton: its bones as streamed, in whatever coordinates, by the description's order; tracked: usable.
  std::vector<mocap::BonePose> streamed_;
  std::vector<mocap::BonePose> global_;
  std::vector<std::uint8_t> is_body_there_;
};

}  // namespace doppel::natnet
