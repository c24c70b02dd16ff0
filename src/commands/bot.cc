// Each verb in a few steps, each of which may fail with an Error; what they do is
// in the layer bot. The configuration is the one that any mlfix run would read
// here, in the checkout.

#include "commands/bot.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <system_error>
#include <utility>

#include "bot/execution.h"
#include "bot/plan.h"
#include "bot/plan_json.h"
#include "bot/redact.h"
#include "bot/remote.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/refusal.h"
#include "cli/setup.h"
#include "commands/bot_analysis.h"
#include "commands/bot_measure.h"
#include "text/foreign_text.h"
#include "text/regular_file.h"
#include "text/temporary_folder.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// What all verbs work with.
struct Workplace {
  Setup setup;
  TemporaryFolder folder;
  Git git;
  bool pushes = false;

  fs::path tree() const { return folder.path() / "tree"; }
};

// The configuration is looked for from the top of the checkout, wherever in it
// the command was given.
Result<Setup> setup_at(Session& session, const fs::path& top) {
  Options options = session.options;
  options.paths = {top};
  Session at_top{options, session.registry, session.out, session.err};
  auto setup = make_setup(at_top);
  if (!setup) return setup;
  if (auto problem = problem_of_names(setup->bot)) return tl::unexpected(std::move(*problem));
  if (options.unsafe) setup->bot.unsafe = true;
  return setup;
}

Result<Workplace> make_workplace(Session& session) {
  TemporaryFolder::abandoned("bot");  // gone with the end of this line
  auto folder = TemporaryFolder::make("bot");
  if (!folder) return tl::unexpected(std::move(folder.error()));
  const fs::path scratch = folder->path() / "objects";
  std::error_code error;
  fs::create_directories(scratch, error);
  const BotOptions& options = session.options.bot;
  const bool pushes = options.verb == BotVerb::Run && !options.dry_run;
  auto git = Git::open(".", scratch, pushes ? Objects::Kept : Objects::Discarded);
  if (!git) return tl::unexpected(std::move(git.error()));
  auto setup = setup_at(session, git->top());
  if (!setup) return tl::unexpected(std::move(setup.error()));
  return Workplace{std::move(*setup), std::move(*folder), std::move(*git), pushes};
}

Result<BotPlan> plan_with(Session& session, const Workplace& at, ForgeState state,
                          const InterruptGuard& interrupt) {
  const Analyser analyse = folder_analyser(session, at.setup, at.git.top(), interrupt);
  PlanInput input{at.git, session.registry, at.setup.bot, analyse, at.tree(), std::move(state), {}};
  if (at.pushes && !at.setup.bot.measure.empty()) {
    input.measure = [&](const BotPlan& plan, const FixSeries& series) {
      return measured(session, at.git, at.setup.bot, plan, series);
    };
  }
  return make_plan(input);
}

Result<ForgeState> state_of(const Options& options) {
  if (!options.bot.state) return ForgeState();
  constexpr FileWish kWish = {16u << 20, "write it with `mlfix bot state`",
                              "write it with `mlfix bot state`"};
  const auto text = read_regular_file(system_files(), *options.bot.state, kWish);
  if (!text) return tl::unexpected(text.error());
  return parse_state(text->bytes, options.bot.state->string()).map([](auto pulls) {
    return ForgeState(std::move(pulls));
  });
}

void complain_of_files(Session& session, const BotPlan& plan) {
  for (const Error& error : plan.errors) complain(session, error);
}

void show_plan(Session& session, const BotPlan& plan, const InterruptGuard& interrupt) {
  const LastResort end = while_reporting(session, interrupt);
  session.out.write(plan_json(plan, session.registry));
  complain_of_files(session, plan);
}

int print_plan(Session& session, const Workplace& at, const InterruptGuard& interrupt) {
  auto state = state_of(session.options);
  if (!state) return refuse(session, state.error());
  const auto plan = plan_with(session, at, std::move(*state), interrupt);
  if (!plan) return refuse(session, plan.error());
  show_plan(session, *plan, interrupt);
  return kExitClean;
}

