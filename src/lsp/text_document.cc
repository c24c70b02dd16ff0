// An edit looks for line ends only where it changed the text, and moves the lines that follow:
// clients send hundreds of edits at once.

#include "lsp/text_document.h"

#include <algorithm>
#include <utility>

namespace mlfix::lsp {
namespace {

// What the character that begins with `first` counts.
std::uint32_t width(char first, std::size_t bytes, Encoding encoding) {
  if (encoding == Encoding::Utf8) return static_cast<std::uint32_t>(bytes);
  return static_cast<unsigned char>(first) >= 0xF0u ? 2 : 1;
}

std::size_t character_end(std::string_view line, std::size_t at) {
  ++at;
  while (at < line.size() && continues_character(line[at])) ++at;
  return at;
}

}  // namespace

TextDocument::TextDocument(std::string text) : text_(std::move(text)) {
  begins_.push_back(0);
  find_lines(0, text_.size(), begins_);
}

void TextDocument::find_lines(std::size_t from, std::size_t to, std::vector<Offset>& into) const {
  const std::string_view text = text_;
  for (std::size_t at = text.find_first_of("\r\n", from); at < to;
       at = text.find_first_of("\r\n", at)) {
    at += text.substr(at, 2) == "\r\n" ? 2 : 1;
    into.push_back(static_cast<Offset>(at));
  }
}

void TextDocument::replace(Span span, std::string_view with, Encoding encoding) {
  const Offset begin = offset(span.begin, encoding);
  const Offset end = std::max(begin, offset(span.end, encoding));
  text_.replace(begin, end - begin, with);
  // A line stays where both characters of the line end before it do; and the first one
  // that is looked at is that of the character before the change, which may be half a line end.
  const auto first = std::ranges::upper_bound(begins_, begin == 0 ? 0 : begin - 1);
  const auto kept = std::ranges::upper_bound(first, begins_.end(), end + 1);
  const Offset from = *std::prev(first);
  const Offset shift = static_cast<Offset>(with.size()) - (end - begin);  // may wrap, and back
  std::vector<Offset> found;
  const bool is_last = kept == begins_.end();
  find_lines(from, is_last ? text_.size() : *kept + shift - 1, found);
  for (auto at = kept; at != begins_.end(); ++at) *at += shift;
  // The last one that is found may be the first that is kept.
  if (!is_last && !found.empty() && found.back() == *kept) found.pop_back();
  const auto place = begins_.erase(first, kept);
  begins_.insert(place, found.begin(), found.end());
}

Offset TextDocument::offset(Point point, Encoding encoding) const {
  if (point.line >= begins_.size()) return static_cast<Offset>(text_.size());
  const Offset begin = begins_[point.line];
  const Offset next =
      point.line + 1 < begins_.size() ? begins_[point.line + 1] : static_cast<Offset>(text_.size());
  std::string_view line = std::string_view(text_).substr(begin, next - begin);
  line = line.substr(0, std::min(line.find_first_of("\r\n"), line.size()));
  std::uint32_t left = point.character;
  std::size_t at = 0;
  while (at < line.size() && left > 0) {
    const std::size_t end = character_end(line, at);
    const std::uint32_t counts = width(line[at], end - at, encoding);
    if (counts > left) break;
    left -= counts;
    at = end;
  }
  return begin + static_cast<Offset>(at);
}

Point TextDocument::point(Offset offset, Encoding encoding) const {
  const auto after = std::ranges::upper_bound(begins_, offset);
  const auto line = static_cast<std::uint32_t>(after - begins_.begin() - 1);
  const std::string_view before =
      std::string_view(text_).substr(begins_[line], offset - begins_[line]);
  Point point{line, 0};
  for (std::size_t at = 0; at < before.size();) {
    const std::size_t end = character_end(before, at);
    point.character += width(before[at], end - at, encoding);
    at = end;
  }
  return point;
}

}  // namespace mlfix::lsp
