// A plain statement where control certainly gets to it; errors that nobody
// raises on purpose are not worth a `try` around every use.

#include "transforms/resource/freeing/release.h"

#include <algorithm>
#include <string>
#include <utility>

#include "semantic/control/flow_queries.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

std::string indented(std::string_view code) {
  std::string lines = "    ";
  for (const char byte : code) {
    lines += byte;
    lines += byte == '\n' ? "    " : "";
  }
  return lines;
}

// return value  ->  result = value, the code, return result.
std::optional<Intents> run_after_value(const SemanticModel& model, const Rewriter& edit,
                                       NodeId leaving, std::string_view code) {
  const SyntaxTree& tree = model.tree();
  const NodeId value = tree.first_child(leaving);
  const std::string name = edit.fresh_name(leaving, "result");
  auto intents = edit.insert_after(leaving, std::string(code) + "\nreturn " + name);
  if (intents) {
    append(*intents, edit.replace({tree[leaving].begin, tree[value].begin}, name + " = "));
  }
  return intents;
}

}  // namespace

std::optional<Intents> run_behind(const SemanticModel& model, const Rewriter& edit, NodeId first,
                                  NodeId last, std::string_view code) {
  return always_completes(model, first, last, Exceptions::Ignored)
             ? edit.insert_after(last, code)
             : edit.wrap(first, last, "try:", "finally:\n" + indented(code));
}

std::optional<Intents> run_behind_and_at_exits(const SemanticModel& model, const Rewriter& edit,
                                               const Extent& extent, std::string_view code) {
  if (extent.first == kNoNode) return edit.insert_after(extent.last, code);
  std::optional<Intents> all = Intents{};
  const auto add = [&](std::optional<Intents> one) {
    if (one && all) {
      append(*all, std::move(*one));
    } else {
      all.reset();
    }
  };
  for (const NodeId leaving : exits_of(model, extent.first, extent.last)) {
    const bool needs = std::ranges::find(extent.returns, leaving) != extent.returns.end();
    add(needs ? run_after_value(model, edit, leaving, code) : edit.insert_before(leaving, code));
  }
  if (may_complete(model, extent.last)) {
    add(edit.insert_after(extent.last, code));
  }
  return all;
}

}  // namespace mlfix
