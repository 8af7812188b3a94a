// Bodies for tests: skeletons of any proportions, rest pose and local axes, with joints named as VRM names them; and poses of
// them. They are no avatars: there is no skin.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "random_motion.hpp"
#include "rig/human_rig.hpp"
#include "rig/local_to_model.hpp"
#include "rig/rest_adapter.hpp"

namespace doppel::test {

using math::Quat;
using math::Vec3;

struct BodyShape {
  double leg = 1.0;  // times 0.8 m
  double arm = 1.0;  // times 0.5 m
  double hand = 1.0;
  double torso = 1.0;
  double ankle = 0.08;       // metres
  double arm_degrees = 0.0;  // rest: how far the arms hang below level
  double heading = 0.0;      // radians the rest pose is turned by
  int spine_joints = 3;      // of the torso, 0 and up
  int neck_joints = 1;
  bool has_fingers = true;
  bool has_shoulders = true;
  bool has_toes = true;
  std::uint32_t axes = 0;    // seed of random local axes; 0: all joints aligned with the world
  double scale_above = 1.0;  // of a node above the hips: centimetre rigs have 100
  bool is_mirrored_above = false;
  Quat turn_above{math::kIdentity};  // of that node
};

class BodyBuilder {
 public:
  explicit BodyBuilder(const BodyShape& shape) : shape_(shape) { build(); }

  std::vector<rig::JointDescription> joints() const {
    std::vector<rig::JointDescription> out;
    RandomMotion random(shape_.axes);
    const Vec3 mirror(shape_.is_mirrored_above ? -1.0 : 1.0, 1.0, 1.0);
    const glm::dmat4 root = math::matrix_of({{0.3, -0.2, 0.1}, shape_.turn_above, mirror * shape_.scale_above});
    std::vector<glm::dmat4> world{root};
    out.push_back({"root", rig::kNoJoint, {{0.3, -0.2, 0.1}, shape_.turn_above, mirror * shape_.scale_above}});
    std::vector<Quat> axes;
    for (std::size_t i = 0; i < placed_.size(); ++i) axes.push_back(shape_.axes == 0 ? math::kIdentity : random.rotation());
    const double parent_scale = shape_.scale_above;
    for (std::size_t i = 0; i < placed_.size(); ++i) {
      const Placed& p = placed_[i];
      const glm::dmat4& above = world[static_cast<std::size_t>(p.parent + 1)];
      const Vec3 at = glm::inverse(above) * glm::dvec4(p.at, 1.0);
      Quat local = axes[i];
      if (p.parent >= 0 || (!shape_.is_mirrored_above && shape_.turn_above == math::kIdentity)) {
        const Quat parent_axes = p.parent < 0 ? math::kIdentity : axes[static_cast<std::size_t>(p.parent)];
        local = glm::conjugate(parent_axes) * axes[i];
      }
      (void)parent_scale;
      out.push_back({p.name, p.parent + 1, {at, local, Vec3(1.0)}});
      world.push_back(above * math::matrix_of(out.back().local));
    }
    return out;
  }

 private:
  struct Placed {
    std::string name;
    int parent;
    Vec3 at;
  };
  int add(const std::string& name, int parent, const Vec3& at) {
    placed_.push_back({name, parent, math::yaw(shape_.heading) * at});
    return static_cast<int>(placed_.size()) - 1;
  }
  void build() {
    const double leg = 0.8 * shape_.leg;
    const double hips = leg + shape_.ankle + 0.06;
    const int root = add("hips", -1, {0, hips, 0});
    int last = root;
    double y = hips;
    static const char* const kSpine[] = {"spine", "chest", "upperChest"};
    for (int i = 0; i < shape_.spine_joints; ++i) {
      y += 0.36 * shape_.torso / shape_.spine_joints;
      last = add(shape_.spine_joints <= 3 ? kSpine[i] : "spine" + std::to_string(i), last, {0, y, 0});
    }
    const int chest = last;
    const double neck_y = hips + 0.5 * shape_.torso;
    for (int i = 0; i < shape_.neck_joints; ++i)
      last = add("neck" + (i == 0 ? std::string() : std::to_string(i)), last, {0, neck_y + 0.05 * i, 0});
    last = add("head", last, {0, neck_y + 0.1, 0.02});
    add("leftEye", last, {0.03, neck_y + 0.17, 0.09});
    add("rightEye", last, {-0.03, neck_y + 0.17, 0.09});
    for (const double side : {1.0, -1.0}) {
      build_leg(side, root, hips - 0.06);
      build_arm(side, chest, neck_y - 0.04);
    }
  }
  void build_leg(double side, int root, double thigh) {
    const std::string s = side > 0 ? "left" : "right";
    const double half = 0.4 * shape_.leg;
    int last = add(s + "UpperLeg", root, {side * 0.09, thigh, 0});
    last = add(s + "LowerLeg", last, {side * 0.09, thigh - half, 0});
    last = add(s + "Foot", last, {side * 0.09, thigh - 2 * half, 0});
    if (shape_.has_toes) add(s + "Toes", last, {side * 0.09, 0.02, 0.14});
  }
  void build_arm(double side, int chest, double y) {
    const std::string s = side > 0 ? "left" : "right";
    const Quat hang = math::about(math::kForward, -side * shape_.arm_degrees * math::kRadian);
    const Vec3 shoulder(side * 0.16, y, -0.01);
    const auto at = [&](double x, double z = 0.0) { return shoulder + hang * Vec3(side * x, 0.0, z); };
    int last = shape_.has_shoulders ? add(s + "Shoulder", chest, {side * 0.04, y, 0}) : chest;
    last = add(s + "UpperArm", last, shoulder);
    last = add(s + "LowerArm", last, at(0.27 * shape_.arm));
    const double wrist = 0.5 * shape_.arm;
    const int hand = add(s + "Hand", last, at(wrist));
    if (!shape_.has_fingers) return;
    const double h = shape_.hand;
    const auto finger = [&](const std::string& name, const char* const(&joints)[3], double x, double z, double length,
                            double out) {
      int parent = hand;
      for (int i = 0; i < 3; ++i) parent = add(s + name + joints[i], parent, at(wrist + h * (x + length * i), h * (z + out * i)));
    };
    finger("Thumb", {"Metacarpal", "Proximal", "Distal"}, 0.02, 0.03, 0.025, 0.018);
    finger("Index", {"Proximal", "Intermediate", "Distal"}, 0.09, 0.025, 0.03, 0.0);
    finger("Middle", {"Proximal", "Intermediate", "Distal"}, 0.092, 0.005, 0.032, 0.0);
    finger("Ring", {"Proximal", "Intermediate", "Distal"}, 0.088, -0.015, 0.03, 0.0);
    finger("Little", {"Proximal", "Intermediate", "Distal"}, 0.08, -0.032, 0.024, 0.0);
  }

