// The bones of one skeleton: found by id, checked, turned, made local, held where they are missing.
// Ten people are five hundred bones at every frame: they are read where the datagram has them and written where the sink gets
// them, four numbers at once, a bone is found where it was in the last frame, lengths are compared squared, and nothing is
// allocated.
#include <algorithm>
#include <cmath>

#include "math/quat.hpp"
#include "mocap/float4.hpp"
#include "natnet/assemble.hpp"
#include "natnet/decode_frame.hpp"

namespace doppel::natnet {
namespace {

using math::Quat;
using math::Vec3;
using mocap::Bits4;
using mocap::BonePose;
using mocap::Float4;

Vec3 to_vec3(const mocap::Vector3& v) { return {v[0], v[1], v[2]}; }
Quat to_quat(const mocap::Quaternion& q) { return {q[3], q[0], q[1], q[2]}; }  // GLM takes w first
mocap::Vector3 to_array(const Vec3& v) { return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; }
mocap::Quaternion to_array(const Quat& q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}

float dot(const mocap::Quaternion& a, const mocap::Quaternion& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

float squared_distance(const mocap::Vector3& a, const mocap::Vector3& b) {
  const float x = a[0] - b[0];
  const float y = a[1] - b[1];
  const float z = a[2] - b[2];
  return x * x + y * y + z * z;
}

/// Farther than this from the origin nothing is captured: such a number is a fault of the sender.
constexpr float kFarthest = 1.0e5F;
/// Lengths of a quaternion between which it is one, squared: a half and twice.
constexpr float kShortestSquared = 0.25F;
constexpr float kLongestSquared = 4.0F;
/// Nearer to 1 than this it is 1: a few roundings.
constexpr float kUnitSquared = 5.0e-7F;

/// Where the fields stand in a body without markers.
constexpr std::size_t kPositionAt = 4;
constexpr std::size_t kOrientationAt = 16;
constexpr std::size_t kParamsAt = 36;

template <typename T>
T field(const std::uint8_t* body, std::size_t at) {
  T value;
  std::memcpy(&value, body + at, sizeof value);
  return value;
}

/// `to_y_up` for a position or a rotation.
Float4 to_y_up(Float4 v, UpAxis up) {
  constexpr std::uint32_t kSign = 0x80000000;
  if (up == UpAxis::kY) return v;
  return mocap::from_bits(mocap::bits_of(__builtin_shufflevector(v, v, 0, 2, 1, 3)) ^ Bits4{0, 0, kSign, 0});
}

/// The pose of a body without markers goes where it is held, if it is good and of unit length as most are. Else nothing is done:
/// it takes a closer look. The same as `read_pose` and `near_to`, four numbers at once.
bool hold_plain(const std::uint8_t* body, UpAxis up, BonePose& held) {
  constexpr std::uint32_t kSign = 0x80000000;
  // Behind the position stands the first of the rotation, which may be as far as it likes: its length is looked at.
  const Float4 position = to_y_up(mocap::load4(body + kPositionAt), up);
  const Float4 rotation = to_y_up(mocap::load4(body + kOrientationAt), up);
  const Float4 squares = rotation * rotation;
  const Float4 products = rotation * mocap::load4(held.rotation.data());
  // Both sums at once: (s0 + s2, p0 + p2, s1 + s3, p1 + p3), and then its halves.
  const Float4 pairs =
      __builtin_shufflevector(squares, products, 0, 4, 1, 5) + __builtin_shufflevector(squares, products, 2, 6, 3, 7);
  const Float4 sums = pairs + __builtin_shufflevector(pairs, pairs, 2, 3, 2, 3);
  // Comparisons with what is no number are false.
  const bool is_near = mocap::is_clear(~(mocap::absolute(position) < Float4{kFarthest, kFarthest, kFarthest, kFarthest}));
  if (!is_near || !(std::abs(sums[0] - 1.0F) < kUnitSquared)) return false;
  const Float4 along = __builtin_shufflevector(sums, sums, 1, 1, 1, 1);
  const Bits4 flip = reinterpret_cast<Bits4>(along < Float4{}) & Bits4{kSign, kSign, kSign, kSign};
  mocap::store3(held.position.data(), position);
  mocap::store4(held.rotation.data(), mocap::from_bits(mocap::bits_of(rotation) ^ flip));
  held.is_tracked = true;
  return true;
}

}  // namespace

/// q and -q are the same rotation; the one on the side of `before` is taken, so that what follows may interpolate.
mocap::Quaternion FrameAssembler::near_to(const mocap::Quaternion& q, const mocap::Quaternion& before) {
  const float sign = dot(q, before) < 0.0F ? -1.0F : 1.0F;
  return {sign * q[0], sign * q[1], sign * q[2], sign * q[3]};
}

bool FrameAssembler::read_pose(const BodyData& body, BonePose& pose) const {
  pose.position = to_y_up(body.position, up_);
  pose.rotation = to_y_up(body.orientation, up_);
  const mocap::Vector3& p = pose.position;
  const float squared = dot(pose.rotation, pose.rotation);
  // Comparisons with what is no number are false.
  const bool is_good = std::abs(p[0]) < kFarthest && std::abs(p[1]) < kFarthest && std::abs(p[2]) < kFarthest &&
                       squared > kShortestSquared && squared < kLongestSquared;
  // Most are as long as they can be told to be.
  if (!is_good || std::abs(squared - 1.0F) < kUnitSquared) return is_good;
  const float scale = 1.0F / std::sqrt(squared);
  for (float& value : pose.rotation) value *= scale;
  return true;
}

std::int32_t FrameAssembler::look_up(Skeleton& skeleton, std::size_t streamed, std::int32_t id) {
  // The skeleton's id is in the high word; a sender that leaves it out is understood too.
  auto at = skeleton.index_of.find(id & 0xFFFF);
  if (at == skeleton.index_of.end()) at = skeleton.index_of.find(id);
  if (at == skeleton.index_of.end()) return -1;
  if (streamed < skeleton.places.size()) skeleton.places[streamed] = {id, at->second};
  return at->second;
}

inline std::int32_t FrameAssembler::place_of(Skeleton& skeleton, std::span<const Place> places, std::size_t streamed,
                                             std::int32_t id) {
  const bool is_where_it_was = streamed < places.size() && places[streamed].bone >= 0 && places[streamed].id == id;
  return is_where_it_was ? places[streamed].bone : look_up(skeleton, streamed, id);
}

/// Calls `use` with the place and the fields of every streamed bone that is described and tracked.
template <class Use>
void FrameAssembler::each_tracked(const SkeletonData& in, Skeleton& skeleton, const Use& use) const {
  const auto visit = [&](std::size_t i, const BodyData& bone) {
    const std::int32_t at = place_of(skeleton, skeleton.places, i, bone.id);
    if (at >= 0 && is_tracked(bone)) use(static_cast<std::size_t>(at), bone);
  };
  for (std::size_t i = 0; i < in.bones.size(); ++i) visit(i, in.bones[i]);
  for (std::size_t i = 0; i < in.packed.size() / kPlainBodySize; ++i) {
    BodyData bone;
    read_plain_body(in.packed.data() + i * kPlainBodySize, bone);
    visit(i, bone);
  }
}

void FrameAssembler::take_bones(const SkeletonData& in, Skeleton& skeleton, AssembleReport& report) {
  streamed_.resize(skeleton.bones.size());
  for (BonePose& bone : streamed_) bone.is_tracked = false;
  each_tracked(in, skeleton, [&](std::size_t at, const BodyData& bone) {
    streamed_[at].is_tracked = read_pose(bone, streamed_[at]);
    if (!streamed_[at].is_tracked) ++report.bad_values;
  });
}

void FrameAssembler::hold_body(const BodyData& bone, BonePose& held, AssembleReport& report) const {
  BonePose pose;
  held.is_tracked = read_pose(bone, pose);
  if (!held.is_tracked) {
    ++report.bad_values;
    return;
  }
  held.position = pose.position;
  held.rotation = near_to(pose.rotation, held.rotation);
}

/// What is known to be local goes where it is held by the shortest way.
void FrameAssembler::take_local(const SkeletonData& in, Skeleton& skeleton, AssembleReport& report) const {
  for (BonePose& held : skeleton.held) held.is_tracked = false;
  if (in.packed.empty()) {
    each_tracked(in, skeleton, [&](std::size_t at, const BodyData& bone) { hold_body(bone, skeleton.held[at], report); });
    return;
  }
  const UpAxis up = up_;
  const std::span<const Place> places = skeleton.places;
  BonePose* const poses = skeleton.held.data();
  const std::size_t count = in.packed.size() / kPlainBodySize;
  const std::uint8_t* body = in.packed.data();
  for (std::size_t i = 0; i < count; ++i, body += kPlainBodySize) {
    const std::int32_t at = place_of(skeleton, places, i, field<std::int32_t>(body, 0));
    if (at < 0 || (field<std::int16_t>(body, kParamsAt) & kBodyTracked) == 0) continue;
    BonePose& held = poses[at];
    if (hold_plain(body, up, held)) continue;
    BodyData bone;
    read_plain_body(body, bone);
    hold_body(bone, held, report);
  }
}

/// Takes it as local: true where it then is what the description says. Else all is as before.
bool FrameAssembler::stays_local(const SkeletonData& in, Skeleton& skeleton, AssembleReport& report) {
  const std::uint32_t bad_before = report.bad_values;
  streamed_ = skeleton.held;
  take_local(in, skeleton, report);
  if (fits<mocap::Coordinates::kLocal>(skeleton, skeleton.held)) return true;
  skeleton.held.swap(streamed_);
  report.bad_values = bad_before;
  return false;
}

template <mocap::Coordinates kind>
bool FrameAssembler::fits(const Skeleton& skeleton, const std::vector<BonePose>& poses) {
  constexpr auto kNear = static_cast<float>(kCoordinatesTolerance * kCoordinatesTolerance);
  std::size_t counted = 0;
  std::size_t fitting = 0;
  for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
    const Bone& bone = skeleton.bones[i];
    if (bone.parent < 0 || bone.farthest == 0.0F || !poses[i].is_tracked) continue;
    const BonePose& parent = poses[static_cast<std::size_t>(bone.parent)];
    if (!parent.is_tracked) continue;
    ++counted;
    if constexpr (kind == mocap::Coordinates::kLocal) {
      if (squared_distance(poses[i].position, bone.offset) < kNear) ++fitting;
    } else {
      const float apart = squared_distance(poses[i].position, parent.position);
      if (apart > bone.nearest && apart < bone.farthest) ++fitting;
    }
  }
  const auto enough = static_cast<std::size_t>(std::ceil(kCoordinatesShare * static_cast<double>(counted)));
  return counted >= kCoordinatesBones && fitting >= enough;
}

// What is known need only be confirmed: where both fit it holds as well.
mocap::Coordinates FrameAssembler::detect(const Skeleton& skeleton) const {
  using enum mocap::Coordinates;
  if (found_ == kGlobal && fits<kGlobal>(skeleton, streamed_)) return kGlobal;
  const bool is_local = fits<kLocal>(skeleton, streamed_);
  if (is_local && found_ == kLocal) return kLocal;
  if (is_local == fits<kGlobal>(skeleton, streamed_)) return kUnknown;
  return is_local ? kLocal : kGlobal;
}

void FrameAssembler::hold_local(Skeleton& skeleton) const {
  for (std::size_t i = 0; i < skeleton.held.size(); ++i) {
    BonePose& held = skeleton.held[i];
    const BonePose& streamed = streamed_[i];
    held.is_tracked = streamed.is_tracked;
    if (!streamed.is_tracked) continue;
    held.position = streamed.position;
    held.rotation = near_to(streamed.rotation, held.rotation);
  }
}

// Parents first, so that a bone that is not seen hangs on its parent as it last did.
void FrameAssembler::hold_global(Skeleton& skeleton) {
  global_.resize(skeleton.bones.size());
  for (std::size_t i = 0; i < skeleton.held.size(); ++i) {
    BonePose& held = skeleton.held[i];
    held.is_tracked = streamed_[i].is_tracked;
    if (held.is_tracked) global_[i] = streamed_[i];
    const std::int32_t parent_index = skeleton.bones[i].parent;
    if (parent_index < 0) {
      if (held.is_tracked) held = {streamed_[i].position, near_to(streamed_[i].rotation, held.rotation), true};
      global_[i] = held;
      continue;
    }
    const BonePose& parent = global_[static_cast<std::size_t>(parent_index)];
    const Vec3 at = to_vec3(parent.position);
    const Quat turn = to_quat(parent.rotation);
    if (held.is_tracked) {
      const Quat inverse = glm::conjugate(turn);
      held.position = to_array(inverse * (to_vec3(streamed_[i].position) - at));
      held.rotation = near_to(to_array(glm::normalize(inverse * to_quat(streamed_[i].rotation))), held.rotation);
    } else {
      global_[i].position = to_array(at + turn * to_vec3(held.position));
      global_[i].rotation = to_array(glm::normalize(turn * to_quat(held.rotation)));
    }
  }
}

// The setting can be changed while streaming, and holds for all skeletons: one that is clear is believed at once, and the others
// of its frame need not be asked. False while nothing is known.
bool FrameAssembler::take_skeleton(const SkeletonData& in, Skeleton& skeleton, bool& is_told, AssembleReport& report) {
  using enum mocap::Coordinates;
  if (is_told && found_ == kLocal) {
    take_local(in, skeleton, report);
    return true;
  }
  if (found_ == kLocal && stays_local(in, skeleton, report)) return is_told = true;
  take_bones(in, skeleton, report);
  if (!is_told) {
    const mocap::Coordinates seen = detect(skeleton);
    is_told = seen != kUnknown;
    if (is_told) found_ = seen;
  }
  if (found_ == kLocal) hold_local(skeleton);
  if (found_ == kGlobal) hold_global(skeleton);
  return found_ != kUnknown;
}

}  // namespace doppel::natnet
