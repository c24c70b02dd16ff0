// The parser splits the command line; what the words mean is checked here, so
// that every mistake is answered in one voice and with the nearest known word.

#include "cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

#include "cli/command_help.h"
#include "cli/elsewhere.h"
#include "cli/exit_status.h"
#include "cli/fleet_options.h"
#include "cli/refusal.h"
#include "config/suggest.h"

namespace mlfix {
namespace {

constexpr std::string_view kUsage = R"(Usage: mlfix [OPTIONS] [PATH...]
       mlfix rules [--format text|json]
       mlfix explain RULE|ASSUMPTION [--demo]
       mlfix bot plan|run|state [OPTIONS]
       mlfix merge [OPTIONS] RECORD...
       mlfix fleet plan [OPTIONS] LIST
       mlfix measure [OPTIONS] [PATH...] -- COMMAND...
       mlfix lsp [OPTIONS]
       mlfix test-rules [PATH]
       mlfix learn BEFORE AFTER
       mlfix cache [--clear]
       mlfix init | schema | man | completions bash|zsh|fish

Finds memory, gradient and resource leaks in Python machine-learning code, and
fixes them. A PATH is a Python file, a notebook, or a folder that is searched
for both; `-` is standard input. Without one, the current folder is searched.
)";

constexpr std::string_view kMeasureUsage = R"(Usage: mlfix measure [OPTIONS] [PATH...] -- COMMAND...

Runs COMMAND twice: in the project as it is, and in a copy of it with the fixes
applied. Says how much memory each run takes, and how fast it grows. The fixes are
those that --write would make in the PATHs (the current folder when none is
given); your files are only read.
)";

constexpr std::string_view kMergeUsage = R"(Usage: mlfix merge [OPTIONS] RECORD...

Prints what one run would have printed that was made in parts with --shard and
--run-folder. A RECORD is a file of the run folder, or the folder. The options are
those of the run.
)";

constexpr std::string_view kFooter = R"(
Examples:
  mlfix                          report what is found below the current folder
  mlfix --diff src | git apply   review, or apply, the safe fixes as a patch
  mlfix --write train.py         fix a file in place
  mlfix --interactive src        decide fix by fix
  mlfix --select gradient,loop --ignore '*-stored-*' src
  mlfix explain RULE             what a rule does, why, and when it is silent
  mlfix measure -- python train.py   what the fixes do to a program's memory

Exit status:
  0  nothing was found, or --write fixed everything
  1  findings, or a patch, remain
  2  wrong usage or configuration, unreadable input, or an internal error
  130  interrupted; files are whole, old or new

Settings are read from the nearest mlfix.yaml or pyproject.toml above the paths.
A comment `# mlfix: ignore[rule]` silences a line, `# mlfix: ignore-file[rule]`
a file.
)";

constexpr std::string_view kBotUsage = R"(Usage: mlfix bot plan|run|state [OPTIONS]

In a clone, proposes the fixes of the base branch as pull requests: one branch
for each group of rules, one commit for each rule. The work tree is not touched.
)";

constexpr std::string_view kFleetUsage = R"(Usage: mlfix fleet plan [OPTIONS] --run-folder DIR LIST

Fetches each repository of LIST, analyses it, and writes what was found, the fixes as
a patch, and a record to a folder in DIR. LIST has an address a line, and perhaps a
branch, a tag or a commit after it. Nothing is sent anywhere.
)";

constexpr std::string_view kLspUsage = R"(Usage: mlfix lsp [OPTIONS]

A language server on standard input and output, for editors: findings as you type,
fixes as actions. See docs/editors.md for how to set an editor up.
)";

// What the parser fills, before the words are understood.
struct RawOptions {
  std::string shell;
  bool stdio = false;  // changes nothing
  std::string state;
  std::string max_wait;
  FleetWords fleet;
  std::vector<std::string> paths;
  bool diff = false;
  bool write = false;
  bool interactive = false;
  bool watch = false;
  std::string jobs;
  std::string config;
  std::string stdin_name;
  std::string format;  // empty: not given
  std::vector<std::string> reports;
  std::string color = "auto";
  bool json = false;
  std::string interval;
  std::string limit;
  std::string html;
  std::vector<std::string> links;
  PartWords part;
};

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(28); }

  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    const bool top = app->get_parent() == nullptr;
    std::string text = app->get_description() + make_groups(app, CLI::AppFormatMode::Normal);
    if (top) text += kFooter;
    // The library puts two blank lines between groups.
    for (auto at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n", at)) {
      text.erase(at, 1);
    }
    return text;
  }

  // "-j, --jobs N" instead of "-j,--jobs N".
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    std::string name = Formatter::make_option_name(option, is_positional);
    const std::size_t comma = name.find(',');
    if (comma != std::string::npos) name.insert(comma + 1, " ");
    return name;
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_size() == 0) return "";
    return " " + option->get_type_name();
  }
};

