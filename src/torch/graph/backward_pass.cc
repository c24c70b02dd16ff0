// A value and a backward pass belong together when both are computed from the
// same definitions: a slice of each, backwards over assignments, is compared.
// What leaves the graph on the way (x.detach(), comparisons) is not followed.

#include "torch/graph/backward_pass.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/branches.h"
#include "semantic/control/consumer.h"
#include "semantic/control/flow_queries.h"
#include "semantic/control/walk.h"
#include "semantic/effects/effects.h"
#include "semantic/flow/module_output.h"
#include "semantic/flow/same_place.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/graph_slice.h"

namespace mlfix {
namespace {

// Of a scope with more of them nobody works out which one concerns what value: no program
// that a person writes has so many.
constexpr std::size_t kMaxBackwardCalls = 5000;
// Of those, calls of functions, each of which may concern any attribute.
constexpr std::size_t kMaxCallsOfFunctions = 200;

// Was the definition computed by a forward pass, so that two values that share
// it, and are read at `places`, share a graph? What a loop carries is one value behind the loop.
bool carries_graph(const SemanticModel& model, DefId def, std::initializer_list<NodeId> places) {
  const Definition& d = model.bindings().definition(def);
  const Facts facts = model.facts_of(def);
  const bool is_behind_loop =
      d.kind == DefKind::LoopPhi && std::ranges::none_of(places, [&](NodeId place) {
        return model.tree().contains(d.node, place);
      });
  const bool is_computed = d.kind == DefKind::Assign || d.kind == DefKind::Unpack ||
                           d.kind == DefKind::AugAssign || d.kind == DefKind::Phi || is_behind_loop;
  if (!is_computed || facts.must.has_any(Fact::NoGraph | FactSet(Fact::Number))) return false;
  return facts.could_be(Fact::GradTensor) ||
         (d.value != kNoNode && is_computed_from_gradient_with_graph(model, d.value));
}

// Do `value` and what `call` differentiates, of which these are the slices?
bool shares_graph(const SemanticModel& model, NodeId value, const GraphSlice& a, NodeId call,
                  const GraphSlice& b) {
  return std::any_of(a.definitions.begin(), a.definitions.end(), [&](DefId def) {
    return b.definitions.count(def) != 0 && carries_graph(model, def, {value, call});
  });
}

bool shares_attribute(const GraphSlice& a, const GraphSlice& b) {
  return std::any_of(a.attributes.begin(), a.attributes.end(),
                     [&](std::string_view text) { return b.attributes.count(text) != 0; });
}

bool keeps_graph(const SemanticModel& model, NodeId call) {
  for (const std::string_view keyword : {"retain_graph", "create_graph"}) {
    const NodeId value = model.argument(call, -1, keyword);
    if (value != kNoNode && !model.tree().is(value, Kind::False)) return true;
  }
  return false;
}

// The name or attribute that a chain of tensor methods and subscripts starts at.
NodeId base_of(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  value = model.strip_parentheses(value);
  while (true) {
    if (tree.is(value, Kind::Subscript)) {
      value = model.strip_parentheses(tree.child(value, Field::Value));
      continue;
    }
    const std::string_view method = model.method_name(value);
    const NodeId object = method.empty() ? NodeId{kNoNode} : model.receiver_of_call(value, method);
    if (object == kNoNode || !model.facts(object).must_be(Fact::Tensor)) return value;
    value = model.strip_parentheses(object);
  }
}

// What the call differentiates as far as it is named there: x in x.backward(),
// scaler.scale(x).backward(), accelerator.backward(x).
NodeId differentiated_place(const SemanticModel& model, NodeId call) {
  if (model.method_name(call).find("backward") == std::string_view::npos) return kNoNode;
  const NodeId object =
      model.strip_parentheses(model.receiver_of_call(call, model.method_name(call)));
  const NodeId scaled = model.receiver_of_call(object, "scale");
  if (scaled != kNoNode) return model.argument(object, 0, "outputs");
  const std::vector<NodeId> arguments = model.arguments(call);
  const bool by_owner = model.method_name(call) != "backward" ||
                        model.suggests(Hint::Differentiator, last_name(model.tree(), object));
  if (by_owner) return arguments.empty() ? NodeId{kNoNode} : arguments.front();
  return object;
}

// Is the value itself among what is differentiated `by` a call or a return? It is not enough that
// both come from one forward pass: the rest of the way differs.
bool is_differentiated(const SemanticModel& model, NodeId value, NodeId by) {
  const GraphSlice& differentiated = graph_slice_of(model, by);
  const SyntaxTree& tree = model.tree();
  const NodeId base = base_of(model, value);
  if (tree.is(base, Kind::Attribute)) return differentiated.attributes.count(tree.text(base)) != 0;
  if (!tree.is(base, Kind::Identifier)) return false;
  const DefId def = model.bindings().reaching(base);
  return def != kNone && carries_graph(model, def, {value, by}) &&
         differentiated.definitions.count(def) != 0;
}

// The returns around `n` whose value a framework differentiates: those of a training step.
std::vector<NodeId> returns_to_framework(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(n);
  const NodeId klass = function == kNoNode ? NodeId{kNoNode} : model.method_class(function);
  const FrameworkInfo* framework = klass == kNoNode ? nullptr : model.framework_of(klass);
  if (framework == nullptr) return {};
  const std::string_view name = tree.text(tree.child(function, Field::Name));
  return framework->training_methods.contains(name) ? model.returns_of(function)
                                                    : std::vector<NodeId>();
}

// The one of them that is computed from `value`.
NodeId return_to_framework(const SemanticModel& model, NodeId value) {
  NodeId found = kNoNode;
  for (const NodeId statement : returns_to_framework(model, value)) {
    if (is_differentiated(model, value, statement)) found = statement;
  }
  return found;
}

// loss, parts = f(x): what is differentiated was returned together with `value`.
bool is_unpacked_with(const SemanticModel& model, NodeId value, const GraphSlice& differentiated) {
  value = model.strip_parentheses(value);
  if (!model.tree().is(value, Kind::Identifier)) return false;
  const DefId def = model.bindings().reaching(value);
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Unpack) return false;
  return differentiated.values.count(model.bindings().definition(def).value) != 0;
}

// What binds the name that a place begins with, or kNone. Places of different definitions are
// neither one nor parts of each other.
DefId base_definition(const SemanticModel& model, NodeId place) {
  const NodeId base = place == kNoNode ? NodeId{kNoNode} : base_of_place(model, place);
  return base == kNoNode ? DefId{kNone} : model.bindings().reaching(base);
}

// Is `place` an attribute or an item of the object that the name `object` stands for?
bool is_part_of(const SemanticModel& model, NodeId place, NodeId object) {
  object = model.strip_parentheses(object);
  if (!model.tree().is(object, Kind::Identifier) || !is_place(model, place)) return false;
  const NodeId base = base_of_place(model, place);
  const DefId def = model.bindings().reaching(object);
  return base != model.strip_parentheses(place) && def != kNone &&
         model.bindings().reaching(base) == def;
}

// Is the backward pass `call` one of `value`, or of the graph it belongs to?
bool concerns(const SemanticModel& model, NodeId call, NodeId value, const GraphSlice& slice) {
  const SyntaxTree& tree = model.tree();
  for (const NodeId assigned : slice.values) {
    if (tree.contains(assigned, call)) return true;  // loss = train_step(x)
  }
  const NodeId place = differentiated_place(model, call);
  if (is_same_place(model, place, value) || is_part_of(model, place, value)) return true;
  const GraphSlice& differentiated = graph_slice_of(model, call);
  if (shares_graph(model, value, slice, call, differentiated)) return true;
  if (is_unpacked_with(model, value, differentiated)) return true;
  const bool attribute = tree.is(model.strip_parentheses(value), Kind::Attribute);
  if (attribute && model.callee(call) != kNoNode) return true;  // self.backward_G()
  return attribute && shares_attribute(slice, differentiated);
}

// Does every branch of a statement before `n` hold one of `calls`?
bool in_every_branch(const SemanticModel& model, const std::vector<NodeId>& calls, NodeId n) {
  const SyntaxTree& tree = model.tree();
  const NodeId branching = tree.ancestor(calls.front(), Kind::IfStatement);
  if (branching == kNoNode || tree.contains(branching, n) || !dominates(model, branching, n)) {
    return false;
  }
  const Branches branches = branches_of(tree, branching);
  return branches.has_else && std::ranges::all_of(branches.blocks, [&](NodeId block) {
           return std::ranges::any_of(calls,
                                      [&](NodeId call) { return tree.contains(block, call); });
         });
}

}  // namespace

