// Offsets of Motive's sample skeleton (section 12.2 of the wire reference), with fingers of our own.
// Left is +X; the right side is its mirror image.
#include "sim/skeleton.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace doppel::sim {
namespace {

using math::Vec3;
using natnet::Naming;

constexpr double kFirstSpine = 0.076;  // hips to the lowest spine bone
constexpr double kSpine = 0.204;       // from there to the girdle, over all other spine bones
constexpr double kNeck = 0.203;        // girdle to neck
constexpr double kHead = 0.130;        // neck to head, over all neck bones

struct Finger {
  const char* name;
  Vec3 root;  // in the left hand
  std::array<Vec3, 2> links;
};

const std::array<Finger, 5>& fingers() {
  static const std::array<Finger, 5> kFingers{{
      {"Thumb", {0.025, -0.012, 0.030}, {{{0.034, -0.006, 0.026}, {0.026, 0.0, 0.014}}}},
      {"Index", {0.094, 0.0, 0.028}, {{{0.040, 0.0, 0.003}, {0.024, 0.0, 0.001}}}},
      {"Middle", {0.096, 0.002, 0.005}, {{{0.044, 0.0, 0.0}, {0.027, 0.0, 0.0}}}},
      {"Ring", {0.090, 0.0, -0.016}, {{{0.040, 0.0, -0.002}, {0.026, 0.0, -0.001}}}},
      {"Little", {0.082, -0.004, -0.035}, {{{0.031, 0.0, -0.004}, {0.019, 0.0, -0.002}}}},
  }};
  return kFingers;
}

std::string chain_name(Naming naming, bool is_neck, int index, int count) {
  const std::string number = std::to_string(index + 1);
  const std::string previous = index == 0 ? "" : std::to_string(index);
  switch (naming) {
    case Naming::kMotive:
      if (is_neck) return index == 0 ? "Neck" : "Neck" + number;
      if (index == 0) return "Ab";
      return index + 1 == count ? "Chest" : "Spine" + number;
    case Naming::kFbx: return (is_neck ? "Neck" : "Spine") + previous;
    case Naming::kBvh: return (is_neck ? "Neck" : "Chest") + (index == 0 ? "" : number);
    case Naming::kUnreal: return (is_neck ? "neck_0" : "spine_0") + number;
    case Naming::kUnknown: break;
  }
  return (is_neck ? "neckLink" : "spineLink") + number;
}

/// Adds bones one after another, in the order of Motive's list, toes and fingers last.
class Builder {
 public:
  explicit Builder(const SkeletonShape& shape) : shape_(shape), scale_(shape.height / kReferenceHeight) {}
  Skeleton build();

 private:
  std::int32_t add(const std::string& name, std::int32_t parent, const Vec3& offset) {
    skeleton_.bones.push_back({"", name, parent, static_cast<std::int32_t>(skeleton_.bones.size()) + 1, offset * scale_});
    return static_cast<std::int32_t>(skeleton_.bones.size()) - 1;
  }
  std::int32_t add_known(const std::string& canonical, std::int32_t parent, const Vec3& offset);
  std::int32_t add_arm(const std::string& side, double sign, std::int32_t girdle, double lift);
  std::int32_t add_leg(const std::string& side, double sign, std::int32_t hips);
  void add_fingers(const std::string& side, double sign, std::int32_t hand);
  void order_wire(const std::array<std::size_t, 2>& toes);

