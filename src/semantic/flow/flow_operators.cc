// Operators and subscripts of objects that may be of a class of the run: the value is an
// argument of their method.

#include <algorithm>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/binding/reach_memo.h"
#include "semantic/flow/value_flow.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/names/operators.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Definitions that lead to one of an object whose class is known.
struct KnownObjects {
  ReachMemo memo;
};

}  // namespace

// What the expression is an instance of; for a name that a sum is bound to again, what it was
// bound to at first.
ClassRef ValueFlow::class_of_object(NodeId expr) {
  const ClassRef owner = calls_.names().class_of_value(expr);
  if (owner.known() || !tree_.is(expr, Kind::Identifier)) return owner;
  const DefId start = bindings_.reaching(expr);
  if (start == kNone) return owner;
  const auto class_made_by = [&](DefId def) {
    const Definition& d = bindings_.definition(def);
    const bool makes = d.kind == DefKind::Assign && d.value != kNoNode;
    return makes ? calls_.names().class_of_value(d.value) : ClassRef{};
  };
  work_.spend();
  const DefId made = model_.notes<KnownObjects>().memo.find(
      start, [&](DefId def) { return class_made_by(def).known(); },
      [&](DefId def) { return bindings_.definition(def).operands; });
  return made == kNone ? owner : class_made_by(made);
}

void ValueFlow::given_to_methods_elsewhere(ProjectEntity klass, NodeId at,
                                           std::span<const std::string_view> methods) {
  const ProjectPlace& place = model_.place();
  for (const std::string_view name : methods) {
    const ProjectEntity method = place.project->method(klass, name);
    if (!method) continue;
    if (place.code == nullptr) return mark(Sink::Unseen, at);
    const FunctionSummary& summary = place.code->summary(method);
    const Reach* reach = !summary.known || summary.parameters.empty()
                             ? nullptr
                             : policy_.elsewhere(*place.code, summary.parameters.back());
    if (reach == nullptr) return mark(Sink::Unseen, at);
    take(*reach, at, {nullptr, &summary.parameters.back()});
  }
}

void ValueFlow::given_to_methods(NodeId object, NodeId at,
                                 std::span<const std::string_view> methods) {
  if (methods.empty()) return;
  const ClassRef owner = class_of_object(object);
  if (owner.elsewhere) return given_to_methods_elsewhere(owner.elsewhere, at, methods);
  if (owner.known() && owner.node == kNoNode) return;  // a library's
  const Facts facts = model_.facts(object);
  if (!owner.known() && !(facts.may.empty() && facts.must.empty())) return;
  take_answer({FlowKey::Kind::Operator, kNoNode, methods.front()}, at);
}

// Whatever the object is: every sum of objects whose class is not known asks for it.
void ValueFlow::give_to_all(std::span<const std::string_view> methods) {
  for (const NodeId method : calls_.names().methods_named(methods)) {
    const std::vector<NodeId> parameters = parameter_names(tree_, method);
    const bool bound = !parameters.empty() && bindings_.definition_at(parameters.back()) != kNone;
    if (bound) take_summary(parameters.back(), kNoNode);
  }
}

// Whatever the object is, as for operators. A property is a method that is decorated with
// `@name.setter`.
void ValueFlow::give_to_setters(std::string_view name) {
  for (const NodeId method : calls_.names().methods_named({&name, 1})) {
    const auto is_setter = [&](NodeId decorator) {
      return tree_.is(decorator, Kind::Attribute) && last_name(tree_, decorator) == "setter";
    };
    if (std::ranges::none_of(decorators(tree_, method), is_setter)) continue;
    const std::vector<NodeId> parameters = parameter_names(tree_, method);
    const bool bound = !parameters.empty() && bindings_.definition_at(parameters.back()) != kNone;
    if (bound) take_summary(parameters.back(), kNoNode);
  }
}

void ValueFlow::operand(NodeId expr, NodeId operation) {
  if (!tree_.is(operation, Kind::BinaryOperator)) return;
  const NodeId token = tree_.child(operation, Field::Operator);
  const NodeId left = tree_.child(operation, Field::Left);
  const NodeId other = left == expr ? tree_.child(operation, Field::Right) : left;
  if (token == kNoNode || other == kNoNode) return;
  given_to_methods(model_.strip_parentheses(other), operation, operator_methods(tree_.text(token)));
}

}  // namespace mlfix