bool runs_backward(const SemanticModel& model, NodeId call) {
  const NodeId called = model.tree().child(call, Field::Function);
  if (model.tree().text(called).find("backward") != std::string_view::npos) return true;
  if (model.facts(called).could_be(Fact::GradScaler)) return true;  // loss_scaler(loss, optimizer)
  const NodeId function = model.callee(call);
  return function != kNoNode && model.callee_effects(function).has(Effect::Backward);
}

namespace {

// The calls of a scope that may run a backward pass, and by what a value may have in common with
// one of them.
class BackwardCalls {
 public:
  BackwardCalls() = default;
  BackwardCalls(const SemanticModel& model, NodeId body);

  bool empty() const { return all_.empty(); }
  // The first that differentiates what is made of it, or kNoNode.
  NodeId differentiating(DefId def) const {
    const auto found = differentiated_.find(def);
    return found == differentiated_.end() ? NodeId{kNoNode} : found->second;
  }
  // Those that may concern the value, whose slice is given, in source order.
  std::vector<NodeId> near(const SemanticModel& model, NodeId value, const GraphSlice& slice) const;

 private:
  using Calls = std::vector<NodeId>;

  void enter(const SemanticModel& model, NodeId call);

  Calls all_;
  Calls of_functions_;  // of the file
  std::unordered_map<std::string_view, Calls> by_attribute_;
  std::unordered_map<DefId, Calls> by_base_;  // of the place that is differentiated
  std::map<std::pair<DefId, std::string_view>, Calls> by_place_;  // the same, as written
  std::unordered_map<DefId, Calls> by_definition_;
  std::unordered_map<NodeId, Calls> by_value_;
  // By their names, or by way of others: with the first call.
  std::unordered_map<DefId, NodeId> differentiated_;
};

BackwardCalls::BackwardCalls(const SemanticModel& model, NodeId body) {
  const SyntaxTree& tree = model.tree();
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    if (tree.is(n, Kind::Call) && runs_backward(model, n)) all_.push_back(n);
  });
  if (all_.size() > kMaxBackwardCalls) {
    model.work().leave_unanswered("backward passes in one function or module");
    all_.clear();
  }
  for (const NodeId call : all_) enter(model, call);
  if (of_functions_.size() > kMaxCallsOfFunctions) {
    model.work().leave_unanswered("calls of functions that run a backward pass");
    of_functions_.clear();
  }
}

