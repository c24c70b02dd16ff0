// n parts of a size s cost n²·s/2 of copying. That is nothing when n is small: as many as a
// literal says, as a network has layers or heads, as a tensor is cut into, as rows are in what one
// operation gets. It is nothing either when s is a few numbers: making a tensor of them takes
// longer than copying ten thousand that are there.

#include "torch/tensor/copying_cost.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/iteration_estimate.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/symbol.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/names/letters.h"
#include "semantic/semantic_model.h"
#include "torch/module/forward_pass.h"
#include "torch/tensor/literal_tensor.h"
#include "torch/tensor/tensor_views.h"
#include "torch/training/batch_loop.h"

namespace mlfix {
namespace {

constexpr std::int64_t kFewParts = 16;
constexpr std::int64_t kManyNumbers = 4096;
constexpr std::string_view kRunsNetwork =
    "a network is run for each part, which takes more than copying it";

// How many parts the loops from the outermost on add, where all of them show it.
std::optional<std::int64_t> parts_of(const SemanticModel& model, const SelfJoin& join) {
  std::int64_t parts = 1;
  for (const NodeId loop : model.loops_of(join.assignment)) {
    const auto iterations = likely_iterations(model, loop);
    if (!iterations) return std::nullopt;
    parts = std::min(parts * *iterations, std::int64_t{1} << 30);
    if (loop == join.growing.loop) break;
  }
  return parts;
}

// What the loop goes over, without what passes its items or counts them: self.layers of
// enumerate(self.layers) and of range(len(self.layers)); num_layers of range(num_layers - 1).
struct GoneOver {
  NodeId what = kNoNode;
  bool is_number = false;  // it is counted up to, and no len() of anything
};

GoneOver gone_over(const SemanticModel& model, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  GoneOver found{tree.child(loop, Field::Right)};
  while (true) {
    found.what = model.strip_parentheses(found.what);
    if (found.is_number && tree.is(found.what, Kind::BinaryOperator)) {
      found.what = tree.child(found.what, Field::Left);
      continue;
    }
    if (!tree.is(found.what, Kind::Call)) return found;
    const NodeId called = called_expression(model, found.what);
    const std::string_view name = last_name(tree, called);
    const bool counts = counts_items(name);
    const bool length = is_builtin_name(model, called, "len");
    const std::vector<NodeId> arguments = model.arguments(found.what);
    const bool passes = counts || length || model.means(Meaning::PassesItems, name);
    if (!passes || arguments.empty() || (counts && arguments.size() > 1)) return found;
    found.is_number = counts || (found.is_number && !length);
    found.what = arguments.front();
  }
}

// Does forward() go over what its module keeps, as its layers or their sizes? A plain number may
// be one of steps.
bool goes_over_own_parts(const SemanticModel& model, NodeId loop, const GoneOver& over) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(loop);
  const NodeId klass = function == kNoNode ? NodeId{kNoNode} : model.method_class(function);
  return klass != kNoNode && tree.text(tree.child(function, Field::Name)) == "forward" &&
         model.derives_from(klass, "torch.nn.Module") && !over.is_number &&
         tree.is(over.what, Kind::Attribute) &&
         tree.text(tree.child(over.what, Field::Object)) == "self";
}

// By its name: num_layers, n_heads.
bool counts_layers(std::string_view name) {
  return name.find("layer") != std::string_view::npos ||
         name.find("head") != std::string_view::npos;
}

// Is it a number of pieces that a tensor is cut into, which somebody chose: x.chunk(n)?
bool cuts_into_pieces(const SemanticModel& model, NodeId what) {
  const SyntaxTree& tree = model.tree();
  const auto is_cut = [&](NodeId value) {
    return tree.is(value, Kind::Call) &&
           last_name(tree, called_expression(model, value)) == "chunk";
  };
  if (is_cut(what)) return true;
  const DefId def = tree.is(what, Kind::Identifier) ? model.bindings().reaching(what) : kNone;
  if (def == kNone) return false;
  bool any = false;
  for (const DefId d : model.bindings().variable_of(def).definitions) {
    const Definition& definition = model.bindings().definition(d);
    if (definition.kind != DefKind::Assign) continue;
    if (!is_cut(definition.value)) return false;
    any = true;
  }
  return any;
}

// Does an operation that is differentiated by hand go over a dimension of what it is given: the
// heads of a mask, the images of a batch? It is a part of one step of a network.
bool goes_over_dimension_of_input(const SemanticModel& model, NodeId loop, const GoneOver& over) {
  const SyntaxTree& tree = model.tree();
  const NodeId klass = model.class_of(loop);
  if (klass == kNoNode || !over.is_number ||
      !model.derives_from(klass, "torch.autograd.Function")) {
    return false;
  }
  const bool size = tree.is(over.what, Kind::Call) && model.method_name(over.what) == "size";
  const bool shape = tree.is(over.what, Kind::Subscript) &&
                     last_name(tree, tree.child(over.what, Field::Value)) == "shape";
  return size || shape;
}

bool is_scalar_item(const SemanticModel& model, NodeId item) {
  const SyntaxTree& tree = model.tree();
  const Facts facts = model.facts(item);
  return !tree.is(item, Kind::ListSplat) && !tree.is(item, Kind::List) &&
         !tree.is(item, Kind::Tuple) && !facts.may_be(Fact::Tensor) &&
         !facts.may_be(Fact::NdArray) && !facts.may_be(Fact::Container);
}

// A number, or a display of a few: x.item(), [a, b, c, d], torch.tensor([a, b])[None].
bool is_few_numbers(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  while (true) {
    model.work().spend();
    expr = assigned_value(model, expr);
    if (tree.is(expr, Kind::Subscript)) {
      expr = tree.child(expr, Field::Value);
      continue;
    }
    if (tree.is(expr, Kind::List) || tree.is(expr, Kind::Tuple)) {
      for (const NodeId item : tree.children(expr)) {
        if (!is_scalar_item(model, item)) return false;
      }
      return true;
    }
    if (model.facts(expr).must_be(Fact::Number) || !tree.is(expr, Kind::Call)) {
      return model.facts(expr).must_be(Fact::Number);
    }
    const std::vector<NodeId> arguments = model.arguments(expr);
    const std::string_view name = last_name(tree, called_expression(model, expr));
    if (!holds_given_items(name) || arguments.empty()) return false;
    expr = arguments.front();
  }
}

// Without an axis, numpy.append makes one row of numbers: a million of them take 8 MB.
bool appends_to_row(const SelfJoin& join) {
  return join.function == "numpy.append" && join.dim == kNoNode;
}

// Does a simulation take a step in each iteration of the innermost loop?
bool joins_beside_simulation(const SemanticModel& model, const SelfJoin& join) {
  const NodeId loop = model.loop_of(join.assignment);
  return simulation_step(model, model.tree().child(loop, Field::Body)) != kNoNode;
}

}  // namespace

