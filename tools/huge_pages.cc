// Loaded into the compiler by scripts/lib.sh (LD_PRELOAD), never part of the program: asks for
// huge pages behind the memory that the compiler maps. GCC keeps its trees in blocks of 2 MB of
// its own, a big unit in a thousand of them, and takes half a million page faults to fill them in
// pages of 4 KB. Where the system gives no huge pages nothing changes.

#include <dlfcn.h>
#include <sys/mman.h>

#include <cstddef>

namespace {

// Smaller mappings can't hold a huge page of x86-64 or arm64.
constexpr std::size_t kHugePage = std::size_t{2} << 20;

using Mmap = void* (*)(void*, std::size_t, int, int, int, off_t);

}  // namespace

extern "C" void* mmap(void* address, std::size_t size, int protection, int flags, int file,
                      off_t offset) noexcept {
  static const auto next = reinterpret_cast<Mmap>(dlsym(RTLD_NEXT, "mmap"));
  void* const mapped = next(address, size, protection, flags, file, offset);
  if (mapped != MAP_FAILED && (flags & MAP_ANONYMOUS) != 0 && size >= kHugePage) {
    madvise(mapped, size, MADV_HUGEPAGE);  // Advice: it may fail.
  }
  return mapped;
}
