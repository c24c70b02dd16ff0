// Each request gets a setup of its own, made from that of the run: one rule, one
// level, and without what people have declined.

#include "commands/bot_analysis.h"

#include <utility>

#include "cli/analysis.h"
#include "cli/refusal.h"
#include "engine/discovery.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

Setup setup_for(const Setup& all, const FixRequest& request, const fs::path& root) {
  Setup setup = all;
  setup.safe = request.level == Applicability::Safe;
  setup.unsafe = request.level == Applicability::Unsafe;
  setup.root = root;
  // A baseline says what is not to be complained of, not what is not to be fixed.
  setup.known = {request.declined.begin(), request.declined.end()};
  for (std::size_t i = 0; request.rule && i < setup.settings.rules.size(); ++i) {
    if (i != *request.rule) setup.settings.rules[i].enabled = false;
  }
  return setup;
}

// Analyses a folder that stands for the top of the repository.
class FolderAnalysis {
 public:
  FolderAnalysis(Session& session, const Setup& setup, const fs::path& top,
                 const InterruptGuard& interrupt)
      : session_(session), setup_(setup), interrupt_(interrupt) {
    const fs::path& root = setup_.settings.root;
    below_top_ = root.empty() ? fs::path() : root.lexically_relative(top);
  }

  Result<RunReport> operator()(const fs::path& folder, const FixRequest& request) const {
    Options options = session_.options;
    options.paths = {folder};
    options.action = Action::Diff;
    options.quiet = true;
    options.verbose = false;
    Session session{options, session_.registry, session_.out, session_.err};
    Setup setup = setup_for(setup_, request, folder);
    setup.settings.root = (folder / below_top_).lexically_normal();
    Discovery found = discover({folder});
    RunReport report =
        analyse(session, setup, {std::move(found.files), std::nullopt, std::move(found.errors)},
                interrupt_);
    if (!interrupt_.requested()) return report;
    return tl::unexpected(misuse("interrupted; nothing was changed"));
  }

 private:
  Session& session_;
  const Setup& setup_;
  fs::path below_top_;  // the folder of the configuration file
  const InterruptGuard& interrupt_;
};

}  // namespace

Analyser folder_analyser(Session& session, const Setup& setup, const fs::path& top,
                         const InterruptGuard& interrupt) {
  return FolderAnalysis(session, setup, top, interrupt);
}

}  // namespace mlfix
