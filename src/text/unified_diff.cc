// Unified diffs, from lines that keep their terminators, so that a changed line
// ending or a missing final newline is a change like any other.
//
// Common lines at both ends are cut off first. Of the window between, lines
// that occur on one side only can't be matched with anything; they are set
// aside, and dtl aligns what remains. This gives the same shortest edit script
// and keeps a wholly re-indented file as cheap as a small edit. Only dtl's edit
// script is used: its printer writes `-1,0` for an empty side and knows no
// missing final newline, and its line numbers are wrong on very large inputs.
// The alignment is checked against the lines before it is printed.
#include "text/unified_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <dtl/dtl.hpp>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mlfix {
namespace {

using Lines = std::vector<std::string_view>;

// Lines [before_begin, before_end) become [after_begin, after_end), from 0.
struct Change {
  std::size_t before_begin = 0;
  std::size_t before_end = 0;
  std::size_t after_begin = 0;
  std::size_t after_end = 0;
};

// A pair of equal lines, by index into both sides.
struct Match {
  std::size_t before = 0;
  std::size_t after = 0;
};

Lines split_lines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    const std::size_t size = newline == std::string_view::npos ? text.size() : newline + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

// The lines between the common ones at both ends.
Change changed_window(const Lines& before, const Lines& after) {
  Change window{0, before.size(), 0, after.size()};
  const auto first = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  window.before_begin = static_cast<std::size_t>(first.first - before.begin());
  window.after_begin = static_cast<std::size_t>(first.second - after.begin());
  while (window.before_end > window.before_begin && window.after_end > window.after_begin &&
         before[window.before_end - 1] == after[window.after_end - 1]) {
    --window.before_end;
    --window.after_end;
  }
  return window;
}

// The lines of one side that the other side has too, and where they stand.
struct SharedLines {
  Lines lines;
  std::vector<std::size_t> index;
};

class WindowAligner {
 public:
  WindowAligner(const Lines& before, const Lines& after, const Change& window)
      : before_(before), after_(after), window_(window) {}

  // The matched lines of the window, ascending on both sides.
  std::vector<Match> matches() const {
    std::unordered_map<std::string_view, unsigned> sides;
    mark(sides, before_, window_.before_begin, window_.before_end, kInBefore);
    mark(sides, after_, window_.after_begin, window_.after_end, kInAfter);
    const auto old_side = shared(sides, before_, window_.before_begin, window_.before_end);
    const auto new_side = shared(sides, after_, window_.after_begin, window_.after_end);
    return align(old_side, new_side);
  }

 private:
  using Sides = std::unordered_map<std::string_view, unsigned>;
  static constexpr unsigned kInBefore = 1;
  static constexpr unsigned kInAfter = 2;

  static void mark(Sides& sides, const Lines& lines, std::size_t begin, std::size_t end,
                   unsigned side) {
    for (std::size_t i = begin; i < end; ++i) sides[lines[i]] |= side;
  }

  static SharedLines shared(const Sides& sides, const Lines& lines, std::size_t begin,
                            std::size_t end) {
    SharedLines result;
    for (std::size_t i = begin; i < end; ++i) {
      if (sides.at(lines[i]) != (kInBefore | kInAfter)) continue;
      result.lines.push_back(lines[i]);
      result.index.push_back(i);
    }
    return result;
  }

  // An alignment that does not account for every line is dropped as a whole:
  // the window is then shown as replaced, which is longer and still right.
  static std::vector<Match> align(const SharedLines& before, const SharedLines& after) {
    if (before.lines.empty() || after.lines.empty()) return {};
    dtl::Diff<std::string_view, Lines> diff(before.lines, after.lines);
    diff.onHuge();
    diff.compose();
    std::vector<Match> matches;
    std::size_t i = 0;
    std::size_t j = 0;
    for (const auto& [line, info] : diff.getSes().getSequence()) {
      const bool in_before = info.type != dtl::SES_ADD;
      const bool in_after = info.type != dtl::SES_DELETE;
      if (in_before && (i >= before.lines.size() || before.lines[i] != line)) return {};
      if (in_after && (j >= after.lines.size() || after.lines[j] != line)) return {};
      if (in_before && in_after) matches.push_back({before.index[i], after.index[j]});
      i += in_before ? 1 : 0;
      j += in_after ? 1 : 0;
    }
    return matches;
  }

