// What the example holds is told by src/patterns; here it is read and printed.

#include "cli/learn.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cli/exit_status.h"
#include "cli/refusal.h"
#include "config/knowledge_loader.h"
#include "patterns/learn.h"
#include "text/foreign_text.h"
#include "text/source_text.h"

namespace mlfix {

namespace {

constexpr std::size_t kMostLearned = 16u << 10;  // bytes of an example

// Why no rule is drafted from the example, if so: it is compared part by part, and quoted.
std::optional<Error> why_not_learned(const std::filesystem::path& file, std::string_view text) {
  const auto refused = [&](std::string_view why) {
    return misuse(fmt::format("{} {}", visible_path(file.string()), why),
                  "an example is the few lines that change, and what they need");
  };
  if (text.size() > kMostLearned) return refused("is larger than 16 KiB");
  if (!has_nothing_hidden(text)) return refused("has characters that nobody sees");
  return std::nullopt;
}

}  // namespace

int learn(Session& session) {
  const auto before = read_source_text(session.options.paths[0]);
  if (!before) return refuse(session, before.error());
  const auto after = read_source_text(session.options.paths[1]);
  if (!after) return refuse(session, after.error());
  for (const auto& [file, text] : {std::pair(session.options.paths[0], std::string_view(*before)),
                                   std::pair(session.options.paths[1], std::string_view(*after))}) {
    if (const auto reason = why_not_learned(file, text)) return refuse(session, *reason);
  }
  const auto knowledge = shipped_knowledge();
  if (!knowledge) return refuse(session, knowledge.error());
  const auto rule = patterns::learn_rule(*before, *after, *knowledge);
  if (!rule) return refuse(session, rule.error());
  session.out.is_terminal() ? session.out.tell(log_lines(*rule)) : session.out.show(*rule);
  return kExitClean;
}

}  // namespace mlfix
