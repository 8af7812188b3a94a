// Performers stand in rows of five; each does its motion about its own place and a little later than the one before.
// Local and global poses come from the same pose, so that one take can be compared in both.
#include "sim/scene.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace doppel::sim {
namespace {

using math::Quat;
using math::Vec3;

constexpr double kPlaceApart = 1.5;   // between performers, metres
constexpr double kWalkerApart = 4.6;  // ... when any of them walks
constexpr int kRow = 5;
constexpr double kTimeShift = 0.37;  // between performers, seconds

natnet::Vector3 wire(const Vec3& v, natnet::UpAxis up) {
  return natnet::from_y_up(natnet::Vector3{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}, up);
}
natnet::Quaternion wire(const Quat& q, natnet::UpAxis up) {
  const natnet::Quaternion out{static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                               static_cast<float>(q.w)};
  return natnet::from_y_up(out, up);
}

std::string performer_name(std::size_t index, bool is_rough) {
  // Names with the separator in them; rough: bytes that are no UTF-8.
  return (is_rough ? "Performer\xFF_" : "Performer_") + std::to_string(index + 1);
}

}  // namespace

Scene::Scene(const SimOptions& options) : options_(options), random_(options.faults.seed) {
  check(options_);
  make_performers();
}

void Scene::make_performers() {
  performers_.clear();
  const std::vector<MotionKind> kinds =
      options_.motions.empty() ? std::vector{MotionKind::kWalk, MotionKind::kSit, MotionKind::kClap, MotionKind::kWave}
                               : options_.motions;
  const auto count = static_cast<std::size_t>(options_.performers);
  double apart = kPlaceApart;
  for (std::size_t i = 0; i < count; ++i) {
    if (!options_.bvh.empty() || kinds[i % kinds.size()] == MotionKind::kWalk) apart = kWalkerApart;
  }
  for (std::size_t i = 0; i < count; ++i) {
    Performer performer;
    performer.kind = kinds[i % kinds.size()];
    performer.motion =
        options_.bvh.empty() ? make_motion(performer.kind, options_.shape) : make_bvh_motion(options_.bvh, options_.shape.height);
    const auto in_row = static_cast<double>(i % kRow);
    const auto row = static_cast<double>(i / kRow);  // NOLINT(bugprone-integer-division): whole rows
    const auto row_length = static_cast<double>(std::min<std::size_t>(count, kRow));
    performer.place = Vec3((in_row - 0.5 * (row_length - 1.0)) * apart, 0.0, -row * apart);
    performer.time_shift = static_cast<double>(i) * kTimeShift;
    performer.name = performer_name(i, options_.faults.is_rough);
    performers_.push_back(std::move(performer));
  }
}

void Scene::set_naming(natnet::Naming naming) {
  options_.shape.naming = naming;
  make_performers();
}

std::size_t Scene::skeleton_count() const { return performers_.size() - (is_last_hidden_ && !performers_.empty() ? 1 : 0); }

natnet::SkeletonModel Scene::describe(const Performer& performer, std::int32_t id, bool is_left_handed) const {
  natnet::SkeletonModel model{performer.name, id, {}};
  const Skeleton& skeleton = performer.motion->skeleton();
  for (const std::size_t index : skeleton.wire_order) {
    const Bone& bone = skeleton.bones[index];
    natnet::BodyModel out;
    out.name = performer.name + "_" + bone.name;
    out.id = bone.id;
    out.parent_id = bone.parent < 0 ? 0 : skeleton.bones[static_cast<std::size_t>(bone.parent)].id;
    out.offset = wire(bone.offset, options_.up_axis);
    if (is_left_handed) out.offset[0] = -out.offset[0];
    model.bones.push_back(std::move(out));
  }
  return model;
}

