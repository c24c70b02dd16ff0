// A module counts by weak facts too: who asks looks for signs, and takes the
// certain answer from the facts of the value itself.

#include "semantic/flow/module_output.h"

#include <algorithm>

#include "semantic/binding/binding.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/symbol.h"
#include "semantic/semantic_model.h"

namespace mlfix {

bool leaves_graph(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  while (tree.is(expr, Kind::Call) || tree.is(expr, Kind::Attribute)) {
    const std::string_view method = model.method_name(expr);
    if (method == "detach" || method == "item" || method == "tolist" || method == "numpy") {
      return true;
    }
    if (tree.is(expr, Kind::Call)) expr = tree.child(expr, Field::Function);
    if (!tree.is(expr, Kind::Attribute)) return false;
    if (tree.text(tree.child(expr, Field::Attribute)) == "data") return true;
    expr = model.strip_parentheses(tree.child(expr, Field::Object));
  }
  return false;
}

bool is_fed_without_graph(const SemanticModel& model, NodeId call) {
  const std::vector<NodeId> arguments = model.arguments(call);
  return !arguments.empty() &&
         std::all_of(arguments.begin(), arguments.end(), [&](NodeId argument) {
           return model.facts(argument).must.has_any(Fact::Number | FactSet(Fact::String)) ||
                  leaves_graph(model, argument);
         });
}

bool comes_from_module(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(value, Kind::Call) || model.callee(value) != kNoNode) return false;
  const NodeId called = tree.child(value, Field::Function);
  const NodeId object =
      tree.is(called, Kind::Attribute) ? tree.child(called, Field::Object) : called;
  constexpr FactSet kModules = Fact::Module | FactSet(Fact::Loss);
  const Facts facts = model.facts(called);
  const Facts owner = model.facts(object);
  const bool module = (facts.may | facts.weak | owner.may | owner.weak).has_any(kModules);
  return module && !is_fed_without_graph(model, value);
}

namespace {

struct OutputsOfModules {
  OriginMemory memory;
};

struct GradientsWithGraph {
  OriginMemory memory;
};

// torch.autograd.grad(out, x, create_graph=True)
bool asks_for_graph_of_gradients(const SemanticModel& model, NodeId expr) {
  if (!model.tree().is(expr, Kind::Call)) return false;
  const Symbol symbol = model.qualified_name(model.tree().child(expr, Field::Function));
  const CallableInfo* info = symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
  constexpr auto kAsks = static_cast<EffectBits>(Effect::AutogradGrad);
  if (info == nullptr || (info->effects & kAsks) == 0) return false;
  const NodeId flag = model.argument(expr, -1, "create_graph");
  return flag != kNoNode && !model.tree().is(flag, Kind::False);
}

// x.max(1)[1] is the place of the greatest element.
bool is_index_of_reduction(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(expr, Kind::Subscript)) return false;
  const NodeId call = model.strip_parentheses(tree.child(expr, Field::Value));
  return tree.text(tree.child(expr, Field::Subscript)) == "1" &&
         model.means(Meaning::GivesIndices, model.method_name(call));
}

// What a module or a loss gives with its graph, through arithmetic, displays, methods, and
// functions of libraries and of the file. Facts say that it may have a graph at all.
class ModuleOutput : public OriginPolicy {
 public:
  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<OutputsOfModules>().memory;
  }
  bool looks_into_containers() const override { return true; }
  bool sees_through_decorators() const override { return true; }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SemanticModel& model = origins.model();
    const FactSet certain = model.facts(expr).must;
    if (certain.has_any(kWithoutGraph | Fact::Callable) || leaves_graph(model, expr)) return true;
    const bool made = is_maker(model, expr);
    if (made && !model.has_gradients_off(expr)) {
      origins.mark(own_source(0), expr);
    }
    return made || is_index_of_reduction(model, expr);
  }
  // values, indices = x.max(1): which of them has a graph, a module alone can tell, and it only by
  // what it gives at once.
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const SemanticModel& model = origins.model();
    const Definition& d = model.bindings().definition(def);
    if (d.kind != DefKind::Unpack) return false;
    const NodeId value = model.strip_parentheses(d.value);
    const Kind kind = model.tree().kind(value);
    const bool seen = kind == Kind::Tuple || kind == Kind::ExpressionList ||
                      (kind == Kind::Call && model.callee(value) != kNoNode);
    const bool metric = model.suggests(Hint::Metric, model.tree().text(d.node));
    return !seen && (metric || !comes_from_module(model, value));
  }
  // What a library makes is made of its arguments, and what a method gives of its object.
  void source(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SemanticModel& model = origins.model();
    if (!model.tree().is(expr, Kind::Call)) return;
    const NodeId called = model.tree().child(expr, Field::Function);
    if (model.qualified_name(called) != kNoSymbol) {
      origins.follow_all(model.arguments(expr));
    } else if (model.tree().is(called, Kind::Attribute)) {
      origins.follow(model.tree().child(called, Field::Object));
    }
  }
  void source_definition(ValueOrigins&, DefId, Wanted) const override {}

 protected:
  virtual bool is_maker(const SemanticModel& model, NodeId expr) const {
    return comes_from_module(model, expr);
  }
};

// The same of gradients that have a graph of their own.
class GradientWithGraph final : public ModuleOutput {
 public:
  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<GradientsWithGraph>().memory;
  }
  bool takes_definition(ValueOrigins&, DefId, Wanted) const override { return false; }

 protected:
  bool is_maker(const SemanticModel& model, NodeId expr) const override {
    return asks_for_graph_of_gradients(model, expr);
  }
};

}  // namespace

bool is_computed_from_gradient_with_graph(const SemanticModel& model, NodeId expr) {
  return model.mentions("create_graph") && !origins_of(model, GradientWithGraph(), expr).empty();
}

bool is_computed_from_module(const SemanticModel& model, NodeId expr) {
  return !origins_of(model, ModuleOutput(), expr).empty();
}

}  // namespace mlfix
