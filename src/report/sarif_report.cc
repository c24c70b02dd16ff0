// What readers do with the format decides, beside the standard. GitHub takes
// relative URIs only, wants all four numbers of a region and its own line hash,
// and orders by `precision` and `problem.severity`. reviewdog drops replacements
// without `insertedContent`, so that is there for deletions as well.

#include "report/sarif_report.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "report/entries.h"
#include "report/file_text.h"
#include "report/labels.h"
#include "report/line_hash.h"
#include "report/messages.h"
#include "report/page.h"
#include "report/paths.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr std::string_view kRoot = "SRCROOT";
constexpr std::size_t kHelpWidth = 100;

Json artifact_json(const std::string& uri) {
  if (uri.starts_with("file:")) return {{"uri", uri}};
  return {{"uri", uri}, {"uriBaseId", kRoot}};
}

// A file with what its results need of it; the hashes are made when first asked for.
class ResultFile {
 public:
  ResultFile(const RunReport& report, const FileReport& file)
      : text_(file), uri_(uri_of_path(path_in_project(report, file.file.path))) {}

  const FileText& text() const { return text_; }
  const std::string& line_hash(std::uint32_t line) {
    if (!hashes_) hashes_ = line_hashes(text_.text());
    return hashes_->at(line - 1);
  }
  Json location() const { return artifact_json(uri_); }

 private:
  FileText text_;
  std::string uri_;
  std::optional<std::vector<std::string>> hashes_;
};

std::string_view level_of(Severity severity) {
  if (severity == Severity::High) return "error";
  return severity == Severity::Medium ? "warning" : "note";
}

std::string_view problem_severity(Severity severity) {
  return severity == Severity::Low || severity == Severity::Info ? "recommendation"
                                                                 : level_of(severity);
}

// "CatInLoop": what the standard calls a name a person can read.
std::string pascal_case(std::string_view kebab) {
  std::string name;
  bool begins = true;
  for (const char c : kebab) {
    if (c != '-') name += begins && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    begins = c == '-';
  }
  return name;
}

std::string sentence(std::string text) {
  if (!text.empty() && !text.ends_with('.')) text += '.';
  return text;
}

Json rule_json(const Rule& rule, Severity severity) {
  const std::string summary = sentence(rule.summary);
  const std::string page = page_for_readers(rule.page);
  const std::string help = render_page(page, kHelpWidth, Paint(false));
  return {{"id", rule.name},
          {"name", pascal_case(rule.name)},
          {"shortDescription", {{"text", sarif_text(summary)}}},
          {"fullDescription", {{"text", sarif_text(summary)}}},
          {"help", {{"text", help}, {"markdown", page}}},
          {"defaultConfiguration", {{"level", level_of(severity)}}},
          {"properties",
           {{"precision", rule.on_by_default ? "high" : "medium"},
            {"problem.severity", problem_severity(severity)},
            {"tags", Json::array({rule.group, "performance", "memory"})}}}};
}

Json region_json(const Region& region) {
  return {{"startLine", region.begin.line},
          {"startColumn", region.begin.column},
          {"endLine", region.end.line},
          {"endColumn", region.end.column}};
}

Json location_json(const ResultFile& file, TextRange range) {
  return {{"physicalLocation",
           {{"artifactLocation", file.location()},
            {"region", region_json(file.text().region(range))}}}};
}

Json step_elsewhere_json(const RunReport& report, const WayStep& step) {
  const Json region = {{"startLine", step.position.line}, {"startColumn", step.position.column}};
  return {{"physicalLocation",
           {{"artifactLocation", artifact_json(uri_of_path(path_in_project(report, step.path)))},
            {"region", region}}}};
}

Json related_json(const Entry& entry, const ResultFile& file) {
  Json related = Json::array();
  for (std::size_t i = 0; i < entry.finding().why.size(); ++i) {
    Json& json = related.emplace_back(location_json(file, file.text().reason(entry.index, i)));
    json["id"] = i + 1;
    json["message"] = {{"text", sarif_text(entry.finding().why[i].text)}};
  }
  return related;
}

// The way as viewers step through it; without the ends of places in other files, which are no
// part of the run's results.
Json code_flows_json(const Entry& entry, const ResultFile& file) {
  Json steps = Json::array();
  for (std::size_t i = 0; i < entry.finding().way.steps().size(); ++i) {
    const WayStep& step = entry.finding().way.steps()[i];
    Json location = step.is_elsewhere() ? step_elsewhere_json(*entry.report, step)
                                        : location_json(file, file.text().step(entry.index, i));
    location["message"] = {{"text", sarif_text(step.text)}};
    steps.push_back({{"location", std::move(location)}});
  }
  if (steps.empty()) return steps;
  const Json flow = {{"locations", std::move(steps)}};
  const Json flows = {{"threadFlows", Json::array({flow})}};
  return Json::array({flows});
}

