// The table of names, and the walk that finds spine and neck.
// Sections 13.1 to 13.3 of the wire reference; Unreal's names are plausible, not seen in a stream.
#include "natnet/bone_names.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace doppel::natnet {
namespace {

constexpr std::array kTable = std::to_array<BoneNameRow>({
    {"hips", "Hip", "Hips", "Hips", "pelvis"},
    {"head", "Head", "Head", "Head", "head"},
    {"leftShoulder", "LShoulder", "LeftShoulder", "LeftCollar", "clavicle_l"},
    {"leftUpperArm", "LUArm", "LeftArm", "LeftShoulder", "upperarm_l"},
    {"leftLowerArm", "LFArm", "LeftForeArm", "LeftElbow", "lowerarm_l"},
    {"leftHand", "LHand", "LeftHand", "LeftWrist", "hand_l"},
    {"leftUpperLeg", "LThigh", "LeftUpLeg", "LeftHip", "thigh_l"},
    {"leftLowerLeg", "LShin", "LeftLeg", "LeftKnee", "calf_l"},
    {"leftFoot", "LFoot", "LeftFoot", "LeftAnkle", "foot_l"},
    {"leftToes", "LToe", "LeftToeBase", "LeftToe", "ball_l"},
    {"leftThumbMetacarpal", "LThumb1", "LeftHandThumb1", "LeftFinger0", "thumb_01_l"},
    {"leftThumbProximal", "LThumb2", "LeftHandThumb2", "LeftFinger01", "thumb_02_l"},
    {"leftThumbDistal", "LThumb3", "LeftHandThumb3", "LeftFinger02", "thumb_03_l"},
    {"leftIndexProximal", "LIndex1", "LeftHandIndex1", "LeftFinger1", "index_01_l"},
    {"leftIndexIntermediate", "LIndex2", "LeftHandIndex2", "LeftFinger11", "index_02_l"},
    {"leftIndexDistal", "LIndex3", "LeftHandIndex3", "LeftFinger12", "index_03_l"},
    {"leftMiddleProximal", "LMiddle1", "LeftHandMiddle1", "LeftFinger2", "middle_01_l"},
    {"leftMiddleIntermediate", "LMiddle2", "LeftHandMiddle2", "LeftFinger21", "middle_02_l"},
    {"leftMiddleDistal", "LMiddle3", "LeftHandMiddle3", "LeftFinger22", "middle_03_l"},
    {"leftRingProximal", "LRing1", "LeftHandRing1", "LeftFinger3", "ring_01_l"},
    {"leftRingIntermediate", "LRing2", "LeftHandRing2", "LeftFinger31", "ring_02_l"},
    {"leftRingDistal", "LRing3", "LeftHandRing3", "LeftFinger32", "ring_03_l"},
    {"leftLittleProximal", "LPinky1", "LeftHandPinky1", "LeftFinger4", "pinky_01_l"},
    {"leftLittleIntermediate", "LPinky2", "LeftHandPinky2", "LeftFinger41", "pinky_02_l"},
    {"leftLittleDistal", "LPinky3", "LeftHandPinky3", "LeftFinger42", "pinky_03_l"},
    {"rightShoulder", "RShoulder", "RightShoulder", "RightCollar", "clavicle_r"},
    {"rightUpperArm", "RUArm", "RightArm", "RightShoulder", "upperarm_r"},
    {"rightLowerArm", "RFArm", "RightForeArm", "RightElbow", "lowerarm_r"},
    {"rightHand", "RHand", "RightHand", "RightWrist", "hand_r"},
    {"rightUpperLeg", "RThigh", "RightUpLeg", "RightHip", "thigh_r"},
    {"rightLowerLeg", "RShin", "RightLeg", "RightKnee", "calf_r"},
    {"rightFoot", "RFoot", "RightFoot", "RightAnkle", "foot_r"},
    {"rightToes", "RToe", "RightToeBase", "RightToe", "ball_r"},
    {"rightThumbMetacarpal", "RThumb1", "RightHandThumb1", "RightFinger0", "thumb_01_r"},
    {"rightThumbProximal", "RThumb2", "RightHandThumb2", "RightFinger01", "thumb_02_r"},
    {"rightThumbDistal", "RThumb3", "RightHandThumb3", "RightFinger02", "thumb_03_r"},
    {"rightIndexProximal", "RIndex1", "RightHandIndex1", "RightFinger1", "index_01_r"},
    {"rightIndexIntermediate", "RIndex2", "RightHandIndex2", "RightFinger11", "index_02_r"},
    {"rightIndexDistal", "RIndex3", "RightHandIndex3", "RightFinger12", "index_03_r"},
    {"rightMiddleProximal", "RMiddle1", "RightHandMiddle1", "RightFinger2", "middle_01_r"},
    {"rightMiddleIntermediate", "RMiddle2", "RightHandMiddle2", "RightFinger21", "middle_02_r"},
    {"rightMiddleDistal", "RMiddle3", "RightHandMiddle3", "RightFinger22", "middle_03_r"},
    {"rightRingProximal", "RRing1", "RightHandRing1", "RightFinger3", "ring_01_r"},
    {"rightRingIntermediate", "RRing2", "RightHandRing2", "RightFinger31", "ring_02_r"},
    {"rightRingDistal", "RRing3", "RightHandRing3", "RightFinger32", "ring_03_r"},
    {"rightLittleProximal", "RPinky1", "RightHandPinky1", "RightFinger4", "pinky_01_r"},
    {"rightLittleIntermediate", "RPinky2", "RightHandPinky2", "RightFinger41", "pinky_02_r"},
    {"rightLittleDistal", "RPinky3", "RightHandPinky3", "RightFinger42", "pinky_03_r"},
});

/// Names of spine and neck links, for skeletons in which the walk finds none (no head, no shoulders).
struct ChainNames {
  Naming naming;
  std::array<std::string_view, 5> spine;
  std::string_view neck;
};
constexpr std::array kChainNames = std::to_array<ChainNames>({
    {Naming::kMotive, {"Ab", "Spine2", "Spine3", "Spine4", "Chest"}, "Neck"},
    {Naming::kFbx, {"Spine", "Spine1", "Spine2", "Spine3", "Spine4"}, "Neck"},
    {Naming::kBvh, {"Chest", "Chest2", "Chest3", "Chest4", "Chest5"}, "Neck"},
    {Naming::kUnreal, {"spine_01", "spine_02", "spine_03", "spine_04", "spine_05"}, "neck_01"},
    {Naming::kUnknown, {"spine", "chest", "upperChest", "", ""}, "neck"},
});

constexpr std::array<std::string_view, 3> kSpine{"spine", "chest", "upperChest"};
constexpr std::array<std::string_view, 1> kNeck{"neck"};

/// One skeleton while its bones get their names.
class Walk {
 public:
  Walk(std::span<const std::string> names, std::span<const std::int32_t> parents)
      : names_(names), parents_(parents), naming_(detect_naming(names)), canonical_(names.size()) {}

