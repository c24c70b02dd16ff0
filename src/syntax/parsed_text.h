// A text with its tree, which points into it; so it never moves. Thread-safe once it is made.
#pragma once

#include <mutex>
#include <string>
#include <utility>

#include "syntax/parser.h"
#include "syntax/syntax_guard.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

struct ParsedText {
  ParsedText(std::string source, Parser& parser)
      : text(std::move(source)), tree(parser.parse(text)) {}
  ParsedText(const ParsedText&) = delete;
  ParsedText& operator=(const ParsedText&) = delete;

  // What may be done with the text: see judge_syntax(). Found out once, for all who ask.
  const SyntaxVerdict& verdict() const {
    std::call_once(judged_, [&] { verdict_ = judge_syntax(tree); });
    return verdict_;
  }

  const std::string text;
  SyntaxTree tree;

 private:
  mutable std::once_flag judged_;
  mutable SyntaxVerdict verdict_;
};

}  // namespace mlfix
