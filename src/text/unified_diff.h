// Unified diffs that `git apply` takes: a/ and b/ prefixes, three lines of
// context, "\ No newline at end of file", carriage returns kept.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mlfix {

// The patch that turns `before` into `after`, empty when they are equal.
// `path` is relative with forward slashes; one that git would quote is quoted.
// dtl compares only the window between the first and the last changed line.
std::string unified_diff(std::string_view path, std::string_view before, std::string_view after);

// The lines that two larger texts have above those that are compared.
struct LinesAbove {
  std::size_t before = 0;
  std::size_t after = 0;
};

// Only the hunks, with `context` lines around and no file header: what the
// text report shows under a finding.
std::string diff_hunks(std::string_view before, std::string_view after, unsigned context,
                       LinesAbove above = {});

}  // namespace mlfix
