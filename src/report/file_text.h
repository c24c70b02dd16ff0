// Places in the file on disk, for consumers that know files and lines only: of a
// notebook, in its JSON text, not in a cell.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/run_report.h"
#include "text/line_table.h"

namespace mlfix {

struct Region {
  Position begin;
  Position end;  // after the last character
};

class FileText {
 public:
  // `file` must outlive this object. Linear for a notebook.
  explicit FileText(const FileReport& file);

  const std::string& text() const { return file_->text(); }
  const LineTable& lines() const { return lines_; }
  // Bytes of text() that the finding with that index is about, or a reason of it, or a step of its
  // way that is in this file.
  TextRange finding(std::size_t index) const;
  TextRange reason(std::size_t finding, std::size_t index) const;
  TextRange step(std::size_t finding, std::size_t index) const;
  Region region(TextRange range) const;

 private:
  const FileReport* file_;
  LineTable lines_;
};

// The text of one file after the other, for reports that go by file. Each is made once.
class TextOfEachFile {
 public:
  // Valid until another file is asked for. `file` must outlive this object.
  const FileText& of(const FileReport& file) {
    if (&file != file_) text_.emplace(file);
    file_ = &file;
    return *text_;
  }

 private:
  const FileReport* file_ = nullptr;  // that the text is of
  std::optional<FileText> text_;
};

// Whole lines and what replaces them, all without the last line's terminator.
struct LineChange {
  std::uint32_t first = 1;
  std::uint32_t last = 1;
  std::string text;      // of lines `first` to `last`, with the fix
  bool deletes = false;  // nothing is left of the lines
};

// A fix as one replacement of whole lines, from its first edited line to its
// last one. Nothing when there is no edit, or when that are more than
// `max_lines` or `max_bytes`: a part of a fix is no fix.
std::optional<LineChange> whole_line_change(const FileText& file, const std::vector<Edit>& edits,
                                            std::uint32_t max_lines, std::size_t max_bytes);

}  // namespace mlfix
