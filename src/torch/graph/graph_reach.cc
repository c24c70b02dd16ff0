// The graph of a backward pass is the slice of what it differentiates. It dies
// with the iteration when every part of it is made there, nothing of it is kept
// or carried on, and no later backward pass shares a part. What only
// holds data has no graph, and is not looked at. See graph_reach.h.

#include "torch/graph/graph_reach.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/walk.h"
#include "semantic/effects/background.h"
#include "semantic/effects/effects.h"
#include "semantic/flow/graph_flow.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/value_flow.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/backward_pass.h"
#include "torch/graph/data_value.h"
#include "torch/graph/graph_fate.h"
#include "torch/graph/graph_slice.h"
#include "torch/training/training_step.h"

namespace mlfix {
namespace {

constexpr std::size_t kMostMerges = 50;

struct Differentiations;

// Finds who needs the graph of one backward pass.
class NeedFinder {
 public:
  NeedFinder(const SemanticModel& model, NodeId backward)
      : model_(model), tree_(model.tree()), backward_(backward), loop_(model.loop_of(backward)) {}

  GraphNeed find();

 private:
  DefId given_whole() const;
  GraphNeed from_outside();
  GraphNeed kept();
  bool is_differentiated_apart(DefId part) const;
  bool is_given_to_unseen(const Reach& fate) const;
  NodeId graph_stored_to(std::string_view text) const;
  GraphNeed in_attributes();
  bool is_run(std::string_view text, std::span<const AttributeAccess> accesses) const;
  GraphNeed differentiated_again();
  GraphNeed kept_by_modules();
  bool is_loop_phi(const Definition& d) const;
  NodeId first_other(const std::vector<NodeId>& calls, NodeId begin) const;
  static std::optional<std::vector<DefId>> merges_that_carry(const Differentiations& all,
                                                             DefId part);
  bool stores_state(NodeId function);
  bool may_keep_graph(NodeId call);

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  NodeId backward_, loop_;
  GraphSlice slice_;
  std::vector<DefId> parts_;  // of the slice, that may carry a graph
  DefId whole_ = kNone;       // has one for certain, whatever it seems to be made of
};

bool NeedFinder::is_loop_phi(const Definition& d) const {
  return d.kind == DefKind::LoopPhi && tree_.contains(d.node, backward_);
}

// The parameter that is what is differentiated, through methods, subscripts and names.
class GivenWhole final : public OriginPolicy {
 public:
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SyntaxTree& tree = origins.model().tree();
    if (tree.is(expr, Kind::Call)) {
      const NodeId called = tree.child(expr, Field::Function);
      if (tree.is(called, Kind::Attribute)) origins.follow(tree.child(called, Field::Object));
      return true;
    }
    return !tree.is(expr, Kind::Identifier) && !tree.is(expr, Kind::Subscript) &&
           !tree.is(expr, Kind::UnaryOperator);
  }
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const DefKind kind = origins.model().bindings().definition(def).kind;
    return kind != DefKind::Assign && kind != DefKind::Parameter;
  }
  void source(ValueOrigins&, NodeId, Wanted) const override {}
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const SemanticModel& model = origins.model();
    const std::string_view name = model.bindings().variable_of(def).name;
    const Facts facts = model.facts_of(def);
    const bool object = name == "self" || name == "cls" || facts.could_be(Fact::Module) ||
                        facts.could_be(Fact::Loss) || facts.could_be(Fact::GradScaler) ||
                        facts.could_be(Fact::Engine);
    if (!object) origins.mark(own_source(0), model.bindings().definition(def).node);
  }
};

// Of `y.view(-1)[i].backward()` the parameter y: what is differentiated is no data, whatever its
// name says.
DefId NeedFinder::given_whole() const {
  const Origins origins = origins_of(model_, GivenWhole(), differentiated_by(model_, backward_));
  const NodeId parameter = origins.at({own_source(0)});
  return parameter == kNoNode ? DefId{kNone} : model_.bindings().definition_at(parameter);
}

