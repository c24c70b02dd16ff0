// A recursive descent over Python with one token of lookahead, after the grammar that
// tree-sitter-python 0.25 has for it: names of nodes, fields, precedences and places are those.
//
// Nodes are drafted with links to their children, since a node may get a parent that begins
// where it does only when more was read (`a` of `a.b`, of `a + b`, of `a = b`); a last walk
// brings them into the order of the tree.
//
// Places. Line ends, indents and dedents are tokens without width. A line ends behind its last
// token, or behind the comment that follows it. A block ends where its dedent is: behind its last
// line, or behind the last of the comments that follow and stand as deep as it, while none that
// stands less deep came before (see Line and close_block).
//
// What is not understood throws Unread, which never leaves this file.

#include "syntax/direct_parser.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

#include "text/characters.h"

namespace mlfix {
namespace {

struct Unread {};

// Refers to a draft; 0 is none.
using Ref = std::uint32_t;

struct Draft {
  Kind kind;
  Field field;
  Offset begin;
  Offset end;
  Ref first;
  Ref last;
  Ref next;
};

// Tokens are told apart by kinds of nodes. These have none of their own.
constexpr Kind kNewline = Kind::TokenBackslash;
constexpr Kind kEnd = Kind::Hidden;

struct Token {
  Kind kind;
  Offset begin;
  Offset end;
};

constexpr int kMostDeep = 300;
constexpr std::uint32_t kMostIndent = 1000;

struct Keyword {
  std::string_view text;
  Kind kind;
};

// `print`, `exec`, `match` and `type` are names but at the beginning of a statement.
constexpr auto kKeywords = std::to_array<Keyword>({
    {"as", Kind::TokenAs},
    {"if", Kind::TokenIf},
    {"in", Kind::TokenIn},
    {"is", Kind::TokenIs},
    {"or", Kind::TokenOr},
    {"and", Kind::TokenAnd},
    {"def", Kind::TokenDef},
    {"del", Kind::TokenDel},
    {"for", Kind::TokenFor},
    {"not", Kind::TokenNot},
    {"try", Kind::TokenTry},
    {"None", Kind::None},
    {"True", Kind::True},
    {"elif", Kind::TokenElif},
    {"else", Kind::TokenElse},
    {"from", Kind::TokenFrom},
    {"pass", Kind::TokenPass},
    {"with", Kind::TokenWith},
    {"False", Kind::False},
    {"async", Kind::TokenAsync},
    {"await", Kind::TokenAwait},
    {"break", Kind::TokenBreak},
    {"class", Kind::TokenClass},
    {"raise", Kind::TokenRaise},
    {"while", Kind::TokenWhile},
    {"yield", Kind::TokenYield},
    {"assert", Kind::TokenAssert},
    {"except", Kind::TokenExcept},
    {"global", Kind::TokenGlobal},
    {"import", Kind::TokenImport},
    {"lambda", Kind::TokenLambda},
    {"return", Kind::TokenReturn},
    {"finally", Kind::TokenFinally},
    {"continue", Kind::TokenContinue},
    {"nonlocal", Kind::TokenNonlocal},
});

constexpr std::size_t kLongestKeyword = 8;

// Where the keywords of each length begin in kKeywords, which is sorted by it.
constexpr auto kFirstOfLength = [] {
  std::array<std::size_t, kLongestKeyword + 2> first{};
  for (std::size_t length = 0; length < first.size(); ++length) {
    std::size_t at = 0;
    while (at < kKeywords.size() && kKeywords[at].text.size() < length) ++at;
    first[length] = at;
  }
  return first;
}();

Kind kind_of_word(std::string_view word) {
  if (word.size() < 2 || word.size() > kLongestKeyword) return Kind::Identifier;
  for (std::size_t i = kFirstOfLength[word.size()]; i < kFirstOfLength[word.size() + 1]; ++i) {
    if (kKeywords[i].text == word) return kKeywords[i].kind;
  }
  return Kind::Identifier;
}

bool begins_ascii_name(char c) {
  return is_letter(c) || c == '_';
}
bool is_of_ascii_name(char c) {
  return begins_ascii_name(c) || is_digit(c);
}
bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool is_quote(char c) {
  return c == '"' || c == '\'';
}

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

struct Operator {
  std::string_view text;
  Kind kind;
};

// The longer before those that they begin with.
constexpr auto kOperators = std::to_array<Operator>({
    {"**=", Kind::TokenStarStarEqual},
    {"//=", Kind::TokenSlashSlashEqual},
    {">>=", Kind::TokenGreaterGreaterEqual},
    {"<<=", Kind::TokenLessLessEqual},
    {"...", Kind::Ellipsis},
    {"**", Kind::TokenStarStar},
    {"//", Kind::TokenSlashSlash},
    {">>", Kind::TokenGreaterGreater},
    {"<<", Kind::TokenLessLess},
    {"<=", Kind::TokenLessEqual},
    {">=", Kind::TokenGreaterEqual},
    {"==", Kind::TokenEqualEqual},
    {"!=", Kind::TokenBangEqual},
    {"->", Kind::TokenMinusGreater},
    {"+=", Kind::TokenPlusEqual},
    {"-=", Kind::TokenMinusEqual},
    {"*=", Kind::TokenStarEqual},
    {"/=", Kind::TokenSlashEqual},
    {"%=", Kind::TokenPercentEqual},
    {"@=", Kind::TokenAtEqual},
    {"&=", Kind::TokenAmpersandEqual},
    {"|=", Kind::TokenPipeEqual},
    {"^=", Kind::TokenCaretEqual},
    {":=", Kind::TokenColonEqual},
    {"+", Kind::TokenPlus},
    {"-", Kind::TokenMinus},
    {"*", Kind::TokenStar},
    {"/", Kind::TokenSlash},
    {"%", Kind::TokenPercent},
    {"@", Kind::TokenAt},
    {"&", Kind::TokenAmpersand},
    {"|", Kind::TokenPipe},
    {"^", Kind::TokenCaret},
    {"~", Kind::TokenTilde},
    {"<", Kind::TokenLess},
    {">", Kind::TokenGreater},
    {"(", Kind::TokenLeftParen},
    {")", Kind::TokenRightParen},
    {"[", Kind::TokenLeftBracket},
    {"]", Kind::TokenRightBracket},
    {"{", Kind::TokenLeftBrace},
    {"}", Kind::TokenRightBrace},
    {",", Kind::TokenComma},
    {":", Kind::TokenColon},
    {".", Kind::TokenDot},
    {";", Kind::TokenSemicolon},
    {"=", Kind::TokenEqual},
});

// By their first byte, where their run in `sorted` begins and ends.
struct OperatorIndex {
  std::array<std::uint8_t, 128> begin{};
  std::array<std::uint8_t, 128> end{};
  std::array<Operator, kOperators.size()> sorted{};
};

constexpr OperatorIndex kOperatorIndex = [] {
  OperatorIndex index;
  std::uint8_t at = 0;
  for (std::size_t c = 0; c < 128; ++c) {
    index.begin[c] = at;
    for (const Operator& one : kOperators) {
      if (static_cast<std::size_t>(one.text[0]) == c) index.sorted[at++] = one;
    }
    index.end[c] = at;
  }
  return index;
}();

class DirectParser {
 public:
  DirectParser(std::string_view source, std::vector<Node>& nodes, FlatTree& flat)
      : source_(source), nodes_(nodes), flat_(flat) {}

