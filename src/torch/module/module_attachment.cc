// Both policies say what libraries do; Python is the engine's. See module_attachment.h.

#include "torch/module/module_attachment.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/facts/pair_result.h"
#include "semantic/flow/places.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr Source kAttached = own_source(0);  // a module computes it, or facts say so
constexpr Source kNotShown = own_source(0);  // not shown to be a tensor

// A parameter, by its place in its function; those after the last have one in common.
constexpr std::size_t kMostPlaces = kMaxMarks - 2;
constexpr Source input_at(std::size_t place) {
  return own_source(1 + static_cast<unsigned>(std::min(place, kMostPlaces - 1)));
}

struct AttachmentsInModules {
  OriginMemory graphs, others;
};

// Nothing more that is found would change the answer.
void settle_with(ValueOrigins& origins, Source source, NodeId at) {
  origins.mark(source, at);
  origins.stop();
}

// The method that a tensor would run there; nullptr where tensors have none of that name.
const MethodInfo* method_of_tensor(const SemanticModel& model, NodeId call) {
  const Facts tensor{Fact::Tensor, Fact::Tensor, {}};
  const MethodInfo* info = model.knowledge().method(model.method_name(call), tensor);
  return info != nullptr && info->receiver.has(Fact::Tensor) ? info : nullptr;
}

const CallableInfo* function_info(const SemanticModel& model, NodeId called) {
  const Symbol symbol = model.qualified_name(called);
  return symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
}

// What carries the graph of a run: parameters, what modules compute, and what is made of them.
// Through code that we can't see an argument with a graph shows.
class GraphOfRun final : public OriginPolicy {
 public:
  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<AttachmentsInModules>().graphs;
  }
  bool looks_into_containers() const override { return true; }
  bool sees_through_decorators() const override { return true; }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted wanted) const override;
  void source(ValueOrigins&, NodeId, Wanted) const override {}
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override;

 private:
  static bool takes_call(ValueOrigins& origins, NodeId call, Wanted wanted);
  static bool takes_method(ValueOrigins& origins, NodeId call, Wanted wanted);
  static void take_returned(ValueOrigins& origins, NodeId call, Wanted wanted);
};

// The place of the parameter in its function, or nothing.
std::optional<std::size_t> place_of_parameter(const SyntaxTree& tree, NodeId function,
                                              NodeId parameter) {
  const std::vector<NodeId> all = parameter_names(tree, function);
  const auto found = std::ranges::find(all, parameter);
  if (found == all.end()) return std::nullopt;
  return static_cast<std::size_t>(found - all.begin());
}

bool GraphOfRun::takes(ValueOrigins& origins, NodeId expr, Wanted wanted) const {
  const SemanticModel& model = origins.model();
  if (has_no_graph(model, expr)) return true;
  const Facts facts = model.facts(expr);
  if (facts.may_be(Fact::GradTensor) || facts.must_be(Fact::Parameter)) {
    settle_with(origins, kAttached, expr);
    return true;
  }
  switch (model.tree().kind(expr)) {
    case Kind::Call:
      return takes_call(origins, expr, wanted);
    case Kind::BinaryOperator:
    case Kind::UnaryOperator:
      return model.has_gradients_off(expr);
    default:
      return false;
  }
}

// A parameter that is no setting. What has a default is left out, as settings have one.
void GraphOfRun::source_definition(ValueOrigins& origins, DefId def, Wanted) const {
  const SemanticModel& model = origins.model();
  const SyntaxTree& tree = model.tree();
  const Definition& d = model.bindings().definition(def);
  if (d.kind != DefKind::Parameter || has_no_graph(model.facts_of(def))) return;
  const NodeId function = model.bindings().scope(d.scope).node;
  if (!tree.is(function, Kind::FunctionDefinition)) return;
  const std::string_view name = tree.text(d.node);
  const NodeId holder = tree.parent(d.node);
  const bool input = name != "self" &&
                     (tree.is(holder, Kind::Parameters) || tree.is(holder, Kind::TypedParameter));
  if (!input || model.suggests(Hint::Setting, name)) return;
  origins.mark(input_at(place_of_parameter(tree, function, d.node).value_or(kMostPlaces)), d.node);
}

