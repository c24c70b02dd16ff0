// What analyses cost, for tests/growth/check.py and for whoever sets the budget of work.
//
//     growth_driver LIST              analyses one folder for each line of the file: a label,
//                                     the folder, and what is made of the findings (`patch`,
//                                     `reports`, `ignore` or `baseline`), parted by tabs. Under
//                                     valgrind (--tool=none) it marks in valgrind's log what was
//                                     executed before and after each; by itself it only runs.
//     growth_driver --margin FOLDER   how far below the budget the files of a folder stay: for
//                                     each the largest part of its budget that is enough, of
//                                     1/1000, 1/500, 1/200 … 1/10; files that need no more
//                                     than the first are counted only.

#include <valgrind/valgrind.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <variant>
#include <vector>

#include "adoption/baseline.h"
#include "cli/analysis.h"
#include "cli/delivery.h"
#include "cli/options.h"
#include "cli/setup.h"
#include "engine/discovery.h"
#include "engine/file_pipeline.h"
#include "notebook/notebook.h"
#include "report/format.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project.h"
#include "syntax/work_budget.h"
#include "transforms/registry.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

void mark(const char* what, const std::string& label) {
  static_cast<void>(VALGRIND_MONITOR_COMMAND("v.info stats"));
  VALGRIND_PRINTF("%s %s\n", what, label.c_str());
}

Options all_rules_and_fixes() {
  std::array<std::string, 9> arguments{"mlfix",    "--no-config", "--no-cache", "--jobs", "1",
                                       "--select", "all",         "--unsafe",   "--diff"};
  std::array<char*, 10> argv{};
  std::ranges::transform(arguments, argv.begin(), [](std::string& one) { return one.data(); });
  const auto parsed = parse_options(static_cast<int>(arguments.size()), argv.data());
  return std::get<Options>(parsed);
}

// Reads the baseline that lies in the folder: its findings are not looked for.
void read_baseline_in(const fs::path& folder) {
  if (!read_baseline(folder / "baseline.json")) std::cerr << "no baseline in " << folder << '\n';
}

void render_in_all_formats(const RunReport& report) {
  for (const std::string_view name : format_names()) render(*format_named(name), report, {});
}

std::vector<Error> analyse_for(const std::string& purpose, Session& session, const Setup& setup) {
  if (purpose == "baseline") {
    read_baseline_in(session.options.paths.front());
    return {};
  }
  const InterruptGuard interrupt;
  const Input input{discover(session.options.paths).files, std::nullopt, {}};
  RunReport report = analyse(session, setup, input, interrupt);
  const std::vector<Error> errors = report.errors;
  if (purpose == "reports") render_in_all_formats(report);
  if (purpose == "patch") make_patch(report, [](std::string_view) {});
  return errors;
}

int analyse_list(const char* list, const Registry& registry) {
  Options options = all_rules_and_fixes();
  options.adoption.silence.reason = "known";
  Output out(STDOUT_FILENO);
  Output err(STDERR_FILENO);
  Session session{options, registry, out, err};
  const auto setup = make_setup(session);
  if (!setup) return 2;
  std::ifstream lines(list);
  std::string label, folder, purpose;
  while (std::getline(lines, label, '\t') && std::getline(lines, folder, '\t') &&
         std::getline(lines, purpose)) {
    options.paths = {fs::path(folder)};
    options.adoption.add_ignore = purpose == "ignore";
    mark("begin", label);
    const std::vector<Error> errors = analyse_for(purpose, session, *setup);
    mark("end", label);
    for (const Error& error : errors) mark("refused", label + " " + error.message);
  }
  return 0;
}

// ---- the budget ---------------------------------------------------------------------

// The text that is analysed: that of the module, or the code of a notebook.
Result<SourceFile> read_code(const fs::path& path) {
  auto file = read_source_file(path);
  if (!file || !is_notebook_path(path)) return file;
  Parser parser;
  const auto notebook = Notebook::read(*file, parser);
  if (!notebook) return tl::unexpected(notebook.error());
  return notebook->module();
}

bool is_enough(const Registry& registry, const Knowledge& knowledge, const Project& project,
               const SourceFile& file, std::uint64_t limit) {
  PipelineOptions options;
  options.apply_safe = options.apply_unsafe = true;
  options.project = &project;
  options.work_limit = limit;
  return FilePipeline(registry, knowledge, std::move(options)).run(file).errors.empty();
}

int print_margins(const char* folder, const Registry& registry) {
  const Options options = all_rules_and_fixes();
  Output out(STDOUT_FILENO);
  Output err(STDERR_FILENO);
  Session session{options, registry, out, err};
  const auto setup = make_setup(session);
  if (!setup) return 2;
  const std::vector<fs::path> files = discover({fs::path(folder)}).files;
  const Project project(files, *setup->knowledge);
  constexpr std::array<std::uint64_t, 7> kParts{1000, 500, 200, 100, 50, 20, 10};
  std::size_t cheap = 0;
  for (const fs::path& path : files) {
    const auto file = read_code(path);
    if (!file || !is_enough(registry, *setup->knowledge, project, *file, WorkBudget::kUnlimited)) {
      continue;  // refused, whatever it may cost
    }
    const std::uint64_t budget = WorkBudget::limit_for(file->text.size());
    const auto enough = std::ranges::find_if(kParts, [&](std::uint64_t part) {
      return is_enough(registry, *setup->knowledge, project, *file, budget / part);
    });
    if (enough == kParts.begin()) {
      ++cheap;
    } else if (enough == kParts.end()) {
      std::cout << "more than 1/10\t" << path.string() << '\n';
    } else {
      std::cout << "1/" << *enough << '\t' << path.string() << '\n';
    }
  }
  std::cout << cheap << " files need at most 1/1000\n";
  return 0;
}

}  // namespace
}  // namespace mlfix

int main(int argc, char** argv) {
  const mlfix::Registry registry = mlfix::shipped_registry();
  if (argc == 2) return mlfix::analyse_list(argv[1], registry);
  if (argc == 3 && argv[1] == std::string("--margin")) {
    return mlfix::print_margins(argv[2], registry);
  }
  std::cerr << "usage: growth_driver LIST | growth_driver --margin FOLDER\n";
  return 2;
}
