// Bits that one frame of one avatar reports; several may be set. The frame path throws nothing.
// They are not errors: each condition was already dealt with as described.
#pragma once

#include <cstdint>

namespace doppel::face {

/// `FaceStatus` in JavaScript.
enum FaceStatusBit : std::uint32_t {
  kStatusNonFinite = 1U << 0,  // a value was not finite and counted as 0; remedy: look at the source
  kStatusClamped = 1U << 1,    // a value was outside 0..1 (after range detection) and was clamped
  kStatusPercent = 1U << 2,    // input is read as 0..100
  kStatusLidGuard = 1U << 3,   // blink, squint and look-down together would have passed closed lids and were held there
};

}  // namespace doppel::face
