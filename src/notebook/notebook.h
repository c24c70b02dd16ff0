// A notebook as one Python module, and the way back into its bytes.
//
// The code cells are joined in order, each with its final newline and a blank
// line after it. Magics are replaced by Python of the same length (magics.h);
// a cell that is no valid Python becomes one statement that only mentions its
// names. Fixes of the module are spliced into the strings of the JSON text: no
// byte but those of the edited lines changes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "notebook/json_string.h"
#include "semantic/project/project.h"
#include "syntax/parser.h"
#include "text/cells.h"
#include "text/error.h"
#include "text/source_file.h"

namespace mlfix {

// Does the name say that the file is a notebook?
bool is_notebook_path(const std::filesystem::path& path);

// How a project reads notebooks.
NotebookReader notebook_reader();

// A code cell that is left alone.
struct SkippedCell {
  std::uint32_t number = 0;  // from 1, all cells count
  std::string reason;
};

class Notebook {
 public:
  // `file` is the notebook as it was read. Linear in its size. Errors:
  // Unreadable (no JSON, no notebook, unknown format), with path and line.
  static Result<Notebook> read(const SourceFile& file, Parser& parser);

  // What is analysed. Empty when no cell is Python.
  SourceFile module() const;
  // The same text as its author wrote it, for reports: every offset that is not
  // opaque means the same in both. Its identity is the file's.
  SourceFile shown() const;
  const std::vector<SkippedCell>& skipped() const { return skipped_; }
  // See magics.h: then no file that lies where an import leads to need be the one that it finds.
  bool moves_imports() const { return moves_imports_; }

  // The bytes of the notebook that a range of the module stands for, from the
  // range's first to its last. An opaque cell counts as a whole.
  TextRange range_in_file(TextRange range) const;

  // Edits of the module as edits of the notebook's bytes, sorted and disjoint.
  // They must be sorted and such that the module's cells allow them.
  std::vector<Edit> edits_of_file(const std::vector<Edit>& edits) const;
  // Where a range of the module, inside one cell, is in the notebook's bytes.
  TextRange range_of_file(TextRange range) const;

 private:
  // One string of a cell's source.
  struct Line {
    TextRange raw;     // between its quotes
    Offset begin = 0;  // in the source
  };
  // A cell in the module.
  struct Source {
    std::string text;
    std::vector<Offset> origin;  // of each byte of `text`, in the file
    std::vector<Line> lines;
    bool is_list = false;
    std::string gap;            // what separates two strings of the list, with their quotes
    Offset begin = 0;           // where the module's part of it begins
    std::string added_newline;  // what the module has after it
  };

  static void add_gap(Source& source, std::string_view file);
  void add_cell(std::uint32_t number, Source source, Parser& parser);
  void add_text(Cell cell, std::string_view text, std::string_view shown,
                const std::vector<TextRange>& opaque);
  Offset offset_in_file(Offset offset) const;
  Edit edit_of_source(const Source& source, Offset cell_begin, const Edit& edit) const;
  Edit edit_of_file(const Source& source, const Edit& edit) const;
  std::string raw_text(const Source& source, std::string_view text, bool at_break) const;

  std::filesystem::path path_;
  FileIdentity identity_;
  std::string text_;
  std::string shown_;
  Cells cells_;
  std::vector<Source> sources_;  // by cell
  std::vector<SkippedCell> skipped_;
  bool ascii_only_ = false;
  bool moves_imports_ = false;
};

}  // namespace mlfix
