#include "semantic/effects/left_out.h"

#include <string_view>

#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool is_harmless_method(const SemanticModel& model, NodeId call, std::string_view name) {
  if (model.means(Meaning::LooksUp, name)) return true;
  const NodeId receiver = model.receiver_of_call(call, name);
  const MethodInfo* info = model.knowledge().method(name, model.facts(receiver));
  return info != nullptr && !info->in_place && info->effects == 0 && !name.ends_with('_');
}

bool is_harmless_call(const SemanticModel& model, NodeId call) {
  if (model.callee(call) != kNoNode || model.callee_elsewhere(call)) return false;
  const NodeId called = called_expression(model, call);
  if (is_builtin(model, called)) {
    return model.means(Meaning::KeepsNothing, model.tree().text(called));
  }
  const CallableInfo* info = model.knowledge().callable(model.qualified_name(called));
  const bool copies = called_name(model.tree(), call) == "deepcopy";
  if (info != nullptr) return (info->pure_in_arguments || copies) && info->effects == 0;
  const std::string_view method = model.method_name(call);
  return !method.empty() && is_harmless_method(model, call, method);
}

// What a comprehension goes through may be an iterator, which moves on.
bool may_move_on(const SemanticModel& model, NodeId iterated) {
  constexpr FactSet kStanding = Fact::Container | Fact::Tensor | Fact::NdArray;
  iterated = model.strip_parentheses(iterated);
  return !model.tree().is(iterated, Kind::Call) && !model.facts(iterated).must.has_any(kStanding);
}

}  // namespace

bool may_be_left_out(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
    switch (tree.kind(n)) {
      case Kind::Await:
      case Kind::Yield:
      case Kind::NamedExpression:
        return false;
      case Kind::Call:
        if (!is_harmless_call(model, n)) return false;
        break;
      case Kind::ForInClause:
        if (may_move_on(model, tree.child(n, Field::Right))) return false;
        break;
      default:
        break;
    }
  }
  return true;
}

}  // namespace mlfix
