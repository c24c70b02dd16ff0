// Texts with metavariables that a match fills: messages, and the code of a fix.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "patterns/matcher.h"
#include "patterns/pattern.h"
#include "rewrite/edits.h"
#include "semantic/binding/binding.h"
#include "syntax/work_budget.h"

namespace mlfix::patterns {

// "`$F` may run code": prose.
class Message {
 public:
  // Errors: Configuration, for a metavariable that no pattern of the rule has.
  static Result<Message> compile(const Phrase& phrase, const Variables& variables);
  // With the code of each variable, on one line and not too long.
  std::string fill(const SyntaxTree& tree, const Captures& captures) const;

 private:
  struct Piece {
    std::string text;
    std::optional<Variable> variable;  // after the text
  };
  std::vector<Piece> pieces_;
};

// Where code is put that a template makes.
struct Site {
  const SyntaxTree& tree;
  WorkBudget& work;
  const Rewriter& edit;
  NodeId at;  // what it replaces, or stands beside
};

struct FilledCode {
  std::string text;          // lines as Rewriter takes them
  Kind kind = Kind::Hidden;  // of the expression, if it is one
  Intents imports;
  std::vector<TextRange> guards;
};

// Python with metavariables. A name that begins with a module is written as the file at hand
// has it, and imported where it does not.
class Template {
 public:
  // Errors: Configuration, for what is not Python, for `...` and for a metavariable that no
  // pattern of the rule has.
  static Result<Template> compile(const Phrase& phrase, Variables& variables,
                                  std::span<const std::string> modules);

  const Pattern& pattern() const { return pattern_; }
  // Nothing where the code of the variables does not make the code that the template shows.
  std::optional<FilledCode> fill(const Site& site, const Captures& captures) const;
  // The first line of the compound statement that the template is: `with torch.no_grad():`.
  std::optional<FilledCode> fill_header(const Site& site, const Captures& captures) const;

 private:
  std::size_t size_of_captures(const SyntaxTree& tree, const Captures& captures) const;

  explicit Template(Pattern pattern) : pattern_(std::move(pattern)) {}
  Pattern pattern_;
};

// Does the expression need parentheses where an operand stands?
bool is_compound_expression(Kind kind);

}  // namespace mlfix::patterns
