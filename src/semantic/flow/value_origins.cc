// Steps back over the language. Sources and everything that libraries do are the policies'. See
// value_origins.h.
//
// What is held in a container is told from what is beside it as in the forward direction (part.h):
// by constant keys, and by places in displays, tuples that functions return included. What is added
// to a container after it was made is not looked for.

#include "semantic/flow/value_origins.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/calls.h"
#include "semantic/names/elements.h"
#include "semantic/names/name_resolver.h"
#include "semantic/semantic_model.h"

namespace mlfix {

// ---- the worklist -------------------------------------------------------------

void ValueOrigins::push(Item item) {
  if (!seen_.emplace(item.is_definition, item.id, item.wanted).second) return;
  if (trace_ != nullptr) return trace_push(item);
  queue_.push_back(item);
}

ValueOrigins::ValueOrigins(const SemanticModel& model, const OriginPolicy& policy)
    : model_(model),
      tree_(model.tree()),
      bindings_(model.bindings()),
      work_(model.work()),
      policy_(policy),
      memory_(policy.memory(model)) {}

void ValueOrigins::spend(std::size_t steps) {
  work_.spend(steps);
  steps_ += steps;
}

void ValueOrigins::follow(NodeId expr, Wanted wanted) {
  if (expr != kNoNode) push({false, model_.strip_parentheses(expr), wanted});
}

void ValueOrigins::follow_all(std::span<const NodeId> exprs, Wanted wanted) {
  for (const NodeId expr : exprs) follow(expr, wanted);
}

void ValueOrigins::follow_definition(DefId def, Wanted wanted) {
  if (def != kNone) push({true, def, wanted});
}

const Origins& ValueOrigins::run() {
  while (!queue_.empty()) {
    const Item item = queue_.back();
    queue_.pop_back();
    work_.spend();
    if (memory_ == nullptr && ++steps_ > policy_.most_steps()) {
      mark(Source::GivenUp, item.is_definition ? bindings_.definition(item.id).node : item.id);
      stop();
    } else {
      visit(item);
    }
  }
  return origins_;
}

void ValueOrigins::visit(Item item) {
  if (item.is_definition) {
    definition(item.id, item.wanted);
  } else {
    expression(item.id, item.wanted);
  }
}

// ---- answers that are kept -----------------------------------------------------

Origins ValueOrigins::answer_of(NodeId expr) {
  expr = model_.strip_parentheses(expr);
  return answer({OriginKey::Kind::Link, expr, {}});
}

std::optional<Origins> ValueOrigins::answer_of_returned(NodeId function, Wanted wanted) {
  if (gives_another(function)) return Origins();
  const std::size_t before = std::exchange(lowest_open_, SIZE_MAX);
  const Origins found = answer({OriginKey::Kind::Result, function, wanted});
  const bool waits = lowest_open_ != SIZE_MAX;
  lowest_open_ = std::min(before, lowest_open_);
  return waits ? std::nullopt : std::optional(found);
}

// Takes over a kept answer. False where there is none, or it is the one that is looked for.
bool ValueOrigins::take_kept(OriginKey::Kind kind, std::uint32_t id, Wanted wanted) {
  const bool one_part = !wanted.part.whole() || wanted.part.around > 0;
  const OriginKey key{kind, id, {wanted.held, {}}};
  if (memory_ == nullptr || one_part || (answers_ != nullptr && *answers_ == key)) return false;
  origins_.add(answer(key), kNoNode);
  return true;
}

Origins ValueOrigins::answer(const OriginKey& key) {
  Origins none;
  if (memory_ == nullptr) {
    none.mark(Source::GivenUp, kNoNode);
    return none;
  }
  if (const Origins* found = memory_->find(key, lowest_open_)) return *found;
  if (memory_->are_too_many_open()) {
    work_.leave_unanswered("values that are made from each other in one chain");
    none.mark(Source::GivenUp, kNoNode);
    return none;
  }
  return memory_->answer(key, none, lowest_open_, [&](std::size_t& waits_for) {
    ValueOrigins inner(model_, policy_);
    inner.answers_ = &key;
    inner.start(key);
    const Origins found = inner.run();
    waits_for = inner.lowest_open_;
    return found;
  });
}

void ValueOrigins::start(const OriginKey& key) {
  const Wanted wanted = key.wanted;
  switch (key.kind) {
    case OriginKey::Kind::Definition:
      return follow_definition(key.id, wanted);
    case OriginKey::Kind::Variable:
      for (const DefId any : bindings_.variable_of(key.id).definitions) {
        follow_definition(any, wanted);
      }
      return;
    case OriginKey::Kind::Link:
      return follow(key.id, wanted);
    case OriginKey::Kind::Result:
      return follow_all(model_.returned_values(key.id), wanted);
  }
}

// A term of a sum of sums, a link of a chain of calls: each may be asked about.
bool ValueOrigins::is_link(NodeId expr) const {
  if (tree_.is(expr, Kind::BinaryOperator))
    return tree_.is(tree_.parent(expr), Kind::BinaryOperator);
  return tree_.is(expr, Kind::Call) && tree_.is(tree_.parent(expr), Kind::Attribute);
}

// ---- expressions ----------------------------------------------------------------

void ValueOrigins::expression(NodeId expr, Wanted wanted) {
  if (is_link(expr) && take_kept(OriginKey::Kind::Link, expr, wanted)) return;
  if (policy_.takes(*this, expr, wanted)) return;
  switch (tree_.kind(expr)) {
    case Kind::Identifier:
      return name(expr, wanted);
    case Kind::Call:
      return call(expr, wanted);
    case Kind::Subscript:
      return item(expr, wanted);
    case Kind::NamedExpression:
      return follow(tree_.child(expr, Field::Value), wanted);
    case Kind::Assignment:
      return follow(value_of_chain(model_, expr), wanted);
    case Kind::ConditionalExpression:
      return branches(expr, wanted);
    case Kind::BooleanOperator:
    case Kind::BinaryOperator:
      follow(tree_.child(expr, Field::Left), wanted.held ? kHeld : wanted);
      return follow(tree_.child(expr, Field::Right), wanted.held ? kHeld : wanted);
    case Kind::UnaryOperator:
      return follow(tree_.child(expr, Field::Argument), wanted);
    case Kind::ListSplat:
    case Kind::DictionarySplat:
      return follow(tree_.first_child(expr), {true, wanted.part});
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::ExpressionList:
    case Kind::Dictionary:
    case Kind::ListComprehension:
    case Kind::SetComprehension:
    case Kind::DictionaryComprehension:
    case Kind::GeneratorExpression:
      return display(expr, wanted);
    default:
      return policy_.source(*this, expr, wanted);
  }
}

void ValueOrigins::name(NodeId identifier, Wanted wanted) {
  const DefId def = bindings_.reaching(identifier);
  if (def == kNone) return policy_.source(*this, identifier, wanted);
  follow_definition(def, wanted);
  const Variable& variable = bindings_.variable_of(def);
  if (!variable.declared_global || variable.definitions.empty()) return;
  if (take_kept(OriginKey::Kind::Variable, variable.definitions.front(), wanted)) return;
  for (const DefId any : variable.definitions) follow_definition(any, wanted);
}

void ValueOrigins::branches(NodeId expr, Wanted wanted) {
  const NodeId chosen = tree_.first_child(expr);
  follow(chosen, wanted);
  follow(tree_.next_sibling(tree_.next_sibling(chosen)), wanted);
}

// ---- calls ------------------------------------------------------------------------

void ValueOrigins::call(NodeId call, Wanted wanted) {
  if (passes_arguments(call, wanted) || takes_entry(call)) return;
  const NodeId function = model_.callee(call);
  return function == kNoNode ? policy_.source(*this, call, wanted)
                             : returned(function, call, wanted);
}

// list(x), sorted(x), dict(x, key=y), next(x): items of the arguments.
bool ValueOrigins::passes_arguments(NodeId call, Wanted wanted) {
  const NodeId called = called_expression(model_, call);
  const bool passes = is_builtin(model_, called)
                          ? model_.means(Meaning::IteratesArgument, tree_.text(called))
                          : model_.is_call_to(call, Meaning::CopiesMapping);
  if (!passes || !policy_.looks_into_containers()) return false;
  const std::vector<NodeId> arguments = model_.arguments(call);
  if (arguments.empty()) policy_.source(*this, call, wanted);
  for (const NodeId argument : arguments) {
    const bool named = tree_.is(tree_.parent(argument), Kind::KeywordArgument);
    follow(argument, named ? Wanted{} : kHeld);
  }
  return true;
}

// sums.get("loss"), sums.pop("loss")
bool ValueOrigins::takes_entry(NodeId call) {
  const std::string_view method = model_.method_name(call);
  if (!policy_.looks_into_containers() || (method != "get" && method != "pop")) return false;
  const NodeId container = model_.receiver_of_call(call, method);
  if (!model_.facts(container).must_be(Fact::Container)) return false;
  const NodeId key = model_.argument(call, 0, "key");
  follow(container, {true, key == kNoNode ? Part{} : part_of_key(tree_, key)});
  follow(model_.argument(call, 1, "default"));
  return true;
}

bool ValueOrigins::gives_another(NodeId function) const {
  return tree_.is_async(function) || model_.is_generator(function) ||
         (!policy_.sees_through_decorators() && !decorators(tree_, function).empty());
}

void ValueOrigins::returned(NodeId function, NodeId call, Wanted wanted) {
  if (gives_another(function)) return policy_.source(*this, call, wanted);
  follow_returned(function, call, wanted);
}

void ValueOrigins::follow_returned(NodeId function, NodeId call, Wanted wanted) {
  const std::vector<NodeId> values = model_.returned_values(function);
  if (values.empty() || values.size() < model_.returns_of(function).size()) {
    policy_.none_returned(*this, call, wanted);
  }
  if (take_kept(OriginKey::Kind::Result, function, wanted)) return;
  follow_all(values, wanted);
}

// ---- containers -------------------------------------------------------------------

void ValueOrigins::item(NodeId subscript, Wanted wanted) {
  const NodeId container = tree_.child(subscript, Field::Value);
  const NodeId key = tree_.child(subscript, Field::Subscript);
  if (tree_.is(key, Kind::Slice)) {
    return follow(container, {wanted.held, {wanted.part.key, -1, wanted.part.around}});
  }
  follow(container, {true, wanted.held ? as_item(wanted.part) : part_of_key(tree_, key)});
}

// A tuple never changes; what else is put into a list or a dict is not seen.
bool ValueOrigins::is_opaque(NodeId display, Wanted wanted) const {
  const bool fixed = tree_.is(display, Kind::Tuple) || tree_.is(display, Kind::ExpressionList);
  return !policy_.looks_into_containers() && !(wanted.held && fixed);
}

void ValueOrigins::display(NodeId display, Wanted wanted) {
  const bool has_some =
      !is_opaque(display, wanted) &&
      (tree_.is(display, Kind::Dictionary) ? keyed(display, wanted) : placed(display, wanted));
  if (!has_some) policy_.source(*this, display, wanted);
}

// The element at a place, or all of them; in a comprehension the one that all come from. False
// where there is none.
bool ValueOrigins::placed(NodeId display, Wanted wanted) {
  const Wanted inside = wanted.part.around > 0 ? Wanted{true, of_item(wanted.part)} : Wanted{};
  const bool fixed = tree_.is(display, Kind::Tuple) || tree_.is(display, Kind::ExpressionList);
  if (fixed && wanted.held && wanted.part.around == 0 && wanted.part.index >= 0) {
    const Elements& elements = placed_elements(model_, display);
    const auto place = static_cast<std::size_t>(wanted.part.index);
    if (place < elements.before_stars) follow(elements.all[place], inside);
    if (place < elements.before_stars || !elements.have_star()) return place < elements.all.size();
  }
  bool has_some = false;
  for (const NodeId child : tree_.children(display)) {
    if (tree_.is(child, Kind::ForInClause) || tree_.is(child, Kind::IfClause)) continue;
    follow(tree_.is(child, Kind::Pair) ? tree_.child(child, Field::Value) : child, inside);
    has_some = true;
  }
  return has_some;
}

namespace {

// The entries of dictionaries: each key of a large one may be read by itself.
struct KnownEntries {
  struct Entries {
    std::unordered_map<std::string_view, std::vector<NodeId>> of_key;
    std::vector<NodeId> of_any;  // by a key that is not known, or another dictionary
  };
  std::unordered_map<NodeId, Entries> of;
};

const KnownEntries::Entries& entries_of(const SemanticModel& model, NodeId dictionary) {
  const SyntaxTree& tree = model.tree();
  const auto [known, is_new] = model.notes<KnownEntries>().of.try_emplace(dictionary);
  KnownEntries::Entries& entries = known->second;
  if (!is_new) return entries;
  for (const NodeId child : tree.children(dictionary)) {
    const NodeId key = tree.is(child, Kind::Pair) ? tree.child(child, Field::Key) : NodeId{kNoNode};
    const Part part = tree.is(key, Kind::String) ? part_of_key(tree, key) : Part{};
    (part.whole() ? entries.of_any : entries.of_key[part.key]).push_back(child);
  }
  return entries;
}

// Those that may be under that key, in source order.
std::vector<NodeId> entries_for(const SemanticModel& model, NodeId dictionary,
                                std::string_view key) {
  const KnownEntries::Entries& entries = entries_of(model, dictionary);
  const auto found = entries.of_key.find(key);
  if (found == entries.of_key.end()) return entries.of_any;
  std::vector<NodeId> both;
  std::ranges::merge(found->second, entries.of_any, std::back_inserter(both));
  return both;
}

}  // namespace

bool ValueOrigins::keyed(NodeId dictionary, Wanted wanted) {
  const bool one = wanted.held && wanted.part.around == 0 && !wanted.part.key.empty();
  const Wanted inside = wanted.part.around > 0 ? Wanted{true, of_item(wanted.part)} : Wanted{};
  bool has_some = false;
  const auto enter = [&](NodeId child) {
    const bool pair = tree_.is(child, Kind::Pair);
    follow(pair ? tree_.child(child, Field::Value) : child, pair ? inside : wanted);
    has_some = true;
  };
  if (one) {
    std::ranges::for_each(entries_for(model_, dictionary, wanted.part.key), enter);
  } else {
    for (const NodeId child : tree_.children(dictionary)) enter(child);
  }
  return has_some;
}

// ---- definitions --------------------------------------------------------------------

void ValueOrigins::definition(DefId def, Wanted wanted) {
  if (take_kept(OriginKey::Kind::Definition, def, wanted)) return;
  if (policy_.takes_definition(*this, def, wanted)) return;
  const Definition& d = bindings_.definition(def);
  switch (d.kind) {
    case DefKind::Assign:
      if (d.value == kNoNode) break;  // x: int
      return follow(d.value, wanted);
    case DefKind::Unpack:
      return unpacked(d, wanted);
    case DefKind::For:
      return iterated(d, wanted);
    case DefKind::AugAssign:
      follow(d.value, wanted.held ? kHeld : wanted);
      [[fallthrough]];
    case DefKind::Phi:
    case DefKind::LoopPhi:
      for (const DefId operand : d.operands) follow_definition(operand, wanted);
      return;
    default:
      break;
  }
  policy_.source_definition(*this, def, wanted);
}

namespace {

bool is_target_list(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::PatternList) || tree.is(n, Kind::TuplePattern) ||
         tree.is(n, Kind::ListPattern);
}

// The places, outermost first, at which a target stands in the pattern that it is a part of: 1, 0
// for a in `i, (a, b)`. -1 where a place can't be told.
std::vector<int> places_of_target(const SemanticModel& model, NodeId target) {
  const SyntaxTree& tree = model.tree();
  std::vector<int> places;
  NodeId pattern = tree.parent(target);
  if (tree.is(pattern, Kind::ListSplatPattern)) pattern = tree.parent(pattern);
  for (; is_target_list(tree, pattern); pattern = tree.parent(pattern)) {
    places.push_back(position_among(model, pattern, target));
  }
  std::ranges::reverse(places);
  return places;
}

// What the value has there that is taken apart.
Part part_at(std::span<const int> places) {
  Part part;
  if (places.empty()) return part;
  part.index = places.back();
  for (std::size_t i = 1; i < places.size(); ++i) part = as_item(part);
  return part;
}

}  // namespace

