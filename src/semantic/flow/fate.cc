// Fate of a value: does autograd still need it, and who else gets to see it?
//
// A worklist follows the value, and everything computed from it that shares its
// graph, from consumer to consumer: through assignments, phis, containers
// (fate_containers.cc), attributes of the whole file, calls of local functions by
// a summary of the parameter (fate_calls.cc), and returns to the call sites in
// the file. It stops where the graph ends: detach, item, numbers, comparisons,
// text. Code that can't be seen makes the fate unknown. The analysis is a
// may-analysis: an answer "does not reach backward" is only given when every path
// was followed to its end.

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "semantic/flow/fate_tracer.h"
#include "semantic/flow/reflection.h"
#include "semantic/flow/revealed.h"
#include "semantic/model_caches.h"
#include "semantic/names/access_path.h"

namespace mlfix {

// ---- the worklist -------------------------------------------------------------

void FateTracer::mark_backward(NodeId at) {
  if (!result_.fate.backward) result_.fate.backward_at = at;
  result_.fate.backward = true;
}

void FateTracer::mark_unknown(NodeId at) {
  if (!result_.fate.unknown) result_.fate.unknown_at = at;
  result_.fate.unknown = true;
  result_.fate.lost = true;
}

void FateTracer::mark_unseen(NodeId call) {
  const bool lost = result_.fate.lost;
  mark_unknown(call);
  result_.fate.lost = lost;
}

void FateTracer::mark_escape(bool Fate::*how, NodeId at) {
  if (result_.fate.escapes_at == kNoNode) result_.fate.escapes_at = at;
  result_.fate.*how = true;
}

void FateTracer::mark_revealed(bool reveals, NodeId at) {
  if (!reveals) return;
  if (!result_.fate.revealed) result_.fate.revealed_at = at;
  result_.fate.revealed = true;
}

void FateTracer::push_expression(NodeId expr, Part part) {
  if (expr == kNoNode) return;
  if (seen_.emplace(Place::Expression, expr, part).second) {
    queue_.push_back({Place::Expression, expr, part});
  }
}

void FateTracer::push_definition(DefId def, Part part) {
  if (def == kNone) return;
  if (seen_.emplace(Place::Definition, def, part).second) {
    queue_.push_back({Place::Definition, def, part});
  }
}

void FateTracer::push_attribute(NodeId attribute, Part part) {
  if (seen_.emplace(Place::Attribute, attribute, part).second) {
    queue_.push_back({Place::Attribute, attribute, part});
  }
}

ParameterFate FateTracer::run() {
  while (!queue_.empty()) {
    const Item item = queue_.back();
    queue_.pop_back();
    model_.work().spend();
    if (++steps_ > kMaxFateSteps) {
      mark_unknown(item.place == Place::Definition ? bindings_.definition(item.id).node : item.id);
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
  return result_;
}

// ---- places -------------------------------------------------------------------

namespace {

// Fates that were traced as part of others, which share most of their way.
template <typename Key>
struct Traced {
  std::map<Key, Fate> known;
  std::set<Key> in_progress;
};

struct TracedFates {
  Traced<DefId> values;   // that the definition binds
  Traced<DefId> objects;  // values that are put into the object which the definition stands for
  Traced<std::pair<std::string_view, NodeId>> attributes;  // values that they get; with the class
  Traced<NodeId> links;                                    // sums and attributes in others
  int depth = 0;
};

// Traces in traces: what is deeper is followed in the innermost one.
constexpr int kMaxTracesInTraces = 1000;

// The fate of what `key` stands for, traced by `trace` when it is first asked for. What is being
// traced just now is followed as if nobody had asked for it, so that each answer is whole:
// nullptr for that.
template <typename Key, typename Trace>
const Fate* trace_once(TracedFates& fates, Traced<Key>& traced, const Key& key, Trace trace) {
  auto known = traced.known.find(key);
  if (known == traced.known.end()) {
    if (fates.depth == kMaxTracesInTraces || !traced.in_progress.insert(key).second) {
      return nullptr;
    }
    ++fates.depth;
    known = traced.known.emplace(key, trace()).first;
    --fates.depth;
    traced.in_progress.erase(key);
  }
  return &known->second;
}

}  // namespace

bool FateTracer::may_merge(Part part) const {
  return summary_of_ == kNoNode && part.whole() && part.around == 0;
}

template <typename Start>
Fate FateTracer::trace_from(Start start) const {
  int steps = 0;
  FateTracer tracer(model_, caches_, names_cache_, steps, kNoNode);
  start(tracer);
  return tracer.run().fate;
}

// Takes over the fate of the definition as a whole, instead of following it once more. False
// where that can't be done.
bool FateTracer::merge_fate_of(DefId def, Part part, bool as_object) {
  if (!may_merge(part)) return false;
  auto& fates = model_.notes<TracedFates>();
  const Fate* fate = trace_once(fates, as_object ? fates.objects : fates.values, def, [&] {
    return trace_from([&](FateTracer& tracer) {
      as_object ? tracer.start_object(def) : tracer.start_definition(def);
    });
  });
  if (fate != nullptr) merge(*fate, bindings_.definition(def).node);
  return fate != nullptr;
}

// The same for all that the attribute gets.
bool FateTracer::merge_fate_of_attribute(NodeId owner, std::string_view name, NodeId stored,
                                         Part part) {
  if (!may_merge(part)) return false;
  auto& fates = model_.notes<TracedFates>();
  const Fate* fate = trace_once(fates, fates.attributes, std::pair(name, owner), [&] {
    return trace_from([&](FateTracer& tracer) { tracer.start_attribute(owner, name); });
  });
  if (fate != nullptr) merge(*fate, stored);
  return fate != nullptr;
}

// The same for a sum that is a term of another, and an attribute of which one is read: all
// links of a chain go the same way.
bool FateTracer::merge_fate_of_link(NodeId link, Part part) {
  if (!may_merge(part) || !tree_.is(tree_.parent(link), tree_.kind(link))) return false;
  auto& fates = model_.notes<TracedFates>();
  const Fate* fate = trace_once(fates, fates.links, link, [&] {
    return trace_from([&](FateTracer& tracer) { tracer.start_expression(link); });
  });
  if (fate != nullptr) merge(*fate, link);
  return fate != nullptr;
}

void FateTracer::definition(DefId def, Part part) {
  if (merge_fate_of(def, part, /*as_object=*/false)) return;
  const Definition& d = bindings_.definition(def);
  const Scope& scope = bindings_.scope(d.scope);
  if (scope.has_dynamic_names) mark_unknown(d.node);
  model_.work().spend(d.uses.size());
  for (const UseId u : d.uses) {
    const Use& use = bindings_.use(u);
    if (use.captured) mark_escape(&Fate::captured, use.node);
    const NodeId parent = tree_.parent(use.node);
    const bool augmented =
        tree_.is(parent, Kind::AugmentedAssignment) && tree_.field(use.node) == Field::Left;
    if (!augmented) push_expression(use.node, part);
  }
  for (const DefId phi : d.phis) push_definition(phi, part);
  if (is_made_inside(def)) outer_reads(def, part);
  if (scope.kind == ScopeKind::Module && model_.is_notebook()) other_cells(def, part);
  if (scope.kind == ScopeKind::Class && d.node != kNoNode) {
    mark_escape(&Fate::stored_attribute, d.node);
    for (const AttributeAccess& access :
         model_.attribute_accesses(bindings_.variable_of(def).name)) {
      if (access.is_load) push_expression(access.node, part);
    }
  }
}

// Does a function bind the name of the scope around it (global, nonlocal)?
bool FateTracer::is_made_inside(DefId def) const {
  const Definition& d = bindings_.definition(def);
  const bool named = d.node != kNoNode && tree_.is(d.node, Kind::Identifier);
  if (!named || !bindings_.variable_of(def).declared_global) return false;
  const NodeId function = model_.function_of(d.node);
  const NodeId owner = bindings_.scope(d.scope).node;
  return function != kNoNode && function != owner && tree_.contains(owner, function);
}

// The function may have run before any read of the name, whatever scope that is in.
void FateTracer::outer_reads(DefId def, Part part) {
  for (const UseId u : bindings_.variable_of(def).uses) {
    model_.work().spend();
    push_expression(bindings_.use(u).node, part);
  }
}

// The reads in cells that can be run after the one that makes the definition.
void FateTracer::other_cells(DefId def, Part part) {
  const auto cell = model_.cell_of(bindings_.definition(def).node);
  for (const UseId u : bindings_.variable_of(def).uses) {
    model_.work().spend();
    const NodeId node = bindings_.use(u).node;
    if (model_.cell_of(node) != cell && model_.sees_other_cells(u)) push_expression(node, part);
  }
}

// Every load of the attribute in the file, but for those through the `self` of
// a class that has nothing to do with the one that stores it.
void FateTracer::attribute(NodeId stored, Part part) {
  mark_escape(&Fate::stored_attribute, stored);
  const std::string_view name = last_name(tree_, stored);
  if (is_read_out_of_sight(model_, name)) mark_unseen(stored);
  NodeId owner = kNoNode;
  const auto accesses = model_.attribute_accesses(name);  // in source order
  const auto own = std::ranges::lower_bound(accesses, stored, {}, &AttributeAccess::node);
  if (own != accesses.end() && own->node == stored) owner = own->klass;
  if (!merge_fate_of_attribute(owner, name, stored, part)) push_loads(owner, name, part);
}

void FateTracer::push_loads(NodeId owner, std::string_view name, Part part) {
  const auto push_each = [&](std::span<const AttributeAccess> related) {
    model_.work().spend(related.size());
    for (const AttributeAccess& access : related) {
      if (access.is_load) push_expression(access.node, part);
    }
  };
  if (owner == kNoNode) return push_each(model_.attribute_accesses(name));
  push_each(calls_.names().accesses_of_joined_family(owner, name));
}

bool FateTracer::is_store_target(NodeId n) const {
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

void FateTracer::expression(NodeId expr, Part part) {
  if (is_store_target(expr)) return;
  const Consumer consumer = model_.consumer_of(expr);
  switch (consumer.role) {
    case Role::Discarded:
      return mark_revealed(model_.is_displayed(model_.statement_of(expr)), expr);
    case Role::Formatted:
      return mark_revealed(interpolation_reveals(model_, expr), expr);
    case Role::Compared:
      return compared(expr, consumer.node);
    case Role::Index:
    case Role::Condition:
    case Role::Deleted:
    case Role::Annotation:
    case Role::BaseClass:
      return;
    case Role::Receiver:
      return receiver(consumer, part);
    case Role::MethodReceiver:
      return method(expr, consumer, part);
    case Role::Operand:
      if (is_percent_format(model_, consumer.node)) {
        if (part.around > 0) part = {};
        return mark_revealed(percent_reveals(model_, consumer.node, {part.index, part.key}), expr);
      }
      operand(expr, consumer.node);
      if (!merge_fate_of_link(consumer.node, part)) push_expression(consumer.node, part);
      return;
    case Role::Callee:
    case Role::Awaited:
      return push_expression(consumer.node, part);
    case Role::Argument:
      return argument(expr, consumer, part);
    case Role::Subscripted:
      return subscripted(consumer.node, part);
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
      return mark_unknown(expr);
  }
}

// A comparison gives no graph on; one by identity tells a value from its copy.
void FateTracer::compared(NodeId expr, NodeId comparison) {
  const std::string_view text = tree_.text(comparison);
  if (text.find(" is ") == text.npos) return;
  for (const NodeId operand : tree_.children(comparison)) {
    const Kind kind = tree_.kind(operand);
    const bool singleton = kind == Kind::None || kind == Kind::True || kind == Kind::False;
    if (singleton) return;
  }
  mark_unseen(expr);
}

// ---- leaving the function ---------------------------------------------------------------

void FateTracer::returned(NodeId expr, NodeId statement, Part part) {
  if (tree_.is(statement, Kind::Lambda)) return lambda_returned(statement, part);
  const NodeId function = model_.function_of(expr);
  if (function == kNoNode) return;
  if (model_.is_generator(function)) mark_unknown(statement);  // StopIteration brings it
  if (function == summary_of_) {
    result_.comes_back = true;
    return;
  }
  const NodeId klass = model_.method_class(function);
  const NodeId name = tree_.child(function, Field::Name);
  if (klass != kNoNode && name != kNoNode && tree_.text(name) == "forward" &&
      model_.derives_from(klass, "torch.nn.Module")) {
    result_.fate.in_forward_output = true;
  }
  const CallSites& sites = model_.call_sites(function);
  if (!sites.complete) mark_escape(&Fate::returned, statement);
  for (const NodeId call : sites.calls) push_expression(call, part);
}

void FateTracer::lambda_returned(NodeId lambda, Part part) {
  if (lambda == summary_of_) {
    result_.comes_back = true;
    return;
  }
  const Consumer consumer = model_.consumer_of(lambda);
  if (consumer.role == Role::Argument &&
      is_builtin(model_, called_expression(model_, consumer.node))) {
    return push_expression(consumer.node, {});  // map(lambda …), sorted(key=…)
  }
  if (consumer.role == Role::Assigned && tree_.is(consumer.node, Kind::Assignment)) {
    const NodeId target = tree_.child(consumer.node, Field::Left);
    const DefId def = tree_.is(target, Kind::Identifier) ? bindings_.definition_at(target) : kNone;
    if (def != kNone) return push_definition(def, part);  // a call of the name is its consumer
  }
  mark_unknown(lambda);
}

void FateTracer::yielded(NodeId expr) {
  const NodeId function = model_.function_of(expr);
  if (function == kNoNode) return;
  mark_escape(&Fate::yielded, expr);
  if (function == summary_of_) {
    result_.comes_back = true;
    return;
  }
  for (const NodeId call : model_.call_sites(function).calls) push_expression(call, {});
}

Fate SemanticModel::fate(NodeId expr) const {
  auto& known = caches_->flow.expression_fates;
  if (const auto found = known.find(expr); found != known.end()) return found->second;
  int steps = 0;
  FateTracer tracer(*this, caches_->flow, caches_->names, steps, kNoNode);
  tracer.start_expression(expr);
  return known.insert_or_assign(expr, tracer.run().fate).first->second;
}

Fate SemanticModel::parameter_fate(NodeId identifier, bool& comes_back) const {
  const DefId def = bindings_.definition_at(identifier);
  Fate lost;
  lost.unknown = lost.lost = comes_back = true;
  if (def == kNone) return lost;
  int steps = 0;
  NodeId function = tree_->ancestor(identifier, Kind::FunctionDefinition);
  FateTracer tracer(*this, caches_->flow, caches_->names, steps, function);
  tracer.start_definition(def);
  const ParameterFate result = tracer.run();
  comes_back = result.comes_back;
  return result.fate;
}

Fate SemanticModel::fate_of(DefId def) const {
  auto& known = caches_->flow.definition_fates;
  if (const auto found = known.find(def); found != known.end()) return found->second;
  int steps = 0;
  FateTracer tracer(*this, caches_->flow, caches_->names, steps, kNoNode);
  tracer.start_definition(def);
  return known.insert_or_assign(def, tracer.run().fate).first->second;
}

}  // namespace mlfix
