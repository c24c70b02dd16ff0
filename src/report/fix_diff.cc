// A diff lists removed lines before added ones. To set them side by side, the
// lines of such a block are matched by what they say without indentation, for
// wrapping a block in a `with` is our commonest fix; what is then left of both
// sides is paired in order.

#include "report/fix_diff.h"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

#include "text/characters.h"
#include "text/unified_diff.h"

namespace mlfix {
namespace {

// The hunks in one cell; edits from `next` on that lie in other cells are left.
FixDiff diff_in_cell(const SourceFile& file, const std::vector<Edit>& edits, unsigned context,
                     std::size_t& next) {
  const std::size_t index = *file.cells.at(edits[next].begin);
  const Cell& cell = file.cells.all()[index];
  std::vector<Edit> inside;
  for (; next < edits.size() && file.cells.at(edits[next].begin) == index; ++next) {
    Edit& edit = inside.emplace_back(edits[next]);
    edit.begin -= cell.range.begin;
    edit.end -= cell.range.begin;
  }
  // Blank lines for what the cell has above, so that line numbers are right.
  const std::string above(cell.first_line - 1, '\n');
  const std::string text = file.text.substr(cell.range.begin, cell.range.size());
  return {cell.number, diff_hunks(above + text, above + apply_edits(text, inside), context)};
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
    return {{std::nullopt, diff_hunks(file.text, apply_edits(file.text, edits), context)}};
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
