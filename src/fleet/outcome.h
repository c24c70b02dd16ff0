// What became of one file of a run.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "notebook/notebook.h"
#include "report/run_report.h"

namespace mlfix {

struct FileOutcome {
  std::optional<FileReport> report;  // nothing when there is nothing to say
  std::vector<Error> errors;
  std::vector<SkippedCell> skipped;  // of a notebook
  std::vector<std::string> known;    // findings left out, see FileResult
  std::size_t elsewhere = 0;
  bool read = false;
  bool analysed = false;
};

// Adds the outcome of the next file, in path order, to the report of its run.
void add_outcome(RunReport& report, FileOutcome outcome);

FileReport report_of_module(SourceFile file, FileResult result);

// The result of the module of `notebook`, which was read from `file`, as a report of that file.
FileReport report_of_notebook(const Notebook& notebook, SourceFile file, FileResult result);

}  // namespace mlfix
