// MODELDEF bytes -> ModelDef, for every layout from 2.5 on. Pure; nothing in the bytes is trusted.
// It does not convert: axes, handedness and names stay the sender's.
#pragma once

#include <cstdint>
#include <vector>

#include "natnet/byte_reader.hpp"
#include "natnet/model_def.hpp"
#include "natnet/version.hpp"

namespace doppel::natnet {

struct ModelDefReport {
  /// Every announced description was read to its end. Otherwise what was read before, and (4.1 and above) after, still holds.
  bool is_complete = false;
  /// Descriptions that were there and could not be read.
  std::uint32_t bad_models = 0;
  /// Types that are not known; stepped over from 4.1 on, the end of reading before.
  std::vector<std::int32_t> unknown_types;
};

/// `payload` is what follows the header. `model_def` is overwritten.
ModelDefReport decode_model_def(Bytes payload, const Version& version, ModelDef& model_def);

}  // namespace doppel::natnet
