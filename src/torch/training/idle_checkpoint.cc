// A name holds its object to the end of the function, or script, which is here that of the
// training. Followed are the names that get the whole, or an entry that is handed on: the weights
// of a model.

#include "torch/training/idle_checkpoint.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/branches.h"
#include "semantic/control/consumer.h"
#include "semantic/control/flow_queries.h"
#include "semantic/control/repetition.h"
#include "semantic/effects/effects.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/parameter_elsewhere.h"
#include "semantic/flow/reflection.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/obligation/extent.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/structure.h"
#include "torch/training/batch_loop.h"

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
  return is_imported_by_others(model) || is_run_in_cells(model) || named_in_string(model, name);
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

namespace {

bool is_given_to_model(const SemanticModel& model, NodeId part) {
  const Consumer taker = model.consumer_of(part);
  return taker.role == Role::Argument &&
         model.means(Meaning::LoadsWeights, called_name(model.tree(), taker.node));
}

// Is it looked at, or an entry taken, or does a model take it?
bool is_looked_at(const SemanticModel& model, NodeId read) {
  const Consumer consumer = model.consumer_of(read);
  switch (consumer.role) {
    case Role::Subscripted:
    case Role::Compared:
    case Role::Condition:
      return true;
    case Role::MethodReceiver:
      return model.means(Meaning::LooksUp, consumer.name);
    default:
      return is_given_to_model(model, read);
  }
}

// The reads of a parameter that is bound by the calls alone.
std::vector<NodeId> reads_of_parameter(const SemanticModel& model, NodeId identifier) {
  const Bindings& bindings = model.bindings();
  const DefId def = bindings.definition_at(identifier);
  if (def == kNone) return {};
  const Variable& variable = bindings.variable_of(def);
  if (variable.definitions.size() != 1 || variable.captured_at != kNoNode) return {};
  std::vector<NodeId> reads;
  for (const UseId use : variable.uses) reads.push_back(bindings.use(use).node);
  return reads;
}

bool restores_from(const SemanticModel& model, NodeId parameter) {
  const std::vector<NodeId> reads = reads_of_parameter(model, parameter);
  return std::ranges::all_of(reads, [&](NodeId read) { return is_looked_at(model, read); }) &&
         std::ranges::any_of(
             reads, [&](NodeId read) { return is_given_to_model(model, part_at(model, read)); });
}

bool restores_elsewhere(const SemanticModel& model, const Consumer& argument) {
  const auto [function, summary] = parameter_elsewhere(model, argument);
  if (summary == nullptr || summary->kind != ParameterSummary::Kind::Plain) return false;
  bool restores = false;
  const auto look = [&](const SemanticModel& other, NodeId node) {
    for (const NodeId name : parameter_names(other.tree(), node)) {
      if (other.tree().text(name) == summary->name) restores = restores_from(other, name);
    }
    return WaySteps{};
  };
  model.place().code->way_inside(function, model.place().file, look);
  return restores;
}

// Is it given to a function that gives entries of it to a model, and keeps nothing but these?
bool is_given_to_restore(const SemanticModel& model, NodeId read) {
  const Consumer taker = model.consumer_of(read);
  if (taker.role != Role::Argument) return false;
  const NodeId function = model.callee(taker.node);
  if (function == kNoNode) return restores_elsewhere(model, taker);
  const NodeId parameter = model.calls().parameter_for(taker.node, function, read);
  return parameter != kNoNode && restores_from(model, parameter);
}

}  // namespace

bool loads_checkpoint(const SemanticModel& model, NodeId call) {
  return called_name(model.tree(), call).starts_with("load") &&
         model.is_call_to(call, Meaning::LoadsCheckpoint);
}

bool loads_to_device(const SemanticModel& model, NodeId call) {
  const NodeId device = model.argument(call, 1, "map_location");
  // `lambda storage, location: storage` is an old way to say that it stays on the CPU.
  return device != kNoNode && !model.tree().is(device, Kind::Lambda) &&
         !model.tree().is(device, Kind::None) &&
         model.tree().text(device).find("cpu") == std::string_view::npos;
}

NodeId part_at(const SemanticModel& model, NodeId read) {
  const Consumer consumer = model.consumer_of(read);
  return consumer.role == Role::Subscripted ? consumer.node : read;
}

bool is_loaded(const SemanticModel& model, std::span<const NodeId> reads) {
  return std::ranges::any_of(reads, [&](NodeId read) {
    return is_given_to_model(model, part_at(model, read)) || is_given_to_restore(model, read);
  });
}

bool is_only_loaded(const SemanticModel& model, std::span<const NodeId> reads) {
  return is_loaded(model, reads) && std::ranges::all_of(reads, [&](NodeId read) {
           return is_looked_at(model, read) || is_given_to_restore(model, read);
         });
}

