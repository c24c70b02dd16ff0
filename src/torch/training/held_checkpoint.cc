// An attribute lives as long as its object, which is that of the training where its class trains.

#include "torch/training/held_checkpoint.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/control/flow_queries.h"
#include "semantic/effects/effects.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/reflection.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"
#include "torch/training/checkpoint_use.h"

namespace mlfix {
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