  // Throws Unread.
  void run() {
    drafts_.reserve(source_.size() / 3 + 16);
    drafts_.push_back({});
    const Ref module = make(Kind::Module, 0);
    line_end_ = 0;
    begin_line();
    while (token_.kind != kEnd) {
      require(next_indent_ == 0);
      statement(module);
    }
    const Ref first = drafts_[module].first;
    require(first != 0);
    // Comments in front of it are the module's own.
    const auto& comments = flat_.comments;
    const bool begins_with_comment =
        !comments.empty() && comments.front().begin < drafts_[first].begin;
    drafts_[module].begin = begins_with_comment ? comments.front().begin : drafts_[first].begin;
    drafts_[module].end = static_cast<Offset>(source_.size());
    flatten(module);
  }

 private:
  // A line of comments between two lines of code.
  struct GapComment {
    std::uint32_t indent;
    Offset end;
  };

  class Deeper {
   public:
    explicit Deeper(DirectParser& parser) : parser_(parser) {
      if (++parser_.depth_ > kMostDeep) throw Unread{};
    }
    ~Deeper() { --parser_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    DirectParser& parser_;
  };

  static void require(bool holds) {
    if (!holds) throw Unread{};
  }

  // ---- drafts -------------------------------------------------------------------

  Ref make(Kind kind, Offset begin, Offset end = 0) {
    drafts_.push_back({kind, Field::None, begin, end, 0, 0, 0});
    return static_cast<Ref>(drafts_.size() - 1);
  }

  void add(Ref parent, Ref child, Field field = Field::None) {
    drafts_[child].field = field;
    Draft& into = drafts_[parent];
    if (into.last == 0) {
      into.first = child;
    } else {
      drafts_[into.last].next = child;
    }
    into.last = child;
  }

  Ref leaf(const Token& token) { return make(token.kind, token.begin, token.end); }

  // The current token as a leaf of `parent`; goes on to the next.
  void take_leaf(Ref parent, Field field) {
    add(parent, leaf(token_), field);
    advance();
  }

  // A node around what was read, as its first child.
  Ref around(Kind kind, Ref first, Field field) {
    const Ref result = make(kind, drafts_[first].begin);
    add(result, first, field);
    return result;
  }

  Offset end_of(Ref node) const { return drafts_[node].end; }
  void end_with(Ref node, Ref last) { drafts_[node].end = drafts_[last].end; }
  void end_here(Ref node) { drafts_[node].end = behind_last_; }

  void flatten(Ref root) {
    nodes_.clear();
    nodes_.reserve(drafts_.size());
    struct Open {
      NodeId id;
      Ref next_child;
    };
    std::vector<Open> open;
    const auto enter = [&](Ref node, NodeId parent) {
      const Draft& draft = drafts_[node];
      nodes_.push_back({draft.kind, draft.field, draft.begin, draft.end, parent, kNoNode});
      if (open.size() > flat_.depth) {
        flat_.depth = static_cast<std::uint32_t>(open.size());
        flat_.deepest = draft.begin;
      }
      open.push_back({static_cast<NodeId>(nodes_.size() - 1), draft.first});
    };
    enter(root, kNoNode);
    while (!open.empty()) {
      const Ref child = open.back().next_child;
      if (child == 0) {
        nodes_[open.back().id].subtree_end = static_cast<NodeId>(nodes_.size());
        open.pop_back();
        continue;
      }
      open.back().next_child = drafts_[child].next;
      enter(child, open.back().id);
    }
  }

