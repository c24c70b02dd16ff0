// Statements and functions that give memory back and do nothing else.

#include "torch/training/memory_release.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

#include "semantic/effects/effects.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool all_release(const SemanticModel& model, NodeId block) {
  const SyntaxTree& tree = model.tree();
  const auto all = model.statements(block);
  return std::all_of(all.begin(), all.end(), [&](NodeId statement) {
    if (tree.is(statement, Kind::IfStatement)) {
      return asks_for_device(model, statement) &&
             tree.children(statement, Field::Alternative).empty() &&
             all_release(model, tree.child(statement, Field::Consequence));
    }
    if (tree.is(statement, Kind::ImportStatement)) return true;
    if (!tree.is(statement, Kind::ExpressionStatement)) return false;
    const NodeId value = tree.first_child(statement);
    if (tree.is(value, Kind::String)) return true;
    return tree.is(value, Kind::Call) && model.callee(value) == kNoNode &&
           releases_memory(model, statement);
  });
}

struct ReleasingFunctions {
  std::unordered_map<NodeId, bool> known;
};

}  // namespace

bool releases_memory(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId call =
      tree.is(statement, Kind::ExpressionStatement) ? tree.first_child(statement) : kNoNode;
  if (!tree.is(call, Kind::Call)) return false;
  const std::string name = model.qualified_text(tree.child(call, Field::Function));
  const NodeId callee = model.callee(call);
  return name == "gc.collect" || (name.starts_with("torch.") && name.ends_with(".empty_cache")) ||
         (callee != kNoNode && only_releases(model, callee));
}

bool asks_for_device(const SemanticModel& model, NodeId branch) {
  const SyntaxTree& tree = model.tree();
  const std::string_view condition = tree.text(tree.child(branch, Field::Condition));
  return condition.find('%') == condition.npos && condition.find("memory") == condition.npos &&
         model.suggests(Hint::Device, condition);
}

bool only_releases(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  auto& known = model.notes<ReleasingFunctions>().known;
  if (const auto found = known.find(function); found != known.end()) return found->second;
  // Effects cost most, as they ask for those of all functions that are called.
  const bool releases = !tree.is_async(function) && !model.is_generator(function) &&
                        all_release(model, tree.child(function, Field::Body)) &&
                        model.callee_effects(function).has(Effect::Frees);
  return known[function] = releases;
}

bool measures_memory(const SemanticModel& model, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = loop; n < tree.subtree_end(loop); ++n) {
    if (tree.is(n, Kind::Identifier) && model.means(Meaning::MeasuresMemory, tree.text(n))) {
      return true;
    }
  }
  return false;
}

}  // namespace mlfix
