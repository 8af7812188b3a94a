// What tests of a program's memory need to know of the address sanitizer: it keeps freed memory back.
// It is empty of code; limits are added to the test's own.
#pragma once

#include <cstddef>

namespace doppel::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kHasAddressSanitizer = true;
#elif defined(__has_feature)
inline constexpr bool kHasAddressSanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool kHasAddressSanitizer = false;
#endif

/// Bytes of freed memory that may still count as the program's: the sanitizer's quarantine is 256 MB, and what stands around it.
inline constexpr std::size_t kFreedKept = kHasAddressSanitizer ? std::size_t{384} << 20 : 0;

}  // namespace doppel::test
