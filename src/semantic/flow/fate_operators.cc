// Operators and subscripts of objects that may be of a class of the run: the value is an
// argument of their method.

#include "semantic/flow/fate_tracer.h"
#include "semantic/names/operators.h"
#include "semantic/project/project.h"

namespace mlfix {

// Neither a builtin nor a library's object as far as we see: its class may be one of ours.
bool FateTracer::may_be_of_own_class(NodeId expr) {
  const ClassRef owner = calls_.names().class_of_value(expr);
  if (owner.known()) return owner.node != kNoNode || static_cast<bool>(owner.elsewhere);
  const Facts facts = model_.facts(expr);
  return facts.may.empty() && facts.must.empty();
}

void FateTracer::given_to_methods_elsewhere(ProjectEntity klass, NodeId at,
                                            std::span<const std::string_view> methods) {
  const Project& project = *model_.place().project;
  for (const std::string_view name : methods) {
    const ProjectEntity method = project.method(klass, name);
    if (!method) continue;
    if (model_.place().names_only) return mark_unseen(at);
    const FunctionSummary& summary = project.summary(method);
    if (!summary.known || summary.parameters.empty()) return mark_unseen(at);
    merge(summary.parameters.back().fate, at);
  }
}

void FateTracer::given_to_methods(NodeId object, NodeId at,
                                  std::span<const std::string_view> methods) {
  if (methods.empty() || !may_be_of_own_class(object)) return;
  if (const ClassRef owner = calls_.names().class_of_value(object); owner.elsewhere) {
    return given_to_methods_elsewhere(owner.elsewhere, at, methods);
  }
  for (const ClassInfo& klass : calls_.names().classes()) {
    for (const auto& [name, method] : klass.methods) {
      if (!is_one_of(name, methods)) continue;
      const std::vector<NodeId> parameters = parameter_names(tree_, method);
      const bool known = !parameters.empty() && bindings_.definition_at(parameters.back()) != kNone;
      if (known) merge(summary(parameters.back()).fate, at);
    }
  }
}

void FateTracer::operand(NodeId expr, NodeId operation) {
  if (!tree_.is(operation, Kind::BinaryOperator)) return;
  const NodeId token = tree_.child(operation, Field::Operator);
  const NodeId left = tree_.child(operation, Field::Left);
  const NodeId other = left == expr ? tree_.child(operation, Field::Right) : left;
  if (token == kNoNode || other == kNoNode) return;
  given_to_methods(model_.strip_parentheses(other), operation, operator_methods(tree_.text(token)));
}

}  // namespace mlfix
