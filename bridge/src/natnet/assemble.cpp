// Which skeletons and bodies a frame has, and where their poses stand. What becomes of bones is in assemble_bones.cpp.
// Nothing is allocated once the lists have been seen.
#include "natnet/assemble.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/quat.hpp"

namespace doppel::natnet {

void FrameAssembler::set_descriptions(mocap::DescriptionsPointer descriptions) {
  take_back();
  std::vector<Skeleton> before = std::exchange(skeletons_, {});
  for (const mocap::SkeletonDescription& description : descriptions->skeletons) {
    Skeleton skeleton;
    skeleton.id = description.id;
    for (const mocap::BoneDescription& bone : description.bones) {
      skeleton.index_of.emplace(bone.id, static_cast<std::int32_t>(skeleton.bones.size()));
      Bone out;
      out.parent = bone.parent;
      out.offset = bone.offset;
      const double length = glm::length(math::Vec3(bone.offset[0], bone.offset[1], bone.offset[2]));
      if (length >= 2.0 * kCoordinatesTolerance) {
        out.nearest = static_cast<float>((length - kCoordinatesTolerance) * (length - kCoordinatesTolerance));
        out.farthest = static_cast<float>((length + kCoordinatesTolerance) * (length + kCoordinatesTolerance));
      }
      skeleton.bones.push_back(out);
      skeleton.held.push_back({bone.offset, bone.rest_rotation, false});
    }
    skeleton.places.resize(skeleton.bones.size());
    // A skeleton that did not change goes on from where it is.
    const auto same = std::find_if(before.begin(), before.end(), [&](const Skeleton& other) {
      return other.id == skeleton.id && other.index_of == skeleton.index_of;
    });
    if (same != before.end()) skeleton.held = same->held;
    skeletons_.push_back(std::move(skeleton));
  }
  bodies_.clear();
  body_index_of_.clear();
  for (const mocap::RigidBodyDescription& description : descriptions->rigid_bodies) {
    body_index_of_.emplace(description.id, bodies_.size());
    mocap::RigidBodyFrame body;
    body.id = description.id;
    bodies_.push_back(body);
  }
  descriptions_ = std::move(descriptions);
}

void FrameAssembler::assemble_bodies(const FrameData& in, AssembleReport& report) {
  frame_.rigid_bodies.clear();
  is_body_there_.assign(bodies_.size(), 0);
  for (const BodyData& body : in.rigid_bodies) {
    const auto at = body_index_of_.find(body.id);
    if (at == body_index_of_.end()) {
      report.has_unknown_bodies = true;
      continue;
    }
    mocap::RigidBodyFrame& held = bodies_[at->second];
    is_body_there_[at->second] = 1;
    mocap::BonePose pose;
    held.is_tracked = is_tracked(body);
    if (!held.is_tracked) continue;
    if (!read_pose(body, pose)) {
      ++report.bad_values;
      held.is_tracked = false;
      continue;
    }
    held.position = pose.position;
    held.rotation = near_to(pose.rotation, held.rotation);
    held.error = std::isfinite(body.mean_error) ? body.mean_error : 0.0F;
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (is_body_there_[i] != 0) frame_.rigid_bodies.push_back(bodies_[i]);
  }
}

const SkeletonData* FrameAssembler::find_in(const FrameData& in, std::int32_t id, std::size_t guess) const {
  if (guess < in.skeletons.size() && in.skeletons[guess].id == id) return &in.skeletons[guess];
  const auto at = std::find_if(in.skeletons.begin(), in.skeletons.end(), [&](const SkeletonData& item) { return item.id == id; });
  return at == in.skeletons.end() ? nullptr : &*at;
}

void FrameAssembler::take_back() {
  for (std::size_t i = 0; i < lent_.size(); ++i) skeletons_[lent_[i]].held.swap(frame_.skeletons[i].bones);
  lent_.clear();
}

void FrameAssembler::lend() {
  for (std::size_t i = 0; i < skeletons_.size(); ++i) {
    if (!skeletons_[i].is_in_frame) continue;
    if (frame_.skeletons.size() <= lent_.size()) frame_.skeletons.emplace_back();
    mocap::SkeletonFrame& out = frame_.skeletons[lent_.size()];
    out.id = skeletons_[i].id;
    out.bones.swap(skeletons_[i].held);
    lent_.push_back(i);
  }
  frame_.skeletons.resize(lent_.size());
}

void FrameAssembler::note_unknown(const FrameData& in, AssembleReport& report) const {
  for (std::size_t i = 0; i < in.skeletons.size(); ++i) {
    const std::int32_t id = in.skeletons[i].id;
    if (i < skeletons_.size() && skeletons_[i].id == id) continue;
    const auto is_it = [id](const Skeleton& known) { return known.id == id; };
    if (std::none_of(skeletons_.begin(), skeletons_.end(), is_it)) report.unknown_skeletons.push_back(id);
  }
}

AssembleReport FrameAssembler::assemble(const FrameData& in) {
  AssembleReport report;
  frame_.revision = descriptions_ ? descriptions_->revision : 0;
  take_back();
  note_unknown(in, report);
  bool is_told = wanted_ != mocap::Coordinates::kUnknown;
  const std::size_t first = turn_++ % std::max<std::size_t>(1, skeletons_.size());
  for (std::size_t k = 0; k < skeletons_.size(); ++k) {
    const std::size_t i = first + k < skeletons_.size() ? first + k : first + k - skeletons_.size();
    const SkeletonData* streamed = find_in(in, skeletons_[i].id, i);
    skeletons_[i].is_in_frame = streamed != nullptr && take_skeleton(*streamed, skeletons_[i], is_told, report);
  }
  lend();
  assemble_bodies(in, report);
  return report;
}

}  // namespace doppel::natnet
