// The worklist, the places that a value gets to by itself, and its ways out of a function.
// Assignments and containers are in flow_containers.cc, calls in flow_calls.cc, operators that
// are methods in flow_operators.cc. See value_flow.h.

#include "semantic/flow/value_flow.h"

#include <algorithm>

#include "semantic/flow/reflection.h"
#include "semantic/names/access_path.h"

namespace mlfix {

// ---- the worklist -------------------------------------------------------------

ValueFlow::ValueFlow(const SemanticModel& model, const FlowPolicy& policy)
    : ValueFlow(model, policy, kNoNode) {}

ValueFlow::ValueFlow(const SemanticModel& model, const FlowPolicy& policy, NodeId summary_of)
    : model_(model),
      tree_(model.tree()),
      bindings_(model.bindings()),
      policy_(policy),
      memory_(policy.memory(model)),
      calls_(model.calls()),
      summary_of_(summary_of) {}

bool ValueFlow::push(Item item) {
  const bool is_new = seen_.emplace(item.place, item.id, item.part).second;
  if (is_new) queue_.push_back(item);
  return is_new;
}

void ValueFlow::follow(NodeId expr, Part part) {
  if (expr != kNoNode) push({Place::Expression, expr, part});
}

void ValueFlow::follow_definition(DefId def, Part part) {
  if (def == kNone) return;
  if (push({Place::Definition, def, part})) definitions_.push_back(def);
}

void ValueFlow::follow_attribute(NodeId attribute, Part part) {
  push({Place::Attribute, attribute, part});
}

bool ValueFlow::has_reached(DefId def) const {
  const auto first = seen_.lower_bound({Place::Definition, def, Part{}});
  return first != seen_.end() && std::get<0>(*first) == Place::Definition &&
         std::get<1>(*first) == def;
}

const Reach& ValueFlow::run() {
  while (!queue_.empty()) {
    const Item item = queue_.back();
    queue_.pop_back();
    model_.work().spend();
    if (++steps_ > kMaxFlowSteps) {
      mark(Sink::Lost,
           item.place == Place::Definition ? bindings_.definition(item.id).node : item.id);
      break;
    }
    switch (item.place) {
      case Place::Expression:
        expression(item.id, item.part);
        break;
      case Place::Definition:
        definition(item.id, item.part);
        break;
      case Place::Attribute:
        attribute(item.id, item.part);
        break;
    }
  }
  return reach_;
}

// ---- traces in traces -----------------------------------------------------------

namespace {

// What is deeper is followed in the innermost trace.
constexpr int kMaxTracesInTraces = 1000;

// What becomes of what `key` stands for, traced by `trace` when it is first asked for. What is
// being traced just now is followed as if nobody had asked for it, so that each answer is whole:
// nullptr for that.
template <typename Key, typename Trace>
const Reach* trace_once(FlowMemory& memory, FlowMemory::Traced<Key>& traced, const Key& key,
                        Trace trace) {
  auto known = traced.known.find(key);
  if (known == traced.known.end()) {
    if (memory.depth == kMaxTracesInTraces || !traced.in_progress.insert(key).second) {
      return nullptr;
    }
    ++memory.depth;
    known = traced.known.emplace(key, trace()).first;
    --memory.depth;
    traced.in_progress.erase(key);
  }
  return &known->second;
}

}  // namespace

// Part of a container, or of a parameter's summary, is a question that others hardly ever ask.
bool ValueFlow::may_share(Part part) const {
  return policy_.shares_answers() && summary_of_ == kNoNode && part.whole() && part.around == 0;
}

// While a summary is open, what leads into it is not known as a whole.
bool ValueFlow::may_merge(Part part) const {
  return may_share(part) && memory_.open.empty();
}

template <typename Start>
Reach ValueFlow::trace_from(Start start) const {
  ValueFlow inner(model_, policy_);
  start(inner);
  return inner.run();
}

// Takes over what becomes of the definition as a whole, instead of following it once more. False
// where that can't be done.
bool ValueFlow::merge_reach_of(DefId def, Part part) {
  if (!may_merge(part)) return false;
  const Reach* reach = trace_once(memory_, memory_.values, def, [&] {
    return trace_from([&](ValueFlow& inner) { inner.start_definition(def); });
  });
  if (reach != nullptr) reach_.add(*reach, bindings_.definition(def).node);
  return reach != nullptr;
}

// The same for what is put into the object that the definition stands for.
bool ValueFlow::merge_reach_of_object(DefId def, Part part) {
  if (!may_merge(part)) return false;
  const Reach* reach = trace_once(memory_, memory_.objects, def, [&] {
    return trace_from([&](ValueFlow& inner) { inner.start_object(def); });
  });
  if (reach != nullptr) reach_.add(*reach, bindings_.definition(def).node);
  return reach != nullptr;
}

// The same for all that the attribute gets.
bool ValueFlow::merge_reach_of_attribute(NodeId owner, std::string_view name, NodeId stored,
                                         Part part) {
  if (!may_merge(part)) return false;
  const Reach* reach = trace_once(memory_, memory_.attributes, std::pair(name, owner), [&] {
    return trace_from([&](ValueFlow& inner) { inner.start_attribute(owner, name); });
  });
  if (reach != nullptr) reach_.add(*reach, stored);
  return reach != nullptr;
}

// The same for a sum that is a term of another, and an attribute of which one is read: all
// links of a chain go the same way.
bool ValueFlow::merge_reach_of_link(NodeId link, Part part) {
  if (!may_merge(part) || !tree_.is(tree_.parent(link), tree_.kind(link))) return false;
  const Reach* reach = trace_once(memory_, memory_.links, link, [&] {
    return trace_from([&](ValueFlow& inner) { inner.start_expression(link); });
  });
  if (reach != nullptr) reach_.add(*reach, link);
  return reach != nullptr;
}

void ValueFlow::follow_link(NodeId link, Part part) {
  if (!merge_reach_of_link(link, part)) follow(link, part);
}

// ---- places -------------------------------------------------------------------

void ValueFlow::definition(DefId def, Part part) {
  if (merge_reach_of(def, part)) return;
  const Definition& d = bindings_.definition(def);
  const Scope& scope = bindings_.scope(d.scope);
  if (scope.has_dynamic_names) mark(Sink::Lost, d.node);
  model_.work().spend(d.uses.size());
  for (const UseId u : d.uses) {
    const Use& use = bindings_.use(u);
    if (use.captured) mark(Sink::Captured, use.node);
    const bool augmented = tree_.is(tree_.parent(use.node), Kind::AugmentedAssignment) &&
                           tree_.field(use.node) == Field::Left;
    if (augmented) policy_.written(*this, use.node);
    if (!augmented) follow(use.node, part);
  }
  for (const DefId phi : d.phis) {
    if (policy_.passes_merge(model_, def, phi)) follow_definition(phi, part);
  }
  if (is_made_inside(def)) outer_reads(def, part);
  if (scope.kind == ScopeKind::Module && model_.is_notebook()) other_cells(def, part);
  if (scope.kind == ScopeKind::Class && d.node != kNoNode) {
    mark(Sink::OnAttribute, d.node);
    for (const AttributeAccess& access :
         model_.attribute_accesses(bindings_.variable_of(def).name)) {
      if (access.is_load) follow(access.node, part);
    }
  }
}

// Does a function bind the name of the scope around it (global, nonlocal)?
bool ValueFlow::is_made_inside(DefId def) const {
  const Definition& d = bindings_.definition(def);
  const bool named = d.node != kNoNode && tree_.is(d.node, Kind::Identifier);
  if (!named || !bindings_.variable_of(def).declared_global) return false;
  const NodeId function = model_.function_of(d.node);
  const NodeId owner = bindings_.scope(d.scope).node;
  return function != kNoNode && function != owner && tree_.contains(owner, function);
}

// The function may have run before any read of the name, whatever scope that is in.
void ValueFlow::outer_reads(DefId def, Part part) {
  for (const UseId u : bindings_.variable_of(def).uses) {
    model_.work().spend();
    follow(bindings_.use(u).node, part);
  }
}

// The reads in cells that can be run after the one that makes the definition.
void ValueFlow::other_cells(DefId def, Part part) {
  const auto cell = model_.cell_of(bindings_.definition(def).node);
  for (const UseId u : bindings_.variable_of(def).uses) {
    model_.work().spend();
    const NodeId node = bindings_.use(u).node;
    if (model_.cell_of(node) != cell && model_.sees_other_cells(u)) follow(node, part);
  }
}

// Every load of the attribute in the file, but for those through the `self` of
// a class that has nothing to do with the one that stores it.
void ValueFlow::attribute(NodeId stored, Part part) {
  mark(Sink::OnAttribute, stored);
  const std::string_view name = last_name(tree_, stored);
  if (is_read_out_of_sight(model_, name)) mark(Sink::Unseen, stored);
  NodeId owner = kNoNode;
  const auto accesses = model_.attribute_accesses(name);  // in source order
  const auto own = std::ranges::lower_bound(accesses, stored, {}, &AttributeAccess::node);
  if (own != accesses.end() && own->node == stored) owner = own->klass;
  if (!merge_reach_of_attribute(owner, name, stored, part)) follow_loads(owner, name, part);
}

void ValueFlow::follow_loads(NodeId owner, std::string_view name, Part part) {
  const auto push_each = [&](std::span<const AttributeAccess> related) {
    model_.work().spend(related.size());
    for (const AttributeAccess& access : related) {
      if (access.is_load) follow(access.node, part);
    }
  };
  if (owner == kNoNode) return push_each(model_.attribute_accesses(name));
  push_each(calls_.names().accesses_of_joined_family(owner, name));
}

bool ValueFlow::is_store_target(NodeId n) const {
  NodeId up = tree_.parent(n);
  while (tree_.is(up, Kind::PatternList) || tree_.is(up, Kind::TuplePattern) ||
         tree_.is(up, Kind::ListPattern)) {
    n = up;
    up = tree_.parent(up);
  }
  return (tree_.is(up, Kind::Assignment) || tree_.is(up, Kind::AugmentedAssignment) ||
          tree_.is(up, Kind::ForStatement)) &&
         tree_.field(n) == Field::Left;
}

void ValueFlow::expression(NodeId expr, Part part) {
  if (is_store_target(expr)) return;
  const Consumer consumer = model_.consumer_of(expr);
  switch (consumer.role) {
    case Role::Discarded:
    case Role::Formatted:
    case Role::Compared:
    case Role::Index:
    case Role::Condition:
    case Role::Deleted:
      return policy_.looked_at(*this, expr, consumer);
    case Role::Annotation:
    case Role::BaseClass:
      return;
    case Role::Receiver:
      if (is_store_target(consumer.node)) return policy_.written(*this, expr);
      return policy_.attribute_read(*this, consumer, part);
    case Role::MethodReceiver:
      return policy_.method_called(*this, expr, consumer, part);
    case Role::Operand:
      if (policy_.ends_at_operator(*this, expr, consumer.node, part)) return;
      operand(expr, consumer.node);
      return follow_link(consumer.node, part);
    case Role::Callee:
    case Role::Awaited:
      return follow(consumer.node, part);
    case Role::Argument:
      return argument(expr, consumer, part);
    case Role::Subscripted:
      return subscripted(expr, consumer.node, part);
    case Role::Element:
      return element(expr, consumer.node, part);
    case Role::Assigned:
      return assigned(consumer.node, part);
    case Role::Augmenting:
      return augmenting(consumer.node, part);
    case Role::Returned:
      return returned(expr, consumer.node, part);
    case Role::Yielded:
      return yielded(expr);
    case Role::Iterated:
      return iterated(consumer.node, part);
    case Role::WithItem:
      return with_item(expr, part);
    case Role::Raised:  // whoever catches it has what it was made from
    case Role::Decorator:
    case Role::DefaultValue:
    case Role::Other:
      return mark(Sink::Lost, expr);
  }
}

// ---- leaving the function ---------------------------------------------------------------

void ValueFlow::returned(NodeId expr, NodeId statement, Part part) {
  if (tree_.is(statement, Kind::Lambda)) return lambda_returned(statement, part);
  const NodeId function = model_.function_of(expr);
  if (function == kNoNode) return;
  if (model_.is_generator(function)) mark(Sink::Lost, statement);  // StopIteration brings it
  if (function == summary_of_) {
    reach_.comes_back = true;
    return;
  }
  policy_.returned_by(*this, function, statement);
  if (!policy_.follows_returns()) return mark(Sink::Returned, statement);
  const CallSites& sites = model_.call_sites(function);
  if (!sites.complete) mark(Sink::Returned, statement);
  if (may_share(part) && sites.calls.size() > 1) return reach_.add(summary(function), statement);
  follow_calls(sites, part);
}

void ValueFlow::lambda_returned(NodeId lambda, Part part) {
  if (lambda == summary_of_) {
    reach_.comes_back = true;
    return;
  }
  const Consumer consumer = model_.consumer_of(lambda);
  if (consumer.role == Role::Argument &&
      is_builtin(model_, called_expression(model_, consumer.node))) {
    return follow(consumer.node, {});  // map(lambda …), sorted(key=…)
  }
  if (consumer.role == Role::Assigned && tree_.is(consumer.node, Kind::Assignment)) {
    const NodeId target = tree_.child(consumer.node, Field::Left);
    const DefId def = tree_.is(target, Kind::Identifier) ? bindings_.definition_at(target) : kNone;
    if (def != kNone) return follow_definition(def, part);  // a call of the name is its consumer
  }
  mark(Sink::Lost, lambda);
}

void ValueFlow::yielded(NodeId expr) {
  const NodeId function = model_.function_of(expr);
  if (function == kNoNode) return;
  mark(Sink::Yielded, expr);
  if (function == summary_of_) {
    reach_.comes_back = true;
    return;
  }
  for (const NodeId call : model_.call_sites(function).calls) follow(call, {});
}

Reach ValueFlow::of_parameter(const SemanticModel& model, const FlowPolicy& policy,
                              NodeId identifier) {
  const DefId def = model.bindings().definition_at(identifier);
  if (def == kNone) {
    Reach lost;
    lost.mark(Sink::Lost, kNoNode);
    lost.comes_back = true;
    return lost;
  }
  return ValueFlow(model, policy).summary(identifier);
}

Reach reach_of(const SemanticModel& model, const FlowPolicy& policy, NodeId expr) {
  ValueFlow flow(model, policy);
  flow.start_expression(expr);
  return flow.run();
}

}  // namespace mlfix
