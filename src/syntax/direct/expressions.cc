#include "syntax/direct/expressions.h"

namespace mlfix::direct {
namespace {

constexpr int kMostDeep = 300;

// How tightly a binary operator binds; 0 of other tokens. The figures are those of the grammar.
constexpr int kUnary = 20;
constexpr int kPower = 21;
int binding_of(Kind token) {
  switch (token) {
    case Kind::TokenPipe:
      return 14;
    case Kind::TokenAmpersand:
      return 15;
    case Kind::TokenCaret:
      return 16;
    case Kind::TokenLessLess:
    case Kind::TokenGreaterGreater:
      return 17;
    case Kind::TokenPlus:
    case Kind::TokenMinus:
      return 18;
    case Kind::TokenStar:
    case Kind::TokenAt:
    case Kind::TokenSlash:
    case Kind::TokenPercent:
    case Kind::TokenSlashSlash:
      return 19;
    case Kind::TokenStarStar:
      return kPower;
    default:
      return 0;
  }
}

bool is_comparison(Kind token) {
  switch (token) {
    case Kind::TokenLess:
    case Kind::TokenLessEqual:
    case Kind::TokenEqualEqual:
    case Kind::TokenBangEqual:
    case Kind::TokenGreaterEqual:
    case Kind::TokenGreater:
    case Kind::TokenIn:
    case Kind::TokenIs:
    case Kind::TokenNot:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool is_augmented(Kind token) {
  switch (token) {
    case Kind::TokenPlusEqual:
    case Kind::TokenMinusEqual:
    case Kind::TokenStarEqual:
    case Kind::TokenSlashEqual:
    case Kind::TokenAtEqual:
    case Kind::TokenSlashSlashEqual:
    case Kind::TokenPercentEqual:
    case Kind::TokenStarStarEqual:
    case Kind::TokenGreaterGreaterEqual:
    case Kind::TokenLessLessEqual:
    case Kind::TokenAmpersandEqual:
    case Kind::TokenCaretEqual:
    case Kind::TokenPipeEqual:
      return true;
    default:
      return false;
  }
}

ExpressionReader::Deeper::Deeper(ExpressionReader& reader) : reader_(reader) {
  if (++reader_.depth_ > kMostDeep) throw Unread{};
}

Ref ExpressionReader::expression() {
  const Deeper deeper(*this);
  if (is(Kind::TokenLambda)) return lambda();
  if (is(Kind::Identifier) && walrus_next()) return named_expression();
  const Ref value = disjunction();
  if (!is(Kind::TokenIf)) return value;
  const Ref node = around(Kind::ConditionalExpression, value, Field::None);
  advance();
  add(node, disjunction());
  expect(Kind::TokenElse);
  add(node, expression());
  end_here(node);
  return node;
}

Ref ExpressionReader::expressions() {
  const Ref first = bare();
  return is(Kind::TokenComma) ? list_from(first) : first;
}

Ref ExpressionReader::bare() {
  const Ref result = expression_or_splat();
  const Draft& draft = drafts_[result];
  require(draft.kind != Kind::ListSplat || drafts_[draft.first].kind == Kind::Identifier);
  return result;
}

// What stands behind the star of a first element is the splat's as a whole only where more
// elements follow.
Ref ExpressionReader::element() {
  const Ref result = expression_or_splat();
  const Draft& draft = drafts_[result];
  require(draft.kind != Kind::ListSplat || drafts_[draft.first].kind == Kind::Identifier ||
          is(Kind::TokenComma));
  return result;
}

Ref ExpressionReader::list_from(Ref first) {
  const Ref list = around(Kind::ExpressionList, first, Field::None);
  while (accept(Kind::TokenComma)) {
    if (ends_list()) {
      require(!is(kNewline));  // where the grammar at times reads on
      break;
    }
    add(list, bare());
  }
  end_here(list);
  return list;
}

Ref ExpressionReader::targets() {
  const Ref first = target();
  if (!is(Kind::TokenComma)) return first;
  const Ref list = around(Kind::PatternList, first, Field::None);
  while (accept(Kind::TokenComma)) {
    if (is(Kind::TokenIn)) break;
    add(list, target());
  }
  end_here(list);
  return list;
}

Ref ExpressionReader::yield_expression() {
  const Ref node = make(Kind::Yield, token_.begin, token_.end);
  advance();
  if (accept(Kind::TokenFrom)) {
    add(node, expression());
    end_here(node);
  } else if (!ends_list()) {
    add(node, expressions());
    end_here(node);
  }
  return node;
}

void ExpressionReader::to_pattern(Ref node) {
  const Deeper deeper(*this);
  Draft& draft = drafts_[node];
  switch (draft.kind) {
    case Kind::Identifier:
    case Kind::Attribute:
    case Kind::Subscript:
      return;
    case Kind::Tuple:
    case Kind::ParenthesizedExpression:
      draft.kind = Kind::TuplePattern;
      break;
    case Kind::List:
      draft.kind = Kind::ListPattern;
      break;
    case Kind::ExpressionList:
      draft.kind = Kind::PatternList;
      break;
    case Kind::ListSplat: {
      draft.kind = Kind::ListSplatPattern;
      return require(drafts_[draft.first].kind == Kind::Identifier);
    }
    default:
      throw Unread{};
  }
  for (Ref child = draft.first; child != 0; child = drafts_[child].next) to_pattern(child);
}

bool ExpressionReader::ends_list() const {
  switch (token_.kind) {
    case kNewline:
    case Kind::TokenSemicolon:
    case Kind::TokenEqual:
    case Kind::TokenColon:
    case Kind::TokenRightParen:
    case Kind::TokenRightBracket:
    case Kind::TokenRightBrace:
      return true;
    default:
      return is_augmented(token_.kind);
  }
}

Ref ExpressionReader::type() {
  const Deeper deeper(*this);
  Ref node = single_type();
  // What is generic is joined to others as types are; without it all is one expression.
  while (is(Kind::TokenPipe)) {
    const Ref left = node;
    const Ref joined = around(Kind::UnionType, left, Field::None);
    advance();
    const Ref right = single_type();
    add(joined, right);
    end_with(joined, right);
    node = around(Kind::Type, joined, Field::None);
    end_with(node, joined);
  }
  require(!is(Kind::TokenDot) && !is(Kind::TokenLeftBracket) && !is(Kind::TokenLeftParen));
  return node;
}

Ref ExpressionReader::parameter(bool may_be_typed) {
  if (is(Kind::TokenSlash)) return take(Kind::PositionalSeparator);
  if (is(Kind::TokenStar) || is(Kind::TokenStarStar)) return splat_parameter(may_be_typed);
  require(is(Kind::Identifier));
  const Ref name = take(Kind::Identifier);
  if (may_be_typed && accept(Kind::TokenColon)) {
    const Ref annotation = type();
    if (!accept(Kind::TokenEqual)) {
      const Ref node = around(Kind::TypedParameter, name, Field::None);
      add(node, annotation, Field::Type);
      end_with(node, annotation);
      return node;
    }
    const Ref node = around(Kind::TypedDefaultParameter, name, Field::Name);
    add(node, annotation, Field::Type);
    return with_value(node);
  }
  if (!accept(Kind::TokenEqual)) return name;
  return with_value(around(Kind::DefaultParameter, name, Field::Name));
}

Ref ExpressionReader::arguments() {
  const Ref node = make(Kind::ArgumentList, token_.begin);
  advance();
  bool is_first = true;
  while (!is(Kind::TokenRightParen)) {
    const Ref argument = one_argument();
    if (is_first && is_comprehension()) {
      drafts_[node].kind = Kind::GeneratorExpression;
      return comprehension(node, argument, Kind::TokenRightParen);
    }
    is_first = false;
    add(node, argument);
    if (!accept(Kind::TokenComma)) break;
  }
  return closed(node, Kind::TokenRightParen);
}

Ref ExpressionReader::primary() {
  const Deeper deeper(*this);
  Ref node = atom();
  while (true) {
    switch (token_.kind) {
      case Kind::TokenDot: {
        advance();
        require(is(Kind::Identifier));
        node = around(Kind::Attribute, node, Field::Object);
        take_leaf(node, Field::Attribute);
        break;
      }
      case Kind::TokenLeftParen: {
        node = around(Kind::Call, node, Field::Function);
        add(node, arguments(), Field::Arguments);
        break;
      }
      case Kind::TokenLeftBracket: {
        node = around(Kind::Subscript, node, Field::Value);
        subscripts(node);
        break;
      }
      default:
        return node;
    }
    end_here(node);
  }
}

Ref ExpressionReader::with_value(Ref node) {
  const Ref value = expression();
  add(node, value, Field::Value);
  end_with(node, value);
  return node;
}

Ref ExpressionReader::list_splat() {
  const Ref node = starred_primary();
  require(binding_of(token_.kind) == 0 && !is_comparison(token_.kind) && !is(Kind::TokenIf) &&
          !is(Kind::TokenAnd) && !is(Kind::TokenOr));
  return node;
}

Ref ExpressionReader::starred_primary() {
  const Ref node = make(Kind::ListSplat, token_.begin);
  advance();
  const bool is_named = is(Kind::Identifier);
  const Ref value = primary();
  // What begins with a bracket is the splat's by itself, and what follows is of both.
  const Kind kind = drafts_[value].kind;
  require(is_named || (kind != Kind::Attribute && kind != Kind::Call && kind != Kind::Subscript));
  add(node, value);
  end_with(node, value);
  return node;
}

Ref ExpressionReader::splat_parameter(bool may_be_typed) {
  const bool is_dictionary = is(Kind::TokenStarStar);
  const Token star = token_;
  advance();
  if (!is_dictionary && (is(Kind::TokenComma) || is(Kind::TokenRightParen))) {
    return make(Kind::KeywordSeparator, star.begin, star.end);
  }
  require(is(Kind::Identifier));
  const Ref splat =
      make(is_dictionary ? Kind::DictionarySplatPattern : Kind::ListSplatPattern, star.begin);
  take_leaf(splat, Field::None);
  end_here(splat);
  if (!may_be_typed || !accept(Kind::TokenColon)) return splat;
  const Ref node = around(Kind::TypedParameter, splat, Field::None);
  const Ref annotation = type();
  add(node, annotation, Field::Type);
  end_with(node, annotation);
  return node;
}

Ref ExpressionReader::single_type() {
  const Ref node = make(Kind::Type, token_.begin);
  require(next_byte() != '\\');
  const Ref inner = is(Kind::Identifier) && next_byte() == '[' ? generic_type() : expression();
  add(node, inner);
  end_with(node, inner);
  return node;
}

Ref ExpressionReader::generic_type() {
  const Ref node = around(Kind::GenericType, take(Kind::Identifier), Field::None);
  const Ref parameters = type_parameters();
  add(node, parameters);
  end_with(node, parameters);
  return node;
}

Ref ExpressionReader::type_parameters() {
  const Ref node = make(Kind::TypeParameter, token_.begin);
  expect(Kind::TokenLeftBracket);
  do {
    if (is(Kind::TokenRightBracket)) break;
    add(node, type());
  } while (accept(Kind::TokenComma));
  expect(Kind::TokenRightBracket);
  require(drafts_[node].first != 0);
  end_here(node);
  return node;
}

Ref ExpressionReader::dictionary_splat() {
  const Ref node = make(Kind::DictionarySplat, token_.begin);
  advance();
  const Ref value = expression();
  add(node, value);
  end_with(node, value);
  return node;
}

Ref ExpressionReader::target() {
  const Ref result = is(Kind::TokenStar) ? starred_primary() : primary();
  to_pattern(result);
  return result;
}

Ref ExpressionReader::named_expression() {
  require(in_format_ == 0);
  const Ref name = take(Kind::Identifier);
  const Ref node = around(Kind::NamedExpression, name, Field::Name);
  expect(Kind::TokenColonEqual);
  with_value(node);
  // The grammar takes the `:=` as part of the first operand, Python does not.
  require(drafts_[drafts_[node].last].kind != Kind::ConditionalExpression);
  return node;
}

Ref ExpressionReader::lambda() {
  const Ref node = make(Kind::Lambda, token_.begin);
  advance();
  if (!is(Kind::TokenColon)) {
    const Ref parameters = make(Kind::LambdaParameters, token_.begin);
    do {
      if (is(Kind::TokenColon)) break;
      add(parameters, parameter(false));
    } while (accept(Kind::TokenComma));
    end_here(parameters);
    add(node, parameters, Field::Parameters);
  }
  expect(Kind::TokenColon);
  add(node, expression(), Field::Body);
  end_here(node);
  return node;
}

Ref ExpressionReader::disjunction() {
  Ref left = conjunction();
  while (is(Kind::TokenOr)) left = binary(Kind::BooleanOperator, left, conjunction_behind());
  return left;
}

Ref ExpressionReader::conjunction() {
  Ref left = negation();
  while (is(Kind::TokenAnd)) left = binary(Kind::BooleanOperator, left, negation_behind());
  return left;
}

ExpressionReader::Operand ExpressionReader::conjunction_behind() {
  const Ref sign = take(token_.kind);
  return {sign, conjunction()};
}

ExpressionReader::Operand ExpressionReader::negation_behind() {
  const Ref sign = take(token_.kind);
  return {sign, negation()};
}

Ref ExpressionReader::binary(Kind kind, Ref left, const Operand& operand) {
  const Ref node = around(kind, left, Field::Left);
  add(node, operand.sign, Field::Operator);
  add(node, operand.right, Field::Right);
  end_with(node, operand.right);
  return node;
}

Ref ExpressionReader::negation() {
  if (!is(Kind::TokenNot)) return comparison();
  const Deeper deeper(*this);
  const Ref node = make(Kind::NotOperator, token_.begin);
  advance();
  add(node, negation(), Field::Argument);
  end_here(node);
  return node;
}

Ref ExpressionReader::comparison() {
  const Ref left = arithmetic(1);
  if (!is_comparison(token_.kind)) return left;
  const Ref node = around(Kind::ComparisonOperator, left, Field::None);
  while (is_comparison(token_.kind)) {
    add(node, comparison_sign(), Field::Operators);
    add(node, arithmetic(1));
  }
  end_here(node);
  return node;
}

Ref ExpressionReader::comparison_sign() {
  const Token first = token_;
  advance();
  if (first.kind == Kind::TokenNot) {
    require(is(Kind::TokenIn));
    advance();
    return make(Kind::TokenNotIn, first.begin, behind_last_);
  }
  if (first.kind == Kind::TokenIs && is(Kind::TokenNot)) {
    advance();
    return make(Kind::TokenIsNot, first.begin, behind_last_);
  }
  return leaf(first);
}

Ref ExpressionReader::arithmetic(int least) {
  const Deeper deeper(*this);
  Ref left = signed_operand();
  while (true) {
    const int binding = binding_of(token_.kind);
    if (binding == 0 || binding < least) return left;
    const Ref sign = take(token_.kind);
    // From the right, where it is a power; else from the left.
    const Ref right = arithmetic(binding == kPower ? binding : binding + 1);
    left = binary(Kind::BinaryOperator, left, {sign, right});
  }
}

Ref ExpressionReader::signed_operand() {
  if (is(Kind::TokenPlus) || is(Kind::TokenMinus) || is(Kind::TokenTilde)) {
    const Ref node = make(Kind::UnaryOperator, token_.begin);
    take_leaf(node, Field::Operator);
    add(node, arithmetic(kUnary + 1), Field::Argument);
    end_here(node);
    return node;
  }
  if (is(Kind::TokenAwait)) {
    const Ref node = make(Kind::Await, token_.begin);
    advance();
    add(node, arithmetic(kUnary + 1));
    end_here(node);
    return node;
  }
  return primary();
}

Ref ExpressionReader::atom() {
  switch (token_.kind) {
    case Kind::Identifier:
    case Kind::Integer:
    case Kind::Float:
    case Kind::True:
    case Kind::False:
    case Kind::None:
    case Kind::Ellipsis:
      return take(token_.kind);
    case Kind::String:
      return strings();
    case Kind::TokenLeftParen:
      return parenthesized();
    case Kind::TokenLeftBracket:
      return list();
    case Kind::TokenLeftBrace:
      return braces();
    default:
      throw Unread{};
  }
}

Ref ExpressionReader::parenthesized() {
  const Ref node = make(Kind::Tuple, token_.begin);
  advance();
  if (is(Kind::TokenRightParen)) return closed(node, Kind::TokenRightParen);
  if (is(Kind::TokenYield)) {
    drafts_[node].kind = Kind::ParenthesizedExpression;
    add(node, yield_expression());
    return closed(node, Kind::TokenRightParen);
  }
  const Ref first = element();
  if (is_comprehension()) {
    drafts_[node].kind = Kind::GeneratorExpression;
    return comprehension(node, first, Kind::TokenRightParen);
  }
  add(node, first);
  if (is(Kind::TokenRightParen)) {
    require(drafts_[first].kind != Kind::ListSplat);
    drafts_[node].kind = Kind::ParenthesizedExpression;
  } else {
    require(is(Kind::TokenComma));
    more_elements(node, Kind::TokenRightParen);
  }
  return closed(node, Kind::TokenRightParen);
}

void ExpressionReader::more_elements(Ref node, Kind closing) {
  while (accept(Kind::TokenComma)) {
    if (is(closing)) break;
    add(node, expression_or_splat());
  }
}

Ref ExpressionReader::closed(Ref node, Kind closing) {
  expect(closing);
  end_here(node);
  return node;
}

Ref ExpressionReader::comprehension(Ref node, Ref body, Kind closing) {
  const Kind kind = drafts_[body].kind;
  require(kind != Kind::ListSplat && kind != Kind::DictionarySplat &&
          kind != Kind::KeywordArgument);
  add(node, body, Field::Body);
  while (is_comprehension() || is(Kind::TokenIf)) {
    if (is(Kind::TokenIf)) {
      const Ref clause = make(Kind::IfClause, token_.begin);
      advance();
      add(clause, disjunction());
      end_here(clause);
      add(node, clause);
      continue;
    }
    const Ref clause = make(Kind::ForInClause, token_.begin);
    if (is(Kind::TokenAsync)) take_leaf(clause, Field::None);
    expect(Kind::TokenFor);
    add(clause, targets(), Field::Left);
    expect(Kind::TokenIn);
    add(clause, disjunction(), Field::Right);
    end_here(clause);
    add(node, clause);
  }
  return closed(node, closing);
}

Ref ExpressionReader::list() {
  const Ref node = make(Kind::List, token_.begin);
  advance();
  if (is(Kind::TokenRightBracket)) return closed(node, Kind::TokenRightBracket);
  const Ref first = element();
  if (is_comprehension()) {
    drafts_[node].kind = Kind::ListComprehension;
    return comprehension(node, first, Kind::TokenRightBracket);
  }
  add(node, first);
  more_elements(node, Kind::TokenRightBracket);
  return closed(node, Kind::TokenRightBracket);
}

Ref ExpressionReader::braces() {
  const Ref node = make(Kind::Dictionary, token_.begin);
  advance();
  if (is(Kind::TokenRightBrace)) return closed(node, Kind::TokenRightBrace);
  const Ref first = pair_or_element();
  const Kind kind = drafts_[first].kind;
  const bool is_dictionary = kind == Kind::Pair || kind == Kind::DictionarySplat;
  if (is_comprehension()) {
    require(kind != Kind::DictionarySplat);
    drafts_[node].kind = is_dictionary ? Kind::DictionaryComprehension : Kind::SetComprehension;
    return comprehension(node, first, Kind::TokenRightBrace);
  }
  if (!is_dictionary) drafts_[node].kind = Kind::Set;
  add(node, first);
  while (accept(Kind::TokenComma)) {
    if (is(Kind::TokenRightBrace)) break;
    const Ref next = pair_or_element();
    const Kind other = drafts_[next].kind;
    require((other == Kind::Pair || other == Kind::DictionarySplat) == is_dictionary);
    add(node, next);
  }
  return closed(node, Kind::TokenRightBrace);
}

Ref ExpressionReader::pair_or_element() {
  if (is(Kind::TokenStarStar)) return dictionary_splat();
  const Ref key = element();
  if (!is(Kind::TokenColon)) return key;
  const Ref node = around(Kind::Pair, key, Field::Key);
  advance();
  return with_value(node);
}

Ref ExpressionReader::one_argument() {
  if (is(Kind::TokenStar)) return list_splat();
  if (is(Kind::TokenStarStar)) return dictionary_splat();
  if (!is(Kind::Identifier) || !equals_next()) return expression();
  const Ref name = take(Kind::Identifier);
  const Ref node = around(Kind::KeywordArgument, name, Field::Name);
  expect(Kind::TokenEqual);
  return with_value(node);
}

void ExpressionReader::subscripts(Ref node) {
  expect(Kind::TokenLeftBracket);
  require(!is(Kind::TokenRightBracket));
  do {
    if (is(Kind::TokenRightBracket)) break;
    add(node, subscript(), Field::Subscript);
  } while (accept(Kind::TokenComma));
  expect(Kind::TokenRightBracket);
}

Ref ExpressionReader::subscript() {
  Ref slice = 0;
  if (!is(Kind::TokenColon)) {
    const Ref value = expression();
    if (!is(Kind::TokenColon)) return value;
    slice = around(Kind::Slice, value, Field::None);
  } else {
    slice = make(Kind::Slice, token_.begin);
  }
  for (int colons = 0; colons < 2 && accept(Kind::TokenColon); ++colons) {
    if (is(Kind::TokenColon) || is(Kind::TokenComma) || is(Kind::TokenRightBracket)) continue;
    add(slice, expression());
  }
  end_here(slice);
  return slice;
}

}  // namespace mlfix::direct
