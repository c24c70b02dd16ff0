// One wording for all reports that are read by people in somebody else's window.

#include "report/messages.h"

#include <fmt/format.h>

#include "report/labels.h"
#include "report/place.h"
#include "text/foreign_text.h"

namespace mlfix {

std::string_view growth_text(Growth growth) {
  switch (growth) {
    case Growth::None:
      return "";
    case Growth::Peak:
      return "a higher peak of memory";
    case Growth::Linear:
      return "memory grows with every iteration";
    case Growth::Quadratic:
      return "cost grows with the square of the iterations";
  }
  return "";
}

std::string cell_prefix(const Entry& entry) {
  const Place at = place_of(entry.file->file, entry.finding().range.begin);
  return at.cell ? fmt::format("Cell {}, line {}: ", *at.cell, at.position.line) : "";
}

std::string place_text(const SourceFile& file, Offset offset) {
  const Place at = place_of(file, offset);
  if (!at.cell) return fmt::format("line {}", at.position.line);
  return fmt::format("cell {}, line {}", *at.cell, at.position.line);
}

std::string step_place(const SourceFile& file, const WayStep& step) {
  if (!step.is_elsewhere()) return place_text(file, step.range.begin);
  return fmt::format("{}, line {}", visible_path(step.path), step.position.line);
}

std::string fix_sentence(const Entry& entry) {
  const std::optional<Fix>& fix = entry.finding().fix;
  if (!fix) return "";
  if (fix->applicability() == Applicability::Suggestion)
    return visible(fix->title) + " (suggestion)";
  return fmt::format("{} ({} fix)", visible(fix->title), label(fix->applicability()));
}

std::string message_sentence(const Finding& finding) {
  std::string text = visible(finding.message);
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  return text;
}

std::string long_message(const Entry& entry) {
  const Finding& finding = entry.finding();
  std::string text = cell_prefix(entry) + message_sentence(finding);
  for (const Reason& why : finding.why) {
    text += fmt::format("\nWhy: {} ({})", visible(why.text),
                        place_text(entry.file->file, why.range.begin));
  }
  for (std::size_t i = 0; i < finding.way.steps().size(); ++i) {
    const WayStep& step = finding.way.steps()[i];
    text += fmt::format("\nWay, {}: {} ({})", i + 1, visible(step.text),
                        step_place(entry.file->file, step));
  }
  if (finding.growth != Growth::None) {
    text += fmt::format("\nCost: {}", growth_text(finding.growth));
  }
  const std::string fix = fix_sentence(entry);
  if (!fix.empty()) text += "\nFix: " + fix;
  return text + fmt::format("\nMore: mlfix explain {}", entry.rule().name);
}

}  // namespace mlfix