void ValueOrigins::unpacked(const Definition& d, Wanted wanted) {
  const NodeId value =
      tree_.is(d.value, Kind::Assignment) ? value_of_chain(model_, d.value) : d.value;
  const Part inside = part_at(places_of_target(model_, d.node));
  follow(value, {true, wanted.held ? as_item(wanted.part) : inside});
}

void ValueOrigins::iterated(const Definition& d, Wanted wanted) {
  item_of(d.value, places_of_target(model_, d.node), wanted);
}

// What stands at those places of each item: for x in xs, for i, (a, b) in enumerate(zip(xs, ys)),
// for name, x in xs.items()
void ValueOrigins::item_of(NodeId iterated, std::span<const int> places, Wanted wanted) {
  iterated = model_.strip_parentheses(iterated);
  const int first = places.empty() ? -1 : places.front();
  const std::string_view method = model_.method_name(iterated);
  if (method == "items" || method == "values") {
    if (first == 0 && method == "items") return policy_.source(*this, iterated, wanted);
    return follow_items(model_.receiver_of_call(iterated, method));
  }
  const NodeId called =
      tree_.is(iterated, Kind::Call) ? called_expression(model_, iterated) : NodeId{kNoNode};
  if (first >= 0 && called != kNoNode && is_builtin(model_, called)) {
    const std::string_view name = tree_.text(called);
    if (name == "enumerate" && first == 0) return policy_.source(*this, iterated, wanted);
    const NodeId inner = name == "enumerate" ? model_.argument(iterated, 0, "iterable")
                         : name == "zip"     ? model_.argument(iterated, first, "")
                                             : NodeId{kNoNode};
    if (inner != kNoNode) return item_of(inner, places.subspan(1), wanted);
  }
  follow(iterated, {true, wanted.held ? Part{} : as_item(part_at(places))});
}

// ---- questions -----------------------------------------------------------------------

Origins origins_of(const SemanticModel& model, const OriginPolicy& policy, NodeId expr) {
  ValueOrigins origins(model, policy);
  origins.follow(expr);
  return origins.run();
}

Origins origins_of_definition(const SemanticModel& model, const OriginPolicy& policy, DefId def) {
  ValueOrigins origins(model, policy);
  origins.follow_definition(def);
  return origins.run();
}

}  // namespace mlfix
