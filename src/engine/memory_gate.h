// Bounds the memory that all threads together use for files at work.
//
// A file takes about 150 bytes for each of its own while it is analysed, most of
// it for trees and facts. Who begins with one says how large it is, and waits while too much
// is under way; a file that is larger than all that may be under way runs alone.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace mlfix {

// Thread-safe. Whoever is inside must not enter again.
class MemoryGate {
 public:
  // Of Python text: about 600 MB of memory, or three times that while all are fixed.
  static constexpr std::uint64_t kMostBytes = 4u << 20;

  explicit MemoryGate(std::uint64_t most = kMostBytes) : most_(most) {}

  // The right to work on a text, given back at the end of its scope.
  class Pass {
   public:
    Pass(MemoryGate& gate, std::uint64_t bytes);
    ~Pass();
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

   private:
    MemoryGate& gate_;
    std::uint64_t bytes_;
  };

 private:
  const std::uint64_t most_;
  std::mutex mutex_;
  std::condition_variable left_;
  std::uint64_t inside_ = 0;  // bytes
};

}  // namespace mlfix
