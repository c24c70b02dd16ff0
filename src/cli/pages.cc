// What the program knows about its rules, for people who choose among them.

#include "cli/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/exit_status.h"
#include "cli/refusal.h"
#include "config/config_file.h"
#include "config/config_schema.h"
#include "config/resources.h"
#include "config/rule_defaults.h"
#include "config/suggest.h"
#include "report/labels.h"
#include "report/page.h"
#include "report/rules_report.h"
#include "semantic/verdict/assumption.h"
#include "text/foreign_text.h"
#include "text/new_file.h"

namespace mlfix {
namespace {

constexpr std::size_t kWidestPage = 100;  // columns that are still pleasant to read

std::string option_text(const OptionValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const std::int64_t* number = std::get_if<std::int64_t>(&value)) {
    return std::to_string(*number);
  }
  return std::get<std::string>(value);
}

RuleRow row_of(const Rule& rule, const DefaultTable& defaults) {
  RuleRow row;
  row.name = rule.name;
  row.group = rule.group;
  row.on = rule.on_by_default;
  row.off_reason = rule.off_reason;
  row.summary = rule.summary;
  const auto found = defaults.find(rule.name);
  if (found == defaults.end()) return row;
  row.level = label(found->second.level);
  row.severity = found->second.severity;
  for (const auto& [name, value] : found->second.options) {
    row.options.emplace_back(name, option_text(value));
  }
  return row;
}

Error unknown_name(const Registry& registry, const std::string& name) {
  std::vector<std::string> known;
  for (const Rule& rule : registry.rules()) known.push_back(rule.name);
  for (const AssumptionInfo& kind : assumption_kinds()) known.emplace_back(kind.name);
  return misuse(fmt::format("unknown rule \"{}\"", name),
                did_you_mean(name, known, "`mlfix rules` lists them"));
}

// A page like that of a rule.
std::string page_of(const AssumptionInfo& assumption) {
  return fmt::format(
      "# {}\n\nWhat some unsafe fixes assume.\n\n## What is assumed\n\n{}\n\n"
      "## How to find out whether it holds\n\n{}\n",
      assumption.name, assumption.statement, assumption.check);
}

// The page of a rule, or of a kind of assumption.
std::optional<std::string> page_named(const Registry& registry, const std::string& name) {
  if (const auto rule = registry.find(name)) return page_for_readers(registry.rules()[*rule].page);
  const AssumptionInfo* assumption = assumption_named(name);
  return assumption == nullptr ? std::nullopt : std::optional(page_of(*assumption));
}

}  // namespace

int list_rules(Session& session) {
  const auto defaults = all_defaults(session.registry);
  if (!defaults) return refuse(session, defaults.error());
  std::vector<RuleRow> rows;
  for (const Rule& rule : session.registry.rules()) rows.push_back(row_of(rule, *defaults));
  const bool json = session.options.format == Format::Json;
  const auto columns =
      session.out.is_terminal() ? std::optional(session.out.columns()) : std::nullopt;
  session.out.write(
      json ? rules_json(rows)
           : rules_table(rows, paint_for(session.out, session.options.color), columns));
  return kExitClean;
}

int explain(Session& session) {
  const std::string& name = session.options.explained;
  const auto page = page_named(session.registry, name);
  if (!page) return refuse(session, unknown_name(session.registry, name));
  const std::size_t width = std::min(session.out.columns(), kWidestPage);
  const Paint paint = paint_for(session.out, session.options.color);
  session.out.tell(render_page(*page, width, paint));
  return kExitClean;
}

int print_schema(Session& session) {
  const auto defaults = all_defaults(session.registry);
  if (!defaults) return refuse(session, defaults.error());
  session.out.write(config_schema(session.registry, *defaults));
  return kExitClean;
}

int write_starter(Session& session) {
  const std::filesystem::path path = kConfigFileName;
  const std::string_view text = find_resource("config/starter.yml").value_or(std::string_view());
  if (const auto written = create_file(path, text); !written)
    return refuse(session, written.error());
  session.out.write(fmt::format("wrote {}\n", visible(path.string())));
  return kExitClean;
}

}  // namespace mlfix
