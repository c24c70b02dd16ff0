// GitLab compares two reports by fingerprint, so one must never occur twice; it
// does not show `check_name`, so the description begins with the rule.

#include "report/gitlab_report.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "report/entries.h"
#include "report/file_text.h"
#include "report/labels.h"
#include "report/messages.h"
#include "report/paths.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

using Json = nlohmann::ordered_json;

std::string_view severity_of(Severity severity) {
  switch (severity) {
    case Severity::Info:
      return "info";
    case Severity::Low:
      return "minor";
    case Severity::Medium:
      return "major";
    case Severity::High:
      return "critical";
  }
  return "major";
}

Json position_json(Position position) {
  return {{"line", position.line}, {"column", position.column}};
}

Json issue_json(const Entry& entry, const FileText& text, const std::string& fingerprint) {
  const Region region = text.region(text.finding(entry.index));
  Json issue = {{"type", "issue"},
                {"check_name", entry.rule().name},
                {"description", fmt::format("{}: {}{}", entry.rule().name, cell_prefix(entry),
                                            entry.finding().message)},
                {"content", {{"body", long_message(entry)}}},
                {"categories", Json::array({"Performance"})},
                {"severity", severity_of(entry.finding().severity)},
                {"fingerprint", fingerprint}};
  issue["location"] = {
      {"path", path_in_project(*entry.report, entry.file->file.path)},
      {"lines", {{"begin", region.begin.line}, {"end", region.end.line}}},
      {"positions", {{"begin", position_json(region.begin)}, {"end", position_json(region.end)}}}};
  return issue;
}

}  // namespace

std::string gitlab_report(const RunReport& report) {
  Json issues = Json::array();
  std::map<std::string, unsigned> seen;
  TextOfEachFile texts;
  for (const Entry& entry : remaining_entries(report)) {
    std::string fingerprint = entry.state().identity.fingerprint;
    if (const unsigned again = seen[fingerprint]++; again > 0) {
      fingerprint += fmt::format("-{}", again);
    }
    issues.push_back(issue_json(entry, texts.of(*entry.file), fingerprint));
  }
  return json_visible(issues.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace mlfix
