// What is found in a module leads back to the bytes of its notebook here, for a run that
// analyses it and for one that reads what another found.

#include "fleet/outcome.h"

#include <utility>

namespace mlfix {
namespace {

FindingPlaces places_in_file(const Notebook& notebook, const Finding& finding) {
  FindingPlaces places{notebook.range_in_file(finding.range), {}, {}};
  for (const Reason& reason : finding.why) {
    places.why.push_back(notebook.range_in_file(reason.range));
  }
  for (const WayStep& step : finding.way.steps()) {
    places.way.push_back(step.is_elsewhere() ? TextRange() : notebook.range_in_file(step.range));
  }
  return places;
}

// An assignment of nothing would keep the memory.
void free_fixed_text(FileResult& result) {
  std::string().swap(result.fixed_text);
}

}  // namespace

void add_outcome(RunReport& report, FileOutcome outcome) {
  if (outcome.read) ++report.checked;
  report.known.insert(report.known.end(), outcome.known.begin(), outcome.known.end());
  report.elsewhere += outcome.elsewhere;
  report.errors.insert(report.errors.end(), outcome.errors.begin(), outcome.errors.end());
  if (outcome.report) report.files.push_back(std::move(*outcome.report));
}

FileReport report_of_module(SourceFile file, FileResult result) {
  free_fixed_text(result);
  return FileReport{std::move(file), std::move(result)};
}

FileReport report_of_notebook(const Notebook& notebook, SourceFile file, FileResult result) {
  Wrapping wrapping;
  for (const FileFinding& finding : result.findings) {
    wrapping.edits.push_back(notebook.edits_of_file(finding.edits));
    wrapping.places.push_back(places_in_file(notebook, finding.finding));
  }
  if (result.changed) wrapping.fixed_edits = notebook.edits_of_file(result.fixed_edits);
  wrapping.text = std::move(file.text);
  free_fixed_text(result);
  return FileReport{notebook.shown(), std::move(result), std::move(wrapping)};
}

}  // namespace mlfix
