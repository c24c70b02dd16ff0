// Loops: what stays the same in all iterations, and how many there are.
//
// Invariance is decided by what the loop does to the names and attributes of
// the expression: binding, deleting, storing into, calling a method that may
// change the object, or handing it to code that may. Mutation by an optimizer
// step is not counted: it changes values inside a tensor, not what a name means.

#include <algorithm>
#include <charconv>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/trip_count.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/model_caches.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Does the method call read its receiver only, as far as its name can tell? The
// get of a mapping has a key; that of a queue takes an element out, and has at
// most a flag.
bool reads_only(const SemanticModel& model, NodeId call, const Facts& receiver) {
  const std::string_view method = model.method_name(call);
  if (method == "get") {
    const NodeId key = model.argument(call, 0, "");
    const bool has_key = key != kNoNode && !model.facts(key).must_be(Fact::Number);
    return has_key && receiver.may_be(Fact::Container);
  }
  return model.means(Meaning::ReadsReceiver, method);
}

// By the name of an attribute: is it a method with a decorator?
struct Properties {
  std::unordered_map<std::string_view, bool> known;
};

class Invariance {
 public:
  Invariance(const SemanticModel& model, FlowCaches& caches, NamesCache& names, NodeId loop)
      : model_(model),
        tree_(model.tree()),
        bindings_(model.bindings()),
        caches_(caches),
        calls_(model, names),
        loop_(loop),
        body_(tree_.child(loop, Field::Body)),
        condition_(tree_.child(loop, Field::Condition)) {}

  // The node that makes `expr` vary, or kNoNode.
  NodeId witness(NodeId expr);

 private:
  NodeId node_varies(NodeId n, NodeId expr);
  NodeId name_varies(NodeId identifier, NodeId expr);
  NodeId attribute_varies(NodeId attribute);
  NodeId call_varies(NodeId call);
  bool in_loop(NodeId n) const {
    return tree_.contains(body_, n) || (condition_ != kNoNode && tree_.contains(condition_, n)) ||
           is_loop_target(n);
  }
  bool is_loop_target(NodeId n) const {
    const NodeId left = tree_.child(loop_, Field::Left);
    return left != kNoNode && tree_.contains(left, n);
  }
  bool only_gives_attribute(NodeId identifier, NodeId expr);
  NodeId written_by_function(const Variable& variable);
  NodeId mutation_of(const Variable& variable, bool but_for_attributes);
  NodeId find_mutation_of(const Variable& variable, bool but_for_attributes);
  NodeId mutation_of_attribute(std::string_view name);
  NodeId mutated_by(NodeId place, int depth);
  NodeId mutated_by_method(NodeId place, const Consumer& consumer);
  NodeId mutated_by_callee(NodeId place, const Consumer& consumer, int depth);
  bool parameter_is_mutated(NodeId parameter, int depth);
  const std::vector<NodeId>& functions_run();
  template <typename Ids, typename Visit>
  NodeId first_run(Ids ids_in, Visit visit);
  bool is_immutable(NodeId expr) const;
  bool is_property(std::string_view name);

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Bindings& bindings_;
  FlowCaches& caches_;
  Calls calls_;
  NodeId loop_, body_, condition_;
};

NodeId Invariance::witness(NodeId expr) {
  model_.work().spend(tree_.subtree_end(expr) - expr);
  for (NodeId n = expr; n < tree_.subtree_end(expr); ++n) {
    if (const NodeId found = node_varies(n, expr); found != kNoNode) return found;
  }
  return kNoNode;
}

NodeId Invariance::node_varies(NodeId n, NodeId expr) {
  switch (tree_.kind(n)) {
    case Kind::Identifier:
      return name_varies(n, expr);
    case Kind::Attribute:
      return attribute_varies(n);
    case Kind::Call:
      return call_varies(n);
    case Kind::Yield:
    case Kind::Await:
    case Kind::NamedExpression:
    case Kind::GeneratorExpression:  // exhausted by its first reader
    case Kind::Error:
      return n;
    default:
      return kNoNode;
  }
}

