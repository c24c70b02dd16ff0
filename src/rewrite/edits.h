// Edit helpers: how a transform changes Python text without caring for
// indentation, semicolons, one-line suites, continuations, comments or line
// terminators. Every helper returns nothing when it can't do its work safely;
// the finding then stays without a fix.
//
// All positions are bytes of the tree's source. Helpers read the model only;
// one Rewriter belongs to one file and one thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rewrite/intent.h"

namespace mlfix {

class Bindings;
class SemanticModel;

using Intents = std::vector<Intent>;

// Indentation, newline and quotes as this file writes them.
class Style {
 public:
  explicit Style(const SyntaxTree& tree);
  std::string_view indent_unit() const { return unit_; }  // one level, bytes
  // The level of the block that holds `statement`; indent_unit() at the top.
  std::string indent_unit_at(NodeId statement) const;
  // The terminator to end a new line with next to `at`: the neighbour line's.
  std::string_view newline_near(Offset at) const;
  // Whitespace at the start of the line that holds `at` (after the last form feed).
  std::string_view indentation_at(Offset at) const;

 private:
  const SyntaxTree* tree_;
  std::string unit_;
};

// Where a statement lies in the text.
struct StatementRange {
  Offset begin = 0;             // first byte of the statement
  Offset end = 0;               // one past its last byte (no comment, no newline)
  Offset line_begin = 0;        // start of its first line
  Offset full_begin = 0;        // line_begin moved up over its own leading comment lines
  Offset line_end = 0;          // after the terminator of its last line, trailing comment included
  bool alone_on_lines = false;  // no other statement shares its first or last line,
                                // and it is not a one-line suite
  bool has_trailing_comment = false;
};

class Rewriter {
 public:
  explicit Rewriter(const SemanticModel& model);

  const Style& style() const { return style_; }
  StatementRange statement_range(NodeId statement) const;

  // New lines before or after a statement, at its indentation. `code` is
  // written at column 0, with "\n" between lines, without a final one; four
  // spaces stand for one level.
  // `insert_before` goes below the statement's leading comments;
  // `insert_before_comments` above them. A `def` with decorators counts from
  // its first decorator. Works for `;` lists and one-line suites where an
  // inline `code; ` or `; code` keeps the meaning, else nothing.
  std::optional<Intents> insert_before(NodeId statement, std::string_view code) const;
  std::optional<Intents> insert_before_comments(NodeId statement, std::string_view code) const;
  std::optional<Intents> insert_after(NodeId statement, std::string_view code) const;
  std::optional<Intents> insert_at_body_start(NodeId block, std::string_view code) const;
  std::optional<Intents> insert_at_body_end(NodeId block, std::string_view code) const;

  // Puts the statements first..last (siblings) under `header` ("with
  // torch.no_grad():"). Lines that begin inside a string are never indented;
  // when such a line would have to be, or the lines mix tabs and spaces, or the
  // region shares a line with another statement, nothing.
  std::optional<Intents> wrap(NodeId first, NodeId last, std::string_view header) const;
  // The same with lines after the block, e.g. try: … finally: handle.remove().
  std::optional<Intents> wrap(NodeId first, NodeId last, std::string_view header,
                              std::string_view footer) const;

  // The same for a `with` whose header is one line. Where the statement after the region has
  // that very header, there is one block for both.
  std::optional<Intents> wrap_with(NodeId first, NodeId last, std::string_view header) const;

  // Puts the body of a with statement in its place: the opposite of wrap(). The
  // comments of the header go with it.
  std::optional<Intents> unwrap(NodeId with_statement) const;
  // Takes one item out of a with statement; with the only one goes the statement, as unwrap() does
  // it.
  std::optional<Intents> remove_item(NodeId with_item) const;

  // Takes the name that the identifier `use` reads out of its import statement,
  // when nothing else reads it. No intents when the import has to stay.
  Intents remove_orphaned_import(NodeId use) const;

  // Adds a decorator line directly above `def` (below all other decorators).
  std::optional<Intents> decorate(NodeId function, std::string_view decorator) const;

  // expr -> expr.suffix, with parentheses where precedence asks for them.
  std::optional<Intents> append_to_expression(NodeId expr, std::string_view suffix) const;
  Intents replace(NodeId node, std::string_view text) const;
  Intents replace(TextRange range, std::string_view text) const;
  Intents insert(Offset at, std::string_view text) const;
  Intents delete_statement(NodeId statement) const;
  // Moves a whole statement (with its leading and trailing comments) before
  // `target`, re-indented. A block that loses its only statement gets `pass`.
  std::optional<Intents> move_before(NodeId statement, NodeId target) const;

  std::optional<Intents> add_keyword(NodeId call, std::string_view name,
                                     std::string_view value) const;
  std::optional<Intents> remove_argument(NodeId call, NodeId argument) const;

  // A name that nothing in the scope of `at`, nor in a scope nested in it, uses.
  // `wanted` itself when free, else wanted_2, wanted_3, …
  std::string fresh_name(NodeId at, std::string_view wanted) const;

  // How to write the qualified name `dotted` ("torch.no_grad") at `at`: through
  // an existing import when it is bound there (the spelling is returned as the
  // file would write it: "th.no_grad", "no_grad"), else with an AddImport; where the file imports
  // the package late only, inside of functions, beside such an import that has run by then.
  struct Spelling {
    std::string text;
    Intents imports;                // empty when an existing import serves
    std::vector<TextRange> guards;  // the import it relies on
  };
  std::optional<Spelling> spell(NodeId at, std::string_view dotted) const;

  struct Imports;  // what spell() knows of the file

 private:
  struct UsedNames;

  bool uses_name(std::string_view name) const;
  std::optional<Spelling> spell_late(NodeId at, std::string_view dotted) const;

  std::optional<Intents> insert_lines_before(NodeId statement, std::string_view code,
                                             bool above_comments) const;

  const SemanticModel* model_;
  const SyntaxTree* tree_;
  const Bindings* bindings_;
  Style style_;
  mutable std::shared_ptr<Imports> imports_;  // made when first asked for
  mutable std::shared_ptr<UsedNames> used_names_;
};

// Joins intents of several helpers.
void append(Intents& to, Intents more);

}  // namespace mlfix