  BodyShape shape_;
  std::vector<Placed> placed_;
};

/// A skeleton with everything that is compiled from it.
struct Body {
  rig::Skeleton skeleton;
  rig::HumanoidMap map;
  rig::HumanRig rig;
  rig::RestAdapter adapter;

  explicit Body(const BodyShape& shape, const rig::RigOptions& options = {})
      : skeleton(BodyBuilder(shape).joints()),
        map(rig::map_humanoid(skeleton)),
        rig(rig::make_human_rig(skeleton, map, options)),
        adapter(skeleton, rig) {}
  explicit Body(const rig::Skeleton& joints)
      : skeleton(joints), map(rig::map_humanoid(skeleton)), rig(rig::make_human_rig(skeleton, map)), adapter(skeleton, rig) {}
};

/// The ankle's true height goes with the shape: mesh measurements know it.
inline Body make_body(const BodyShape& shape) { return Body(shape, {shape.ankle, {}}); }

/// Local transforms that give a skeleton the turns and the hips of a human pose.
inline rig::Pose pose_of(const Body& body, const rig::HumanPose& human) {
  rig::Pose pose = rig::Pose::rest_of(body.skeleton);
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    if (!body.rig.has(bone)) continue;
    pose.rotations[static_cast<std::size_t>(body.rig.joints[bone])] = body.adapter.local_rotation(body.rig, human, bone);
  }
  pose.translations[static_cast<std::size_t>(body.rig.joints[0])] = body.adapter.hips_translation(human.positions[0]);
  return pose;
}

inline rig::ModelPose model_of(const rig::Skeleton& skeleton, const rig::Pose& pose) {
  rig::ModelPose model = rig::ModelPose::rest_of(skeleton);
  rig::LocalToModel{&skeleton, &pose, 0, {}, &model}.run();
  return model;
}

/// A pose by joint angles: each bone turned against the one it hangs on. T where nothing is given.
struct JointAngles {
  std::map<std::string, Quat> turns;
  Vec3 hips_moved{0.0};
  double heading = 0.0;
};

inline rig::HumanPose human_pose(const Body& body, const JointAngles& angles) {
  rig::HumanPose pose;
  for (std::size_t i = 0; i < body.rig.count; ++i) {
    const std::size_t bone = body.rig.order[i];
    const int parent = body.rig.parents[bone];
    const Quat above = parent == rig::kNoBone ? math::yaw(angles.heading) : pose.rotations[static_cast<std::size_t>(parent)];
    const auto turn = angles.turns.find(std::string(kHumanBones[bone]));
    pose.rotations[bone] = turn == angles.turns.end() ? above : above * turn->second;
  }
  pose.positions[0] = body.rig.t_positions[0] + angles.hips_moved;
  rig::place(body.rig, 1.0, pose);
  return pose;
}

/// Turns of a performer in motion: every bone at random within what bodies do.
inline JointAngles random_angles(RandomMotion& random, double size = 0.6) {
  JointAngles angles;
  for (const std::string_view bone : kHumanBones) angles.turns[std::string(bone)] = random.rotation_within(size);
  angles.hips_moved = random.vector(0.5);
  angles.heading = random.uniform(-3.0, 3.0);
  return angles;
}

inline std::size_t bone(std::string_view name) { return *human_bone_index(name); }

}  // namespace doppel::test
