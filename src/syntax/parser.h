// tree-sitter behind a narrow door. One Parser per thread; not thread-safe.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"
#include "syntax/work_budget.h"
#include "text/text_range.h"

namespace mlfix {

class Parser {
 public:
  // `stop` is asked while a text is parsed.
  explicit Parser(StopRequest stop = {});
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;

  // Parses all of `source`, which must outlive the tree. Never fails: what is
  // not Python shows up in SyntaxTree::errors(). Linear in the size: a text that
  // is not parsed within a fixed amount of work per byte ends in GaveUp, as does a
  // stop.
  SyntaxTree parse(std::string_view source);

  // The same tree, always by tree-sitter; parse() leaves common Python to the direct parser.
  SyntaxTree parse_by_grammar(std::string_view source);

  // Parses `source`, which is `before`'s text with `edits` applied, reusing the
  // subtrees the edits don't touch. `before` stays valid.
  SyntaxTree reparse(const SyntaxTree& before, const std::vector<Edit>& edits,
                     std::string_view source);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mlfix
