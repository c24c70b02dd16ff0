// Columns are as wide as their widest word; the summary comes last and may be
// of any length, so that a line can be searched for. A terminal would break it in
// the middle of a word and under the names.

#include "report/rules_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/labels.h"
#include "report/page.h"

namespace mlfix {
namespace {

// A summary in fewer columns than this is harder to read than one that the
// terminal breaks.
constexpr std::size_t kNarrowest = 20;

template <typename Field>
std::size_t widest(const std::vector<RuleRow>& rows, std::string_view title, Field field) {
  std::size_t width = title.size();
  for (const RuleRow& row : rows) width = std::max(width, std::string_view(field(row)).size());
  return width;
}

}  // namespace

std::string rules_table(const std::vector<RuleRow>& rows, const Paint& paint,
                        std::optional<std::size_t> columns) {
  const std::size_t names = widest(rows, "RULE", [](const RuleRow& row) { return row.name; });
  const std::size_t groups = widest(rows, "GROUP", [](const RuleRow& row) { return row.group; });
  const auto line = [&](std::string_view name, std::string_view group, std::string_view level,
                        std::string_view severity, std::string_view on) {
    return fmt::format("{:<{}}  {:<{}}  {:<10}  {:<8}  {:<3}  ", name, names, group, groups, level,
                       severity, on);
  };
  const std::string head = line("RULE", "GROUP", "BEST FIX", "SEVERITY", "ON");
  const bool wraps = columns && *columns >= head.size() + kNarrowest;
  std::string text = paint.bold(head + "SUMMARY");
  text += '\n';
  for (const RuleRow& row : rows) {
    text += line(row.name, row.group, row.level, label(row.severity), row.on ? "yes" : "no");
    std::string summary = row.summary;
    if (!row.off_reason.empty()) summary += fmt::format(" (off: {})", row.off_reason);
    text +=
        wraps ? render_paragraph(summary, {*columns, head.size(), head.size()}, paint) : summary;
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
