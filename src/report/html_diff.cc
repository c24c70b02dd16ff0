// Rows are table rows, so that the sides stay level when a long line wraps, and
// so that a screen reader can follow them.

#include "report/html_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "report/fix_diff.h"
#include "report/labels.h"
#include "report/place.h"
#include "text/foreign_text.h"
#include "text/shortened.h"

namespace mlfix {
namespace {

constexpr unsigned kContext = 3;
constexpr std::size_t kMaxRows = 120;       // of one fix
constexpr std::uint32_t kMaxReported = 12;  // lines of a finding without a fix
constexpr std::size_t kMostShown = 300;     // bytes of a line on one side of what is reported

bool continues(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u;
}

// How many bytes at both ends of two lines are the same, in whole characters.
std::pair<std::size_t, std::size_t> same_ends(std::string_view a, std::string_view b) {
  const std::size_t limit = std::min(a.size(), b.size());
  std::size_t head = 0;
  while (head < limit && a[head] == b[head]) ++head;
  while (head > 0 && (continues(a, head) || continues(b, head))) --head;
  std::size_t tail = 0;
  while (tail < limit - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  while (tail > 0 && (continues(a, a.size() - tail) || continues(b, b.size() - tail))) --tail;
  return {head, tail};
}

// The line with what differs from `other` in an element.
std::string marked(std::string_view text, std::string_view other, std::string_view element) {
  const auto [head, tail] = same_ends(text, other);
  const std::string_view middle = text.substr(head, text.size() - head - tail);
  if (middle.empty()) return xml_escaped(text);
  return fmt::format("{}<{}>{}</{}>{}", xml_escaped(text.substr(0, head)), element,
                     xml_escaped(middle), element, xml_escaped(text.substr(text.size() - tail)));
}

// The blanks that all lines begin with: code deep inside of a class would
// otherwise have half a column left.
std::size_t common_indentation(const std::vector<DiffRow>& rows) {
  std::optional<std::string_view> common;
  const auto look_at = [&common](std::uint32_t line, std::string_view text) {
    const std::size_t end = text.find_first_not_of(" \t");
    if (line == 0 || end == std::string_view::npos) return;
    if (!common) common = text.substr(0, end);
    const auto [mine, theirs] = std::mismatch(common->begin(), common->end(), text.begin(),
                                              text.begin() + static_cast<std::ptrdiff_t>(end));
    common = common->substr(0, static_cast<std::size_t>(mine - common->begin()));
  };
  for (const DiffRow& row : rows) {
    look_at(row.old_line, row.old_text);
    look_at(row.new_line, row.new_text);
  }
  return common ? common->size() : 0;
}

std::string_view dedented(std::string_view text, std::size_t indentation) {
  return text.substr(std::min(indentation, text.size()));
}

std::string side(std::uint32_t line, std::string_view text, std::string_view other, bool changed,
                 bool is_old) {
  const char* const key = is_old ? "o" : "n";
  if (line == 0) return fmt::format("<th class=\"{}\"></th><td class=\"gap\"></td>", key);
  const std::string_view style = !changed ? "" : is_old ? " class=\"old\"" : " class=\"new\"";
  const bool both = changed && !other.empty();
  const std::string code = both ? marked(text, other, is_old ? "del" : "ins") : xml_escaped(text);
  return fmt::format("<th class=\"{}\">{}</th><td{}>{}</td>", key, line, style, code);
}

std::string diff_row(const DiffRow& row, std::uint32_t reported) {
  const bool here = row.old_line == reported;
  return fmt::format("<tr{}>{}{}</tr>\n", here ? " class=\"here\"" : "",
                     side(row.old_line, row.old_text, row.new_text, row.changed, true),
                     side(row.new_line, row.new_text, row.old_text, row.changed, false));
}

std::string diff_rows(const FixDiff& diff, std::uint32_t reported, std::size_t& room) {
  std::string text;
  bool first = true;
  std::vector<DiffRow> rows = side_by_side(diff.hunks);
  const std::size_t indentation = common_indentation(rows);
  for (DiffRow& row : rows) {
    if (room == 0) break;
    row.old_text = dedented(row.old_text, indentation);
    row.new_text = dedented(row.new_text, indentation);
    --room;
    if (row.opens_hunk && !first) text += "<tr class=\"cut\"><td colspan=\"4\">⋯</td></tr>\n";
    first = false;
    text += diff_row(row, reported);
  }
  return text;
}

std::string level_words(const Entry& entry) {
  if (entry.applied()) {
    return entry.report->action == Action::Write
               ? "<span class=\"badge fixed\">fixed</span>"
               : "<span class=\"badge fixed\">in the patch</span>";
  }
  const Applicability level = entry.finding().fix->applicability();
  return fmt::format("<span class=\"badge {0}\">{0}</span>", label(level));
}

std::string fix_figure(const Entry& entry, const std::vector<FixDiff>& diffs) {
  const Place at = place_of(entry.file->file, entry.finding().range.begin);
  std::string rows;
  std::size_t room = kMaxRows;
  for (const FixDiff& diff : diffs) {
    if (diffs.size() > 1 && diff.cell) {
      rows += fmt::format("<tr class=\"cut\"><td colspan=\"4\">cell {}</td></tr>\n", *diff.cell);
    }
    rows += diff_rows(diff, diff.cell == at.cell ? at.position.line : 0, room);
  }
  if (room == 0) {
    rows += "<tr class=\"cut\"><td colspan=\"4\">the rest is left out for length</td></tr>\n";
  }
  return fmt::format(
      "<figure><figcaption>{} {}</figcaption>\n<table class=\"diff code\">"
      "<caption class=\"vh\">The code before and after the fix, with line numbers</caption>"
      "<colgroup><col class=\"no\"><col><col class=\"no\"><col></colgroup>\n"
      "<thead><tr><th scope=\"col\" colspan=\"2\">Before</th><th scope=\"col\" "
      "colspan=\"2\">After</th></tr></thead>\n<tbody>\n{}</tbody></table></figure>\n",
      xml_escaped(entry.finding().fix->title), level_words(entry), rows);
}

std::string_view line_text(const SourceFile& file, std::uint32_t line) {
  const Offset begin = file.lines.line_begin(line);
  return std::string_view(file.text).substr(begin, file.lines.line_end(line) - begin);
}

// A line with the reported part of it marked.
std::string reported_line(const SourceFile& file, std::uint32_t line, TextRange range) {
  const Offset begin = file.lines.line_begin(line);
  const Offset end = file.lines.line_end(line);
  const std::string_view text = line_text(file, line);
  const std::size_t from = std::clamp(range.begin, begin, end) - begin;
  const std::size_t to = std::clamp(range.end, begin, end) - begin;
  const auto shown = [](std::string_view part) {
    return xml_escaped(without_middle(part, kMostShown));
  };
  if (from == to) return shown(text);
  return fmt::format("{}<mark>{}</mark>{}", shown(text.substr(0, from)),
                     shown(text.substr(from, to - from)), shown(text.substr(to)));
}

// A fix that only a later pass made has no diff of its own.
std::string caption_without_diff(const Entry& entry) {
  if (entry.finding().fix) {
    return xml_escaped(entry.finding().fix->title) + " " + level_words(entry);
  }
  const std::string& withheld = entry.state().withheld;
  if (withheld.empty()) return "No fix: this is for you to decide.";
  return "No fix: " + xml_escaped(withheld) + ".";
}

std::string place_figure(const Entry& entry) {
  const SourceFile& file = entry.file->file;
  const TextRange range = entry.finding().range;
  const std::uint32_t begin = file.lines.line_at(range.begin);
  const std::uint32_t end = std::min(file.lines.line_at(range.end), begin + kMaxReported);
  const std::uint32_t first = begin > kContext ? begin - kContext : 1;
  const std::uint32_t last = std::min(end + kContext, file.lines.line_count());
  const auto cell = file.cells.at(range.begin);
  std::string rows;
  for (std::uint32_t line = first; line <= last; ++line) {
    const Offset at = file.lines.line_begin(line);
    if (file.cells.at(at) != cell) continue;
    rows += fmt::format("<tr{}><th class=\"o\">{}</th><td>{}</td></tr>\n",
                        line == begin ? " class=\"here\"" : "", place_of(file, at).position.line,
                        reported_line(file, line, range));
  }
  return fmt::format(
      "<figure><figcaption>{}</figcaption>\n<table class=\"diff code\"><caption class=\"vh\">The "
      "reported code, with line numbers</caption><colgroup><col class=\"no\"><col></colgroup>"
      "<tbody>\n{}</tbody></table></figure>\n",
      caption_without_diff(entry), rows);
}

}  // namespace

std::string html_code(const Entry& entry) {
  const std::vector<FixDiff> diffs = fix_diffs(entry.file->file, entry.state().edits, kContext);
  return diffs.empty() || !entry.finding().fix ? place_figure(entry) : fix_figure(entry, diffs);
}

}  // namespace mlfix