  std::vector<std::string> run();

 private:
  std::optional<std::size_t> find(std::string_view canonical) const;
  std::optional<std::size_t> named(std::string_view name) const;
  std::vector<std::size_t> path_to_root(std::size_t bone) const;
  std::optional<std::size_t> shoulder_girdle() const;
  void name_chain(const std::vector<std::size_t>& chain, std::span<const std::string_view> targets, const std::string& extra);
  std::vector<std::size_t> between(std::size_t below, std::size_t above) const;
  std::vector<std::size_t> spine_by_names() const;

  std::span<const std::string> names_;
  std::span<const std::int32_t> parents_;
  Naming naming_;
  std::vector<std::string> canonical_;
};

std::optional<std::size_t> Walk::find(std::string_view canonical) const {
  const auto at = std::find(canonical_.begin(), canonical_.end(), canonical);
  return at == canonical_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - canonical_.begin()));
}

std::optional<std::size_t> Walk::named(std::string_view name) const {
  const auto at = std::find(names_.begin(), names_.end(), name);
  return at == names_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - names_.begin()));
}

// The bone itself first. Parents that go round in a circle end the path.
std::vector<std::size_t> Walk::path_to_root(std::size_t bone) const {
  std::vector<std::size_t> path{bone};
  while (parents_[path.back()] >= 0 && path.size() <= names_.size()) {
    path.push_back(static_cast<std::size_t>(parents_[path.back()]));
  }
  return path;
}

// The bone from which both arms go out: the nearest that is above both.
std::optional<std::size_t> Walk::shoulder_girdle() const {
  for (const auto& [left, right] : {std::pair{"leftShoulder", "rightShoulder"}, std::pair{"leftUpperArm", "rightUpperArm"}}) {
    const std::optional<std::size_t> a = find(left);
    const std::optional<std::size_t> b = find(right);
    if (!a || !b) continue;
    const std::vector<std::size_t> others = path_to_root(*b);
    for (const std::size_t bone : path_to_root(*a)) {
      if (std::find(others.begin(), others.end(), bone) != others.end()) return bone;
    }
  }
  return std::nullopt;
}