void BackwardCalls::enter(const SemanticModel& model, NodeId call) {
  const NodeId place = differentiated_place(model, call);
  if (const DefId base = base_definition(model, place); base != kNone) {
    by_base_[base].push_back(call);
    by_place_[{base, model.tree().text(model.strip_parentheses(place))}].push_back(call);
  }
  if (place != kNoNode) {
    const GraphSlice& made_of = graph_slice_of(model, place);
    for (const DefId def : made_of.definitions) differentiated_.try_emplace(def, call);
  }
  if (model.callee(call) != kNoNode) of_functions_.push_back(call);
  const GraphSlice& slice = graph_slice_of(model, call);
  for (const DefId def : slice.definitions) by_definition_[def].push_back(call);
  for (const NodeId value : slice.values) by_value_[value].push_back(call);
  for (const std::string_view text : slice.attributes) by_attribute_[text].push_back(call);
}

std::vector<NodeId> BackwardCalls::near(const SemanticModel& model, NodeId value,
                                        const GraphSlice& slice) const {
  const SyntaxTree& tree = model.tree();
  Calls found;
  const auto take = [&](const auto& calls_by, const auto& key) {
    const auto calls = calls_by.find(key);
    if (calls == calls_by.end()) return;
    found.insert(found.end(), calls->second.begin(), calls->second.end());
  };
  for (const NodeId assigned : slice.values) {
    found.insert(found.end(), std::ranges::lower_bound(all_, assigned),
                 std::ranges::lower_bound(all_, tree.subtree_end(assigned)));
  }
  const NodeId plain = model.strip_parentheses(value);
  take(by_place_, std::pair(base_definition(model, plain), tree.text(plain)));
  for (const DefId def : slice.definitions) {
    if (carries_graph(model, def, {value})) take(by_definition_, def);
  }
  const DefId def =
      tree.is(plain, Kind::Identifier) ? model.bindings().reaching(plain) : DefId{kNone};
  if (def != kNone) {
    take(by_base_, def);
    take(by_value_, model.bindings().definition(def).value);
  }
  if (tree.is(plain, Kind::Attribute)) {
    found.insert(found.end(), of_functions_.begin(), of_functions_.end());
    for (const std::string_view text : slice.attributes) take(by_attribute_, text);
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// By what binds the name that they begin with.
using PlacesByBase = std::unordered_map<DefId, std::vector<NodeId>>;

// By the body of the scope: its backward passes, and the places that calls of it differentiate
// by their names.
struct ScopesWithBackward {
  std::unordered_map<NodeId, BackwardCalls> run;
  std::unordered_map<NodeId, PlacesByBase> differentiated;
};

const BackwardCalls& backward_calls(const SemanticModel& model, NodeId body) {
  auto& run = model.notes<ScopesWithBackward>().run;
  if (const auto known = run.find(body); known != run.end()) return known->second;
  run.try_emplace(body);  // who asks while it is made finds none
  return run[body] = BackwardCalls(model, body);
}

const PlacesByBase& differentiated_places(const SemanticModel& model, NodeId body) {
  auto& notes = model.notes<ScopesWithBackward>();
  const auto [known, is_new] = notes.differentiated.try_emplace(body);
  if (!is_new) return known->second;
  const SyntaxTree& tree = model.tree();
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    const NodeId place = tree.is(n, Kind::Call) ? differentiated_place(model, n) : NodeId{kNoNode};
    const DefId base = base_definition(model, place);
    if (base != kNone) known->second[base].push_back(place);
  });
  return known->second;
}