// Does the call give values and their indices, of which the indices are asked for?
bool gives_indices(const SemanticModel& model, NodeId call, Indices indices, int first_dim,
                   Wanted wanted) {
  return wanted.held && wanted.part.index == 1 && wanted.part.around == 0 &&
         gives_pair(model.tree(), indices, model.argument(call, first_dim, "dim"));
}

bool GraphOfRun::takes_call(ValueOrigins& origins, NodeId call, Wanted wanted) {
  const SemanticModel& model = origins.model();
  const NodeId called = model.tree().child(call, Field::Function);
  const std::string name = model.qualified_text(called);
  if (name.starts_with("builtins.")) return false;
  if (model.knowledge().covers(Meaning::ArrayPackage, name)) return true;
  const std::vector<NodeId> arguments = model.arguments(call);
  if (!name.empty()) {
    const CallableInfo* info = function_info(model, called);
    const Indices indices = info == nullptr ? Indices::None : info->indices;
    if (!gives_indices(model, call, indices, 1, wanted)) origins.follow_all(arguments);
    return true;
  }
  if (model.facts(called).could_be(Fact::Module)) {
    settle_with(origins, kAttached, call);
    return true;
  }
  if (model.callee(call) == kNoNode) return takes_method(origins, call, wanted);
  take_returned(origins, call, wanted);
  return true;
}

// Where a function of the file returns what it is given, the argument at that place counts.
void GraphOfRun::take_returned(ValueOrigins& origins, NodeId call, Wanted wanted) {
  const SemanticModel& model = origins.model();
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.callee(call);
  const std::vector<NodeId> arguments = model.arguments(call);
  const auto returned = origins.answer_of_returned(function, wanted);
  if (!returned) return origins.follow_all(arguments);
  if (returned->has(kAttached)) return settle_with(origins, kAttached, returned->at({kAttached}));
  bool gives_some = false;
  for (std::size_t place = 0; place < kMostPlaces; ++place) {
    if (!returned->has(input_at(place))) continue;
    const NodeId parameter = returned->at({input_at(place)});
    const bool own = tree.contains(tree.child(function, Field::Parameters), parameter);
    if (!own) origins.mark(input_at(place), parameter);  // of the function around it
    gives_some = gives_some || own;
  }
  if (!gives_some) return;
  for (const NodeId argument : arguments) {
    const NodeId parameter = parameter_of_argument(model, call, argument);
    const auto place = place_of_parameter(tree, function, parameter);
    if (!place || returned->has(input_at(*place))) origins.follow(argument);
  }
}

// False where it may be a method of a container.
bool GraphOfRun::takes_method(ValueOrigins& origins, NodeId call, Wanted wanted) {
  const SemanticModel& model = origins.model();
  const std::string_view method = model.method_name(call);
  if (method.empty()) return false;
  const NodeId object = model.receiver_of_call(call, method);
  const MethodInfo* info = method_of_tensor(model, call);
  if (info == nullptr && !model.facts(object).must_be(Fact::Tensor)) return false;
  const bool ends = info != nullptr &&
                    (info->ends_graph || gives_indices(model, call, info->indices, 0, wanted) ||
                     info->result.has_any(Fact::NoGraph | Fact::IntTensor));
  if (!ends) origins.follow(object);
  return true;
}

bool has_graph(const Origins& graphs) {
  return !graphs.elsewhere_without({Source::GivenUp}).empty();
}

// What is no tensor, as far as is shown: a parameter that may be an array, an item of a list that
// may have been changed.
class OtherThanTensor final : public OriginPolicy {
 public:
  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<AttachmentsInModules>().others;
  }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted wanted) const override;
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted wanted) const override;
  void source(ValueOrigins& origins, NodeId expr, Wanted) const override {
    settle_with(origins, kNotShown, expr);
  }
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    settle_with(origins, kNotShown, origins.model().bindings().definition(def).node);
  }

 private:
  static bool takes_call(ValueOrigins& origins, NodeId call, Wanted wanted);
  static void take_method(ValueOrigins& origins, NodeId call, Wanted wanted);
};

// A tensor and whatever else make a tensor, or raise.
bool OtherThanTensor::takes(ValueOrigins& origins, NodeId expr, Wanted wanted) const {
  const SyntaxTree& tree = origins.model().tree();
  if (origins.model().facts(expr).must_be(Fact::Tensor)) return true;
  if (tree.is(expr, Kind::Call)) return takes_call(origins, expr, wanted);
  if (!tree.is(expr, Kind::BinaryOperator)) return false;
  const bool other = !origins.answer_of(tree.child(expr, Field::Left)).empty() &&
                     !origins.answer_of(tree.child(expr, Field::Right)).empty();
  if (other) settle_with(origins, kNotShown, expr);
  return true;
}

