// Checks that a rewritten file is still the Python it was. tree-sitter accepts
// much that CPython refuses (empty suites, dedents to an unknown level,
// unexpected indents, a late __future__ import, ...): exactly what a fixer
// produces when it goes wrong. The guard checks those classes relative to the
// file before, so that odd input is not blamed on a fix.
#pragma once

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

// Why mlfix only reports on this file and never edits it (Python 2, whatever
// CPython would refuse to compile), or nothing. `offset` points at the first reason.
std::optional<GuardFailure> why_not_editable(const SyntaxTree& tree);

}  // namespace mlfix
