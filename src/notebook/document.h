// A notebook file as JSON: which cells it has, and at which bytes their source is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/error.h"
#include "text/text_range.h"

namespace mlfix {

struct DocumentCell {
  bool is_code = false;
  bool is_list = false;            // the source is a list of strings, not one string
  std::string language;            // the cell's own, where it says one
  std::vector<TextRange> strings;  // of the source, each without its quotes
};

struct NotebookDocument {
  std::vector<DocumentCell> cells;  // in order, all kinds
  bool is_python = true;            // as far as the metadata says
};

// Reads the format 4 of nbformat, and 3, whose cells lie in worksheets. Linear in
// the size; outputs are passed over. The error (Unreadable: no JSON, no
// notebook, another format) has no path; `text` is valid UTF-8.
Result<NotebookDocument> read_document(std::string_view text);

}  // namespace mlfix
