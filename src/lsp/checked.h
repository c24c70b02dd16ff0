// A text with what was found in it, and where that is in the documents of the
// client: a file is one, a notebook has one for each cell.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lsp/text_document.h"
#include "report/entries.h"
#include "report/run_report.h"

namespace mlfix::lsp {

// A document, and the part of the analysed text that it is.
struct Part {
  TextRange range;
  Offset begin = 0;     // of the range, in the document
  bool opaque = false;  // the analysed text is another one
  std::string uri;
  std::optional<std::int64_t> version;  // nothing for a document that is not open
  std::shared_ptr<const TextDocument> document;
};

struct DocumentRange {
  const Part* part = nullptr;
  TextRange range;  // of the document's text
};

struct DocumentEdits {
  const Part* part = nullptr;
  std::vector<Edit> edits;  // of the document's text, sorted and disjoint
};

class Checked {
 public:
  // `parts` are in the order of their ranges, those that are not analysed at the end with an
  // empty range.
  Checked(std::shared_ptr<const Registry> registry, SourceFile module, FileResult result,
          std::vector<Part> parts);
  const Registry& registry() const { return *registry_; }

  const SourceFile& module() const { return report_.files.front().file; }
  const FileResult& result() const { return report_.files.front().result; }
  const std::vector<Part>& parts() const { return parts_; }
  // Those that no comment silences, in order. They point into this object.
  std::vector<Entry> findings() const { return shown_entries(report_); }

  // Where a range of the module is; what is between parts belongs to the one before.
  DocumentRange locate(TextRange range) const;
  // Edits of the module that each stay inside one part.
  std::vector<DocumentEdits> edits_of_documents(const std::vector<Edit>& edits) const;

 private:
  const Part& part_at(Offset offset) const;

  std::shared_ptr<const Registry> registry_;  // the report points into it
  RunReport report_;
  std::vector<Part> parts_;
};

using CheckedPtr = std::shared_ptr<const Checked>;

}  // namespace mlfix::lsp
