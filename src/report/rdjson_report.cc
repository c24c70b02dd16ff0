// A suggestion is one block of lines in a review, and somebody will press its
// button: a part of a fix, such as the import without the call, must not be one.
// Ranges of suggestions have no columns, which means whole lines; ranges with
// columns come out wrong on some forges.

#include "report/rdjson_report.h"

#include <nlohmann/json.hpp>

#include "report/entries.h"
#include "report/file_text.h"
#include "report/messages.h"
#include "report/paths.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

using Json = nlohmann::ordered_json;

// Of a suggestion that can still be reviewed.
constexpr std::uint32_t kMostChangedLines = 40;
constexpr std::size_t kMaxBytes = 4'000;

std::string_view rdjson_severity(Severity severity) {
  if (severity == Severity::High) return "ERROR";
  return severity == Severity::Medium ? "WARNING" : "INFO";
}

Json position_json(const FileText& text, Offset offset) {
  const std::uint32_t line = text.lines().line_at(offset);
  return {{"line", line}, {"column", offset - text.lines().line_begin(line) + 1}};
}

Json location_json(const std::string& path, const FileText& text, TextRange range) {
  return {{"path", path},
          {"range",
           {{"start", position_json(text, range.begin)}, {"end", position_json(text, range.end)}}}};
}

Json suggestions_json(const Entry& entry, const FileText& text) {
  Json suggestions = Json::array();
  const auto change =
      whole_line_change(text, entry.file->edits(entry.index), kMostChangedLines, kMaxBytes);
  if (!change) return suggestions;
  const Json range = {{"start", {{"line", change->first}}}, {"end", {{"line", change->last}}}};
  const Json suggestion = {{"range", range}, {"text", change->text}};
  suggestions.push_back(suggestion);
  return suggestions;
}

Json elsewhere_json(const RunReport& report, const WayStep& step) {
  const Json start = {{"line", step.position.line}, {"column", step.position.column}};
  return {{"path", path_in_folder(report, step.path)}, {"range", {{"start", start}}}};
}

Json related_json(const Entry& entry, const std::string& path, const FileText& text) {
  Json related = Json::array();
  for (std::size_t i = 0; i < entry.finding().why.size(); ++i) {
    const Json location = location_json(path, text, text.reason(entry.index, i));
    related.push_back({{"message", entry.finding().why[i].text}, {"location", location}});
  }
  for (std::size_t i = 0; i < entry.finding().way.steps().size(); ++i) {
    const WayStep& step = entry.finding().way.steps()[i];
    const Json location = step.is_elsewhere()
                              ? elsewhere_json(*entry.report, step)
                              : location_json(path, text, text.step(entry.index, i));
    related.push_back({{"message", step.text}, {"location", location}});
  }
  return related;
}

Json diagnostic_json(const Entry& entry, const FileText& text) {
  const std::string path = path_in_folder(*entry.report, entry.file->file.path);
  Json diagnostic = {{"message", long_message(entry)},
                     {"location", location_json(path, text, text.finding(entry.index))},
                     {"severity", rdjson_severity(entry.finding().severity)},
                     {"code", {{"value", entry.rule().name}}}};
  if (Json fixes = suggestions_json(entry, text); !fixes.empty()) {
    diagnostic["suggestions"] = std::move(fixes);
  }
  if (Json related = related_json(entry, path, text); !related.empty()) {
    diagnostic["related_locations"] = std::move(related);
  }
  return diagnostic;
}

}  // namespace

std::string rdjson_report(const RunReport& report) {
  Json diagnostics = Json::array();
  TextOfEachFile texts;
  for (const Entry& entry : remaining_entries(report)) {
    diagnostics.push_back(diagnostic_json(entry, texts.of(*entry.file)));
  }
  const Json document = {{"source", {{"name", "mlfix"}}}, {"diagnostics", diagnostics}};
  return json_visible(document.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace mlfix
