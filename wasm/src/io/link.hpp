// The share link: a profile's calibration as `#p=` and base64url of a compact binary form (docs/calibration.md has the layout).
// It is not lossless: gains, ratios and weights are stepped. Defaults come back exact, and a second trip changes nothing.
#pragma once

#include <string>
#include <string_view>

#include "io/profile.hpp"

namespace doppel::io {

inline constexpr std::string_view kLinkPrefix = "#p=";
/// No link is as long as this, from `#` on.
inline constexpr std::size_t kLinkLimit = 400;
/// Longest avatar name in a link, bytes; cut between characters.
inline constexpr std::size_t kLinkNameBytes = 24;
/// Bytes of the fingerprint in a link; compare it with the start of the whole one.
inline constexpr std::size_t kLinkFingerprintBytes = 8;

/// The fragment, `#p=...`, version 2. Where not all substitutes fit, some are left out: those that `decode_link` does not give
/// back.
std::string encode_link(const Profile& profile);

/// From a fragment ("#p=..." or "p=...") or a whole address that holds one, version 1 or 2. A substitute comes back as `link:`
/// and the code of its id (io/link_substitute.hpp). Throws kInvalidLink, kUnsupportedVersion.
Profile decode_link(std::string_view link);

}  // namespace doppel::io
