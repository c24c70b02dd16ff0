#include "syntax/direct/statements.h"

namespace mlfix::direct {

void StatementReader::read_module(std::vector<Node>& nodes) {
  drafts_.reserve(source_.size() / 3 + 16);
  const Ref module = make(Kind::Module, 0);
  begin_line();
  while (token_.kind != kEnd) {
    require(next_indent_ == 0);
    statement(module);
  }
  // Comments before the first statement are the module's own.
  const Ref first = drafts_[module].first;
  const auto end = static_cast<Offset>(source_.size());
  const Offset begin = first == 0 ? end : drafts_[first].begin;
  const auto& comments = flat_.comments;
  const bool begins_with_comment = !comments.empty() && comments.front().begin < begin;
  drafts_[module].begin = begins_with_comment ? comments.front().begin : begin;
  drafts_[module].end = end;
  flatten(module, nodes, flat_);
}

void StatementReader::suite(Ref owner, Field field) {
  const Deeper deeper(*this);
  expect(Kind::TokenColon);
  const Ref block = make(Kind::Block, 0);
  if (is(kNewline)) {
    const std::uint32_t outer = indent_;
    take_line_end();
    require(next_indent_ > outer);
    indent_ = next_indent_;
    next_in_gap_ = gap_.size();
    do {
      require(next_indent_ == indent_);
      statement(block);
    } while (!closes_block(indent_));
    drafts_[block].end = gap_end_;
    indent_ = outer;
  } else {
    simple_statements(block);
    drafts_[block].end = line_end_;
  }
  drafts_[block].begin = drafts_[drafts_[block].first].begin;
  add(owner, block, field);
  end_with(owner, block);
}

void StatementReader::statement(Ref parent) {
  switch (token_.kind) {
    case Kind::TokenIf:
      return if_statement(parent);
    case Kind::TokenFor:
      return for_statement(parent, 0);
    case Kind::TokenWhile:
      return while_statement(parent);
    case Kind::TokenTry:
      return try_statement(parent);
    case Kind::TokenWith:
      return with_statement(parent, 0);
    case Kind::TokenDef:
      return add(parent, function_definition(0));
    case Kind::TokenClass:
      return add(parent, class_definition());
    case Kind::TokenAt:
      return decorated(parent);
    case Kind::TokenAsync:
      return async_statement(parent);
    default:
      return simple_statements(parent);
  }
}

void StatementReader::async_statement(Ref parent) {
  const Ref async = take(token_.kind);
  if (is(Kind::TokenDef)) return add(parent, function_definition(async));
  if (is(Kind::TokenFor)) return for_statement(parent, async);
  require(is(Kind::TokenWith));
  with_statement(parent, async);
}

Ref StatementReader::make_here(Kind kind, Ref async) {
  const Ref result = make(kind, async == 0 ? token_.begin : drafts_[async].begin);
  if (async != 0) add(result, async);
  return result;
}

void StatementReader::if_statement(Ref parent) {
  const Ref node = make(Kind::IfStatement, token_.begin);
  advance();
  add(node, expression(), Field::Condition);
  suite(node, Field::Consequence);
  while (on_this_level(Kind::TokenElif)) {
    const Ref clause = make(Kind::ElifClause, token_.begin);
    advance();
    add(clause, expression(), Field::Condition);
    suite(clause, Field::Consequence);
    add(node, clause, Field::Alternative);
    end_with(node, clause);
  }
  else_clause(node, Field::Alternative);
  add(parent, node);
}

void StatementReader::else_clause(Ref owner, Field field) {
  if (!on_this_level(Kind::TokenElse)) return;
  const Ref clause = make(Kind::ElseClause, token_.begin);
  advance();
  suite(clause, Field::Body);
  add(owner, clause, field);
  end_with(owner, clause);
}

void StatementReader::for_statement(Ref parent, Ref async) {
  const Ref node = make_here(Kind::ForStatement, async);
  advance();
  add(node, targets(), Field::Left);
  expect(Kind::TokenIn);
  add(node, expressions(), Field::Right);
  suite(node, Field::Body);
  else_clause(node, Field::Alternative);
  add(parent, node);
}

void StatementReader::while_statement(Ref parent) {
  const Ref node = make(Kind::WhileStatement, token_.begin);
  advance();
  add(node, expression(), Field::Condition);
  suite(node, Field::Body);
  else_clause(node, Field::Alternative);
  add(parent, node);
}

void StatementReader::try_statement(Ref parent) {
  const Ref node = make(Kind::TryStatement, token_.begin);
  advance();
  suite(node, Field::Body);
  bool is_handled = false;
  while (on_this_level(Kind::TokenExcept)) {
    is_handled = true;
    except_clause(node);
  }
  if (is_handled) else_clause(node, Field::None);
  if (on_this_level(Kind::TokenFinally)) {
    is_handled = true;
    const Ref clause = make(Kind::FinallyClause, token_.begin);
    advance();
    suite(clause, Field::None);
    add(node, clause);
    end_with(node, clause);
  }
  require(is_handled);
  add(parent, node);
}

void StatementReader::except_clause(Ref owner) {
  const Ref clause = make(Kind::ExceptClause, token_.begin);
  advance();
  if (!is(Kind::TokenColon)) {
    require(!is(Kind::TokenStar));
    add(clause, expression_with_alias(), Field::Value);
  }
  suite(clause, Field::None);
  add(owner, clause);
  end_with(owner, clause);
}

bool StatementReader::is_operand(Kind kind) {
  switch (kind) {
    case Kind::Identifier:
    case Kind::Attribute:
    case Kind::Call:
    case Kind::Subscript:
    case Kind::Tuple:
    case Kind::ParenthesizedExpression:
      return true;
    default:
      return false;
  }
}

Ref StatementReader::expression_with_alias() {
  const Ref value = expression();
  if (!accept(Kind::TokenAs)) return value;
  // `as` binds more closely than `if`, as the grammar has it.
  const bool is_of_last = drafts_[value].kind == Kind::ConditionalExpression;
  require(is_operand(drafts_[is_of_last ? drafts_[value].last : value].kind));
  const Ref node = is_of_last ? around_last(Kind::AsPattern, value)
                              : around(Kind::AsPattern, value, Field::None);
  const Ref named = primary();
  const Ref target = around(Kind::AsPatternTarget, named, Field::None);
  end_with(target, named);
  add(node, target, Field::Alias);
  end_with(node, target);
  if (!is_of_last) return node;
  end_with(value, node);
  return value;
}

void StatementReader::with_statement(Ref parent, Ref async) {
  const Ref node = make_here(Kind::WithStatement, async);
  advance();
  const Ref clause = make(Kind::WithClause, token_.begin);
  if (is(Kind::TokenLeftParen)) {
    items_in_parentheses(clause);
  } else {
    do {
      with_item(clause, expression_with_alias());
    } while (accept(Kind::TokenComma));
  }
  add(node, clause);
  suite(node, Field::Body);
  add(parent, node);
}

void StatementReader::with_item(Ref clause, Ref value) {
  const Ref item = around(Kind::WithItem, value, Field::Value);
  end_with(item, value);
  add(clause, item);
  end_with(clause, item);
}

// Several items may stand in parentheses; those around one are part of it. What goes on behind
// them, `(a, b) as c` or `(a).b()`, is left to the grammar.
void StatementReader::items_in_parentheses(Ref clause) {
  const Offset begin = token_.begin;
  advance();
  const Ref first = expression_with_alias();
  if (is(Kind::TokenRightParen)) {
    const Ref value = make(Kind::ParenthesizedExpression, begin);
    add(value, first);
    with_item(clause, closed(value, Kind::TokenRightParen));
  } else {
    require(is(Kind::TokenComma));
    with_item(clause, first);
    std::size_t items = 1;
    for (; accept(Kind::TokenComma) && !is(Kind::TokenRightParen); ++items) {
      with_item(clause, expression_with_alias());
    }
    require(items > 1);
    closed(clause, Kind::TokenRightParen);
  }
  require(is(Kind::TokenColon));
}

Ref StatementReader::function_definition(Ref async) {
  const Ref node = make_here(Kind::FunctionDefinition, async);
  advance();
  require(is(Kind::Identifier));
  take_leaf(node, Field::Name);
  require(is(Kind::TokenLeftParen));
  const Ref parameters = make(Kind::Parameters, token_.begin);
  advance();
  while (!is(Kind::TokenRightParen)) {
    add(parameters, parameter(true));
    if (!accept(Kind::TokenComma)) break;
  }
  expect(Kind::TokenRightParen);
  end_here(parameters);
  add(node, parameters, Field::Parameters);
  if (accept(Kind::TokenMinusGreater)) {
    add(node, type(), Field::ReturnType);
    require_body_is_no_type();
  }
  suite(node, Field::Body);
  return node;
}

void StatementReader::require_body_is_no_type() const {
  Offset place = place_;
  while (at(place) == ' ') ++place;
  const std::string_view rest = source_.substr(place);
  require(is(Kind::TokenColon) &&
          (rest.starts_with('\n') || rest.starts_with('#') || rest.starts_with("...\n") ||
           rest.starts_with("pass\n") || rest.starts_with("return ")));
}

Ref StatementReader::class_definition() {
  const Ref node = make(Kind::ClassDefinition, token_.begin);
  advance();
  require(is(Kind::Identifier));
  take_leaf(node, Field::Name);
  if (is(Kind::TokenLeftParen)) {
    const Ref bases = arguments();
    require(drafts_[bases].kind == Kind::ArgumentList);
    add(node, bases, Field::Superclasses);
  }
  suite(node, Field::Body);
  return node;
}

void StatementReader::decorated(Ref parent) {
  const Ref node = make(Kind::DecoratedDefinition, token_.begin);
  while (is(Kind::TokenAt)) {
    require(next_indent_ == indent_);
    const Ref decorator = make(Kind::Decorator, token_.begin);
    advance();
    add(decorator, expression());
    take_line_end();
    drafts_[decorator].end = line_end_;
    // A comment that stands less deep ends the block for the grammar, in vain.
    for (const GapComment& comment : gap_) require(comment.indent >= indent_);
    add(node, decorator);
  }
  require(next_indent_ == indent_);
  Ref async = 0;
  if (is(Kind::TokenAsync)) {
    async = take(token_.kind);
    require(is(Kind::TokenDef));
  }
  require(is(Kind::TokenDef) || is(Kind::TokenClass));
  const Ref definition = is(Kind::TokenDef) ? function_definition(async) : class_definition();
  add(node, definition, Field::Definition);
  end_with(node, definition);
  add(parent, node);
}

void StatementReader::simple_statements(Ref parent) {
  do {
    if (is(kNewline)) break;
    simple_statement(parent);
  } while (accept(Kind::TokenSemicolon));
  take_line_end();
}

void StatementReader::simple_statement(Ref parent) {
  switch (token_.kind) {
    case Kind::TokenImport:
      return import_statement(parent);
    case Kind::TokenFrom:
      return import_from_statement(parent);
    case Kind::TokenAssert:
      return assert_statement(parent);
    case Kind::TokenReturn:
      return returning(parent, Kind::ReturnStatement);
    case Kind::TokenDel:
      return returning(parent, Kind::DeleteStatement);
    case Kind::TokenRaise:
      return raise_statement(parent);
    case Kind::TokenPass:
      return add(parent, take(Kind::PassStatement));
    case Kind::TokenBreak:
      return add(parent, take(Kind::BreakStatement));
    case Kind::TokenContinue:
      return add(parent, take(Kind::ContinueStatement));
    case Kind::TokenGlobal:
      return names_statement(parent, Kind::GlobalStatement);
    case Kind::TokenNonlocal:
      return names_statement(parent, Kind::NonlocalStatement);
    default:
      return expression_statement(parent);
  }
}

void StatementReader::names_statement(Ref parent, Kind kind) {
  const Ref node = make(kind, token_.begin);
  advance();
  do {
    require(is(Kind::Identifier));
    take_leaf(node, Field::None);
  } while (accept(Kind::TokenComma));
  end_here(node);
  add(parent, node);
}

void StatementReader::assert_statement(Ref parent) {
  const Ref node = make(Kind::AssertStatement, token_.begin);
  advance();
  do {
    add(node, expression());
  } while (accept(Kind::TokenComma));
  end_here(node);
  add(parent, node);
}

void StatementReader::returning(Ref parent, Kind kind) {
  const Ref node = make(kind, token_.begin, token_.end);
  advance();
  if (!ends_statement()) {
    const Ref value = expressions();
    add(node, value);
    end_with(node, value);
  } else {
    require(kind == Kind::ReturnStatement);
  }
  add(parent, node);
}

void StatementReader::raise_statement(Ref parent) {
  const Ref node = make(Kind::RaiseStatement, token_.begin, token_.end);
  advance();
  if (!ends_statement()) {
    add(node, expression());
    if (accept(Kind::TokenFrom)) add(node, expression(), Field::Cause);
    end_here(node);
  }
  add(parent, node);
}

Ref StatementReader::dotted_name() {
  require(is(Kind::Identifier));
  const Ref node = make(Kind::DottedName, token_.begin);
  do {
    require(is(Kind::Identifier));
    take_leaf(node, Field::None);
  } while (accept(Kind::TokenDot));
  end_here(node);
  return node;
}

void StatementReader::imported_names(Ref owner, bool in_parentheses) {
  do {
    if (in_parentheses && is(Kind::TokenRightParen)) break;
    const Ref name = dotted_name();
    if (!accept(Kind::TokenAs)) {
      add(owner, name, Field::Name);
      continue;
    }
    const Ref node = around(Kind::AliasedImport, name, Field::Name);
    require(is(Kind::Identifier));
    take_leaf(node, Field::Alias);
    end_here(node);
    add(owner, node, Field::Name);
  } while (accept(Kind::TokenComma));
  require(drafts_[owner].last != 0);
}

void StatementReader::import_statement(Ref parent) {
  const Ref node = make(Kind::ImportStatement, token_.begin);
  advance();
  imported_names(node, false);
  end_here(node);
  add(parent, node);
}

void StatementReader::import_from_statement(Ref parent) {
  const Offset begin = token_.begin;
  advance();
  const bool is_future = is(Kind::Identifier) && text() == "__future__";
  const Ref node = make(is_future ? Kind::FutureImportStatement : Kind::ImportFromStatement, begin);
  if (is_future) {
    advance();
  } else {
    add(node, imported_module(), Field::ModuleName);
  }
  expect(Kind::TokenImport);
  if (is(Kind::TokenStar)) {
    require(!is_future);
    add(node, take(Kind::WildcardImport));
  } else if (accept(Kind::TokenLeftParen)) {
    const Ref before = drafts_[node].last;
    imported_names(node, true);
    require(drafts_[node].last != before);
    expect(Kind::TokenRightParen);
  } else {
    imported_names(node, false);
  }
  end_here(node);
  add(parent, node);
}

Ref StatementReader::imported_module() {
  if (!is(Kind::TokenDot) && !is(Kind::Ellipsis)) return dotted_name();
  const Ref node = make(Kind::RelativeImport, token_.begin);
  const Ref prefix = make(Kind::ImportPrefix, token_.begin);
  while (is(Kind::TokenDot) || is(Kind::Ellipsis)) advance();
  end_here(prefix);
  add(node, prefix);
  end_here(node);
  if (!is(Kind::TokenImport)) {
    const Ref name = dotted_name();
    add(node, name);
    end_with(node, name);
  }
  return node;
}

bool StatementReader::calls_old_statement() const {
  if (!is(Kind::Identifier)) return false;
  const std::string_view word = text();
  const char next = next_byte();
  if (word == "match") require(next == '.' || next == ',' || equals_next());
  if (word != "print" && word != "exec" && word != "type") return false;
  require(next == '(' || next == '.' || equals_next() || (word == "type" && next == ':'));
  return next == '(';
}

void StatementReader::expression_statement(Ref parent) {
  const bool is_call_only = calls_old_statement();
  const Ref statement = make(Kind::ExpressionStatement, token_.begin);
  if (is(Kind::TokenYield)) {
    add(statement, yield_expression());
    end_here(statement);
    return add(parent, statement);
  }
  const Ref first = bare();
  if (is_call_only) require(ends_statement() && is_plain_call(first));
  if (is(Kind::TokenColon)) {
    add(statement, annotated(first));
  } else if (is_augmented(token_.kind)) {
    add(statement, augmented(first));
  } else {
    add_expressions(statement, first);
  }
  end_here(statement);
  add(parent, statement);
}

bool StatementReader::is_plain_call(Ref node) const {
  if (drafts_[node].kind != Kind::Call) return false;
  Ref argument = drafts_[drafts_[node].last].first;
  for (; argument != 0; argument = drafts_[argument].next) {
    const Draft& draft = drafts_[argument];
    if (draft.kind == Kind::ListSplat && drafts_[draft.first].kind != Kind::Identifier) {
      return false;
    }
  }
  return true;
}

void StatementReader::add_expressions(Ref statement, Ref first) {
  if (!is(Kind::TokenComma)) {
    if (!is(Kind::TokenEqual)) {
      require(drafts_[first].kind != Kind::ListSplat);
      return add(statement, first);
    }
    return add(statement, assigned(first));
  }
  const Ref list = list_from(first);
  if (is(Kind::TokenEqual)) return add(statement, assigned(list));
  Ref child = drafts_[list].first;
  while (child != 0) {
    const Ref next = drafts_[child].next;
    require(drafts_[child].kind != Kind::ListSplat);
    drafts_[child].next = 0;
    add(statement, child);
    child = next;
  }
}

Ref StatementReader::annotated(Ref target) {
  require(drafts_[target].kind == Kind::Identifier || drafts_[target].kind == Kind::Attribute ||
          drafts_[target].kind == Kind::Subscript);
  const Ref node = around(Kind::Assignment, target, Field::Left);
  expect(Kind::TokenColon);
  const Ref annotation = type();
  add(node, annotation, Field::Type);
  if (accept(Kind::TokenEqual)) add(node, assigned_value(), Field::Right);
  end_here(node);
  return node;
}

Ref StatementReader::augmented(Ref target) {
  to_pattern(target);
  const Ref node = around(Kind::AugmentedAssignment, target, Field::Left);
  take_leaf(node, Field::Operator);
  add(node, assigned_value(), Field::Right);
  end_here(node);
  return node;
}

Ref StatementReader::assigned(Ref left) {
  const Deeper deeper(*this);
  to_pattern(left);
  const Ref node = around(Kind::Assignment, left, Field::Left);
  expect(Kind::TokenEqual);
  add(node, assigned_value(), Field::Right);
  end_here(node);
  return node;
}

Ref StatementReader::assigned_value() {
  if (is(Kind::TokenYield)) return yield_expression();
  const Ref value = expressions();
  require(!is_augmented(token_.kind));
  return is(Kind::TokenEqual) ? assigned(value) : value;
}

}  // namespace mlfix::direct
