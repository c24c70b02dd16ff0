// Strings, whose insides the grammar has nodes for: escapes, and what format strings interpolate.

#include "syntax/direct/expressions.h"

namespace mlfix::direct {

Ref ExpressionReader::strings() {
  const Ref first = string();
  if (!is(Kind::String)) return first;
  const Ref node = around(Kind::ConcatenatedString, first, Field::None);
  while (is(Kind::String)) add(node, string());
  end_here(node);
  return node;
}

ExpressionReader::Form ExpressionReader::form_here() const {
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

bool ExpressionReader::closes(const Form& form, Offset place) const {
  if (at(place) != form.quote) return false;
  return !form.is_triple || (at(place + 1) == form.quote && at(place + 2) == form.quote);
}

Ref ExpressionReader::string() {
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

Ref ExpressionReader::string_content(const Form& form) {
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

void ExpressionReader::backslash(Ref content, const Form& form) {
  const char after = at(place_ + 1);
  require(after != '\0');
  if (form.is_raw) {
    place_ += after == form.quote || after == '\\' || after == '\n' ? 2 : 1;
    return;
  }
  require(!form.is_bytes || (after != 'N' && after != 'u' && after != 'U'));
  const Offset length = escape_length();
  if (length == 0) {
    ++place_;
    return;
  }
  add(content, make(Kind::EscapeSequence, place_, place_ + length));
  place_ += length;
}

Offset ExpressionReader::escape_length() const {
  const char after = at(place_ + 1);
  const auto digits = [&](Offset count) -> Offset {
    for (Offset i = 0; i < count; ++i) {
      if (!is_hex_digit(at(place_ + 2 + i))) return 0;
    }
    return 2 + count;
  };
  switch (after) {
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
  if (!is_digit(after)) return 0;
  Offset length = 2;
  while (length < 4 && is_digit(at(place_ + length))) ++length;
  return length;
}

Offset ExpressionReader::named_escape() const {
  if (at(place_ + 2) != '{') return 0;
  const std::size_t end = source_.find('}', place_);
  if (end == source_.npos || end == place_ + 3u) return 0;
  return static_cast<Offset>(end) + 1 - place_;
}

Ref ExpressionReader::interpolation(Kind kind) {
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

Ref ExpressionReader::format_specifier() {
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

}  // namespace mlfix::direct
