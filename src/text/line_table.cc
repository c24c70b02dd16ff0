// One memchr pass finds the line ends; a query is a binary search over the
// line begins. A line may be as long as the text, and many may ask for columns in it, so
// what is no column is counted beforehand, for each KiB. Terminators are stored per line because
// files mix them.
#include "text/line_table.h"

#include <algorithm>

#include "text/characters.h"

namespace mlfix {
namespace {

constexpr std::size_t kBlock = 1024;

bool continues_code_point(char c) {
  return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

Offset continued_in(std::string_view text) {
  return static_cast<Offset>(std::count_if(text.begin(), text.end(), continues_code_point));
}

}  // namespace

LineTable::LineTable(std::string_view text) : size_(static_cast<Offset>(text.size())) {
  Offset continued = 0;
  for (std::size_t begin = 0; begin < text.size(); begin += kBlock) {
    continued_.push_back(continued);
    continued += continued_in(text.substr(begin, kBlock));
  }
  if (continued == 0) continued_.clear();
  std::size_t newline = text.find('\n');
  while (newline != std::string_view::npos) {
    const bool carriage_return = newline > begins_.back() && text[newline - 1] == '\r';
    terminators_.back() = carriage_return ? 2 : 1;
    if (newline + 1 == text.size()) return;
    begins_.push_back(static_cast<Offset>(newline + 1));
    terminators_.push_back(0);
    newline = text.find('\n', newline + 1);
  }
}

std::uint32_t LineTable::line_count() const {
  return static_cast<std::uint32_t>(begins_.size());
}

std::uint32_t LineTable::line_at(Offset offset) const {
  const auto after = std::upper_bound(begins_.begin(), begins_.end(), offset);
  return static_cast<std::uint32_t>(after - begins_.begin());
}

Offset LineTable::line_begin(std::uint32_t line) const {
  return begins_[line - 1];
}

Offset LineTable::line_end(std::uint32_t line) const {
  return line_full_end(line) - terminators_[line - 1];
}

Offset LineTable::line_full_end(std::uint32_t line) const {
  return line < begins_.size() ? begins_[line] : size_;
}

std::string_view LineTable::terminator(std::uint32_t line) const {
  constexpr std::string_view kCrLf = "\r\n";
  return kCrLf.substr(kCrLf.size() - terminators_[line - 1]);
}

Position LineTable::position(std::string_view text, Offset offset) const {
  const std::uint32_t line = line_at(offset);
  Offset begin = line_begin(line);
  if (line == 1) begin = static_cast<Offset>(mark_size(text));
  if (offset <= begin) return {line, 1};
  const Offset continued = continued_before(text, offset) - continued_before(text, begin);
  return {line, offset - begin - continued + 1};
}

Offset LineTable::continued_before(std::string_view text, Offset offset) const {
  if (continued_.empty()) return 0;
  const std::size_t block = std::min(offset / kBlock, continued_.size() - 1);
  return continued_[block] + continued_in(text.substr(block * kBlock, offset - block * kBlock));
}

}  // namespace mlfix
