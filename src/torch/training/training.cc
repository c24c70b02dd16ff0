// The verdict rests on the fate of the value at this very place. See training.h.

#include "torch/training/training.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/repetition.h"
#include "semantic/control/walk.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/places.h"
#include "semantic/flow/reflection.h"
#include "semantic/flow/same_place.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/symbol.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/names/letters.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/given_graph.h"
#include "torch/graph/graph_fate.h"
#include "torch/graph/graph_kin.h"
#include "torch/graph/value_sources.h"
#include "torch/module/statistic_update.h"
#include "torch/tensor/relaid.h"
#include "torch/tensor/tensor_proof.h"
#include "torch/training/unit_test.h"

namespace mlfix {
template <>
class Prover<Claim::UnusedByCallers> {
 public:
  static Proof<Claim::UnusedByCallers> proven() { return {}; }
};

template <>
class Prover<Claim::UnusedByCallees> {
 public:
  static Proof<Claim::UnusedByCallees> proven() { return {}; }
};

namespace {

bool switches_mode(const SemanticModel& model, NodeId call, Effect mode) {
  const std::string_view name = model.method_name(call);
  const NodeId function = model.callee(call);
  if (name != "eval" && name != "train" && function == kNoNode) return false;
  const Effects effects = model.effects(call);
  return effects.has(mode) && !(effects.has(Effect::TrainMode) && effects.has(Effect::EvalMode));
}

// Does a loop around `n` run over the batches of a loader?
bool runs_over_loader(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  for (NodeId up = tree.parent(n); up != kNoNode; up = tree.parent(up)) {
    if (is_nested_scope(tree.kind(up))) return false;
    NodeId clause = tree.is(up, Kind::ForStatement) ? up : kNoNode;
    if (tree.is(up, Kind::ListComprehension)) clause = tree.child_of_kind(up, Kind::ForInClause);
    if (clause == kNoNode) continue;
    if (model.facts(tree.child(clause, Field::Right)).could_be(Fact::DataLoader)) return true;
  }
  return false;
}

// Is the name that of a loss, of an unknown kind, that takes part in the
// backward pass?
bool is_part_of_loss(const SemanticModel& model, NodeId value) {
  value = model.strip_parentheses(value);
  if (!model.tree().is(value, Kind::Identifier) || has_no_graph(model, value)) return false;
  const Facts facts = model.facts(value);
  if (!is_called_loss(model, value) || facts.may.has_any(Fact::Number | FactSet(Fact::NdArray)))
    return false;
  return backward_pass_of(model, value).of_value;
}

// Is backward() called on the very place, so that it holds a tensor with a graph?
bool is_differentiated_here(const SemanticModel& model, NodeId value) {
  return model.mentions("backward") && is_place(model, value) && !has_no_graph(model, value) &&
         is_differentiated_by_name(model, value);
}

// The calls of a scope that switch the mode of modules, in source order.
struct ModeSwitches {
  struct Switch {
    NodeId call;
    bool evaluates;
  };
  std::unordered_map<NodeId, std::vector<Switch>> in;  // by the body of the scope
};

const std::vector<ModeSwitches::Switch>& mode_switches(const SemanticModel& model, NodeId body) {
  const auto [known, is_new] = model.notes<ModeSwitches>().in.try_emplace(body);
  if (!is_new) return known->second;
  const SyntaxTree& tree = model.tree();
  std::vector<ModeSwitches::Switch> found;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    if (!tree.is(n, Kind::Call)) return;
    if (switches_mode(model, n, Effect::EvalMode)) found.push_back({n, true});
    if (switches_mode(model, n, Effect::TrainMode)) found.push_back({n, false});
  });
  return model.notes<ModeSwitches>().in[body] = std::move(found);
}

