// What a run finds depends on its files, on the settings that each of them has, and on a few
// options. A record keeps digests of them, so that no two runs are taken for one.

#include "cli/part.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "cli/report_files.h"
#include "cli/show.h"
#include "config/rule_defaults.h"
#include "fleet/partition.h"
#include "fleet/tree.h"
#include "report/labels.h"
#include "text/digest.h"
#include "text/paths.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// What the configuration says of each file: paths in one set of sections have the same rules.
Result<std::string> settings_digest(const Session& session, const Setup& setup,
                                    const Input& input) {
  const auto defaults = all_defaults(session.registry);
  if (!defaults) return tl::unexpected(defaults.error());
  const AdoptionOptions& adoption = session.options.adoption;
  std::string text =
      fmt::format("{} {} {} {} {} {}\n{}\n{}\n", setup.safe, setup.unsafe, setup.knowledge_texts,
                  adoption.remove_unused_ignores, adoption.silence.until, adoption.diff_base,
                  adoption.silence.reason, session.options.show_abstained);
  std::map<std::vector<bool>, std::size_t> known;
  for (const fs::path& file : input.files) {
    auto sections = sections_for(setup.settings, whole_path(file));
    const auto [at, is_new] = known.try_emplace(std::move(sections), known.size());
    if (is_new) {
      text += rules_text(session.registry, *defaults, rules_for(setup.settings, at->first));
    }
    text += fmt::format("{}\n", at->second);
  }
  return digest(text);
}

RunIdentity identity_of(const Session& session, const Setup& setup, const Input& input,
                        const std::vector<ShardItem>& items) {
  const Options& options = session.options;
  RunIdentity run;
  run.version = MLFIX_VERSION;
  run.baseline = baseline_digest(setup);
  run.files = tree_digest(input.files, items);
  run.paths = options.paths;
  run.count = input.files.size();
  run.errors = input.errors;
  run.action = options.action;
  run.show_abstained = options.show_abstained;
  run.add_ignore = options.adoption.add_ignore;
  run.staged = options.adoption.staged;
  run.changed_lines = setup.changes.has_value();
  std::error_code error;
  run.folder = fs::current_path(error);
  run.project = setup.root;
  return run;
}

std::vector<std::size_t> files_of_shard(const std::vector<ShardItem>& items, const Shard& shard) {
  const std::vector<unsigned> shards = partition(items, shard.count);
  std::vector<std::size_t> files;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    if (shards[i] + 1 == shard.number) files.push_back(i);
  }
  return files;
}

void mention_finished(Session& session, const RunJournal& journal, std::size_t files) {
  if (session.options.quiet || journal.finished() == 0) return;
  mention(session, {ErrorKind::Usage,
                    {},
                    0,
                    fmt::format("an earlier run has finished {} of {}", journal.finished(),
                                counted(files, "file")),
                    {}});
}

}  // namespace

std::string baseline_digest(const Setup& setup) {
  std::string text;
  for (const std::string& fingerprint : setup.known) text += fingerprint + "\n";
  return digest(text);
}

Result<RunPart> take_part(Session& session, const Setup& setup, const Input& input) {
  const PartOptions& options = session.options.part;
  const Shard shard = options.shard.value_or(Shard());
  const std::vector<ShardItem> items = shard_items(input.files, setup.root);
  RunPart part{files_of_shard(items, shard), nullptr};
  if (!options.run_folder) return part;
  RecordHead head{identity_of(session, setup, input, items), shard};
  auto settings = settings_digest(session, setup, input);
  if (!settings) return tl::unexpected(std::move(settings.error()));
  head.run.settings = std::move(*settings);
  // Its folder, too, may have been made by whoever wrote the repository.
  if (auto problem = problem_of_links(*options.run_folder / "record")) {
    return tl::unexpected(std::move(*problem));
  }
  const auto start = options.resume ? RunJournal::Start::Resume : RunJournal::Start::New;
  auto journal = RunJournal::open(*options.run_folder, head, start, session.registry);
  if (!journal) return tl::unexpected(std::move(journal.error()));
  part.journal = std::make_unique<RunJournal>(std::move(*journal));
  mention_finished(session, *part.journal, part.files.size());
  return part;
}

}  // namespace mlfix
