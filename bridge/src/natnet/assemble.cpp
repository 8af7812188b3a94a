// Matching, coordinates, and what stands in for poses that are missing.
// Bones are worked parents first, so that a bone that is not seen hangs on its parent as it last did.
#include "natnet/assemble.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace doppel::natnet {
namespace {

using math::Quat;
using math::Vec3;

Vec3 to_vec3(const Vector3& v) { return {v[0], v[1], v[2]}; }
Quat to_quat(const Quaternion& q) { return {q[3], q[0], q[1], q[2]}; }  // GLM takes w first
mocap::Vector3 to_array(const Vec3& v) { return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; }
mocap::Quaternion to_array(const Quat& q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}

/// q and -q are the same rotation; the one on the side of `before` is taken, so that what follows may interpolate.
Quat near_to(const Quat& q, const Quat& before) { return glm::dot(q, before) < 0.0 ? -q : q; }

/// Farther than this from the origin nothing is captured: such a number is a fault of the sender.
constexpr double kFarthest = 1.0e5;
constexpr double kShortestQuaternion = 0.5;
constexpr double kLongestQuaternion = 2.0;

}  // namespace

void FrameAssembler::set_descriptions(mocap::DescriptionsPointer descriptions) {
  std::vector<Skeleton> before = std::exchange(skeletons_, {});
  for (const mocap::SkeletonDescription& description : descriptions->skeletons) {
    Skeleton skeleton;
    skeleton.id = description.id;
    for (const mocap::BoneDescription& bone : description.bones) {
      skeleton.index_of.emplace(bone.id, skeleton.bones.size());
      Bone out;
      out.parent = bone.parent;
      out.offset = to_vec3(bone.offset);
      out.held = {out.offset, to_quat(bone.rest_rotation)};
      skeleton.bones.push_back(out);
    }
    // A skeleton that did not change goes on from where it is.
    const auto same = std::find_if(before.begin(), before.end(), [&](const Skeleton& other) {
      return other.id == skeleton.id && other.index_of == skeleton.index_of;
    });
    if (same != before.end()) {
      for (std::size_t i = 0; i < skeleton.bones.size(); ++i) skeleton.bones[i].held = same->bones[i].held;
    }
    skeletons_.push_back(std::move(skeleton));
  }
  bodies_.clear();
  body_index_of_.clear();
  for (const mocap::RigidBodyDescription& description : descriptions->rigid_bodies) {
    body_index_of_.emplace(description.id, bodies_.size());
    Body body;
    body.held.id = description.id;
    bodies_.push_back(body);
  }
  descriptions_ = std::move(descriptions);
}

bool FrameAssembler::read_pose(const BodyData& body, Pose& pose) const {
  const Vec3 position = to_vec3(to_y_up(body.position, up_));
  const Quat rotation = to_quat(to_y_up(body.orientation, up_));
  const double length = glm::length(rotation);
  // Comparisons with what is no number are false.
  const bool is_good = std::abs(position.x) < kFarthest && std::abs(position.y) < kFarthest && std::abs(position.z) < kFarthest &&
                       length > kShortestQuaternion && length < kLongestQuaternion;
  if (is_good) pose = {position, rotation / length};
  return is_good;
}

void FrameAssembler::take_bones(const SkeletonData& in, Skeleton& skeleton, AssembleReport& report) const {
  for (Bone& bone : skeleton.bones) bone.is_streamed = false;
  for (const BodyData& bone : in.bones) {
    // The skeleton's id is in the high word; a sender that leaves it out is understood too.
    auto at = skeleton.index_of.find(bone.id & 0xFFFF);
    if (at == skeleton.index_of.end()) at = skeleton.index_of.find(bone.id);
    if (at == skeleton.index_of.end() || !is_tracked(bone)) continue;
    Bone& out = skeleton.bones[at->second];
    out.is_streamed = read_pose(bone, out.streamed);
    if (!out.is_streamed) ++report.bad_values;
  }
}

mocap::Coordinates FrameAssembler::detect(const Skeleton& skeleton) const {
  std::size_t counted = 0;
  std::size_t as_local = 0;
  std::size_t as_global = 0;
  for (const Bone& bone : skeleton.bones) {
    if (bone.parent < 0 || !bone.is_streamed) continue;
    const Bone& parent = skeleton.bones[static_cast<std::size_t>(bone.parent)];
    const double length = glm::length(bone.offset);
    if (!parent.is_streamed || length < 2.0 * kCoordinatesTolerance) continue;
    ++counted;
    if (glm::distance(bone.streamed.position, bone.offset) < kCoordinatesTolerance) ++as_local;
    const double apart = glm::distance(bone.streamed.position, parent.streamed.position);
    if (std::abs(apart - length) < kCoordinatesTolerance) ++as_global;
  }
  if (counted < kCoordinatesBones) return mocap::Coordinates::kUnknown;
  const auto enough = static_cast<std::size_t>(std::ceil(kCoordinatesShare * static_cast<double>(counted)));
  if ((as_local >= enough) == (as_global >= enough)) return mocap::Coordinates::kUnknown;
  return as_local >= enough ? mocap::Coordinates::kLocal : mocap::Coordinates::kGlobal;
}

