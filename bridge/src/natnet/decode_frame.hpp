// FRAMEOFDATA bytes -> FrameData, for every layout from 2.5 on. Pure; nothing in the bytes is trusted.
// It does not convert: axes, coordinates and ids stay the sender's.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "natnet/byte_reader.hpp"
#include "natnet/frame_data.hpp"
#include "natnet/version.hpp"

namespace doppel::natnet {

enum class FrameResult {
  kGood,      // read to the last byte, end tag 0
  kPartial,   // 4.1 and above: a section was stepped over by its byte count; what was read holds
  kBad,       // its end could not be found: nothing in it may be used
  kNoLayout,  // the version is 0.0 or older than 2.5
};

struct FrameReport {
  FrameResult result = FrameResult::kBad;
  /// Sections that were not read to their end, or had bytes too many.
  std::uint32_t bad_sections = 0;
  /// Where reading first failed; empty where it did not.
  std::string_view where;
  /// The frame's params are known even of a bad frame: they are the last bytes but four (2.6 and above).
  bool has_params = false;
  std::int16_t params = 0;
};

/// Bytes of a body without markers, 3.0 and above: id, position, orientation, mean error, params.
inline constexpr std::size_t kPlainBodySize = 38;

/// What becomes of a skeleton's bones, which are nearly all of a frame.
enum class BoneForm {
  kRead,    // each is a BodyData
  kPacked,  // they stay where they are, where none has markers (3.0 and above): for who reads them once, with `read_plain_body`
};

/// `payload` is what follows the header. `frame` is overwritten; its memory is used again.
FrameReport decode_frame(Bytes payload, const Version& version, FrameData& frame, BoneForm form = BoneForm::kRead);

/// One body without markers; `bytes` has kPlainBodySize of them. Its markers stay as they are.
inline void read_plain_body(const std::uint8_t* bytes, BodyData& body) {
  const auto field = [&bytes](auto& value) {
    std::memcpy(&value, bytes, sizeof value);
    bytes += sizeof value;
  };
  field(body.id);
  field(body.position);
  field(body.orientation);
  field(body.mean_error);
  field(body.params);
}

}  // namespace doppel::natnet
