// The bot's own layer knows neither the command line nor how rules are chosen;
// here both are put together with the analysis that every other command uses.
//
// Files are those of the base branch, whatever is checked out. The configuration
// is the one that any mlfix run would read here.

#include "cli/bot.h"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <memory>
#include <system_error>
#include <utility>

#include "bot/execution.h"
#include "bot/plan.h"
#include "bot/plan_json.h"
#include "bot/redact.h"
#include "bot/work_folder.h"
#include "cli/analysis.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/setup.h"
#include "engine/discovery.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

Setup setup_for(const Setup& all, const FixRequest& request, const fs::path& root) {
  Setup setup = all;
  setup.safe = request.level == Applicability::Safe;
  setup.unsafe = request.level == Applicability::Unsafe;
  setup.root = root;
  for (std::size_t i = 0; request.rule && i < setup.settings.rules.size(); ++i) {
    if (i != *request.rule) setup.settings.rules[i].enabled = false;
  }
  return setup;
}

// Analyses a folder that stands for the top of the repository.
class FolderAnalysis {
 public:
  FolderAnalysis(Session& session, Setup setup, const fs::path& top,
                 const InterruptGuard& interrupt)
      : session_(session), setup_(std::move(setup)), interrupt_(interrupt) {
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
    return tl::unexpected(Error{ErrorKind::Usage, {}, 0, "interrupted; nothing was changed", {}});
  }

 private:
  Session& session_;
  Setup setup_;
  fs::path below_top_;  // the folder of the configuration file
  const InterruptGuard& interrupt_;
};

// What all verbs work with.
struct Workplace {
  Setup setup;
  WorkFolder folder;
  Git git;

  fs::path tree() const { return folder.path() / "tree"; }
};

Result<Workplace> make_workplace(Session& session) {
  auto setup = make_setup(session);
  if (!setup) return tl::unexpected(std::move(setup.error()));
  if (session.options.unsafe) setup->bot.unsafe = true;
  auto folder = WorkFolder::make();
  if (!folder) return tl::unexpected(std::move(folder.error()));
  const fs::path scratch = folder->path() / "objects";
  std::error_code error;
  fs::create_directories(scratch, error);
  const BotOptions& options = session.options.bot;
  const bool pushes = options.verb == BotVerb::Run && !options.dry_run;
  auto git = Git::open(".", scratch, pushes ? Objects::Kept : Objects::Discarded);
  if (!git) return tl::unexpected(std::move(git.error()));
  return Workplace{std::move(*setup), std::move(*folder), std::move(*git)};
}

Result<BotPlan> plan_with(Session& session, const Workplace& at, ForgeState state,
                       const InterruptGuard& interrupt) {
  const Analyser analyse = FolderAnalysis(session, at.setup, at.git.top(), interrupt);
  return make_plan(
      {at.git, session.registry, at.setup.bot, analyse, at.tree(), std::move(state), {}});
}

