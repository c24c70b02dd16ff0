// Every way out of the function has to give a figure that the function opened and keeps nowhere.
// See figure_givers.h.

#include "pyplot/figure_givers.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "pyplot/figure_lifetime.h"
#include "pyplot/figures.h"
#include "semantic/binding/binding.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// The call that opens the figure which the name stands for, or kNoNode.
NodeId opener_of(const SemanticModel& model, Figures& figures, NodeId name) {
  if (!model.tree().is(name, Kind::Identifier)) return kNoNode;
  const DefId def = model.bindings().reaching(name);
  if (def == kNone) return kNoNode;
  const Definition& d = model.bindings().definition(def);
  const bool is_bound = d.kind == DefKind::Assign || d.kind == DefKind::Unpack;
  const NodeId made = is_bound ? model.strip_parentheses(d.value) : NodeId{kNoNode};
  const bool opens = made != kNoNode && model.tree().is(made, Kind::Call) &&
                     (figures.acts_of(made) & kOpensFigure) != 0;
  return opens ? made : NodeId{kNoNode};
}

// Is the figure only the caller's, as far as the function goes?
bool is_given_alone(const FigureLifetime& life) {
  return !life.is_global() && !life.may_come_from_elsewhere() && !life.may_be_closed() &&
         why_needed_later(Reach{life.reach().elsewhere_without({FigureFlow::kHandedOut}), false})
             .empty();
}

bool is_several(const SyntaxTree& tree, NodeId value) {
  return tree.is(value, Kind::ExpressionList) || tree.is(value, Kind::Tuple);
}

// Every way out has to give one, in the same place.
FigureGiven find_given(const SemanticModel& model, Figures& figures, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const std::vector<NodeId> values = model.returned_values(function);
  if (values.empty() || model.is_generator(function) || tree.is_async(function)) return {};
  FigureGiven given{true, false, is_several(tree, model.strip_parentheses(values.front()))};
  for (const NodeId value : values) {
    const NodeId whole = model.strip_parentheses(value);
    if (is_several(tree, whole) != given.beside) return {};
    const NodeId opener = opener_of(model, figures, given.beside ? tree.first_child(whole) : whole);
    if (opener == kNoNode || may_be_numbered(model, opener)) return {};
    const FigureLifetime life(model, figures, opener, FigureOrigin::Opened);
    if (!is_given_alone(life)) return {};
    given.saved = given.saved || life.is_saved();
  }
  return given;
}

struct FiguresGiven {
  std::unordered_map<NodeId, FigureGiven> by;  // function
};

// A function that calls itself gives nothing that is known.
FigureGiven given_by_function(const SemanticModel& model, Figures& figures, NodeId function) {
  const auto [known, is_new] = model.notes<FiguresGiven>().by.try_emplace(function);
  if (!is_new) return known->second;
  if ((figures.summary(function) & kSwitchesFigure) == 0) return {};
  const FigureGiven found = find_given(model, figures, function);
  return model.notes<FiguresGiven>().by[function] = found;
}

// Is the name that the call's value gets one by which the file saves a figure?
bool is_saved_by_name(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.parent(call);
  if (!tree.is(assignment, Kind::Assignment)) return false;
  NodeId target = tree.child(assignment, Field::Left);
  if (tree.is(target, Kind::PatternList)) target = tree.first_child(target);
  return std::ranges::any_of(
      model.attribute_accesses("savefig"),
      [&](const AttributeAccess& access) { return tree.text(access.object) == tree.text(target); });
}

}  // namespace

FigureGiven figure_given_by(const SemanticModel& model, Figures& figures, NodeId call) {
  if (model.qualified_name(model.tree().child(call, Field::Function)) != kNoSymbol) return {};
  if (const NodeId function = model.callee(call); function != kNoNode) {
    return given_by_function(model, figures, function);
  }
  const ProjectCode* code = model.place().code;
  if (code == nullptr || !is_saved_by_name(model, call)) return {};
  const ProjectEntity function = model.callee_elsewhere(call);
  FigureGiven given;
  if (!function.is_function()) return given;
  code->holds_in(function, [&](const SemanticModel& there, NodeId definition) {
    given = given_by_function(there, there.notes<Figures>(there), definition);
    return given.any;
  });
  return given;
}

}  // namespace mlfix
