// Layout of the binary frame, field by field as in docs/protocol.md.
// No clock is read here and nothing is kept between frames.
#include "protocol/mocap_frame.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

#include "mocap/float4.hpp"
#include "protocol/little_endian.hpp"

namespace doppel::protocol {

namespace {

using mocap::Float4;
using mocap::Mask4;

constexpr std::size_t kSkeletonHeaderBytes = 32;
constexpr std::size_t kRigidBodyBytes = 48;
constexpr std::size_t kFloat4Bytes = 16;
constexpr std::size_t kLargestCount = std::numeric_limits<std::uint16_t>::max();
constexpr std::uint16_t kAllTracked = 1;
constexpr std::uint16_t kHasPositions = 2;
constexpr std::uint16_t kHasTracking = 4;
constexpr std::uint32_t kBodyTracked = 1;
constexpr std::uint8_t kDiscontinuity = 1;
constexpr float kMost = std::numeric_limits<float>::max();
constexpr Float4 kLargest{kMost, kMost, kMost, kMost};
// A position is compared with what stands behind it, four numbers at once.
static_assert(offsetof(mocap::BonePose, position) + kFloat4Bytes <= sizeof(mocap::BonePose));

struct SkeletonPlan {
  const mocap::SkeletonFrame* frame;
  std::uint16_t flags;
  std::size_t bytes;
};

std::size_t record_bytes(std::size_t bones, std::uint16_t flags) {
  std::size_t bytes = kSkeletonHeaderBytes + bones * kFloat4Bytes;
  if (flags & kHasPositions) bytes += bones * kFloat4Bytes;
  if (flags & kHasTracking) bytes += align16((bones + 31) / 32 * 4);
  return bytes;
}

template <typename List>
const typename List::value_type* find_id(const List& list, std::int32_t id, std::size_t guess) {
  if (guess < list.size() && list[guess].id == id) return &list[guess];
  const auto found = std::find_if(list.begin(), list.end(), [id](const auto& item) { return item.id == id; });
  return found == list.end() ? nullptr : &*found;
}

std::uint16_t flags_of(const mocap::SkeletonFrame& frame, const std::vector<std::array<float, 4>>& offsets) {
  // The fourth is of the rotation, whatever it is.
  constexpr Float4 kFar{kOffsetTolerance, kOffsetTolerance, kOffsetTolerance, std::numeric_limits<float>::infinity()};
  std::size_t tracked = frame.bones[0].is_tracked ? 1 : 0;
  // Without a branch; a value that is no number is not far.
  Mask4 moved{};
  for (std::size_t i = 1; i < frame.bones.size(); ++i) {
    const mocap::BonePose& bone = frame.bones[i];
    tracked += bone.is_tracked ? 1U : 0U;
    moved |= mocap::absolute(mocap::load4(bone.position.data()) - mocap::load4(offsets[i].data())) > kFar;
  }
  std::uint16_t flags = 0;
  if (tracked == frame.bones.size()) flags |= kAllTracked;
  if (tracked != 0 && tracked != frame.bones.size()) flags |= kHasTracking;
  if (!mocap::is_clear(moved)) flags |= kHasPositions;
  return flags;
}

void store_position(std::uint8_t* at, const mocap::Vector3& position) {
  for (std::size_t i = 0; i < 3; ++i) store(at + 4 * i, std::isfinite(position[i]) ? position[i] : 0.0F);
}

void store_rotation(std::uint8_t* at, const mocap::Quaternion& rotation) {
  const bool finite = std::all_of(rotation.begin(), rotation.end(), [](float value) { return std::isfinite(value); });
  const mocap::Quaternion& taken = finite ? rotation : mocap::kIdentity;
  for (std::size_t i = 0; i < 4; ++i) store(at + 4 * i, taken[i]);
}

/// Whether none of `count` floats is infinite or no number: their exponents are not all ones.
bool are_finite(const std::uint8_t* at, std::size_t count) {
  constexpr std::uint32_t kExponent = 0x7F800000;
  std::uint32_t bad = 0;
  for (std::size_t i = 0; i < count; ++i) bad |= (load<std::uint32_t>(at + 4 * i) & kExponent) == kExponent ? 1U : 0U;
  return bad == 0;
}

void store_rotations(std::uint8_t* at, const std::vector<mocap::BonePose>& bones) {
  Mask4 bad{};
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const Float4 rotation = mocap::load4(bones[i].rotation.data());
    mocap::store4(at + i * kFloat4Bytes, rotation);
    bad |= ~(mocap::absolute(rotation) <= kLargest);
  }
  if (mocap::is_clear(bad)) return;
  for (std::size_t i = 0; i < bones.size(); ++i) store_rotation(at + i * kFloat4Bytes, bones[i].rotation);
}

void store_skeleton(std::uint8_t* at, const SkeletonPlan& plan) {
  const auto& bones = plan.frame->bones;
  store<std::int32_t>(at, plan.frame->id);
  store(at + 4, static_cast<std::uint16_t>(bones.size()));
  store(at + 6, plan.flags);
  store(at + 8, static_cast<std::uint32_t>(plan.bytes));
  store_position(at + 16, bones[0].position);
  at += kSkeletonHeaderBytes;
  store_rotations(at, bones);
  at += bones.size() * kFloat4Bytes;
  if (plan.flags & kHasPositions) {
    for (std::size_t i = 0; i < bones.size(); ++i) store_position(at + i * kFloat4Bytes, bones[i].position);
    at += bones.size() * kFloat4Bytes;
  }
  if (plan.flags & kHasTracking) {
    for (std::size_t i = 0; i < bones.size(); ++i) {
      if (bones[i].is_tracked) at[i / 8] = static_cast<std::uint8_t>(at[i / 8] | (1U << (i % 8)));
    }
  }
}

void store_rigid_body(std::uint8_t* at, const mocap::RigidBodyFrame& body) {
  store<std::int32_t>(at, body.id);
  store<std::uint32_t>(at + 4, body.is_tracked ? kBodyTracked : 0);
  store(at + 8, std::isfinite(body.error) ? body.error : 0.0F);
  store_rotation(at + 16, body.rotation);
  store_position(at + 32, body.position);
}

void store_header(std::uint8_t* at, const mocap::Frame& frame, const FrameStamp& stamp, std::size_t skeletons, std::size_t bodies,
                  std::size_t bytes) {
  at[0] = kFrameKind;
  at[1] = stamp.is_discontinuity ? kDiscontinuity : 0;
  store(at + 2, static_cast<std::uint16_t>(kFrameHeaderBytes));
  store(at + 4, stamp.sequence);
  store(at + 8, frame.revision);
  store(at + 12, static_cast<std::uint16_t>(skeletons));
  store(at + 14, static_cast<std::uint16_t>(bodies));
  store(at + 16, frame.source_time);
  store(at + 24, frame.captured_at + stamp.clock_offset);
  store(at + 32, frame.received_at + stamp.clock_offset);
  store(at + 40, stamp.encoded_at + stamp.clock_offset);
  store(at + 48, frame.number);
  store(at + 52, frame.epoch);
  store(at + 56, static_cast<std::uint32_t>(bytes));
}

mocap::Vector3 load_position(const std::uint8_t* at) { return {load<float>(at), load<float>(at + 4), load<float>(at + 8)}; }

mocap::Quaternion load_rotation(const std::uint8_t* at) {
  return {load<float>(at), load<float>(at + 4), load<float>(at + 8), load<float>(at + 12)};
}

/// One skeleton from the front of `bytes`; `used` becomes its length.
FrameFault load_skeleton(std::span<const std::uint8_t> bytes, const mocap::Descriptions& descriptions, std::size_t index,
                         mocap::SkeletonFrame& skeleton, std::size_t& used) {
  if (bytes.size() < kSkeletonHeaderBytes) return FrameFault::kBadRecord;
  const std::uint8_t* at = bytes.data();
  const std::size_t bones = load<std::uint16_t>(at + 4);
  const auto flags = load<std::uint16_t>(at + 6);
  used = load<std::uint32_t>(at + 8);
  if (bones == 0 || used > bytes.size() || used % 16 != 0 || used < record_bytes(bones, flags)) return FrameFault::kBadRecord;
  skeleton.id = load<std::int32_t>(at);
  const auto* description = find_id(descriptions.skeletons, skeleton.id, index);
  if (!description || description->bones.size() != bones) return FrameFault::kUndescribed;
  if (!are_finite(at + 16, 4 + bones * 4)) return FrameFault::kNotFinite;
  const std::uint8_t* rotations = at + kSkeletonHeaderBytes;
  const std::uint8_t* positions = rotations + bones * kFloat4Bytes;
  const bool has_positions = flags & kHasPositions;
  if (has_positions && !are_finite(positions, bones * 4)) return FrameFault::kNotFinite;
  const std::uint8_t* tracking = positions + (has_positions ? bones * kFloat4Bytes : 0);
  skeleton.bones.resize(bones);
  for (std::size_t i = 0; i < bones; ++i) {
    mocap::BonePose& bone = skeleton.bones[i];
    bone.rotation = load_rotation(rotations + i * kFloat4Bytes);
    bone.position = has_positions ? load_position(positions + i * kFloat4Bytes) : description->bones[i].offset;
    bone.is_tracked = (flags & kAllTracked) || ((flags & kHasTracking) && ((tracking[i / 8] >> (i % 8)) & 1));
  }
  if (!has_positions) skeleton.bones[0].position = load_position(at + 16);
  return FrameFault::kNone;
}

FrameFault load_rigid_body(const std::uint8_t* at, mocap::RigidBodyFrame& body) {
  if (!are_finite(at + 8, 1) || !are_finite(at + 16, 7)) return FrameFault::kNotFinite;
  body.id = load<std::int32_t>(at);
  body.is_tracked = load<std::uint32_t>(at + 4) & kBodyTracked;
  body.error = load<float>(at + 8);
  body.rotation = load_rotation(at + 16);
  body.position = load_position(at + 32);
  return FrameFault::kNone;
}

}  // namespace

