// BVH files as performers: the file's own skeleton, turned into a T-pose whose bones' frames are parallel to the world, as
// Motive's are. It reads what the common writers write; what it cannot read it refuses with the line.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "sim/motion.hpp"

namespace doppel::sim {
namespace {

using math::Quat;
using math::Vec3;

/// Hips to ankle of a body of 1.75 m standing in a T-pose; files are in any unit, so lengths are set by the legs.
constexpr double kLegLength = 0.828;
constexpr std::size_t kMostJoints = 400;
constexpr std::size_t kMostValues = 50'000'000;

struct Channel {
  bool is_rotation = false;
  int axis = 0;
};

struct Joint {
  std::string name;
  std::int32_t parent = -1;
  Vec3 offset{0.0};
  Vec3 end{0.0};  // of its end site; 0 without one
  std::vector<Channel> channels;
};

struct Take {
  std::vector<Joint> joints;
  double frame_time = 0.0;
  std::size_t frames = 0;
  std::size_t stride = 0;
  std::vector<float> values;
};

/// Words of the file with the line they are on.
class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), file_(path) {
    if (!file_) throw Error(ErrorCode::kInvalidArgument, "BVH file '" + path + "' cannot be opened");
  }
  Take read();

 private:
  std::string word() {
    std::string text;
    while (!(line_ >> text)) {
      std::string next;
      if (!std::getline(file_, next)) fail("more text", "the end of the file");
      ++number_;
      line_ = std::istringstream(next);
    }
    return text;
  }
  double number() {
    const std::string text = word();
    std::istringstream stream(text);
    stream.imbue(std::locale::classic());
    double value = 0.0;
    if (!(stream >> value) || !std::isfinite(value)) fail("a number", "'" + text + "'");
    return value;
  }
  void expect(std::string_view wanted) {
    const std::string text = word();
    if (text != wanted) fail("'" + std::string(wanted) + "'", "'" + text + "'");
  }
  [[noreturn]] void fail(const std::string& wanted, const std::string& got) const {
    throw Error(ErrorCode::kInvalidArgument,
                "BVH file '" + path_ + "', line " + std::to_string(number_) + ": " + wanted + " was expected, not " + got);
  }
  Vec3 vector() {
    const double x = number();
    const double y = number();
    return {x, y, number()};
  }
  void read_joint(Take& take, std::int32_t parent);
  void read_channels(Joint& joint);
  void read_motion(Take& take);

  std::string path_;
  std::ifstream file_;
  std::istringstream line_;
  int number_ = 0;
};

void Reader::read_channels(Joint& joint) {
  const double count = number();
  if (count < 0.0 || count > 6.0) fail("0 to 6 channels", std::to_string(count));
  for (int i = 0; i < static_cast<int>(count); ++i) {
    const std::string name = word();
    static constexpr std::array kChannels{"Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation"};
    const auto at = std::find(kChannels.begin(), kChannels.end(), name);
    if (at == kChannels.end()) fail("a channel such as Xrotation", "'" + name + "'");
    const auto index = static_cast<int>(at - kChannels.begin());
    joint.channels.push_back({index >= 3, index % 3});
  }
}

void Reader::read_joint(Take& take, std::int32_t parent) {
  const std::size_t index = take.joints.size();
  if (index >= kMostJoints) fail("at most " + std::to_string(kMostJoints) + " joints", "more");
  take.joints.push_back({word(), parent, {}, {}, {}});
  expect("{");
  for (std::string text = word(); text != "}"; text = word()) {
    Joint& joint = take.joints[index];
    if (text == "OFFSET") {
      joint.offset = vector();
    } else if (text == "CHANNELS") {
      read_channels(joint);
    } else if (text == "JOINT") {
      read_joint(take, static_cast<std::int32_t>(index));
    } else if (text == "End") {
      word();
      expect("{");
      expect("OFFSET");
      joint.end = vector();
      expect("}");
    } else {
      fail("OFFSET, CHANNELS, JOINT, End Site or }", "'" + text + "'");
    }
  }
}

void Reader::read_motion(Take& take) {
  expect("Frames:");
  const double frames = number();
  expect("Frame");
  expect("Time:");
  take.frame_time = number();
  for (const Joint& joint : take.joints) take.stride += joint.channels.size();
  if (!(frames >= 1.0) || frames * static_cast<double>(take.stride) > static_cast<double>(kMostValues)) {
    fail("1 or more frames", std::to_string(frames));
  }
  if (!(take.frame_time > 0.0)) fail("a frame time above 0", std::to_string(take.frame_time));
  take.frames = static_cast<std::size_t>(frames);
  take.values.reserve(take.frames * take.stride);
  for (std::size_t i = 0; i < take.frames * take.stride; ++i) take.values.push_back(static_cast<float>(number()));
}

Take Reader::read() {
  Take take;
  expect("HIERARCHY");
  expect("ROOT");
  read_joint(take, -1);
  expect("MOTION");
  read_motion(take);
  return take;
}

/// Z up becomes Y up.
Vec3 turned(const Vec3& v, bool is_z_up) { return is_z_up ? Vec3(v.x, v.z, -v.y) : v; }

class BvhMotion final : public Motion {
 public:
  BvhMotion(Take take, double height);
  const Skeleton& skeleton() const override { return skeleton_; }
  void pose(double seconds, Pose& out) override;

 private:
  void name_bones();
  void find_up_and_scale(double height);
  void straighten();
  Vec3 towards_child(std::size_t joint) const;
  void sample(std::size_t frame, Pose& out) const;

  Take take_;
  Skeleton skeleton_;
  bool is_z_up_ = false;
  double scale_ = 0.01;
  /// From the file's zero pose to the T-pose, in the world, for each bone.
  std::vector<Quat> straight_;
  Pose next_;
};