  // ---- tokens -------------------------------------------------------------------

  char at(std::size_t place) const { return place < source_.size() ? source_[place] : '\0'; }

  bool is(Kind kind) const { return token_.kind == kind; }

  std::string_view text() const { return source_.substr(token_.begin, token_.end - token_.begin); }

  void advance() {
    behind_last_ = token_.end;
    scan();
  }

  void expect(Kind kind) {
    require(is(kind));
    advance();
  }

  bool accept(Kind kind) {
    if (!is(kind)) return false;
    advance();
    return true;
  }

  // The byte at which the next token begins, on this line or inside brackets. A comment or a
  // continued line is not looked through.
  char next_byte() const {
    std::size_t place = place_;
    while (at(place) == ' ' || at(place) == '\t' || (brackets_ > 0 && at(place) == '\n')) ++place;
    return at(place);
  }

  // Does `=` come next, and not `==`?
  bool equals_next() const {
    std::size_t place = place_;
    while (at(place) == ' ' || at(place) == '\t' || (brackets_ > 0 && at(place) == '\n')) ++place;
    return at(place) == '=' && at(place + 1) != '=';
  }

  bool walrus_next() const {
    std::size_t place = place_;
    while (at(place) == ' ' || at(place) == '\t') ++place;
    return at(place) == ':' && at(place + 1) == '=';
  }

  // Reads the token at `place_` into token_, and goes behind it.
  void scan() {
    continued_.clear();
    Offset comment_end = 0;
    while (true) {
      const char c = at(place_);
      if (c == ' ' || c == '\t') {
        ++place_;
      } else if (c == '\n') {
        if (brackets_ == 0) return end_line(comment_end);
        go_to_line_in_brackets();
      } else if (c == '#') {
        require(in_format_ == 0);
        comment_end = skip_comment();
      } else if (c == '\\') {
        require(at(place_ + 1) == '\n' && in_format_ == 0);
        continued_.push_back({place_, place_ + 2});
        place_ += 2;
      } else {
        break;
      }
    }
    if (place_ >= source_.size()) {
      require(brackets_ == 0);
      return end_line(comment_end);
    }
    scan_token();
  }

  // Over the line ends at place_. Of a line that stands less deep than its block the grammar may
  // think that the block is over, even in brackets.
  void go_to_line_in_brackets() {
    std::uint32_t indent = 0;
    for (char c = at(place_); c == '\n' || c == ' ' || c == '\t'; c = at(++place_)) {
      indent = c == '\n' ? 0 : indent + (c == ' ' ? 1 : 8);
    }
    require(indent >= indent_);
  }

  // A line that ends behind `comment_end`, or behind its last token.
  void end_line(Offset comment_end) {
    require(continued_.empty());
    const Offset end = comment_end == 0 ? behind_last_ : comment_end;
    token_ = {kNewline, end, end};
  }

  Offset skip_comment() {
    const std::size_t line_end = std::min(source_.find('\n', place_), source_.size());
    flat_.comments.push_back({place_, static_cast<Offset>(line_end)});
    place_ = static_cast<Offset>(line_end);
    return place_;
  }

  void scan_token() {
    const Offset begin = place_;
    const char c = at(begin);
    if (begins_ascii_name(c)) {
      Offset end = begin + 1;
      while (is_of_ascii_name(at(end))) ++end;
      if (is_quote(at(end)) && is_string_prefix(source_.substr(begin, end - begin))) {
        return string_begins(begin, end);
      }
      require(at(end) != '`' && static_cast<unsigned char>(at(end)) < 0x80);
      token_ = {kind_of_word(source_.substr(begin, end - begin)), begin, end};
    } else if (is_quote(c)) {
      return string_begins(begin, begin);
    } else if (is_digit(c) || (c == '.' && is_digit(at(begin + 1)))) {
      scan_number(begin);
    } else {
      scan_operator(begin);
    }
    place_ = token_.end;
    // Of what stands before a string the scanner of strings makes no token.
    for (const TextRange& range : continued_) flat_.continuations.push_back(range);
  }

  void string_begins(Offset begin, Offset quote) {
    token_ = {Kind::String, begin, quote};
    place_ = quote;
  }

  static bool is_string_prefix(std::string_view word) {
    return word.size() <= 2 && word.find_first_not_of("fFrRbBuU") == word.npos;
  }

  void scan_operator(Offset begin) {
    const auto c = static_cast<unsigned char>(at(begin));
    require(c < 128);
    const std::string_view rest = source_.substr(begin, 3);
    for (std::size_t i = kOperatorIndex.begin[c]; i < kOperatorIndex.end[c]; ++i) {
      const Operator& one = kOperatorIndex.sorted[i];
      if (!rest.starts_with(one.text)) continue;
      token_ = {one.kind, begin, begin + static_cast<Offset>(one.text.size())};
      return count_bracket(one.kind);
    }
    const char behind = at(begin + 1);
    require(c == '!' && in_format_ > 0 && behind >= 'a' && behind <= 'z');
    token_ = {Kind::TypeConversion, begin, begin + 2};
  }

  void count_bracket(Kind kind) {
    if (kind == Kind::TokenLeftParen || kind == Kind::TokenLeftBracket ||
        kind == Kind::TokenLeftBrace) {
      ++brackets_;
    } else if (kind == Kind::TokenRightParen || kind == Kind::TokenRightBracket ||
               kind == Kind::TokenRightBrace) {
      require(brackets_ > 0);
      --brackets_;
    }
  }