// Parts that were made before the loop, or in an earlier iteration.
GraphNeed NeedFinder::from_outside() {
  for (const DefId part : parts_) {
    const Definition& d = model_.bindings().definition(part);
    if (is_loop_phi(d)) return {backward_, "a part of the graph is carried over iterations"};
    if (d.kind == DefKind::Parameter) {
      return {d.node, "a parameter may bring a graph that its owner needs"};
    }
    if (model_.function_of(d.node) != model_.function_of(backward_)) {
      return {d.node, "a part of the graph is made outside of the function"};
    }
    if (d.kind == DefKind::For && tree_.contains(tree_.parent(d.value), backward_)) {
      return {d.value, "the loop runs over parts of one graph"};
    }
    const bool made = d.kind != DefKind::Phi && d.kind != DefKind::LoopPhi;
    if (made && loop_ != kNoNode && !tree_.contains(loop_, d.node)) {
      return {d.node, "a part of the graph is made before the loop"};
    }
    const Facts facts = model_.facts_of(part);
    if (facts.must_be(Fact::Container) && tree_.is(d.value, Kind::List)) {
      return {d.node, "a container may hold other parts of the graph"};
    }
  }
  return {};
}

// Does a function that nobody in the file calls give it back? Of what callers here do with it the
// other sinks tell.
bool NeedFinder::is_given_to_unseen(const Reach& fate) const {
  if (!fate.has(Sink::Returned)) return false;
  const NodeId function = model_.function_of(fate.at({Sink::Returned}));
  return function == kNoNode || model_.call_sites(function).calls.empty();
}

// self.net that is called: no tensor.
bool NeedFinder::is_run(std::string_view text, std::span<const AttributeAccess> accesses) const {
  return std::ranges::any_of(accesses, [&](const AttributeAccess& access) {
    return tree_.text(access.node) == text && model_.consumer_of(access.node).role == Role::Callee;
  });
}

// The first store to `text` that may hold a graph.
NodeId NeedFinder::graph_stored_to(std::string_view text) const {
  const std::string_view name = text.substr(text.rfind('.') + 1);
  const auto accesses = model_.attribute_accesses(name);
  if (model_.suggests(Hint::SettingsObject, name) || is_run(text, accesses)) return kNoNode;
  for (const AttributeAccess& access : accesses) {
    const NodeId statement = tree_.parent(access.node);
    if (!access.is_store || tree_.text(access.node) != text) continue;
    const Facts facts = model_.facts(access.node);
    if (facts.must.has_any(Fact::NoGraph | FactSet(Fact::Number))) continue;
    if (facts.may.has_any(Fact::Module | Fact::Optimizer | FactSet(Fact::DataLoader))) continue;
    const bool plain =
        tree_.is(statement, Kind::Assignment) && tree_.child(statement, Field::Right) != kNoNode;
    if (plain && is_data(model_, tree_.child(statement, Field::Right))) continue;
    return access.node;
  }
  return kNoNode;
}

// By the text of an attribute, which the slices of many backward passes have in common.
struct StoredGraphs {
  std::unordered_map<std::string_view, NodeId> known;
};

// self.fake was computed somewhere, and may be differentiated elsewhere.
GraphNeed NeedFinder::in_attributes() {
  auto& all = model_.notes<StoredGraphs>().known;
  for (const std::string_view text : slice_.attributes) {
    const auto [known, is_new] = all.try_emplace(text, kNoNode);
    if (is_new) known->second = graph_stored_to(text);
    if (known->second != kNoNode)
      return {known->second, "an attribute may hold a part of the graph"};
  }
  return {};
}

// The calls of a scope that differentiate, those in functions of it included, by what is found
// in the slices of what they differentiate. Made once for all backward passes of the scope.
struct Differentiations {
  using Calls = std::vector<NodeId>;  // in source order

  std::unordered_map<DefId, Calls> by_definition;
  std::unordered_map<NodeId, Calls> by_value;
  // The loops' merges in these slices, by what an iteration leaves to the next one.
  std::unordered_map<DefId, std::vector<DefId>> carried_by;
  std::unordered_set<DefId> entered;  // those merges

  void enter(const SemanticModel& model, NodeId call);
  void enter_slice(const SemanticModel& model, NodeId expr, NodeId call);
  void enter_carried(const SemanticModel& model, DefId phi);
};

