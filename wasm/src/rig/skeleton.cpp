// The joints of one rig, compiled once: depth first, structure of arrays.
// It is not a pose, and does not know which joint is which human bone.
#include "rig/skeleton.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace doppel::rig {
namespace {

[[noreturn]] void refuse(std::size_t index, const JointDescription& joint, const std::string& reason) {
  throw Error(ErrorCode::kInvalidArgument, "joints[" + std::to_string(index) + "] '" + joint.name + "': " + reason);
}

void check(std::span<const JointDescription> joints) {
  if (joints.empty()) throw Error(ErrorCode::kInvalidArgument, "joints: a skeleton must have at least one");
  if (joints.size() > kMaxJoints) {
    throw Error(ErrorCode::kCapacityExceeded,
                "joints: at most " + std::to_string(kMaxJoints) + ", found " + std::to_string(joints.size()));
  }
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const int parent = joints[i].parent;
    if (parent < kNoJoint || parent >= static_cast<int>(joints.size())) {
      refuse(i, joints[i], "parent must be -1 or a joint, found " + std::to_string(parent));
    }
    if (!is_finite(joints[i].local)) refuse(i, joints[i], "its rest transform must be finite");
  }
}

}  // namespace

Skeleton::Skeleton(std::span<const JointDescription> joints) {
  check(joints);
  order(joints);
  place();
}

void Skeleton::order(std::span<const JointDescription> joints) {
  // Children in the file's order, visited with a stack of our own: a chain of a thousand joints must not recurse.
  std::vector<std::vector<std::size_t>> children(joints.size());
  std::vector<std::size_t> waiting;
  for (std::size_t i = joints.size(); i-- > 0;) {
    if (joints[i].parent == kNoJoint) {
      waiting.push_back(i);
    } else {
      children[static_cast<std::size_t>(joints[i].parent)].push_back(i);  // from last to first: the stack reverses it
    }
  }
  joints_.assign(joints.size(), joints.size());
  while (!waiting.empty()) {
    const std::size_t at = waiting.back();
    waiting.pop_back();
    joints_[at] = parents_.size();
    const int parent = joints[at].parent;
    parents_.push_back(parent == kNoJoint ? kNoJoint : static_cast<int>(joints_[static_cast<std::size_t>(parent)]));
    names_.push_back(joints[at].name);
    described_.push_back(at);
    rest_locals_.push_back(joints[at].local);
    rest_locals_.back().rotation = math::unit(joints[at].local.rotation);
    waiting.insert(waiting.end(), children[at].begin(), children[at].end());
  }
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (joints_[i] == joints.size()) refuse(i, joints[i], "it is its own ancestor");
  }
  ends_.resize(size());
  for (std::size_t i = size(); i-- > 0;) {
    ends_[i] = std::max(ends_[i], i + 1);
    if (parents_[i] == kNoJoint) continue;
    std::size_t& end = ends_[static_cast<std::size_t>(parents_[i])];
    end = std::max(end, ends_[i]);
  }
}

void Skeleton::place() {
  std::vector<glm::dmat4> matrices(size());
  for (std::size_t i = 0; i < size(); ++i) {
    const glm::dmat4 local = math::matrix_of(rest_locals_[i]);
    matrices[i] = parents_[i] == kNoJoint ? local : matrices[static_cast<std::size_t>(parents_[i])] * local;
    const math::Frame frame = math::frame_of(glm::dmat3(matrices[i]));
    rest_positions_.emplace_back(matrices[i][3]);
    rest_rotations_.push_back(frame.rotation);
    rest_scales_.push_back(frame.scale);
    is_mirrored_.push_back(frame.is_mirrored ? 1 : 0);
  }
}

}  // namespace doppel::rig
