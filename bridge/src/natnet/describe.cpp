// Skeletons are sorted by walking down from the root, so that order and gaps of ids do not matter.
// A bone whose parent is not there, or that is its own ancestor, cannot be placed and is left out.
#include "natnet/describe.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "natnet/bone_names.hpp"

namespace doppel::natnet {
namespace {

bool is_finite(const Vector3& v) {
  return std::all_of(v.begin(), v.end(), [](float x) { return std::isfinite(x); });
}

mocap::Quaternion unit_or_identity(const Quaternion& q) {
  const float length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!std::isfinite(length) || length < 1e-6F) return mocap::kIdentity;
  return {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
}

/// Places the bones of one skeleton parents first.
class SkeletonSorter {
 public:
  SkeletonSorter(const SkeletonModel& model, const Version& version, UpAxis up, std::vector<std::string>& faults)
      : model_(model), layout_(Layout::of(version)), up_(up), faults_(faults) {}

  std::optional<mocap::SkeletonDescription> sort();

 private:
  bool is_root(const BodyModel& bone) const { return bone.parent_id <= 0 || bone.parent_id == bone.id; }
  void place(const BodyModel& bone, std::int32_t parent);
  void place_children();
  void note(const std::string& what) { faults_.push_back("skeleton '" + model_.name + "': " + what); }

  const SkeletonModel& model_;
  Layout layout_;
  UpAxis up_;
  std::vector<std::string>& faults_;
  mocap::SkeletonDescription out_;
  std::set<std::int32_t> placed_;
};

void SkeletonSorter::place(const BodyModel& bone, std::int32_t parent) {
  placed_.insert(bone.id);
  mocap::BoneDescription out;
  out.id = bone.id;
  out.parent = parent;
  out.name = without_prefix(bone.name, model_.name);
  Vector3 offset = bone.offset;
  if (!is_finite(offset)) {
    note("the offset of bone '" + bone.name + "' is not a number and taken as 0");
    offset = {};
  }
  if (layout_.left_handed_descriptions) offset[0] = -offset[0];
  out.offset = to_y_up(offset, up_);
  out.rest_rotation = to_y_up(unit_or_identity(bone.rotation), up_);
  out_.bones.push_back(std::move(out));
}

void SkeletonSorter::place_children() {
  for (std::size_t at = 0; at < out_.bones.size(); ++at) {
    const std::int32_t id = out_.bones[at].id;
    for (const BodyModel& bone : model_.bones) {
      if (!is_root(bone) && bone.parent_id == id && !placed_.contains(bone.id)) place(bone, static_cast<std::int32_t>(at));
    }
  }
}

std::optional<mocap::SkeletonDescription> SkeletonSorter::sort() {
  if (model_.bones.empty() || model_.bones.size() > kMostBones) {
    note("has " + std::to_string(model_.bones.size()) + " bones, 1 to " + std::to_string(kMostBones) + " can be used");
    return std::nullopt;
  }
  out_.id = model_.id;
  out_.name = model_.name;
  for (const BodyModel& bone : model_.bones) {
    if (!is_root(bone)) continue;
    if (!placed_.contains(bone.id)) place(bone, out_.bones.empty() ? -1 : 0);
  }
  if (out_.bones.empty()) {
    note("has no root");
    return std::nullopt;
  }
  place_children();
  if (out_.bones.size() < model_.bones.size()) {
    note(std::to_string(model_.bones.size() - out_.bones.size()) + " bones have no place under the root and are left out");
  }
  std::vector<std::string> names;
  std::vector<std::int32_t> parents;
  for (const mocap::BoneDescription& bone : out_.bones) {
    names.push_back(bone.name);
    parents.push_back(bone.parent);
  }
  const std::vector<std::string> canonical = canonical_names(names, parents);
  for (std::size_t i = 0; i < canonical.size(); ++i) out_.bones[i].canonical = canonical[i];
  return std::move(out_);
}

template <class Item>
bool has_id(const std::vector<Item>& items, std::int32_t id) {
  return std::any_of(items.begin(), items.end(), [&](const Item& item) { return item.id == id; });
}

}  // namespace

Described describe(const ModelDef& model_def, const Version& version, UpAxis up) {
  Described out;
  mocap::Descriptions& descriptions = out.descriptions;
  for (const Model& model : model_def.models) {
    if (const auto* skeleton = std::get_if<SkeletonModel>(&model)) {
      if (has_id(descriptions.skeletons, skeleton->id) || descriptions.skeletons.size() >= kMostSkeletons) {
        out.faults.push_back("skeleton '" + skeleton->name + "' has an id that another has, or is one too many; it is left out");
        continue;
      }
      auto sorted = SkeletonSorter(*skeleton, version, up, out.faults).sort();
      if (sorted) descriptions.skeletons.push_back(std::move(*sorted));
    } else if (const auto* body = std::get_if<BodyModel>(&model)) {
      if (has_id(descriptions.rigid_bodies, body->id) || descriptions.rigid_bodies.size() >= kMostRigidBodies) {
        out.faults.push_back("rigid body '" + body->name + "' has an id that another has, or is one too many; it is left out");
        continue;
      }
      mocap::RigidBodyDescription description{body->id, body->name, {}};
      for (const Vector3& marker : body->marker_positions) {
        if (is_finite(marker)) description.markers.push_back(to_y_up(marker, up));
      }
      descriptions.rigid_bodies.push_back(std::move(description));
    }
  }
  return out;
}

bool same_descriptions(const mocap::Descriptions& a, const mocap::Descriptions& b) {
  const auto same_bone = [](const mocap::BoneDescription& x, const mocap::BoneDescription& y) {
    return x.id == y.id && x.parent == y.parent && x.name == y.name && x.canonical == y.canonical && x.offset == y.offset &&
           x.rest_rotation == y.rest_rotation;
  };
  const auto same_skeleton = [&](const mocap::SkeletonDescription& x, const mocap::SkeletonDescription& y) {
    return x.id == y.id && x.name == y.name &&
           std::equal(x.bones.begin(), x.bones.end(), y.bones.begin(), y.bones.end(), same_bone);
  };
  const auto same_body = [](const mocap::RigidBodyDescription& x, const mocap::RigidBodyDescription& y) {
    return x.id == y.id && x.name == y.name && x.markers == y.markers;
  };
  return std::equal(a.skeletons.begin(), a.skeletons.end(), b.skeletons.begin(), b.skeletons.end(), same_skeleton) &&
         std::equal(a.rigid_bodies.begin(), a.rigid_bodies.end(), b.rigid_bodies.begin(), b.rigid_bodies.end(), same_body);
}

}  // namespace doppel::natnet