// The expressions of the call that it may differentiate: of one that runs a function of the file
// what holds that, and the arguments of which it asks for gradients.
std::vector<NodeId> differentiated_in(const SemanticModel& model, NodeId call) {
  const NodeId function = is_tensor_backward(model, call) ? NodeId{kNoNode} : model.callee(call);
  if (function == kNoNode || !model.tree().is(function, Kind::FunctionDefinition)) return {call};
  Calls calls = model.calls();
  std::vector<NodeId> found{model.tree().child(call, Field::Function)};
  for (const NodeId argument : model.arguments(call)) {
    const NodeId parameter = calls.parameter_for(call, function, argument);
    const DefId def =
        parameter == kNoNode ? DefId{kNone} : model.bindings().definition_at(parameter);
    if (def == kNone || model.fate_of(def).has_any({GraphSinks::kDifferentiated, Sink::Lost})) {
      found.push_back(argument);
    }
  }
  return found;
}

void Differentiations::enter(const SemanticModel& model, NodeId call) {
  for (const NodeId expr : differentiated_in(model, call)) enter_slice(model, expr, call);
}

void Differentiations::enter_slice(const SemanticModel& model, NodeId expr, NodeId call) {
  const GraphSlice& slice = graph_slice_of(model, expr);
  for (const NodeId value : slice.values) by_value[value].push_back(call);
  for (const DefId def : slice.definitions) {
    Calls& calls = by_definition[def];
    const bool is_loop_phi = model.bindings().definition(def).kind == DefKind::LoopPhi;
    if (calls.empty() && is_loop_phi) enter_carried(model, def);
    calls.push_back(call);
  }
}

// The merge of a loop around, or after, another one has that one's merge for what it carries.
void Differentiations::enter_carried(const SemanticModel& model, DefId phi) {
  std::vector<DefId> merges{phi};
  while (!merges.empty()) {
    const DefId merge = merges.back();
    merges.pop_back();
    if (!entered.insert(merge).second) continue;
    for (const DefId operand : model.bindings().definition(merge).operands) {
      carried_by[operand].push_back(merge);
      if (model.bindings().definition(operand).kind == DefKind::LoopPhi) merges.push_back(operand);
      const NodeId value = model.bindings().definition(operand).value;
      if (value == kNoNode) continue;
      for (const DefId before : graph_slice_of(model, value).definitions) {
        carried_by[before].push_back(merge);
      }
    }
  }
}

struct ScopesThatDifferentiate {
  std::unordered_map<NodeId, Differentiations> in;  // by their bodies
};

// Does the call, or what it runs in any file, differentiate?
bool may_differentiate(const SemanticModel& model, NodeId call) {
  if (runs_backward(model, call)) return true;
  const Effects effects = model.effects(call);
  return effects.has(Effect::AutogradGrad) || effects.has(Effect::Backward);
}

const Differentiations& differentiations_in(const SemanticModel& model, NodeId body) {
  auto& in = model.notes<ScopesThatDifferentiate>().in;
  if (const auto known = in.find(body); known != in.end()) return known->second;
  const SyntaxTree& tree = model.tree();
  Differentiations all;
  for (NodeId n = body; n < tree.subtree_end(body); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    if (may_differentiate(model, n)) all.enter(model, n);
  }
  return in.emplace(body, std::move(all)).first->second;
}

// The first of the calls from `begin` on that is not a part of this one.
NodeId NeedFinder::first_other(const std::vector<NodeId>& calls, NodeId begin) const {
  auto call = std::ranges::lower_bound(calls, begin);
  if (call != calls.end() && tree_.contains(backward_, *call)) {
    call = std::ranges::lower_bound(calls, tree_.subtree_end(backward_));
  }
  return call == calls.end() ? NodeId{kNoNode} : *call;
}

// What its own function differentiates is another question, and so is this very pass. Whoever reads
// a container in view for its numbers alone needs no graph, and so with callers in view.
bool NeedFinder::is_differentiated_apart(DefId part) const {
  std::vector<NodeId> own{model_.statement_of(backward_)};
  const auto& calls = differentiations_in(model_, scope_body(model_, backward_)).by_definition;
  if (const auto found = calls.find(part); found != calls.end()) {
    for (const NodeId call : found->second) own.push_back(model_.statement_of(call));
  }
  const GraphFlowWithout without(tree_, own);
  ValueFlow flow(model_, without);
  flow.start_definition(part);
  return flow.run().has_any({GraphSinks::kDifferentiated, Sink::Unseen, Sink::Lost});
}

