// See data_value.h.

#include "torch/graph/data_value.h"

#include <algorithm>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/walk.h"
#include "semantic/effects/effects.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/given_graph.h"

namespace mlfix {
namespace {

constexpr FactSet kNoTensor = Fact::Module | Fact::Loss | Fact::Optimizer | Fact::Scheduler |
                              Fact::GradScaler | Fact::DataLoader | Fact::Dataset | Fact::Callable |
                              Fact::Engine | Fact::ProcessGroup;
constexpr FactSet kGraphless = kWithoutGraph | Fact::Parameter;

// `train_images` and `labels2` are data; `image_features` is not.
bool is_data_name(const SemanticModel& model, std::string_view name) {
  while (!name.empty() &&
         (name.back() == 's' || name.back() == '_' || (name.back() >= '0' && name.back() <= '9'))) {
    if (model.suggests(Hint::Data, name)) return true;
    name.remove_suffix(1);
  }
  const auto underscore = name.rfind('_');
  const auto last = underscore == name.npos ? name : name.substr(underscore + 1);
  if (name.starts_with("n_") || name.starts_with("num_")) return true;
  return model.suggests(Hint::Data, last);
}

// model.parameters() gives leaves.
bool is_parameter_reader(const SyntaxTree& tree, NodeId called) {
  return tree.is(called, Kind::Attribute) &&
         tree.text(tree.child(called, Field::Attribute)).find("parameters") !=
             std::string_view::npos;
}

// Is it a value of a module that no table knows: `scaled` after `from base import scaled`, or
// `base.scaled` after `import base`? That may be in a graph, which lasts longer than an iteration.
// A name in capitals is a constant.
bool is_value_of_unknown_module(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  const bool is_member = tree.is(expr, Kind::Attribute);
  const NodeId imported = is_member ? tree.child(expr, Field::Object) : expr;
  const DefId def =
      tree.is(imported, Kind::Identifier) ? model.bindings().reaching(imported) : kNone;
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Import) return false;
  const NodeId statement = model.statement_of(model.bindings().definition(def).node);
  if (tree.is(statement, Kind::ImportStatement) != is_member) return false;
  const std::string name = model.qualified_text(expr);
  const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
  const bool is_constant = std::ranges::none_of(last, [](char c) { return c >= 'a' && c <= 'z'; });
  return !is_constant && !is_data_name(model, last) &&
         !model.knowledge().covers(Meaning::LeavesCodeAlone, name) &&
         model.knowledge().find(name) == kNoSymbol && !model.facts(expr).may.has_any(kNoTensor);
}

// The first place where what is imported, or a member of it, is such a value; or kNoNode.
NodeId unknown_value_of(const SemanticModel& model, const Definition& import) {
  for (const UseId use : import.uses) {
    const NodeId name = model.bindings().use(use).node;
    for (const NodeId expr : {name, model.tree().parent(name)}) {
      if (model.consumer_of(expr).role == Role::Callee) continue;
      if (is_value_of_unknown_module(model, expr)) return expr;
    }
  }
  return kNoNode;
}

constexpr Source kGraph = own_source(0);

struct KnownData {
  OriginMemory memory;
};

// Whatever is neither data nor a setting: what a module computes, as far as we see, and what code
// that we can't see gives, unless its name says otherwise.
class GraphOrigin final : public OriginPolicy {
 public:
  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<KnownData>().memory;
  }
  bool looks_into_containers() const override { return true; }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override;
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override;
  void source(ValueOrigins& origins, NodeId expr, Wanted) const override;
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override;

 private:
  static void take_call(ValueOrigins& origins, NodeId call);
};

// Is the parameter a function, or a module, that is run here?
bool is_called(const SemanticModel& model, const Definition& parameter) {
  return std::any_of(parameter.uses.begin(), parameter.uses.end(), [&](UseId use) {
    return model.consumer_of(model.bindings().use(use).node).role == Role::Callee;
  });
}

// Does the call make an object of a class that is no tensor and no module:
// ArgumentParser(), Extractor(model)?
bool is_construction(const SemanticModel& model, NodeId call) {
  const std::string_view name = called_name(model.tree(), call);
  const bool sounds_like_class =
      name.size() > 1 && name[0] >= 'A' && name[0] <= 'Z' && name[1] >= 'a' && name[1] <= 'z';
  const bool is_class =
      sounds_like_class ||
      model.calls().names().named_elsewhere(model.tree().child(call, Field::Function)).is_class();
  return is_class && name.find("Tensor") == name.npos && name != "Variable" &&
         !model.facts(call).could_be(Fact::Tensor);
}

// A call of code we can't see, which is not a method of a value.
bool is_unseen_call(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(expr, Kind::Call) || model.callee(expr) != kNoNode) return false;
  const NodeId called = tree.child(expr, Field::Function);
  const Symbol symbol = model.qualified_name(called);
  if (symbol != kNoSymbol && model.knowledge().callable(symbol) != nullptr) return false;
  if (!model.qualified_text(called).empty()) return true;
  const NodeId object =
      tree.is(called, Kind::Attribute) ? tree.child(called, Field::Object) : called;
  const bool builtin = object == called && model.bindings().reaching(called) == kNone;
  const bool runs_object =
      object == called || tree.text(object) == "self" || model.facts(object).could_be(Fact::Module);
  return runs_object && !builtin && !is_parameter_reader(tree, called);
}