constexpr int kMaxCallees = 3;  // functions in functions that are looked into

// What is known of functions, by how deep they were looked into, and of definitions.
struct KnownLayers {
  std::map<std::pair<NodeId, int>, bool> in_functions;
  std::unordered_map<DefId, bool> put_into;
};

bool runs_layer(const SemanticModel& model, NodeId call, int depth);

bool holds_layer(const SemanticModel& model, NodeId part, int depth) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = part; n < tree.subtree_end(part); ++n) {
    model.work().spend();
    if (tree.is(n, Kind::Call) && runs_layer(model, n, depth)) return true;
  }
  return false;
}

// Hinge.apply(x): a function that keeps what it needs on attributes of its context can be
// differentiated again, after a pass as before.
bool applies_saving_function(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId klass = model.calls().names().class_named_by(model.receiver_of_call(call, "apply"));
  if (klass == kNoNode) return false;
  for (NodeId n = klass; n < tree.subtree_end(klass); ++n) {
    const bool saves = tree.is(n, Kind::Call) && model.method_name(n) == "save_for_backward" &&
                       !model.arguments(n).empty();
    if (saves) return true;
  }
  return false;
}

// A layer, a loss, or code that we can't see; but no operation of tensors, and no function that
// is made of such operations alone.
bool runs_layer(const SemanticModel& model, NodeId call, int depth) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = tree.child(call, Field::Function);
  const Facts facts = model.facts(called);
  if (facts.may_be(Fact::Module) || facts.may_be(Fact::Loss)) return true;
  if (model.facts(call).may_be(Fact::Loss)) return true;
  if (model.method_name(call) == "apply") return applies_saving_function(model, call);
  if (const NodeId function = model.callee(call); function != kNoNode) {
    if (depth == kMaxCallees) return true;
    auto& all = model.notes<KnownLayers>().in_functions;
    const auto [known, is_new] = all.try_emplace({function, depth}, false);
    if (is_new) {
      known->second = holds_layer(model, tree.child(function, Field::Body), depth + 1);
    }
    return known->second;
  }
  const Facts tensor{FactSet(), Fact::Tensor, {}};
  const std::string_view method = model.method_name(call);
  const bool operation = !method.empty() && model.knowledge().method(method, tensor) != nullptr;
  return !operation && model.qualified_name(called) == kNoSymbol;
}