GraphNeed NeedFinder::kept() {
  const NodeId function = model_.function_of(backward_);
  const bool is_called = function != kNoNode && !model_.call_sites(function).calls.empty();
  for (const DefId part : parts_) {
    const Definition& d = model_.bindings().definition(part);
    if (d.kind == DefKind::Phi || d.kind == DefKind::LoopPhi) continue;
    const Reach fate = model_.fate_of(part);
    const bool is_kept =
        is_given_to_unseen(fate) ||
        fate.has_any({Sink::Yielded, Sink::Captured, GraphSinks::kForwardOutput}) ||
        (fate.has(Sink::OnAttribute) && !is_kept_for_numbers(model_, fate));
    const bool may_be_apart = is_called || fate.has(Sink::InContainer);
    if (is_kept || (may_be_apart && is_differentiated_apart(part))) {
      return {d.node, "a part of the graph is kept or leaves this code"};
    }
  }
  return {};
}

// The merges of loops that the part may come through, one after the other. Nothing where these are
// too many.
std::optional<std::vector<DefId>> NeedFinder::merges_that_carry(const Differentiations& all,
                                                                DefId part) {
  std::vector<DefId> found{part};
  std::unordered_set<DefId> seen{part};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto merges = all.carried_by.find(found[i]);
    if (merges == all.carried_by.end()) continue;
    for (const DefId merge : merges->second) {
      if (seen.insert(merge).second) found.push_back(merge);
    }
    if (found.size() > kMostMerges) return std::nullopt;
  }
  found.erase(found.begin());
  return found;
}

// A later call whose slice has a part of ours, or one anywhere in the loop that gets one of an
// earlier iteration.
GraphNeed NeedFinder::differentiated_again() {
  const Differentiations& all = differentiations_in(model_, scope_body(model_, backward_));
  NodeId first = kNoNode;
  const auto consider = [&](const auto& calls_by, auto key, NodeId begin) {
    if (const auto calls = calls_by.find(key); calls != calls_by.end()) {
      first = std::min(first, first_other(calls->second, begin));
    }
  };
  if (whole_ != kNone) consider(all.by_definition, whole_, backward_);
  for (const DefId part : parts_) {
    consider(all.by_definition, part, backward_);
    const NodeId value = model_.bindings().definition(part).value;  // of `a, b = f(x)`
    if (value != kNoNode) consider(all.by_value, value, backward_);
    const auto merges = merges_that_carry(all, part);
    if (!merges) return {backward_, "the graph is carried through more loops than can be followed"};
    for (const DefId phi : *merges) {
      const bool around = is_loop_phi(model_.bindings().definition(phi));
      consider(all.by_definition, phi, around ? 0 : backward_);
    }
  }
  if (first == kNoNode) return {};
  return {first, "this differentiates a part of the same graph"};
}

// Does the function keep on `self` what it computes, and read it again? What sets up an object is
// given no graph.
bool NeedFinder::stores_state(NodeId function) {
  bool keeps = false;
  if (tree_.text(tree_.child(function, Field::Name)) == "__init__") return false;
  const NodeId body = tree_.child(function, Field::Body);
  for_each_node(tree_, body, tree_.subtree_end(body), [&](NodeId n) {
    if (!tree_.is(n, Kind::Assignment) && !tree_.is(n, Kind::AugmentedAssignment)) return;
    const NodeId target = tree_.child(n, Field::Left), value = tree_.child(n, Field::Right);
    const bool stores = !tree_.is(target, Kind::Identifier) && value != kNoNode &&
                        tree_.text(target).find("self.") != std::string_view::npos;
    keeps = keeps || (stores && !has_no_graph(model_, value));
  });
  return keeps;
}

// A module whose class is not known may be any that is in view, such as one that makes a weight
// in its first run and multiplies with it ever after.
bool NeedFinder::may_keep_graph(NodeId call) {
  const Effects effects = model_.effects(call);
  const bool in_view = effects.has(Effect::ModuleForward) || !effects.elsewhere.empty();
  if (!in_view) return false;
  if (model_.effects(call, EffectSet::All).has(Effect::MayNeedGraph)) return true;
  constexpr auto kKept = static_cast<EffectBits>(Effect::MayNeedGraph);
  return effects.unseen_forward != kNoNode && (forwards_elsewhere(model_) & kKept) != 0;
}

