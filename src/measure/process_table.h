// The processes of the machine and what they use, as /proc tells it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace mlfix {

struct ProcessEntry {
  pid_t process = 0;
  pid_t parent = 0;
  bool zombie = false;   // has ended, and its parent has not asked for its status
  bool exiting = false;  // is giving its memory back, or has done so
  friend bool operator==(const ProcessEntry&, const ProcessEntry&) = default;
};

// The content of /proc/N/stat. The name in it may hold anything, parentheses and
// line ends included.
std::optional<ProcessEntry> parse_stat(std::string_view text);

// All processes that we can see. Linear in their number.
std::vector<ProcessEntry> list_processes();

// What descends from `root`, itself not included, without the processes in
// `apart` and what descends from them. In no order; zombies included.
std::vector<ProcessEntry> descendants(std::span<const ProcessEntry> all, pid_t root,
                                      const std::set<pid_t>& apart);

// Bytes.
struct MemoryUse {
  std::uint64_t rss = 0;
  std::uint64_t pss = 0;
  friend bool operator==(const MemoryUse&, const MemoryUse&) = default;
};

// The content of /proc/N/smaps_rollup; nothing when it lacks one of the two.
std::optional<MemoryUse> parse_smaps_rollup(std::string_view text);

// The resident bytes in the content of /proc/N/statm.
std::optional<std::uint64_t> parse_statm(std::string_view text, std::uint64_t page_size);

// Of a live process; nothing when it is gone, or belongs to somebody else. The
// first is cheap; the second makes the kernel walk all pages of the process.
std::optional<std::uint64_t> resident_bytes(pid_t process);
std::optional<MemoryUse> memory_use(pid_t process);

}  // namespace mlfix
