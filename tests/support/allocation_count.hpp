// How often the whole test program has allocated: read before and after what must not.
// It is not a leak check; the address sanitizer is.
#pragma once

#include <cstddef>

namespace doppel::test {

std::size_t allocation_count();

}  // namespace doppel::test
