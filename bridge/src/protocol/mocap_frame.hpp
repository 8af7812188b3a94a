// The binary frame of `/mocap` (docs/protocol.md): a mocap frame to bytes and back.
// It knows no socket and no JSON; which skeleton has which bones comes from the descriptions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mocap/frame.hpp"

namespace doppel::protocol {

inline constexpr std::size_t kFrameHeaderBytes = 64;
inline constexpr std::uint8_t kFrameKind = 1;
/// A bone further than this from its described offset makes its skeleton's positions part of the frame, metres.
inline constexpr float kOffsetTolerance = 0.0005F;

/// What the sender adds to a frame.
struct FrameStamp {
  std::uint32_t sequence = 0;
  /// What is added to steady-clock seconds to get the bridge's clock, seconds.
  double clock_offset = 0.0;
  /// When it is encoded, steady clock, seconds.
  double encoded_at = 0.0;
  /// Nothing is to be blended over this frame's beginning.
  bool is_discontinuity = false;
};

/// Turns frames into bytes. What it needs of the descriptions it takes out of them once: they hold names, and a frame that goes
/// through them touches more memory than it has itself.
class FrameEncoder {
 public:
  FrameEncoder() = default;
  explicit FrameEncoder(const mocap::Descriptions& descriptions);

  /// Appends the frame to `out`. Skeletons whose number of bones is not the described one, or that are not described, are left
  /// out; numbers that are not finite become 0 (rotations: the identity). Does not allocate where `out` has room.
  void encode(const mocap::Frame& frame, const FrameStamp& stamp, std::vector<std::uint8_t>& out) const;

 private:
  struct Skeleton {
    std::int32_t id;
    /// Metres; the fourth is 0.
    std::vector<std::array<float, 4>> offsets;
  };
  std::vector<Skeleton> skeletons_;
};

/// The same for a single frame.
inline void encode_frame(const mocap::Frame& frame, const mocap::Descriptions& descriptions, const FrameStamp& stamp,
                         std::vector<std::uint8_t>& out) {
  FrameEncoder(descriptions).encode(frame, stamp, out);
}

enum class FrameFault {
  kNone,
  kTooShort,     // less than a header
  kUnknownKind,  // not a frame
  kBadHeader,    // sizes that cannot be, or that are not the message's
  kBadRecord,    // a record that does not fit what is left, or its own size
  kUndescribed,  // another revision, or a skeleton of another shape than described
  kNotFinite,    // a number that is none
  kLeftOver,     // bytes behind the last record
};

/// For messages: `bad-header` and so on.
const char* to_string(FrameFault fault);

/// What stands in a header beside the frame itself.
struct FrameHeader {
  std::uint32_t sequence = 0;
  std::uint32_t byte_length = 0;
  /// Bridge's clock, seconds.
  double capture_time = 0.0;
  double receive_time = 0.0;
  double send_time = 0.0;
  bool is_discontinuity = false;
};

/// Reads a header alone: for a recording's index. `bytes` may be longer than the message.
FrameFault decode_header(std::span<const std::uint8_t> bytes, FrameHeader& header);

/// Reads a whole message. `frame.captured_at` and `received_at` are on the *bridge's* clock. On a fault, `frame` is unspecified.
FrameFault decode_frame(std::span<const std::uint8_t> bytes, const mocap::Descriptions& descriptions, FrameHeader& header,
                        mocap::Frame& frame);

}  // namespace doppel::protocol
