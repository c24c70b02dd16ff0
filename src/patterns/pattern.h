// A pattern: Python with metavariables, compiled once and matched against many files.
//
//     torch.load($F, ...)      $F is one expression, `...` any number of arguments
//     with $C as $H:           $$$BODY is any number of statements, kept by that name
//         $$$BODY
//
// Immutable after it is compiled; any number of threads may read it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"
#include "text/characters.h"
#include "text/error.h"

namespace mlfix::patterns {

// What the name of a metavariable begins with, and what it goes on with.
constexpr bool begins_variable(char c) {
  return (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool continues_variable(char c) {
  return begins_variable(c) || is_digit(c);
}

// The number of a metavariable in its rule.
using Variable = std::uint32_t;
inline constexpr Variable kAnonymous = UINT32_MAX;  // $_ and `...`: stands for anything, each time

// The metavariables of one rule, which all of its patterns and templates share.
class Variables {
 public:
  // The number of `name` (without dollar signs), which is added when it is new.
  Variable number_of(std::string_view name);
  std::optional<Variable> find(std::string_view name) const;
  const std::vector<std::string>& names() const { return names_; }
  // Forgets those that came later.
  void shrink_to(std::size_t count) { names_.resize(count); }

 private:
  std::vector<std::string> names_;
};

// What a node of the pattern stands for.
enum class Slot : std::uint8_t {
  Code,  // for code like it
  One,   // for one node
  Many,  // for any number of neighbours
};

struct Part {
  Slot slot = Slot::Code;
  Variable variable = kAnonymous;
};

// A text that a rule's author wrote, and its line in the file.
struct Phrase {
  std::string text;
  std::uint32_t line = 0;
};

class Pattern {
 public:
  // `modules` are the names that are modules wherever they stand in the pattern. Errors:
  // Configuration, with the line of the phrase and no path.
  static Result<Pattern> compile(const Phrase& phrase, Variables& variables,
                                 std::span<const std::string> modules);

  // The same for one that is looked for, which must not begin with a metavariable.
  static Result<Pattern> compile_to_find(const Phrase& phrase, Variables& variables,
                                         std::span<const std::string> modules);

  const SyntaxTree& tree() const { return *tree_; }
  // The one expression, or the statements.
  const std::vector<NodeId>& roots() const { return roots_; }
  bool is_expression() const { return is_expression_; }
  Part part(NodeId p) const { return parts_[p]; }
  // The dotted name that the expression is, or "".
  const std::string& path(NodeId p) const { return paths_[p]; }
  // Does the path begin with the name of a module, so that only what is imported from
  // there is meant?
  bool begins_with_module(NodeId p) const { return module_paths_[p]; }
  // Kinds of node at which a match may begin.
  std::vector<Kind> kinds() const;
  // A word that every file has in which it matches; "" when there is none.
  std::string_view rarest_word() const { return rarest_word_; }
  // Is the variable one of the pattern?
  bool binds(Variable variable) const;

 private:
  Pattern() = default;
  std::optional<Error> read(std::string_view written, std::uint32_t line, Variables& variables);
  void note_parts(Variables& variables);
  void note_paths(std::span<const std::string> modules);
  void note_rarest_word();

  std::unique_ptr<const std::string> text_;  // where the tree's views point into
  std::unique_ptr<const SyntaxTree> tree_;
  std::vector<NodeId> roots_;
  std::vector<Part> parts_;         // by node
  std::vector<std::string> paths_;  // by node
  std::vector<bool> module_paths_;  // by node
  std::string rarest_word_;
  bool is_expression_ = true;
};

}  // namespace mlfix::patterns
