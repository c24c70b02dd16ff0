// The baseline: a file that lists the findings a project already had, so that
// only new ones count.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/file_pipeline.h"
#include "text/error.h"

namespace mlfix {

// One old finding. The fingerprint decides; the rest is for people, and for
// telling which entries a run could have met.
struct BaselineEntry {
  std::string path;  // below the root, forward slashes
  std::string rule;
  std::string scope;
  std::string statement;  // shortened when it is long
  std::string fingerprint;
  friend bool operator==(const BaselineEntry&, const BaselineEntry&) = default;
};

struct Baseline {
  std::vector<BaselineEntry> entries;

  std::set<std::string, std::less<>> fingerprints() const;
  // The entries that are `in_scope` of a run and not among what it `met`.
  std::vector<BaselineEntry> stale(const std::set<std::string, std::less<>>& met,
                                   const std::function<bool(const BaselineEntry&)>& in_scope) const;
};

// `rule` is the name of the finding's rule.
BaselineEntry entry_of(const FileFinding& found, std::string_view rule);

// The text of a baseline file as entries, in its order. Errors: Configuration, with
// path and where known the line.
Result<Baseline> parse_baseline(std::string_view text, const std::filesystem::path& path);
// Errors: Unreadable, Configuration.
Result<Baseline> read_baseline(const std::filesystem::path& path);

// The file's text: one entry a line, sorted, each once.
std::string baseline_text(Baseline baseline);
// Creates or replaces the file. Errors: Unwritable.
Result<void> write_baseline(const std::filesystem::path& path, const Baseline& baseline);

}  // namespace mlfix
