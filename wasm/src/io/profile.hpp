// The profile: calibration and the user's settings as a JSON document, version 1 (docs/calibration.md).
// It is not the share link; that holds a part of it (io/link.hpp).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "face/calibration.hpp"
#include "io/json_document.hpp"

namespace doppel::io {

inline constexpr int kProfileVersion = 1;
inline constexpr std::size_t kMaxSubstituteBytes = 1024;
inline constexpr std::size_t kMinFingerprintDigits = 16;
inline constexpr std::size_t kMaxFingerprintDigits = 64;

/// Something that is not as it should be, but does not keep the profile from being used.
struct Warning {
  std::string path;
  std::string message;
};

struct Profile {
  std::string avatar_name;
  std::string platform;
  std::string created;      // ISO 8601 as the writer put it; "" where it stated none
  std::string fingerprint;  // SHA-256 of the avatar file in lower-case hex, or the start of it; "" unknown
  face::Calibration calibration;
  std::map<std::string, std::string> substitutes;  // channel name -> id of the accepted substitute
  /// The document it was read from: unknown fields are kept at every level.
  Json original = Json::object();
};

/// Reads a document in whole. Throws kInvalidJson, kInvalidProfile, kUnsupportedVersion; the message starts with the JSON path.
Profile parse_profile(std::string_view text, std::vector<Warning>* warnings = nullptr);
Profile read_profile(const Cursor& root, std::vector<Warning>* warnings = nullptr);

/// Canonical document without checksum: the original overlaid with what the profile holds.
Json profile_json(const Profile& profile);

/// SHA-256 over the canonical text without its `checksum`, lower-case hex.
std::string profile_checksum(Json document);

/// True for kMinFingerprintDigits..kMaxFingerprintDigits lower-case hex digits, an even number.
bool is_fingerprint(std::string_view text);

}  // namespace doppel::io