void add_color(CLI::App& app, RawOptions& raw) {
  app.add_option("--color", raw.color,
                 "auto, always or never (default: auto,\nwhich honours NO_COLOR)")
      ->type_name("WHEN")
      ->group("Output");
}

void add_presentation(CLI::App& app, RawOptions& raw, const std::string& formats) {
  app.add_option("--format", raw.format, formats)->type_name("FORMAT")->group("Output");
  add_color(app, raw);
}

void add_report_options(CLI::App& app, RawOptions& raw) {
  add_presentation(app, raw,
                   "text (the default), concise, json, jsonl,\n"
                   "sarif, github, gitlab, rdjson, junit,\n"
                   "markdown or html");
  app.add_option("--report", raw.reports,
                 "Also write a report in this format; may be\nrepeated. Without a file it "
                 "is printed")
      ->type_name("FORMAT[=FILE]")
      ->allow_extra_args(false)
      ->group("Output");
}

void add_rule_options(CLI::App& app, Options& options, RawOptions& raw) {
  const auto add_selectors = [&](const char* name, std::vector<std::string>& list,
                                 const char* help) {
    app.add_option(name, list, help)
        ->type_name("RULES")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group("Rules");
  };
  add_selectors("--select", options.rules.select,
                "Only these rules: names, groups, globs\nor `all`; with commas, or repeated");
  add_selectors("--ignore", options.rules.ignore, "All rules but these");
  app.add_option("--config", raw.config, "Read this configuration file")
      ->type_name("FILE")
      ->group("Rules");
  app.add_flag("--no-config", options.no_config, "Read no configuration file")->group("Rules");
  app.add_option("--profile", options.profile,
                 "Start from these settings: strict, ci or\nnotebook; the file's words win")
      ->type_name("PROFILE")
      ->group("Rules");
}

void add_unsafe(CLI::App& app, Options& options) {
  app.add_flag("--unsafe", options.unsafe,
               "Include unsafe fixes, which rest on an\nassumption that the finding names")
      ->group("Fixes");
}

void add_jobs(CLI::App& app, RawOptions& raw) {
  app.add_option("-j,--jobs", raw.jobs, "Threads (default: one for each core)")
      ->type_name("N")
      ->group("Input");
}

void add_verbose(CLI::App& app, Options& options) {
  app.add_flag("-v,--verbose", options.verbose, "Say what is being done, on standard error")
      ->group("Output");
}

void add_output_options(CLI::App& app, Options& options) {
  app.add_flag("--show-minor", options.rules.show_minor,
               "Also report what is true and hardly\nmatters: what runs once, small caches")
      ->group("Output");
  app.add_flag("--show-abstained", options.show_abstained,
               "Also list what was looked at and left\nalone, and why")
      ->group("Output");
  app.add_flag("--statistics", options.statistics, "Print counts by rule, not the findings")
      ->group("Output");
  app.add_flag("--exit-zero", options.exit_zero, "Exit with 0 also when there are findings")
      ->group("Output");
  app.add_flag("-q,--quiet", options.quiet,
               "Print errors, the patch and reports for\nprograms only")
      ->group("Output");
  add_verbose(app, options);
}

