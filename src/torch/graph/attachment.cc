// Facts first; then what the value is computed from, back to a module or a loss.

#include "torch/graph/attachment.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/module_output.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/symbol.h"
#include "semantic/names/access_path.h"
#include "semantic/names/elements.h"
#include "semantic/names/module_by_use.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/graph/backward_pass.h"
#include "torch/graph/given_graph.h"
#include "torch/graph/graph_kin.h"
#include "torch/graph/graph_slice.h"
#include "torch/graph/value_sources.h"

namespace mlfix {
namespace {

constexpr FactSet kNoGraph = kWithoutGraph | Fact::Callable;

// The expression that a name stands for, through plain assignments, each of which stands before
// what reads it.
NodeId defining_value(const SemanticModel& model, NodeId expr) {
  while (model.tree().is(expr, Kind::Identifier)) {
    const DefId def = model.bindings().reaching(expr);
    if (def == kNone) return expr;
    const Definition& d = model.bindings().definition(def);
    if (d.kind == DefKind::Unpack) return d.value;
    if (d.kind != DefKind::Assign || d.value == kNoNode || d.value >= expr) return expr;
    expr = model.strip_parentheses(d.value);
  }
  return expr;
}

struct KnownOrigins {
  OriginMemory without_gradients;
};

// What was computed where gradients are off, through names, attributes, items, methods and calls.
// A call that gets one such value among others is one, too, as code that evaluates mixes outputs
// and labels, but for one that gets what a module gives with its graph, as a student's beside its
// teacher's. Merges are not followed: another branch may record.
class GradlessOrigin final : public OriginPolicy {
 public:
  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<KnownOrigins>().without_gradients;
  }
  bool looks_into_containers() const override { return true; }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SyntaxTree& tree = origins.model().tree();
    switch (tree.kind(expr)) {
      case Kind::Identifier:
      case Kind::Subscript:
      case Kind::Tuple:
      case Kind::List:
      case Kind::ExpressionList:
        return false;
      case Kind::Attribute:
        origins.follow(tree.child(expr, Field::Object));
        return true;
      case Kind::Call:
        take_call(origins, expr);
        return true;
      default:
        return true;
    }
  }
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const DefKind kind = origins.model().bindings().definition(def).kind;
    return kind != DefKind::Assign && kind != DefKind::Unpack;
  }
  void source(ValueOrigins&, NodeId, Wanted) const override {}
  void source_definition(ValueOrigins&, DefId, Wanted) const override {}

 private:
  static void take_call(ValueOrigins& origins, NodeId call) {
    const SemanticModel& model = origins.model();
    if (model.has_gradients_off(call)) {
      return origins.mark(own_source(0), call);
    }
    const NodeId called = model.tree().child(call, Field::Function);
    if (model.tree().is(called, Kind::Attribute)) {
      origins.follow(model.tree().child(called, Field::Object));
    }
    const auto arguments = model.arguments(call);
    const bool mixes = std::ranges::any_of(
        arguments, [&](NodeId argument) { return is_computed_from_module(model, argument); });
    const bool runs_module = model.facts(called).could_be(Fact::Module);
    if (!runs_module && !mixes) origins.follow_all(arguments);
  }
};

}  // namespace

// `loss_value` and `loss_weight` are numbers as often as not.
bool is_called_loss(const SemanticModel& model, NodeId name) {
  const std::string_view text = model.tree().text(name);
  return text.size() >= 4 && text.substr(text.size() - 4) == "loss";
}

bool has_no_graph(const Facts& facts) {
  return facts.must.has_any(kNoGraph);
}

bool has_no_graph(const SemanticModel& model, NodeId expr) {
  return has_no_graph(model.facts(expr)) || leaves_graph(model, expr) ||
         !origins_of(model, GradlessOrigin(), expr).empty();
}

