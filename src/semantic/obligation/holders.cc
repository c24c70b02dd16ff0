// The definitions are those that the value-flow engine gets to. SSA form does not show that a
// `finally` clause may follow any return of its `try`, so what the clause reads by a name of the
// thing counts, too.

#include "semantic/obligation/holders.h"

#include <algorithm>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/control/walk.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// The reads in `finally` clauses, by variable.
struct ReadsInFinally {
  explicit ReadsInFinally(const SemanticModel& model) {
    const SyntaxTree& tree = model.tree();
    const Bindings& bindings = model.bindings();
    NodeId end = 0;  // of the clause
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (tree.is(n, Kind::FinallyClause)) end = std::max(end, tree.subtree_end(n));
      const UseId use = n < end && tree.is(n, Kind::Identifier) ? bindings.use_at(n) : kNone;
      const DefId def = use == kNone ? kNone : bindings.use(use).def;
      if (def != kNone) of[&bindings.variable_of(def)].push_back(n);
    }
  }
  std::unordered_map<const Variable*, std::vector<NodeId>> of;
};

}  // namespace

void Holders::add(NodeId expr) {
  flow_.start_expression(expr);
  for (flow_.run(); entered_ < flow_.definitions().size(); flow_.run()) {
    while (entered_ < flow_.definitions().size()) enter(flow_.definitions()[entered_++]);
  }
  reach_ = flow_.run();
}

void Holders::enter(DefId def) {
  if (!definitions_.insert(def).second) return;
  const SyntaxTree& tree = model_.tree();
  const Bindings& bindings = model_.bindings();
  const Variable& variable = bindings.variable_of(def);
  is_global_ = is_global_ || variable.declared_global;
  for (const UseId use : bindings.definition(def).uses) {
    const NodeId read = bindings.use(use).node;
    if (tree.is(model_.statement_of(read), Kind::DeleteStatement)) continue;  // the thing stays
    const NodeId reader = function_around(tree, read);
    const bool own = (reader == kNoNode ? tree.root() : reader) == scope_;
    if (own) reads_.push_back(read);
    is_read_elsewhere_ = is_read_elsewhere_ || !own;
  }
  const auto& in_finally = model_.notes<ReadsInFinally>(model_).of;
  if (const auto found = in_finally.find(&variable); found != in_finally.end()) {
    for (const NodeId read : found->second) flow_.start_expression(read);
  }
}

bool Holders::merges_with_more_than(const std::set<DefId>& others) const {
  const Bindings& bindings = model_.bindings();
  const auto is_more = [&](DefId def) {
    const Definition& from = bindings.definition(def);
    // The value of a parameter is its default only.
    const bool none = from.kind == DefKind::Assign && from.value != kNoNode &&
                      model_.tree().is(from.value, Kind::None);
    return !none && from.kind != DefKind::Unbound && !definitions_.contains(def) &&
           !others.contains(def);
  };
  return std::ranges::any_of(definitions_, [&](DefId def) {
    const Definition& definition = bindings.definition(def);
    return definition.kind == DefKind::Phi && !definition.uses.empty() &&
           std::ranges::any_of(definition.operands, is_more);
  });
}

NodeId name_of_result(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId up = tree.parent(call);
  NodeId name = kNoNode;
  if (tree.is(up, Kind::Assignment) && tree.child(up, Field::Right) == call) {
    name = tree.child(up, Field::Left);
  } else if (tree.is(up, Kind::AsPattern) && tree.is(tree.parent(up), Kind::WithItem)) {
    name = tree.first_child(tree.child(up, Field::Alias));
  }
  return tree.is(name, Kind::Identifier) ? name : NodeId{kNoNode};
}

bool is_bound_between(const SemanticModel& model, NodeId name, NodeId from, NodeId to) {
  const Bindings& bindings = model.bindings();
  const Variable& variable = bindings.variable_of(bindings.definition_at(name));
  return std::ranges::any_of(variable.definitions, [&](DefId d) {
    const NodeId at = bindings.definition(d).node;
    return at >= from && at < to;
  });
}

}  // namespace mlfix
