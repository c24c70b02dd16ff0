// See detaching.h. The edit is always .detach(): .item() would change the type,
// the rounding, and fail for more than one element.

#include "transforms/common/detaching.h"

#include <fmt/format.h>

#include <utility>

namespace mlfix {

void report_detaching(const Context& c, NodeId at, const std::vector<NodeId>& values,
                      const DetachVerdict& verdict, std::string message, Findings& out,
                      const std::vector<NodeId>& tuples) {
  const bool assumed = verdict.level == Detaching::Assumed;
  if (assumed) message += fmt::format("; the fix assumes that {}", verdict.assumption);
  Finding& finding = out.report(at, std::move(message));
  finding.growth = Growth::Linear;
  const bool trained = verdict.backward.call != kNoNode;
  finding.confidence = trained ? Confidence::High : Confidence::Medium;
  for (const NodeId value : values) {
    finding.why.push_back(reason(c.tree, value, "this value carries its graph"));
  }
  for (const NodeId tuple : tuples) {
    finding.why.push_back(reason(c.tree, tuple, "these values carry their graphs"));
  }
  if (trained) {
    finding.why.push_back(
        reason(c.tree, verdict.backward.call, "the backward pass that needs it is this one"));
  }
  Fix fix;
  fix.title = "Keep the value without its graph";
  fix.applicability = assumed ? Applicability::Unsafe : Applicability::Safe;
  for (const NodeId value : values) {
    auto edit = c.edit.append_to_expression(value, ".detach()");
    if (!edit) return;
    append(fix.intents, std::move(*edit));
  }
  for (const NodeId tuple : tuples) {
    const std::string text = fmt::format("tuple(v.detach() for v in {})", c.tree.text(tuple));
    append(fix.intents, c.edit.replace(tuple, text));
  }
  finding.fix = std::move(fix);
}

}  // namespace mlfix