// Is it in a loop of training steps, if not of one that uses its graph up? What a comprehension
// goes through may be anything.
bool is_beside_training_steps(const SemanticModel& model, NodeId n) {
  const Bindings& bindings = model.bindings();
  if (bindings.scope(bindings.scope_of(n)).kind == ScopeKind::Comprehension) return false;
  return std::ranges::any_of(model.loops_of(n), [&](NodeId loop) {
    return model.effects(loop).has(Effect::Backward) && !has_few_iterations(model, loop);
  });
}

// Is it added to a list of an object that nothing in the file reads or shortens, nor any file
// beside it that mentions the name: entropies that were meant for a loss and never got into one?
bool is_added_unread(const SemanticModel& model, NodeId expr) {
  const Consumer taker = model.consumer_of(expr);
  if (taker.role != Role::Argument) return false;
  const Growing growing = growth_of(model, taker.node);
  if (growing.value != expr || !model.tree().is(growing.container, Kind::Attribute)) return false;
  const std::string_view name = last_name(model.tree(), growing.container);
  const auto is_no_read = [](const ContainerAccess& access) {
    return access.use == ContainerUse::Growth || access.use == ContainerUse::Set;
  };
  constexpr std::size_t kMostMentions = 16;  // what is used in more is read in one of them
  return model.attribute_accesses(name).size() <= kMostMentions &&
         std::ranges::all_of(attribute_uses(model, name), is_no_read) &&
         !is_mentioned_by_kin(model, name) && !named_in_string(model, name);
}

constexpr int kMaxNamesInTurn = 4;  // one made of the other

// Is it a part of what a function of the run gives, as far as its name tells?
bool is_given_by_program(const SemanticModel& model, NodeId expr) {
  const NodeId call = given_part(model, expr).call;
  if (call == kNoNode) return false;
  const std::string_view method = model.method_name(call);
  return !likely_callees(model, call).empty() || model.callee_elsewhere(call) ||
         (!method.empty() && is_method_of_program(model, method));
}

// Is it made of what callers give, and does the function keep that to itself? Then it is detached
// where they give it.
bool is_made_of_parameters(const SemanticModel& model, NodeId expr, int names) {
  return std::ranges::any_of(arithmetic_operands(model, expr), [&](NodeId operand) {
    if (is_given_by_program(model, operand)) return false;
    const NodeId root = root_of(model, operand);
    const DefId def = root == kNoNode ? DefId{kNone} : model.bindings().reaching(root);
    if (def == kNone) return false;
    const Definition& d = model.bindings().definition(def);
    if (d.kind == DefKind::Parameter) {
      return model.tree().text(root) != "self" && !model.fate_of(def).has(Sink::Returned);
    }
    return names > 0 && d.value != kNoNode && is_made_of_parameters(model, d.value, names - 1);
  });
}

bool is_module_method(const SemanticModel& model, NodeId n) {
  const NodeId klass = model.class_of(n);
  return klass != kNoNode && model.derives_from(klass, "torch.nn.Module");
}

}  // namespace

bool in_evaluation(const SemanticModel& model, NodeId n) {
  const auto& switches = mode_switches(model, scope_body(model, n));
  const auto after = std::ranges::lower_bound(switches, n, {}, &ModeSwitches::Switch::call);
  if (after == switches.begin() || !std::prev(after)->evaluates) return false;
  const NodeId loop = model.loop_of(n);
  const Effects effects = model.effects(loop == kNoNode ? model.statement_of(n) : loop);
  return !effects.has(Effect::Backward) && !effects.has(Effect::OptimizerStep);
}

std::vector<NodeId> attached_among(const SemanticModel& model, const std::vector<NodeId>& values) {
  std::vector<NodeId> attached;
  for (const NodeId value : values) {
    const bool carries = attachment_of(model, value) != Attachment::None;
    if (carries || is_part_of_loss(model, value) || is_differentiated_here(model, value)) {
      attached.push_back(value);
    }
  }
  return attached;
}

