// A fix that only a later pass found has no edits of the original text; files
// with such a fix are left out where the edits are needed.

#include "invariants.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "shipped.h"
#include "syntax/syntax_guard.h"
#include "temporary_folder.h"
#include "text/unified_diff.h"

namespace mlfix::testing {
namespace {

void check_each_fix_alone(const FileResult& result, const std::string& text) {
  const bool has_fix = std::ranges::any_of(
      result.findings, [](const FileFinding& found) { return !found.edits.empty(); });
  if (!has_fix) return;
  Parser parser;
  const SyntaxTree before = parser.parse(text);
  for (const FileFinding& found : result.findings) {
    if (found.edits.empty()) continue;
    const std::string after = apply_edits(text, found.edits);
    const auto failure =
        check_rewrite(before, parser.reparse(before, found.edits, after), found.edits);
    EXPECT_FALSE(failure) << "a fix alone breaks the program: " << failure->message << '\n'
                          << difference(text, after);
  }
}

// The pieces of `text` between the edits of the applied fixes.
std::vector<std::string_view> untouched_pieces(const FileResult& result, std::string_view text) {
  std::vector<TextRange> touched;
  for (const FileFinding& found : result.findings) {
    if (!found.applied) continue;
    for (const Edit& edit : found.edits) touched.push_back(edit.range());
  }
  std::ranges::sort(touched, {}, [](TextRange range) { return std::pair(range.begin, range.end); });
  std::vector<std::string_view> pieces;
  Offset at = 0;
  for (const TextRange range : touched) {
    if (range.begin > at) pieces.push_back(text.substr(at, range.begin - at));
    at = std::max(at, range.end);
  }
  if (at < text.size()) pieces.push_back(text.substr(at));
  return pieces;
}

// Pieces are looked for from the left, which finds all of them if that is
// possible at all.
void check_untouched_bytes(const FileResult& result, const std::string& text) {
  const auto is_late = [](const FileFinding& f) { return f.applied && f.edits.empty(); };
  if (!result.changed || std::ranges::any_of(result.findings, is_late)) return;
  std::size_t at = 0;
  for (const std::string_view piece : untouched_pieces(result, text)) {
    at = result.fixed_text.find(piece, at);
    ASSERT_NE(at, std::string::npos) << "bytes that no edit touches are gone: " << piece << '\n'
                                     << difference(text, result.fixed_text);
    at += piece.size();
  }
}

// A way has places that exist, and one of them is the finding's.
void check_ways(const FileResult& result, const std::string& text) {
  const LineTable lines(text);
  for (const FileFinding& found : result.findings) {
    const Finding& finding = found.finding;
    if (finding.way.empty()) continue;
    EXPECT_LE(finding.way.steps().size(), Way::kMostSteps);
    bool meets_finding = false;
    for (const WayStep& step : finding.way.steps()) {
      EXPECT_NE(step.text, "");
      if (step.is_elsewhere()) continue;
      EXPECT_LE(step.range.begin, step.range.end);
      EXPECT_LE(step.range.end, text.size());
      const std::uint32_t line = lines.line_at(step.range.begin);
      meets_finding = meets_finding || (line >= lines.line_at(finding.range.begin) &&
                                        line <= lines.line_at(finding.range.end));
    }
    EXPECT_TRUE(meets_finding) << finding.message;
  }
}

}  // namespace

std::string difference(const std::string& expected, const std::string& actual) {
  return "expected (-) and actual (+):\n" + unified_diff("case.py", expected, actual);
}

int run_shell(const std::string& command) {
  return system(command.c_str());
}

void check_patch(const std::string& before, const std::string& after) {
  const TemporaryFolder folder;
  const auto file = folder.write("case.py", before);
  folder.write("fix.patch", unified_diff("case.py", before, after));
  const std::string command =
      fmt::format("cd '{}' && git apply --whitespace=nowarn fix.patch", folder.path().string());
  ASSERT_EQ(run_shell(command), 0) << unified_diff("case.py", before, after);
  EXPECT_EQ(read_bytes(file), after) << "git apply gives other bytes";
}

void check_invariants(const FileResult& result, const std::string& text,
                      const PipelineOptions& options, const std::filesystem::path& path) {
  for (const Error& error : result.errors) {
    EXPECT_NE(error.kind, ErrorKind::Internal) << error.to_string();
  }
  check_ways(result, text);
  check_each_fix_alone(result, text);
  check_untouched_bytes(result, text);
  if (!result.changed) return;
  Parser parser;
  const auto broken = why_not_editable(parser.parse(result.fixed_text));
  EXPECT_FALSE(broken) << broken->message << '\n' << difference(text, result.fixed_text);
  const FileResult again = Shipped::get().run(result.fixed_text, options, path);
  EXPECT_FALSE(again.changed) << "a second run changes the output again\n"
                              << difference(result.fixed_text, again.fixed_text);
}

}  // namespace mlfix::testing
