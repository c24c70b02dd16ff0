// The nearest call that gives a graph is where it is made, for who reads the code: what a loss
// gives was made by the loss, whatever modules computed its arguments.

#include "torch/graph/graph_birth.h"

#include <fmt/format.h>

#include <utility>

#include "semantic/binding/ids.h"
#include "semantic/flow/graph_flow.h"
#include "semantic/flow/module_output.h"
#include "semantic/flow/source_way.h"
#include "semantic/flow/way_telling.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/symbol.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

class BirthPolicy final : public MakerPolicy {
 public:
  bool looks_into_containers() const override { return true; }
  bool sees_through_decorators() const override { return true; }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SemanticModel& model = origins.model();
    constexpr FactSet kNeverAttached = Fact::NoGraph | Fact::Number | Fact::NdArray | Fact::String;
    if (model.facts(expr).must.has_any(kNeverAttached) || leaves_graph(model, expr)) return true;
    if (!model.tree().is(expr, Kind::Call) || model.has_gradients_off(expr)) return false;
    const bool made = comes_from_module(model, expr) || gives_graph(model, expr);
    const bool elsewhere = !made && model.place().code != nullptr && model.callee_elsewhere(expr);
    if (made || elsewhere) origins.mark(made ? kMade : kElsewhere, expr);
    return made || elsewhere;
  }
  // What a library gives is made of the arguments, what a method gives of its object, and an
  // attribute is a part of one.
  void source(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SemanticModel& model = origins.model();
    const SyntaxTree& tree = model.tree();
    if (tree.is(expr, Kind::Call) &&
        model.qualified_name(tree.child(expr, Field::Function)) != kNoSymbol) {
      return origins.follow_all(model.arguments(expr));
    }
    const NodeId link = tree.is(expr, Kind::Call) ? tree.child(expr, Field::Function) : expr;
    if (tree.is(link, Kind::Attribute)) origins.follow(tree.child(link, Field::Object));
  }
  void source_definition(ValueOrigins&, DefId, Wanted) const override {}
  std::string told(const SemanticModel& model, NodeId maker) const override {
    return fmt::format("{} gives a value with its graph", quoted_code(model.tree(), maker));
  }

 private:
  // Is it a function of a library that gives a tensor with a graph?
  static bool gives_graph(const SemanticModel& model, NodeId call) {
    const NodeId called = model.tree().child(call, Field::Function);
    return model.qualified_name(called) != kNoSymbol &&
           model.facts(call).could_be(Fact::GradTensor);
  }
};

}  // namespace

WaySteps way_to_gradient(const SemanticModel& model, NodeId call, NodeId backward) {
  WaySteps steps;
  tell_step(model.tree(), call, BirthPolicy().told(model, call), steps);
  WaySteps rest = way_to_backward(model, call);
  const bool arrives = !rest.empty() && !rest.back().is_elsewhere() &&
                       model.tree().range(backward).contains(rest.back().range);
  if (!arrives) return {};
  append(steps, std::move(rest));
  return steps;
}

WaySteps way_of_graph(const SemanticModel& model, NodeId value) {
  return way_from_maker(model, BirthPolicy(), value);
}

}  // namespace mlfix