bool grows_by_few_numbers(const SemanticModel& model, const SelfJoin& join) {
  const bool numbers =
      std::ranges::all_of(join.parts, [&](NodeId part) { return is_few_numbers(model, part); });
  return numbers || appends_to_row(join);
}

namespace {

void add_joins_in(const SemanticModel& model, NodeId block, const SelfJoin& join,
                  std::vector<SelfJoin>& found) {
  const SyntaxTree& tree = model.tree();
  for (const NodeId statement : model.statements(block)) {
    model.work().spend();
    const NodeId assignment =
        tree.is(statement, Kind::ExpressionStatement) ? tree.first_child(statement) : kNoNode;
    if (!tree.is(assignment, Kind::Assignment) || assignment == join.assignment) continue;
    if (auto other = match_self_join(model, assignment)) found.push_back(std::move(*other));
  }
}

}  // namespace

std::vector<SelfJoin> joins_beside(const SemanticModel& model, const SelfJoin& join) {
  std::vector<SelfJoin> found;
  add_joins_in(model, model.block_of(model.statement_of(join.assignment)), join, found);
  return found;
}

namespace {

// The same, and those of the innermost loop's body where this one is joined under a condition.
std::vector<SelfJoin> joins_in_iteration(const SemanticModel& model, const SelfJoin& join) {
  std::vector<SelfJoin> found = joins_beside(model, join);
  const NodeId body = model.tree().child(model.loop_of(join.assignment), Field::Body);
  if (body != model.block_of(model.statement_of(join.assignment))) {
    add_joins_in(model, body, join, found);
  }
  return found;
}

// A few numbers beside a larger value that grows with them are written as that is. Copying many of
// them takes its time, but for what a simulation takes.
bool grow_by_numbers(const SemanticModel& model, const SelfJoin& join) {
  const auto parts = parts_of(model, join);
  const bool few = !parts || *parts <= kManyNumbers || joins_beside_simulation(model, join);
  return few && grows_by_few_numbers(model, join) &&
         std::ranges::all_of(joins_beside(model, join), [&](const SelfJoin& other) {
           return grows_by_few_numbers(model, other);
         });
}

// A name of a function, that is: one of a module may be read by others, or by who looks at it.
bool is_never_read(const SemanticModel& model, const SelfJoin& join) {
  if (model.function_of(join.assignment) == kNoNode) return false;
  const Bindings& bindings = model.bindings();
  const Variable& variable = bindings.variable_of(bindings.definition_at(join.growing.target));
  return variable.captured_at == kNoNode && std::ranges::all_of(variable.uses, [&](UseId u) {
           const NodeId node = bindings.use(u).node;
           const bool branching = join.growing.branching != kNoNode &&
                                  model.tree().contains(join.growing.branching, node);
           return node == join.growing.read || branching;
         });
}

// Does the function of the file switch gradients off around something that nobody knows? Nobody
// would for less than a network.
bool runs_guarded(const SemanticModel& model, NodeId function) {
  if (function == kNoNode) return false;
  return std::ranges::any_of(calls_in_scope(model, function), [&](NodeId call) {
    const NodeId called = model.tree().child(call, Field::Function);
    if (model.callee(call) != kNoNode || model.qualified_name(called) != kNoSymbol) return false;
    const GradState state = model.grad_mode(call);
    return state.mode == GradMode::Disabled && state.because != kNoNode &&
           model.tree().contains(function, state.because);
  });
}

// x.generate(batch), of something that is not seen: it runs a model, by its name.
bool is_said_to_run_model(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  return !method.empty() && method != "forward" && !model.arguments(call).empty() &&
         model.callee(call) == kNoNode && model.means(Meaning::RunsInference, method) &&
         model.qualified_text(model.tree().child(call, Field::Function)).empty();
}

struct NetworkOrigins {
  std::map<NodeId, OriginMemory> by_loop;
};

// What a network gives that the same iteration runs, or is taken from that.
class NetworkOfIteration final : public OriginPolicy {
 public:
  explicit NetworkOfIteration(NodeId loop) : loop_(loop) {}

  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<NetworkOrigins>().by_loop[loop_];
  }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SyntaxTree& tree = origins.model().tree();
    switch (tree.kind(expr)) {
      case Kind::Subscript:
        origins.follow(tree.child(expr, Field::Value));
        return true;
      case Kind::Attribute:
        origins.follow(tree.child(expr, Field::Object));
        return true;
      case Kind::Call:
        take_call(origins, expr);
        return true;
      default:
        return false;
    }
  }
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const SemanticModel& model = origins.model();
    const Definition& d = model.bindings().definition(def);
    if (d.kind == DefKind::Phi || d.kind == DefKind::LoopPhi) return false;
    const bool assigned = d.kind == DefKind::Assign || d.kind == DefKind::Unpack;
    if (assigned && model.tree().contains(loop_, d.node)) origins.follow(d.value);
    return true;
  }
  void source(ValueOrigins&, NodeId, Wanted) const override {}
  void source_definition(ValueOrigins&, DefId, Wanted) const override {}

 private:
  static void take_call(ValueOrigins& origins, NodeId call) {
    const SemanticModel& model = origins.model();
    const SyntaxTree& tree = model.tree();
    if (is_forward(model, call) || model.effects(call).has(Effect::ModuleForward) ||
        runs_guarded(model, model.callee(call)) || is_said_to_run_model(model, call)) {
      return origins.mark(own_source(0), call);
    }
    const NodeId called = called_expression(model, call);
    const bool method = tree.is(called, Kind::Attribute) && model.qualified_text(called).empty();
    const NodeId root = root_of_path(model, called);
    const bool of_self = tree.is(root, Kind::Identifier) && tree.text(root) == "self";
    const std::vector<NodeId> arguments = model.arguments(call);
    if (method && !of_self) {
      origins.follow(tree.child(called, Field::Object));
    } else if (!arguments.empty()) {
      origins.follow(arguments.front());
    }
  }

  NodeId loop_;
};