Answer<Claim::UnusedByCallers> unused_by_callers(const SemanticModel& model, NodeId expr,
                                                 const BackwardPass& backward) {
  const Reach fate = model.fate(expr);
  const bool leaves =
      fate.has(Sink::Returned) || fate.has(Sink::Yielded) || fate.has(Sink::OnAttribute);
  if (!leaves || backward.uses_up) return Prover<Claim::UnusedByCallers>::proven();
  return Assumption{AssumptionKind::CallerNeedsNoGraph,
                    "nobody differentiates it outside this code",
                    fate.at(GraphSinks::kLeavesFunction)};
}

Answer<Claim::UnusedByCallees> unused_by_callees(const SemanticModel& model, NodeId expr) {
  const Reach fate = model.fate(expr);
  if (!fate.has_any(GraphSinks::kUnseen)) return Prover<Claim::UnusedByCallees>::proven();
  return Assumption{AssumptionKind::CalleeKeepsNoGraph,
                    "the code it is given to does not differentiate it",
                    fate.at(GraphSinks::kUnseen)};
}

namespace {

// May the name that is called be that of a class? One that is assigned, or a parameter, is a
// network or a loss as a rule: `G(z)`, `CE(y, target)`.
bool may_name_class(const SemanticModel& model, NodeId name) {
  const DefId def = model.bindings().reaching(name);
  if (def == kNone) return true;
  const DefKind kind = model.bindings().definition(def).kind;
  return kind == DefKind::Import || kind == DefKind::Class || kind == DefKind::Unbound;
}

// Is the value an object that the code makes of a class, such as Keeper(1.0)? It may have a
// backward() and a sum of its own, and is no tensor unless its class derives from one. A class
// that is not seen is known by its form: an imported name with a capital.
bool is_object_of_class(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  const DefId def =
      tree.is(expr, Kind::Identifier) ? model.bindings().reaching(expr) : DefId{kNone};
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Assign) return false;
  const NodeId made = model.strip_parentheses(model.bindings().definition(def).value);
  const NodeId called = tree.is(made, Kind::Call) ? tree.child(made, Field::Function) : kNoNode;
  if (!tree.is(called, Kind::Identifier) || model.qualified_name(called) != kNoSymbol) return false;
  const NodeId klass = model.calls().names().class_named_by(called);
  if (klass != kNoNode) return !model.derives_from(klass, "torch.Tensor");
  return begins_like_class(tree.text(called)) && may_name_class(model, called) &&
         model.callee(made) == kNoNode && !model.facts(made).must_be(Fact::Tensor);
}

// By definition, where the code gives the tensor an attribute of its own: many operands may be one.
struct AttributesGiven {
  std::unordered_map<DefId, NodeId> to;
};

NodeId find_attribute_given_to(const SemanticModel& model, DefId def) {
  const SyntaxTree& tree = model.tree();
  for (const UseId use : model.bindings().definition(def).uses) {
    const NodeId attribute = tree.parent(model.bindings().use(use).node);
    const bool is_set = tree.is(attribute, Kind::Attribute) && tree.field(attribute) == Field::Left;
    if (is_set && last_name(tree, attribute) != "data") return attribute;
  }
  return kNoNode;
}

// loss.count = len(x), or kNoNode. Other memory for it is asked about by may_be_relaid().
NodeId attribute_given_to(const SemanticModel& model, NodeId expr) {
  const DefId def =
      model.tree().is(expr, Kind::Identifier) ? model.bindings().reaching(expr) : DefId{kNone};
  if (def == kNone) return kNoNode;
  const auto [known, is_new] = model.notes<AttributesGiven>().to.try_emplace(def, kNoNode);
  if (is_new) known->second = find_attribute_given_to(model, def);
  return known->second;
}

