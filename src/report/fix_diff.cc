// A diff lists removed lines before added ones. To set them side by side, the
// lines of such a block are matched by what they say without indentation, for
// wrapping a block in a `with` is our commonest fix; what is then left of both
// sides is paired in order.

#include "report/fix_diff.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <span>
#include <tuple>
#include <utility>

#include "text/characters.h"
#include "text/shortened.h"
#include "text/unified_diff.h"

namespace mlfix {
namespace {

constexpr std::size_t kMostUnchanged = 300;  // bytes, of a line on one side of a change
constexpr std::size_t kMostChanged = 4000;   // bytes, of a line that comes or goes

// Lines of the file (from 1) that are compared with what becomes of them.
struct Rows {
  std::uint32_t first = 1;
  std::uint32_t last = 1;
};

// A text and what edits make of it, side by side, without the middles of long lines.
class Excerpt {
 public:
  Excerpt(const SourceFile& file, TextRange range) : file_(file), at_(range.begin), range_(range) {}

  void add(const Edit& edit) {
    add_unchanged(edit.begin);
    for_each_line(edit.end,
                  [this](std::string_view part) { before_ += without_middle(part, kMostChanged); });
    for (std::string_view rest = edit.text; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
      after_ += without_middle(rest.substr(0, end), kMostChanged);
      rest.remove_prefix(end);
    }
  }

  std::string hunks(unsigned context, LinesAbove above) {
    add_unchanged(range_.end);
    return diff_hunks(before_, after_, context, above);
  }

 private:
  void add_unchanged(Offset end) {
    for_each_line(end, [this](std::string_view part) {
      const std::string text = without_middle(part, kMostUnchanged);
      before_ += text;
      after_ += text;
    });
  }

  // Goes on to `end`, with what lies between of each line.
  template <typename Take>
  void for_each_line(Offset end, Take take) {
    while (at_ < end) {
      const Offset next = std::min(end, file_.lines.line_full_end(file_.lines.line_at(at_)));
      take(std::string_view(file_.text).substr(at_, next - at_));
      at_ = next;
    }
  }

  const SourceFile& file_;
  Offset at_;  // what is before it is added
  TextRange range_;
  std::string before_;
  std::string after_;
};

// Makes the hunks of one unit: the file, or a cell.
class UnitDiff {
 public:
  // The line `first_row` of the file is the line `first_line` of the unit.
  UnitDiff(const SourceFile& file, TextRange unit, std::uint32_t first_line, unsigned context)
      : file_(file),
        unit_(unit),
        first_row_(file.lines.line_at(unit.begin)),
        first_line_(first_line),
        context_(context) {}

  // `edits` lie in the unit. Those that are far from each other are compared apart.
  std::string hunks(std::span<const Edit> edits) {
    std::string result;
    while (!edits.empty()) {
      Rows rows = rows_around(edits.front());
      std::size_t count = 1;
      for (; count < edits.size() && rows_around(edits[count]).first <= rows.last + 1; ++count) {
        rows.last = std::max(rows.last, rows_around(edits[count]).last);
      }
      result += hunks_in(rows, edits.subspan(0, count));
      edits = edits.subspan(count);
    }
    return result;
  }

 private:
  // More than is shown: which of several equal lines has gone is said as for the whole.
  Rows rows_around(const Edit& edit) const {
    const std::uint32_t margin = context_ + kMargin;
    const std::uint32_t begin = file_.lines.line_at(edit.begin);
    const std::uint32_t last_of_unit = file_.lines.line_at(unit_.end);
    return {begin > first_row_ + margin ? begin - margin : first_row_,
            std::min(file_.lines.line_at(edit.end) + margin, last_of_unit)};
  }

  std::string hunks_in(Rows rows, std::span<const Edit> edits) {
    const Offset begin = std::max(file_.lines.line_begin(rows.first), unit_.begin);
    const Offset end = std::min(file_.lines.line_full_end(rows.last), unit_.end);
    Excerpt excerpt(file_, {begin, end});
    std::ptrdiff_t added = 0;
    for (const Edit& edit : edits) {
      excerpt.add(edit);
      added += std::ranges::count(edit.text, '\n');
      added -= file_.lines.line_at(edit.end) - file_.lines.line_at(edit.begin);
    }
    const std::size_t above = rows.first - first_row_ + first_line_ - 1;
    std::string text = excerpt.hunks(
        context_, {above, static_cast<std::size_t>(static_cast<std::ptrdiff_t>(above) + added_)});
    added_ += added;
    return text;
  }

  static constexpr std::uint32_t kMargin = 20;

