// Appends to expressions. The kinds that bind tighter than an attribute access
// are listed, those that need parentheses are listed, and whatever is on
// neither list is left alone: a target, a bare tuple, a starred argument.
#include "rewrite/edits.h"
#include "rewrite/layout.h"

namespace mlfix {
namespace {

bool binds_tightly(Kind kind) {
  switch (kind) {
    case Kind::Identifier:
    case Kind::Attribute:
    case Kind::Subscript:
    case Kind::Call:
    case Kind::ParenthesizedExpression:
    case Kind::Tuple:
    case Kind::List:
    case Kind::Set:
    case Kind::Dictionary:
    case Kind::ListComprehension:
    case Kind::SetComprehension:
    case Kind::DictionaryComprehension:
    case Kind::GeneratorExpression:
    case Kind::String:
    case Kind::True:
    case Kind::False:
    case Kind::None:
    case Kind::Ellipsis:
      return true;
    default:
      return false;
  }
}

bool takes_parentheses(Kind kind) {
  switch (kind) {
    case Kind::BinaryOperator:
    case Kind::UnaryOperator:
    case Kind::BooleanOperator:
    case Kind::ComparisonOperator:
    case Kind::NotOperator:
    case Kind::ConditionalExpression:
    case Kind::Lambda:
    case Kind::Await:
    case Kind::Yield:
    case Kind::NamedExpression:
    case Kind::ConcatenatedString:
    case Kind::Integer:
    case Kind::Float:
      return true;
    default:
      return false;
  }
}

// Does a statement or clause of this kind write to its left field?
bool writes_left(Kind kind) {
  return kind == Kind::Assignment || kind == Kind::AugmentedAssignment ||
         kind == Kind::ForStatement || kind == Kind::ForInClause ||
         kind == Kind::TypeAliasStatement;
}

// Is the node one of what a `del` statement deletes?
bool is_deleted(const SyntaxTree& tree, NodeId n) {
  while (tree.is(tree.parent(n), Kind::ExpressionList) || tree.is(tree.parent(n), Kind::Tuple) ||
         tree.is(tree.parent(n), Kind::List)) {
    n = tree.parent(n);
  }
  return tree.is(tree.parent(n), Kind::DeleteStatement);
}

// Is the node written to, deleted, or a mere name of something?
bool is_target_or_label(const SyntaxTree& tree, NodeId n) {
  const Field field = tree.field(n);
  const Kind parent = tree.kind(tree.parent(n));
  if (field == Field::Left && writes_left(parent)) return true;
  if (field == Field::Name || field == Field::Alias || field == Field::Attribute) return true;
  if (is_deleted(tree, n)) return true;
  switch (parent) {
    case Kind::PatternList:
    case Kind::TuplePattern:
    case Kind::ListPattern:
    case Kind::ListSplatPattern:
    case Kind::DictionarySplatPattern:
    case Kind::AsPatternTarget:
    case Kind::DottedName:
    case Kind::Parameters:
    case Kind::LambdaParameters:
    case Kind::GlobalStatement:
    case Kind::NonlocalStatement:
    case Kind::Type:
    case Kind::ConcatenatedString:  // a part of it is no expression by itself
      return true;
    default:
      return false;
  }
}

// In an f-string the text of the expression may be output (`{x=}`), and quotes
// or backslashes may be a syntax error.
bool fits_interpolation(const SyntaxTree& tree, NodeId expr, std::string_view suffix) {
  for (NodeId n = expr; tree.parent(n) != kNoNode; n = tree.parent(n)) {
    if (!tree.is(tree.parent(n), Kind::Interpolation)) continue;
    if (suffix.find_first_of("\"'\\\n#") != std::string_view::npos) return false;
    const Offset after = layout::skip_trivia(tree, tree[n].end);
    if (after < tree.source().size() && tree.source()[after] == '=') return false;
  }
  return true;
}

// A generator that is an argument by itself shares the parentheses of the call.
bool is_bare_generator(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::GeneratorExpression) && tree.field(n) == Field::Arguments;
}

}  // namespace

std::optional<Intents> Rewriter::append_to_expression(NodeId expr, std::string_view suffix) const {
  const SyntaxTree& tree = *tree_;
  if (expr == kNoNode || tree.parent(expr) == kNoNode) return std::nullopt;
  while (tree.is(tree.parent(expr), Kind::ParenthesizedExpression)) expr = tree.parent(expr);
  if (is_bare_generator(tree, expr) || is_target_or_label(tree, expr)) return std::nullopt;
  if (!fits_interpolation(tree, expr, suffix)) return std::nullopt;
  const TextRange range = tree.range(expr);
  if (binds_tightly(tree.kind(expr))) return insert(range.end, suffix);
  if (!takes_parentheses(tree.kind(expr))) return std::nullopt;
  Intents intents = insert(range.begin, "(");
  append(intents, insert(range.end, ")" + std::string(suffix)));
  return intents;
}

}  // namespace mlfix
