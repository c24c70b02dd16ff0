// The page is made of strings; every piece that comes from a file, a message or a
// path goes through text/foreign_text. A policy in the page forbids it to load
// anything, so that a mistake here could not send code anywhere either.

#include "report/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "report/entries.h"
#include "report/html_assets.h"
#include "report/html_diff.h"
#include "report/labels.h"
#include "report/messages.h"
#include "report/page.h"
#include "report/place.h"
#include "report/rule_counts.h"
#include "text/characters.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

constexpr std::size_t kMaxFindings = 2'000;  // more make a page that no browser likes

struct CostClass {
  Growth growth;
  std::string_view title;
  std::string_view style;
};

// Costliest first.
constexpr std::array<CostClass, 4> kCosts = {{
    {Growth::Quadratic, "Grows with the square of the iterations", "g3"},
    {Growth::Linear, "Grows with every iteration", "g2"},
    {Growth::Peak, "Raises the peak", "g1"},
    {Growth::None, "Costs time, or hides a mistake", "g0"},
}};

// Prose with `code` in it.
std::string prose(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('`'), text.size());
    const std::size_t close = text.find('`', open + 1);
    if (open == text.size() || close == std::string_view::npos) break;
    result += fmt::format("{}<code>{}</code>", xml_escaped(text.substr(0, open)),
                          xml_escaped(text.substr(open + 1, close - open - 1)));
    text.remove_prefix(close + 1);
  }
  return result + xml_escaped(text);
}

std::string_view level_of(const Entry& entry) {
  if (entry.applied() && entry.report->action == Action::Write) return "fixed";
  if (!entry.finding().fix) return "no fix";
  return label(entry.finding().fix->applicability());
}

std::string card(std::string_view title, std::size_t number) {
  return fmt::format("<li><span>{}</span> <b>{}</b></li>\n", title, number);
}

std::string cards(const RunReport& report, const Summary& summary) {
  std::string text = "<ul class=\"cards\">\n";
  text +=
      card("Findings", summary.findings) + card("Files with findings", summary.files_with_findings);
  text += card("Files checked", summary.checked);
  if (report.action != Action::Report) {
    text += card(report.action == Action::Write ? "Fixed" : "In the patch", summary.applied);
  }
  text +=
      card("Fixable safely", summary.fixable_safe) + card("With --unsafe", summary.fixable_unsafe);
  if (summary.suppressed > 0) text += card("Suppressed", summary.suppressed);
  if (summary.errors > 0) text += card("Errors", summary.errors);
  return text + "</ul>\n";
}

std::size_t count_of(const std::vector<Entry>& entries, Growth growth) {
  const auto costs = [growth](const Entry& entry) { return entry.finding().growth == growth; };
  return static_cast<std::size_t>(std::count_if(entries.begin(), entries.end(), costs));
}

std::string cost_panel(const std::vector<Entry>& entries) {
  std::string bar;
  std::string legend;
  for (const CostClass& cost : kCosts) {
    const std::size_t count = count_of(entries, cost.growth);
    if (count == 0) continue;
    bar += fmt::format("<span class=\"{}\" style=\"flex: {}\"></span>", cost.style, count);
    legend += fmt::format("<li><i class=\"{}\"></i><b>{}</b><a href=\"#{}\">{}</a></li>\n",
                          cost.style, count, cost.style, cost.title);
  }
  return fmt::format(
      "<section class=\"panel\"><h4>What the findings cost</h4><div class=\"bar\" "
      "aria-hidden=\"true\">{}</div>\n<ul class=\"legend\">\n{}</ul></section>\n",
      bar, legend);
}

std::string rules_panel(const RunReport& report) {
  std::string rows;
  for (const RuleCount& count : count_by_rule(report)) {
    const std::string& name = report.registry->rules()[count.rule].name;
    rows += fmt::format(
        "<tr><td><a href=\"#findings\" data-show-rule=\"{0}\"><code>{0}</code></a></td><td "
        "class=\"n\">{1}</td><td class=\"n\">{2}</td><td class=\"n\">{3}</td><td "
        "class=\"n\">{4}</td></tr>\n",
        name, count.findings, count.files, count.safe, count.unsafe);
  }
  return fmt::format(
      "<section class=\"panel\"><table class=\"rules\"><caption class=\"vh\">Findings by "
      "rule</caption><thead><tr><th scope=\"col\">Rule</th><th scope=\"col\" "
      "class=\"n\">Findings</th><th scope=\"col\" class=\"n\">Files</th><th scope=\"col\" "
      "class=\"n\">Safe</th><th scope=\"col\" class=\"n\">Unsafe</th></tr></thead>\n<tbody>\n{}"
      "</tbody></table></section>\n",
      rows);
}