natnet::ModelDef Scene::model_def(const natnet::Version& version) const {
  const bool is_left_handed = natnet::Layout::of(version).left_handed_descriptions;
  natnet::ModelDef out;
  const auto add_body = [&](const std::string& name, std::int32_t id) {
    natnet::BodyModel body;
    body.name = name;
    body.id = id;
    for (const Vec3& marker : {Vec3(0.05, 0.0, 0.0), Vec3(-0.05, 0.0, 0.02), Vec3(0.0, 0.06, -0.03)}) {
      body.marker_positions.push_back(wire(marker, options_.up_axis));
      body.marker_labels.push_back(0);
      body.marker_names.push_back("Marker " + std::to_string(body.marker_names.size() + 1));
    }
    out.models.emplace_back(std::move(body));
  };
  for (int i = 0; i < options_.props; ++i) add_body("Prop_" + std::to_string(i + 1), kFirstPropId + i);
  for (std::size_t i = 0; i < performers_.size(); ++i) {
    if (performers_[i].kind == MotionKind::kSit && options_.bvh.empty()) {
      add_body("Chair_" + std::to_string(i + 1), kFirstChairId + static_cast<std::int32_t>(i));
    }
  }
  if (options_.faults.is_rough) out.models.emplace_back(natnet::UnknownModel{7, {1, 2, 3, 4, 5}});
  if (!options_.describes_skeletons) return out;
  for (std::size_t i = 0; i < skeleton_count(); ++i) {
    const Performer& performer = performers_[i];
    out.models.emplace_back(describe(performer, kFirstSkeletonId + static_cast<std::int32_t>(i), is_left_handed));
    out.models.emplace_back(natnet::MarkerSetModel{performer.name, {}});
  }
  return out;
}

Quat Scene::rough_sign(const Quat& q) { return options_.faults.is_rough && random_() % 2 == 0 ? -q : q; }

void Scene::add_performer(std::size_t index, double seconds, natnet::FrameData& out) {
  Performer& performer = performers_[index];
  const std::int32_t id = kFirstSkeletonId + static_cast<std::int32_t>(index);
  const Skeleton& skeleton = performer.motion->skeleton();
  performer.motion->pose(seconds + performer.time_shift, pose_);
  pose_.root += performer.place;
  if (!options_.is_local) to_global(skeleton, pose_, globals_);
  natnet::SkeletonData data{id, {}};
  data.bones.reserve(skeleton.bones.size());
  for (const std::size_t at : skeleton.wire_order) {
    const Bone& bone = skeleton.bones[at];
    natnet::BodyData body;
    body.id = id << 16 | bone.id;
    const Vec3 local = bone.parent < 0 ? pose_.root : bone.offset;
    body.position = wire(options_.is_local ? local : globals_[at].position, options_.up_axis);
    body.orientation = wire(rough_sign(options_.is_local ? pose_.rotations[at] : globals_[at].rotation), options_.up_axis);
    body.mean_error = 0.0005F;
    body.params = natnet::kBodyTracked;
    data.bones.push_back(std::move(body));
  }
  for (int i = 0; i < options_.markers; ++i) {
    const double turn = 2.0 * std::numbers::pi * i / options_.markers;
    const Vec3 place = pose_.root + Vec3(0.2 * std::cos(turn), 0.01 * i - 0.3, 0.2 * std::sin(turn));
    out.labeled_markers.push_back({id << 16 | (i + 1), wire(place, options_.up_axis), 0.014F, 0x0A, 0.0005F});
  }
  out.skeletons.push_back(std::move(data));
}

void Scene::add_bodies(double seconds, natnet::FrameData& out) const {
  const auto add = [&](std::int32_t id, const Vec3& position, const Quat& rotation) {
    natnet::BodyData body;
    body.id = id;
    body.position = wire(position, options_.up_axis);
    body.orientation = wire(rotation, options_.up_axis);
    body.mean_error = 0.0004F;
    body.params = natnet::kBodyTracked;
    out.rigid_bodies.push_back(std::move(body));
  };
  for (int i = 0; i < options_.props; ++i) {
    const double turn = 0.8 * seconds + i;
    add(kFirstPropId + i, Vec3(0.6 * std::sin(turn) + i, 1.0 + 0.1 * std::sin(2.3 * turn), 1.2 + 0.3 * std::cos(turn)),
        math::about(glm::normalize(Vec3(0.2, 1.0, 0.1)), turn));
  }
  for (std::size_t i = 0; i < performers_.size(); ++i) {
    if (performers_[i].kind != MotionKind::kSit || !options_.bvh.empty()) continue;
    const double scale = options_.shape.height / kReferenceHeight;
    add(kFirstChairId + static_cast<std::int32_t>(i), performers_[i].place + chair_position(scale), math::kIdentity);
  }
}

void Scene::frame(std::int32_t number, natnet::FrameData& out) {
  const double seconds = static_cast<double>(number) / options_.rate;
  out.number = number;
  out.timestamp = seconds;
  out.latency = static_cast<float>(seconds);
  out.rigid_bodies.clear();
  out.skeletons.clear();
  out.labeled_markers.clear();
  if (options_.sends_skeletons) {
    for (std::size_t i = 0; i < skeleton_count(); ++i) add_performer(i, seconds, out);
  }
  add_bodies(seconds, out);
}

}  // namespace doppel::sim