namespace {

// What is kept as what it is, and is no tensor with the graph of a computation.
constexpr FactSet kKeptAsSuch =
    Fact::Parameter | Fact::Module | Fact::Optimizer | Fact::Scheduler | FactSet(Fact::GradScaler);

// Is it a name, or an attribute, that is used as a module is?
bool is_named_module(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  return (tree.is(expr, Kind::Identifier) || tree.is(expr, Kind::Attribute)) &&
         is_used_as_module(model, expr);
}

// Does a backward pass of the file leave gradients with a graph, or may it? What autograd.grad() is
// told is for the gradients that it gives back.
struct LeavesGraphs {
  explicit LeavesGraphs(const SemanticModel& model) {
    if (!model.mentions("create_graph")) return;
    const SyntaxTree& tree = model.tree();
    for (NodeId n = 0; n < tree.size() && !may; ++n) {
      if (!tree.is(n, Kind::Call) || called_name(tree, n) == "grad") continue;
      const bool is_pass = called_name(tree, n) == "backward";
      const NodeId arguments = tree.child(n, Field::Arguments);
      const bool is_told =
          model.argument(n, -1, "create_graph") != kNoNode && model.callee(n) == kNoNode;
      may =
          is_told || (is_pass && (model.arguments(n).size() > 2 ||
                                  tree.child_of_kind(arguments, Kind::DictionarySplat) != kNoNode));
    }
  }
  bool may = false;
};

// Is it the gradient of a tensor, in a file whose backward passes give none a graph?
bool is_plain_gradient(const SemanticModel& model, NodeId expr) {
  return model.tree().is(expr, Kind::Attribute) && last_name(model.tree(), expr) == "grad" &&
         !model.notes<LeavesGraphs>(model).may;
}

// What the function returns at that position of a tuple: the best sign of a
// graph over all its returns.
Attachment attachment_of_returned(const SemanticModel& model, NodeId function, int position) {
  Attachment best = Attachment::None;
  for (const NodeId element : returned_elements(model, function, position)) {
    if (has_no_graph(model, element)) continue;
    const Facts facts = model.facts(element);
    if (facts.may.has_any(kKeptAsSuch) || is_named_module(model, element)) continue;
    if (facts.must_be(Fact::GradTensor)) best = std::max(best, Attachment::Proven);
    const bool likely = facts.may_be(Fact::GradTensor) ||
                        (!facts.may_be(Fact::Container) && is_computed_from_module(model, element));
    if (likely) best = std::max(best, Attachment::Likely);
  }
  const SyntaxTree& tree = model.tree();
  const bool decorated = tree.is(tree.parent(function), Kind::DecoratedDefinition);
  return decorated ? std::min(best, Attachment::Likely) : best;
}

// Is it differentiated as it is, or its sum or mean: loss.backward(),
// self.manual_backward(loss.mean())? Only what has a graph can be.
bool is_differentiated_at(const SemanticModel& model, NodeId read) {
  Consumer consumer = model.consumer_of(read);
  const bool reduced =
      consumer.role == Role::MethodReceiver && (consumer.name == "mean" || consumer.name == "sum");
  if (reduced) consumer = model.consumer_of(consumer.node);
  if (consumer.role == Role::MethodReceiver) return consumer.name == "backward";
  return consumer.role == Role::Argument && consumer.position == 0 &&
         model.suggests(Hint::Backward, called_name(model.tree(), consumer.node));
}

struct DifferentiatedNames {
  std::unordered_map<DefId, bool> known;
};

// The same of what the expression is, or is the sum or mean of.
bool is_differentiated_too(const SemanticModel& model, NodeId expr) {
  const std::string_view method = model.method_name(expr);
  if (method == "mean" || method == "sum") expr = model.receiver_of_call(expr, method);
  if (!model.tree().is(expr, Kind::Identifier)) return false;
  const DefId def = model.bindings().reaching(expr);
  if (def == kNone) return false;
  const auto [known, is_new] = model.notes<DifferentiatedNames>().known.try_emplace(def);
  if (is_new) {
    known->second = std::ranges::any_of(model.bindings().definition(def).uses, [&](UseId use) {
      return is_differentiated_at(model, model.bindings().use(use).node);
    });
  }
  return known->second;
}

// By what the file shows of the value itself, and of what a function that is called for certain
// gives at a place.
Attachment attachment_here(const SemanticModel& model, NodeId expr) {
  expr = model.strip_parentheses(expr);
  const Facts facts = model.facts(expr);
  if (has_no_graph(model, expr) || is_plain_gradient(model, expr) ||
      facts.may.has_any(kKeptAsSuch) || is_named_module(model, expr)) {
    return Attachment::None;
  }
  // A distribution has the graph of its parameters, and is no tensor.
  if (facts.must_be(Fact::GradTensor) && facts.must_be(Fact::Tensor)) return Attachment::Proven;
  const NodeId value = defining_value(model, expr);
  const NodeId function =
      model.tree().is(value, Kind::Call) ? model.callee(value) : NodeId{kNoNode};
  const bool elsewhere = model.tree().is(value, Kind::Call) && model.callee_elsewhere(value);
  if (elsewhere && model.place().code == nullptr) {
    const NodeId called = model.tree().child(value, Field::Function);
    return model.facts(called).could_be(Fact::Module) ? Attachment::Likely : Attachment::None;
  }
  const int position = position_in_target(model, expr);
  if (position >= 0 && function != kNoNode) {
    return attachment_of_returned(model, function, position);
  }
  const bool computed = comes_from_module(model, value);
  if (position >= 0) {
    const bool likely =
        (computed && is_called_loss(model, expr)) || shares_differentiated_graph(model, expr);
    return likely ? Attachment::Likely : Attachment::None;
  }
  if (facts.may_be(Fact::GradTensor)) {
    if (facts.must_be(Fact::Tensor)) return Attachment::Proven;
    const bool foreign = model.tree().is(value, Kind::Call) && function == kNoNode;
    return foreign && !computed && is_fed_without_graph(model, value) ? Attachment::None
                                                                      : Attachment::Likely;
  }
  const bool derived =
      facts.weak.has(Fact::GradTensor) &&
      (computed || (!facts.may_be(Fact::Container) && is_computed_from_module(model, expr)));
  return derived || is_differentiated_too(model, expr) ||
                 shares_differentiated_graph(model, expr) ||
                 is_computed_from_gradient_with_graph(model, expr)
             ? Attachment::Likely
             : Attachment::None;
}

// ---- what functions give that are known by their names ------------------------------------------

constexpr int kMaxFunctionsInTurn = 3;  // one giving what the other gives

bool is_given_with_graph(const SemanticModel& model, const GivenPart& part, int depth);

// The place of what the caller is given beside the part, and differentiates: of `loss` in
// `loss, parts = f(x)`. -1 where there is none.
int place_differentiated_beside(const SemanticModel& model, const GivenPart& part) {
  if (part.target == kNoNode) return -1;
  const std::vector<NodeId>& targets = placed_elements(model, model.tree().parent(part.target)).all;
  const auto is_differentiated = [&](NodeId target) {
    const DefId def = model.tree().is(target, Kind::Identifier)
                          ? model.bindings().definition_at(target)
                          : DefId{kNone};
    return target != part.target && def != kNone && is_made_for_backward(model, def);
  };
  const auto found = std::ranges::find_if(targets, is_differentiated);
  return found == targets.end() ? -1 : static_cast<int>(found - targets.begin());
}

// What the value is computed from: where it is a sum that a loop makes, what each iteration adds.
bool is_computed_from(const SemanticModel& model, NodeId whole, DefId part) {
  if (graph_slice_of(model, whole).definitions.contains(part)) return true;
  const Bindings& bindings = model.bindings();
  const DefId def =
      model.tree().is(whole, Kind::Identifier) ? bindings.reaching(whole) : DefId{kNone};
  if (def == kNone || bindings.definition(def).kind != DefKind::LoopPhi) return false;
  return std::ranges::any_of(bindings.definition(def).operands, [&](DefId operand) {
    const NodeId value = bindings.definition(operand).value;
    return value != kNoNode && graph_slice_of(model, value).definitions.contains(part);
  });
}

// Is the value computed by a call, and a part of what the other one is computed from, or the same?
bool is_computed_part_of(const SemanticModel& model, NodeId value, NodeId whole) {
  value = model.strip_parentheses(value);
  const DefId def =
      model.tree().is(value, Kind::Identifier) ? model.bindings().reaching(value) : DefId{kNone};
  if (def == kNone || model.bindings().definition(def).value == kNoNode) return false;
  const NodeId made = model.bindings().definition(def).value;
  bool calls = false;
  for (NodeId n = made; n < model.tree().subtree_end(made); ++n) {
    calls = calls || model.tree().is(n, Kind::Call);
  }
  return calls && !has_no_graph(model, value) && is_computed_from(model, whole, def);
}

struct Giving {
  GivenPart part;
  int whole = -1;  // the place beside it that is differentiated
  int depth = 0;   // functions that may be looked into
};

bool is_given_value_with_graph(const SemanticModel& model, NodeId value, int depth) {
  return attachment_here(model, value) != Attachment::None ||
         (!has_no_graph(model, value) &&
          is_given_with_graph(model, given_part(model, value), depth));
}

// Does the container hold one under that key, or in any place: a value, or all of another
// container?
bool holds_with_graph(const SemanticModel& model, NodeId container, NodeId whole,
                      const Giving& giving) {
  const auto others_items = [&](NodeId other) {
    GivenPart part = given_part(model, other);
    part.is_item = true;
    part.key = giving.part.key;
    return is_given_with_graph(model, part, giving.depth - 1);
  };
  const auto is_one = [&](NodeId entry) {
    if (model.tree().is(entry, Kind::DictionarySplat)) {
      return others_items(model.tree().first_child(entry));
    }
    return is_given_value_with_graph(model, entry, giving.depth - 1) ||
           (whole != kNoNode && is_computed_part_of(model, entry, whole));
  };
  return std::ranges::any_of(entries_of(model, container, giving.part.key), is_one) ||
         others_items(container);
}

// Does the function of the file give a value with a graph at that part?
bool gives_with_graph(const SemanticModel& model, NodeId function, const Giving& giving) {
  const auto at = [&](NodeId value, int place) {
    return place < 0 ? NodeId{kNoNode} : element_at(model, value, place);
  };
  return std::ranges::any_of(model.returned_values(function), [&](NodeId value) {
    const NodeId given = giving.part.place < 0 ? value : at(value, giving.part.place);
    if (given == kNoNode) return false;
    return giving.part.is_item ? holds_with_graph(model, given, at(value, giving.whole), giving)
                               : is_given_value_with_graph(model, given, giving.depth - 1);
  });
}

constexpr int kMaxMethodsElsewhere = 3;  // of one name

// The same of the function of another file that the call runs, or of a method of that name in
// another file, where few have one.
bool gives_with_graph_elsewhere(const SemanticModel& model, const Giving& giving) {
  const ProjectPlace& place = model.place();
  if (place.code == nullptr || place.file == kNoFile) return false;
  const auto ask = [&](const SemanticModel& there, NodeId function) {
    return gives_with_graph(there, function, giving);
  };
  const NodeId call = giving.part.call;
  if (const ProjectEntity function = model.callee_elsewhere(call)) {
    return place.code->holds_in(function, ask);
  }
  const std::string_view method = model.method_name(call);
  if (method.empty() || !is_method_of_program(model, method)) return false;
  int methods = 0;
  bool any = false;
  place.code->holds_in_namesake(place.file, method, {},
                                [&](const SemanticModel& there, NodeId function) {
                                  any = any || ask(there, function);
                                  return ++methods > kMaxMethodsElsewhere;
                                });
  return any && methods <= kMaxMethodsElsewhere;
}

bool is_given_with_graph(const SemanticModel& model, const GivenPart& part, int depth) {
  if (depth == 0 || part.call == kNoNode || model.has_gradients_off(part.call)) return false;
  const Giving giving{part, place_differentiated_beside(model, part), depth};
  const std::vector<NodeId> functions = likely_callees(model, part.call);
  if (functions.empty()) return gives_with_graph_elsewhere(model, giving);
  return std::ranges::any_of(
      functions, [&](NodeId function) { return gives_with_graph(model, function, giving); });
}

struct GivenWithGraph {
  std::unordered_map<NodeId, bool> known;
  std::unordered_map<NodeId, bool> holding;
};

}  // namespace

