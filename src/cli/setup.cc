// One configuration serves the whole run: a file nearer to some of the paths
// than to others is not looked for, so that two files of one report were never
// judged by different rules.

#include "cli/setup.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "cli/today.h"
#include "config/config_file.h"
#include "config/knowledge_loader.h"
#include "config/rule_defaults.h"
#include "engine/git_files.h"
#include "semantic/knowledge/knowledge.h"
#include "text/paths.h"
#include "text/shortened.h"
#include "text/source_file.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

fs::path common_folder(const fs::path& a, const fs::path& b) {
  fs::path common;
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  for (auto part = a.begin(); part != end; ++part) common /= *part;
  return common;
}

// As the user would write it: relative when it is below the current folder.
fs::path shown(const fs::path& path) {
  const fs::path here = whole_path(".");
  return is_below(path, here) ? path.lexically_relative(here) : path;
}

struct ConfigPath {
  fs::path path;
  ConfigOrigin origin;
};

Result<std::optional<ConfigPath>> config_path(const Options& options) {
  if (options.no_config) return std::nullopt;
  if (options.config) return ConfigPath{*options.config, ConfigOrigin::Named};
  const auto found = find_config_file(folder_of_run(options));
  if (!found) return tl::unexpected(found.error());
  if (!*found) return std::nullopt;
  return ConfigPath{shown(**found), ConfigOrigin::Found};
}

fs::path root_of_run(const Options& options, const Settings& settings) {
  if (const auto work_tree = git_work_tree(folder_of_run(options))) return *work_tree;
  return settings.root.empty() ? containing_folder(".") : settings.root;
}

Result<ConfigFile> read_config(Session& session, const DefaultTable& defaults) {
  const auto found = config_path(session.options);
  if (!found) return tl::unexpected(found.error());
  const std::optional<ConfigPath>& file = *found;
  say(session, fmt::format("configuration: {}", file ? file->path.string() : "built-in defaults"));
  const std::string& profile = session.options.profile;
  auto base = profile.empty() ? Result<ConfigFile>(empty_config_file(session.registry))
                              : profile_settings(profile, session.registry, defaults);
  if (!base || !file) return base;
  return read_config_file(file->path, file->origin, session.registry, defaults, std::move(*base));
}

Result<Knowledge> load_knowledge(const ConfigFile& file) {
  auto knowledge = shipped_knowledge();
  if (!knowledge) return knowledge;
  for (const KnowledgeTables& part : file.knowledge) {
    const auto extended = extend_knowledge(*knowledge, part.tables, part.path);
    if (!extended) return tl::unexpected(extended.error());
  }
  return knowledge;
}

// A fact that a rule of the project asks about, and nobody declares.
std::optional<Error> undeclared_fact(const Registry& registry, const Knowledge& knowledge) {
  for (const Rule& rule : registry.rules()) {
    if (!rule.definition) continue;
    for (const auto& fact : rule.definition->facts) {
      if (!knowledge.fact_named(fact.name).empty()) continue;
      return Error{ErrorKind::Configuration, rule.definition->file, fact.line,
                   fmt::format("there is no fact \"{}\"", shortened(fact.name)),
                   fmt::format("facts are {}; `knowledge: facts:` of mlfix.yaml can declare others",
                               fmt::join(knowledge.fact_names(), ", "))};
    }
  }
  return std::nullopt;
}

std::string texts_of(const std::vector<KnowledgeTables>& knowledge) {
  std::string all;
  for (const KnowledgeTables& part : knowledge) all += part.tables.spelled_out() + "\n";
  return all;
}

// --baseline, else the configuration's.
std::optional<Error> add_baseline(const AdoptionOptions& options, const ConfigFile& file,
                                  Setup& setup) {
  if (options.no_baseline) return std::nullopt;
  setup.baseline_path = options.baseline.value_or(file.baseline);
  if (setup.baseline_path.empty()) {
    if (!options.write_baseline) return std::nullopt;
    return Error{ErrorKind::Usage,
                 {},
                 0,
                 "--write-baseline needs to know which file",
                 "add --baseline FILE, or `baseline: FILE` to mlfix.yaml"};
  }
  std::error_code unknown;
  if (options.write_baseline && !fs::exists(setup.baseline_path, unknown)) return std::nullopt;
  auto baseline = read_baseline(setup.baseline_path);
  if (!baseline) return std::move(baseline.error());
  setup.baseline = std::move(*baseline);
  if (!options.write_baseline) setup.known = setup.baseline->fingerprints();
  return std::nullopt;
}

std::optional<Error> add_changes(const Options& options, Setup& setup) {
  const AdoptionOptions& adoption = options.adoption;
  if (!adoption.staged && adoption.diff_base.empty()) return std::nullopt;
  const fs::path folder = folder_of_run(options);
  auto changes = adoption.staged ? Changes::staged(folder, options.paths)
                                 : Changes::since(folder, adoption.diff_base, options.paths);
  if (!changes) return std::move(changes.error());
  setup.changes = std::move(*changes);
  return std::nullopt;
}

void enable_engine_rules(const Registry& registry, Setup& setup) {
  for (std::size_t i = 0; i < registry.rules().size(); ++i) {
    if (registry.rules()[i].by_engine) setup.settings.rules[i].enabled = true;
  }
}

}  // namespace

fs::path folder_of_run(const Options& options) {
  if (options.from_stdin) return containing_folder(options.stdin_name);
  fs::path common = containing_folder(options.paths.front());
  for (const fs::path& path : options.paths) {
    common = common_folder(common, containing_folder(path));
  }
  return common;
}

Result<Setup> make_setup(Session& session) {
  const auto defaults = all_defaults(session.registry);
  if (!defaults) return tl::unexpected(defaults.error());
  const auto file = read_config(session, *defaults);
  if (!file) return tl::unexpected(file.error());
  auto settings = make_settings(session.registry, *defaults, *file, session.options.rules);
  if (!settings) return tl::unexpected(settings.error());
  auto knowledge = load_knowledge(*file);
  if (!knowledge) return tl::unexpected(knowledge.error());
  if (auto error = undeclared_fact(session.registry, *knowledge)) {
    return tl::unexpected(std::move(*error));
  }
  Setup setup;
  setup.settings = std::move(*settings);
  setup.knowledge = std::make_shared<const Knowledge>(std::move(*knowledge));
  setup.knowledge_texts = texts_of(file->knowledge);
  setup.unsafe = session.options.unsafe || file->unsafe;
  setup.bot = file->bot;
  if (!file->path.empty()) setup.config = file->path;
  setup.root = root_of_run(session.options, setup.settings);
  setup.today = today();
  if (auto error = add_baseline(session.options.adoption, *file, setup)) {
    return tl::unexpected(std::move(*error));
  }
  if (auto error = add_changes(session.options, setup)) return tl::unexpected(std::move(*error));
  if (session.options.adoption.remove_unused_ignores) enable_engine_rules(session.registry, setup);
  return setup;
}

}  // namespace mlfix
