// The program of a rule lies beside its page, and says in comments on top what it shows:
//
//     # rule: some-rule
//     # level: safe             or unsafe
//     # measure: bytes          see src/measure/observe.py
//     # leak: growth            from sample to sample; the peak; the total, in the end; or
//                               nothing, where the leak lies in the memory of a device
//     # option: remove: true    optional: an option that the rule runs with
//
// What runs as "after" is what mlfix makes of it there and then.

#include "commands/demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/pages.h"
#include "cli/refusal.h"
#include "cli/setup.h"
#include "cli/standing_analysis.h"
#include "config/resources.h"
#include "measure/amounts.h"
#include "measure/observation.h"
#include "report/display.h"
#include "report/labels.h"
#include "text/characters.h"
#include "text/foreign_text.h"
#include "text/new_file.h"
#include "text/temporary_folder.h"
#include "text/unified_diff.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

struct DemoProgram {
  std::string extension;
  std::string_view text;
};

std::optional<DemoProgram> program_of(const Rule& rule) {
  for (const char* extension : {".py", ".ipynb"}) {
    const std::string path =
        fmt::format("transforms/{}/{}.demo{}", rule.group, rule.transform.stem, extension);
    if (const auto text = find_resource(path)) return DemoProgram{extension, *text};
  }
  return std::nullopt;
}

// What stands after "# key: " in a line of its own; in a notebook, in a string.
std::string claim_in(std::string_view text, std::string_view key) {
  const std::string start = fmt::format("# {}: ", key);
  while (!text.empty()) {
    std::string_view line = take_until(text, '\n');
    line.remove_prefix(std::min(line.find_first_not_of(" \""), line.size()));
    if (!line.starts_with(start)) continue;
    line.remove_prefix(start.size());
    return std::string(line.substr(0, line.find("\\n")));
  }
  return "";
}

struct Demo {
  const Rule& rule;
  std::string level, measure, leak, option;
  std::string before, after;  // the program
  std::string extension;
  std::string python;
};

// What mlfix makes of the program at `file`.
Result<std::string> fixed_by_us(Session& session, const Demo& demo, const fs::path& file) {
  Options options = session.options;
  options.command = Subcommand::Check;
  options.paths = {file};
  options.action = Action::Write;
  options.unsafe = demo.level == "unsafe";
  options.rules.select = {demo.rule.name};
  options.config = file.parent_path() / "mlfix.yaml";
  const std::string settings =
      demo.option.empty() ? ""
                          : fmt::format("rules:\n  {}:\n    {}\n", demo.rule.name, demo.option);
  if (const auto written = create_file(*options.config, settings); !written) {
    return tl::unexpected(written.error());
  }
  Session of_demo{options, session.registry, session.out, session.err};
  const auto setup = make_setup(of_demo);
  if (!setup) return tl::unexpected(setup.error());
  const InterruptGuard interrupt;
  StandingAnalysis analysis(of_demo, *setup, {file}, stop_on(interrupt));
  const auto outcome = std::move(analysis.check({file}).front());
  if (outcome && outcome->report && outcome->report->result.changed) {
    return outcome->report->fixed_text();
  }
  return tl::unexpected(Error{
      ErrorKind::Internal, {}, 0, "the program of the rule is not fixed", "please report it"});
}

std::string last_line(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return std::string(text.substr(text.rfind('\n') + 1));
}

Error failure_of(const Demo& demo, const Observation& run) {
  const std::string why = last_line(run.err);
  constexpr std::string_view kMissing = "ModuleNotFoundError: No module named ";
  if (why.starts_with(kMissing)) {
    return {ErrorKind::Unreadable, demo.python, 0,
            fmt::format("has no module {}, which this rule is about", why.substr(kMissing.size())),
            "--python names another one, such as venv/bin/python"};
  }
  return {ErrorKind::Unreadable,
          demo.python,
          0,
          fmt::format("the program ended with status {}: {}", run.status, why),
          {}};
}

std::string what_is_counted(const std::string& measure) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kWords{{
      {"bytes", "memory in use"},
      {"graphs", "tensors alive that hold a graph"},
      {"figures", "figures that pyplot keeps"},
      {"hooks", "hooks on modules"},
      {"threads", "threads"},
      {"lines", "lines that ran"},
      {"gradient", "size of the gradients"},
  }};
  constexpr std::string_view kUncollected = "uncollected-";
  if (measure.starts_with(kUncollected)) {
    return what_is_counted(measure.substr(kUncollected.size())) + " (collector off)";
  }
  for (const auto& [name, words] : kWords) {
    if (measure == name) return std::string(words);
  }
  const std::string name = measure.substr(measure.find(':') + 1);
  return measure.starts_with("calls:") ? "calls of " + name : name + " objects alive";
}

// From sample to sample over the second half: the first iterations fill caches.
double growth_by_step(const std::vector<double>& samples) {
  const std::size_t half = samples.size() / 2;
  const std::size_t steps = samples.size() - 1 - half;
  return steps == 0 ? 0 : (samples.back() - samples[half]) / static_cast<double>(steps);
}

double peak_above_start(const std::vector<double>& samples) {
  return *std::ranges::max_element(samples) - samples.front();
}

struct DemoRow {
  std::string name;
  double before, after;
};