Attachment attachment_of(const SemanticModel& model, NodeId expr) {
  const Attachment here = attachment_here(model, expr);
  if (here != Attachment::None || has_no_graph(model, expr)) return here;
  if (model.facts(expr).may.has_any(kKeptAsSuch)) return Attachment::None;
  const auto [known, is_new] = model.notes<GivenWithGraph>().known.try_emplace(expr, false);
  if (!is_new) return known->second ? Attachment::Likely : Attachment::None;
  const bool given = is_given_with_graph(model, given_part(model, expr), kMaxFunctionsInTurn) ||
                     (is_made_of_given_graph(model, expr) && !is_told_elsewhere(model, expr));
  model.notes<GivenWithGraph>().known[expr] = given;
  return given ? Attachment::Likely : Attachment::None;
}

bool is_given_holding_graph(const SemanticModel& model, NodeId expr) {
  const auto [known, is_new] = model.notes<GivenWithGraph>().holding.try_emplace(expr, false);
  if (!is_new) return known->second;
  GivenPart part = given_part(model, expr);
  const bool is_whole = !part.is_item;
  part.is_item = true;
  const bool holds = is_whole && is_given_with_graph(model, part, kMaxFunctionsInTurn);
  return model.notes<GivenWithGraph>().holding[expr] = holds;
}

