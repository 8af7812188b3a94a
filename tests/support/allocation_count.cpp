// The program's operator new and delete, counting. They have a file of their own: inlined next to each other, a compiler takes
// the pair of malloc and delete, or of new and free, for a mistake. It is not a leak check; the address sanitizer is.
#include "allocation_count.hpp"

#include <cstdlib>
#include <new>

namespace {
std::size_t allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace doppel::test {

std::size_t allocation_count() { return allocations; }

}  // namespace doppel::test