std::vector<DemoRow> rows_of(const Demo& demo, const std::vector<double>& before,
                             const std::vector<double>& after) {
  if (demo.leak == "total") return {{"in all", before.back(), after.back()}};
  const auto row = [&](const char* name, auto value) {
    return DemoRow{name, value(before), value(after)};
  };
  const auto at = [](double part) {
    return [part](const std::vector<double>& samples) {
      return samples[static_cast<std::size_t>(part * static_cast<double>(samples.size() - 1))];
    };
  };
  std::vector<DemoRow> rows{row("at first", at(0)), row("halfway", at(0.5)),
                            row("in the end", at(1))};
  rows.push_back(demo.leak == "peak" ? row("peak above the start", peak_above_start)
                                     : row("growth by iteration", growth_by_step));
  return rows;
}

std::string shown_number(double value, bool is_bytes) {
  const bool is_small = !is_bytes && value != 0 && std::abs(value) < 100 &&
                        value != static_cast<double>(static_cast<long>(value));
  return is_small ? fmt::format("{:.2f}", value) : amount_text(value, is_bytes);
}

std::string table_text(const Demo& demo, const std::vector<DemoRow>& rows, const Paint& paint) {
  const bool is_bytes = demo.measure.ends_with("bytes");
  const std::string what = what_is_counted(demo.measure);
  std::size_t widest = what.size();
  for (const DemoRow& row : rows) widest = std::max(widest, row.name.size() + 2);
  std::string text =
      paint.bold(fmt::format("{:<{}}  {:>12}  {:>12}", what, widest, "before", "after"));
  text += '\n';
  for (const DemoRow& row : rows) {
    text += fmt::format("  {:<{}}  {:>12}  {}\n", row.name, widest - 2,
                        shown_number(row.before, is_bytes),
                        paint.green(fmt::format("{:>12}", shown_number(row.after, is_bytes))));
  }
  return text;
}

// What is freed on a device does not show in the memory of the process.
std::string_view what_does_not_show(const Demo& demo) {
  if (demo.leak != "nothing") return "";
  return "What this frees is memory of a device such as a GPU, which these figures do not count.\n";
}

std::string diff_text(const Demo& demo, const Paint& paint) {
  const std::string hunks = diff_hunks(demo.before, demo.after, 3);
  std::string text;
  for (std::string_view rest = hunks; !rest.empty();) {
    const std::string line(take_until(rest, '\n'));
    text += line.starts_with('+')   ? paint.green(line)
            : line.starts_with('-') ? paint.red(line)
                                    : paint.dim(line);
    text += '\n';
  }
  return text;
}

std::string demo_json(const Demo& demo, const std::vector<DemoRow>& rows,
                      const std::vector<Observation>& runs) {
  nlohmann::json document = {
      {"rule", demo.rule.name},           {"level", demo.level},
      {"measure", demo.measure},          {"leak", demo.leak},
      {"before", runs[0].samples},        {"after", runs[1].samples},
      {"program", demo.before},           {"fixed", demo.after},
      {"figure", rows.back().name},       {"before_figure", rows.back().before},
      {"after_figure", rows.back().after}};
  return document.dump(2) + "\n";
}

std::string python_for(const Options& options) {
  if (options.python.empty()) return "python3";
  std::error_code error;
  const bool is_path = options.python.find('/') != std::string::npos;
  return is_path ? fs::absolute(options.python, error).string() : options.python;
}

int run_demo(Session& session, const Rule& rule) {
  const auto program = program_of(rule);
  if (!program) {
    return refuse(session,
                  misuse(fmt::format("{} has no fix, so there is nothing to compare", rule.name),
                         "`mlfix rules` says which rules have one"));
  }
  Demo demo{rule,
            {},
            {},
            {},
            {},
            std::string(program->text),
            {},
            program->extension,
            python_for(session.options)};
  demo.level = claim_in(demo.before, "level");
  demo.measure = claim_in(demo.before, "measure");
  demo.leak = claim_in(demo.before, "leak");
  demo.option = claim_in(demo.before, "option");
  const auto folder = TemporaryFolder::make("demo");
  if (!folder) return refuse(session, folder.error());
  const fs::path before = folder->path() / ("before" + demo.extension);
  const fs::path after = folder->path() / ("after" + demo.extension);
  if (const auto written = create_file(before, demo.before); !written) {
    return refuse(session, written.error());
  }
  auto fixed = fixed_by_us(session, demo, before);
  if (!fixed) return refuse(session, fixed.error());
  demo.after = std::move(*fixed);
  if (const auto written = create_file(after, demo.after); !written) {
    return refuse(session, written.error());
  }
  const auto script = find_resource("src/measure/observe.py").value_or(std::string_view());
  const auto runs = observe(demo.python, script, folder->path(), {before, after}, demo.measure);
  if (!runs) return refuse(session, runs.error());
  for (const Observation& run : *runs) {
    if (run.status != 0 || run.samples.empty()) return refuse(session, failure_of(demo, run));
  }
  const std::vector<DemoRow> rows = rows_of(demo, (*runs)[0].samples, (*runs)[1].samples);
  if (session.options.format == Format::Json) {
    session.out.write(demo_json(demo, rows, *runs));
    return kExitClean;
  }
  const Paint paint = paint_for(session.out, session.options.color);
  session.out.write(fmt::format(
      "{}\n\nThe {} fix, as mlfix makes it:\n\n{}\n{}{}\n{}\n", paint.bold(rule.name), demo.level,
      diff_text(demo, paint), table_text(demo, rows, paint), what_does_not_show(demo),
      paint.dim(fmt::format("Measured under {}.", visible(demo.python)))));
  return kExitClean;
}

}  // namespace

int demonstrate(Session& session) {
  const auto rule = session.registry.find(session.options.explained);
  return rule ? run_demo(session, session.registry.rules()[*rule]) : explain(session);
}

}  // namespace mlfix