// What is to be assumed of those who mean the very tensor, and would get another one that shares
// its numbers; nothing where nobody does.
std::optional<Assumption> assumed_of_identity(const SemanticModel& model, NodeId expr,
                                              const BackwardPass& backward) {
  const Reach fate = model.fate(expr);
  const NodeId given = attribute_given_to(model, expr);
  if (fate.has(GraphSinks::kToldApart) || given != kNoNode) {
    return Assumption{AssumptionKind::CallerNeedsNoGraph,
                      "nobody tells the tensor without its graph from the tensor itself",
                      given != kNoNode ? given : fate.at({GraphSinks::kToldApart})};
  }
  const bool used_before = backward.uses_up && backward.call < expr;
  if (fate.has(GraphSinks::kOverwritten) && !used_before) {
    return Assumption{AssumptionKind::CallerNeedsNoGraph,
                      "the backward pass needs nothing of what is written to the tensor", expr};
  }
  if (model.imports_any(Meaning::RefersWeakly)) {
    return Assumption{AssumptionKind::CallerNeedsNoGraph,
                      "nobody refers weakly to the tensor itself", expr};
  }
  if (may_be_relaid(model, expr)) {
    return Assumption{AssumptionKind::CallerNeedsNoGraph,
                      "nobody needs the shape or the memory that the tensor is given", expr};
  }
  return std::nullopt;
}

Answer<Claim::UnusedByCallers> not_meant_itself(const SemanticModel& model, NodeId expr,
                                                const BackwardPass& backward) {
  if (auto assumed = assumed_of_identity(model, expr, backward)) return *std::move(assumed);
  return unused_by_callers(model, expr, backward);
}

}  // namespace

Answer<Claim::UnusedByCallers> unused_by_readers(const SemanticModel& model, NodeId expr,
                                                 std::string_view assumed) {
  if (auto identity = assumed_of_identity(model, expr, {})) return *std::move(identity);
  const Reach fate = model.fate(expr);
  if (!fate.has_any(GraphSinks::kEscapes)) return Prover<Claim::UnusedByCallers>::proven();
  return Assumption{AssumptionKind::CallerNeedsNoGraph, std::string(assumed),
                    fate.at(GraphSinks::kLeavesFunction)};
}

namespace {

// Is the attribute one that tensors have?
bool is_of_tensors(const SemanticModel& model, NodeId attribute) {
  const std::string_view name = last_name(model.tree(), attribute);
  return model.means(Meaning::TellsOfTensor, name) || model.means(Meaning::PlainAttribute, name) ||
         model.means(Meaning::GraphAttribute, name) ||
         model.knowledge().method(name, {FactSet(), Fact::Tensor, {}}) != nullptr;
}

}  // namespace

bool has_fields_of_output(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  const DefId def =
      tree.is(expr, Kind::Identifier) ? model.bindings().reaching(expr) : DefId{kNone};
  if (def == kNone) return false;
  const Definition& d = model.bindings().definition(def);
  const auto reads_field = [&](UseId use) {
    const NodeId field = tree.parent(model.bindings().use(use).node);
    const NodeId around = tree.is(field, Kind::Attribute) ? tree.parent(field) : NodeId{kNoNode};
    return around != kNoNode && tree.field(field) != Field::Left &&
           !(tree.is(around, Kind::Call) && tree.field(field) == Field::Function) &&
           model.facts(field).may_be(Fact::Tensor) && !is_of_tensors(model, field);
  };
  return d.kind == DefKind::Assign && std::ranges::any_of(d.uses, reads_field);
}

