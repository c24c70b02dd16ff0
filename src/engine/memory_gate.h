// Bounds the memory that all threads together use for files at work.
//
// Who begins with a file says how much memory it may take at most, waits while too much is
// under way, and says it again when more is known: when the file has been read, and when it is
// done with. What may take more than there is for all runs alone.
//
// The figures are what was measured of texts that are as dense as texts can be (`a=b` in every
// line, calls, loops that train): 200 to 720 bytes for each word or sign, while every fix is
// tried; 8 bytes for each of a notebook's own, and 2 KB for each of its cells.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string_view>

namespace mlfix {

// Bytes of memory that are needed at most, for a file of which nothing but its size is known.
std::uint64_t memory_to_read_module(std::uint64_t size);
std::uint64_t memory_to_read_notebook(std::uint64_t size);
// For the analysis of a text of Python.
std::uint64_t memory_to_analyse(std::string_view text);
// For taking a notebook apart and putting it together again.
std::uint64_t memory_to_decode(std::string_view notebook);

// Thread-safe. Whoever is inside must not enter again.
class MemoryGate {
 public:
  static constexpr std::uint64_t kMostBytes = 768u << 20;

  explicit MemoryGate(std::uint64_t most = kMostBytes) : most_(most) {}

  // Gives the system back what is free, for what comes next may need as much.
  ~MemoryGate();
  MemoryGate(const MemoryGate&) = delete;
  MemoryGate& operator=(const MemoryGate&) = delete;

  // So many of the bytes that somebody left behind are free.
  void take_back(std::uint64_t bytes);

  // The right to work on a file, given back at the end of its scope.
  class Pass {
   public:
    Pass(MemoryGate& gate, std::uint64_t bytes);
    ~Pass();
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

    // Less is needed than was said; more is never granted to who is inside already.
    void need_only(std::uint64_t bytes);
    // So many bytes stay in use when the pass is gone, for as long as there is the gate.
    void leave_behind(std::uint64_t bytes) { left_behind_ = bytes; }

   private:
    MemoryGate& gate_;
    std::uint64_t bytes_;
    std::uint64_t left_behind_ = 0;
  };

 private:
  void change(std::uint64_t less, std::uint64_t kept);

  const std::uint64_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t inside_ = 0;       // bytes of those who are inside
  std::uint64_t left_behind_ = 0;  // bytes
};

}  // namespace mlfix
