// Only operations that are known to save what they read or what they give count:
// sums, views, and products with a number keep nothing.

#include "torch/graph/saved_by_graph.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/walk.h"
#include "semantic/effects/effects.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool is_attached(const SemanticModel& model, NodeId expr) {
  return model.facts(expr).may_be(Fact::GradTensor);
}

// The name of a torch function or a method of a tensor that `call` runs, or "".
std::string operation(const SemanticModel& model, NodeId call) {
  const std::string name = model.qualified_text(model.tree().child(call, Field::Function));
  if (name.starts_with("torch.")) return name.substr(name.rfind('.') + 1);
  return std::string(model.method_name(call));
}

// Does the operation that reads `use` save it?
bool saves_operand(const SemanticModel& model, NodeId use) {
  const SyntaxTree& tree = model.tree();
  const Consumer consumer = model.consumer_of(use);
  if (consumer.role == Role::MethodReceiver) return model.means(Meaning::SavesInput, consumer.name);
  if (consumer.role == Role::Argument && tree.is(consumer.node, Kind::Call)) {
    const NodeId callee = tree.child(consumer.node, Field::Function);
    return model.means(Meaning::SavesInput, operation(model, consumer.node)) ||
           model.facts(callee).may_be(Fact::Module);
  }
  if (!tree.is(tree.parent(use), Kind::BinaryOperator)) return false;
  const NodeId whole = tree.parent(use);
  const std::string_view op = tree.text(tree.child(whole, Field::Operator));
  const NodeId left = tree.child(whole, Field::Left);
  const NodeId right = tree.child(whole, Field::Right);
  const bool is_left = model.strip_parentheses(left) == use;
  if (op == "**") return is_left;
  return (op == "*" || op == "@" || (op == "/" && !is_left)) &&
         is_attached(model, is_left ? right : left);
}

bool is_saved_result(const SemanticModel& model, DefId def) {
  const NodeId value = model.strip_parentheses(model.bindings().definition(def).value);
  return model.tree().is(value, Kind::Call) &&
         model.means(Meaning::SavesResult, operation(model, value));
}

// The name that the statement around `use` binds to an attached value, or kNone.
DefId bound_from(const SemanticModel& model, NodeId use) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.child_of_kind(model.statement_of(use), Kind::Assignment);
  if (assignment == kNoNode || !tree.contains(tree.child(assignment, Field::Right), use)) {
    return kNone;
  }
  const NodeId target = tree.child(assignment, Field::Left);
  const DefId bound =
      tree.is(target, Kind::Identifier) ? model.bindings().definition_at(target) : kNone;
  return bound != kNone && model.facts_of(bound).may_be(Fact::GradTensor) ? bound : kNone;
}

bool runs_backward_between(const SemanticModel& model, NodeId from, NodeId until) {
  bool found = false;
  for_each_node(model.tree(), from, until, [&](NodeId n) {
    found = found || (model.tree().is(n, Kind::Call) && (model.method_name(n) == "backward" ||
                                                         model.effects(n).has(Effect::Backward)));
  });
  return found;
}

// The names that the graph of `first` goes on into, `first` included.
std::vector<DefId> graph_of(const SemanticModel& model, DefId first, NodeId until) {
  std::vector<DefId> all{first};
  for (std::size_t at = 0; at < all.size(); ++at) {
    for (const UseId u : model.bindings().definition(all[at]).uses) {
      const NodeId use = model.bindings().use(u).node;
      const DefId next = use < until ? bound_from(model, use) : kNone;
      if (next != kNone && std::find(all.begin(), all.end(), next) == all.end()) {
        all.push_back(next);
      }
    }
  }
  return all;
}

}  // namespace

DefId holder_of(const SemanticModel& model, DefId def, NodeId until) {
  const Definition& d = model.bindings().definition(def);
  if (d.kind != DefKind::Assign || !model.facts_of(def).may_be(Fact::GradTensor) ||
      model.has_gradients_off(until) || runs_backward_between(model, d.node, until)) {
    return kNone;
  }
  const bool saved_result = is_saved_result(model, def);
  for (const UseId u : d.uses) {
    const NodeId use = model.bindings().use(u).node;
    if (use > until || (!saved_result && !saves_operand(model, use))) continue;
    const DefId bound = bound_from(model, use);
    if (bound == kNone || bound == def) continue;
    for (const DefId later : graph_of(model, bound, until)) {
      const auto& uses = model.bindings().definition(later).uses;
      const bool live = std::any_of(uses.begin(), uses.end(),
                                    [&](UseId v) { return model.bindings().use(v).node > until; });
      if (live && later != def) return later;
    }
  }
  return kNone;
}

}  // namespace mlfix
