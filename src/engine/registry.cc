// Rules are found by name with a plain scan: there are tens of them, and names
// are looked up when configuration and suppression comments are read, never in
// the hot path. The checks of a rule's shape live here too, because what a
// complete rule is belongs to the registry and not to a test.

#include "engine/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mlfix {
namespace {

// The first sentence, which may run over several lines, as one line.
std::string first_sentence(std::string_view text) {
  const std::size_t begin = text.find_first_not_of("\r\n \t");
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin);
  text = text.substr(0, text.find("\n\n"));
  std::string sentence(text);
  std::ranges::replace(sentence, '\n', ' ');
  const std::size_t end = sentence.find(". ");
  return end == std::string::npos ? sentence.substr(0, sentence.find_last_not_of(" \r") + 1)
                                  : sentence.substr(0, end + 1);
}

void check_headings(const Rule& rule, std::vector<std::string>& problems) {
  std::size_t from = 0;
  for (const std::string_view heading : page_headings()) {
    const std::size_t at = rule.page.find(fmt::format("\n## {}\n", heading), from);
    if (at == std::string_view::npos) {
      problems.push_back(
          fmt::format("{}: the page has no heading \"{}\" in its place", rule.name, heading));
    } else {
      from = at + 1;
    }
  }
}

void check_rule(const Rule& rule, std::vector<std::string>& problems) {
  const auto require = [&](bool holds, std::string_view what) {
    if (!holds) problems.push_back(fmt::format("{}: {}", rule.name, what));
  };
  require(rule.transform.check != nullptr, "has no check function");
  require(!rule.transform.kinds.empty(), "is called for no kind of node");
  require(!rule.transform.triggers.empty(), "has no trigger, so that no file can be skipped");
  require(std::ranges::none_of(rule.transform.triggers, &std::string_view::empty),
          "has an empty trigger");
  require(!rule.page.empty(), "has no page");
  require(!rule.summary.empty(), "its page does not say what it does");
  require(rule.on_by_default == rule.off_reason.empty(),
          "a reason is given exactly when the rule is off by default");
  check_headings(rule, problems);
}

}  // namespace

std::string_view page_section(std::string_view page, std::string_view title) {
  const std::string heading = fmt::format("\n## {}\n", title);
  const std::size_t at = page.find(heading);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = page.substr(at + heading.size());
  return rest.substr(0, rest.find("\n## "));
}

std::optional<std::uint32_t> Registry::find(std::string_view name) const {
  const auto at = std::ranges::find(rules_, name, &Rule::name);
  if (at == rules_.end()) return std::nullopt;
  return static_cast<std::uint32_t>(at - rules_.begin());
}

bool Registry::has_group(std::string_view name) const {
  return std::ranges::find(rules_, name, &Rule::group) != rules_.end();
}

Rule make_rule(Transform transform, std::string group, std::string_view page, bool on_by_default,
               std::string off_reason) {
  Rule rule;
  rule.name = rule_name_of_stem(transform.stem);
  rule.transform = std::move(transform);
  rule.group = std::move(group);
  rule.page = page;
  rule.summary = first_sentence(page_section(page, page_headings().front()));
  rule.on_by_default = on_by_default;
  rule.off_reason = std::move(off_reason);
  return rule;
}

std::string rule_name_of_stem(std::string_view stem) {
  std::string name(stem);
  std::ranges::replace(name, '_', '-');
  return name;
}

const std::vector<std::string_view>& page_headings() {
  static const std::vector<std::string_view> headings = {
      "What it does", "Why it matters", "Example",   "Left alone",
      "Fix safety",   "Options",        "References"};
  return headings;
}

std::vector<std::string> registry_problems(const Registry& registry) {
  std::vector<std::string> problems;
  std::set<std::string_view> names;
  for (const Rule& rule : registry.rules()) {
    check_rule(rule, problems);
    if (!names.insert(rule.name).second) {
      problems.push_back(fmt::format("{}: two rules have this name", rule.name));
    }
    if (registry.has_group(rule.name)) {
      problems.push_back(fmt::format("{}: is the name of a rule and of a group", rule.name));
    }
  }
  return problems;
}

}  // namespace mlfix