Detachability judge_detaching(const SemanticModel& model, NodeId expr) {
  if (is_object_of_class(model, expr)) {
    return forbidden("it is an object of a class, which may be no tensor");
  }
  if (in_unit_test(model, expr)) {
    return forbidden("a unit test keeps a few small values");
  }
  BackwardPass backward = backward_pass_of(model, expr);
  if (backward.call == kNoNode) backward.call = step_that_gives(model, expr);
  if (backward.call == kNoNode) backward.call = pass_over_kin(model, expr);
  const Reach fate = model.fate(expr);
  const bool by_callers = is_made_of_trained_graph(model, expr) && !is_told_elsewhere(model, expr);
  const bool trained = backward.call != kNoNode || by_callers;
  const GradMode mode = model.grad_mode(expr).mode;
  if (mode == GradMode::Disabled || (mode == GradMode::Unknown && !trained)) {
    return forbidden("gradients are, or may be, off here");
  }
  // A loop that evaluates may read a graph that training has freed before it.
  if ((!trained || model.loop_of(expr) != kNoNode) && in_evaluation(model, expr)) {
    return forbidden("it is evaluation: gradients are to be switched off instead");
  }
  // Its graph is of no step, or no step will ask for it.
  const bool is_apart =
      is_of_parameter(model, expr) || is_added_unread(model, expr) ||
      (is_kept_for_numbers(model, fate) && !is_made_of_parameters(model, expr, kMaxNamesInTurn));
  const bool seen_to_end =
      !fate.has_any(GraphSinks::kEscapes) && is_beside_training_steps(model, expr);
  if (!trained && !is_apart && !seen_to_end && !runs_over_loader(model, expr)) {
    return forbidden("no backward pass and no loader is seen here");
  }
  if (fate.has(GraphSinks::kDifferentiated)) return forbidden("it is differentiated later");
  if (fate.has(GraphSinks::kForwardOutput))
    return forbidden("it is part of what forward() returns");
  if (fate.has(Sink::Lost)) return forbidden("it goes where we cannot follow it");
  if (!trained && !is_apart && is_module_method(model, expr)) {
    return forbidden("a module keeps it, and those who train the module may need its graph");
  }
  const bool leaves =
      fate.has(Sink::Returned) || fate.has(Sink::Yielded) || fate.has(Sink::OnAttribute);
  if (!trained && !is_apart && (leaves || fate.has_any(GraphSinks::kUnseen))) {
    return forbidden("it leaves this code and no backward pass has used its graph yet");
  }
  return DetachJudgement{Verdict::of(SafeChange::kDetach, not_meant_itself(model, expr, backward),
                                     unused_by_callees(model, expr), attached_tensor(model, expr)),
                         backward};
}

Detachability judge_detaching(const SemanticModel& model, const std::vector<NodeId>& values) {
  Detachability all = forbidden("there is no value");
  for (const NodeId value : values) {
    Detachability one = judge_detaching(model, value);
    if (!one || !all) {
      all = std::move(one);
      if (!all) return all;
      continue;
    }
    all->verdict.also(one->verdict);
    if (all->backward.call == kNoNode) all->backward = one->backward;
  }
  return all;
}

