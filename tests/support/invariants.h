// What must hold for any program and any set of rules.
#pragma once

#include <filesystem>
#include <string>

#include "engine/file_pipeline.h"

namespace mlfix::testing {

// Fails the test unless, for the `result` of running the shipped rules with
// `options` over `text`:
//
//   * nothing went wrong inside;
//   * the ways of findings have places in the text, one of them the finding's;
//   * each fix alone passes the syntax guard;
//   * the bytes that no edit touches are still there, in order;
//   * the fixed text is Python that mlfix would edit;
//   * a second run changes nothing.
//
// `path` is where a project of the options has the file.
void check_invariants(const FileResult& result, const std::string& text,
                      const PipelineOptions& options,
                      const std::filesystem::path& path = "case.py");

// Fails the test unless git makes `after` of `before` with the printed diff.
void check_patch(const std::string& before, const std::string& after);

// For messages.
std::string difference(const std::string& expected, const std::string& actual);

// Runs a command of the shell; its exit status.
int run_shell(const std::string& command);

}  // namespace mlfix::testing