constexpr std::string_view kFilters = R"(<form id="filters" hidden aria-label="Filters">
<label>Rule <select name="rule"><option value="">All rules</option></select></label>
<label>File <select name="file"><option value="">All files</option></select></label>
<label>Level <select name="level"><option value="">All levels</option></select></label>
<button type="reset">Show all</button>
<output name="shown" aria-live="polite"></output>
</form>
)";

std::string shown_place(const Entry& entry) {
  const SourceFile& file = entry.file->file;
  const Place at = place_of(file, entry.finding().range.begin);
  const std::string cell = at.cell ? fmt::format(":cell {}", *at.cell) : "";
  return fmt::format("{}{}:{}:{}", file.path.generic_string(), cell, at.position.line,
                     at.position.column);
}

std::string why_aside(const Entry& entry) {
  const Finding& finding = entry.finding();
  std::string text = "<aside class=\"why\">\n";
  if (!finding.why.empty()) text += "<h4>Why</h4>\n<ul>\n";
  for (const Reason& why : finding.why) {
    text += fmt::format("<li>{} <span class=\"at\">({})</span></li>\n", prose(why.text),
                        place_text(entry.file->file, why.range.begin));
  }
  if (!finding.why.empty()) text += "</ul>\n";
  if (!finding.way.empty()) text += "<h4>Way</h4>\n<ol>\n";
  for (const WayStep& step : finding.way.steps()) {
    text += fmt::format("<li>{} <span class=\"at\">({})</span></li>\n", prose(step.text),
                        prose(step_place(entry.file->file, step)));
  }
  if (!finding.way.empty()) text += "</ol>\n";
  if (finding.growth != Growth::None) {
    text += fmt::format("<h4>Cost</h4>\n<p>{}</p>\n", growth_text(finding.growth));
  }
  text += fmt::format("<h4>More</h4>\n<p><a href=\"#rule-{0}\">About <code>{0}</code></a></p>\n",
                      entry.rule().name);
  text += fmt::format("<p>Silence it: <code># mlfix: ignore[{}]</code></p>\n", entry.rule().name);
  return text + "</aside>\n";
}

std::string article(const Entry& entry, std::size_t number) {
  const Finding& finding = entry.finding();
  const std::string file = html_text(entry.file->file.path.generic_string());
  const std::string level(level_of(entry));
  std::string text = fmt::format(
      "<article class=\"finding\" id=\"f{0}\" data-rule=\"{1}\" data-file=\"{2}\" "
      "data-level=\"{3}\">\n<header><h3><a href=\"#f{0}\">{4}</a></h3>\n",
      number, entry.rule().name, file, level, prose(message_sentence(finding)));
  text += fmt::format(
      "<p class=\"meta\"><span class=\"badge {0}\">{0}</span> <code>{1}</code> "
      "<span class=\"code\">{2}</span></p></header>\n",
      label(finding.severity), entry.rule().name, html_text(shown_place(entry)));
  return text + "<div class=\"body\">\n" + html_code(entry) + why_aside(entry) +
         "</div>\n</article>\n";
}

std::string groups(const std::vector<Entry>& entries) {
  std::string text;
  std::size_t number = 0;
  for (const CostClass& cost : kCosts) {
    std::string articles;
    for (const Entry& entry : entries) {
      if (entry.finding().growth != cost.growth || number == kMaxFindings) continue;
      articles += article(entry, ++number);
    }
    if (articles.empty()) continue;
    text += fmt::format("<section class=\"group\" id=\"{}\">\n<h2>{}</h2>\n{}</section>\n",
                        cost.style, cost.title, articles);
  }
  if (entries.size() > kMaxFindings) {
    text += fmt::format("<p>{} left out for length; other formats have them all.</p>\n",
                        counted(entries.size() - kMaxFindings, "more finding"));
  }
  return text;
}

