// A name holds its object to the end of the function, or script, which is here that of the
// training. Followed are the names that get the whole, or an entry that is handed on: the weights
// of a model.

#include "torch/training/idle_checkpoint.h"

#include <algorithm>
#include <set>

#include "semantic/binding/binding.h"
#include "semantic/control/branches.h"
#include "semantic/control/consumer.h"
#include "semantic/control/script_cells.h"
#include "semantic/effects/effects.h"
#include "semantic/flow/long_lived.h"
#include "semantic/obligation/extent.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/structure.h"
#include "torch/training/batch_loop.h"
#include "torch/training/checkpoint_use.h"

namespace mlfix {
namespace {

// The name that the statement of the expression binds to it, or kNoNode.
NodeId name_for(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.parent(expr);
  const bool whole =
      tree.is(assignment, Kind::Assignment) && tree.child(assignment, Field::Right) == expr;
  const NodeId target = whole ? tree.child(assignment, Field::Left) : NodeId{kNoNode};
  return tree.is(target, Kind::Identifier) ? target : NodeId{kNoNode};
}

// May anybody but the script itself read its names: who imports it, or looks at it while it runs?
bool is_seen_by_others(const SemanticModel& model, std::string_view name) {
  const ProjectPlace& place = model.place();
  const bool imported =
      place.project != nullptr && place.file != kNoFile && place.project->is_imported(place.file);
  return imported || is_run_in_cells(model) || named_in_string(model, name);
}

bool is_private_name(const SemanticModel& model, const Variable& variable) {
  const Scope& scope = model.bindings().scope(variable.scope);
  if (variable.captured_at != kNoNode || variable.declared_global || scope.has_dynamic_names) {
    return false;
  }
  return scope.kind == ScopeKind::Function ||
         (scope.kind == ScopeKind::Module && !is_seen_by_others(model, variable.name));
}

// The reads of what a definition binds, also where branches meet, in source order.
std::vector<NodeId> reads_of(const SemanticModel& model, DefId def) {
  const Bindings& bindings = model.bindings();
  std::vector<DefId> pending = {def};
  std::set<DefId> seen = {def};
  std::vector<NodeId> reads;
  while (!pending.empty()) {
    const Definition& d = bindings.definition(pending.back());
    pending.pop_back();
    for (const UseId use : d.uses) reads.push_back(bindings.use(use).node);
    for (const DefId phi : d.phis) {
      if (seen.insert(phi).second) pending.push_back(phi);
    }
  }
  std::ranges::sort(reads);
  return reads;
}

// Does the call run code of the project that trains, by a loop of its own or in one?
bool trains_by_call(const SemanticModel& model, NodeId call) {
  return (model.callee(call) != kNoNode || model.callee_elsewhere(call)) &&
         model.effects(call).has(Effect::Backward);
}

// The first loop behind the statement, in its function, that trains, or counts epochs, or the first
// call that trains; or kNoNode.
NodeId training_behind(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(statement);
  const NodeId end = tree.subtree_end(function == kNoNode ? tree.root() : function);
  for (NodeId n = tree.subtree_end(statement); n < end; ++n) {
    const bool loop = tree.is(n, Kind::ForStatement) || tree.is(n, Kind::WhileStatement);
    if ((!loop && !tree.is(n, Kind::Call)) || model.function_of(n) != function) continue;
    const bool trains = loop ? counts_epochs(model, n) || model.effects(n).has(Effect::Backward)
                             : trains_by_call(model, n);
    if (trains) return n;
  }
  return kNoNode;
}

// Is what is read, or an entry of it, given to a call?
bool is_handed_on(const SemanticModel& model, const std::vector<NodeId>& reads) {
  return std::ranges::any_of(reads, [&](NodeId read) {
    return model.consumer_of(part_at(model, read)).role == Role::Argument;
  });
}

// Is the name deleted or bound again between the definition and the training?
bool is_let_go(const SemanticModel& model, DefId def, NodeId training) {
  const Bindings& bindings = model.bindings();
  const Definition& own = bindings.definition(def);
  const NodeId block = model.block_of(model.statement_of(own.node));
  return std::ranges::any_of(bindings.variable_of(def).definitions, [&](DefId other) {
    const NodeId node = bindings.definition(other).node;
    return node > own.node && node < training &&
           (model.block_of(model.statement_of(node)) == block ||
            model.tree().contains(model.block_of(model.statement_of(node)), own.node));
  });
}

class Checkpoint {
 public:
  Checkpoint(const SemanticModel& model, NodeId call, NodeId name)
      : model_(model), tree_(model.tree()), statement_(model.statement_of(call)) {
    training_ = training_behind(model, statement_);
    whole_ = model.bindings().definition_at(name);
  }

