// What a run found and did: the one input of every report. Plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/file_pipeline.h"
#include "engine/registry.h"
#include "report/action.h"
#include "text/error.h"
#include "text/source_file.h"

namespace mlfix {

// Where a finding, each of its reasons, and each step of its way are; a step in another file has
// an empty range.
struct FindingPlaces {
  TextRange finding;
  std::vector<TextRange> why;
  std::vector<TextRange> way;
};

// The file around an analysed text: its bytes, and the edits of them.
struct Wrapping {
  std::string text;
  std::vector<Edit> fixed_edits;         // of all fixes, when the result is changed
  std::vector<std::vector<Edit>> edits;  // by finding, of `text`: its fix alone
  std::vector<FindingPlaces> places;     // by finding, in `text`
};

// A file with something to say about it. It is kept until the end of the run, so the text
// that the fixes leave is made when it is asked for. In an Action::Write run, `applied` and
// `remains` of its findings say what is true of the file on disk.
struct FileReport {
  SourceFile file;                                  // of a notebook, its code cells as one text
  FileResult result;                                // without its fixed text
  std::optional<Wrapping> wrapping = std::nullopt;  // when `file` is a notebook's

  // The bytes on disk, before and after the fixes.
  const std::string& text() const { return wrapping ? wrapping->text : file.text; }
  std::string fixed_text() const {
    return apply_edits(text(), wrapping ? wrapping->fixed_edits : result.fixed_edits);
  }
  // The fix of the finding with that index, as edits of text().
  const std::vector<Edit>& edits(std::size_t finding) const {
    return wrapping ? wrapping->edits[finding] : result.findings[finding].edits;
  }
};

struct RunReport {
  const Registry* registry = nullptr;  // not owned, outlives the report
  Action action = Action::Report;
  std::vector<FileReport> files;   // in path order
  std::vector<Error> errors;       // all of the run, those of `files` included
  std::size_t checked = 0;         // files that were read
  std::filesystem::path folder;    // where mlfix runs, absolute: relative paths start here
  std::filesystem::path project;   // what forges and fingerprints name files relative to
  std::vector<std::string> known;  // fingerprints of findings left out for the baseline
  std::size_t elsewhere = 0;       // findings left out for touching no changed line
  std::size_t gone = 0;            // entries of the baseline that are no longer found
};

struct Summary {
  std::size_t checked = 0;   // files that were read
  std::size_t findings = 0;  // not counting suppressed ones
  std::size_t files_with_findings = 0;
  std::size_t applied = 0;       // findings whose fix is in the patch or was written
  std::size_t remaining = 0;     // findings that are not fixed on disk
  std::size_t fixable_safe = 0;  // of those that remain
  std::size_t fixable_unsafe = 0;
  std::size_t suppressed = 0;
  std::size_t known = 0;      // left out for the baseline
  std::size_t elsewhere = 0;  // left out for touching no changed line
  std::size_t gone = 0;       // entries of the baseline that are no longer found
  std::size_t errors = 0;
};

// Linear in the number of findings.
Summary summarize(const RunReport& report);

// Whether a finding's fix was put into the patch or the file; never for
// Action::Report.
bool is_applied(const RunReport& report, const FileFinding& finding);

// Whether a finding is still true of the file on disk.
bool is_remaining(const RunReport& report, const FileFinding& finding);

}  // namespace mlfix