bool parts_are_outputs(const SemanticModel& model, const SelfJoin& join, NodeId loop) {
  return std::ranges::all_of(join.parts, [&](NodeId part) {
    return !origins_of(model, NetworkOfIteration(loop), part).empty();
  });
}

// Does the loop call what is a network at least by its name?
bool runs_said_network(const SemanticModel& model, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = loop; n < tree.subtree_end(loop); ++n) {
    const bool runs = tree.is(n, Kind::Call) &&
                      (is_said_to_run_model(model, n) || is_forward(model, n) ||
                       model.facts(tree.child(n, Field::Function)).could_be(Fact::Module));
    if (runs) return true;
  }
  return false;
}

// A pass through a network takes far more than what goes into it or comes out: copying that for
// every batch of a data set is little beside it.
bool runs_network_for_part(const SemanticModel& model, const SelfJoin& join, NodeId loop) {
  return model.effects(loop).has(Effect::ModuleForward) || runs_said_network(model, loop) ||
         parts_are_outputs(model, join, loop);
}

// Is there a value beside it that grows by joining in the same loop, and has to go on doing so
// because it shows there? Then half of the loop would be written in another way.
bool leaves_a_twin(const SemanticModel& model, const SelfJoin& join) {
  return std::ranges::any_of(joins_in_iteration(model, join), [&](SelfJoin other) {
    return find_exposure(model, other.growing).at != kNoNode;
  });
}

}  // namespace

