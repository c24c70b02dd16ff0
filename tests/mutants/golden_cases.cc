// The cases are run by the pipeline itself, many in a process: mlfix takes longer to start than
// most of them take. What is printed is all that a user could see, so that two mutants which
// print the same can't be told apart by a case.

#include "tests/mutants/golden_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/file_pipeline.h"
#include "notebook/notebook.h"
#include "report/labels.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project.h"
#include "support/golden.h"
#include "support/shipped.h"
#include "support/temporary_folder.h"
#include "syntax/parser.h"
#include "tests/mutants/guards.h"
#include "tests/mutants/long_cases.h"
#include "text/line_table.h"

namespace mlfix::guards {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using testing::Level;
using testing::Shipped;

ordered_json json_of(const FileFinding& found, const LineTable& lines) {
  const Finding& finding = found.finding;
  ordered_json why = ordered_json::array();
  for (const Reason& reason : finding.why) why.push_back(reason.text);
  ordered_json edits = ordered_json::array();
  for (const Edit& edit : found.edits) {
    edits.push_back({edit.begin, edit.end, edit.text});
  }
  ordered_json assumed = ordered_json::array();
  std::string level = "report";
  if (finding.fix) {
    level = label(finding.fix->applicability());
    for (const Assumption& each : finding.fix->verdict().assumptions())
      assumed.push_back(each.text);
  }
  return {{"line", lines.line_at(finding.range.begin)},
          {"level", level},
          {"edits", edits},
          {"words", {finding.message, why, assumed, found.withheld}}};
}

ordered_json json_of(const FileResult& result, const std::string& text) {
  const LineTable lines(text);
  ordered_json findings = ordered_json::array();
  for (const FileFinding& each : result.findings) findings.push_back(json_of(each, lines));
  ordered_json left = ordered_json::array();
  for (const Abstention& each : result.abstentions) {
    left.push_back({lines.line_at(each.range.begin), each.fact});
  }
  ordered_json errors = ordered_json::array();
  for (const Error& each : result.errors) errors.push_back(each.to_string());
  return {{"findings", findings}, {"text", result.fixed_text}, {"errors", errors}, {"left", left}};
}

FileResult run(const SourceFile& file, PipelineOptions options) {
  options.show_abstained = true;
  return FilePipeline(Shipped::get().registry(), Shipped::get().knowledge(), std::move(options))
      .run(file);
}

ordered_json outcome_of_notebook(const std::string& bytes, const PipelineOptions& options) {
  const Result<SourceFile> file = make_source_file("case.ipynb", bytes);
  Parser parser;
  const Result<Notebook> notebook = Notebook::read(file.value(), parser);
  return json_of(run(notebook->module(), options), notebook->module().text);
}

ordered_json outcome_of(const testing::GoldenCase& golden, Level level) {
  const PipelineOptions options = Shipped::get().options(level, golden);
  if (golden.is_notebook) return outcome_of_notebook(golden.before, options);
  return json_of(run(make_source_file("case.py", golden.before).value(), options), golden.before);
}

ordered_json outcome_of_folder(const testing::FolderPlace& place, Level level) {
  const auto rule = Shipped::get().registry().find(rule_name_of_stem(place.stem));
  PipelineOptions options = Shipped::get().options(level, rule);
  const std::vector<fs::path> files = testing::sources_below(place.before);
  const Project project(files, Shipped::get().knowledge());
  options.project = &project;
  ordered_json outcome;
  for (const fs::path& path : files) {
    const Result<SourceFile> file = read_source_file(path);
    outcome[path.lexically_relative(place.before)] = json_of(run(*file, options), file->text);
  }
  return outcome;
}

// How a case is run at a level, by its name.
using Run = std::function<ordered_json(Level)>;
using Cases = std::map<std::string, Run, std::less<>>;

// The stem of the rule that is named after "# rule: ".
std::string stem_named_in(std::string_view text) {
  constexpr std::string_view kMarker = "# rule: ";
  const std::size_t begin = text.find(kMarker) + kMarker.size();
  std::string stem(text.substr(begin, text.find('\n', begin) - begin));
  std::ranges::replace(stem, '-', '_');
  return stem;
}

// The programs that equivalence campaigns found, of which many were written for a guard each.
void add_kept_programs(Cases& cases) {
  const fs::path kept = fs::path(MLFIX_SOURCE_DIR) / "testdata/equivalence/closed";
  for (const auto& entry : fs::directory_iterator(kept)) {
    const fs::path& path = entry.path();
    const std::string name = "equivalence/closed/" + path.stem().string();
    if (entry.is_directory()) {
      const std::string stem = stem_named_in(testing::read_bytes(path / "about.txt"));
      const testing::FolderPlace place{"equivalence", stem, path.filename(), path};
      cases.emplace(name, [place](Level level) { return outcome_of_folder(place, level); });
      continue;
    }
    testing::GoldenCase program;
    program.before = testing::read_bytes(path);
    program.stem = stem_named_in(program.before);
    cases.emplace(name, [program](Level level) { return outcome_of(program, level); });
  }
}

Cases all_cases() {
  Cases cases;
  for (const testing::CaseKind kind : {testing::CaseKind::Program, testing::CaseKind::Notebook}) {
    for (const testing::GoldenPlace& place : testing::golden_places(kind)) {
      cases.emplace(fmt::format("{}/{}/{}", place.group, place.stem, place.slug),
                    [place](Level level) { return outcome_of(testing::read_case(place), level); });
    }
  }
  for (const testing::FolderPlace& place : testing::folder_places()) {
    cases.emplace(fmt::format("{}/{}/{}", place.group, place.stem, place.slug),
                  [place](Level level) { return outcome_of_folder(place, level); });
  }
  add_kept_programs(cases);
  for (const testing::GoldenCase& one : long_cases()) {
    cases.emplace(fmt::format("{}/{}/{}", one.group, one.stem, one.slug),
                  [one](Level level) { return outcome_of(one, level); });
  }
  return cases;
}

void print(const std::string& name, const Run& run) {
  forget_met();
  ordered_json line = {{"case", name}, {"safe", run(Level::Safe)}, {"unsafe", run(Level::Unsafe)}};
  line["met"] = met();
  std::puts(line.dump().c_str());
  std::fflush(stdout);  // the next one may be the last
}

}  // namespace

bool print_cases(std::span<const std::string_view> names) {
  const auto cases = all_cases();
  if (names.empty()) {
    for (const auto& [name, run] : cases) print(name, run);
  }
  for (const std::string_view name : names) {
    const auto found = cases.find(name);
    if (found == cases.end()) return false;
    print(found->first, found->second);
  }
  return true;
}

}  // namespace mlfix::guards