FrameEncoder::FrameEncoder(const mocap::Descriptions& descriptions) {
  for (const mocap::SkeletonDescription& description : descriptions.skeletons) {
    Skeleton skeleton{description.id, {}};
    for (const mocap::BoneDescription& bone : description.bones) {
      skeleton.offsets.push_back({bone.offset[0], bone.offset[1], bone.offset[2], 0.0F});
    }
    skeletons_.push_back(std::move(skeleton));
  }
}

void FrameEncoder::encode(const mocap::Frame& frame, const FrameStamp& stamp, std::vector<std::uint8_t>& out) const {
  const std::size_t begin = out.size();
  const std::size_t bodies = std::min(frame.rigid_bodies.size(), kLargestCount);
  out.resize(begin + kFrameHeaderBytes);
  std::size_t skeletons = 0;
  for (std::size_t i = 0; i < frame.skeletons.size() && skeletons < kLargestCount; ++i) {
    const mocap::SkeletonFrame& skeleton = frame.skeletons[i];
    const Skeleton* described = find_id(skeletons_, skeleton.id, i);
    const std::size_t bones = skeleton.bones.size();
    if (!described || described->offsets.size() != bones || bones == 0 || bones > kLargestCount) continue;
    SkeletonPlan plan{&skeleton, flags_of(skeleton, described->offsets), 0};
    plan.bytes = record_bytes(bones, plan.flags);
    const std::size_t at = out.size();
    out.resize(at + plan.bytes);
    store_skeleton(out.data() + at, plan);
    ++skeletons;
  }
  for (std::size_t i = 0; i < bodies; ++i) {
    const std::size_t at = out.size();
    out.resize(at + kRigidBodyBytes);
    store_rigid_body(out.data() + at, frame.rigid_bodies[i]);
  }
  store_header(out.data() + begin, frame, stamp, skeletons, bodies, out.size() - begin);
}

