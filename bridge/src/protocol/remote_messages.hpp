// What a request to `/retargeting` must have, action by action (docs/protocol.md).
// Values and properties are judged by the page, which knows the characters.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace doppel::protocol {

inline constexpr std::string_view kRemoteProtocol = "doppel.remote.v1";

inline constexpr std::array<std::string_view, 8> kRemoteActions{
    "refresh",        "getCharacterData", "updateValueRealtime",  "setHandPosePreset",
    "calibrateIPose", "resetCalibration", "calibrateHeadForward", "autoCalibrateAll",
};

/// Empty where the request is in order.
struct RequestFault {
  std::string code;
  std::string message;
};

/// `request` is a JSON object.
RequestFault check_remote_request(const nlohmann::ordered_json& request);

}  // namespace doppel::protocol