namespace {

// What is no parameter that a module lists.
class OtherThanListed final : public OriginPolicy {
 public:
  void source(ValueOrigins& origins, NodeId expr, Wanted wanted) const override {
    const SemanticModel& model = origins.model();
    const bool lists = wanted.held && model.tree().is(expr, Kind::Call) &&
                       model.means(Meaning::ListsParameters, model.method_name(expr));
    const bool is_name =
        lists && model.method_name(expr).starts_with("named") && wanted.part.index == 0;
    if (!lists || is_name) origins.mark(own_source(0), expr);
  }
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    origins.mark(own_source(0), origins.model().bindings().definition(def).node);
  }
};

bool is_listed_parameter(const SemanticModel& model, NodeId expr) {
  if (model.facts(expr).must_be(Fact::Parameter)) return true;
  const DefId def =
      model.tree().is(expr, Kind::Identifier) ? model.bindings().reaching(expr) : DefId{kNone};
  return def != kNone && model.bindings().definition(def).kind == DefKind::For &&
         origins_of(model, OtherThanListed(), expr).empty();
}

}  // namespace

bool is_of_parameter(const SemanticModel& model, NodeId expr) {
  if (has_no_graph(model, expr)) return false;
  return std::ranges::any_of(arithmetic_operands(model, defining_value(model, expr)),
                             [&](NodeId operand) { return is_listed_parameter(model, operand); });
}

NodeId returned_holder(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(name, Kind::Identifier)) return kNoNode;
  for (const NodeId element : unpacked_elements(model, model.bindings().reaching(name))) {
    const NodeId display = defining_value(model, element);
    if (!tree.is(display, Kind::Dictionary) && !tree.is(display, Kind::List)) continue;
    const std::vector<NodeId> held = elements_of(model, display);
    const bool attached = std::any_of(held.begin(), held.end(), [&](NodeId value) {
      return !has_no_graph(model, value) && model.facts(value).could_be(Fact::GradTensor);
    });
    if (attached) return display;
  }
  return kNoNode;
}

}  // namespace mlfix
