// No order among those who wait: whoever fits first goes in. The scheduler hands
// out the largest files first, so that a large one waits for large ones only.

#include "engine/memory_gate.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace mlfix {
namespace {

// The allocator keeps what a thread has freed for that thread. What a large text took
// must be there for the others before one of them goes in.
void return_memory(std::uint64_t bytes_of_text) {
  constexpr std::uint64_t kLarge = 512u << 10;
#if defined(__GLIBC__)
  if (bytes_of_text >= kLarge) malloc_trim(0);
#else
  static_cast<void>(bytes_of_text >= kLarge);
#endif
}

}  // namespace

MemoryGate::Pass::Pass(MemoryGate& gate, std::uint64_t bytes) : gate_(gate), bytes_(bytes) {
  std::unique_lock lock(gate_.mutex_);
  gate_.left_.wait(lock,
                   [&] { return gate_.inside_ == 0 || gate_.inside_ + bytes_ <= gate_.most_; });
  gate_.inside_ += bytes_;
}

MemoryGate::Pass::~Pass() {
  return_memory(bytes_);
  {
    const std::lock_guard lock(gate_.mutex_);
    gate_.inside_ -= bytes_;
  }
  gate_.left_.notify_all();
}

}  // namespace mlfix