namespace {

// Is it computed from weights, by itself or in an object: torch.exp(self.p), Normal(self.mu, 1)?
bool is_made_of_weights(const SemanticModel& model, NodeId value) {
  const Facts facts = model.facts(value);
  constexpr FactSet kOther = Fact::Module | Fact::Optimizer | FactSet(Fact::Loss);
  if (facts.may_be(Fact::Parameter) || facts.may.has_any(kOther) || has_no_graph(model, value)) {
    return false;
  }
  if (facts.may_be(Fact::GradTensor)) return true;
  return model.tree().is(value, Kind::Call) && model.callee(value) == kNoNode &&
         std::ranges::any_of(model.arguments(value), [&](NodeId argument) {
           const Facts given = model.facts(argument);
           return given.may_be(Fact::Parameter) || given.may_be(Fact::GradTensor);
         });
}

// Where the constructor of a module of the file sets up what has a graph of its weights, which all
// passes then have in common; kNoNode where none does.
struct GraphMadeOnce {
  explicit GraphMadeOnce(const SemanticModel& model) {
    for (const ClassInfo& info : model.calls().names().classes()) {
      const NodeId setup = model.calls().names().find_method(info.node, "__init__");
      if (setup != kNoNode && model.derives_from(info.node, "torch.nn.Module")) look(model, setup);
    }
  }

  void look(const SemanticModel& model, NodeId setup) {
    const SyntaxTree& tree = model.tree();
    const NodeId body = tree.child(setup, Field::Body);
    for (NodeId n = body; n < tree.subtree_end(body) && at == kNoNode; ++n) {
      if (!tree.is(n, Kind::Assignment)) continue;
      const NodeId value = tree.child(n, Field::Right);
      const bool is_kept =
          value != kNoNode && tree.text(tree.child(n, Field::Left)).starts_with("self.");
      if (is_kept && is_made_of_weights(model, model.strip_parentheses(value))) at = n;
    }
  }

  NodeId at = kNoNode;
};

}  // namespace

GraphNeed NeedFinder::kept_by_modules() {
  if (const NodeId made = model_.notes<GraphMadeOnce>(model_).at; made != kNoNode) {
    return {made, "a module is set up with a part of the graph"};
  }
  std::vector<NodeId> values(slice_.values.begin(), slice_.values.end());
  values.push_back(differentiated_by(model_, backward_));
  for (const NodeId value : values) {
    for (NodeId n = value; n < tree_.subtree_end(value); ++n) {
      if (!tree_.is(n, Kind::Call)) continue;
      const NodeId function = model_.callee(n);
      if (function != kNoNode && stores_state(function)) {
        return {n, "the module keeps a part of the graph"};
      }
      if (may_keep_graph(n)) return {n, "a module of this project may keep a part of the graph"};
    }
  }
  return {};
}

namespace {

// losses = []: what is differentiated is put into it later.
bool begins_empty(const SemanticModel& model, DefId def) {
  const SyntaxTree& tree = model.tree();
  const NodeId value = model.bindings().definition(def).value;
  if (value == kNoNode) return false;
  return tree.is(value, Kind::List) ? tree.first_child(value) == kNoNode
                                    : tree.is(value, Kind::Call) && makes_container(model, value) &&
                                          model.arguments(value).empty();
}

}  // namespace

GraphNeed NeedFinder::find() {
  if (tree_.ancestor(backward_, Kind::Lambda) != kNoNode) {
    return {backward_, "a lambda may run again with the same graph"};
  }
  const NodeId differentiated = differentiated_by(model_, backward_);
  slice_ = graph_slice_before_data(model_, differentiated);
  if (!slice_.is_whole) return {backward_, "the graph is made of more than can be followed"};
  for (const DefId def : slice_.definitions) {
    if (begins_empty(model_, def))
      return {backward_, "what is put into a container is not followed"};
    if (!holds_data(model_, def)) parts_.push_back(def);
  }
  if (tree_.is(differentiated, Kind::Identifier)) {
    whole_ = model_.bindings().reaching(differentiated);
  }
  if (const DefId given = given_whole(); given != kNone) parts_.push_back(given);
  for (const auto step :
       {&NeedFinder::from_outside, &NeedFinder::in_attributes, &NeedFinder::differentiated_again,
        &NeedFinder::kept, &NeedFinder::kept_by_modules}) {
    if (const GraphNeed need = (this->*step)(); need.at != kNoNode) return need;
  }
  return {};
}

}  // namespace

GraphNeed later_need_of_graph(const SemanticModel& model, NodeId backward) {
  return NeedFinder(model, backward).find();
}

NodeId other_differentiation(const SemanticModel& model, NodeId region) {
  return model.effects(region).witness(Effect::AutogradGrad);
}

}  // namespace mlfix
