// Neither allocator is named by a header here, and each function is one that may be missing
// (a weak symbol): the same object serves programs with either, and a program with jemalloc
// gets no second allocator from the C library.

#include "text/allocator.h"

#include <cstddef>

#if defined(__GLIBC__)
#include <malloc.h>

extern "C" {
[[gnu::weak]] int mallctl(const char* name, void* old_value, std::size_t* old_size, void* new_value,
                          std::size_t new_size);
#pragma weak malloc_trim
#pragma weak mallopt

// Read by jemalloc when it starts, by this name. What is freed may wait half a second to be
// used again, where ten are usual, which is longer than most runs; so a run over a million
// lines takes 254 MB at its peak for 263, and no more time. After that it is the system's.
extern const char* const malloc_conf;
[[gnu::used]] const char* const malloc_conf = "dirty_decay_ms:500,muzzy_decay_ms:0";
}
#endif

namespace mlfix {

#if defined(__GLIBC__)

void return_freed_memory() {
  // MALLCTL_ARENAS_ALL is 4096.
  if (mallctl != nullptr) {
    mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);
  } else if (malloc_trim != nullptr) {
    malloc_trim(0);
  }
}

void give_back_large_blocks() {
  constexpr int kLargeBlock = 4 << 20;
  if (mallctl == nullptr && mallopt != nullptr) mallopt(M_MMAP_THRESHOLD, kLargeBlock);
}

#else

void return_freed_memory() {}
void give_back_large_blocks() {}

#endif

}  // namespace mlfix
