// Face values of `/mocap` (docs/protocol.md): what a page sends is checked here before other pages get it.
// It knows no channel by its name: the order is the pages' own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace doppel::protocol {

inline constexpr std::uint8_t kFaceKind = 2;
inline constexpr std::size_t kFaceHeaderBytes = 32;
/// Offset of the sender's number, which the bridge writes.
inline constexpr std::size_t kFaceSenderOffset = 8;
inline constexpr std::size_t kMostFaceValues = 512;

enum class FaceFault {
  kNone,
  kTooShort,     // less than a header
  kUnknownKind,  // not face values
  kBadHeader,    // sizes that cannot be, or that are not the message's
  kNotFinite,    // a number that is none
};

/// For messages: `bad-header` and so on.
const char* to_string(FaceFault fault);

/// `bytes`: the whole message.
FaceFault check_face_frame(std::span<const std::uint8_t> bytes);

}  // namespace doppel::protocol
