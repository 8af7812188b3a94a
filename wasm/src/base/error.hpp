// Error codes shared by every room, and the exception that carries them across cold calls.
// It is not used on the frame path: `Engine::step` reports bits instead.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace doppel {

/// Stable codes of everything that can be refused. The JavaScript error's `code` is the name in the comment.
enum class ErrorCode {
  kInvalidArgument,     // "invalid-argument": a value of the wrong type, size or range in a call
  kInvalidHandle,       // "invalid-handle": the avatar was removed, or never existed
  kCapacityExceeded,    // "capacity-exceeded": no free slot, or more morph slots than a row holds
  kInvalidJson,         // "invalid-json": the text is not JSON
  kInvalidProfile,      // "invalid-profile": a profile field of the wrong type or range; the message starts with its JSON path
  kUnsupportedVersion,  // "unsupported-version": written by a newer Doppel
  kInvalidLink,         // "invalid-link": a share link that is damaged or not one
  kInvalidMeasurement,  // "invalid-measurement": a measurement or reference file that does not hold what it must
  kInvalidGeometry,     // "invalid-geometry": arrays whose sizes do not fit, indices out of range
  kInternal,            // "internal": a fault of Doppel's own
};

/// The kebab-case name of a code, as JavaScript sees it.
constexpr std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument: return "invalid-argument";
    case ErrorCode::kInvalidHandle: return "invalid-handle";
    case ErrorCode::kCapacityExceeded: return "capacity-exceeded";
    case ErrorCode::kInvalidJson: return "invalid-json";
    case ErrorCode::kInvalidProfile: return "invalid-profile";
    case ErrorCode::kUnsupportedVersion: return "unsupported-version";
    case ErrorCode::kInvalidLink: return "invalid-link";
    case ErrorCode::kInvalidMeasurement: return "invalid-measurement";
    case ErrorCode::kInvalidGeometry: return "invalid-geometry";
    case ErrorCode::kInternal: return "internal";
  }
  return "internal";
}

/// What cold calls throw. `what()` names the thing, the place and the expectation.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace doppel
