// The order of a description is that of a reviewer's questions: what is this,
// what does it cost me, why, where exactly, what can I do about it.

#include "bot/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "bot/prose.h"
#include "report/labels.h"
#include "report/messages.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

constexpr std::size_t kSubjectWidth = 72;
constexpr std::size_t kMostPlacesInMessage = 30;

// `path` as it is shown where this stands.
std::string where(std::string_view path, const Place& place) {
  if (place.cell) return fmt::format("{} cell {}:{}", path, *place.cell, place.position.line);
  return fmt::format("{}:{}", path, place.position.line);
}

std::string subject_of(const Rule& rule, const std::vector<FixedFinding>& findings) {
  const std::string& title = findings.front().title;
  const bool one_title = std::ranges::all_of(
      findings, [&](const FixedFinding& finding) { return finding.title == title; });
  const std::string exact = commit_prose(fmt::format("{} ({})", title, rule.name));
  if (one_title && exact.size() <= kSubjectWidth) return exact;
  return fmt::format("Fix {} of {}", counted(findings.size(), "finding"), rule.name);
}

std::string_view promise(Applicability level) {
  return level == Applicability::Safe
             ? "Safe: same values, same exceptions, same effects; only memory and time change."
             : "Unsafe: right under an assumption, which is named at each place.";
}

std::string_view cost_of(Growth growth) {
  return growth == Growth::None ? "time, or nothing measurable" : growth_text(growth);
}

Growth worst_growth(const std::vector<FixedFinding>& findings) {
  Growth worst = Growth::None;
  for (const FixedFinding& finding : findings) worst = std::max(worst, finding.growth);
  return worst;
}

std::size_t fixes_in(const FixSeries& series) {
  std::size_t count = 0;
  for (const RuleCommit& commit : series.commits) count += commit.findings.size();
  return count;
}

class Description {
 public:
  Description(const FixSeries& series, const BodyContext& context)
      : series_(series), context_(context) {}

  std::string text(std::size_t limit) const {
    const std::string head = introduction() + table();
    const std::string tail = measured() + answers() + reproduction() + signature();
    std::string result = head;
    const std::size_t fixed = head.size() + tail.size();
    std::size_t room = limit > fixed ? limit - fixed : 0;
    for (std::size_t i = 0; i < series_.commits.size(); ++i) {
      // What a rule does not need is there for those after it.
      const std::string part = section(series_.commits[i], room / (series_.commits.size() - i));
      room -= std::min(room, part.size());
      result += part;
    }
    return result + tail;
  }

 private:
  const Rule& rule_of(const RuleCommit& commit) const {
    return context_.registry.rules()[commit.rule];
  }
  bool is_safe() const { return series_.level == Applicability::Safe; }

  std::string introduction() const {
    const std::string found = fmt::format(
        "mlfix found leaks of the group **{}** here: memory, gradients or resources that this "
        "code keeps longer than it needs them. This pull request brings {}.",
        series_.group, counted(fixes_in(series_), "fix", "fixes"));
    if (is_safe()) {
      return found +
             " Every fix is **safe**: same values, same exceptions, same effects; only memory and "
             "time change. The facts that it rests on are listed below.\n\n";
    }
    return found +
           " Every fix is **unsafe**: it is right under an assumption that the code does not "
           "prove, and that stands beside its place. Please check each before you merge.\n\n";
  }

  std::string table() const {
    std::string rows = "| Rule | Fixes | Level | Without the fix |\n|---|---|---|---|\n";
    for (const RuleCommit& commit : series_.commits) {
      rows += fmt::format("| `{}` | {} | {} | {} |\n", rule_of(commit).name, commit.findings.size(),
                          label(series_.level), cost_of(worst_growth(commit.findings)));
    }
    return rows + "\n";
  }

  std::string place_link(const std::string& path, const Place& place) const {
    const auto line = place.cell ? std::nullopt : std::optional(place.position.line);
    const std::string link = context_.link(path, line);
    const std::string name = where(path, place);
    return link.empty() ? markdown_code(name) : markdown_code_link(name, link);
  }

  std::string fact(const FixedFinding& finding, const FixedFact& fact) const {
    const std::string& path = fact.path.empty() ? finding.path : fact.path;
    const std::string link = context_.link(
        path, fact.place.cell ? std::nullopt : std::optional(fact.place.position.line));
    const std::string line = fact.place.cell ? fmt::format("cell {}, line {}", *fact.place.cell,
                                                           fact.place.position.line)
                                             : fmt::format("line {}", fact.place.position.line);
    const std::string place = link.empty() ? line : fmt::format("[{}]({})", line, link);
    return fact.path.empty() ? fmt::format("{} ({})\n", markdown_prose(fact.text), place)
                             : fmt::format("{} ({}, {})\n", markdown_prose(fact.text),
                                           markdown_code(fact.path), place);
  }

