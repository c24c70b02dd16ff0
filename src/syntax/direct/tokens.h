// The tokens of a text that is read directly, and its lines.
//
// Line ends, indents and dedents are tokens without width. A line ends after its last token, or
// after the comment that follows it. A block ends where its dedent is: after its last line, or
// after the last of the comments that follow and stand as deep as it, while none that stands
// less deep came before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/direct/drafts.h"
#include "text/characters.h"

namespace mlfix::direct {

// Thrown where a text is to be left to the grammar; never leaves read_directly().
struct Unread {};

// Tokens are told apart by kinds of nodes. These have none of their own.
constexpr Kind kNewline = Kind::TokenBackslash;
constexpr Kind kEnd = Kind::Hidden;

struct Token {
  Kind kind;
  Offset begin;
  Offset end;
};

inline bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

inline bool is_quote(char c) {
  return c == '"' || c == '\'';
}

class TokenReader : protected Drafts {
 protected:
  TokenReader(std::string_view source, FlatTree& flat) : source_(source), flat_(flat) {}

  static void require(bool holds) {
    if (!holds) throw Unread{};
  }

  char at(std::size_t place) const { return place < source_.size() ? source_[place] : '\0'; }

  bool is(Kind kind) const { return token_.kind == kind; }

  std::string_view text() const { return source_.substr(token_.begin, token_.end - token_.begin); }

  void advance();

  // Reads the token at `place_` into token_, and goes past it.
  void scan();

  Offset skip_comment();

  void expect(Kind kind);

  bool accept(Kind kind);

  // Where the next token begins, on this line or inside brackets, at most the end of the text. A
  // comment or a continued line is not looked through.
  std::size_t next_place() const;
  char next_byte() const { return at(next_place()); }

  // Does `=` come next, and not `==`?
  bool equals_next() const;

  bool walrus_next() const;

  // After a line: reads blank lines and lines of comments, and the first token of the next line
  // of code, whose indent is next_indent_.
  void begin_line();

  // The end of a line of code.
  void take_line_end();

  // Is the block that is so deep over? Takes the comments into it that belong to it.
  bool closes_block(std::uint32_t indent);

  // The current token as a leaf of that kind.
  Ref take(Kind kind);

  Ref leaf(const Token& token) { return make(token.kind, token.begin, token.end); }

  // The current token as a leaf of `parent`; goes on to the next.
  void take_leaf(Ref parent, Field field);

  void end_here(Ref node) { drafts_[node].end = behind_last_; }

  bool on_this_level(Kind kind) const { return is(kind) && next_indent_ == indent_; }

  std::string_view source_;
  FlatTree& flat_;

  Offset place_ = 0;  // after token_
  Token token_{kEnd, 0, 0};
  std::uint32_t brackets_ = 0;
  std::uint32_t in_format_ = 0;  // interpolations around

  std::uint32_t indent_ = 0;       // of the block being read
  std::uint32_t next_indent_ = 0;  // of the line that token_ is on, or begins
  Offset line_end_ = 0;            // of the last line of code
  Offset gap_end_ = 0;             // after it, or after the comments that belong to its block
  Offset behind_last_ = 0;         // where the token before token_ ends

  // A line of comments between two lines of code.
  struct GapComment {
    std::uint32_t indent;
    Offset end;
  };
  std::vector<GapComment> gap_;  // after the last line
  std::size_t next_in_gap_ = 0;  // those before it belong to a block that is open

 private:
  // Over the line ends at place_. Of a line that stands less deep than its block the grammar may
  // think that the block is over, even in brackets.
  void go_to_line_in_brackets();
  // A line that ends after `comment_end`, or after its last token.
  void end_line(Offset comment_end);
  void scan_token();
  // Enters the ends of lines before the token, or of a comment.
  void note_continuations();
  void string_begins(Offset begin, Offset quote);
  static bool is_string_prefix(std::string_view word);
  void scan_operator(Offset begin);
  void count_bracket(Kind kind);
  Offset behind_digits(Offset place) const;
  void scan_number(Offset begin);

  std::vector<TextRange> continued_;  // ends of lines before token_
};

}  // namespace mlfix::direct
