// Reads and analyses the files of a run, on all threads.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/interrupt.h"
#include "cli/session.h"
#include "cli/setup.h"
#include "report/run_report.h"

namespace mlfix {

struct RunPart;

// What there is to analyse: files, or the text of standard input.
struct Input {
  std::vector<std::filesystem::path> files;
  std::optional<std::string> text;
  std::vector<Error> errors;  // what could not be found or read
  // Checkouts of which git does not say what it ignores.
  std::vector<Error> unlisted = {};
  std::vector<std::filesystem::path> second_names = {};  // further ones of the files
  // Which of the files are analysed; null: all. Not owned.
  const RunPart* part = nullptr;
  std::vector<Error> left_out = {};  // links that lead elsewhere, where notes are wanted
};

// What the paths of the command line lead to, and nothing printed.
Input find_input(const Session& session);
// Prints what of it is not looked at.
void mention_gaps(Session& session, const Input& input);

// Finds the files below the paths of the command line, or reads standard input
// to its end. Mentions links that are left out, and checkouts that git does not
// list.
Input gather_input(Session& session);

// A report of the run that nothing is in yet.
RunReport empty_report(const Session& session, const Setup& setup);

// The report is in path order, and complete unless `interrupt` was requested.
RunReport analyse(Session& session, const Setup& setup, const Input& input,
                  const InterruptGuard& interrupt);

}  // namespace mlfix