NodeId Invariance::name_varies(NodeId identifier, NodeId expr) {
  const UseId use = bindings_.use_at(identifier);
  if (use == kNone) return kNoNode;  // attribute, keyword, builtin
  const DefId def = bindings_.use(use).def;
  if (def == kNone) return kNoNode;
  const Variable& variable = bindings_.variable_of(def);
  const NodeId owner = bindings_.scope(variable.scope).node;
  if (owner != expr && tree_.contains(expr, owner)) return kNoNode;  // a comprehension's own
  if (owner == expr) return kNoNode;
  for (const DefId d : bindings_.definitions_in(variable, loop_)) {
    model_.work().spend();
    const Definition& definition = bindings_.definition(d);
    if (definition.kind != DefKind::Unbound && in_loop(definition.node)) return definition.node;
  }
  if (variable.declared_global && tree_.is(owner, Kind::Module)) {
    if (const NodeId written = written_by_function(variable); written != kNoNode) return written;
  }
  return mutation_of(variable, only_gives_attribute(identifier, expr));
}

// Where a function that the loop runs writes the variable through global or nonlocal.
NodeId Invariance::written_by_function(const Variable& variable) {
  return first_run([&](NodeId region) { return bindings_.definitions_in(variable, region); },
                   [&](DefId d) { return bindings_.definition(d).node; });
}

// Is `self` read for one attribute only? Then it is by the attribute's name that stores
// are told to change it, and stores to other attributes of self do not.
bool Invariance::only_gives_attribute(NodeId identifier, NodeId expr) {
  const NodeId attribute = tree_.parent(identifier);
  return identifier != expr && tree_.is(attribute, Kind::Attribute) &&
         tree_.field(attribute) != Field::Function && calls_.names().is_self(identifier);
}

bool Invariance::is_immutable(NodeId expr) const {
  constexpr FactSet kImmutable =
      Fact::Number | Fact::String | Fact::None | Fact::Callable | Fact::ProcessGroup;
  return model_.facts(expr).must.has_any(kImmutable);
}

NodeId Invariance::mutation_of(const Variable& variable, bool but_for_attributes) {
  auto& all = caches_.variable_mutations;
  const std::tuple key(&variable, but_for_attributes, loop_);
  const auto known = all.find(key);
  if (known != all.end()) return known->second;
  return all.emplace(key, find_mutation_of(variable, but_for_attributes)).first->second;
}

NodeId Invariance::find_mutation_of(const Variable& variable, bool but_for_attributes) {
  return first_run([&](NodeId region) { return bindings_.uses_in(variable, region); },
                   [&](UseId u) -> NodeId {
                     const NodeId node = bindings_.use(u).node;
                     const bool outside = tree_.contains(loop_, node) && !in_loop(node);
                     const bool passed_by =
                         but_for_attributes && model_.consumer_of(node).role == Role::Receiver;
                     return outside || passed_by ? kNoNode : mutated_by(node, 0);
                   });
}

// The call, store or deletion that may change the object that `place` names.
NodeId Invariance::mutated_by(NodeId place, int depth) {
  if (is_immutable(place)) return kNoNode;
  const Consumer consumer = model_.consumer_of(place);
  switch (consumer.role) {
    case Role::Subscripted:
    case Role::Receiver: {
      const NodeId parent = tree_.parent(consumer.node);
      const bool stored =
          (tree_.is(parent, Kind::Assignment) || tree_.is(parent, Kind::AugmentedAssignment)) &&
          tree_.field(consumer.node) == Field::Left;
      if (stored || tree_.is(parent, Kind::DeleteStatement)) return consumer.node;
      if (consumer.role == Role::Subscripted) return mutated_by(consumer.node, depth + 1);
      return kNoNode;  // a sub-object is its own place
    }
    case Role::MethodReceiver:
      return mutated_by_method(place, consumer);
    case Role::Argument:
      return mutated_by_callee(place, consumer, depth);
    default:
      return kNoNode;
  }
}

NodeId Invariance::mutated_by_method(NodeId place, const Consumer& consumer) {
  if (reads_only(model_, consumer.node, model_.facts(place))) return kNoNode;
  // A function of a library (np.append) is no method that changes the library.
  const NodeId called = called_expression(model_, consumer.node);
  if (model_.qualified_name(called) != kNoSymbol) return kNoNode;
  // self.model(x) is no method, but runs a part, which knows nothing of its owner.
  if (model_.facts(called).may_be(Fact::Module)) return kNoNode;
  const Facts facts = model_.facts(place);
  const bool tensor = facts.must_be(Fact::Tensor) && !consumer.name.empty();
  if (!tensor && model_.means(Meaning::ChangesReceiver, consumer.name, place)) return consumer.node;
  if (const MethodInfo* info = model_.knowledge().method(consumer.name, facts)) {
    constexpr EffectBits kChanges = static_cast<EffectBits>(Effect::TrainMode) |
                                    static_cast<EffectBits>(Effect::EvalMode) |
                                    static_cast<EffectBits>(Effect::MutatesParameters) |
                                    static_cast<EffectBits>(Effect::RegistersHook) |
                                    static_cast<EffectBits>(Effect::RequiresGrad);
    const bool changes = info->in_place || (info->effects & kChanges) != 0;
    return changes ? consumer.node : kNoNode;
  }
  if (!model_.qualified_text(place).empty()) return kNoNode;  // a function of a library
  if (tensor && consumer.name.back() != '_') return kNoNode;
  if (facts.must_be(Fact::NdArray) && consumer.name != "sort" && consumer.name != "fill" &&
      consumer.name != "resize" && consumer.name != "put") {
    return kNoNode;
  }
  return consumer.node;
}