namespace {

bool carried_name(const SemanticModel& model, NodeId read, NodeId target) {
  const Bindings& bindings = model.bindings();
  const DefId def = bindings.definition_at(target);
  if (def == kNone) return false;
  for (const NodeId loop : model.loops_of(target)) {
    if (is_carried(model, read, loop, def)) return true;
  }
  const bool in_function = model.function_of(target) != kNoNode;
  return in_function && bindings.scope(bindings.definition(def).scope).kind == ScopeKind::Module;
}

// Is `sums.get(key, 0)` the read, where the target is sums[key]?
bool gets_entry(const SemanticModel& model, NodeId read, NodeId target) {
  const NodeId container = model.receiver_of_call(read, "get");
  const NodeId key = container == kNoNode ? NodeId{kNoNode} : model.argument(read, 0, "key");
  return key != kNoNode && model.tree().is(target, Kind::Subscript) &&
         model.tree().text(container) ==
             model.tree().text(model.tree().child(target, Field::Value)) &&
         model.tree().text(key) == model.tree().text(model.tree().child(target, Field::Subscript));
}

// Is an entry of the target itself the read, which a comprehension makes anew from it:
// sums = {key: sums.get(key, 0) + value for …}?
bool is_carried_entry(const SemanticModel& model, NodeId read, NodeId target) {
  const SyntaxTree& tree = model.tree();
  const NodeId container = tree.is(read, Kind::Subscript) ? tree.child(read, Field::Value)
                                                          : model.receiver_of_call(read, "get");
  return container != kNoNode && tree.is(target, Kind::Identifier) &&
         tree.is(container, Kind::Identifier) && tree.text(container) == tree.text(target) &&
         carried_name(model, container, target);
}

// Is the read the value that the place got in an earlier iteration?
bool is_carried_place(const SemanticModel& model, NodeId read, NodeId target, NodeId statement) {
  if (is_carried_entry(model, read, target)) return true;
  if (gets_entry(model, read, target)) return outlives_iteration(model, target, statement);
  if (model.tree().text(read) != model.tree().text(target)) return false;
  if (model.tree().is(target, Kind::Identifier)) return carried_name(model, read, target);
  return outlives_iteration(model, target, statement);
}

// The operands of the value, of both branches of `x if total is None else total + x`.
std::vector<NodeId> branch_operands(const SemanticModel& model, NodeId value) {
  value = model.strip_parentheses(value);
  if (!model.tree().is(value, Kind::ConditionalExpression))
    return arithmetic_operands(model, value);
  std::vector<NodeId> branches;
  for (const NodeId part : model.tree().children(value)) branches.push_back(part);
  if (branches.size() != 3) return {};
  std::vector<NodeId> operands = arithmetic_operands(model, branches.front());
  for (const NodeId operand : arithmetic_operands(model, branches.back())) {
    operands.push_back(operand);
  }
  return operands;
}

// self.mean of self.mean.to(device): what it is before it is moved.
NodeId before_moves(const SemanticModel& model, NodeId value) {
  value = model.strip_parentheses(value);
  while (model.means(Meaning::MayGiveReceiver, model.method_name(value))) {
    value = model.strip_parentheses(model.receiver_of_call(value, model.method_name(value)));
  }
  return value;
}

// What is added to the carried value; empty when the statement is no sum.
std::vector<NodeId> addends(const SemanticModel& model, const RunningSum& sum, NodeId statement) {
  std::vector<NodeId> operands = branch_operands(model, sum.value);
  const auto carried = std::stable_partition(operands.begin(), operands.end(), [&](NodeId operand) {
    return !is_carried_place(model, before_moves(model, operand), sum.target, statement);
  });
  const auto reads = operands.end() - carried;
  operands.erase(carried, operands.end());
  if (!model.tree().is(statement, Kind::AugmentedAssignment)) {
    return reads > 0 ? operands : std::vector<NodeId>{};
  }
  const std::string_view op = model.tree().text(model.tree().child(statement, Field::Operator));
  const bool sums = op == "+=" || op == "-=";
  return sums && is_carried_place(model, sum.target, sum.target, statement) ? operands
                                                                            : std::vector<NodeId>{};
}

// Those with a graph, and the parameters of a network: what is computed of one has a graph, too.
// Within a module that is what it is there for.
std::vector<NodeId> attached_terms(const SemanticModel& model, const std::vector<NodeId>& added,
                                   NodeId statement) {
  std::vector<NodeId> values = attached_among(model, added);
  const NodeId klass = model.class_of(statement);
  if (klass != kNoNode && model.derives_from(klass, "torch.nn.Module")) return values;
  std::ranges::copy_if(added, std::back_inserter(values),
                       [&](NodeId value) { return is_of_parameter(model, value); });
  return values;
}

// Is the name bound to nothing here that carries a graph?
bool binds_no_graph(const SemanticModel& model, const Definition& definition) {
  const SyntaxTree& tree = model.tree();
  const NodeId value = definition.value;
  if (definition.kind == DefKind::Unbound) return true;
  if (definition.kind == DefKind::Assign) return has_no_graph(model, value);
  if (definition.kind != DefKind::Unpack ||
      (!tree.is(value, Kind::ExpressionList) && !tree.is(value, Kind::Tuple))) {
    return false;
  }
  for (const NodeId element : tree.children(value)) {
    if (!has_no_graph(model, element)) return false;
  }
  return true;
}

// On cutting the sums that the definition is.
std::optional<Verdict> verdict_on_cutting_at(const SemanticModel& model, NodeId name) {
  const NodeId statement = model.tree().parent(name);
  for (const RunningSum& sum : sums_of(model.tree(), statement)) {
    if (sum.target != name) continue;
    if (const auto cut = judge_cutting(model, sum, statement)) return cut->judged.verdict;
  }
  return std::nullopt;
}

}  // namespace