const char* to_string(FrameFault fault) {
  switch (fault) {
    case FrameFault::kNone: return "none";
    case FrameFault::kTooShort: return "too-short";
    case FrameFault::kUnknownKind: return "unknown-kind";
    case FrameFault::kBadHeader: return "bad-header";
    case FrameFault::kBadRecord: return "bad-record";
    case FrameFault::kUndescribed: return "undescribed";
    case FrameFault::kNotFinite: return "not-finite";
    case FrameFault::kLeftOver: return "left-over";
  }
  return "none";
}

FrameFault decode_header(std::span<const std::uint8_t> bytes, FrameHeader& header) {
  if (bytes.size() < kFrameHeaderBytes) return FrameFault::kTooShort;
  const std::uint8_t* at = bytes.data();
  if (at[0] != kFrameKind) return FrameFault::kUnknownKind;
  const std::size_t header_bytes = load<std::uint16_t>(at + 2);
  header.byte_length = load<std::uint32_t>(at + 56);
  if (header_bytes < kFrameHeaderBytes || header_bytes % 16 != 0 || header_bytes > header.byte_length)
    return FrameFault::kBadHeader;
  header.sequence = load<std::uint32_t>(at + 4);
  header.is_discontinuity = at[1] & kDiscontinuity;
  header.capture_time = load<double>(at + 24);
  header.receive_time = load<double>(at + 32);
  header.send_time = load<double>(at + 40);
  const double source_time = load<double>(at + 16);
  const bool is_finite = std::isfinite(header.capture_time) && std::isfinite(header.receive_time) &&
                         std::isfinite(header.send_time) && std::isfinite(source_time);
  return is_finite ? FrameFault::kNone : FrameFault::kNotFinite;
}