namespace {

// `self.ckpt` of self.ckpt = torch.load(path), or kNoNode.
NodeId attribute_for(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.parent(call);
  const bool plain = tree.is(assignment, Kind::Assignment) &&
                     tree.child(assignment, Field::Right) == call &&
                     tree.is(tree.parent(assignment), Kind::ExpressionStatement);
  const NodeId target = plain ? tree.child(assignment, Field::Left) : NodeId{kNoNode};
  const bool of_self =
      tree.is(target, Kind::Attribute) && tree.text(tree.child(target, Field::Object)) == "self";
  return of_self ? target : NodeId{kNoNode};
}

// Does the body of a class bind the name, so that objects have it from there?
bool is_bound_by_class(const SemanticModel& model, std::string_view name) {
  const Bindings& bindings = model.bindings();
  for (ScopeId scope = 0; scope < bindings.scope_count(); ++scope) {
    if (bindings.scope(scope).kind != ScopeKind::Class) continue;
    const auto is_it = [&](const Variable& variable) { return variable.name == name; };
    if (std::ranges::any_of(bindings.variables(scope), is_it)) return true;
  }
  return false;
}

// May it be read by other means than an attribute in this file?
bool may_be_read_elsewhere(const SemanticModel& model, std::string_view name) {
  return is_bound_by_class(model, name) || named_in_string(model, name) ||
         is_mentioned_elsewhere(model, name) || is_data_read_out_of_sight(model, name) ||
         model.mentions("__setattr__") || model.mentions("__getstate__");
}

bool is_in_lambda(const SyntaxTree& tree, NodeId n, NodeId function) {
  for (; n != function; n = tree.parent(n)) {
    if (tree.is(n, Kind::Lambda)) return true;
  }
  return false;
}

// Is the attribute one of what the file was named by: `args.ckpt` of torch.load(args.ckpt)?
bool is_of_the_path(const SemanticModel& model, NodeId call, const AttributeAccess& access) {
  const SyntaxTree& tree = model.tree();
  const std::string_view name = last_name(tree, access.node);
  return std::ranges::any_of(model.attribute_accesses_in(call, name), [&](const auto& inside) {
    return tree.text(inside.object) == tree.text(access.object);
  });
}

// All mentions of the attribute but its store, when each is a read behind the store.
std::optional<std::vector<NodeId>> reads_behind(const SemanticModel& model, NodeId call,
                                                NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(call);
  const NodeId statement = model.statement_of(call);
  std::vector<NodeId> reads;
  for (const AttributeAccess& access : model.attribute_accesses(last_name(tree, attribute))) {
    if (access.node == attribute) continue;
    const bool of_self = tree.text(access.object) == "self";
    if (!of_self && is_of_the_path(model, call, access)) continue;
    const bool here = of_self && !access.is_store && model.function_of(access.node) == function;
    if (!here || is_in_lambda(tree, access.node, function) ||
        !dominates(model, statement, model.statement_of(access.node))) {
      return std::nullopt;
    }
    reads.push_back(access.node);
  }
  return reads;
}

// A method of the class that trains, or kNoNode.
NodeId training_method(const SemanticModel& model, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  const NodeId body = tree.child(klass, Field::Body);
  for (NodeId n = body; n < tree.subtree_end(klass); ++n) {
    const bool method = tree.is(n, Kind::FunctionDefinition) && model.method_class(n) == klass;
    if (method && model.callee_effects(n).has(Effect::Backward)) return n;
  }
  return kNoNode;
}

// Does the function ask for its local variables as such?
bool has_dynamic_names(const SemanticModel& model, NodeId function) {
  const ScopeId scope = model.bindings().scope_made_by(function);
  return scope == kNone || model.bindings().scope(scope).has_dynamic_names;
}

}  // namespace

std::optional<HeldCheckpoint> held_checkpoint(const SemanticModel& model, NodeId call) {
  if (!loads_checkpoint(model, call)) return std::nullopt;
  const NodeId attribute = attribute_for(model, call);
  const NodeId function = model.function_of(call);
  const NodeId klass = function == kNoNode ? NodeId{kNoNode} : model.method_class(function);
  if (attribute == kNoNode || klass == kNoNode || model.loop_of(call) != kNoNode ||
      model.is_generator(function) || has_dynamic_names(model, function)) {
    return std::nullopt;
  }
  const auto reads = reads_behind(model, call, attribute);
  if (!reads || !is_only_loaded(model, *reads)) return std::nullopt;
  if (may_be_read_elsewhere(model, last_name(model.tree(), attribute))) return std::nullopt;
  return HeldCheckpoint{attribute, *reads, training_method(model, klass),
                        loads_to_device(model, call)};
}

}  // namespace mlfix