  const SourceFile& file_;
  TextRange unit_;
  std::uint32_t first_row_;
  std::uint32_t first_line_;
  unsigned context_;
  std::ptrdiff_t added_ = 0;  // lines, by the edits so far
};

// The hunks in one cell; edits from `next` on that lie in other cells are left.
FixDiff diff_in_cell(const SourceFile& file, const std::vector<Edit>& edits, unsigned context,
                     std::size_t& next) {
  const std::size_t index = *file.cells.at(edits[next].begin);
  const Cell& cell = file.cells.all()[index];
  const std::size_t first = next;
  while (next < edits.size() && file.cells.at(edits[next].begin) == index) ++next;
  UnitDiff diff(file, cell.range, cell.first_line, context);
  return {cell.number, diff.hunks(std::span(edits).subspan(first, next - first))};
}

struct NumberedLine {
  std::uint32_t number = 0;
  std::string_view text;
};

std::string_view without_indentation(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : text.substr(begin);
}

DiffRow row_of(const NumberedLine* before, const NumberedLine* after) {
  DiffRow row;
  row.changed = true;
  if (before) std::tie(row.old_line, row.old_text) = std::pair(before->number, before->text);
  if (after) std::tie(row.new_line, row.new_text) = std::pair(after->number, after->text);
  return row;
}

// Pairs of indexes with the same text, increasing on both sides: the longest
// common subsequence. Quadratic, so long blocks are paired in order instead.
std::vector<std::pair<std::size_t, std::size_t>> matches(const std::vector<NumberedLine>& before,
                                                         const std::vector<NumberedLine>& after) {
  constexpr std::size_t kMaxCells = 40'000;
  std::vector<std::pair<std::size_t, std::size_t>> result;
  const std::size_t rows = before.size();
  const std::size_t columns = after.size();
  if (rows * columns > kMaxCells) return result;
  const auto same = [&](std::size_t i, std::size_t j) {
    return without_indentation(before[i].text) == without_indentation(after[j].text);
  };
  // best[i][j]: the length for what begins at line i and line j.
  std::vector<std::vector<unsigned>> best(rows + 1, std::vector<unsigned>(columns + 1, 0));
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t j = columns; j-- > 0;) {
      best[i][j] = same(i, j) ? best[i + 1][j + 1] + 1 : std::max(best[i + 1][j], best[i][j + 1]);
    }
  }
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    if (same(i, j)) {
      result.emplace_back(i++, j++);
    } else {
      best[i + 1][j] >= best[i][j + 1] ? ++i : ++j;
    }
  }
  return result;
}

class RowMaker {
 public:
  void open_hunk(std::uint32_t old_line, std::uint32_t new_line) {
    flush();
    old_line_ = old_line;
    new_line_ = new_line;
    opens_hunk_ = true;
  }
  void add_removed(std::string_view text) { removed_.push_back({old_line_++, text}); }
  void add_added(std::string_view text) { added_.push_back({new_line_++, text}); }
  void add_same(std::string_view text) {
    flush();
    push({old_line_++, new_line_++, text, text, false, false});
  }
  std::vector<DiffRow> take() {
    flush();
    return std::move(rows_);
  }

 private:
  void push(DiffRow row) {
    row.opens_hunk = std::exchange(opens_hunk_, false);
    rows_.push_back(row);
  }
  // Lines before index `i` and `j` that have no match are paired in order.
  void pair_up_to(std::size_t i, std::size_t j) {
    while (from_ < i || to_ < j) {
      const NumberedLine* before = from_ < i ? &removed_[from_++] : nullptr;
      const NumberedLine* after = to_ < j ? &added_[to_++] : nullptr;
      push(row_of(before, after));
    }
  }
  void flush() {
    from_ = 0;
    to_ = 0;
    for (const auto& [i, j] : matches(removed_, added_)) {
      pair_up_to(i, j);
      pair_up_to(i + 1, j + 1);
    }
    pair_up_to(removed_.size(), added_.size());
    removed_.clear();
    added_.clear();
  }

  std::vector<DiffRow> rows_;
  std::vector<NumberedLine> removed_;
  std::vector<NumberedLine> added_;
  std::size_t from_ = 0;
  std::size_t to_ = 0;
  std::uint32_t old_line_ = 1;
  std::uint32_t new_line_ = 1;
  bool opens_hunk_ = false;
};

std::uint32_t number_after(std::string_view header, char sign) {
  const std::size_t at = header.find(sign) + 1;
  std::uint32_t number = 0;
  std::from_chars(header.data() + at, header.data() + header.size(), number);
  return number;
}

}  // namespace

std::vector<FixDiff> fix_diffs(const SourceFile& file, const std::vector<Edit>& edits,
                               unsigned context) {
  if (edits.empty()) return {};
  if (file.cells.empty()) {
    const TextRange whole{0, static_cast<Offset>(file.text.size())};
    return {{std::nullopt, UnitDiff(file, whole, 1, context).hunks(edits)}};
  }
  std::vector<FixDiff> diffs;
  for (std::size_t next = 0; next < edits.size();) {
    diffs.push_back(diff_in_cell(file, edits, context, next));
  }
  return diffs;
}

std::vector<DiffRow> side_by_side(std::string_view hunks) {
  RowMaker rows;
  while (!hunks.empty()) {
    std::string_view line = take_until(hunks, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::string_view text = line.substr(std::min<std::size_t>(1, line.size()));
    if (line.starts_with("@@")) rows.open_hunk(number_after(line, '-'), number_after(line, '+'));
    if (line.starts_with('-')) rows.add_removed(text);
    if (line.starts_with('+')) rows.add_added(text);
    if (line.starts_with(' ') || line.empty()) rows.add_same(text);
  }
  return rows.take();
}

}  // namespace mlfix
