#include "syntax/direct/tokens.h"

#include <algorithm>
#include <array>

namespace mlfix::direct {
namespace {

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

}  // namespace

void TokenReader::advance() {
  behind_last_ = token_.end;
  scan();
}

void TokenReader::scan() {
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
      require(in_format_ == 0 && (brackets_ > 0 || continued_.empty()));
      note_continuations();
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

Offset TokenReader::skip_comment() {
  const std::size_t line_end = std::min(source_.find('\n', place_), source_.size());
  flat_.comments.push_back({place_, static_cast<Offset>(line_end)});
  place_ = static_cast<Offset>(line_end);
  return place_;
}

void TokenReader::expect(Kind kind) {
  require(is(kind));
  advance();
}

bool TokenReader::accept(Kind kind) {
  if (!is(kind)) return false;
  advance();
  return true;
}

std::size_t TokenReader::next_place() const {
  std::size_t place = place_;
  while (at(place) == ' ' || at(place) == '\t' || (brackets_ > 0 && at(place) == '\n')) ++place;
  return place;
}

bool TokenReader::equals_next() const {
  const std::size_t place = next_place();
  return at(place) == '=' && at(place + 1) != '=';
}

bool TokenReader::walrus_next() const {
  return source_.substr(next_place(), 2) == ":=";
}

void TokenReader::begin_line() {
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

void TokenReader::take_line_end() {
  require(is(kNewline));
  line_end_ = token_.end;
  begin_line();
}

bool TokenReader::closes_block(std::uint32_t indent) {
  while (true) {
    const bool has_comment = next_in_gap_ < gap_.size();
    if (next_indent_ < indent && (!has_comment || gap_[next_in_gap_].indent < indent)) {
      return true;
    }
    if (!has_comment) return false;
    gap_end_ = gap_[next_in_gap_++].end;
  }
}

Ref TokenReader::take(Kind kind) {
  const Ref result = make(kind, token_.begin, token_.end);
  advance();
  return result;
}

void TokenReader::take_leaf(Ref parent, Field field) {
  add(parent, take(token_.kind), field);
}

void TokenReader::go_to_line_in_brackets() {
  std::uint32_t indent = 0;
  for (char c = at(place_); c == '\n' || c == ' ' || c == '\t'; c = at(++place_)) {
    indent = c == '\n' ? 0 : indent + (c == ' ' ? 1 : 8);
  }
  require(indent >= indent_);
}

void TokenReader::end_line(Offset comment_end) {
  require(continued_.empty());
  const Offset end = comment_end == 0 ? behind_last_ : comment_end;
  token_ = {kNewline, end, end};
}

void TokenReader::scan_token() {
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
  // Of what stands right before a string the scanner of strings makes no token.
  note_continuations();
}

void TokenReader::note_continuations() {
  flat_.continuations.insert(flat_.continuations.end(), continued_.begin(), continued_.end());
  continued_.clear();
}

void TokenReader::string_begins(Offset begin, Offset quote) {
  token_ = {Kind::String, begin, quote};
  place_ = quote;
}

bool TokenReader::is_string_prefix(std::string_view word) {
  return word.size() <= 2 && word.find_first_not_of("fFrRbBuU") == word.npos;
}

void TokenReader::scan_operator(Offset begin) {
  const auto c = static_cast<unsigned char>(at(begin));
  require(c < 128);
  const std::string_view rest = source_.substr(begin, 3);
  for (std::size_t i = kOperatorIndex.begin[c]; i < kOperatorIndex.end[c]; ++i) {
    const Operator& one = kOperatorIndex.sorted[i];
    if (!rest.starts_with(one.text)) continue;
    token_ = {one.kind, begin, begin + static_cast<Offset>(one.text.size())};
    return count_bracket(one.kind);
  }
  const char after = at(begin + 1);
  require(c == '!' && in_format_ > 0 && after >= 'a' && after <= 'z');
  token_ = {Kind::TypeConversion, begin, begin + 2};
}

void TokenReader::count_bracket(Kind kind) {
  if (kind == Kind::TokenLeftParen || kind == Kind::TokenLeftBracket ||
      kind == Kind::TokenLeftBrace) {
    ++brackets_;
  } else if (kind == Kind::TokenRightParen || kind == Kind::TokenRightBracket ||
             kind == Kind::TokenRightBrace) {
    require(brackets_ > 0);
    --brackets_;
  }
}

Offset TokenReader::behind_digits(Offset place) const {
  while (is_digit(at(place)) || (at(place) == '_' && is_digit(at(place + 1)))) ++place;
  return place;
}

void TokenReader::scan_number(Offset begin) {
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
  const char after = at(end);
  require(!is_of_ascii_name(after) && after != '.' && static_cast<unsigned char>(after) < 0x80);
  token_ = {kind, begin, end};
}

}  // namespace mlfix::direct
