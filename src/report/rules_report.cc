// Columns are as wide as their widest word; the summary comes last and may be
// of any length.

#include "report/rules_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/labels.h"

namespace mlfix {
namespace {

template <typename Field>
std::size_t widest(const std::vector<RuleRow>& rows, std::string_view title, Field field) {
  std::size_t width = title.size();
  for (const RuleRow& row : rows) width = std::max(width, std::string_view(field(row)).size());
  return width;
}

}  // namespace

std::string rules_table(const std::vector<RuleRow>& rows, const Paint& paint) {
  const std::size_t names = widest(rows, "RULE", [](const RuleRow& row) { return row.name; });
  const std::size_t groups = widest(rows, "GROUP", [](const RuleRow& row) { return row.group; });
  const auto line = [&](std::string_view name, std::string_view group, std::string_view level,
                        std::string_view severity, std::string_view on) {
    return fmt::format("{:<{}}  {:<{}}  {:<10}  {:<8}  {:<3}  ", name, names, group, groups, level,
                       severity, on);
  };
  std::string text = paint.bold(line("RULE", "GROUP", "BEST FIX", "SEVERITY", "ON") + "SUMMARY");
  text += '\n';
  for (const RuleRow& row : rows) {
    text += line(row.name, row.group, row.level, label(row.severity), row.on ? "yes" : "no");
    text += row.summary;
    if (!row.off_reason.empty()) text += fmt::format(" (off: {})", row.off_reason);
    text += '\n';
  }
  return text;
}

std::string rules_json(const std::vector<RuleRow>& rows) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const RuleRow& row : rows) {
    Json options = Json::object();
    for (const auto& [name, value] : row.options) options[name] = value;
    list.push_back({{"name", row.name},
                    {"group", row.group},
                    {"level", row.level},
                    {"severity", label(row.severity)},
                    {"on_by_default", row.on},
                    {"off_reason", row.off_reason},
                    {"summary", row.summary},
                    {"options", std::move(options)}});
  }
  return list.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mlfix
