// What pyplot's functions do is said in the knowledge tables. Code that can't be
// seen is taken for a plot when its name says so; the answer then carries
// kMightPlot, which no safe fix rests on.

#include "transforms/resource/figures/figures.h"

#include <algorithm>
#include <array>

#include "semantic/control/walk.h"
#include "semantic/flow/places.h"

namespace mlfix {
namespace {

constexpr std::array<std::string_view, 7> kPlotWords{"plot", "draw",   "hist",  "heatmap",
                                                     "show", "figure", "imshow"};
constexpr std::array<std::string_view, 7> kInteractiveWords{
    "ion", "pause", "ginput", "waitforbuttonpress", "interactive", "animation", "widgets"};

// The name of what is called: f of f(x) and of a.b.f(x).
std::string_view last_word(const SyntaxTree& tree, NodeId call) {
  const NodeId callee = tree.child(call, Field::Function);
  const NodeId word =
      tree.is(callee, Kind::Attribute) ? tree.child(callee, Field::Attribute) : callee;
  return tree.is(word, Kind::Identifier) ? tree.text(word) : std::string_view();
}

bool has_any_keyword(const SemanticModel& model, NodeId call,
                     std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return model.argument(call, -1, name) != kNoNode;
  });
}

// The number or the title by which a figure is asked for.
NodeId number_of(const SemanticModel& model, NodeId call) {
  return model.argument(call, last_word(model.tree(), call) == "figure" ? 0 : -1, "num");
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
  acts |= has(Effect::ListsFigures) ? kListsFigures : 0u;
  acts |= has(Effect::ClosesFigure) ? kClosesFigure : 0u;
  acts |= has(Effect::ClearsFigure) ? kClearsFigure : 0u;
  acts |= has(Effect::Interacts) ? kInteracts : 0u;
  if (has(Effect::ListsFigures) && has_any_keyword(model, call, {"block"})) {
    acts |= kInteracts;
  }
  return acts;
}

NodeId root_object(const SyntaxTree& tree, NodeId expr) {
  while (expr != kNoNode && !tree.is(expr, Kind::Identifier)) {
    expr = tree.is(expr, Kind::Attribute)   ? tree.child(expr, Field::Object)
           : tree.is(expr, Kind::Subscript) ? tree.child(expr, Field::Value)
           : tree.is(expr, Kind::Call)      ? tree.child(expr, Field::Function)
                                            : kNoNode;
  }
  return expr;
}

// Is it a figure or axes, or a part of one, at least by its name?
bool is_drawn_on(const SemanticModel& model, NodeId object) {
  const auto is_one = [&](NodeId expr) {
    return expr != kNoNode &&
           (model.facts(expr).could_be(Fact::Axes) || model.facts(expr).could_be(Fact::Figure));
  };
  return is_one(object) || is_one(root_object(model.tree(), object));
}

// A call of code that nobody knows.
unsigned unknown_acts(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId callee = tree.child(call, Field::Function);
  const std::string_view word = last_word(tree, call);
  if (tree.is(callee, Kind::Attribute)) {
    if (is_drawn_on(model, tree.child(callee, Field::Object)) || word.starts_with("add_sub")) {
      return 0;
    }
    if (word == "savefig") {
      return model.arguments(call).empty() ? kDrawsFigure | kSavesFigure : 0u;
    }
  }
  const bool plots = std::any_of(kPlotWords.begin(), kPlotWords.end(), [&](std::string_view w) {
    return word.find(w) != std::string_view::npos;
  });
  return plots && !has_any_keyword(model, call, {"ax", "axes", "fig"})
             ? kDrawsFigure | kSwitchesFigure | kMightPlot
             : 0u;
}

}  // namespace

unsigned library_acts(const SemanticModel& model, NodeId call) {
  const Symbol name = model.qualified_name(model.tree().child(call, Field::Function));
  const CallableInfo* known = name == kNoSymbol ? nullptr : model.knowledge().callable(name);
  return known == nullptr ? 0u : acts_by_effects(model, call, known->effects);
}

bool may_be_numbered(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  return number_of(model, call) != kNoNode ||
         tree.child_of_kind(tree.child(call, Field::Arguments), Kind::DictionarySplat) != kNoNode;
}