void FrameAssembler::make_local(Skeleton& skeleton) const {
  for (Bone& bone : skeleton.bones) {
    const bool is_root = bone.parent < 0;
    Pose local = bone.held;
    if (bone.is_streamed && (is_root || found_ == mocap::Coordinates::kLocal)) local = bone.streamed;
    if (!is_root && found_ == mocap::Coordinates::kGlobal) {
      const Pose& parent = skeleton.bones[static_cast<std::size_t>(bone.parent)].global;
      if (bone.is_streamed) {
        const Quat inverse = glm::conjugate(parent.rotation);
        local = {inverse * (bone.streamed.position - parent.position), inverse * bone.streamed.rotation};
        bone.global = bone.streamed;
      } else {
        bone.global = {parent.position + parent.rotation * local.position, parent.rotation * local.rotation};
      }
    } else {
      bone.global = local;
    }
    bone.held = {local.position, near_to(glm::normalize(local.rotation), bone.held.rotation)};
  }
}

void FrameAssembler::assemble_bodies(const FrameData& in, mocap::Frame& out, AssembleReport& report) {
  out.rigid_bodies.clear();
  std::vector<bool> is_there(bodies_.size());
  for (const BodyData& body : in.rigid_bodies) {
    const auto at = body_index_of_.find(body.id);
    if (at == body_index_of_.end()) {
      report.has_unknown_bodies = true;
      continue;
    }
    mocap::RigidBodyFrame& held = bodies_[at->second].held;
    is_there[at->second] = true;
    Pose pose;
    held.is_tracked = is_tracked(body);
    if (!held.is_tracked) continue;
    if (!read_pose(body, pose)) {
      ++report.bad_values;
      held.is_tracked = false;
      continue;
    }
    held.position = to_array(pose.position);
    held.rotation = to_array(near_to(pose.rotation, to_quat(held.rotation)));
    held.error = std::isfinite(body.mean_error) ? body.mean_error : 0.0F;
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (is_there[i]) out.rigid_bodies.push_back(bodies_[i].held);
  }
}

const SkeletonData* FrameAssembler::find_in(const FrameData& in, std::int32_t id) const {
  const auto at = std::find_if(in.skeletons.begin(), in.skeletons.end(), [&](const SkeletonData& item) { return item.id == id; });
  return at == in.skeletons.end() ? nullptr : &*at;
}

AssembleReport FrameAssembler::assemble(const FrameData& in, mocap::Frame& out) {
  AssembleReport report;
  out.revision = descriptions_ ? descriptions_->revision : 0;
  for (const SkeletonData& skeleton : in.skeletons) {
    const bool is_known =
        std::any_of(skeletons_.begin(), skeletons_.end(), [&](const Skeleton& known) { return known.id == skeleton.id; });
    if (!is_known) report.unknown_skeletons.push_back(skeleton.id);
  }
  std::size_t count = 0;
  for (Skeleton& skeleton : skeletons_) {
    const SkeletonData* streamed = find_in(in, skeleton.id);
    if (streamed == nullptr) continue;
    take_bones(*streamed, skeleton, report);
    if (wanted_ == mocap::Coordinates::kUnknown) {
      // The setting can be changed while streaming; a frame that is clear is believed at once, any other goes by the last clear
      // one.
      const mocap::Coordinates seen = detect(skeleton);
      if (seen != mocap::Coordinates::kUnknown) found_ = seen;
    }
    if (found_ == mocap::Coordinates::kUnknown) continue;
    make_local(skeleton);
    if (out.skeletons.size() <= count) out.skeletons.emplace_back();
    mocap::SkeletonFrame& frame = out.skeletons[count++];
    frame.id = skeleton.id;
    frame.bones.resize(skeleton.bones.size());
    for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
      const Bone& bone = skeleton.bones[i];
      frame.bones[i] = {to_array(bone.held.position), to_array(bone.held.rotation), bone.is_streamed};
    }
  }
  out.skeletons.resize(count);
  assemble_bodies(in, out, report);
  return report;
}

}  // namespace doppel::natnet
