// A line is split into cells (one code point, its columns), so that tabs, wide
// characters and cuts are arithmetic on columns and never on bytes.
//
// The C library's wcwidth depends on the locale, which a static program has no
// say in, so the few ranges that matter are listed here (Unicode's East Asian
// Width W and F, and the common blocks of combining marks).

#include "report/display.h"

#include <utf8.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "text/foreign_text.h"
#include "text/shortened.h"

namespace mlfix {
namespace {

constexpr std::size_t kTabStop = 4;
constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

struct CodePoints {
  char32_t first;
  char32_t last;
};

constexpr std::array<CodePoints, 12> kZeroWidth = {{{0x0300, 0x036F},
                                                    {0x0483, 0x0489},
                                                    {0x0591, 0x05BD},
                                                    {0x064B, 0x065F},
                                                    {0x093A, 0x093C},
                                                    {0x0E31, 0x0E3A},
                                                    {0x1AB0, 0x1AFF},
                                                    {0x1DC0, 0x1DFF},
                                                    {0x200B, 0x200F},
                                                    {0x20D0, 0x20FF},
                                                    {0xFE00, 0xFE0F},
                                                    {0xFE20, 0xFE2F}}};

constexpr std::array<CodePoints, 15> kWide = {{{0x1100, 0x115F},
                                               {0x231A, 0x231B},
                                               {0x23E9, 0x23EC},
                                               {0x25FD, 0x25FE},
                                               {0x2614, 0x2615},
                                               {0x2705, 0x2705},
                                               {0x2E80, 0x303E},
                                               {0x3041, 0xA4CF},
                                               {0xA960, 0xA97C},
                                               {0xAC00, 0xD7A3},
                                               {0xF900, 0xFAFF},
                                               {0xFE30, 0xFE6F},
                                               {0xFF00, 0xFF60},
                                               {0xFFE0, 0xFFE6},
                                               {0x1F300, 0x1FAFF}}};

template <std::size_t N>
bool among(const std::array<CodePoints, N>& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [c](CodePoints range) { return range.first <= c && c <= range.last; });
}

struct DisplayCell {
  std::string text;
  std::size_t width = 0;
};

struct Layout {
  std::vector<DisplayCell> cells;
  std::size_t begin = 0;  // columns of the range
  std::size_t end = 0;
};

DisplayCell display_cell(char32_t c, std::string_view bytes, std::size_t column) {
  if (c == '\t') {
    const std::size_t width = kTabStop - column % kTabStop;
    return {std::string(width, ' '), width};
  }
  if (is_hidden(c)) return {std::string(kReplacementBytes), 1};
  return {std::string(bytes), display_width(c)};
}

std::string valid_utf8(std::string_view text) {
  std::string result;
  utf8::replace_invalid(text.begin(), text.end(), std::back_inserter(result));
  return result;
}

Layout lay_out(std::string_view line, TextRange range) {
  Layout layout;
  std::size_t column = 0;
  bool begun = false;
  for (auto at = line.begin(); at != line.end();) {
    const auto start = at;
    const char32_t c = utf8::unchecked::next(at);
    const auto offset = static_cast<std::size_t>(start - line.begin());
    if (!begun && offset >= range.begin) {
      layout.begin = column;
      begun = true;
    }
    const std::string_view bytes = line.substr(offset, static_cast<std::size_t>(at - start));
    layout.cells.push_back(display_cell(c, bytes, column));
    column += layout.cells.back().width;
    if (offset < range.end) layout.end = column;
  }
  if (!begun) layout.begin = column;
  layout.end = std::max(layout.end, layout.begin + 1);
  return layout;
}

std::size_t total_width(const std::vector<DisplayCell>& cells) {
  std::size_t width = 0;
  for (const DisplayCell& cell : cells) width += cell.width;
  return width;
}

// The cells from column `from` on, as many as fit.
DisplayLine cut(const Layout& layout, std::size_t from, std::size_t width) {
  DisplayLine result;
  std::size_t column = 0;
  const std::size_t end = from + width;
  for (const DisplayCell& cell : layout.cells) {
    if (column >= from && column + cell.width <= end) result.text += cell.text;
    column += cell.width;
  }
  const std::size_t shift = from > 0 ? 1 : 0;
  if (shift != 0) result.text.insert(0, kEllipsis);
  if (column > end) result.text += kEllipsis;
  result.begin = layout.begin - from + shift;
  result.end = std::min(layout.end, end) - from + shift;
  return result;
}

// A line may be as long as a file: of such a line, what is around the start of `range`
// is far more than fits into any width.
std::string_view part_around(std::string_view line, TextRange& range) {
  constexpr std::size_t kMost = 4096;
  if (line.size() <= kMost) return line;
  const std::size_t wanted = std::min<std::size_t>(range.begin, line.size());
  const std::size_t begin = wanted > kMost / 4 ? character_begin(line, wanted - kMost / 4) : 0;
  const std::size_t end = character_begin(line, begin + kMost);
  range.begin -= static_cast<Offset>(std::min<std::size_t>(begin, range.begin));
  range.end -= static_cast<Offset>(std::min<std::size_t>(begin, range.end));
  return line.substr(begin, end - begin);
}

}  // namespace

unsigned display_width(char32_t c) {
  if (among(kZeroWidth, c)) return 0;
  return among(kWide, c) ? 2 : 1;
}

std::size_t display_width(std::string_view text) {
  const std::string valid = valid_utf8(text);
  return total_width(lay_out(valid, {}).cells);
}

std::string printable(std::string_view line) {
  const std::string valid = valid_utf8(line);
  std::string result;
  for (const DisplayCell& cell : lay_out(valid, {}).cells) result += cell.text;
  return result;
}

DisplayLine display_line(std::string_view line, TextRange range, std::size_t width) {
  line = part_around(line, range);
  const Layout layout = lay_out(line, range);
  if (total_width(layout.cells) <= width) return cut(layout, 0, width);
  const std::size_t context = width / 4;
  return cut(layout, layout.begin > context ? layout.begin - context : 0, width);
}

}  // namespace mlfix