void add_check_options(CLI::App& app, Options& options, RawOptions& raw) {
  app.add_option("PATH", raw.paths)->group("");
  app.add_flag("--diff", raw.diff, "Print the fixes as one patch for `git apply`")->group("Fixes");
  app.add_flag("--write", raw.write, "Apply the fixes to the files")->group("Fixes");
  add_unsafe(app, options);
  app.add_flag("-i,--interactive", raw.interactive, "Ask about each fix, the unsafe ones too")
      ->group("Fixes");
  app.add_flag("--ask-again", options.ask_again,
               "With --interactive: also about the fixes\nthat were declined before")
      ->group("Fixes");
  add_rule_options(app, options, raw);
  add_adoption_options(app, options.adoption);
  app.add_option("--stdin-filename", raw.stdin_name, "What standard input is called, with `-`")
      ->type_name("NAME")
      ->group("Input");
  add_jobs(app, raw);
  app.add_flag("--watch", raw.watch, "Report anew whenever a file has changed")->group("Input");
  add_part_options(app, raw.part);
  add_cache_options(app, options.cache, true);
  app.add_flag("--show-files", options.show_files, "List the files that would be read, and stop")
      ->group("Output");
  app.add_flag("--show-settings", options.show_settings, "Print the settings of this run, and stop")
      ->group("Output");
  add_output_options(app, options);
}

void add_merge_options(CLI::App& app, Options& options, RawOptions& raw) {
  app.add_option("RECORD", raw.paths)->group("");
  app.add_flag("--diff", raw.diff, "Print the fixes as one patch for `git apply`")->group("Fixes");
  add_rule_options(app, options, raw);
  add_baseline_options(app, options.adoption);
  add_output_options(app, options);
}

void add_measure_options(CLI::App& app, Options& options, RawOptions& raw) {
  MeasureOptions& measure = options.measure;
  app.add_option("PATH", raw.paths)->group("");
  const auto add = [&](const char* name, auto& value, const char* type, const char* help) {
    app.add_option(name, value, help)
        ->type_name(type)
        ->allow_extra_args(false)
        ->group("Measurement");
  };
  add("--for", raw.limit, "TIME", "End each run after that time: 90s, 10m, 1h");
  add("--interval", raw.interval, "TIME", "Time between samples (default: 200ms)");
  app.add_flag("--tensors", measure.tensors,
               "Also watch tensors, graphs and the heap, from\ninside the program")
      ->group("Measurement");
  add("--link", raw.links, "PATH",
      "Share this file or folder with the copy:\ndata that git ignores");
  add_unsafe(app, options);
  add_rule_options(app, options, raw);
  add_jobs(app, raw);
  app.add_flag("--json", raw.json, "Print JSON, with all samples")->group("Output");
  app.add_option("--html", raw.html, "Also write a page with the curves and the fixes")
      ->type_name("FILE")
      ->group("Output");
  app.add_flag("--show-output", measure.show_output,
               "Let the output of COMMAND through, to\nstandard error")
      ->group("Output");
  app.add_flag("-q,--quiet", options.quiet, "Say nothing while measuring")->group("Output");
  add_color(app, raw);
  add_verbose(app, options);
}