// Is the output of a layer put into what the definition binds: parts.append(criterion(y))?
bool takes_layer(const SemanticModel& model, DefId def) {
  const auto [known, is_new] = model.notes<KnownLayers>().put_into.try_emplace(def, false);
  if (!is_new) return known->second;
  const Bindings& bindings = model.bindings();
  return known->second = std::ranges::any_of(bindings.definition(def).uses, [&](UseId u) {
           const Consumer consumer = model.consumer_of(bindings.use(u).node);
           return consumer.role == Role::MethodReceiver &&
                  model.means(Meaning::StoresArgument, consumer.name) &&
                  std::ranges::any_of(model.arguments(consumer.node),
                                      [&](NodeId stored) { return holds_layer(model, stored, 0); });
         });
}

// Does autograd save tensors for what the value is computed from, as it does for layers and
// losses? A backward pass frees those. Sums save nothing and can be differentiated again.
bool saves_tensors(const SemanticModel& model, NodeId value) {
  const GraphSlice& slice = graph_slice_of(model, value);
  return holds_layer(model, value, 0) ||
         std::ranges::any_of(slice.values,
                             [&](NodeId made) { return holds_layer(model, made, 0); }) ||
         std::ranges::any_of(slice.definitions, [&](DefId def) { return takes_layer(model, def); });
}

// ---- what a pass uses up for certain ------------------------------------------------------------

// x.backward(), scaler.scale(x).backward(), accelerator.backward(x): a pass of PyTorch itself that
// keeps nothing, and goes to all leaves. What a function of the program does, or what comes with a
// place or by ** may ask for, is not told.
bool frees_all(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  if (model.callee(call) != kNoNode || model.callee_elsewhere(call)) return false;
  std::size_t plain = 0;
  for (const NodeId argument : tree.children(tree.child(call, Field::Arguments))) {
    if (tree.is(argument, Kind::DictionarySplat) || tree.is(argument, Kind::ListSplat)) {
      return false;
    }
    if (!tree.is(argument, Kind::KeywordArgument)) {
      ++plain;
      continue;
    }
    const std::string_view keyword = tree.text(tree.child(argument, Field::Name));
    if (keyword == "inputs") return false;
  }
  return plain <= 1 && !keeps_graph(model, call);
}

constexpr int kMostLinks = 40;  // between what is differentiated and the value

// Does each way from what is differentiated lead to the value, through operations that record it,
// whatever conditions hold?
class CertainWay {
 public:
  CertainWay(const SemanticModel& model, NodeId value)
      : model_(model), tree_(model.tree()), value_(base_of(model, value)) {}

  bool leads_from(NodeId expr) {
    if (++links_ > kMostLinks || expr == kNoNode) return false;
    expr = model_.strip_parentheses(expr);
    if (is_same_place(model_, expr, value_)) return true;
    switch (tree_.kind(expr)) {
      case Kind::Identifier:
        return leads_from_definition(model_.bindings().reaching(expr));
      case Kind::BinaryOperator:
        return leads_from(tree_.child(expr, Field::Left)) ||
               leads_from(tree_.child(expr, Field::Right));
      case Kind::UnaryOperator:
        return leads_from(tree_.child(expr, Field::Argument));
      case Kind::List:
      case Kind::Tuple:
        return leads_from_element(expr);
      case Kind::Call:
        return leads_from_call(expr);
      default:
        return false;
    }
  }

