// What a run has found, until all of it is shown: within a bound, whatever a repository holds.
//
// When the reports take more, the largest go, and their files are reported as left out: an
// ordinary file is not lost for the sake of what somebody put beside it. What stays are the
// smallest reports that fit together, in whatever order the files were done, so that the answer
// is the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "engine/memory_gate.h"
#include "fleet/outcome.h"

namespace mlfix {

// Bytes of memory that the report takes until the end of its run, about. Linear in the findings.
std::uint64_t memory_to_keep(const FileReport& report);

// Thread-safe.
class KeptReports {
 public:
  // Holds 65,000 findings, with what the dearest of the formats takes to show them.
  static constexpr std::uint64_t kMostBytes = 1u << 30;

  // `gate` may be null: it is told when what a file left behind is gone.
  explicit KeptReports(MemoryGate* gate, std::uint64_t most = kMostBytes)
      : gate_(gate), most_(most) {}

  // Takes the report out of the outcome of the file with that number. O(log files).
  void keep(std::size_t file, FileOutcome& outcome);
  // Puts it back, when all files are done; or says, as an error, that it was too much.
  void give_back(std::size_t file, FileOutcome& outcome);

 private:
  void drop_largest();

  MemoryGate* gate_;
  const std::uint64_t most_;
  std::mutex mutex_;
  std::uint64_t bytes_ = 0;
  std::map<std::size_t, FileReport> reports_;                // by file
  std::set<std::pair<std::uint64_t, std::size_t>> by_size_;  // bytes, and the file
  std::map<std::size_t, std::filesystem::path> dropped_;     // by file
};

}  // namespace mlfix