// images = load(path), by the name of the variable.
bool gives_data(const SemanticModel& model, NodeId expr, std::string_view name) {
  if (name.size() < 2 || !is_data_name(model, name) || !is_unseen_call(model, expr)) return false;
  if (model.facts(model.tree().child(expr, Field::Function)).could_be(Fact::Module)) return false;
  const auto arguments = model.arguments(expr);
  return std::none_of(arguments.begin(), arguments.end(), [&](NodeId argument) {
    return model.facts(argument).could_be(Fact::Module);
  });
}

// scale=1.0, reduction="mean"
bool is_setting_by_default(const SyntaxTree& tree, const Definition& parameter) {
  const NodeId value = parameter.value;
  return tree.is(value, Kind::Integer) || tree.is(value, Kind::Float) ||
         tree.is(value, Kind::String) || tree.is(value, Kind::True) || tree.is(value, Kind::False);
}

void GraphOrigin::take_call(ValueOrigins& origins, NodeId call) {
  const SemanticModel& model = origins.model();
  const SyntaxTree& tree = model.tree();
  const NodeId called = tree.child(call, Field::Function);
  if (model.facts(called).could_be(Fact::Module)) return origins.mark(kGraph, call);
  if (is_construction(model, call)) return;
  const NodeId function = model.callee(call);
  const bool runs_module =
      function != kNoNode && model.callee_effects(function).has(Effect::ModuleForward);
  if (runs_module || is_unseen_call(model, call)) return origins.mark(kGraph, call);
  const bool method = tree.is(called, Kind::Attribute) && model.qualified_text(called).empty();
  if (method) origins.follow(tree.child(called, Field::Object));
  origins.follow_all(model.arguments(call));
}

bool GraphOrigin::takes(ValueOrigins& origins, NodeId expr, Wanted) const {
  const SemanticModel& model = origins.model();
  const SyntaxTree& tree = model.tree();
  if (has_no_graph(model, expr)) return true;
  if (attachment_of(model, expr) != Attachment::None) {
    origins.mark(kGraph, expr);
    return true;
  }
  if (model.has_gradients_off(expr)) return true;
  if (tree.is(expr, Kind::Attribute)) {
    const bool data =
        model.facts(expr).may.has_any(kNoTensor) || !model.qualified_text(expr).empty();
    if (!data) origins.follow(tree.child(expr, Field::Object));
    return true;
  }
  if (tree.is(expr, Kind::Call)) take_call(origins, expr);
  return tree.is(expr, Kind::Call);
}

bool GraphOrigin::takes_definition(ValueOrigins& origins, DefId def, Wanted) const {
  const SemanticModel& model = origins.model();
  const Definition& d = model.bindings().definition(def);
  const Facts facts = model.facts_of(def);
  if (facts.must.has_any(kGraphless) || facts.may.has_any(kNoTensor)) return true;
  if (facts.weak.has_any(kNoTensor) && facts.may.empty()) return true;
  const bool is_bound = d.kind == DefKind::Assign || d.kind == DefKind::Unpack ||
                        d.kind == DefKind::For || d.kind == DefKind::With;
  return is_bound && d.value != kNoNode &&
         gives_data(model, d.value, model.bindings().variable_of(def).name);
}

// What Python's own operators make is made of their operands.
void GraphOrigin::source(ValueOrigins& origins, NodeId expr, Wanted) const {
  const SemanticModel& model = origins.model();
  const SyntaxTree& tree = model.tree();
  if (tree.is(expr, Kind::Identifier)) {
    const bool data =
        is_data_name(model, tree.text(expr)) || !model.facts(expr).could_be(Fact::Tensor);
    if (!data) origins.mark(kGraph, expr);
    return;
  }
  for (const NodeId child : tree.children(expr)) {
    if (!is_nested_scope(tree.kind(child))) origins.follow(child);
  }
}

void GraphOrigin::source_definition(ValueOrigins& origins, DefId def, Wanted) const {
  const SemanticModel& model = origins.model();
  const Definition& d = model.bindings().definition(def);
  switch (d.kind) {
    case DefKind::Import: {
      const NodeId value = unknown_value_of(model, d);
      if (value != kNoNode) origins.mark(kGraph, value);
      return;
    }
    case DefKind::Function:
    case DefKind::Class:
    case DefKind::Unbound:
    case DefKind::Delete:
      return;
    case DefKind::Parameter: {
      const bool data = is_data_name(model, model.bindings().variable_of(def).name) ||
                        is_called(model, d) || is_setting_by_default(model.tree(), d);
      if (data) return;
      const std::vector<NodeId> given = values_given_to(model, d.node);
      const bool is_seen = !given.empty() && std::ranges::find(given, kNoNode) == given.end();
      if (is_seen) return origins.follow_all(given);
      return is_given_data_elsewhere(model, d.node) ? void() : origins.mark(kGraph, d.node);
    }
    default:
      return d.value == kNoNode ? origins.mark(kGraph, d.node) : origins.follow(d.value);
  }
}

}  // namespace

bool holds_data(const SemanticModel& model, DefId def) {
  return def != kNone && origins_of_definition(model, GraphOrigin(), def).empty();
}

bool is_data(const SemanticModel& model, NodeId expr) {
  return origins_of(model, GraphOrigin(), expr).empty();
}

}  // namespace mlfix