BvhMotion::BvhMotion(Take take, double height) : take_(std::move(take)) {
  name_bones();
  find_up_and_scale(height);
  straighten();
}

void BvhMotion::name_bones() {
  std::vector<std::string> names;
  std::vector<std::int32_t> parents;
  for (const Joint& joint : take_.joints) {
    // Exporters put the program's or the skeleton's name before a colon.
    names.push_back(joint.name.substr(joint.name.rfind(':') + 1));
    parents.push_back(joint.parent);
  }
  const std::vector<std::string> canonical = natnet::canonical_names(names, parents);
  for (std::size_t i = 0; i < names.size(); ++i) {
    skeleton_.bones.push_back({canonical[i], names[i], parents[i], static_cast<std::int32_t>(i) + 1, {}});
    skeleton_.wire_order.push_back(i);
  }
}

void BvhMotion::find_up_and_scale(double height) {
  const auto leg = [&](const char* canonical) {
    const auto bone = skeleton_.find(canonical);
    return bone ? take_.joints[*bone].offset : Vec3(0.0);
  };
  const Vec3 down = leg("leftLowerLeg") + leg("leftFoot");
  is_z_up_ = std::abs(down.z) > std::abs(down.y);
  const double length = glm::length(leg("leftLowerLeg")) + glm::length(leg("leftFoot"));
  if (length > 0.0) scale_ = kLegLength * height / kReferenceHeight / length;
}

Vec3 BvhMotion::towards_child(std::size_t joint) const {
  for (std::size_t child = 0; child < take_.joints.size(); ++child) {
    if (take_.joints[child].parent == static_cast<std::int32_t>(joint) && !skeleton_.bones[child].canonical.empty()) {
      return turned(take_.joints[child].offset, is_z_up_);
    }
  }
  return turned(take_.joints[joint].end, is_z_up_);
}

// Arms go sideways and legs down; what hangs on them goes with them, everything else stays as the file has it.
void BvhMotion::straighten() {
  straight_.resize(skeleton_.bones.size(), math::kIdentity);
  for (std::size_t i = 0; i < skeleton_.bones.size(); ++i) {
    Bone& bone = skeleton_.bones[i];
    const Quat parent = bone.parent < 0 ? math::kIdentity : straight_[static_cast<std::size_t>(bone.parent)];
    const std::string& name = bone.canonical;
    const bool is_arm = name.ends_with("UpperArm") || name.ends_with("LowerArm");
    const bool is_leg = name.ends_with("UpperLeg") || name.ends_with("LowerLeg");
    const bool is_hanging = name.find("Hand") != std::string::npos || name.find("Thumb") != std::string::npos ||
                            name.find("Index") != std::string::npos || name.find("Middle") != std::string::npos ||
                            name.find("Ring") != std::string::npos || name.find("Little") != std::string::npos;
    if (is_arm || is_leg) {
      const Vec3 to = is_leg ? -math::kUp : (name.starts_with("left") ? math::kLeft : -math::kLeft);
      straight_[i] = math::shortest_arc(math::direction_or(parent * towards_child(i), to), to) * parent;
    } else if (is_hanging) {
      straight_[i] = parent;
    }
    bone.offset = parent * turned(take_.joints[i].offset, is_z_up_) * scale_;
  }
}

void BvhMotion::sample(std::size_t frame, Pose& out) const {
  const float* value = take_.values.data() + frame * take_.stride;
  std::vector<Quat> file(take_.joints.size());  // global, as the file has it
  out.rotations.resize(take_.joints.size());
  for (std::size_t i = 0; i < take_.joints.size(); ++i) {
    const Joint& joint = take_.joints[i];
    Vec3 position = joint.parent < 0 ? Vec3(0.0) : joint.offset;
    Quat local{math::kIdentity};
    for (const Channel& channel : joint.channels) {
      const auto number = static_cast<double>(*value++);
      Vec3 axis(0.0);
      axis[channel.axis] = 1.0;
      if (channel.is_rotation) {
        local = local * math::about(turned(axis, is_z_up_), number * math::kRadian);
      } else {
        position[channel.axis] = number;
      }
    }
    const bool is_root = joint.parent < 0;
    const auto parent = static_cast<std::size_t>(std::max(0, joint.parent));
    file[i] = is_root ? local : math::unit(file[parent] * local);
    if (is_root) out.root = turned(position, is_z_up_) * scale_;
    const Quat global = file[i] * glm::conjugate(straight_[i]);
    const Quat above = is_root ? math::kIdentity : file[parent] * glm::conjugate(straight_[parent]);
    out.rotations[i] = math::unit(glm::conjugate(above) * global);
  }
}

void BvhMotion::pose(double seconds, Pose& out) {
  const double length = static_cast<double>(take_.frames) * take_.frame_time;
  const double at = std::fmod(std::max(0.0, seconds), length) / take_.frame_time;
  const auto frame = std::min(static_cast<std::size_t>(at), take_.frames - 1);
  sample(frame, out);
  // The loop's seam is a jump, as the take's end is.
  if (frame + 1 >= take_.frames) return;
  sample(frame + 1, next_);
  const double share = at - static_cast<double>(frame);
  out.root = glm::mix(out.root, next_.root, share);
  for (std::size_t i = 0; i < out.rotations.size(); ++i) {
    out.rotations[i] = math::slerp(out.rotations[i], next_.rotations[i], share);
  }
}

}  // namespace

std::unique_ptr<Motion> make_bvh_motion(const std::string& path, double height) {
  return std::make_unique<BvhMotion>(Reader(path).read(), height);
}

}  // namespace doppel::sim