std::string_view why_copies_hardly_matter(const SemanticModel& model, const SelfJoin& join) {
  const NodeId loop = join.growing.loop;
  const auto parts = parts_of(model, join);
  if (parts && *parts <= kFewParts) return "it joins a few parts";
  if (is_never_read(model, join)) return "nobody reads the joined value: it may as well go";
  if (grow_by_numbers(model, join)) {
    return "each part is a few numbers";
  }
  if (runs_network_for_part(model, join, model.loop_of(join.assignment))) return kRunsNetwork;
  if (model.tree().is(loop, Kind::ForStatement)) {
    const GoneOver over = gone_over(model, loop);
    if (goes_over_own_parts(model, loop, over) ||
        (over.is_number && counts_layers(last_name(model.tree(), over.what)))) {
      return "it joins one part for each layer, or the like";
    }
    if (cuts_into_pieces(model, over.what)) return "it joins the pieces of one tensor";
    if (goes_over_dimension_of_input(model, loop, over)) {
      return "it joins one part for each row of an input";
    }
  }
  return leaves_a_twin(model, join) ? "another value has to go on growing beside it" : "";
}

std::string_view why_copies_of_entry_hardly_matter(const SemanticModel& model,
                                                   const GrowingEntry& entry) {
  const auto parts = likely_iterations(model, entry.loop);
  if (parts && *parts <= kFewParts) return "it joins a few parts";
  if (grows_by_few_numbers(model, entry.join)) return "each part is a few numbers";
  return runs_network_for_part(model, entry.join, entry.loop) ? kRunsNetwork : "";
}

namespace {

constexpr int kMaxSteps = 8;  // from a value to what it is made of

// In code: methods that give all weights of a network at once, of PyTorch and of Keras. Those of
// Keras are copies.
constexpr std::array<std::string_view, 3> kGiveWeights = {"state_dict", "parameters",
                                                          "named_parameters"};
constexpr std::string_view kGiveCopiesOfWeights = "get_weights";

bool is_one_number(const Facts& facts) {
  return facts.could_be(Fact::ScalarTensor) || facts.must_be(Fact::Number) ||
         facts.must_be(Fact::String) || facts.must_be(Fact::None);
}

class Content {
 public:
  explicit Content(const SemanticModel& model) : model_(model), tree_(model.tree()) {}

  bool holds_new_tensors(NodeId value) {
    if (value == kNoNode || steps_ == kMaxSteps) return false;
    ++steps_;
    const bool found = is_new(model_.strip_parentheses(value));
    --steps_;
    return found;
  }