unsigned Figures::acts_of(NodeId call) {
  const Symbol name = model_.qualified_name(model_.tree().child(call, Field::Function));
  if (name != kNoSymbol) {
    const CallableInfo* known = model_.knowledge().callable(name);
    return known == nullptr ? unknown_acts(model_, call)
                            : acts_by_effects(model_, call, known->effects);
  }
  const NodeId function = model_.callee(call);
  return function == kNoNode ? unknown_acts(model_, call) : summary(function);
}

const std::vector<FigureEvent>& Figures::events(NodeId scope) {
  if (const auto known = events_.find(scope); known != events_.end()) {
    return known->second;
  }
  const SyntaxTree& tree = model_.tree();
  const bool is_module = scope == tree.root();
  const NodeId body = is_module ? scope : tree.child(scope, Field::Body);
  std::vector<FigureEvent> found;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    const unsigned acts = tree.is(n, Kind::Call) ? acts_of(n) : 0u;
    if (acts != 0) {
      found.push_back({n, acts});
    }
  });
  return events_[scope] = std::move(found);
}

unsigned Figures::summary(NodeId function) {
  if (const auto known = summaries_.find(function); known != summaries_.end()) {
    return known->second;
  }
  summaries_[function] = 0;  // what a recursive call adds is seen already
  unsigned acts = 0;
  for (const FigureEvent& event : std::vector(events(function))) {
    const bool own = is_renewed(function, function, event.call);
    unsigned seen = event.acts & ~(own ? kDrawsFigure | kSavesFigure : 0u);
    if ((event.acts & kOpensFigure) != 0) {
      seen = (seen & ~unsigned{kOpensFigure}) | kSwitchesFigure;
    }
    acts |= seen;
  }
  return summaries_[function] = acts;
}

bool Figures::is_renewed(NodeId scope, NodeId from, NodeId event) {
  const auto& all = events(scope);
  return std::any_of(all.begin(), all.end(), [&](const FigureEvent& e) {
    return (e.acts & kOpensFigure) != 0 && e.call > from && e.call < event &&
           model_.dominates(e.call, event);
  });
}

bool Figures::interactive() {
  if (model_.is_notebook()) {
    return true;  // what is open when a cell ends is shown, and closed
  }
  const SyntaxTree& tree = model_.tree();
  const std::string_view text = tree.source();
  for (const std::string_view mark : {"get_ipython", "# %%", "#%%", "# In["}) {
    if (text.find(mark) != std::string_view::npos) {
      return true;
    }
  }
  const bool shows = text.find("block") != std::string_view::npos;
  const bool may = shows || std::any_of(kInteractiveWords.begin(), kInteractiveWords.end(),
                                        [&](std::string_view w) { return model_.mentions(w); });
  for (NodeId n = 0; may && n < tree.size(); ++n) {
    if (tree.is(n, Kind::Call) && (library_acts(model_, n) & kInteracts) != 0) {
      return true;
    }
  }
  return false;
}

namespace {

// Does control never get from `statement` to `to`?
bool leads_away(const SemanticModel& model, NodeId statement, NodeId to) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(statement, Kind::BreakStatement) || tree.is(statement, Kind::ContinueStatement)) {
    const NodeId loop = model.loop_of(statement);
    return loop != kNoNode && tree.contains(loop, to);
  }
  return tree.is(statement, Kind::ReturnStatement) || tree.is(statement, Kind::RaiseStatement);
}

bool is_branch(const SyntaxTree& tree, NodeId n) {
  return tree.field(n) == Field::Consequence || tree.is(n, Kind::ElifClause) ||
         tree.is(n, Kind::ElseClause);
}

}  // namespace

bool may_follow(const SemanticModel& model, NodeId from, NodeId to) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = from; n != kNoNode && !tree.contains(tree.parent(n), to); n = tree.parent(n)) {
    if (!tree.is(tree.parent(n), Kind::Block)) {
      continue;
    }
    for (NodeId next = tree.next_sibling(n); next != kNoNode; next = tree.next_sibling(next)) {
      if (leads_away(model, next, to)) {
        return false;
      }
    }
  }
  for (NodeId n = from; n != kNoNode && !tree.contains(n, to); n = tree.parent(n)) {
    const NodeId parent = tree.parent(n);
    if (tree.is(parent, Kind::IfStatement) && tree.contains(parent, to) && is_branch(tree, n)) {
      NodeId other = to;
      while (tree.parent(other) != parent) {
        other = tree.parent(other);
      }
      return !is_branch(tree, other);
    }
  }
  return true;
}

}  // namespace mlfix
