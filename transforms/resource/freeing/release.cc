// A plain statement where control certainly gets to it; errors that nobody
// raises on purpose are not worth a `try` around every use.

#include "transforms/resource/freeing/release.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/transform.h"
#include "semantic/control/flow_queries.h"

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
std::optional<Intents> run_after_value(const Context& c, NodeId leaving, std::string_view code) {
  const NodeId value = c.tree.first_child(leaving);
  const std::string name = c.edit.fresh_name(leaving, "result");
  auto intents = c.edit.insert_after(leaving, std::string(code) + "\nreturn " + name);
  if (intents) {
    append(*intents, c.edit.replace({c.tree[leaving].begin, c.tree[value].begin}, name + " = "));
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

std::optional<Intents> run_behind_and_at_exits(const Context& c, const Extent& extent,
                                               std::string_view code) {
  if (extent.first == kNoNode) return c.edit.insert_after(extent.last, code);
  std::optional<Intents> all = Intents{};
  const auto add = [&](std::optional<Intents> one) {
    if (one && all) {
      append(*all, std::move(*one));
    } else {
      all.reset();
    }
  };
  for (const NodeId leaving : exits_of(c.tree, extent.first, extent.last)) {
    const bool needs = std::ranges::find(extent.returns, leaving) != extent.returns.end();
    add(needs ? run_after_value(c, leaving, code) : c.edit.insert_before(leaving, code));
  }
  if (may_complete(c.model, extent.last)) {
    add(c.edit.insert_after(extent.last, code));
  }
  return all;
}

}  // namespace mlfix