// An array stays one when a tensor is added to it in place, a number does not.
bool OtherThanTensor::takes_definition(ValueOrigins& origins, DefId def, Wanted wanted) const {
  const SemanticModel& model = origins.model();
  const Definition& d = model.bindings().definition(def);
  if (d.kind != DefKind::AugAssign) return false;
  const bool counted = std::ranges::all_of(
      d.operands, [&](DefId old) { return model.facts_of(old).must_be(Fact::Number); });
  if (counted) {
    origins.follow(d.value, wanted);
  } else {
    for (const DefId old : d.operands) origins.follow_definition(old, wanted);
  }
  return true;
}

// Are the items of what the function gives tensors: mean, square = torch.split(joined, n)?
bool gives_tensors(const SemanticModel& model, NodeId called) {
  const CallableInfo* info = function_info(model, called);
  return info != nullptr && info->may_result.has(Fact::Tensor) && info->result_keeps_graph &&
         info->pure_in_arguments && model.qualified_text(called).starts_with("torch.");
}

// Of the functions of the file those that are called by their name: a method may be another one in
// a class that derives from its class.
bool OtherThanTensor::takes_call(ValueOrigins& origins, NodeId call, Wanted wanted) {
  const SemanticModel& model = origins.model();
  const NodeId called = model.tree().child(call, Field::Function);
  if (!model.qualified_text(called).empty()) return wanted.held && gives_tensors(model, called);
  const bool module = model.facts(called).could_be(Fact::Module);
  const bool seen = model.callee(call) != kNoNode;
  const bool plain = model.tree().is(called, Kind::Identifier);
  if (seen && plain && !module) return false;
  if (seen || plain || module) {
    settle_with(origins, kNotShown, call);
  } else {
    take_method(origins, call, wanted);
  }
  return true;
}

// Does the call of a method name what only those of tensors do: x.mean(dim=0)?
bool asks_for_tensor(const SemanticModel& model, NodeId call) {
  return std::ranges::any_of(model.names(Meaning::TensorKeyword), [&](std::string_view word) {
    return model.argument(call, -1, word) != kNoNode;
  });
}

// What carries a graph has a method that arrays don't have: it is a tensor. What x.max(1) gives is
// none, but the two in it are.
void OtherThanTensor::take_method(ValueOrigins& origins, NodeId call, Wanted wanted) {
  const SemanticModel& model = origins.model();
  const std::string_view method = model.method_name(call);
  const MethodInfo* info = method_of_tensor(model, call);
  const bool gives_tensor =
      info != nullptr &&
      (info->result.has(Fact::Tensor) ||
       (wanted.held && gives_pair(model.tree(), info->indices, model.argument(call, 0, "dim"))));
  if (!gives_tensor) return settle_with(origins, kNotShown, call);
  const NodeId object = model.receiver_of_call(call, method);
  const bool shown = !model.means(Meaning::ArrayMethod, method) || asks_for_tensor(model, call);
  const bool shows = shown && has_graph(ValueOrigins(model, GraphOfRun()).answer_of(object));
  if (!shows) origins.follow(object);
}

}  // namespace

Attachment attachment_in_module(const SemanticModel& model, NodeId expr) {
  expr = model.strip_parentheses(expr);
  const FactSet may = model.facts(expr).may;
  if (may.has_any(Fact::Parameter | FactSet(Fact::Module))) return Attachment::None;
  if (!has_graph(origins_of(model, GraphOfRun(), expr))) return Attachment::None;
  return origins_of(model, OtherThanTensor(), expr).empty() ? Attachment::Proven
                                                            : Attachment::Likely;
}

std::vector<NodeId> parameters_behind(const SemanticModel& model, NodeId expr) {
  const Origins origins = origins_of(model, GraphOfRun(), expr);
  std::vector<NodeId> found;
  if (origins.has(kAttached) || origins.has(Source::GivenUp)) return found;
  for (std::size_t place = 0; place < kMostPlaces; ++place) {
    if (origins.has(input_at(place))) found.push_back(origins.at({input_at(place)}));
  }
  return found;
}

}  // namespace mlfix
