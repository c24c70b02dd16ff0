// An ordinary file is what was analysed; a notebook carries its places along.

#include "report/file_text.h"

#include <algorithm>

namespace mlfix {
namespace {

// The lines that an edit touches. An insertion at the start of a line is about
// that line, also when it stands after the last one.
std::uint32_t first_line(const LineTable& lines, const Edit& edit) {
  return lines.line_at(edit.begin);
}

// An edit that ends where a line begins does not touch that line.
std::uint32_t last_line(const LineTable& lines, const Edit& edit) {
  const std::uint32_t line = lines.line_at(edit.end);
  const bool at_begin = lines.line_begin(line) == edit.end;
  return at_begin && edit.begin < edit.end ? line - 1 : line;
}

}  // namespace

FileText::FileText(const FileReport& file)
    : file_(&file), lines_(file.wrapping ? LineTable(file.wrapping->text) : file.file.lines) {}

TextRange FileText::finding(std::size_t index) const {
  if (file_->wrapping) return file_->wrapping->places[index].finding;
  return file_->result.findings[index].finding.range;
}

TextRange FileText::reason(std::size_t finding, std::size_t index) const {
  if (file_->wrapping) return file_->wrapping->places[finding].why[index];
  return file_->result.findings[finding].finding.why[index].range;
}

TextRange FileText::step(std::size_t finding, std::size_t index) const {
  if (file_->wrapping) return file_->wrapping->places[finding].way[index];
  return file_->result.findings[finding].finding.way.steps()[index].range;
}

Region FileText::region(TextRange range) const {
  return {lines_.position(text(), range.begin), lines_.position(text(), range.end)};
}

std::optional<LineChange> whole_line_change(const FileText& file, const std::vector<Edit>& edits,
                                            std::uint32_t max_lines, std::size_t max_bytes) {
  if (edits.empty()) return std::nullopt;
  const LineTable& lines = file.lines();
  LineChange change{first_line(lines, edits.front()), 1, {}, false};
  change.last = std::max(change.first, last_line(lines, edits.back()));
  if (change.last - change.first + 1 > max_lines) return std::nullopt;

  const Offset begin = lines.line_begin(change.first);
  const Offset end = lines.line_full_end(change.last);
  if (end - begin > max_bytes) return std::nullopt;
  std::vector<Edit> moved = edits;
  for (Edit& edit : moved) {
    edit.begin -= begin;
    edit.end -= begin;
  }
  change.text = apply_edits(std::string_view(file.text()).substr(begin, end - begin), moved);
  change.deletes = change.text.empty();
  if (change.text.ends_with('\n')) change.text.pop_back();
  if (change.text.ends_with('\r')) change.text.pop_back();
  return change;
}

}  // namespace mlfix
