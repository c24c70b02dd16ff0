// An ordered document, so that two runs compare with diff. Bytes of paths that
// are no UTF-8 are replaced: JSON cannot carry them.

#include "report/json_report.h"

#include <nlohmann/json.hpp>

#include "report/labels.h"

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

Json why_json(const SourceFile& file, const Finding& finding) {
  Json why = Json::array();
  for (const Reason& reason : finding.why) {
    why.push_back({{"line", file.lines.line_at(reason.range.begin)}, {"text", reason.text}});
  }
  return why;
}

Json fix_json(const FileFinding& entry) {
  if (!entry.finding.fix) return nullptr;
  Json edits = Json::array();
  for (const Edit& edit : entry.edits) {
    edits.push_back({{"start", edit.begin}, {"end", edit.end}, {"text", edit.text}});
  }
  return {{"applicability", label(entry.finding.fix->applicability)},
          {"title", entry.finding.fix->title},
          {"edits", std::move(edits)}};
}

Json finding_json(const RunReport& report, const SourceFile& file, const FileFinding& entry) {
  const Finding& finding = entry.finding;
  const Rule& rule = report.registry->rules()[finding.rule];
  const Position begin = file.lines.position(file.text, finding.range.begin);
  const Position end = file.lines.position(file.text, finding.range.end);
  return {{"path", file.path.generic_string()},
          {"line", begin.line},
          {"column", begin.column},
          {"end_line", end.line},
          {"end_column", end.column},
          {"rule", rule.name},
          {"group", rule.group},
          {"severity", label(finding.severity)},
          {"confidence", label(finding.confidence)},
          {"message", finding.message},
          {"why", why_json(file, finding)},
          {"fix", fix_json(entry)},
          {"applied", is_applied(report, entry)}};
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
  const Position begin = file.lines.position(file.text, abstention.range.begin);
  return {{"path", file.path.generic_string()},
          {"line", begin.line},
          {"column", begin.column},
          {"rule", report.registry->rules()[abstention.rule].name},
          {"fact", abstention.fact},
          {"because_line", abstention.because ? Json(file.lines.line_at(abstention.because->begin))
                                              : Json(nullptr)}};
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
          {"errors", summary.errors}};
}

}  // namespace

std::string json_report(const RunReport& report, const JsonOptions& options) {
  Json findings = Json::array();
  Json abstained = Json::array();
  for (const FileReport& file : report.files) {
    for (const FileFinding& finding : file.result.findings) {
      if (!finding.suppressed) findings.push_back(finding_json(report, file.file, finding));
    }
    for (const Abstention& abstention : file.result.abstentions) {
      abstained.push_back(abstention_json(report, file.file, abstention));
    }
  }
  Json errors = Json::array();
  for (const Error& error : report.errors) errors.push_back(error_json(error));

  Json document = {{"version", kFormatVersion},
                   {"findings", std::move(findings)},
                   {"errors", std::move(errors)},
                   {"summary", summary_json(summarize(report))}};
  if (options.show_abstained) document["abstained"] = std::move(abstained);
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mlfix
