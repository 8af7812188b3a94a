// FrameData and ModelDef -> whole datagrams, in any layout from 2.5 on; for the simulator and for tests.
// What a layout lacks is left out. It does not convert: the caller's axes, coordinates and ids go out as they are.
#pragma once

#include <cstdint>
#include <vector>

#include "natnet/frame_data.hpp"
#include "natnet/model_def.hpp"
#include "natnet/version.hpp"

namespace doppel::natnet {

/// Overwrites `out` with a FRAMEOFDATA datagram. False when it would not fit into one; it cannot be sent then.
[[nodiscard]] bool encode_frame(const FrameData& frame, const Version& version, std::vector<std::uint8_t>& out);

/// Overwrites `out` with a MODELDEF datagram. Types that the layout has no place for are left out. False as above.
[[nodiscard]] bool encode_model_def(const ModelDef& model_def, const Version& version, std::vector<std::uint8_t>& out);

}  // namespace doppel::natnet