  std::string item(const FixedFinding& finding) const {
    std::string text = fmt::format("- {}: {}. *{}.*\n", place_link(finding.path, finding.place),
                                   markdown_prose(finding.message), markdown_prose(finding.title));
    for (const FixedFact& why : finding.why) text += "  - " + fact(finding, why);
    if (!finding.way.empty()) text += "  - How it comes about:\n";
    for (const FixedFact& step : finding.way) text += "    1. " + fact(finding, step);
    return text;
  }

  // One rule, in at most `room` bytes but for its explanation.
  std::string section(const RuleCommit& commit, std::size_t room) const {
    const Rule& rule = rule_of(commit);
    std::string text = fmt::format("### `{}`\n\n{}\n\n{}\n\n", rule.name,
                                   unwrapped(page_section(rule.page, "What it does")),
                                   unwrapped(page_section(rule.page, "Why it matters")));
    if (!is_safe()) {
      text += fmt::format("**What to check:** {}\n\n",
                          unwrapped(page_section(rule.page, "Fix safety")));
    }
    constexpr std::size_t kNote = 200;  // for the line that says what is missing
    std::size_t shown = 0;
    for (const FixedFinding& finding : commit.findings) {
      const std::string entry = item(finding);
      if (text.size() + entry.size() + kNote > room) break;
      text += entry;
      ++shown;
    }
    const std::size_t missing = commit.findings.size() - shown;
    if (missing > 0) {
      text += fmt::format(
          "- … and {} more, left out because a description has a limit; `{}` lists all.\n", missing,
          report_command(rule.name));
    }
    return text + "\n";
  }

  std::string measured() const {
    return context_.measured.empty() ? ""
                                     : fmt::format("### Measured\n\n{}\n\n", context_.measured);
  }

  static std::string report_command(const std::string& rules) {
    return fmt::format("mlfix --select {}", rules);
  }

  std::string names() const {
    std::string result;
    for (const RuleCommit& commit : series_.commits) {
      result += fmt::format("{}{}", result.empty() ? "" : ",", rule_of(commit).name);
    }
    return result;
  }

  std::string answers() const {
    const std::string& rule = rule_of(series_.commits.front()).name;
    return fmt::format(
        "### If you don't want this\n\n"
        "- **A place:** write `# mlfix: ignore[{0}]` on its line (or the name of another rule) on "
        "the base branch.\n"
        "- **A rule:** write `ignore: [{0}]` in `mlfix.yaml`.\n"
        "- **All of it:** close this pull request. mlfix takes that for a no and won't propose "
        "these fixes again.\n"
        "- **Something else:** push to this branch. mlfix won't touch it any more.\n\n",
        rule);
  }

  std::string reproduction() const {
    return fmt::format(
        "### The same on your machine\n\n```sh\n{0}{1}          # the findings\n"
        "{0}{1} --diff | git apply\n```\n\n",
        report_command(names()), is_safe() ? "" : " --unsafe");
  }

  static std::string signature() {
    return "<sub>mlfix " MLFIX_VERSION
           ". This text is rewritten when the fixes change; please answer in comments.</sub>";
  }

  const FixSeries& series_;
  const BodyContext& context_;
};

}  // namespace

std::string commit_message(const Rule& rule, Applicability level,
                           const std::vector<FixedFinding>& findings) {
  const std::string why = first_paragraph(page_section(rule.page, "Why it matters"));
  std::string text =
      fmt::format("{}\n\n{}\n\n{}\n\n", subject_of(rule, findings),
                  filled(commit_prose(why), kSubjectWidth), filled(promise(level), kSubjectWidth));
  const std::size_t shown = std::min(findings.size(), kMostPlacesInMessage);
  for (std::size_t i = 0; i < shown; ++i) {
    text += fmt::format("{}\n    {}\n", where(commit_path(findings[i].path), findings[i].place),
                        commit_prose(findings[i].message));
  }
  if (shown < findings.size()) text += fmt::format("and {} more places\n", findings.size() - shown);
  return text +
         fmt::format("\nFound by `mlfix --select {}`, version {}.\n", rule.name, MLFIX_VERSION);
}

std::string pull_title(const FixSeries& series) {
  if (series.level == Applicability::Safe) return fmt::format("mlfix: fix {} leaks", series.group);
  return fmt::format("mlfix: fix {} leaks (unsafe, each needs a look)", series.group);
}

std::string pull_text(const FixSeries& series, const BodyContext& context, std::size_t limit) {
  return Description(series, context).text(limit);
}

}  // namespace mlfix
