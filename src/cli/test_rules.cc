#include "cli/test_rules.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/exit_status.h"
#include "cli/project_rules.h"
#include "cli/refusal.h"
#include "cli/rule_case.h"
#include "cli/setup.h"
#include "config/rule_file.h"
#include "text/foreign_text.h"

namespace mlfix {

int test_rules(Session& session) {
  const auto folder = rule_folder_of(session.options);
  if (!folder) {
    return refuse(session, misuse("there is no folder .mlfix/rules here or above",
                                  "make one, and write a rule: see docs/custom-rules.md"));
  }
  const auto rules = read_rule_folder(*folder);
  if (!rules) return refuse(session, rules.error());
  const auto setup = make_setup(session);
  if (!setup) return refuse(session, setup.error());
  std::size_t failed = 0;
  std::set<std::string_view> tested;
  for (const RuleCase& one : rules->cases) {
    tested.insert(one.rule);
    const auto rule = session.registry.find(one.rule);
    std::vector<RuleSettings> settings = setup->settings.rules;
    for (std::size_t i = 0; i < settings.size(); ++i) settings[i].enabled = i == *rule;
    const std::string failure =
        failure_of_case(one, session.registry, *setup->knowledge, std::move(settings));
    if (failure.empty()) continue;
    ++failed;
    session.out.write(
        fmt::format("{}:{}: {}: {}", visible_path(one.file.string()), one.line, one.rule, failure));
  }
  for (const Rule& rule : rules->rules) {
    if (tested.contains(rule.name)) continue;
    session.out.write(fmt::format("{}:{}: {}: has no cases\n", visible_path(rule.definition->file),
                                  rule.definition->line, rule.name));
  }
  session.out.write(fmt::format("{} of {} cases hold, of {} rules\n", rules->cases.size() - failed,
                                rules->cases.size(), rules->rules.size()));
  return failed == 0 ? kExitClean : kExitFindings;
}

}  // namespace mlfix