  Offset behind_digits(Offset place) const {
    while (is_digit(at(place)) || (at(place) == '_' && is_digit(at(place + 1)))) ++place;
    return place;
  }

  void scan_number(Offset begin) {
    Offset end = begin;
    Kind kind = Kind::Integer;
    const char letter = static_cast<char>(at(begin + 1) | 0x20);
    if (at(begin) == '0' && (letter == 'x' || letter == 'o' || letter == 'b')) {
      end = begin + 2;
      require(is_hex_digit(at(end)));
      while (is_hex_digit(at(end)) || (at(end) == '_' && is_hex_digit(at(end + 1)))) ++end;
      if (letter != 'x') {
        const std::string_view digits = source_.substr(begin + 2, end - begin - 2);
        require(digits.find_first_not_of(letter == 'o' ? "01234567_" : "01_") == digits.npos);
      }
    } else {
      end = behind_digits(begin);
      if (at(end) == '.') {
        kind = Kind::Float;
        end = behind_digits(end + 1);
      }
      if (at(end) == 'e' || at(end) == 'E') {
        Offset digits = end + 1;
        if (at(digits) == '+' || at(digits) == '-') ++digits;
        require(is_digit(at(digits)));
        kind = Kind::Float;
        end = behind_digits(digits);
      }
      if (at(end) == 'j' || at(end) == 'J') ++end;
    }
    const char behind = at(end);
    require(!is_of_ascii_name(behind) && behind != '.' &&
            static_cast<unsigned char>(behind) < 0x80);
    token_ = {kind, begin, end};
  }

  // ---- lines and blocks -----------------------------------------------------------

  // Behind a line: reads blank lines and lines of comments, and the first token of the next line
  // of code, whose indent is next_indent_.
  void begin_line() {
    gap_.clear();
    next_in_gap_ = 0;
    gap_end_ = line_end_;
    std::uint32_t indent = 0;
    while (true) {
      const char c = at(place_);
      if (c == '\n') {
        indent = 0;
      } else if (c == ' ') {
        ++indent;
      } else if (c == '\t') {
        indent += 8;
      } else if (c == '#') {
        gap_.push_back({indent, skip_comment()});
        continue;
      } else {
        break;
      }
      ++place_;
    }
    require(indent < kMostIndent && at(place_) != '\\');
    if (place_ >= source_.size()) {
      next_indent_ = 0;
      token_ = {kEnd, place_, place_};
      return;
    }
    next_indent_ = indent;
    scan();
    require(!is(kNewline));
  }

  // The end of a line of code.
  void take_line_end() {
    require(is(kNewline));
    line_end_ = token_.end;
    begin_line();
  }

  // Is the block that is so deep over? Takes the comments into it that belong to it.
  bool closes_block(std::uint32_t indent) {
    while (true) {
      const bool has_comment = next_in_gap_ < gap_.size();
      if (next_indent_ < indent && (!has_comment || gap_[next_in_gap_].indent < indent)) {
        return true;
      }
      if (!has_comment) return false;
      gap_end_ = gap_[next_in_gap_++].end;
    }
  }

