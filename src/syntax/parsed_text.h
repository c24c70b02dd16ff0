// A text with its tree, which points into it; so it never moves.
#pragma once

#include <string>
#include <utility>

#include "syntax/parser.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

struct ParsedText {
  ParsedText(std::string source, Parser& parser)
      : text(std::move(source)), tree(parser.parse(text)) {}
  ParsedText(const ParsedText&) = delete;
  ParsedText& operator=(const ParsedText&) = delete;

  const std::string text;
  SyntaxTree tree;
};

}  // namespace mlfix