NodeId Invariance::mutated_by_callee(NodeId place, const Consumer& consumer, int depth) {
  const NodeId call = consumer.node;
  const NodeId called = called_expression(model_, call);
  const std::vector<NodeId> functions = calls_.run_by(call);
  for (const NodeId function : functions) {
    NodeId given = place;
    const NodeId list = tree_.child(call, Field::Arguments);
    while (given != kNoNode && tree_.parent(given) != list && given != list) {
      given = tree_.parent(given);
    }
    const NodeId parameter =
        given == kNoNode ? kNoNode : calls_.parameter_for(call, function, given);
    if (parameter == kNoNode || depth > 4) return call;
    if (parameter_is_mutated(parameter, depth + 1)) return call;
  }
  if (!functions.empty()) return kNoNode;
  const Symbol symbol = model_.qualified_name(called);
  if (symbol != kNoSymbol) {
    if (const CallableInfo* info = model_.knowledge().callable(symbol)) {
      constexpr auto kChanges = static_cast<EffectBits>(Effect::MutatesParameters);
      return (info->effects & kChanges) != 0 ? call : kNoNode;
    }
  }
  if (is_pure_library(model_, call)) return kNoNode;
  const Facts facts = model_.facts(called);
  if (facts.may_be(Fact::Module) || facts.may_be(Fact::Loss)) return kNoNode;
  if (tree_.is(called, Kind::Attribute)) {
    const NodeId object = tree_.child(called, Field::Object);
    const std::string_view name = last_name(tree_, called);
    if (model_.knowledge().method(name, model_.facts(object)) != nullptr) return kNoNode;
    if (model_.means(Meaning::ContainerMethod, name)) return kNoNode;
  }
  return call;
}

bool Invariance::parameter_is_mutated(NodeId parameter, int depth) {
  auto& known = caches_.mutated_parameters;
  if (const auto found = known.find(parameter); found != known.end()) return found->second;
  known[parameter] = false;  // a recursive call adds nothing
  const DefId def = bindings_.definition_at(parameter);
  bool mutated = def == kNone;
  if (def != kNone) {
    for (const UseId u : bindings_.variable_of(def).uses) {
      mutated = mutated || mutated_by(bindings_.use(u).node, depth) != kNoNode;
    }
  }
  return known[parameter] = mutated;
}

// ---- attributes and calls -----------------------------------------------------------

const std::vector<NodeId>& Invariance::functions_run() {
  auto& known = caches_.loop_reach;
  if (const auto found = known.find(loop_); found != known.end()) return found->second.functions;
  std::set<NodeId> seen;
  std::vector<NodeId> regions{loop_};
  while (!regions.empty()) {
    const NodeId region = regions.back();
    regions.pop_back();
    model_.work().spend(tree_.subtree_end(region) - region);
    for (NodeId n = region; n < tree_.subtree_end(region); ++n) {
      if (!tree_.is(n, Kind::Call)) continue;
      for (const NodeId function : calls_.run_by(n)) {
        if (seen.insert(function).second) regions.push_back(function);
      }
    }
  }
  LoopReach reach{{seen.begin(), seen.end()}};
  return known.emplace(loop_, std::move(reach)).first->second.functions;
}

// What `visit` finds in the first place that the loop runs, of those that `ids_in` gives for the
// loop and for each function that it runs; kNoNode where it finds nothing.
template <typename Ids, typename Visit>
NodeId Invariance::first_run(Ids ids_in, Visit visit) {
  const auto first_in = [&](NodeId region) {
    model_.work().spend();
    for (const auto id : ids_in(region)) {
      model_.work().spend();
      if (const NodeId found = visit(id); found != kNoNode) return found;
    }
    return NodeId{kNoNode};
  };
  if (const NodeId found = first_in(loop_); found != kNoNode) return found;
  for (const NodeId function : functions_run()) {
    if (const NodeId found = first_in(function); found != kNoNode) return found;
  }
  return kNoNode;
}

