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
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/graph/graph_kin.h"
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

// Is it the gradient of a tensor, in a file that nowhere asks for one with a graph?
bool is_plain_gradient(const SemanticModel& model, NodeId expr) {
  return model.tree().is(expr, Kind::Attribute) && last_name(model.tree(), expr) == "grad" &&
         !model.mentions("create_graph");
}

// What the function returns at that position of a tuple: the best sign of a
// graph over all its returns.
Attachment attachment_of_returned(const SemanticModel& model, NodeId function, int position) {
  Attachment best = Attachment::None;
  for (const NodeId element : returned_elements(model, function, position)) {
    if (has_no_graph(model, element)) continue;
    const Facts facts = model.facts(element);
    if (facts.may.has_any(kKeptAsSuch)) continue;
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

}  // namespace

Attachment attachment_of(const SemanticModel& model, NodeId expr) {
  expr = model.strip_parentheses(expr);
  const Facts facts = model.facts(expr);
  if (has_no_graph(model, expr) || is_plain_gradient(model, expr) ||
      facts.may.has_any(kKeptAsSuch)) {
    return Attachment::None;
  }
  if (facts.must_be(Fact::GradTensor)) return Attachment::Proven;
  const NodeId value = defining_value(model, expr);
  const NodeId function =
      model.tree().is(value, Kind::Call) ? model.callee(value) : NodeId{kNoNode};
  const bool elsewhere = model.tree().is(value, Kind::Call) && model.callee_elsewhere(value);
  if (elsewhere && model.place().code == nullptr) return Attachment::None;
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
  return derived || is_differentiated_too(model, expr) || shares_differentiated_graph(model, expr)
             ? Attachment::Likely
             : Attachment::None;
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
