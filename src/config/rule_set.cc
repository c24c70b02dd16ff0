// A name reaches a rule that is off by default, a group or a glob does not:
// `--select resource` means "look after resources", not "turn on everything
// that somebody had a reason to turn off".

#include "config/rule_set.h"

#include <fmt/format.h>

#include <algorithm>

#include "config/glob.h"
#include "config/suggest.h"
#include "text/shortened.h"

namespace mlfix {
namespace {

constexpr std::string_view kAll = "all";

std::vector<std::string> known_selectors(const Registry& registry) {
  std::vector<std::string> result;
  for (const Rule& rule : registry.rules()) result.push_back(rule.name);
  for (const Rule& rule : registry.rules()) {
    if (std::find(result.begin(), result.end(), rule.group) == result.end()) {
      result.push_back(rule.group);
    }
  }
  result.emplace_back(kAll);
  return result;
}

Error unknown_selector(const Registry& registry, const std::string& selector) {
  const bool glob = selector.find_first_of("*?[") != std::string::npos;
  const std::string_view complaint = glob ? "no rule matches" : "unknown rule or group";
  return {ErrorKind::Usage,
          {},
          0,
          fmt::format("{} \"{}\"", complaint, shortened(selector)),
          did_you_mean(selector, known_selectors(registry), "`mlfix rules` lists them")};
}

// Marks what one selector means; false when that is nothing.
bool mark(const Registry& registry, std::string_view selector, Selected& result) {
  bool found = false;
  for (std::size_t i = 0; i < registry.rules().size(); ++i) {
    const Rule& rule = registry.rules()[i];
    const bool named = selector == rule.name || selector == kAll;
    const bool grouped = selector == rule.group || glob_matches(selector, rule.name);
    if (named) result.named[i] = true;
    if (grouped) result.grouped[i] = true;
    found = found || named || grouped;
  }
  return found || selector == kAll;
}

}  // namespace

Result<Selected> resolve_rules(const Registry& registry,
                               const std::vector<std::string>& selectors) {
  const std::size_t count = registry.rules().size();
  Selected result{RuleSet(count), RuleSet(count)};
  for (const std::string& selector : selectors) {
    if (!mark(registry, selector, result)) {
      return tl::unexpected(unknown_selector(registry, selector));
    }
  }
  return result;
}

RuleSet united(const Selected& selected) {
  RuleSet result = selected.named;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = result[i] || selected.grouped[i];
  return result;
}

}  // namespace mlfix