bool Invariance::is_property(std::string_view name) {
  const auto [known, is_new] = model_.notes<Properties>().known.try_emplace(name, false);
  if (!is_new) return known->second;
  for (const AttributeAccess& access : model_.attribute_accesses(name)) {
    if (access.klass == kNoNode) continue;
    const NodeId method = calls_.names().find_method(access.klass, name);
    if (method != kNoNode) return known->second = !decorators(tree_, method).empty();
  }
  return false;
}

NodeId Invariance::attribute_varies(NodeId attribute) {
  if (!model_.qualified_text(attribute).empty()) return kNoNode;
  const std::string_view name = last_name(tree_, attribute);
  if (is_property(name)) return attribute;
  auto& all = caches_.attribute_mutations;
  const auto known = all.find({name, loop_});
  if (known != all.end()) return known->second;
  return all.emplace(std::pair(name, loop_), mutation_of_attribute(name)).first->second;
}

NodeId Invariance::mutation_of_attribute(std::string_view name) {
  const auto accesses_in = [&](NodeId region) {
    return model_.attribute_accesses_in(region, name);
  };
  return first_run(accesses_in, [&](const AttributeAccess& access) -> NodeId {
    if (tree_.contains(loop_, access.node) && !in_loop(access.node)) return kNoNode;
    return access.is_store ? access.node : mutated_by(access.node, 0);
  });
}

NodeId Invariance::call_varies(NodeId call) {
  const NodeId called = called_expression(model_, call);
  if (is_builtin(model_, called)) {
    return model_.means(Meaning::SteadyBuiltin, last_name(tree_, called)) ? kNoNode : call;
  }
  if (!calls_.run_by(call).empty()) return call;
  const Symbol symbol = model_.qualified_name(called);
  if (symbol != kNoSymbol) {
    if (const CallableInfo* info = model_.knowledge().callable(symbol)) {
      const bool reads_only = info->effects == 0 && info->pure_in_arguments;
      return reads_only ? kNoNode : call;
    }
  }
  if (!tree_.is(called, Kind::Attribute)) return call;
  const NodeId object = tree_.child(called, Field::Object);
  if (!model_.qualified_text(object).empty()) return call;
  const Facts facts = model_.facts(object);
  const bool tensor = facts.must_be(Fact::Tensor);
  if (!tensor && model_.means(Meaning::ChangesReceiver, last_name(tree_, called))) return call;
  if (const MethodInfo* info = model_.knowledge().method(last_name(tree_, called), facts)) {
    return info->effects == 0 && !info->in_place ? kNoNode : call;
  }
  return reads_only(model_, call, facts) ? kNoNode : call;
}

// ---- trip counts ----------------------------------------------------------------------

