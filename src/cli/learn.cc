// What the example holds is told by src/patterns; here it is read, and the draft tried on it.

#include "cli/learn.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/exit_status.h"
#include "cli/refusal.h"
#include "cli/rule_case.h"
#include "config/knowledge_loader.h"
#include "config/rule_file.h"
#include "patterns/learn.h"
#include "semantic/knowledge/knowledge.h"
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

// What keeps the draft from making the second program of the first; empty when it does.
std::string failure_of_draft(const RuleFile& draft, const Knowledge& knowledge) {
  const Registry registry(draft.rules);
  return failure_of_case(draft.cases.front(), registry, knowledge,
                         std::vector<RuleSettings>(draft.rules.size()));
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
  const auto draft = parse_rule_file(*rule, "draft.yaml");
  if (!draft) {
    return refuse(session, misuse("the two programs differ in more than a rule can say",
                                  "the second is to be the first with one change"));
  }
  session.out.is_terminal() ? session.out.tell(log_lines(*rule)) : session.out.show(*rule);
  const std::string failure = failure_of_draft(*draft, *knowledge);
  if (failure.empty()) return kExitClean;
  complain(session, misuse("the draft does not hold in its own case: " + failure,
                           "the second program is to be the first with one change"));
  return kExitFindings;
}

}  // namespace mlfix
