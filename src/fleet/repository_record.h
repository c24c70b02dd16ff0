// What is written down of one repository of a list, in a folder of its own:
//   report.json      what was found, as `mlfix --format json` says it
//   fixes.patch      the fixes; not there when there are none
//   repository.json  this record: which commit that was, how much was found, or why nothing
// The record is written last and in one step, so that where it is, the others are whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "text/error.h"

namespace mlfix {

inline constexpr std::string_view kRepositoryRecord = "repository.json";
inline constexpr std::string_view kRepositoryReport = "report.json";
inline constexpr std::string_view kRepositoryPatch = "fixes.patch";

struct RepositoryRecord {
  std::string run;  // digest of what decides the findings, besides the commit
  std::string address;
  std::string revision;  // as it was listed
  std::string commit;    // empty when it was not fetched
  std::string problem;   // why it was not analysed; empty when it was
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  std::size_t left_out = 0;  // files that are too large
  std::size_t findings = 0;
  std::size_t fixable_safe = 0;
  std::size_t fixable_unsafe = 0;
  std::size_t errors = 0;  // files that could not be analysed
  std::uint64_t patch_bytes = 0;

  friend bool operator==(const RepositoryRecord&, const RepositoryRecord&) = default;
};

// One line of JSON, with a line feed.
std::string repository_record_text(const RepositoryRecord& record);

// Errors: Refused, for a text that is no record.
Result<RepositoryRecord> parse_repository_record(std::string_view text);

// Takes the counts out of what `mlfix --format json` has written. False when that is no report.
bool take_counts(std::string_view report, RepositoryRecord& record);

// Errors: Unwritable.
Result<void> write_repository_record(const std::filesystem::path& folder,
                                     const RepositoryRecord& record);

// Nothing when there is none. Errors: Refused (it is none, or damaged), Unreadable.
Result<std::optional<RepositoryRecord>> read_repository_record(const std::filesystem::path& folder);

}  // namespace mlfix