  // `:` and what is below it, or behind it on its line.
  void suite(Ref owner, Field field) {
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

  bool on_this_level(Kind kind) const { return is(kind) && next_indent_ == indent_; }

  void statement(Ref parent) {
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

  void async_statement(Ref parent) {
    const Ref async = leaf(token_);
    advance();
    if (is(Kind::TokenDef)) return add(parent, function_definition(async));
    if (is(Kind::TokenFor)) return for_statement(parent, async);
    require(is(Kind::TokenWith));
    with_statement(parent, async);
  }

  // A node that begins with `async`, where there is one, or with the current token.
  Ref make_here(Kind kind, Ref async) {
    const Ref result = make(kind, async == 0 ? token_.begin : drafts_[async].begin);
    if (async != 0) add(result, async);
    return result;
  }

  void if_statement(Ref parent) {
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

  void else_clause(Ref owner, Field field) {
    if (!on_this_level(Kind::TokenElse)) return;
    const Ref clause = make(Kind::ElseClause, token_.begin);
    advance();
    suite(clause, Field::Body);
    add(owner, clause, field);
    end_with(owner, clause);
  }

  void for_statement(Ref parent, Ref async) {
    const Ref node = make_here(Kind::ForStatement, async);
    advance();
    add(node, targets(), Field::Left);
    expect(Kind::TokenIn);
    add(node, expressions(), Field::Right);
    suite(node, Field::Body);
    else_clause(node, Field::Alternative);
    add(parent, node);
  }

  void while_statement(Ref parent) {
    const Ref node = make(Kind::WhileStatement, token_.begin);
    advance();
    add(node, expression(), Field::Condition);
    suite(node, Field::Body);
    else_clause(node, Field::Alternative);
    add(parent, node);
  }

  void try_statement(Ref parent) {
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

  void except_clause(Ref owner) {
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

  // Of others `as` takes the last operand alone.
  static bool is_operand(Kind kind) {
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

  // An expression, and `as` a name or another target.
  Ref expression_with_alias() {
    const Ref value = expression();
    if (!accept(Kind::TokenAs)) return value;
    require(is_operand(drafts_[value].kind));
    const Ref node = around(Kind::AsPattern, value, Field::None);
    const Ref named = primary();
    const Ref target = around(Kind::AsPatternTarget, named, Field::None);
    end_with(target, named);
    add(node, target, Field::Alias);
    end_with(node, target);
    return node;
  }

  void with_statement(Ref parent, Ref async) {
    const Ref node = make_here(Kind::WithStatement, async);
    advance();
    const Ref clause = make(Kind::WithClause, token_.begin);
    // In parentheses there may be items, or there is one item in them.
    const bool is_ambiguous = is(Kind::TokenLeftParen);
    do {
      const Ref value = expression_with_alias();
      const Kind kind = drafts_[value].kind;
      require(!is_ambiguous || (kind != Kind::ParenthesizedExpression && kind != Kind::Tuple));
      const Ref item = around(Kind::WithItem, value, Field::Value);
      end_with(item, value);
      add(clause, item);
      end_with(clause, item);
    } while (accept(Kind::TokenComma));
    add(node, clause);
    suite(node, Field::Body);
    add(parent, node);
  }

  Ref function_definition(Ref async) {
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

  // At the `:` behind a type, which the grammar would let another type follow.
  void require_body_is_no_type() const {
    Offset place = place_;
    while (at(place) == ' ') ++place;
    const std::string_view rest = source_.substr(place);
    require(is(Kind::TokenColon) &&
            (rest.starts_with('\n') || rest.starts_with('#') || rest.starts_with("...\n") ||
             rest.starts_with("pass\n") || rest.starts_with("return ")));
  }

  Ref class_definition() {
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

  void decorated(Ref parent) {
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
      async = leaf(token_);
      advance();
      require(is(Kind::TokenDef));
    }
    require(is(Kind::TokenDef) || is(Kind::TokenClass));
    const Ref definition = is(Kind::TokenDef) ? function_definition(async) : class_definition();
    add(node, definition, Field::Definition);
    end_with(node, definition);
    add(parent, node);
  }

  // ---- parameters and types -------------------------------------------------------

  Ref parameter(bool may_be_typed) {
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

  Ref with_value(Ref node) {
    const Ref value = expression();
    add(node, value, Field::Value);
    end_with(node, value);
    return node;
  }

  Ref splat_parameter(bool may_be_typed) {
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

  // The current token as a leaf of that kind.
  Ref take(Kind kind) {
    const Ref result = make(kind, token_.begin, token_.end);
    advance();
    return result;
  }

  Ref type() {
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

  Ref single_type() {
    const Ref node = make(Kind::Type, token_.begin);
    require(next_byte() != '\\' && next_byte() != '#');
    const Ref inner = is(Kind::Identifier) && next_byte() == '[' ? generic_type() : expression();
    add(node, inner);
    end_with(node, inner);
    return node;
  }

  Ref generic_type() {
    const Ref node = around(Kind::GenericType, take(Kind::Identifier), Field::None);
    const Ref parameters = type_parameters();
    add(node, parameters);
    end_with(node, parameters);
    return node;
  }

  Ref type_parameters() {
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

  // ---- simple statements ----------------------------------------------------------

  void simple_statements(Ref parent) {
    do {
      if (is(kNewline)) break;
      simple_statement(parent);
    } while (accept(Kind::TokenSemicolon));
    take_line_end();
  }

  void simple_statement(Ref parent) {
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

  void names_statement(Ref parent, Kind kind) {
    const Ref node = make(kind, token_.begin);
    advance();
    do {
      require(is(Kind::Identifier));
      take_leaf(node, Field::None);
    } while (accept(Kind::TokenComma));
    end_here(node);
    add(parent, node);
  }

  void assert_statement(Ref parent) {
    const Ref node = make(Kind::AssertStatement, token_.begin);
    advance();
    do {
      add(node, expression());
    } while (accept(Kind::TokenComma));
    end_here(node);
    add(parent, node);
  }

  bool ends_statement() const { return is(kNewline) || is(Kind::TokenSemicolon); }

  void returning(Ref parent, Kind kind) {
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

  void raise_statement(Ref parent) {
    const Ref node = make(Kind::RaiseStatement, token_.begin, token_.end);
    advance();
    if (!ends_statement()) {
      add(node, expression());
      if (accept(Kind::TokenFrom)) add(node, expression(), Field::Cause);
      end_here(node);
    }
    add(parent, node);
  }

  Ref dotted_name() {
    require(is(Kind::Identifier));
    const Ref node = make(Kind::DottedName, token_.begin);
    do {
      require(is(Kind::Identifier));
      take_leaf(node, Field::None);
    } while (accept(Kind::TokenDot));
    end_here(node);
    return node;
  }

  void imported_names(Ref owner, bool in_parentheses) {
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

  void import_statement(Ref parent) {
    const Ref node = make(Kind::ImportStatement, token_.begin);
    advance();
    imported_names(node, false);
    end_here(node);
    add(parent, node);
  }

  void import_from_statement(Ref parent) {
    const Offset begin = token_.begin;
    advance();
    const bool is_future = is(Kind::Identifier) && text() == "__future__";
    const Ref node =
        make(is_future ? Kind::FutureImportStatement : Kind::ImportFromStatement, begin);
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

  Ref imported_module() {
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

  // Words that may begin a statement of their own are names only before what shows that. Is this
  // one called, and so nothing but a call?
  bool calls_old_statement() const {
    if (!is(Kind::Identifier)) return false;
    const std::string_view word = text();
    const char next = next_byte();
    if (word == "match") require(next == '.' || next == ',' || equals_next());
    if (word != "print" && word != "exec" && word != "type") return false;
    require(next == '(' || next == '.' || equals_next() || (word == "type" && next == ':'));
    return next == '(';
  }

  void expression_statement(Ref parent) {
    const bool is_call_only = calls_old_statement();
    const Ref statement = make(Kind::ExpressionStatement, token_.begin);
    if (is(Kind::TokenYield)) {
      add(statement, yield_expression());
      end_here(statement);
      return add(parent, statement);
    }
    const Ref first = bare_or_first();
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

  // A call without splats of more than names, which old statements take apart in another way.
  bool is_plain_call(Ref node) const {
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

  // One expression, several, or an assignment to them.
  void add_expressions(Ref statement, Ref first) {
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

  Ref annotated(Ref target) {
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

  Ref augmented(Ref target) {
    to_pattern(target);
    const Ref node = around(Kind::AugmentedAssignment, target, Field::Left);
    take_leaf(node, Field::Operator);
    add(node, assigned_value(), Field::Right);
    end_here(node);
    return node;
  }

  // At `=`: what is left of it becomes a pattern.
  Ref assigned(Ref left) {
    const Deeper deeper(*this);
    to_pattern(left);
    const Ref node = around(Kind::Assignment, left, Field::Left);
    expect(Kind::TokenEqual);
    add(node, assigned_value(), Field::Right);
    end_here(node);
    return node;
  }

  Ref assigned_value() {
    if (is(Kind::TokenYield)) return yield_expression();
    const Ref value = expressions();
    require(!is_augmented(token_.kind));
    return is(Kind::TokenEqual) ? assigned(value) : value;
  }

  void to_pattern(Ref node) {
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
        const Kind inner = drafts_[draft.first].kind;
        return require(inner == Kind::Identifier || inner == Kind::Attribute ||
                       inner == Kind::Subscript);
      }
      default:
        throw Unread{};
    }
    for (Ref child = draft.first; child != 0; child = drafts_[child].next) to_pattern(child);
  }

  // ---- lists of expressions ---------------------------------------------------------

  // One expression, or an expression_list.
  Ref expressions() {
    const Ref first = bare_or_first();
    return is(Kind::TokenComma) ? list_from(first) : first;
  }

  Ref expression_or_splat() { return is(Kind::TokenStar) ? list_splat() : expression(); }

  // Where no bracket is around it, and where it comes first, the grammar takes a splat of more than
  // a name apart in another way.
  Ref bare_or_first() {
    const Ref result = expression_or_splat();
    const Draft& draft = drafts_[result];
    require(draft.kind != Kind::ListSplat || drafts_[draft.first].kind == Kind::Identifier);
    return result;
  }

  bool ends_list() const {
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

  // At a comma behind `first`.
  Ref list_from(Ref first) {
    const Ref list = around(Kind::ExpressionList, first, Field::None);
    while (accept(Kind::TokenComma)) {
      if (ends_list()) {
        require(!is(kNewline));  // where the grammar at times reads on
        break;
      }
      add(list, bare_or_first());
    }
    end_here(list);
    return list;
  }

  Ref list_splat() {
    const Ref node = starred_primary();
    require(binding_of(token_.kind) == 0 && !is_comparison(token_.kind) && !is(Kind::TokenIf) &&
            !is(Kind::TokenAnd) && !is(Kind::TokenOr));
    return node;
  }

  Ref starred_primary() {
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

  Ref dictionary_splat() {
    const Ref node = make(Kind::DictionarySplat, token_.begin);
    advance();
    const Ref value = expression();
    add(node, value);
    end_with(node, value);
    return node;
  }

  // Targets of a loop: a pattern, or a pattern_list.
  Ref targets() {
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

  Ref target() {
    const Ref result = is(Kind::TokenStar) ? starred_primary() : primary();
    to_pattern(result);
    return result;
  }

  // ---- expressions ------------------------------------------------------------------

  Ref expression() {
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

  Ref named_expression() {
    require(in_format_ == 0);
    const Ref name = take(Kind::Identifier);
    const Ref node = around(Kind::NamedExpression, name, Field::Name);
    expect(Kind::TokenColonEqual);
    return with_value(node);
  }

  Ref lambda() {
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

  Ref yield_expression() {
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

  Ref disjunction() {
    Ref left = conjunction();
    while (is(Kind::TokenOr)) left = binary(Kind::BooleanOperator, left, conjunction_behind());
    return left;
  }

  Ref conjunction() {
    Ref left = negation();
    while (is(Kind::TokenAnd)) left = binary(Kind::BooleanOperator, left, negation_behind());
    return left;
  }

  // An operator, and what is behind it.
  struct Operand {
    Ref sign;
    Ref right;
  };

  Ref take_operator() {
    const Ref sign = leaf(token_);
    advance();
    return sign;
  }

  Operand conjunction_behind() {
    const Ref sign = take_operator();
    return {sign, conjunction()};
  }

  Operand negation_behind() {
    const Ref sign = take_operator();
    return {sign, negation()};
  }

  Ref binary(Kind kind, Ref left, const Operand& operand) {
    const Ref node = around(kind, left, Field::Left);
    add(node, operand.sign, Field::Operator);
    add(node, operand.right, Field::Right);
    end_with(node, operand.right);
    return node;
  }

  Ref negation() {
    if (!is(Kind::TokenNot)) return comparison();
    const Deeper deeper(*this);
    const Ref node = make(Kind::NotOperator, token_.begin);
    advance();
    add(node, negation(), Field::Argument);
    end_here(node);
    return node;
  }

  Ref comparison() {
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

  Ref comparison_sign() {
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

  // Binary operators that bind at least so tightly.
  Ref arithmetic(int least) {
    const Deeper deeper(*this);
    Ref left = signed_operand();
    while (true) {
      const int binding = binding_of(token_.kind);
      if (binding == 0 || binding < least) return left;
      const Ref sign = take_operator();
      // From the right, where it is a power; else from the left.
      const Ref right = arithmetic(binding == kPower ? binding : binding + 1);
      left = binary(Kind::BinaryOperator, left, {sign, right});
    }
  }

  Ref signed_operand() {
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

  Ref primary() {
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

  Ref atom() {
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

  bool is_comprehension() const { return is(Kind::TokenFor) || is(Kind::TokenAsync); }

  Ref parenthesized() {
    const Ref node = make(Kind::Tuple, token_.begin);
    advance();
    if (is(Kind::TokenRightParen)) return closed(node, Kind::TokenRightParen);
    if (is(Kind::TokenYield)) {
      drafts_[node].kind = Kind::ParenthesizedExpression;
      add(node, yield_expression());
      return closed(node, Kind::TokenRightParen);
    }
    const Ref first = bare_or_first();
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

  void more_elements(Ref node, Kind closing) {
    while (accept(Kind::TokenComma)) {
      if (is(closing)) break;
      add(node, expression_or_splat());
    }
  }

  // Behind the closing bracket.
  Ref closed(Ref node, Kind closing) {
    expect(closing);
    end_here(node);
    return node;
  }

  Ref comprehension(Ref node, Ref body, Kind closing) {
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

  Ref list() {
    const Ref node = make(Kind::List, token_.begin);
    advance();
    if (is(Kind::TokenRightBracket)) return closed(node, Kind::TokenRightBracket);
    const Ref first = bare_or_first();
    if (is_comprehension()) {
      drafts_[node].kind = Kind::ListComprehension;
      return comprehension(node, first, Kind::TokenRightBracket);
    }
    add(node, first);
    more_elements(node, Kind::TokenRightBracket);
    return closed(node, Kind::TokenRightBracket);
  }

  Ref braces() {
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

  Ref pair_or_element() {
    if (is(Kind::TokenStarStar)) return dictionary_splat();
    const Ref key = bare_or_first();
    if (!is(Kind::TokenColon)) return key;
    const Ref node = around(Kind::Pair, key, Field::Key);
    advance();
    return with_value(node);
  }

  Ref arguments() {
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

  Ref one_argument() {
    if (is(Kind::TokenStar)) return list_splat();
    if (is(Kind::TokenStarStar)) return dictionary_splat();
    if (!is(Kind::Identifier) || !equals_next()) return expression();
    const Ref name = take(Kind::Identifier);
    const Ref node = around(Kind::KeywordArgument, name, Field::Name);
    expect(Kind::TokenEqual);
    return with_value(node);
  }

  void subscripts(Ref node) {
    expect(Kind::TokenLeftBracket);
    require(!is(Kind::TokenRightBracket));
    do {
      if (is(Kind::TokenRightBracket)) break;
      add(node, subscript(), Field::Subscript);
    } while (accept(Kind::TokenComma));
    expect(Kind::TokenRightBracket);
  }

  Ref subscript() {
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

  // ---- strings ------------------------------------------------------------------------

  Ref strings() {
    const Ref first = string();
    if (!is(Kind::String)) return first;
    const Ref node = around(Kind::ConcatenatedString, first, Field::None);
    while (is(Kind::String)) add(node, string());
    end_here(node);
    return node;
  }

  // How a literal is written.
  struct Form {
    bool is_raw = false;
    bool is_bytes = false;
    bool is_format = false;
    bool is_triple = false;
    char quote = '\0';

    Offset quotes() const { return is_triple ? 3 : 1; }
  };

  Form form_here() const {
    Form form;
    for (const char c : source_.substr(token_.begin, token_.end - token_.begin)) {
      const char letter = static_cast<char>(c | 0x20);
      form.is_raw = form.is_raw || letter == 'r';
      form.is_bytes = form.is_bytes || letter == 'b';
      form.is_format = form.is_format || letter == 'f';
    }
    form.quote = at(token_.end);
    form.is_triple = at(token_.end + 1) == form.quote && at(token_.end + 2) == form.quote;
    return form;
  }

  bool closes(const Form& form, Offset place) const {
    if (at(place) != form.quote) return false;
    return !form.is_triple || (at(place + 1) == form.quote && at(place + 2) == form.quote);
  }

  // The token's prefix ends where its quotes begin, and so does place_.
  Ref string() {
    const Deeper deeper(*this);
    const Form form = form_here();
    const Offset begin = token_.begin;
    const Ref node = make(Kind::String, begin);
    if (in_format_ == 0) flat_.strings.push_back({begin, begin});
    const std::size_t slot = flat_.strings.size() - 1;
    place_ += form.quotes();
    add(node, make(Kind::StringStart, begin, place_));
    while (!closes(form, place_)) {
      if (form.is_format && at(place_) == '{' && at(place_ + 1) != '{') {
        add(node, interpolation(Kind::Interpolation));
      } else {
        add(node, string_content(form));
      }
    }
    const Ref closing = make(Kind::StringEnd, place_, place_ + form.quotes());
    place_ += form.quotes();
    add(node, closing);
    end_with(node, closing);
    if (in_format_ == 0) flat_.strings[slot].end = place_;
    token_.end = place_;
    advance();
    return node;
  }

  Ref string_content(const Form& form) {
    const Ref content = make(Kind::StringContent, place_);
    Offset piece = place_;  // begins here, of what the grammar's scanner takes at once
    bool is_plain = true;
    while (!closes(form, place_)) {
      const char c = at(place_);
      require(place_ < source_.size() && c != '\0' && (c != '\n' || form.is_triple));
      if (piece == place_) is_plain = !form.is_raw;
      if (form.is_format && (c == '{' || c == '}')) {
        require(piece == place_ || is_plain);
        if (at(place_ + 1) != c) {
          require(c == '{');
          break;
        }
        add(content, make(Kind::EscapeInterpolation, place_, place_ + 2));
        place_ += 2;
        piece = place_;
      } else if (c == '\\') {
        backslash(content, form);
      } else {
        ++place_;
        is_plain = true;
      }
    }
    // A raw piece of nothing but escaped quotes it takes for the end of the string.
    require(piece == place_ || is_plain);
    drafts_[content].end = place_;
    require(drafts_[content].begin < place_);
    return content;
  }

  void backslash(Ref content, const Form& form) {
    const char behind = at(place_ + 1);
    require(behind != '\0');
    if (form.is_raw) {
      place_ += behind == form.quote || behind == '\\' || behind == '\n' ? 2 : 1;
      return;
    }
    require(!form.is_bytes || (behind != 'N' && behind != 'u' && behind != 'U'));
    const Offset length = escape_length();
    if (length == 0) {
      ++place_;
      return;
    }
    add(content, make(Kind::EscapeSequence, place_, place_ + length));
    place_ += length;
  }

  // Of the escape sequence at place_, with its backslash; 0 when there is none.
  Offset escape_length() const {
    const char behind = at(place_ + 1);
    const auto digits = [&](Offset count) -> Offset {
      for (Offset i = 0; i < count; ++i) {
        if (!is_hex_digit(at(place_ + 2 + i))) return 0;
      }
      return 2 + count;
    };
    switch (behind) {
      case 'u':
        return digits(4);
      case 'U':
        return digits(8);
      case 'x':
        return digits(2);
      case 'N':
        return named_escape();
      case '\n':
      case '\'':
      case '"':
      case 'a':
      case 'b':
      case 'f':
      case 'r':
      case 'n':
      case 't':
      case 'v':
      case '\\':
        return 2;
      default:
        break;
    }
    if (!is_digit(behind)) return 0;
    Offset length = 2;
    while (length < 4 && is_digit(at(place_ + length))) ++length;
    return length;
  }

  Offset named_escape() const {
    if (at(place_ + 2) != '{') return 0;
    const std::size_t end = source_.find('}', place_);
    if (end == source_.npos || end == place_ + 3u) return 0;
    return static_cast<Offset>(end) + 1 - place_;
  }

  // At `{`; goes behind its `}`, with no token read behind it.
  Ref interpolation(Kind kind) {
    const Deeper deeper(*this);
    const Ref node = make(kind, place_);
    ++in_format_;
    ++brackets_;
    ++place_;
    scan();
    add(node, expression(), Field::Expression);
    accept(Kind::TokenEqual);
    if (is(Kind::TypeConversion)) take_leaf(node, Field::TypeConversion);
    if (is(Kind::TokenColon)) {
      add(node, format_specifier(), Field::FormatSpecifier);
      ++place_;
      --brackets_;
    } else {
      require(is(Kind::TokenRightBrace));
    }
    --in_format_;
    drafts_[node].end = place_;
    return node;
  }

  // At `:`; goes in front of the `}` that ends the interpolation.
  Ref format_specifier() {
    const Ref node = make(Kind::FormatSpecifier, token_.begin);
    while (at(place_) != '}') {
      const char c = at(place_);
      require(place_ < source_.size() && c != '\n' && c != '\0' && c != '\\' && !is_quote(c));
      if (c == '{') {
        add(node, interpolation(Kind::FormatExpression));
      } else {
        ++place_;
      }
    }
    drafts_[node].end = place_;
    return node;
  }

  std::string_view source_;
  std::vector<Node>& nodes_;
  FlatTree& flat_;
  std::vector<Draft> drafts_;

  Offset place_ = 0;  // behind token_
  Token token_{kEnd, 0, 0};
  Offset behind_last_ = 0;  // where the token before token_ ends
  std::uint32_t brackets_ = 0;
  std::uint32_t in_format_ = 0;  // interpolations around
  int depth_ = 0;
  std::vector<TextRange> continued_;  // ends of lines in front of token_

  std::uint32_t indent_ = 0;       // of the block being read
  std::uint32_t next_indent_ = 0;  // of the line that token_ is on, or begins
  Offset line_end_ = 0;            // of the last line of code
  std::vector<GapComment> gap_;    // lines of comments behind it
  std::size_t next_in_gap_ = 0;    // those before it belong to a block that is open
  Offset gap_end_ = 0;             // behind them, or behind the line
};

}  // namespace

bool read_directly(std::string_view source, std::vector<Node>& nodes, FlatTree& flat) {
  // What the grammar has words of its own for, and nobody who writes Python today.
  if (source.starts_with("\xEF\xBB\xBF") || source.find('\r') != source.npos ||
      source.find('\f') != source.npos || std::memchr(source.data(), 0, source.size()) != nullptr) {
    return false;
  }
  try {
    DirectParser(source, nodes, flat).run();
    return true;
  } catch (const Unread&) {
    return false;
  }
}

}  // namespace mlfix
