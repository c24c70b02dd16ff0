// An ordered document, so that two runs compare with diff. Bytes of paths that
// are no UTF-8 are replaced: JSON cannot carry them.

#include "report/json_report.h"

#include <nlohmann/json.hpp>

#include "report/labels.h"
#include "report/place.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormatVersion = 1;

std::string_view kind_label(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Usage:
      return "usage";
    case ErrorKind::Configuration:
      return "configuration";
    case ErrorKind::Unreadable:
      return "unreadable";
    case ErrorKind::Refused:
      return "refused";
    case ErrorKind::Unwritable:
      return "unwritable";
    case ErrorKind::Internal:
      return "internal";
  }
  return "internal";
}

// A path with a place; of a notebook, line and column are those in the cell.
Json place_json(const SourceFile& file, Offset offset) {
  const Place place = place_of(file, offset);
  Json json = {{"path", file.path.generic_string()}};
  if (place.cell) json["cell"] = *place.cell;
  json["line"] = place.position.line;
  json["column"] = place.position.column;
  return json;
}

Json why_json(const SourceFile& file, const Finding& finding) {
  Json why = Json::array();
  for (const Reason& reason : finding.why) {
    const Place place = place_of(file, reason.range.begin);
    Json& entry = why.emplace_back(Json::object());
    if (place.cell) entry["cell"] = *place.cell;
    entry["line"] = place.position.line;
    entry["text"] = reason.text;
  }
  return why;
}

// Where a step of a way is: in a file of its own, or in the one of the finding.
Json way_json(const SourceFile& file, const Finding& finding) {
  Json way = Json::array();
  for (const WayStep& step : finding.way.steps()) {
    Json& entry = way.emplace_back(step.is_elsewhere() ? Json{{"path", step.path},
                                                              {"line", step.position.line},
                                                              {"column", step.position.column}}
                                                       : place_json(file, step.range.begin));
    entry["message"] = step.text;
  }
  return way;
}

Json assumptions_json(const Verdict& verdict) {
  Json assumptions = Json::array();
  for (const Assumption& assumption : verdict.assumptions()) {
    assumptions.push_back({{"kind", info_of(assumption.kind).name}, {"text", assumption.text}});
  }
  return assumptions;
}

Json fix_json(const FileFinding& entry, const std::vector<Edit>& of_file) {
  if (!entry.finding.fix) return nullptr;
  Json edits = Json::array();
  for (const Edit& edit : of_file) {
    edits.push_back({{"start", edit.begin}, {"end", edit.end}, {"text", edit.text}});
  }
  return {{"applicability", label(entry.finding.fix->applicability())},
          {"assumptions", assumptions_json(entry.finding.fix->verdict())},
          {"title", entry.finding.fix->title},
          {"edits", std::move(edits)}};
}

Json finding_json(const RunReport& report, const FileReport& of, std::size_t index) {
  const FileFinding& entry = of.result.findings[index];
  const SourceFile& file = of.file;
  const Finding& finding = entry.finding;
  const Rule& rule = report.registry->rules()[finding.rule];
  const Position end = place_of(file, finding.range.end).position;
  Json json = place_json(file, finding.range.begin);
  json.update({{"end_line", end.line},
               {"end_column", end.column},
               {"rule", rule.name},
               {"group", rule.group},
               {"severity", label(finding.severity)},
               {"confidence", label(finding.confidence)},
               {"message", finding.message},
               {"fingerprint", entry.identity.fingerprint},
               {"why", why_json(file, finding)},
               {"way", way_json(file, finding)},
               {"fix", fix_json(entry, of.edits(index))},
               {"applied", is_applied(report, entry)}});
  return json;
}

Json error_json(const Error& error) {
  return {{"kind", kind_label(error.kind)},
          {"path", error.path.empty() ? Json(nullptr) : Json(error.path)},
          {"line", error.line == 0 ? Json(nullptr) : Json(error.line)},
          {"message", error.message},
          {"remedy", error.remedy}};
}

Json abstention_json(const RunReport& report, const SourceFile& file,
                     const Abstention& abstention) {
  Json json = place_json(file, abstention.range.begin);
  json["rule"] = report.registry->rules()[abstention.rule].name;
  json["fact"] = abstention.fact;
  json["because_line"] = nullptr;
  if (!abstention.because) return json;
  const Place because = place_of(file, abstention.because->begin);
  if (because.cell) json["because_cell"] = *because.cell;
  json["because_line"] = because.position.line;
  return json;
}

Json summary_json(const Summary& summary) {
  return {{"files_checked", summary.checked},
          {"files_with_findings", summary.files_with_findings},
          {"findings", summary.findings},
          {"applied", summary.applied},
          {"remaining", summary.remaining},
          {"fixable_safe", summary.fixable_safe},
          {"fixable_unsafe", summary.fixable_unsafe},
          {"suppressed", summary.suppressed},
          {"in_baseline", summary.known},
          {"gone_from_baseline", summary.gone},
          {"on_unchanged_lines", summary.elsewhere},
          {"errors", summary.errors}};
}

// What a run has to say, in the order in which it is said.
template <typename OnFinding, typename OnAbstention>
void for_each(const RunReport& report, OnFinding on_finding, OnAbstention on_abstention) {
  for (const FileReport& file : report.files) {
    for (std::size_t i = 0; i < file.result.findings.size(); ++i) {
      if (!file.result.findings[i].suppressed) on_finding(finding_json(report, file, i));
    }
    for (const Abstention& abstention : file.result.abstentions) {
      on_abstention(abstention_json(report, file.file, abstention));
    }
  }
}

std::string text_of(const Json& json, int indent) {
  return json_visible(json.dump(indent, ' ', false, Json::error_handler_t::replace)) + "\n";
}

std::string line_of(std::string_view kind, Json json) {
  return text_of(Json{{std::string(kind), std::move(json)}}, -1);
}

}  // namespace

std::string json_report(const RunReport& report, const JsonOptions& options) {
  Json findings = Json::array();
  Json abstained = Json::array();
  for_each(
      report, [&](Json json) { findings.push_back(std::move(json)); },
      [&](Json json) { abstained.push_back(std::move(json)); });
  Json errors = Json::array();
  for (const Error& error : report.errors) errors.push_back(error_json(error));

  Json document = {{"version", kFormatVersion},
                   {"findings", std::move(findings)},
                   {"errors", std::move(errors)},
                   {"summary", summary_json(summarize(report))}};
  if (options.show_abstained) document["abstained"] = std::move(abstained);
  return text_of(document, 2);
}

std::string jsonl_report(const RunReport& report, const JsonOptions& options) {
  std::string text = line_of("version", kFormatVersion);
  for_each(
      report, [&](Json json) { text += line_of("finding", std::move(json)); },
      [&](Json json) {
        if (options.show_abstained) text += line_of("abstention", std::move(json));
      });
  for (const Error& error : report.errors) text += line_of("error", error_json(error));
  return text + line_of("summary", summary_json(summarize(report)));
}

}  // namespace mlfix