DirectAnswer usage_error(std::string message, std::string remedy = {}) {
  const Error error = misuse(std::move(message), std::move(remedy));
  return {kExitError, "", fmt::format("mlfix: {}\nTry `mlfix --help`.\n", error.to_string())};
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

DirectAnswer unexpected_argument(const CLI::App& app, const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  if (!name.starts_with('-')) {
    return usage_error(fmt::format("unexpected argument \"{}\"", argument));
  }
  const std::string_view here = option_here(name);
  return usage_error(fmt::format("unknown option {}", name),
                     here.empty() ? did_you_mean(name, option_names(app)) : std::string(here));
}

template <typename T, std::size_t N>
std::optional<DirectAnswer> understand(std::string_view option, const std::string& word,
                                       const std::array<std::pair<std::string_view, T>, N>& words,
                                       T& value) {
  std::vector<std::string> known;
  for (const auto& [name, meaning] : words) {
    known.emplace_back(name);
    if (word != name) continue;
    value = meaning;
    return std::nullopt;
  }
  return usage_error(
      fmt::format("{} must be one of {}, not \"{}\"", option, fmt::join(known, ", "), word),
      did_you_mean(word, known));
}

// With a patch or a fixed text on standard output there is no room for a report.
std::optional<DirectAnswer> understand_reports(const RawOptions& raw, Options& options) {
  ReportWords words{raw.format, raw.reports, {}};
  if (raw.diff) words.output_taken_by = "the patch of --diff";
  if (raw.write && options.from_stdin) words.output_taken_by = "the text of --write -";
  auto choice = choose_reports(words);
  if (!choice) return usage_error(choice.error().message, choice.error().remedy);
  options.format = choice->format;
  options.annotations = choice->annotations;
  options.report_files = std::move(choice->files);
  return std::nullopt;
}

struct NumberRange {
  unsigned least;
  unsigned most;
};

std::optional<DirectAnswer> understand_number(std::string_view option, const std::string& text,
                                              NumberRange range, unsigned& value) {
  if (text.empty()) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool number = error == std::errc() && end == text.data() + text.size();
  if (number && value >= range.least && value <= range.most) return std::nullopt;
  return usage_error(fmt::format("{} must be a number from {} to {}, not \"{}\"", option,
                                 range.least, range.most, text));
}

// What a run that goes on can't be combined with: what ends with a report, a patch or files.
std::optional<DirectAnswer> check_mode(const Options& options, const RawOptions& raw) {
  if (options.ask_again && !raw.interactive) return usage_error("--ask-again needs --interactive");
  if (!raw.interactive && !raw.watch) return std::nullopt;
  const AdoptionOptions& adoption = options.adoption;
  const bool is_text = options.format == Format::Text || options.format == Format::Concise;
  const std::array<std::pair<bool, std::string_view>, 15> others{{
      {raw.interactive && raw.watch, "--watch"},
      {raw.diff, "--diff"},
      {raw.write, "--write"},
      {adoption.add_ignore, "--add-ignore"},
      {adoption.remove_unused_ignores, "--remove-unused-ignores"},
      {adoption.write_baseline, "--write-baseline"},
      {adoption.staged, "--staged"},
      {options.quiet, "--quiet"},
      {raw.interactive && options.statistics, "--statistics"},
      {raw.interactive && options.show_abstained, "--show-abstained"},
      {raw.interactive && !raw.format.empty(), "--format"},
      {!is_text, "a format for programs"},
      {!raw.reports.empty(), "--report"},
      {raw.part.is_given(), "a run in parts"},
      {options.from_stdin, "standard input"},
  }};
  const std::string_view mode = raw.interactive ? "--interactive" : "--watch";
  for (const auto& [is_given, name] : others) {
    if (is_given) return usage_error(fmt::format("{} can't be combined with {}", mode, name));
  }
  return std::nullopt;
}

std::optional<DirectAnswer> check_combination(const Options& options, const RawOptions& raw) {
  if (raw.diff && raw.write) {
    return usage_error("--diff and --write exclude each other", "look first, then write");
  }
  if (auto answer = check_mode(options, raw)) return answer;
  const AdoptionSurroundings around{raw.diff, raw.write, options.from_stdin};
  if (const auto error = check_adoption_options(options.adoption, around)) {
    return usage_error(error->message, error->remedy);
  }
  if (options.quiet && options.verbose) return usage_error("--quiet and --verbose contradict");
  if (options.no_config && options.config) {
    return usage_error("--config and --no-config contradict");
  }
  if (options.from_stdin && raw.paths.size() > 1) {
    return usage_error("`-` can't be combined with other paths");
  }
  if (!options.from_stdin && !raw.stdin_name.empty()) {
    return usage_error("--stdin-filename needs the path `-`");
  }
  const bool list = options.command == Subcommand::Rules ||
                    options.command == Subcommand::Explain || options.command == Subcommand::Demo ||
                    options.command == Subcommand::Bot;
  const bool is_fleet = options.command == Subcommand::Fleet;
  if (is_fleet && options.format != Format::Text && options.format != Format::Jsonl) {
    return usage_error("--format must be text or jsonl for this command");
  }
  if (list && options.format != Format::Text && options.format != Format::Json) {
    return usage_error("--format must be text or json for this command");
  }
  return std::nullopt;
}

std::optional<DirectAnswer> understand_words(const RawOptions& raw, Options& options) {
  constexpr std::array<std::pair<std::string_view, ColorChoice>, 3> kColors = {
      {{"auto", ColorChoice::Auto},
       {"always", ColorChoice::Always},
       {"never", ColorChoice::Never}}};
  if (auto answer = understand("--color", raw.color, kColors, options.color)) return answer;
  if (auto answer = understand_number("--jobs", raw.jobs, {1, 1024}, options.jobs)) return answer;
  return understand_number("--max-wait", raw.max_wait, {0, 86'400}, options.bot.max_wait);
}

// `mlfix check src`: a command of other tools, unless there is a file of that name.
std::optional<DirectAnswer> check_first_path(const RawOptions& raw) {
  if (raw.paths.empty()) return std::nullopt;
  const std::string& word = raw.paths.front();
  const std::string_view here = command_here(word);
  std::error_code error;
  if (here.empty() || std::filesystem::exists(word, error)) return std::nullopt;
  return usage_error(fmt::format("there is no file and no command \"{}\"", word),
                     std::string(here));
}

void understand_paths(const RawOptions& raw, Options& options) {
  options.from_stdin = std::find(raw.paths.begin(), raw.paths.end(), "-") != raw.paths.end();
  options.stdin_name = raw.stdin_name.empty() ? "<stdin>" : raw.stdin_name;
  if (!raw.config.empty()) options.config = raw.config;
  if (!raw.state.empty()) options.bot.state = raw.state;
  if (options.from_stdin) return;
  options.paths.assign(raw.paths.begin(), raw.paths.end());
  if (options.paths.empty()) options.paths.emplace_back(".");
}

std::optional<DirectAnswer> understand_time(std::string_view option, const std::string& text,
                                            std::optional<std::chrono::milliseconds>& time) {
  if (text.empty()) return std::nullopt;
  time = parse_duration(text);
  if (time) return std::nullopt;
  return usage_error(
      fmt::format("{} must be a time such as 500ms, 90s or 10m, not \"{}\"", option, text));
}

std::optional<DirectAnswer> understand_measure(const RawOptions& raw, Options& options) {
  MeasureOptions& measure = options.measure;
  if (options.command != Subcommand::Measure) return std::nullopt;
  std::optional<std::chrono::milliseconds> interval = measure.interval;
  if (auto answer = understand_time("--for", raw.limit, measure.limit)) return answer;
  if (auto answer = understand_time("--interval", raw.interval, interval)) return answer;
  measure.interval = *interval;
  measure.links.assign(raw.links.begin(), raw.links.end());
  if (!raw.html.empty()) measure.html = raw.html;
  if (raw.json) options.format = Format::Json;
  options.action = Action::Write;  // into the copy
  if (options.from_stdin) return usage_error("`-` can't be measured", "name a file");
  if (!measure.command.empty()) return std::nullopt;
  return usage_error("measure needs a command", "as in `mlfix measure -- python train.py`");
}

std::variant<Options, DirectAnswer> understood(RawOptions& raw, Options& options) {
  if (auto answer = understand_words(raw, options)) return *answer;
  if (auto answer = check_first_path(raw)) return *answer;
  understand_paths(raw, options);
  if (auto answer = understand_reports(raw, options)) return *answer;
  if (auto answer = check_combination(options, raw)) return *answer;
  if (raw.diff) options.action = Action::Diff;
  if (raw.interactive) options.mode = Mode::Interactive;
  if (raw.watch) options.mode = Mode::Watch;
  const bool comments = options.adoption.add_ignore || options.adoption.remove_unused_ignores;
  if (raw.write || (comments && !raw.diff)) options.action = Action::Write;
  if (auto answer = understand_measure(raw, options)) return *answer;
  const bool writes = options.action == Action::Write || options.adoption.write_baseline;
  auto part = understand_part(raw.part, {writes, options.from_stdin});
  if (!part) return usage_error(part.error().message, part.error().remedy);
  options.part = *part;
  if (options.command == Subcommand::Fleet) {
    auto fleet =
        understand_fleet(raw.fleet, {raw.paths.size(), options.part.run_folder.has_value()});
    if (!fleet) return usage_error(fleet.error().message, fleet.error().remedy);
    options.fleet = *fleet;
  }
  if (options.command == Subcommand::Learn && raw.paths.size() != 2) {
    return usage_error("learn needs two programs", "as in `mlfix learn before.py after.py`");
  }
  if (options.command == Subcommand::Merge && raw.paths.empty()) {
    return usage_error("merge needs the records of a run", "as in `mlfix merge RUN-FOLDER`");
  }
  return options;
}

// The commands of `mlfix bot`; which of them was given tells `options`.
CLI::App* add_bot(CLI::App& app, Options& options, RawOptions& raw) {
  CLI::App* bot = app.add_subcommand("bot", std::string(kBotUsage))->group("");
  bot->set_help_flag("-h,--help", "Print this help")->group("Help");
  const auto add = [&](const char* name, BotVerb verb, const char* description) {
    CLI::App* command = bot->add_subcommand(name, description)->group("Commands");
    command->callback([&options, verb] { options.bot.verb = verb; });
    command->fallthrough();
    return command;
  };
  add("plan", BotVerb::Plan, "Print what a run would do, as JSON, without asking the forge");
  add("run", BotVerb::Run, "Push branches; open, update and close pull requests");
  add("state", BotVerb::State, "Print what the forge knows of the bot's pull requests, as JSON");
  bot->require_subcommand(1);
  bot->add_option("--state", raw.state, "With `plan`: what `mlfix bot state` printed")
      ->type_name("FILE")
      ->group("Bot");
  bot->add_flag("--dry-run", options.bot.dry_run, "With `run`: print the plan and change nothing")
      ->group("Bot");
  bot->add_option("--max-wait", raw.max_wait,
                  "How long a request waits for a forge\nthat is busy (default: 120)")
      ->type_name("SECONDS")
      ->group("Bot");
  bot->add_flag("--unsafe", options.unsafe,
                "Also propose unsafe fixes, in pull\nrequests of their own")
      ->group("Bot");
  add_rule_options(*bot, options, raw);
  add_presentation(*bot, raw, "With `run`: text or json (default: text)");
  bot->add_option("-j,--jobs", raw.jobs, "Threads (default: one for each core)")
      ->type_name("N")
      ->group("Rules");
  return bot;
}

// `mlfix fleet plan`: the verb says that nothing is pushed anywhere.
CLI::App* add_fleet(CLI::App& app, Options& options, RawOptions& raw) {
  CLI::App* fleet = app.add_subcommand("fleet", std::string(kFleetUsage))->group("");
  fleet->set_help_flag("-h,--help", "Print this help")->group("Help");
  CLI::App* plan =
      fleet->add_subcommand("plan", "Write down what there is to fix in each repository")
          ->group("Commands");
  plan->fallthrough();
  plan->add_option("LIST", raw.paths)->group("");
  fleet->require_subcommand(1);
  add_fleet_options(*fleet, raw.fleet, raw.part);
  add_unsafe(*fleet, options);
  add_rule_options(*fleet, options, raw);
  add_presentation(*fleet, raw, "text (the default), or jsonl: a record a line");
  fleet->add_option("-j,--jobs", raw.jobs, "Repositories at a time (default: one for each core)")
      ->type_name("N")
      ->group("Fleet");
  fleet->add_flag("--show-minor", options.rules.show_minor, "Also report what hardly matters")
      ->group("Rules");
  fleet->add_flag("-q,--quiet", options.quiet, "Print no totals")->group("Output");
  return fleet;
}

CLI::App* add_lsp(CLI::App& app, Options& options, RawOptions& raw) {
  CLI::App* lsp = app.add_subcommand("lsp", std::string(kLspUsage))->group("");
  lsp->set_help_flag("-h,--help", "Print this help")->group("Help");
  lsp->add_flag("--stdio", raw.stdio, "What it does anyway; some editors say so")->group("Input");
  add_rule_options(*lsp, options, raw);
  return lsp;
}

// Rules of the project: their cases.
CLI::App* add_test_rules(CLI::App& app, RawOptions& raw) {
  CLI::App* command =
      app.add_subcommand("test-rules",
                         "Usage: mlfix test-rules [PATH]\n\nRuns the cases of the rules in "
                         ".mlfix/rules, in PATH (the current folder when none\nis given) or "
                         "above it. See docs/custom-rules.md.\n")
          ->group("");
  command->set_help_flag("-h,--help", "Print this help")->group("Help");
  command->add_option("PATH", raw.paths)->group("");
  add_color(*command, raw);
  return command;
}

CLI::App* add_learn(CLI::App& app, RawOptions& raw) {
  CLI::App* command =
      app.add_subcommand("learn",
                         "Usage: mlfix learn BEFORE AFTER\n\nPrints the draft of a rule that "
                         "makes the program AFTER of BEFORE.\nSee docs/custom-rules.md.\n")
          ->group("");
  command->set_help_flag("-h,--help", "Print this help")->group("Help");
  command->add_option("BEFORE AFTER", raw.paths)->group("");
  add_color(*command, raw);
  return command;
}

CLI::App* add_cache(CLI::App& app, Options& options) {
  CLI::App* command =
      app.add_subcommand("cache",
                         "Usage: mlfix cache [OPTIONS]\n\nSays where the results of earlier runs "
                         "are kept, and how much room they take.\n")
          ->group("");
  command->set_help_flag("-h,--help", "Print this help")->group("Help");
  command->add_flag("--clear", options.cache.clear, "Remove them")->group("Input");
  add_cache_options(*command, options.cache, false);
  return command;
}

// The subcommand that was given, else the whole.
const CLI::App* parsed_app(const CLI::App& app) {
  const auto given = app.get_subcommands();
  return given.empty() ? &app : given.front();
}

// What stands after `measure ... --` is no business of the parser's. Takes it off
// the end, and gives what is left of argc.
int take_measured_command(int argc, const char* const* argv, std::vector<std::string>& command) {
  const std::span words(argv, static_cast<std::size_t>(argc));
  if (words.size() < 2 || std::string_view(words[1]) != "measure") return argc;
  const auto dashes = std::ranges::find(words, std::string_view("--"));
  if (dashes == words.end()) return argc;
  command.assign(dashes + 1, words.end());
  return static_cast<int>(dashes - words.begin());
}

// An option without its value, as a script gives it whose variable is empty: read on, it
// would take the next word, or count as not given.
std::optional<DirectAnswer> check_for_empty_words(std::span<const char* const> words) {
  bool are_paths = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const std::string_view before = words[i - 1];
    const bool misses_value =
        !are_paths && word.starts_with("--") && word.find('=') + 1 == word.size();
    if (misses_value || (word.empty() && !are_paths && before.starts_with("-"))) {
      const std::string_view option = misses_value ? word.substr(0, word.size() - 1) : before;
      return usage_error(fmt::format("{} is given nothing", option),
                         "give it a value, or leave it out");
    }
    if (word.empty()) return usage_error("a path is empty", "name a file or a folder");
    are_paths = are_paths || word == "--";
  }
  return std::nullopt;
}

// Commands that print or write something for other programs.
struct Helpers {
  const CLI::App* init;
  const CLI::App* schema;
  const CLI::App* completions;
  const CLI::App* man;
};

Helpers add_helpers(CLI::App& app, RawOptions& raw) {
  const auto add = [&](const char* name, const char* usage) {
    CLI::App* command = app.add_subcommand(name, usage)->group("");
    command->set_help_flag("-h,--help", "Print this help")->group("Help");
    return command;
  };
  Helpers helpers{};
  helpers.init = add("init",
                     "Usage: mlfix init\n\nWrites a commented mlfix.yaml to the current folder, "
                     "where there is none.\n");
  helpers.schema =
      add("schema", "Usage: mlfix schema\n\nPrints the JSON schema of mlfix.yaml, for editors.\n");
  CLI::App* shell = add("completions",
                        "Usage: mlfix completions bash|zsh|fish\n\nPrints the completion script "
                        "for a shell.\n");
  shell->add_option("SHELL", raw.shell)->group("");
  helpers.completions = shell;
  helpers.man = add("man", "Usage: mlfix man\n\nPrints the manual page, for man(1).\n");
  return helpers;
}

DirectAnswer completions(const CommandHelp& command, const std::string& shell) {
  if (shell == "bash") return {kExitClean, bash_completions(command), ""};
  if (shell == "zsh") return {kExitClean, zsh_completions(command), ""};
  if (shell == "fish") return {kExitClean, fish_completions(command), ""};
  return usage_error("completions are made for bash, zsh and fish",
                     "as in `mlfix completions bash`");
}

}  // namespace

std::variant<Options, DirectAnswer> parse_options(int argc, const char* const* argv) {
  Options options;
  RawOptions raw;
  CLI::App app{std::string(kUsage)};
  app.name("mlfix");
  app.formatter(std::make_shared<HelpFormatter>());
  app.allow_extras();
  app.set_help_flag();
  add_check_options(app, options, raw);
  add_report_options(app, raw);
  app.set_help_flag("-h,--help", "Print this help")->group("Help");
  app.set_version_flag("--version", "mlfix " MLFIX_VERSION, "Print the version")->group("Help");

  CLI::App* rules =
      app.add_subcommand("rules", "Usage: mlfix rules [OPTIONS]\n\nLists the rules.\n")->group("");
  add_presentation(*rules, raw, "text or json (default: text)");
  bool demo = false;
  CLI::App* explain =
      app.add_subcommand("explain",
                         "Usage: mlfix explain [OPTIONS] RULE|ASSUMPTION\n\nPrints the page of a "
                         "rule, or what a kind of assumption means.\n")
          ->group("");
  explain->add_option("RULE", options.explained)->group("");
  explain
      ->add_flag("--demo", demo,
                 "Run a small leak of the rule as it is and\nwith its fix, and show the numbers")
      ->group("Demo");
  explain->add_option("--python", options.python, "The Python for --demo (default: python3)")
      ->type_name("PROGRAM")
      ->group("Demo");
  add_presentation(*explain, raw, "text");
  CLI::App* measure = app.add_subcommand("measure", std::string(kMeasureUsage))->group("");
  add_measure_options(*measure, options, raw);
  argc = take_measured_command(argc, argv, options.measure.command);

  CLI::App* merge = app.add_subcommand("merge", std::string(kMergeUsage))->group("");
  add_merge_options(*merge, options, raw);
  add_report_options(*merge, raw);

  CLI::App* bot = add_bot(app, options, raw);
  const CLI::App* fleet = add_fleet(app, options, raw);
  const CLI::App* lsp = add_lsp(app, options, raw);
  const CLI::App* test_rules = add_test_rules(app, raw);
  const CLI::App* learn = add_learn(app, raw);
  const CLI::App* cache = add_cache(app, options);
  const Helpers helpers = add_helpers(app, raw);

  if (auto answer = check_for_empty_words({argv, static_cast<std::size_t>(argc)})) return *answer;
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion&) {
    return DirectAnswer{kExitClean, "mlfix " MLFIX_VERSION "\n", ""};
  } catch (const CLI::CallForHelp&) {
    const CLI::App* asked = parsed_app(app);
    return DirectAnswer{kExitClean, asked->help(), ""};
  } catch (const CLI::RequiredError&) {  // of nothing else is a verb required
    if (fleet->parsed())
      return usage_error("fleet needs the word plan", "as in `mlfix fleet plan`");
    return usage_error("bot needs one of plan, run and state", "as in `mlfix bot plan`");
  } catch (const CLI::ParseError& error) {
    return usage_error(error.what());
  }
  std::vector<std::string> extras = app.remaining(true);
  std::erase(extras, "--");  // what follows was read as paths
  const CLI::App* parsed = parsed_app(app);
  if (!extras.empty()) return unexpected_argument(*parsed, extras.front());
  if (rules->parsed()) options.command = Subcommand::Rules;
  if (explain->parsed()) options.command = demo ? Subcommand::Demo : Subcommand::Explain;
  if (measure->parsed()) options.command = Subcommand::Measure;
  if (bot->parsed()) options.command = Subcommand::Bot;
  if (merge->parsed()) options.command = Subcommand::Merge;
  if (fleet->parsed()) options.command = Subcommand::Fleet;
  if (lsp->parsed()) options.command = Subcommand::Lsp;
  if (test_rules->parsed()) options.command = Subcommand::TestRules;
  if (learn->parsed()) options.command = Subcommand::Learn;
  if (cache->parsed()) options.command = Subcommand::Cache;
  if (helpers.init->parsed()) options.command = Subcommand::Init;
  if (helpers.schema->parsed()) options.command = Subcommand::Schema;
  if (helpers.completions->parsed()) return completions(describe(app), raw.shell);
  if (helpers.man->parsed()) {
    return DirectAnswer{kExitClean, manual_page(describe(app), MLFIX_VERSION, kFooter), ""};
  }
  if (!options.python.empty() && !demo) return usage_error("--python needs --demo");
  if (explain->parsed() && options.explained.empty()) {
    return usage_error("explain needs the name of a rule", "`mlfix rules` lists them");
  }
  return understood(raw, options);
}

}  // namespace mlfix
