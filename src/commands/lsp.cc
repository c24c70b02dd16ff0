// A folder of the editor is set up as a run on that folder is.

#include "commands/lsp.h"

#include <unistd.h>

#include <utility>

#include "cli/project_rules.h"
#include "cli/setup.h"
#include "lsp/serve.h"

namespace mlfix {
namespace {

Result<lsp::Surroundings> surroundings(const Session& session,
                                       const std::filesystem::path& folder) {
  Options options = session.options;
  options.paths = {folder};
  auto rules = rules_of_run(options, session.registry);
  if (!rules) return tl::unexpected(std::move(rules.error()));
  const auto registry = std::make_shared<const Registry>(std::move(*rules));
  Session of_folder{options, *registry, session.out, session.err};
  auto setup = make_setup(of_folder);
  if (!setup) return tl::unexpected(std::move(setup.error()));
  lsp::Surroundings around;
  around.registry = registry;
  around.settings = std::move(setup->settings);
  around.knowledge = std::move(setup->knowledge);
  around.root = std::move(setup->root);
  around.baseline = std::move(setup->baseline_path);
  around.known = std::move(setup->known);
  around.today = std::move(setup->today);
  return around;
}

}  // namespace

int serve_editor(Session& session) {
  const auto load = [&](const std::filesystem::path& folder) {
    return surroundings(session, folder);
  };
  return lsp::serve(STDIN_FILENO, STDOUT_FILENO, session.registry, load);
}

}  // namespace mlfix
