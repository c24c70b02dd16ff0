// Where Python statements lie in the text: the geometry that all edit helpers
// share. Free functions over a tree and its text, without state. Offsets are
// bytes; every function is linear in the lines or siblings it looks at.
//
// Vocabulary: a *run* is the statements of one block that share lines through
// `;`. A statement *starts its line* when only white space is before it.
// In a one-line suite (`for x in y: f(x)`) no statement starts its line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"
#include "text/text_range.h"

namespace mlfix::layout {

// ---- lines ----
Offset text_begin(std::string_view text);  // after a byte order mark
Offset line_begin(std::string_view text, Offset at);
Offset line_end(std::string_view text, Offset at);       // before the terminator
Offset line_full_end(std::string_view text, Offset at);  // after the terminator
// The terminator of the line that holds `at`; of the line before when it has
// none; "\n" in a text without any.
std::string_view newline_near(std::string_view text, Offset at);
// White space at the start of the line that begins at `line`, form feeds included.
std::string_view leading_space(std::string_view text, Offset line);
// The same after the last form feed, which resets the column.
std::string_view indentation(std::string_view text, Offset at);
bool is_blank_line(std::string_view text, Offset line);
// Nothing but a comment on the line, and the line is not inside a string.
bool is_comment_line(const SyntaxTree& tree, Offset line);
// Does the line continue the one before through a backslash?
bool continues_line(const SyntaxTree& tree, Offset line);
// First offset from `at` on that is not white space, comment or continuation.
Offset skip_trivia(const SyntaxTree& tree, Offset at);

// ---- statements ----
bool holds_statements(const SyntaxTree& tree, NodeId n);  // a block or the module
// Direct child of a block or the module that holds `n`; a decorated definition
// counts from its first decorator. kNoNode for the module itself and for the
// clauses of a match statement.
NodeId statement_around(const SyntaxTree& tree, NodeId n);
// One past the last byte of code. A block's own end may lie after comments.
Offset statement_end(const SyntaxTree& tree, NodeId statement);
bool starts_line(const SyntaxTree& tree, NodeId statement);
// Only a `;` and a comment may follow on the line of its end.
bool ends_line(const SyntaxTree& tree, NodeId statement);
// Statements that share lines with `statement`, itself included, in order.
std::vector<NodeId> run_of(const SyntaxTree& tree, NodeId statement);
bool is_compound(const SyntaxTree& tree, NodeId statement);
bool is_docstring(const SyntaxTree& tree, NodeId statement);
// Start of the line after the statement, comments that are indented deeper
// than it (they close its body) included. The end of the text on its last line.
Offset after_statement(const SyntaxTree& tree, NodeId statement);

// ---- new lines ----
// `code` (column 0, "\n", four spaces a level) at `indent`, every line
// terminated with `newline`; blank lines stay empty.
std::string indented(std::string_view code, std::string_view indent, std::string_view unit,
                     std::string_view newline);
// An insertion of whole lines at the start of a line or at the end of the
// text; a text without a final newline stays one.
Edit insert_lines(std::string_view text, Offset at, std::string lines, std::string_view newline);
// May `code` stand next to other statements on a line?
bool fits_inline(std::string_view code);

}  // namespace mlfix::layout
