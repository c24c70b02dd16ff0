// Checks that a rewritten file is still the Python it was. tree-sitter accepts
// much that CPython refuses (empty suites, dedents to an unknown level,
// unexpected indents, a late __future__ import, ...): exactly what a fixer
// produces when it goes wrong. The guard checks those classes relative to the
// file before, so that odd input is not blamed on a fix.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "syntax/syntax_tree.h"
#include "text/text_range.h"

namespace mlfix {

struct GuardFailure {
  Offset offset = 0;    // in the text after
  std::string message;  // what is wrong, for the internal-error report
};

// Why `after` (= `before` with `edits` applied) can't be accepted, or nothing.
// Besides syntax it compares what no edit touches: every statement must still be
// there, as the same kind, with the same surviving owner, and deeper or shallower
// only where its own line was indented or dedented; comments and strings must
// keep their extent. An edit that only changes whitespace inside a string, or
// that appends to a comment without replacing it, is refused. `edits` are sorted.
// Linear.
std::optional<GuardFailure> check_rewrite(const SyntaxTree& before, const SyntaxTree& after,
                                          const std::vector<Edit>& edits);

// Levels of a tree that is analysed, whatever recurses over it. CPython gives up
// on 3,000 to 10,000, depending on its version: on a sum of that many terms, or on
// half as many calls in a row, which take two levels each here as there.
inline constexpr std::uint32_t kMaxTreeDepth = 12'000;

// Bytes of a name, and of a dotted one in an import. Names are compared and joined wherever they
// are used, so that one of a million letters would cost its length each time. Of 8,900 modules the
// longest has 113.
inline constexpr std::uint32_t kMaxNameSize = 4096;

// What mlfix may do with a file, as its syntax decides; from most to least.
enum class FileUse : std::uint8_t {
  Edit,
  Report,   // findings, no edits: Python 2, and a late __future__ import
  Nothing,  // no program: the tree may lack what its nodes promise; or nested too deep
};

struct SyntaxVerdict {
  FileUse use = FileUse::Edit;
  GuardFailure reason;  // the first thing in the text that decides for `use`; empty for Edit
};

// The one place that decides which trees are analysed: a SemanticModel is made of
// no tree whose use is Nothing. Python 2 has a meaning, so its findings are worth
// reading; other text that CPython refuses has none. Linear.
SyntaxVerdict judge_syntax(const SyntaxTree& tree);

// Why mlfix does not edit this file, or nothing.
std::optional<GuardFailure> why_not_editable(const SyntaxTree& tree);

}  // namespace mlfix
