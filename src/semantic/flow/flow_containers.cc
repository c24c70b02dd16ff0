// Assignments, displays and containers: the value is told from what is beside it as long
// as constant keys, or places in a tuple, tell which part of the container it is.

#include <array>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/container_store.h"
#include "semantic/flow/same_place.h"
#include "semantic/flow/value_flow.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/names/elements.h"
#include "semantic/names/operators.h"
#include "semantic/semantic_model.h"

namespace mlfix {

// ---- assignments --------------------------------------------------------------------

void ValueFlow::assign_target(NodeId target, Part part) {
  switch (tree_.kind(target)) {
    case Kind::Identifier: {
      const DefId name = bindings_.definition_at(target);
      if (policy_.ends_at_name(*this, name)) return;
      return follow_definition(name, part);
    }
    case Kind::Attribute: {
      policy_.stored(*this, target);
      set_by_property(target);
      const std::string_view name = last_name(tree_, target);
      if (policy_.is_kept_in_attribute(name)) follow_attribute(target, part);
      return;
    }
    case Kind::Subscript: {
      policy_.stored(*this, target);
      const Part key = part_of_key(tree_, tree_.child(target, Field::Subscript));
      if (set_by_method(target)) return;
      return into_container(tree_.child(target, Field::Value),
                            key.key.empty() || !part.whole() ? as_item(part) : key);
    }
    case Kind::PatternList:
    case Kind::TuplePattern:
    case Kind::ListPattern:
      return assign_pattern(target, part);
    case Kind::ListSplatPattern:
      return assign_target(tree_.first_child(target), {});
    default:
      return mark(Sink::Lost, target);
  }
}

// self.loss = value, where a class of the file has a property of that name with a setter.
void ValueFlow::set_by_property(NodeId attribute) {
  const std::string_view name = last_name(tree_, attribute);
  take_answer({FlowKey::Kind::Setter, kNoNode, name}, attribute);
}

// collector["loss"] = value, where a class of the file has a __setitem__.
bool ValueFlow::set_by_method(NodeId subscript) {
  const NodeId setter = calls_.names().item_setter(subscript);
  if (setter == kNoNode) {
    given_to_methods(tree_.child(subscript, Field::Value), subscript, kItemSetter);
    return false;
  }
  const std::vector<NodeId> parameters = parameter_names(tree_, setter);
  if (parameters.size() != 3 || bindings_.definition_at(parameters[2]) == kNone) return false;
  take_summary(parameters[2], subscript);
  return true;
}

void ValueFlow::assign_pattern(NodeId pattern, Part part) {
  const Elements& targets = placed_elements(model_, pattern);
  const auto wanted = static_cast<std::size_t>(part.index);
  const bool one = part.around == 0 && part.index >= 0 && !targets.have_star();
  if (one && wanted < targets.all.size()) return assign_target(targets.all[wanted], {});
  work_.spend(targets.all.size());
  const Part inside = part.around > 0 ? of_item(part) : Part{};
  for (const NodeId target : targets.all) assign_target(target, inside);
}

void ValueFlow::assigned(NodeId statement, Part part) {
  if (tree_.is(statement, Kind::NamedExpression)) {
    follow(statement, part);
    return assign_target(tree_.child(statement, Field::Name), part);
  }
  assign_target(tree_.child(statement, Field::Left), part);
  const NodeId outer = tree_.parent(statement);  // a = b = value
  if (tree_.is(outer, Kind::Assignment)) assigned(outer, part);
}

void ValueFlow::augmenting(NodeId value, NodeId statement, Part part) {
  if (policy_.ends_at_operator(*this, value, statement, part)) return;
  const NodeId target = tree_.child(statement, Field::Left);
  given_to_methods(target, statement,
                   operator_methods(tree_.text(tree_.child(statement, Field::Operator))));
  const bool container = model_.facts(target).could_be(Fact::Container) ||
                         tree_.is(tree_.child(statement, Field::Right), Kind::List);
  if (tree_.is(target, Kind::Identifier)) {
    follow_definition(bindings_.definition_at(target), container ? Part{} : part);
    if (container) return into_container(target, {});
    // A tensor is changed in place: all other names of it see the sum.
    const DefId before = bindings_.reaching(target);
    if (before != kNone && !model_.facts(target).must_be(Fact::Number)) {
      into_container_of(before, part);
    }
    return;
  }
  // slots[0] += value changes the tensor that is there.
  if (tree_.is(target, Kind::Subscript)) into_items(tree_.child(target, Field::Value));
  assign_target(target, {});
}

void ValueFlow::element(NodeId expr, NodeId display, Part part) {
  const Kind kind = tree_.kind(display);
  policy_.placed(*this, expr, display);
  if (kind == Kind::Dictionary) {
    NodeId pair = tree_.parent(expr);
    while (tree_.parent(pair) != display) pair = tree_.parent(pair);
    const NodeId key = tree_.is(pair, Kind::Pair) ? tree_.child(pair, Field::Key) : kNoNode;
    const bool merged = tree_.is(pair, Kind::DictionarySplat);
    const Part held =
        key != kNoNode && tree_.is(key, Kind::String) ? part_of_key(tree_, key) : Part{};
    return follow(display, merged ? part : held);
  }
  if (kind == Kind::Tuple || kind == Kind::ExpressionList) {
    return follow(display, {{}, position_among(model_, display, expr)});
  }
  NodeId item = expr;
  while (tree_.is(tree_.parent(item), Kind::ParenthesizedExpression)) item = tree_.parent(item);
  const bool list = kind == Kind::List || kind == Kind::ListComprehension;
  follow(display, list && tree_.parent(item) == display ? as_item(part) : Part{});
}

// ---- containers ---------------------------------------------------------------------

namespace {

// What `x if asked else y` and `x or y` may give.
std::vector<NodeId> chosen_among(const SyntaxTree& tree, NodeId expr) {
  std::vector<NodeId> parts;
  for (const NodeId part : tree.children(expr)) parts.push_back(part);
  if (tree.is(expr, Kind::ConditionalExpression) && parts.size() == 3) {
    parts.erase(parts.begin() + 1);
  }
  return parts;
}

}  // namespace

// The value is put into the object that `container` evaluates to: follow all
// that can see this object.
void ValueFlow::into_container(NodeId container, Part part) {
  mark(Sink::InContainer, container);
  container = model_.strip_parentheses(container);
  switch (tree_.kind(container)) {
    case Kind::Identifier: {
      const DefId def = bindings_.reaching(container);
      if (def == kNone) return mark(Sink::Lost, container);
      const UseId use = bindings_.use_at(container);
      if (use != kNone && bindings_.use(use).captured) mark(Sink::Captured, container);
      return into_container_of(def, part);
    }
    case Kind::Attribute:
      return follow_attribute(container, part);
    case Kind::Subscript: {
      into_items(tree_.child(container, Field::Value));
      const Part item = part_of_key(tree_, tree_.child(container, Field::Subscript));
      return into_container(tree_.child(container, Field::Value), item.key.empty() ? Part{} : item);
    }
    case Kind::ConditionalExpression:
    case Kind::BooleanOperator:
      for (const NodeId one : chosen_among(tree_, container)) into_container(one, part);
      return;
    case Kind::Call: {
      const NodeId called = called_expression(model_, container);
      if (tree_.is(called, Kind::Attribute) &&
          model_.means(Meaning::ContainerMethod, last_name(tree_, called))) {
        into_items(tree_.child(called, Field::Object));
        return into_container(tree_.child(called, Field::Object), {});
      }
      if (into_given_back(container)) return;
      return mark(Sink::Lost, container);
    }
    default:
      return mark(Sink::Lost, container);
  }
}

void ValueFlow::into_container_of(DefId def, Part part) {
  work_.spend();
  if (!containers_seen_.insert({def, part}).second) return;
  const NodeId at = bindings_.definition(def).node;
  if (may_share(part) && merge_answer({FlowKey::Kind::Object, def, {}}, at)) return;
  follow_definition(def, part);
  const Definition& d = bindings_.definition(def);
  switch (d.kind) {
    case DefKind::Phi:
    case DefKind::LoopPhi:
    case DefKind::AugAssign:
      for (const DefId operand : d.operands) into_container_of(operand, part);
      return;
    case DefKind::Parameter:
      return into_argument_of_callers(d, part);
    case DefKind::Assign: {
      const NodeId value = d.value == kNoNode ? kNoNode : model_.strip_parentheses(d.value);
      if (value == kNoNode) return;
      const Kind kind = tree_.kind(value);
      if (kind == Kind::Attribute || kind == Kind::Subscript ||
          kind == Kind::ConditionalExpression || kind == Kind::BooleanOperator) {
        return into_container(value, part);
      }
      if (kind == Kind::Identifier && bindings_.reaching(value) != kNone) {
        return into_container_of(bindings_.reaching(value), part);
      }
      if (kind == Kind::Call) {
        if (may_give_view(model_, value)) into_viewed(value);
        into_given_back(value);
      }
      return into_chain_of(d.node, part);
    }
    case DefKind::For: {
      const std::vector<NodeId> given = given_in_turn(model_, d);
      if (given.empty()) {
        into_items(d.value);
        return into_container(d.value, {});
      }
      for (const NodeId one : given) into_container(one, {});
      return;
    }
    case DefKind::Import:
      return mark(Sink::Lost, d.node);
    case DefKind::Unpack:
      return into_unpacked(d.value);
    default:
      return;
  }
}

// What a call gives that was there before: an item of what a function of the language goes
// through, or what a function of the file keeps or is given. Is it known to?
bool ValueFlow::into_given_back(NodeId call) {
  const NodeId called = called_expression(model_, call);
  if (is_builtin(model_, called)) {
    if (!model_.means(Meaning::IteratesArgument, tree_.text(called))) return false;
    for (const NodeId argument : model_.arguments(call)) into_whole(argument);
    return true;
  }
  // In code: the methods of lists and dicts that give an item.
  constexpr std::array<std::string_view, 5> kGivers{"get", "setdefault", "pop", "popleft",
                                                    "popitem"};
  if (tree_.is(called, Kind::Attribute) && model_.qualified_text(called).empty() &&
      is_one_of(last_name(tree_, called), kGivers)) {
    into_whole(tree_.child(called, Field::Object));
    return true;
  }
  const NodeId function = model_.callee(call);
  if (!tree_.is(function, Kind::FunctionDefinition)) return false;
  bool any = false;
  for (const NodeId value : model_.returned_values(function)) any = into_kept(value) || any;
  return any;
}

// The value is put into an item of the container, which whoever reads the container gets.
void ValueFlow::into_whole(NodeId container) {
  into_items(container);
  const Kind kind = tree_.kind(model_.strip_parentheses(container));
  const bool is_place = kind == Kind::Identifier || kind == Kind::Attribute ||
                        kind == Kind::Subscript || kind == Kind::Call;
  if (is_place) into_container(container, {});
}

// What a function returns, where that is no object that it makes.
bool ValueFlow::into_kept(NodeId value) {
  for (;;) {
    value = model_.strip_parentheses(value);
    const Kind kind = tree_.kind(value);
    if (kind == Kind::Attribute || kind == Kind::Subscript) break;
    const DefId def = kind == Kind::Identifier ? bindings_.reaching(value) : DefId{kNone};
    if (def == kNone) return false;
    const Definition& d = bindings_.definition(def);
    if (d.kind == DefKind::Parameter || d.kind == DefKind::For) break;
    if (d.kind != DefKind::Assign || d.value == kNoNode) return false;
    work_.spend();
    value = d.value;
  }
  into_container(value, {});
  return true;
}

// The value is put into an item of the container: `parts["mask"][:] = value`, `for buffer in
// buffers`. What else has that item is followed.
void ValueFlow::into_items(NodeId container) {
  container = model_.strip_parentheses(container);
  switch (tree_.kind(container)) {
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::ExpressionList:
    case Kind::Dictionary:
      for (const NodeId item : tree_.children(container)) {
        into_item(tree_.is(item, Kind::Pair) ? tree_.child(item, Field::Value) : item);
      }
      return;
    case Kind::ListSplat:
    case Kind::DictionarySplat:
      return into_items(tree_.first_child(container));
    case Kind::Identifier:
      if (bindings_.reaching(container) != kNone) into_items_of(bindings_.reaching(container));
      return;
    case Kind::Call: {
      const NodeId called = called_expression(model_, container);
      if (is_builtin(model_, called)) {
        for (const NodeId argument : model_.arguments(container)) into_items(argument);
      } else if (tree_.is(called, Kind::Attribute) && model_.qualified_text(called).empty()) {
        into_items(tree_.child(called, Field::Object));
      }
      return;
    }
    default:
      return;
  }
}

void ValueFlow::into_item(NodeId item) {
  item = model_.strip_parentheses(item);
  const Kind kind = tree_.kind(item);
  if (kind == Kind::ListSplat || kind == Kind::DictionarySplat) return into_items(item);
  const bool is_place = kind == Kind::Identifier || kind == Kind::Attribute ||
                        kind == Kind::Subscript || kind == Kind::ConditionalExpression;
  if (is_place && !model_.facts(item).must.has_any(Fact::Number | FactSet(Fact::String))) {
    into_container(item, {});
  } else if (kind == Kind::Call) {
    if (may_give_view(model_, item)) into_viewed(item);
    into_given_back(item);
  } else {
    into_items(item);
  }
}

void ValueFlow::into_items_of(DefId def) {
  work_.spend();
  if (!items_seen_.insert(def).second) return;
  const NodeId at = bindings_.definition(def).node;
  if (may_share({}) && merge_answer({FlowKey::Kind::Items, def, {}}, at)) return;
  into_each_item_of(def);
}

void ValueFlow::into_each_item_of(DefId def) {
  items_seen_.insert(def);
  const Definition& d = bindings_.definition(def);
  for (const DefId operand : d.operands) into_items_of(operand);
  if (d.kind == DefKind::Assign && d.value != kNoNode) into_items(d.value);
  for (const UseId use : d.uses) {
    const NodeId read = bindings_.use(use).node;
    const Consumer consumer = model_.consumer_of(read);
    if (consumer.role == Role::MethodReceiver) {
      if (const auto store = store_by_method(model_, consumer.node)) into_item(store->value);
    } else if (const NodeId up = tree_.parent(read); tree_.is(up, Kind::Subscript) &&
                                                     tree_.field(up) == Field::Left &&
                                                     tree_.is(tree_.parent(up), Kind::Assignment)) {
      const NodeId value = tree_.child(tree_.parent(up), Field::Right);
      if (value != kNoNode) into_item(value);
    }
  }
}

// a = b = []: the targets of one chain are names of one object. What is followed for one of
// the names is followed for all, so the others are gone to as plain names.
// The value is put into a view, and with it into what is viewed.
void ValueFlow::into_viewed(NodeId call) {
  const NodeId called = called_expression(model_, call);
  const bool is_method = tree_.is(called, Kind::Attribute) &&
                         model_.qualified_text(called).empty() &&
                         !model_.facts(called).may_be(Fact::Module);
  const NodeId viewed =
      is_method ? tree_.child(called, Field::Object) : model_.argument(call, 0, "input");
  if (tree_.is(viewed, Kind::Identifier) && bindings_.reaching(viewed) != kNone) {
    into_container_of(bindings_.reaching(viewed), {});
  } else if (tree_.is(viewed, Kind::Call) && may_give_view(model_, viewed)) {
    into_viewed(viewed);
  } else if (tree_.is(viewed, Kind::Attribute)) {
    into_container(viewed, {});
  }
}

void ValueFlow::into_chain_of(NodeId target, Part part) {
  NodeId outermost = tree_.parent(target);
  while (tree_.is(tree_.parent(outermost), Kind::Assignment)) outermost = tree_.parent(outermost);
  for (NodeId link = outermost; tree_.is(link, Kind::Assignment);
       link = tree_.child(link, Field::Right)) {
    const NodeId other = tree_.child(link, Field::Left);
    if (other == target) continue;
    if (!tree_.is(other, Kind::Identifier)) {
      into_container(other, part);
    } else if (const DefId def = bindings_.definition_at(other); def != kNone) {
      if (containers_seen_.insert({def, part}).second) follow_definition(def, part);
    }
  }
}

// a, b = mine, yours: each may be the container.
void ValueFlow::into_unpacked(NodeId value) {
  value = value == kNoNode ? value : model_.strip_parentheses(value);
  if (tree_.is(value, Kind::Identifier)) return into_container(value, {});
  const bool display = tree_.is(value, Kind::Tuple) || tree_.is(value, Kind::List) ||
                       tree_.is(value, Kind::ExpressionList);
  if (!display) return;
  for (const NodeId item : tree_.children(value)) {
    const NodeId named = model_.strip_parentheses(item);
    const Kind kind = tree_.kind(named);
    if (kind == Kind::Identifier || kind == Kind::Attribute || kind == Kind::Subscript) {
      into_container(named, {});
    }
  }
}

// A container that came in as a parameter: the callers see the value.
void ValueFlow::into_argument_of_callers(const Definition& parameter, Part part) {
  const NodeId function = bindings_.scope(parameter.scope).node;
  if (!tree_.is(function, Kind::FunctionDefinition)) return mark(Sink::Lost, parameter.node);
  const CallSites& sites = model_.call_sites(function);
  if (!sites.complete) mark(Sink::Returned, parameter.node);
  // Its default lives as long as the function.
  const bool has_default = parameter.value != kNoNode && !tree_.is(parameter.value, Kind::None);
  if (has_default) mark(Sink::Captured, parameter.node);
  // self[name] = value: the object is a container, which its other methods see, too.
  const std::vector<NodeId> parameters = parameter_names(tree_, function);
  const bool is_object = model_.method_class(function) != kNoNode && !parameters.empty() &&
                         parameters.front() == parameter.node;
  if (is_object) mark(Sink::OnAttribute, parameter.node);
  for (const NodeId call : sites.calls) {
    const NodeId called = called_expression(model_, call);
    if (is_object && tree_.is(called, Kind::Attribute)) {
      into_container(tree_.child(called, Field::Object), part);
    }
    for (const NodeId given : model_.arguments(call)) {
      const NodeId node =
          tree_.is(tree_.parent(given), Kind::KeywordArgument) ? tree_.parent(given) : given;
      if (calls_.parameter_for(call, function, node) == parameter.node) {
        into_container(given, part);
      }
    }
  }
}

void ValueFlow::subscripted(NodeId value, NodeId subscript, Part part) {
  const NodeId key = tree_.child(subscript, Field::Subscript);
  if (!part.whole() && !may_be_same_part(part, part_of_key(tree_, key))) return;
  if (is_store_target(subscript)) return policy_.written(*this, value);
  if (!policy_.follows_items() || policy_.ends_at_item(*this, value, subscript, part)) return;
  if (!tree_.is(key, Kind::Slice)) return follow(subscript, of_item(part));
  follow(subscript, part.around > 0 ? part : Part{part.key, -1});
}

namespace {

constexpr int kAroundPairs = 2;  // the pairs of a dict, and what goes through them

}  // namespace

void ValueFlow::iterated(NodeId clause, Part part) {
  const NodeId left = tree_.child(clause, Field::Left);
  if (left == kNoNode) return mark(Sink::Lost, clause);
  if (!policy_.follows_items()) return;
  // A dict gives its values in the second place of its items, a count goes before them.
  const NodeId source = model_.strip_parentheses(tree_.child(clause, Field::Right));
  const bool has_keys = model_.method_name(source) == "items";
  const bool paired =
      has_keys || (tree_.is(source, Kind::Call) &&
                   is_builtin_name(model_, tree_.child(source, Field::Function), "enumerate"));
  const bool pattern = tree_.is(left, Kind::PatternList) || tree_.is(left, Kind::TuplePattern);
  if (has_keys && pattern && part.around >= kAroundPairs) {
    const Elements& pair = placed_elements(model_, left);
    if (pair.all.size() == 2 && !pair.have_star()) {
      return assign_target(pair.all[1], of_item(of_item(part)));
    }
  }
  if (paired && pattern) return assign_pattern(left, {{}, 1});
  if (trace_ != nullptr && pattern) {
    if (const int place = traced_place_in(source); place >= 0) {
      return assign_pattern(left, {{}, place});
    }
  }
  assign_target(left, paired ? Part{} : of_item(part));
}

void ValueFlow::with_item(NodeId expr, Part part) {
  NodeId up = tree_.parent(expr);
  while (up != kNoNode && !tree_.is(up, Kind::AsPattern) && !tree_.is(up, Kind::WithItem)) {
    up = tree_.parent(up);
  }
  if (!tree_.is(up, Kind::AsPattern)) return;
  const NodeId alias = tree_.child(up, Field::Alias);
  if (alias != kNoNode) assign_target(tree_.first_child(alias), part);
}

}  // namespace mlfix