std::vector<RunningSum> sums_of(const SyntaxTree& tree, NodeId statement) {
  const NodeId left = tree.child(statement, Field::Left);
  const NodeId right = tree.child(statement, Field::Right);
  if (right == kNoNode) return {};
  if (tree.is(right, Kind::DictionaryComprehension)) {
    const NodeId pair = tree.first_child(right);
    if (!tree.is(pair, Kind::Pair)) return {};
    return {{left, tree.child(pair, Field::Value)}};
  }
  if (!tree.is(left, Kind::PatternList) && !tree.is(left, Kind::TuplePattern)) {
    return {{left, right}};
  }
  std::vector<NodeId> targets, values;
  for (const NodeId target : tree.children(left)) targets.push_back(target);
  if (tree.is(right, Kind::ExpressionList) || tree.is(right, Kind::Tuple)) {
    for (const NodeId value : tree.children(right)) values.push_back(value);
  }
  std::vector<RunningSum> sums;
  for (std::size_t i = 0; targets.size() == values.size() && i < targets.size(); ++i) {
    sums.push_back({targets[i], values[i]});
  }
  return sums;
}

tl::expected<SumCut, std::string_view> judge_cutting(const SemanticModel& model,
                                                     const RunningSum& sum, NodeId statement) {
  const std::vector<NodeId> added = addends(model, sum, statement);
  const std::vector<NodeId> values = attached_terms(model, added, statement);
  if (values.empty()) {
    const bool numbers = std::ranges::all_of(
        added, [&](NodeId value) { return model.facts(value).must_be(Fact::Number); });
    return forbidden(numbers ? "" : "nothing shows that the value carries a graph");
  }
  if (model.facts(sum.target).may_be(Fact::NdArray)) {
    return forbidden("the sum is an array, which takes the number only");
  }
  if (is_module_statistic(model, sum.target)) {
    return forbidden("the sum is a statistic of a module, which has a rule of its own");
  }
  const Detachability judged = judge_detaching(model, values);
  if (!judged) return forbidden(judged.error());
  if (changes_shared_tensor(model, sum.target, statement)) {
    return forbidden("the sum may start as another name of a tensor, and changes it in place");
  }
  return SumCut{values, *judged};
}

std::optional<Verdict> verdict_on_cutting_sums(const SemanticModel& model, NodeId read) {
  const Bindings& bindings = model.bindings();
  const DefId def =
      model.tree().is(read, Kind::Identifier) ? bindings.reaching(read) : DefId{kNone};
  if (def == kNone || bindings.variable_of(def).declared_global) return std::nullopt;
  std::optional<Verdict> all;
  for (const DefId d : bindings.variable_of(def).definitions) {
    model.work().spend();
    const Definition& definition = bindings.definition(d);
    if (binds_no_graph(model, definition)) continue;
    const bool sums = definition.kind == DefKind::AugAssign || definition.kind == DefKind::Assign;
    const auto verdict =
        sums ? verdict_on_cutting_at(model, definition.node) : std::optional<Verdict>();
    if (!verdict) return std::nullopt;
    if (all) {
      all->also(*verdict);
    } else {
      all = verdict;
    }
  }
  return all;
}

}  // namespace mlfix
