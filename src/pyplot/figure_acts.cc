// What pyplot's functions do is said in the knowledge tables. Code that can't be
// seen is taken for a plot when its name says so; the answer then carries
// kMightPlot, which no safe fix rests on.

#include "pyplot/figure_acts.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool has_any_keyword(const SemanticModel& model, NodeId call,
                     std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return model.argument(call, -1, name) != kNoNode;
  });
}

// The number or the title by which a figure is asked for.
NodeId number_of(const SemanticModel& model, NodeId call) {
  return model.argument(call, called_name(model.tree(), call) == "figure" ? 0 : -1, "num");
}

// Is it the number of the iteration: i of `for i in range(n)`?
bool counts_iterations(const SemanticModel& model, NodeId number) {
  const Bindings& bindings = model.bindings();
  const DefId d = model.tree().is(number, Kind::Identifier) ? bindings.reaching(number) : kNone;
  const NodeId iterable = d == kNone || bindings.definition(d).kind != DefKind::For
                              ? kNoNode
                              : bindings.definition(d).value;
  return iterable != kNoNode && (model.is_call_to(iterable, "builtins.range") ||
                                 model.is_call_to(iterable, "builtins.enumerate"));
}

// plt.figure(3), plt.subplots(num="loss"): the figure of that number, if open.
bool is_numbered(const SemanticModel& model, NodeId call) {
  const NodeId number = number_of(model, call);
  return (number != kNoNode && !counts_iterations(model, number)) ||
         has_any_keyword(model, call, {"clear"});
}

unsigned acts_by_effects(const SemanticModel& model, NodeId call, EffectBits bits) {
  const auto has = [&](Effect e) { return (bits & static_cast<EffectBits>(e)) != 0; };
  unsigned acts = 0;
  if (has(Effect::OpensFigure)) {
    const bool certain = !has(Effect::DrawsFigure) && !is_numbered(model, call);
    acts |= certain ? kOpensFigure : kSwitchesFigure | kDrawsFigure;
    acts |= has(Effect::DrawsFigure) ? kMightPlot : 0u;
    return has_any_keyword(model, call, {"ax"}) ? 0u : acts;
  }
  acts |= has(Effect::DrawsFigure) ? kDrawsFigure : 0u;
  acts |= has(Effect::DrawsFigure) && has(Effect::InputOutput) ? kSavesFigure : 0u;
  const unsigned meets = has(Effect::InputOutput) ? kShowsFigures : kListsFigures;
  acts |= has(Effect::ListsFigures) ? meets : 0u;
  acts |= has(Effect::ClosesFigure) ? kClosesFigure : 0u;
  acts |= has(Effect::ClearsFigure) ? kClearsFigure : 0u;
  acts |= has(Effect::Interacts) ? kInteracts : 0u;
  if (has(Effect::ListsFigures) && has_any_keyword(model, call, {"block"})) {
    acts |= kInteracts;
  }
  return acts;
}

// Is it a figure or axes, or a part of one, at least by its name?
bool is_drawn_on(const SemanticModel& model, NodeId object) {
  const auto is_one = [&](NodeId expr) {
    return expr != kNoNode &&
           (model.facts(expr).could_be(Fact::Axes) || model.facts(expr).could_be(Fact::Figure));
  };
  return is_one(object) || is_one(root_of_chain(model, object));
}

// What the tables say of the function, or nullptr.
const CallableInfo* known_function(const SemanticModel& model, NodeId call) {
  return model.knowledge().callable(
      model.qualified_name(model.tree().child(call, Field::Function)));
}

// A call of code that nobody knows.
unsigned unknown_acts(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId callee = tree.child(call, Field::Function);
  const std::string_view word = called_name(tree, call);
  if (tree.is(callee, Kind::Attribute)) {
    if (word == "add_figure" && model.arguments(call).size() > 1) return kClosesGiven;
    if (is_drawn_on(model, tree.child(callee, Field::Object)) || word.starts_with("add_sub")) {
      return 0;
    }
    if (word == "savefig") {
      return model.arguments(call).empty() ? kDrawsFigure | kSavesFigure : 0u;
    }
  }
  const bool plots = model.suggests(Hint::Plotting, word);
  // In code: keywords of functions that nobody has described.
  return plots && !has_any_keyword(model, call, {"ax", "axes", "fig"})
             ? kDrawsFigure | kSwitchesFigure | kMightPlot
             : 0u;
}

}  // namespace

unsigned library_acts(const SemanticModel& model, NodeId call) {
  const CallableInfo* known = known_function(model, call);
  return known == nullptr ? 0u : acts_by_effects(model, call, known->effects);
}

unsigned acts_of_outside_code(const SemanticModel& model, NodeId call) {
  const CallableInfo* known = known_function(model, call);
  return known == nullptr ? unknown_acts(model, call)
                          : acts_by_effects(model, call, known->effects);
}

bool may_be_numbered(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId arguments = tree.child(call, Field::Arguments);
  const bool takes_number_first = called_name(tree, call) == "figure";
  return number_of(model, call) != kNoNode ||
         tree.child_of_kind(arguments, Kind::DictionarySplat) != kNoNode ||
         (takes_number_first && tree.child_of_kind(arguments, Kind::ListSplat) != kNoNode);
}

namespace {

// The calls of the file that ask for a figure by a number.
struct NumberedFigures {
  explicit NumberedFigures(const SemanticModel& model) {
    for (NodeId n = 0; n < model.tree().size(); ++n) {
      if (!model.tree().is(n, Kind::Call)) continue;
      const NodeId number = number_of(model, n);
      const bool is_asked = number != kNoNode && !model.tree().is(number, Kind::None) &&
                            !model.facts(number).must_be(Fact::String) &&
                            (library_acts(model, n) & (kOpensFigure | kSwitchesFigure)) != 0;
      if (is_asked) calls.push_back(n);
    }
  }
  std::vector<NodeId> calls;
};

}  // namespace

bool is_number_asked_for(const SemanticModel& model, NodeId call) {
  const std::vector<NodeId>& all = model.notes<NumberedFigures>(model).calls;
  return std::ranges::any_of(all, [&](NodeId other) { return other != call; });
}

}  // namespace mlfix