bool begins_item(std::string_view line) {
  return line.starts_with("* ") || line.starts_with("- ");
}

// A Markdown list; an item may go on in further lines.
std::string list_html(std::string_view block) {
  std::string items;
  std::string item;
  const auto end_item = [&] {
    if (!item.empty()) items += fmt::format("<li>{}</li>\n", prose(item));
    item.clear();
  };
  while (!block.empty()) {
    std::string_view line = take_until(block, '\n');
    if (begins_item(line)) {
      end_item();
      line.remove_prefix(2);
    }
    item += item.empty() ? "" : " ";
    item += line;
  }
  end_item();
  return "<ul>\n" + items + "</ul>\n";
}

// A section of a rule's page: its paragraphs and lists. Code and tables stay on
// the page itself.
std::string section_html(std::string_view page, std::string_view heading) {
  std::string result;
  for (std::string_view rest = page_section(page, heading); !rest.empty();) {
    rest.remove_prefix(std::min(rest.find_first_not_of('\n'), rest.size()));
    const std::size_t end = std::min(rest.find("\n\n"), rest.size());
    const std::string_view block = rest.substr(0, end);
    rest.remove_prefix(end);
    if (begins_item(block)) {
      result += list_html(block);
    } else if (!block.empty() && !block.starts_with("```") && !block.starts_with('|')) {
      result += fmt::format("<p>{}</p>\n", prose(block));
    }
  }
  return result;
}

std::string rule_details(const RunReport& report) {
  std::string text;
  for (const RuleCount& count : count_by_rule(report)) {
    const Rule& rule = report.registry->rules()[count.rule];
    text += fmt::format(
        "<details id=\"rule-{0}\"><summary><code>{0}</code> ({1})</summary>\n{2}<h4>Why it "
        "matters</h4>\n{3}<h4>Fix safety</h4>\n{4}</details>\n",
        rule.name, rule.group, section_html(rule.page, "What it does"),
        section_html(rule.page, "Why it matters"), section_html(rule.page, "Fix safety"));
  }
  if (text.empty()) return "";
  return "<section><h2>About the rules</h2>\n<div class=\"panel\">\n" + text + "</div></section>\n";
}

std::string errors_section(const RunReport& report) {
  if (report.errors.empty()) return "";
  std::string text = "<section><h2>Errors</h2>\n<ul class=\"panel errors\">\n";
  for (const Error& error : report.errors) {
    text += fmt::format("<li>{}</li>\n", html_text(error.to_string()));
  }
  return text + "</ul></section>\n";
}

std::string headline(const Summary& summary) {
  if (summary.findings == 0) return "No findings in " + counted(summary.checked, "file");
  return fmt::format("{} in {}", counted(summary.findings, "finding"),
                     counted(summary.files_with_findings, "file"));
}

std::string head(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<title>mlfix: {}</title>\n<style>{}</style>\n</head>\n",
      title, kReportStyle);
}

}  // namespace

std::string html_report(const RunReport& report) {
  const Summary summary = summarize(report);
  std::vector<Entry> entries = shown_entries(report);
  sort_by_cost(entries);
  const std::string title = headline(summary);
  std::string text = head(title);
  text += fmt::format("<body>\n<header><h1>mlfix</h1>\n<p class=\"lead\">{}</p></header>\n<main>\n",
                      title);
  text += cards(report, summary) + errors_section(report);
  if (!entries.empty()) {
    text += "<div class=\"overview\">\n" + cost_panel(entries) + rules_panel(report) + "</div>\n";
    text += fmt::format("{}<div id=\"findings\">\n{}</div>\n", kFilters, groups(entries));
  }
  text += rule_details(report);
  return text + fmt::format(
                    "</main>\n<footer>Made by mlfix {}. Lines are those of the files as they were "
                    "read, before any fix.</footer>\n<script>{}</script>\n</body>\n</html>\n",
                    MLFIX_VERSION, kReportScript);
}

}  // namespace mlfix