  std::optional<IdleCheckpoint> find() {
    if (training_ == kNoNode || whole_ == kNone || !take(whole_)) return std::nullopt;
    for (const NodeId read : reads_of(model_, whole_)) {
      const NodeId alias = name_for(model_, part_at(model_, read));
      const DefId def = alias == kNoNode ? DefId{kNone} : model_.bindings().definition_at(alias);
      if (def != kNone && is_handed_on(model_, reads_of(model_, def))) take(def);
    }
    std::ranges::sort(uses_);
    if (!is_loaded(model_, uses_)) return std::nullopt;
    const NodeId unit = unit_of_uses();
    if (unit == kNoNode) return std::nullopt;
    const Extent extent = extent_in_block(tree_, unit, uses_);
    if (extent.last == kNoNode) return std::nullopt;
    IdleCheckpoint found{extent.last, training_, {}, false};
    for (const DefId def : taken_) {
      const Definition& d = model_.bindings().definition(def);
      const bool bound =
          def == whole_ || model_.block_of(model_.statement_of(d.node)) == model_.block_of(unit);
      if (bound) found.names.push_back(model_.bindings().variable_of(def).name);
    }
    return found;
  }

 private:
  // A definition whose reads all come before the training.
  bool take(DefId def) {
    const std::vector<NodeId> reads = reads_of(model_, def);
    const bool idle = is_private_name(model_, model_.bindings().variable_of(def)) &&
                      !is_let_go(model_, def, training_) &&
                      (reads.empty() || reads.back() < training_);
    if (!idle) return false;
    taken_.push_back(def);
    uses_.insert(uses_.end(), reads.begin(), reads.end());
    return true;
  }

  // The statement that binds the name, or the one around it in whose block all uses are: an `if`
  // that binds it in each of its branches.
  NodeId unit_of_uses() const {
    NodeId unit = statement_;
    const std::string_view name = model_.bindings().variable_of(whole_).name;
    while (!uses_.empty() && !tree_.contains(model_.block_of(unit), uses_.back())) {
      unit = owner_of_block(tree_, model_.block_of(unit));
      if (!tree_.is(unit, Kind::IfStatement) || !every_branch_binds(unit, name)) return kNoNode;
    }
    return unit;
  }

  bool every_branch_binds(NodeId if_statement, std::string_view name) const {
    const auto binds = [&](NodeId block) {
      return std::ranges::any_of(model_.statements(block), [&](NodeId statement) {
        const NodeId assignment = tree_.is(statement, Kind::ExpressionStatement)
                                      ? tree_.first_child(statement)
                                      : NodeId{kNoNode};
        return tree_.is(assignment, Kind::Assignment) &&
               tree_.text(tree_.child(assignment, Field::Left)) == name;
      });
    };
    const Branches branches = branches_of(tree_, if_statement);
    return branches.has_else && std::ranges::all_of(branches.blocks, binds);
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const NodeId statement_;
  NodeId training_ = kNoNode;
  DefId whole_ = kNone;
  std::vector<DefId> taken_;
  std::vector<NodeId> uses_;
};

}  // namespace

std::optional<IdleCheckpoint> idle_checkpoint(const SemanticModel& model, NodeId call) {
  if (!loads_checkpoint(model, call) || model.loop_of(call) != kNoNode) return std::nullopt;
  const NodeId name = name_for(model, call);
  if (name == kNoNode) return std::nullopt;
  auto found = Checkpoint(model, call, name).find();
  if (found) found->on_device = loads_to_device(model, call);
  return found;
}

}  // namespace mlfix