Json fixes_json(const Entry& entry, const ResultFile& file) {
  Json replacements = Json::array();
  for (const Edit& edit : entry.file->edits(entry.index)) {
    replacements.push_back({{"deletedRegion", region_json(file.text().region(edit.range()))},
                            {"insertedContent", {{"text", edit.text}}}});
  }
  if (replacements.empty()) return Json::array();
  const Json change = {{"artifactLocation", file.location()},
                       {"replacements", std::move(replacements)}};
  const Json fix = {{"description", {{"text", sarif_text(fix_sentence(entry))}}},
                    {"artifactChanges", Json::array({change})}};
  return Json::array({fix});
}

std::span<const Assumption> assumptions_of(const Finding& finding) {
  if (!finding.fix) return {};
  return finding.fix->verdict().assumptions();
}

Json result_json(const Entry& entry, ResultFile& file, std::size_t rule_index) {
  const Finding& finding = entry.finding();
  const TextRange range = file.text().finding(entry.index);
  const std::uint32_t line = file.text().lines().line_at(range.begin);
  Json json = {{"ruleId", entry.rule().name},
               {"ruleIndex", rule_index},
               {"level", level_of(finding.severity)},
               {"message", {{"text", sarif_text(long_message(entry))}}},
               {"locations", Json::array({location_json(file, range)})},
               {"partialFingerprints", {{"primaryLocationLineHash", file.line_hash(line)}}}};
  if (Json related = related_json(entry, file); !related.empty()) {
    json["relatedLocations"] = std::move(related);
  }
  if (Json flows = code_flows_json(entry, file); !flows.empty()) {
    json["codeFlows"] = std::move(flows);
  }
  if (Json fixes = fixes_json(entry, file); !fixes.empty()) json["fixes"] = std::move(fixes);
  if (entry.suppressed()) {
    const Json comment = {{"kind", "inSource"}, {"status", "accepted"}};
    json["suppressions"] = Json::array({comment});
  }
  json["properties"] = {{"confidence", label(finding.confidence)}};
  for (const Assumption& assumption : assumptions_of(finding)) {
    json["properties"]["assumptions"].push_back(info_of(assumption.kind).name);
  }
  if (finding.growth != Growth::None) json["properties"]["cost"] = growth_text(finding.growth);
  return json;
}

// What a file that could not be read, or a fix that went wrong, means for the run.
Json notifications_json(const RunReport& report) {
  Json notifications = Json::array();
  for (const Error& error : report.errors) {
    Json json = {{"level", "error"}, {"message", {{"text", sarif_text(error.to_string())}}}};
    if (!error.path.empty()) {
      Json location = {
          {"artifactLocation", {{"uri", uri_of_path(path_in_project(report, error.path))}}}};
      if (error.line > 0) location["region"] = {{"startLine", error.line}};
      const Json place = {{"physicalLocation", std::move(location)}};
      json["locations"] = Json::array({place});
    }
    notifications.push_back(std::move(json));
  }
  return notifications;
}

// The results, and the rules in the order of their first result.
class Results {
 public:
  void add(const Entry& entry, ResultFile& file) {
    const auto [known, is_new] = indexes_.try_emplace(entry.finding().rule, rules_.size());
    if (is_new) rules_.push_back(rule_json(entry.rule(), entry.finding().severity));
    results_.push_back(result_json(entry, file, known->second));
  }
  Json take_rules() { return std::move(rules_); }
  Json take_results() { return std::move(results_); }

 private:
  std::map<std::uint32_t, std::size_t> indexes_;
  Json rules_ = Json::array();
  Json results_ = Json::array();
};

Results results_of(const RunReport& report) {
  Results results;
  for (const FileReport& file : report.files) {
    ResultFile of(report, file);
    for (std::size_t i = 0; i < file.result.findings.size(); ++i) {
      const Entry entry{&report, &file, i};
      if (entry.remains() || entry.suppressed()) results.add(entry, of);
    }
  }
  return results;
}

}  // namespace

std::string sarif_report(const RunReport& report) {
  Results results = results_of(report);
  const bool successful = report.errors.empty();
  Json invocation = {{"executionSuccessful", successful}};
  if (!successful) invocation["toolExecutionNotifications"] = notifications_json(report);
  Json run = {
      {"tool",
       {{"driver",
         {{"name", "mlfix"},
          {"version", MLFIX_VERSION},
          {"semanticVersion", MLFIX_VERSION},
          {"rules", results.take_rules()}}}}},
      {"invocations", Json::array({invocation})},
      {"columnKind", "unicodeCodePoints"},
      {"originalUriBaseIds",
       {{kRoot, {{"description", {{"text", "The root of the project that was analysed."}}}}}}},
      {"automationDetails", {{"id", "mlfix/"}}},
      {"results", results.take_results()}};
  const Json document = {
      {"$schema", kSchema}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
  return json_visible(document.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace mlfix
