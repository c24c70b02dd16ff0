// Statements and blocks of a text that is read directly.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/direct/expressions.h"

namespace mlfix::direct {

class StatementReader final : private ExpressionReader {
 public:
  StatementReader(std::string_view source, FlatTree& flat) : ExpressionReader(source, flat) {}

  // Throws Unread.
  void read_module(std::vector<Node>& nodes);

 private:
  // `:` and what is below it, or after it on its line.
  void suite(Ref owner, Field field);
  void statement(Ref parent);
  void async_statement(Ref parent);
  // A node that begins with `async`, where there is one, or with the current token.
  Ref make_here(Kind kind, Ref async);
  void if_statement(Ref parent);
  void else_clause(Ref owner, Field field);
  void for_statement(Ref parent, Ref async);
  void while_statement(Ref parent);
  void try_statement(Ref parent);
  void except_clause(Ref owner);
  // Of others `as` takes the last operand alone.
  static bool is_operand(Kind kind);
  // An expression, and `as` a name or another target.
  Ref expression_with_alias();
  void with_statement(Ref parent, Ref async);
  void with_item(Ref clause, Ref value);
  void items_in_parentheses(Ref clause);
  Ref function_definition(Ref async);
  // At the `:` after a type, which the grammar would let another type follow.
  void require_body_is_no_type() const;
  Ref class_definition();
  void decorated(Ref parent);
  void simple_statements(Ref parent);
  void simple_statement(Ref parent);
  void names_statement(Ref parent, Kind kind);
  void assert_statement(Ref parent);
  bool ends_statement() const { return is(kNewline) || is(Kind::TokenSemicolon); }
  void returning(Ref parent, Kind kind);
  void raise_statement(Ref parent);
  Ref dotted_name();
  void imported_names(Ref owner, bool in_parentheses);
  void import_statement(Ref parent);
  void import_from_statement(Ref parent);
  Ref imported_module();
  // Words that may begin a statement of their own are names only before what shows that. Is this
  // one called, and so nothing but a call?
  bool calls_old_statement() const;
  void expression_statement(Ref parent);
  // A call without splats of more than names, which old statements take apart in another way.
  bool is_plain_call(Ref node) const;
  // One expression, several, or an assignment to them.
  void add_expressions(Ref statement, Ref first);
  Ref annotated(Ref target);
  Ref augmented(Ref target);
  // At `=`: what is left of it becomes a pattern.
  Ref assigned(Ref left);
  Ref assigned_value();
};

}  // namespace mlfix::direct
