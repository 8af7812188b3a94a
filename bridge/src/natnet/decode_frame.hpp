// FRAMEOFDATA bytes -> FrameData, for every layout from 2.5 on. Pure; nothing in the bytes is trusted.
// It does not convert: axes, coordinates and ids stay the sender's.
#pragma once

#include <cstdint>
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

/// `payload` is what follows the header. `frame` is overwritten; its memory is used again.
FrameReport decode_frame(Bytes payload, const Version& version, FrameData& frame);

}  // namespace doppel::natnet
