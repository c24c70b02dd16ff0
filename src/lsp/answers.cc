// Names and code in messages are what others wrote, so they pass through
// text/foreign_text wherever Markdown is made of them.

#include "lsp/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "lsp/uri.h"
#include "report/labels.h"
#include "report/messages.h"
#include "text/foreign_text.h"

namespace mlfix::lsp {
namespace {

constexpr std::string_view kSource = "mlfix";

int severity_of(Severity severity) {
  constexpr int kWarning = 2;
  constexpr int kInformation = 3;
  constexpr int kHint = 4;
  switch (severity) {
    case Severity::High:
    case Severity::Medium:
      return kWarning;
    case Severity::Low:
      return kInformation;
    case Severity::Info:
      return kHint;
  }
  return kHint;
}

Span span_in(const DocumentRange& at, const Client& client) {
  return at.part->document->span(at.range, client.encoding);
}

Json location(const Checked& checked, TextRange range, const Client& client) {
  const DocumentRange at = checked.locate(range);
  return {{"uri", at.part->uri}, {"range", to_json(span_in(at, client))}};
}

// Where the line holds only ASCII before it, the column is right in every encoding.
Json location_elsewhere(const WayStep& step) {
  const Point at{step.position.line - 1, step.position.column - 1};
  return {{"uri", uri_of_path(step.path)}, {"range", to_json(Span{at, at})}};
}

Json diagnostic(const Checked& checked, const Entry& entry, const Client& client) {
  const Finding& finding = entry.finding();
  Json json = {{"range", to_json(span_in(checked.locate(finding.range), client))},
               {"severity", severity_of(finding.severity)},
               {"code", entry.rule().name},
               {"source", kSource},
               {"message", message_sentence(finding)},
               {"data", {{"fingerprint", entry.state().identity.fingerprint}}}};
  if (!client.related_information) return json;
  Json related = Json::array();
  for (const Reason& reason : finding.why) {
    related.push_back(
        {{"location", location(checked, reason.range, client)}, {"message", visible(reason.text)}});
  }
  for (const WayStep& step : finding.way.steps()) {
    related.push_back({{"location", step.is_elsewhere() ? location_elsewhere(step)
                                                        : location(checked, step.range, client)},
                       {"message", visible(step.text)}});
  }
  if (!related.empty()) json["relatedInformation"] = std::move(related);
  return json;
}

Json text_edits(const DocumentEdits& edits, const Client& client) {
  Json list = Json::array();
  for (const Edit& edit : edits.edits) {
    list.push_back({{"range", to_json(edits.part->document->span(edit.range(), client.encoding))},
                    {"newText", edit.text}});
  }
  return list;
}

// Of the versions that were analysed, where the client can tell them apart: edits of
// another text would break it.
Json workspace_edit(const Checked& checked, const std::vector<Edit>& edits, const Client& client) {
  Json documents = Json::array();
  Json changes = Json::object();
  for (const DocumentEdits& one : checked.edits_of_documents(edits)) {
    const Json version = one.part->version ? Json(*one.part->version) : Json(nullptr);
    documents.push_back({{"textDocument", {{"uri", one.part->uri}, {"version", version}}},
                         {"edits", text_edits(one, client)}});
    changes[one.part->uri] = text_edits(one, client);
  }
  if (client.document_changes) return {{"documentChanges", std::move(documents)}};
  return {{"changes", std::move(changes)}};
}

Json action(std::string title, std::string_view kind, Json edit) {
  return {{"title", std::move(title)}, {"kind", kind}, {"edit", std::move(edit)}};
}

std::string line_link(std::uint32_t line, std::string_view uri, const Client& client) {
  return client.markdown ? fmt::format("[line {0}]({1}#L{0})", line, uri)
                         : fmt::format("line {}", line);
}

std::string place_in_hover(const Checked& checked, TextRange range, const Client& client) {
  const DocumentRange at = checked.locate(range);
  return line_link(span_in(at, client).begin.line + 1, at.part->uri, client);
}

std::string place_of_step(const Checked& checked, const WayStep& step, const Client& client) {
  if (!step.is_elsewhere()) return place_in_hover(checked, step.range, client);
  return fmt::format("{}, {}", markdown_prose(step.path),
                     line_link(step.position.line, uri_of_path(step.path), client));
}

// A heading of a page stands below the one that the finding has.
std::string hover_text(const Checked& checked, const Entry& entry, const Client& client) {
  const Finding& finding = entry.finding();
  std::string text = fmt::format("**{}** ({})\n\n{}\n", entry.rule().name, label(finding.severity),
                                 markdown_prose(message_sentence(finding)));
  if (!finding.why.empty()) text += "\nWhy:\n";
  for (const Reason& reason : finding.why) {
    text += fmt::format("- {}: {}\n", place_in_hover(checked, reason.range, client),
                        markdown_prose(reason.text));
  }
  if (!finding.way.empty()) text += "\nWay:\n";
  for (const WayStep& step : finding.way.steps()) {
    text +=
        fmt::format("1. {}: {}\n", place_of_step(checked, step, client), markdown_prose(step.text));
  }
  if (finding.growth != Growth::None)
    text += fmt::format("\nCost: {}\n", growth_text(finding.growth));
  const std::string fix = fix_sentence(entry);
  if (!fix.empty()) text += fmt::format("\nFix: {}\n", markdown_prose(fix));
  return text;
}

}  // namespace

std::map<std::string, Json> diagnostics_of(const Checked& checked, const Client& client) {
  std::map<std::string, Json> lists;
  for (const Part& part : checked.parts()) lists.emplace(part.uri, Json::array());
  for (const Entry& entry : checked.findings()) {
    const Part* part = checked.locate(entry.finding().range).part;
    lists[part->uri].push_back(diagnostic(checked, entry, client));
  }
  return lists;
}

std::vector<Entry> findings_at(const Checked& checked, const std::string& uri, Span span,
                               const Client& client) {
  std::vector<Entry> there;
  for (const Entry& entry : checked.findings()) {
    const DocumentRange at = checked.locate(entry.finding().range);
    const Span its = span_in(at, client);
    const bool touches = its.begin.line <= span.end.line && span.begin.line <= its.end.line;
    if (at.part->uri == uri && touches) there.push_back(entry);
  }
  return there;
}

Json hover_at(const Checked& checked, const std::string& uri, Point point, const Client& client) {
  std::string text;
  std::optional<Span> span;
  std::vector<std::string_view> pages;
  for (const Entry& entry : findings_at(checked, uri, {point, point}, client)) {
    const Span its = span_in(checked.locate(entry.finding().range), client);
    if (point < its.begin || its.end < point) continue;
    if (!span) span = its;
    if (!text.empty()) text += "\n---\n\n";
    text += hover_text(checked, entry, client);
    const std::string_view page = entry.rule().page;
    if (std::ranges::find(pages, page) == pages.end()) pages.push_back(page);
  }
  if (!span) return nullptr;
  for (const std::string_view page : pages) text += fmt::format("\n---\n\n{}", page);
  return {{"contents", {{"kind", client.markdown ? "markdown" : "plaintext"}, {"value", text}}},
          {"range", to_json(*span)}};
}

Json fix_action(const Checked& checked, const Entry& finding, const Client& client) {
  const std::vector<Edit>& edits = finding.state().edits;
  if (!finding.finding().fix || edits.empty()) return nullptr;
  Json json = action(fix_sentence(finding), kQuickFix, workspace_edit(checked, edits, client));
  json["diagnostics"] = Json::array({diagnostic(checked, finding, client)});
  json["isPreferred"] = finding.finding().fix->applicability() == Applicability::Safe;
  return json;
}

Json silence_action(const Checked& checked, const Entry& finding, const Silence& silence,
                    const Client& client) {
  if (silence.edits.empty()) return nullptr;
  Json json = action(fmt::format("Silence {} here with a comment", finding.rule().name), kQuickFix,
                     workspace_edit(checked, silence.edits, client));
  json["diagnostics"] = Json::array({diagnostic(checked, finding, client)});
  return json;
}

Json fix_all_action(const Checked& fixed, const Client& client) {
  if (!fixed.result().changed) return nullptr;
  const auto applied = static_cast<std::size_t>(std::ranges::count_if(
      fixed.result().findings, [](const FileFinding& found) { return found.applied; }));
  return action(fmt::format("Apply {} of mlfix", counted(applied, "safe fix", "safe fixes")),
                kFixAll, workspace_edit(fixed, fixed.result().fixed_edits, client));
}

}  // namespace mlfix::lsp
