// A plain statement where control certainly gets to it; errors that nobody
// raises on purpose are not worth a `try` around every use.

#include "transforms/resource/freeing/release.h"

#include <algorithm>
#include <string>
#include <utility>

#include "semantic/control/flow_queries.h"
#include "semantic/control/walk.h"

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

std::vector<NodeId> exits_of(const SemanticModel& model, NodeId first, NodeId last) {
  const SyntaxTree& tree = model.tree();
  std::vector<NodeId> exits;
  for_each_node(tree, first, tree.subtree_end(last), [&](NodeId n) {
    const bool jumps = tree.is(n, Kind::BreakStatement) || tree.is(n, Kind::ContinueStatement);
    const NodeId loop = jumps ? model.loop_of(n) : kNoNode;
    if (tree.is(n, Kind::ReturnStatement) || (loop != kNoNode && loop < first)) {
      exits.push_back(n);
    }
  });
  return exits;
}

std::optional<Intents> run_behind(const SemanticModel& model, const Rewriter& edit, NodeId first,
                                  NodeId last, std::string_view code) {
  return always_completes(model, first, last, Exceptions::Ignored)
             ? edit.insert_after(last, code)
             : edit.wrap(first, last, "try:", "finally:\n" + indented(code));
}

std::optional<Intents> run_behind_and_at_exits(const SemanticModel& model, const Rewriter& edit,
                                               NodeId first, NodeId last, std::string_view code,
                                               const std::vector<NodeId>& after_value) {
  std::optional<Intents> all = Intents{};
  const auto add = [&](std::optional<Intents> one) {
    if (one && all) {
      append(*all, std::move(*one));
    } else {
      all.reset();
    }
  };
  for (const NodeId leaving : exits_of(model, first, last)) {
    const bool needs = std::ranges::find(after_value, leaving) != after_value.end();
    add(needs ? run_after_value(model, edit, leaving, code) : edit.insert_before(leaving, code));
  }
  if (may_complete(model, last)) {
    add(edit.insert_after(last, code));
  }
  return all;
}

}  // namespace mlfix