FrameFault decode_frame(std::span<const std::uint8_t> bytes, const mocap::Descriptions& descriptions, FrameHeader& header,
                        mocap::Frame& frame) {
  if (const FrameFault fault = decode_header(bytes, header); fault != FrameFault::kNone) return fault;
  if (header.byte_length != bytes.size()) return FrameFault::kBadHeader;
  const std::uint8_t* at = bytes.data();
  frame.revision = load<std::uint32_t>(at + 8);
  if (frame.revision != descriptions.revision) return FrameFault::kUndescribed;
  const std::size_t skeletons = load<std::uint16_t>(at + 12);
  const std::size_t bodies = load<std::uint16_t>(at + 14);
  frame.source_time = load<double>(at + 16);
  frame.captured_at = header.capture_time;
  frame.received_at = header.receive_time;
  frame.number = load<std::int32_t>(at + 48);
  frame.epoch = load<std::uint32_t>(at + 52);
  std::size_t offset = load<std::uint16_t>(at + 2);
  // Counts are checked against the length before anything of their size is made.
  if (skeletons * kSkeletonHeaderBytes + bodies * kRigidBodyBytes > bytes.size() - offset) return FrameFault::kBadRecord;
  frame.skeletons.resize(skeletons);
  for (std::size_t i = 0; i < skeletons; ++i) {
    std::size_t used = 0;
    const FrameFault fault = load_skeleton(bytes.subspan(offset), descriptions, i, frame.skeletons[i], used);
    if (fault != FrameFault::kNone) return fault;
    offset += used;
  }
  if (bodies * kRigidBodyBytes > bytes.size() - offset) return FrameFault::kBadRecord;
  frame.rigid_bodies.resize(bodies);
  for (mocap::RigidBodyFrame& body : frame.rigid_bodies) {
    if (const FrameFault fault = load_rigid_body(at + offset, body); fault != FrameFault::kNone) return fault;
    offset += kRigidBodyBytes;
  }
  return offset == bytes.size() ? FrameFault::kNone : FrameFault::kLeftOver;
}

}  // namespace doppel::protocol