Result<ForgeState> state_of(const Options& options) {
  if (!options.bot.state) return ForgeState();
  std::ifstream input(*options.bot.state, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
  if (!input.is_open() || input.bad()) {
    return tl::unexpected(Error{ErrorKind::Unreadable, options.bot.state->string(), 0,
                                "can't be read", "write it with `mlfix bot state`"});
  }
  return parse_state(text, options.bot.state->string()).map([](auto pulls) {
    return ForgeState(std::move(pulls));
  });
}

int fail(Session& session, const Error& error) {
  complain(session, error);
  return kExitError;
}

void complain_of_files(Session& session, const BotPlan& plan) {
  for (const Error& error : plan.errors) complain(session, error);
}

int print_plan(Session& session, const Workplace& at, const InterruptGuard& interrupt) {
  auto state = state_of(session.options);
  if (!state) return fail(session, state.error());
  const auto plan = plan_with(session, at, std::move(*state), interrupt);
  if (!plan) return fail(session, plan.error());
  session.out.write(plan_json(*plan, session.registry));
  complain_of_files(session, *plan);
  return kExitClean;
}

Result<std::unique_ptr<Forge>> forge_of(Session& session, const Workplace& at) {
  const auto repository = repository_of(at.git, at.setup.bot);
  if (!repository) {
    return tl::unexpected(
        Error{ErrorKind::Usage,
              {},
              0,
              fmt::format("the address of the remote {} names no repository of a forge",
                          at.setup.bot.remote),
              "set bot.repository in mlfix.yaml to \"owner/name\""});
  }
  Patience patience;
  patience.total = std::chrono::seconds(session.options.bot.max_wait);
  patience.tell = [&session](const std::string& what) {
    if (!session.options.quiet) session.err.write(fmt::format("mlfix: {}\n", what));
  };
  return github_forge(*repository, std::move(patience));
}

int print_state(Session& session, const Workplace& at) {
  const auto forge = forge_of(session, at);
  if (!forge) return fail(session, forge.error());
  const auto pulls = (*forge)->pull_requests(bot_branches(session.registry, at.setup.bot));
  if (!pulls) return fail(session, pulls.error());
  session.out.write(state_json(*pulls));
  return kExitClean;
}

std::string done_line(const DonePull& done) {
  const std::string name = done.number == 0 ? "" : fmt::format(" #{}", done.number);
  const std::string url = done.url.empty() ? "" : " " + done.url;
  return redacted(
      fmt::format("{}: {}{}: {}{}\n", done.branch, label(done.outcome), name, done.detail, url));
}

int report_done(Session& session, const BotPlan& plan, const std::vector<DonePull>& done) {
  int status = kExitClean;
  for (const DonePull& pull : done) {
    const bool failed = pull.outcome == PullOutcome::Failed;
    if (failed) status = kExitError;
    (failed ? session.err : session.out).write(done_line(pull));
  }
  if (plan.pulls.empty()) session.out.write("nothing to fix\n");
  complain_of_files(session, plan);
  return status;
}

// The default branch may have been renamed, or never been told to this clone.
Result<void> learn_base(const Git& git, BotSettings& settings) {
  if (!settings.base.empty()) return {};
  auto branch = git.default_branch(settings.remote);
  if (!branch) return tl::unexpected(std::move(branch.error()));
  settings.base = std::move(*branch);
  return {};
}

int run_plan(Session& session, Workplace& at, const InterruptGuard& interrupt) {
  BotSettings& settings = at.setup.bot;
  const auto forge = forge_of(session, at);
  if (!forge) return fail(session, forge.error());
  if (auto learned = learn_base(at.git, settings); !learned) return fail(session, learned.error());
  if (auto fetched = fetch_refs(at.git, settings, settings.base); !fetched) {
    return fail(session, fetched.error());
  }
  auto pulls = (*forge)->pull_requests(bot_branches(session.registry, settings));
  if (!pulls) return fail(session, pulls.error());
  const auto plan = plan_with(session, at, std::move(*pulls), interrupt);
  if (!plan) return fail(session, plan.error());
  if (session.options.bot.dry_run) {
    session.out.write(plan_json(*plan, session.registry));
    complain_of_files(session, *plan);
    return kExitClean;
  }
  const auto stop = [&interrupt] { return interrupt.requested().has_value(); };
  return report_done(session, *plan, execute(*plan, at.git, **forge, settings, stop));
}

}  // namespace

int run_bot(Session& session) {
  auto workplace = make_workplace(session);
  if (!workplace) return fail(session, workplace.error());
  const InterruptGuard interrupt;
  switch (session.options.bot.verb) {
    case BotVerb::Plan:
      return print_plan(session, *workplace, interrupt);
    case BotVerb::Run:
      return run_plan(session, *workplace, interrupt);
    case BotVerb::State:
      return print_state(session, *workplace);
  }
  return kExitError;
}

}  // namespace mlfix