 private:
  bool leads_from_element(NodeId display) {
    for (const NodeId element : tree_.children(display)) {
      if (leads_from(element)) return true;
    }
    return false;
  }

  bool leads_from_definition(DefId def) {
    if (def == kNone || ++links_ > kMostLinks) return false;
    const Definition& d = model_.bindings().definition(def);
    if (d.kind == DefKind::Phi) {
      return !d.operands.empty() && std::ranges::all_of(d.operands, [&](DefId operand) {
        return leads_from_definition(operand);
      });
    }
    const bool is_bound = d.kind == DefKind::Assign || d.kind == DefKind::AugAssign;
    if (!is_bound || d.value == kNoNode ||
        model_.grad_mode(d.value).mode != model_.grad_mode(value_).mode) {
      return false;
    }
    if (leads_from(d.value)) return true;
    return d.kind == DefKind::AugAssign && std::ranges::any_of(d.operands, [&](DefId operand) {
             return leads_from_definition(operand);
           });
  }

  bool leads_from_call(NodeId call) {
    const NodeId called = tree_.child(call, Field::Function);
    if (model_.facts(called).must_be(Fact::Loss)) return leads_from_argument(call);
    if (const Symbol symbol = model_.qualified_name(called); symbol != kNoSymbol) {
      const CallableInfo* info = model_.knowledge().callable(symbol);
      return info != nullptr && info->result_keeps_graph && info->indices == Indices::None &&
             leads_from_argument(call);
    }
    const std::string_view method = model_.method_name(call);
    const NodeId object = method.empty() ? NodeId{kNoNode} : model_.receiver_of_call(call, method);
    if (object == kNoNode) return false;
    if (method == "scale" && model_.facts(object).could_be(Fact::GradScaler)) {
      return leads_from_argument(call);
    }
    const MethodInfo* info = model_.knowledge().method(method, {FactSet(), Fact::Tensor, {}});
    return info != nullptr && info->result_keeps_graph && !info->ends_graph &&
           info->indices == Indices::None && leads_from(object);
  }

  bool leads_from_argument(NodeId call) {
    const std::vector<NodeId> arguments = model_.arguments(call);
    return std::ranges::any_of(arguments, [&](NodeId argument) { return leads_from(argument); });
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  NodeId value_;
  int links_ = 0;
};

}  // namespace

NodeId pass_made_for(const SemanticModel& model, DefId def) {
  const NodeId name = model.bindings().definition(def).node;
  return backward_calls(model, scope_body(model, name)).differentiating(def);
}

NodeId return_made_for(const SemanticModel& model, DefId def) {
  for (const NodeId statement :
       returns_to_framework(model, model.bindings().definition(def).node)) {
    if (graph_slice_of(model, statement).definitions.contains(def)) return statement;
  }
  return kNoNode;
}

bool is_made_for_backward(const SemanticModel& model, DefId def) {
  return pass_made_for(model, def) != kNoNode || return_made_for(model, def) != kNoNode;
}

bool differentiates_around(const SemanticModel& model, NodeId n) {
  return !backward_calls(model, scope_body(model, n)).empty() ||
         !returns_to_framework(model, n).empty();
}