  SkeletonShape shape_;
  double scale_;
  Skeleton skeleton_;
};

std::int32_t Builder::add_known(const std::string& canonical, std::int32_t parent, const Vec3& offset) {
  for (const natnet::BoneNameRow& row : natnet::bone_name_table()) {
    if (row.canonical == canonical) return add(std::string(natnet::name_in(row, shape_.naming)), parent, offset);
  }
  return add(canonical, parent, offset);
}

std::int32_t Builder::add_arm(const std::string& side, double sign, std::int32_t girdle, double lift) {
  const std::int32_t shoulder = add_known(side + "Shoulder", girdle, {sign * 0.037, 0.181 + lift, -0.002});
  const std::int32_t upper = add_known(side + "UpperArm", shoulder, {sign * 0.119, 0.0, 0.0});
  const std::int32_t lower = add_known(side + "LowerArm", upper, {sign * 0.286, 0.0, 0.0});
  return add_known(side + "Hand", lower, {sign * 0.228, 0.0, 0.0});
}

std::int32_t Builder::add_leg(const std::string& side, double sign, std::int32_t hips) {
  const std::int32_t upper = add_known(side + "UpperLeg", hips, {sign * 0.093, 0.0, 0.0});
  const std::int32_t lower = add_known(side + "LowerLeg", upper, {0.0, -0.407, 0.0});
  const std::int32_t foot = add_known(side + "Foot", lower, {0.0, -0.421, 0.0});
  return add_known(side + "Toes", foot, {0.0, -0.060, 0.139});
}

void Builder::add_fingers(const std::string& side, double sign, std::int32_t hand) {
  for (const Finger& finger : fingers()) {
    const bool is_thumb = std::string_view(finger.name) == "Thumb";
    const std::array<const char*, 3> parts =
        is_thumb ? std::array{"Metacarpal", "Proximal", "Distal"} : std::array{"Proximal", "Intermediate", "Distal"};
    const auto mirrored = [&](const Vec3& v) { return Vec3(sign * v.x, v.y, v.z); };
    std::int32_t at = add_known(side + finger.name + parts[0], hand, mirrored(finger.root));
    for (std::size_t i = 0; i < finger.links.size(); ++i) {
      at = add_known(side + finger.name + parts[i + 1], at, mirrored(finger.links[i]));
    }
  }
}

void Builder::order_wire(const std::array<std::size_t, 2>& toes) {
  std::vector<std::size_t>& order = skeleton_.wire_order;
  for (std::size_t i = 0; i < skeleton_.bones.size(); ++i) {
    if (std::find(toes.begin(), toes.end(), i) == toes.end()) order.push_back(i);
  }
  order.insert(order.end(), toes.begin(), toes.end());
}

Skeleton Builder::build() {
  const int spine_count = std::clamp(shape_.spine_bones, 1, 7);
  const int neck_count = std::clamp(shape_.neck_bones, 1, 3);
  const std::int32_t hips = add_known("hips", -1, {0.0, kHipHeight, 0.0});
  std::int32_t girdle = hips;
  for (int i = 0; i < spine_count; ++i) {
    const double rise = i == 0 ? kFirstSpine : kSpine / (spine_count - 1);
    girdle = add(chain_name(shape_.naming, false, i, spine_count), girdle, {0.0, rise, 0.0});
  }
  // A single spine bone is the girdle; shoulders and neck stay where they are.
  const double lift = spine_count == 1 ? kSpine : 0.0;
  std::int32_t neck = girdle;
  for (int i = 0; i < neck_count; ++i) {
    const Vec3 offset = i == 0 ? Vec3(0.0, kNeck + lift, 0.018) : Vec3(0.0, kHead, -0.019) / static_cast<double>(neck_count);
    neck = add(chain_name(shape_.naming, true, i, neck_count), neck, offset);
  }
  add_known("head", neck, Vec3(0.0, kHead, -0.019) / static_cast<double>(neck_count));
  const std::int32_t left_hand = add_arm("left", 1.0, girdle, lift);
  const std::int32_t right_hand = add_arm("right", -1.0, girdle, lift);
  const auto left_toes = static_cast<std::size_t>(add_leg("left", 1.0, hips));
  const auto right_toes = static_cast<std::size_t>(add_leg("right", -1.0, hips));
  if (shape_.has_fingers) {
    add_fingers("left", 1.0, left_hand);
    add_fingers("right", -1.0, right_hand);
  }
  order_wire({left_toes, right_toes});

  std::vector<std::string> names;
  std::vector<std::int32_t> parents;
  for (const Bone& bone : skeleton_.bones) {
    names.push_back(bone.name);
    parents.push_back(bone.parent);
  }
  const std::vector<std::string> canonical = natnet::canonical_names(names, parents);
  for (std::size_t i = 0; i < canonical.size(); ++i) skeleton_.bones[i].canonical = canonical[i];
  return std::move(skeleton_);
}

}  // namespace

std::optional<std::size_t> Skeleton::find(std::string_view canonical) const {
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (bones[i].canonical == canonical) return i;
  }
  return std::nullopt;
}

Skeleton make_skeleton(const SkeletonShape& shape) { return Builder(shape).build(); }

void to_global(const Skeleton& skeleton, const Pose& pose, std::vector<GlobalBone>& out) {
  out.resize(skeleton.bones.size());
  for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
    const Bone& bone = skeleton.bones[i];
    if (bone.parent < 0) {
      out[i] = {pose.root, pose.rotations[i]};
      continue;
    }
    const GlobalBone& parent = out[static_cast<std::size_t>(bone.parent)];
    out[i] = {parent.position + parent.rotation * bone.offset, parent.rotation * pose.rotations[i]};
  }
}

}  // namespace doppel::sim