// Bones above `below`, up to `above` and with it, from below; empty where the one is not over the other.
std::vector<std::size_t> Walk::between(std::size_t below, std::size_t above) const {
  std::vector<std::size_t> path = path_to_root(above);
  const auto end = std::find(path.begin(), path.end(), below);
  if (end == path.end()) return {};
  path.erase(end, path.end());
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<std::size_t> Walk::spine_by_names() const {
  std::vector<std::size_t> chain;
  for (const ChainNames& names : kChainNames) {
    if (names.naming != naming_) continue;
    for (const std::string_view name : names.spine) {
      const std::optional<std::size_t> bone = name.empty() ? std::nullopt : named(name);
      if (bone) chain.push_back(*bone);
    }
  }
  return chain;
}

void Walk::name_chain(const std::vector<std::size_t>& chain, std::span<const std::string_view> targets,
                      const std::string& extra) {
  const std::size_t groups = std::min(chain.size(), targets.size());
  for (std::size_t group = 0; group < groups; ++group) {
    canonical_[chain[(group + 1) * chain.size() / groups - 1]] = targets[group];
  }
  int number = 0;
  for (const std::size_t bone : chain) {
    if (canonical_[bone].empty()) canonical_[bone] = extra + std::to_string(++number);
  }
}

std::vector<std::string> Walk::run() {
  for (const BoneNameRow& row : kTable) {
    const std::optional<std::size_t> bone = named(name_in(row, naming_));
    if (bone && canonical_[*bone].empty()) canonical_[*bone] = row.canonical;
  }
  // Some exports call the root by the skeleton's name.
  const auto root = std::find(parents_.begin(), parents_.end(), -1);
  const auto root_index = static_cast<std::size_t>(root - parents_.begin());
  if (root != parents_.end() && naming_ != Naming::kUnknown && !find("hips") && canonical_[root_index].empty()) {
    canonical_[root_index] = "hips";
  }
  const std::optional<std::size_t> hips = find("hips");
  const std::optional<std::size_t> girdle = shoulder_girdle();
  const std::optional<std::size_t> head = find("head");
  std::vector<std::size_t> spine = hips && girdle ? between(*hips, *girdle) : std::vector<std::size_t>{};
  if (spine.empty()) spine = spine_by_names();
  name_chain(spine, kSpine, "spineExtra");
  std::vector<std::size_t> neck;
  if (head && !spine.empty()) neck = between(spine.back(), *head);
  if (!neck.empty()) neck.pop_back();  // the head itself
  if (!head) {
    for (const ChainNames& names : kChainNames) {
      if (names.naming == naming_ && named(names.neck)) neck = {*named(names.neck)};
    }
  }
  name_chain(neck, kNeck, "neckExtra");
  return std::move(canonical_);
}

}  // namespace

std::span<const BoneNameRow> bone_name_table() { return kTable; }

std::string_view name_in(const BoneNameRow& row, Naming naming) {
  switch (naming) {
    case Naming::kMotive: return row.motive;
    case Naming::kFbx: return row.fbx;
    case Naming::kBvh: return row.bvh;
    case Naming::kUnreal: return row.unreal;
    case Naming::kUnknown: break;
  }
  return row.canonical;
}

Naming detect_naming(std::span<const std::string> names) {
  const auto has = [&](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  if (has("LUArm") || has("LThigh")) return Naming::kMotive;
  if (has("LeftUpLeg") || has("LeftForeArm")) return Naming::kFbx;
  if (has("LeftElbow") || has("LeftKnee")) return Naming::kBvh;
  if (has("thigh_l") || has("upperarm_l")) return Naming::kUnreal;
  return Naming::kUnknown;
}

std::string_view without_prefix(std::string_view bone, std::string_view skeleton) {
  const bool has_prefix = bone.size() > skeleton.size() + 1 && bone.starts_with(skeleton) && bone[skeleton.size()] == '_';
  return has_prefix && !skeleton.empty() ? bone.substr(skeleton.size() + 1) : bone;
}

std::vector<std::string> canonical_names(std::span<const std::string> names, std::span<const std::int32_t> parents) {
  return Walk(names, parents).run();
}

}  // namespace doppel::natnet
