// Expressions, patterns, types and strings of a text that is read directly, after the grammar
// that tree-sitter-python 0.25 has for them: names of nodes, fields, precedences and places are
// those.
#pragma once

#include <cstdint>
#include <string_view>

#include "syntax/direct/tokens.h"

namespace mlfix::direct {

// Is the token `+=` or one of its kin?
bool is_augmented(Kind token);

class ExpressionReader : protected TokenReader {
 protected:
  using TokenReader::TokenReader;

  // One more frame of the recursion, while it lives. What is deeper than any text that people
  // write is not read.
  class Deeper {
   public:
    explicit Deeper(ExpressionReader& reader);
    ~Deeper() { --reader_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    ExpressionReader& reader_;
  };

  Ref expression();
  // One expression, or an expression_list.
  Ref expressions();
  // Where no bracket is around it the grammar takes a splat of more than a name apart in another
  // way, and so where it is alone in brackets.
  Ref bare();
  Ref element();
  // At the closing bracket, which ends the node.
  Ref closed(Ref node, Kind closing);
  // At a comma after `first`.
  Ref list_from(Ref first);
  // Targets of a loop: a pattern, or a pattern_list.
  Ref targets();
  Ref yield_expression();
  void to_pattern(Ref node);
  bool ends_list() const;
  Ref type();
  Ref parameter(bool may_be_typed);
  Ref arguments();
  Ref primary();
  Ref with_value(Ref node);
  Ref list_splat();
  Ref starred_primary();

 private:
  // An operator, and what follows it.
  struct Operand {
    Ref sign;
    Ref right;
  };
  // How a literal is written.
  struct Form {
    bool is_raw = false;
    bool is_bytes = false;
    bool is_format = false;
    bool is_triple = false;
    char quote = '\0';

    Offset quotes() const { return is_triple ? 3 : 1; }
  };

  Ref splat_parameter(bool may_be_typed);
  Ref single_type();
  Ref generic_type();
  Ref type_parameters();
  Ref expression_or_splat() { return is(Kind::TokenStar) ? list_splat() : expression(); }
  Ref dictionary_splat();
  Ref target();
  Ref named_expression();
  Ref lambda();
  Ref disjunction();
  Ref conjunction();
  Operand conjunction_behind();
  Operand negation_behind();
  Ref binary(Kind kind, Ref left, const Operand& operand);
  Ref negation();
  Ref comparison();
  Ref comparison_sign();
  // Binary operators that bind at least so tightly.
  Ref arithmetic(int least);
  Ref signed_operand();
  Ref atom();
  bool is_comprehension() const { return is(Kind::TokenFor) || is(Kind::TokenAsync); }
  Ref parenthesized();
  void more_elements(Ref node, Kind closing);
  // After the closing bracket.
  Ref comprehension(Ref node, Ref body, Kind closing);
  Ref list();
  Ref braces();
  Ref pair_or_element();
  Ref one_argument();
  void subscripts(Ref node);
  Ref subscript();

  Ref strings();
  Form form_here() const;
  bool closes(const Form& form, Offset place) const;
  // The token's prefix ends where its quotes begin, and so does place_.
  Ref string();
  Ref string_content(const Form& form);
  void backslash(Ref content, const Form& form);
  // Of the escape sequence at place_, with its backslash; 0 when there is none.
  Offset escape_length() const;
  Offset named_escape() const;
  // At `{`; goes past its `}`, with no token read after it.
  Ref interpolation(Kind kind);
  // At `:`; stops before the `}` that ends the interpolation.
  Ref format_specifier();

  int depth_ = 0;
};

}  // namespace mlfix::direct