std::optional<std::int64_t> integer_value(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  if (tree.is(expr, Kind::UnaryOperator)) {
    const NodeId argument = tree.child(expr, Field::Argument);
    const auto value = integer_value(model, argument);
    if (!value || tree.text(expr).front() != '-') return std::nullopt;
    return -*value;
  }
  if (tree.is(expr, Kind::Identifier)) {
    const DefId def = model.bindings().reaching(expr);
    if (def == kNone) return std::nullopt;
    const Definition& definition = model.bindings().definition(def);
    const bool only = model.bindings().variable_of(def).definitions.size() == 1;
    const bool literal =
        definition.kind == DefKind::Assign && only && tree.is(definition.value, Kind::Integer);
    return literal ? integer_value(model, definition.value) : std::nullopt;
  }
  if (!tree.is(expr, Kind::Integer)) return std::nullopt;
  std::string digits;
  for (const char c : tree.text(expr)) {
    if (c != '_') digits += c;
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

// Does the body leave the loop early (break of this loop, return)?
bool leaves_early(const SyntaxTree& tree, NodeId n) {
  for (const NodeId child : tree.children(n)) {
    switch (tree.kind(child)) {
      case Kind::BreakStatement:
      case Kind::ReturnStatement:
        return true;
      case Kind::FunctionDefinition:
      case Kind::ClassDefinition:
      case Kind::Lambda:
        break;
      case Kind::ForStatement:
      case Kind::WhileStatement: {  // a break in there is not ours, a return is
        for (NodeId i = child; i < tree.subtree_end(child); ++i) {
          if (tree.is(i, Kind::ReturnStatement)) return true;
        }
        const NodeId otherwise = tree.child(child, Field::Alternative);
        if (otherwise != kNoNode && leaves_early(tree, otherwise)) return true;
        break;
      }
      default:
        if (leaves_early(tree, child)) return true;
    }
  }
  return false;
}

// x of enumerate(x), tqdm(x), reversed(x): wrappers that keep the length.
NodeId without_wrappers(const SemanticModel& model, NodeId iterable) {
  for (int i = 0; i < 4; ++i) {
    iterable = model.strip_parentheses(iterable);
    if (!model.tree().is(iterable, Kind::Call)) break;
    const NodeId called = called_expression(model, iterable);
    const std::string_view name = last_name(model.tree(), called);
    if (name == "trange" || !model.means(Meaning::PassesItems, name)) break;
    const std::vector<NodeId> arguments = model.arguments(iterable);
    if (arguments.empty()) break;
    iterable = arguments.front();
  }
  return iterable;
}

std::optional<std::int64_t> range_count(const SemanticModel& model,
                                        const std::vector<NodeId>& arguments) {
  std::vector<std::int64_t> values;
  for (const NodeId argument : arguments) {
    const auto value = integer_value(model, argument);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  if (values.empty() || values.size() > 3) return std::nullopt;
  const std::int64_t start = values.size() == 1 ? 0 : values[0];
  const std::int64_t stop = values.size() == 1 ? values[0] : values[1];
  const std::int64_t step = values.size() == 3 ? values[2] : 1;
  constexpr std::int64_t kLimit = std::int64_t{1} << 40;
  for (const std::int64_t v : values) {
    if (v > kLimit || v < -kLimit) return std::nullopt;
  }
  if (step == 0) return std::nullopt;
  const std::int64_t span = step > 0 ? stop - start : start - stop;
  const std::int64_t stride = step > 0 ? step : -step;
  return span <= 0 ? 0 : (span + stride - 1) / stride;
}

TripCount iterable_count(const SemanticModel& model, NodeId iterable) {
  const SyntaxTree& tree = model.tree();
  TripCount result;
  iterable = without_wrappers(model, iterable);
  result.expression = iterable;
  std::optional<std::int64_t> count;
  if (tree.is(iterable, Kind::Call)) {
    const NodeId called = called_expression(model, iterable);
    if (is_builtin_name(model, called, "range") || last_name(tree, called) == "trange") {
      const std::vector<NodeId> arguments = model.arguments(iterable);
      if (arguments.size() == 1) result.expression = arguments.front();
      count = range_count(model, arguments);
    }
  } else if (tree.is(iterable, Kind::List) || tree.is(iterable, Kind::Tuple)) {
    std::int64_t elements = 0;
    bool splat = false;
    for (const NodeId child : tree.children(iterable)) {
      splat = splat || tree.is(child, Kind::ListSplat);
      ++elements;
    }
    if (!splat) count = elements;
  }
  result.known = count.has_value();
  result.count = count.value_or(0);
  result.certainly_runs = result.count > 0;
  return result;
}

}  // namespace

NodeId SemanticModel::variance_witness(NodeId expr, NodeId loop) const {
  if (tree_->child(loop, Field::Body) == kNoNode) return expr;
  return Invariance(*this, caches_->flow, caches_->names, loop).witness(expr);
}

bool SemanticModel::is_invariant(NodeId expr, NodeId loop) const {
  return variance_witness(expr, loop) == kNoNode;
}

TripCount SemanticModel::trip_count(NodeId loop) const {
  TripCount result;
  if (tree_->is(loop, Kind::WhileStatement)) {
    const NodeId condition = strip_parentheses(tree_->child(loop, Field::Condition));
    result.certainly_runs = tree_->is(condition, Kind::True) || tree_->text(condition) == "1";
    return result;
  }
  const NodeId iterable = tree_->child(loop, Field::Right);
  if (iterable == kNoNode) return result;
  result = iterable_count(*this, iterable);
  const NodeId body = tree_->child(loop, Field::Body);
  if (body == kNoNode) return result;
  const auto [known, is_new] = caches_->flow.left_early.try_emplace(loop, false);
  if (is_new) known->second = leaves_early(*tree_, body);
  if (known->second) result.known = false;
  return result;
}

}  // namespace mlfix