BackwardPass backward_pass_of(const SemanticModel& model, NodeId value) {
  const BackwardCalls& candidates = backward_calls(model, scope_body(model, value));
  std::vector<NodeId> calls;
  if (!candidates.empty()) {
    const GraphSlice& slice = graph_slice_of(model, value);
    std::ranges::copy_if(candidates.near(model, value, slice), std::back_inserter(calls),
                         [&](NodeId call) { return concerns(model, call, value, slice); });
  }
  if (calls.empty()) return {return_to_framework(model, value), false, false};
  bool always = in_every_branch(model, calls, value);
  std::vector<NodeId> deciding = calls;  // one of which runs
  BackwardPass result{calls.front(), false, false};
  for (const NodeId call : calls) {
    const bool same_loop = model.loop_of(call) == model.loop_of(value);
    const bool after =
        same_loop && post_dominates(model, call, model.statement_of(value), Exceptions::Ignored);
    if (!dominates(model, call, value) && !after) continue;
    result.call = call;
    always = true;
    deciding = {call};
    break;
  }
  for (const NodeId call : calls) always = always && !keeps_graph(model, call);
  result.of_value = is_differentiated(model, value, result.call);
  const auto uses_up = [&](NodeId call) {
    return frees_all(model, call) &&
           CertainWay(model, value).leads_from(differentiated_place(model, call));
  };
  result.uses_up = always && result.of_value && saves_tensors(model, value) &&
                   std::ranges::all_of(deciding, uses_up);
  return result;
}

namespace {

// Does the call run a function, here or in another file, that runs a backward pass?
bool runs_step(const SemanticModel& model, NodeId call) {
  if (model.facts(model.tree().child(call, Field::Function)).could_be(Fact::Module)) return false;
  if (const NodeId function = model.callee(call); function != kNoNode) {
    return model.callee_effects(function).has(Effect::Backward);
  }
  const ProjectCode* code = model.place().code;
  const ProjectEntity function = code == nullptr ? ProjectEntity{} : model.callee_elsewhere(call);
  return function && (code->reach(function).effects & static_cast<EffectBits>(Effect::Backward));
}

constexpr Source kFromStep = own_source(0), kFromOther = own_source(1);

// Where a value was taken out of: entries, items, all of what a dict holds.
class StepOrigin final : public OriginPolicy {
 public:
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SemanticModel& model = origins.model();
    const SyntaxTree& tree = model.tree();
    if (tree.is(expr, Kind::Subscript)) {
      origins.follow(tree.child(expr, Field::Value));
      return true;
    }
    if (!tree.is(expr, Kind::Call)) return false;
    const std::string_view method = model.method_name(expr);
    if (!method.empty() && model.means(Meaning::ReadsEntries, method)) {
      origins.follow(model.receiver_of_call(expr, method));
    } else {
      origins.mark(runs_step(model, expr) ? kFromStep : kFromOther, expr);
    }
    return true;
  }
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const Definition& d = origins.model().bindings().definition(def);
    if (d.kind != DefKind::For && d.kind != DefKind::Unpack) return false;
    origins.follow(d.value);
    return true;
  }
  void source(ValueOrigins& origins, NodeId expr, Wanted) const override {
    origins.mark(kFromOther, expr);
  }
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    origins.mark(kFromOther, origins.model().bindings().definition(def).node);
  }
};

}  // namespace

NodeId step_that_gives(const SemanticModel& model, NodeId value) {
  const Origins origins = origins_of(model, StepOrigin(), value);
  const bool alone = !origins.has(kFromOther) && !origins.has(Source::GivenUp);
  return alone ? origins.at({kFromStep}) : NodeId{kNoNode};
}

namespace {

// Does a backward pass in the same scope differentiate a place that `accept` takes?
template <typename Accept>
bool any_differentiated(const SemanticModel& model, NodeId value, Accept accept) {
  const PlacesByBase& places = differentiated_places(model, scope_body(model, value));
  const auto found = places.find(base_definition(model, value));
  return found != places.end() && std::ranges::any_of(found->second, accept);
}

}  // namespace

bool is_differentiated_by_name(const SemanticModel& model, NodeId value) {
  return any_differentiated(model, value,
                            [&](NodeId place) { return is_same_place(model, place, value); });
}

bool holds_what_is_differentiated(const SemanticModel& model, NodeId value) {
  return any_differentiated(model, value,
                            [&](NodeId place) { return is_part_of(model, place, value); });
}

}  // namespace mlfix
