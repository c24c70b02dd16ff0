// What CPython refuses and tree-sitter lets pass: the rules of SyntaxGuard that
// look at one tree. SyntaxGuard judges changes with them.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"
#include "text/text_range.h"

namespace mlfix {

enum class SyntaxRule : std::uint8_t {
  ParseError,
  TypeParameterDefault,
  TypeAliasOfBrackets,
  Python2,
  EmptyBlock,
  Indentation,
  BlockNesting,
  StatementPlace,
  BareLineEnd,
  TryWithoutHandler,
  HandlerOrder,
  ArgumentOrder,
  RepeatedArgument,
  ParameterOrder,
  RepeatedParameter,
  LateFutureImport,
  WildcardImport,
  ReturnOutsideFunction,
  YieldOutsideFunction,
  YieldFromInAsync,
  AwaitOutsideAsync,
  AwaitAtModuleLevel,
  LoopControlOutsideLoop,
  LateScopeDeclaration,
  StarredPlace,
  NamedExpressionPlace,
  AssignmentTarget,
  AliasPlace,
};

struct Violation {
  SyntaxRule rule;
  Offset offset;
  friend auto operator<=>(Violation, Violation) = default;
};

// All violations, sorted by rule and then offset. Linear in the tree, except for
// a function's `global` declarations, each of which looks back over the function.
std::vector<Violation> find_violations(const SyntaxTree& tree);

// What the rule found, for people.
std::string_view describe(SyntaxRule rule);

// The whitespace before `offset` on its logical line, or nothing if other text
// stands there. A line that a backslash continues has the first line's.
struct Indentation {
  bool starts_line = false;
  std::string_view bytes;
};
Indentation indentation_at(const SyntaxTree& tree, Offset offset);

}  // namespace mlfix