  const Lines& before_;
  const Lines& after_;
  Change window_;
};

// The gaps between matched lines.
std::vector<Change> find_changes(const Lines& before, const Lines& after) {
  const Change window = changed_window(before, after);
  std::vector<Match> matches = WindowAligner(before, after, window).matches();
  matches.push_back({window.before_end, window.after_end});
  std::vector<Change> changes;
  std::size_t i = window.before_begin;
  std::size_t j = window.after_begin;
  for (const Match& match : matches) {
    if (i < match.before || j < match.after) changes.push_back({i, match.before, j, match.after});
    i = match.before + 1;
    j = match.after + 1;
  }
  return changes;
}

class HunkPrinter {
 public:
  HunkPrinter(const Lines& before, const Lines& after, std::size_t context, LinesAbove above)
      : before_(before), after_(after), context_(context), above_(above) {}

  std::string print(const std::vector<Change>& changes) {
    auto first = changes.begin();
    while (first != changes.end()) {
      auto last = first;
      while (std::next(last) != changes.end() &&
             std::next(last)->before_begin - last->before_end <= 2 * context_) {
        ++last;
      }
      print_hunk(first, std::next(last));
      first = std::next(last);
    }
    return std::move(out_);
  }

 private:
  using ChangeIterator = std::vector<Change>::const_iterator;

  void print_hunk(ChangeIterator first, ChangeIterator end) {
    const Change& last = *std::prev(end);
    const std::size_t lead = std::min(context_, first->before_begin);
    const std::size_t trail = std::min(context_, before_.size() - last.before_end);
    print_header(first->before_begin - lead, last.before_end + trail, first->after_begin - lead,
                 last.after_end + trail);
    std::size_t i = first->before_begin - lead;
    for (auto change = first; change != end; ++change) {
      print_lines(' ', before_, i, change->before_begin);
      print_lines('-', before_, change->before_begin, change->before_end);
      print_lines('+', after_, change->after_begin, change->after_end);
      i = change->before_end;
    }
    print_lines(' ', before_, i, last.before_end + trail);
  }

  void print_header(std::size_t old_begin, std::size_t old_end, std::size_t new_begin,
                    std::size_t new_end) {
    out_ += fmt::format("@@ -{} +{} @@\n", side(above_.before + old_begin, above_.before + old_end),
                        side(above_.after + new_begin, above_.after + new_end));
  }

  // An empty side is named by the line before it, a single line has no count.
  static std::string side(std::size_t begin, std::size_t end) {
    if (end == begin) return fmt::format("{},0", begin);
    if (end == begin + 1) return fmt::format("{}", begin + 1);
    return fmt::format("{},{}", begin + 1, end - begin);
  }

  void print_lines(char mark, const Lines& lines, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      out_ += mark;
      out_ += lines[i];
      if (lines[i].back() != '\n') out_ += "\n\\ No newline at end of file\n";
    }
  }

  const Lines& before_;
  const Lines& after_;
  std::size_t context_;
  LinesAbove above_;
  std::string out_;
};

// One byte of a C-quoted path, as git writes it.
std::string quoted_byte(char c) {
  constexpr std::string_view kEscaped = "\a\b\t\n\v\f\r\"\\";
  constexpr std::string_view kLetters = "abtnvfr\"\\";
  const std::size_t known = kEscaped.find(c);
  if (known != std::string_view::npos) return {'\\', kLetters[known]};
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte >= 0x7f ? fmt::format("\\{:03o}", byte) : std::string(1, c);
}

// A path for a "---" or "+++" line. Git quotes unusual bytes, and ends a name
// with spaces with a tab, so that no reader takes its tail for a date.
std::string header_name(std::string_view prefix, std::string_view path) {
  std::string quoted;
  for (const char c : path) quoted += quoted_byte(c);
  std::string name =
      quoted == path ? fmt::format("{}{}", prefix, path) : fmt::format("\"{}{}\"", prefix, quoted);
  if (path.find(' ') != std::string_view::npos) name += '\t';
  return name;
}

}  // namespace

std::string diff_hunks(std::string_view before, std::string_view after, unsigned context,
                       LinesAbove above) {
  if (before == after) return {};
  const Lines old_lines = split_lines(before);
  const Lines new_lines = split_lines(after);
  return HunkPrinter(old_lines, new_lines, context, above)
      .print(find_changes(old_lines, new_lines));
}

std::string unified_diff(std::string_view path, std::string_view before, std::string_view after) {
  constexpr unsigned kContext = 3;
  const std::string hunks = diff_hunks(before, after, kContext);
  if (hunks.empty()) return {};
  return fmt::format("--- {}\n+++ {}\n{}", header_name("a/", path), header_name("b/", path), hunks);
}

}  // namespace mlfix
