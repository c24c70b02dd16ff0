// No order among those who wait: whoever fits first goes in. The scheduler hands
// out the largest files first, so that a large one waits for large ones only.

#include "engine/memory_gate.h"

namespace mlfix {

MemoryGate::Pass::Pass(MemoryGate& gate, std::uint64_t bytes) : gate_(gate), bytes_(bytes) {
  std::unique_lock lock(gate_.mutex_);
  gate_.left_.wait(lock,
                   [&] { return gate_.inside_ == 0 || gate_.inside_ + bytes_ <= gate_.most_; });
  gate_.inside_ += bytes_;
}

MemoryGate::Pass::~Pass() {
  {
    const std::lock_guard lock(gate_.mutex_);
    gate_.inside_ -= bytes_;
  }
  gate_.left_.notify_all();
}

}  // namespace mlfix