 private:
  bool is_new(NodeId value) {
    const Facts facts = model_.facts(value);
    if (is_one_number(facts)) return false;
    switch (tree_.kind(value)) {
      case Kind::Identifier:
        return is_bound_to_new(value, facts);
      case Kind::BinaryOperator:
        return facts.may_be(Fact::Tensor);
      case Kind::Call:
        return is_made_by_call(value, facts);
      case Kind::Pair:
        return holds_new_tensors(tree_.child(value, Field::Value));
      case Kind::List:
      case Kind::Tuple:
      case Kind::Dictionary:
        return std::ranges::any_of(children_of(value),
                                   [&](NodeId element) { return holds_new_tensors(element); });
      case Kind::ListComprehension:
        return copies_weights(value) || holds_new_tensors(tree_.child(value, Field::Body));
      case Kind::DictionaryComprehension:
        return copies_weights(value);
      default:
        return false;
    }
  }

  std::vector<NodeId> children_of(NodeId node) const {
    std::vector<NodeId> children;
    for (const NodeId child : tree_.children(node)) children.push_back(child);
    return children;
  }

  bool is_bound_to_new(NodeId name, const Facts& facts) {
    const DefId d = model_.bindings().reaching(name);
    if (d == kNone) return false;
    const Definition& definition = model_.bindings().definition(d);
    switch (definition.kind) {
      case DefKind::Assign:
        return holds_new_tensors(definition.value);
      case DefKind::Unpack:
        return facts.may_be(Fact::Tensor) && tree_.is(definition.value, Kind::Call);
      case DefKind::AugAssign:
      case DefKind::Phi:
      case DefKind::LoopPhi:
        return facts.may_be(Fact::GradTensor);
      default:
        return false;
    }
  }

  bool gives_weights(NodeId n) const {
    return tree_.is(n, Kind::Call) &&
           std::ranges::find(kGiveWeights, model_.method_name(n)) != kGiveWeights.end();
  }

  // {k: v.clone() for k, v in model.state_dict().items()}
  bool copies_weights(NodeId comprehension) const {
    bool gives = false;
    bool copies = false;
    for (NodeId n = comprehension; n < tree_.subtree_end(comprehension); ++n) {
      gives = gives || gives_weights(n);
      copies = copies || model_.receiver_of_call(n, "clone") != kNoNode ||
               model_.receiver_of_call(n, "cpu") != kNoNode || is_deep_copy(n);
    }
    return gives && copies;
  }

  bool is_deep_copy(NodeId n) const {
    return tree_.is(n, Kind::Call) && called_name(tree_, n) == "deepcopy";
  }

  bool is_made_by_call(NodeId call, const Facts& facts) {
    const std::string_view method = model_.method_name(call);
    if (method == kGiveCopiesOfWeights) return true;
    const std::vector<NodeId> arguments = model_.arguments(call);
    const auto has_weights = [&](NodeId given) {
      return gives_weights(given) || model_.facts(given).could_be(Fact::Module);
    };
    if (is_deep_copy(call) && std::ranges::any_of(arguments, has_weights)) return true;
    // A copy of what it is given, or an object that holds it, by the letters of its name.
    if (is_deep_copy(call) || begins_like_class(called_name(tree_, call))) {
      return std::ranges::any_of(arguments, [&](NodeId given) { return holds_new_tensors(given); });
    }
    const NodeId receiver =
        method.empty() ? NodeId{kNoNode} : model_.receiver_of_call(call, method);
    if (receiver != kNoNode && method != "clone" &&
        (may_give_view(model_, method) || model_.means(Meaning::KeepsSize, method))) {
      return holds_new_tensors(receiver);
    }
    if (receiver != kNoNode && method == "clone" && is_one_number(model_.facts(receiver)))
      return false;
    return facts.may_be(Fact::Tensor) ||
           model_.facts(tree_.child(call, Field::Function)).could_be(Fact::Module);
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  int steps_ = 0;
};

}  // namespace

bool holds_new_tensors(const SemanticModel& model, NodeId value) {
  return Content(model).holds_new_tensors(value);
}

}  // namespace mlfix