Result<std::unique_ptr<Forge>> forge_of(Session& session, const Workplace& at) {
  const auto repository = repository_of(at.git, at.setup.bot);
  if (!repository) {
    return tl::unexpected(
        misuse(fmt::format("the address of the remote {} names no repository of a forge",
                           at.setup.bot.remote),
               "set bot.repository in mlfix.yaml to \"owner/name\""));
  }
  Patience patience;
  patience.total = std::chrono::seconds(session.options.bot.max_wait);
  patience.tell = [&session](const std::string& what) {
    if (!session.options.quiet) session.err.tell(fmt::format("mlfix: {}\n", visible(what)));
  };
  return forge_for(*repository, std::move(patience));
}

int print_state(Session& session, const Workplace& at, const InterruptGuard& interrupt) {
  const auto forge = forge_of(session, at);
  if (!forge) return refuse(session, forge.error());
  const auto pulls = (*forge)->pull_requests(bot_branches(session.registry, at.setup.bot));
  if (!pulls) return refuse(session, pulls.error());
  const LastResort end = while_reporting(session, interrupt);
  session.out.write(state_json(*pulls));
  return kExitClean;
}

std::string done_line(const DonePull& done) {
  const std::string name = done.number == 0 ? "" : fmt::format(" #{}", done.number);
  const std::string url = done.url.empty() ? "" : " " + done.url;
  return visible(redacted(fmt::format("{}: {}{}: {}{}", done.branch, label(done.outcome), name,
                                      done.detail, url))) +
         "\n";
}

int report_done(Session& session, const BotPlan& plan, const std::vector<DonePull>& done,
                const InterruptGuard& interrupt) {
  const LastResort end = while_reporting(session, interrupt);
  const auto has_failed = [](const DonePull& pull) { return pull.outcome == PullOutcome::Failed; };
  if (session.options.format == Format::Json) {
    session.out.write(done_json(done));
  } else {
    for (const DonePull& pull : done) {
      (has_failed(pull) ? session.err : session.out).tell(done_line(pull));
    }
    if (plan.pulls.empty()) session.out.write("nothing to fix\n");
  }
  complain_of_files(session, plan);
  return std::ranges::any_of(done, has_failed) ? kExitError : kExitClean;
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
  if (!forge) return refuse(session, forge.error());
  if (auto learned = learn_base(at.git, settings); !learned)
    return refuse(session, learned.error());
  if (auto fetched = fetch_refs(at.git, settings, settings.base); !fetched) {
    return refuse(session, fetched.error());
  }
  auto pulls = (*forge)->pull_requests(bot_branches(session.registry, settings));
  if (!pulls) return refuse(session, pulls.error());
  const auto plan = plan_with(session, at, std::move(*pulls), interrupt);
  if (!plan) return refuse(session, plan.error());
  if (session.options.bot.dry_run) {
    show_plan(session, *plan, interrupt);
    return kExitClean;
  }
  const auto stop = [&interrupt] { return interrupt.requested().has_value(); };
  const auto done = execute(*plan, at.git, **forge, settings, stop);
  return report_done(session, *plan, done, interrupt);
}

int run_verb(Session& session, Workplace& at, const InterruptGuard& interrupt) {
  switch (session.options.bot.verb) {
    case BotVerb::Plan:
      return print_plan(session, at, interrupt);
    case BotVerb::Run:
      return run_plan(session, at, interrupt);
    case BotVerb::State:
      return print_state(session, at, interrupt);
  }
  return kExitError;
}

}  // namespace

int run_bot(Session& session) {
  auto workplace = make_workplace(session);
  if (!workplace) return refuse(session, workplace.error());
  const InterruptGuard interrupt;
  const int status = run_verb(session, *workplace, interrupt);
  if (const auto signal = interrupt.requested()) return kExitSignal + *signal;
  return status;
}

}  // namespace mlfix
