// The calls of a scope that act on figures, in source order, and what a function does with
// those of its callers.

#include "pyplot/figures.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "pyplot/figure_givers.h"
#include "semantic/binding/binding.h"
#include "semantic/control/flow_queries.h"
#include "semantic/control/repetition.h"
#include "semantic/control/walk.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/letters.h"
#include "semantic/names/part.h"
#include "semantic/obligation/extent.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
unsigned Figures::acts_of(NodeId call) {
  const bool named = model_.qualified_name(model_.tree().child(call, Field::Function)) != kNoSymbol;
  const NodeId function = named ? NodeId{kNoNode} : model_.callee(call);
  const unsigned acts = function == kNoNode ? acts_elsewhere(call) : summary(function);
  return !named && figure_given_by(model_, *this, call).any
             ? (acts & ~unsigned{kSwitchesFigure}) | kOpensFigure
             : acts;
}

// What code that is taken for a plot by its name does, where another file of the project has it.
unsigned Figures::acts_elsewhere(NodeId call) const {
  unsigned acts = acts_of_outside_code(model_, call);
  const ProjectPlace& place = model_.place();
  if ((acts & kMightPlot) == 0 || place.code == nullptr) return acts;
  const ProjectEntity function = model_.callee_elsewhere(call);
  if (!function.is_function()) return acts;
  place.code->way_inside(function, place.file, [&](const SemanticModel& other, NodeId def) {
    acts = other.notes<Figures>(other).summary(def);
    return WaySteps{};
  });
  return acts;
}

std::size_t FigureScene::index_of(NodeId place) const {
  const auto at = std::ranges::lower_bound(events, place, {}, &FigureEvent::call);
  return static_cast<std::size_t>(at - events.begin());
}

std::span<const FigureEvent> FigureScene::between(NodeId begin, NodeId end) const {
  const std::size_t first = index_of(begin);
  return std::span(events).subspan(first, std::max(first, index_of(end)) - first);
}

std::size_t FigureScene::first_reached(const SemanticModel& model, const OldFigures& meeting,
                                       std::size_t from, std::size_t to, NodeId made,
                                       NodeId at) const {
  std::size_t i = meeting.first(from, to, made);
  while (i < to && !may_follow(model, at, events[i].call)) i = meeting.first(i + 1, to, made);
  return i;
}

const FigureScene& Figures::scene(NodeId scope) {
  if (const auto known = scenes_.find(scope); known != scenes_.end()) {
    return known->second;
  }
  FigureScene made = make_scene(scope);
  return scenes_.insert_or_assign(scope, std::move(made)).first->second;
}

namespace {

// Where a call is certain to have run: from the end of its statement to the end of the
// outermost block whose end control can't get to without it.
NodeId end_of_certainty(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  NodeId end = call;
  for (NodeId block = model.block_of(call); block != kNoNode; block = model.block_of(block)) {
    const NodeId last = statement_in(tree, block, tree.subtree_end(block) - 1);
    if (!has_run_behind(model, call, last)) break;
    end = tree.subtree_end(block);
  }
  return end;
}

// Sets `renewed_by` of all events in one pass. The blocks in which opened figures are
// certain are nested or apart: those that are over are left for good.
void enter_renewals(const SemanticModel& model, std::vector<FigureEvent>& events) {
  struct Opened {
    NodeId call, statement_end, end;
    std::size_t below;  // how many were opened before its statement
  };
  std::vector<Opened> open;
  for (FigureEvent& event : events) {
    while (!open.empty() && open.back().end <= event.call) {
      open.pop_back();
    }
    std::size_t count = open.size();
    while (count > 0 && open[count - 1].statement_end > event.call) {
      count = open[count - 1].below;  // in the same statement
    }
    event.renewed_by = count == 0 ? NodeId{0} : open[count - 1].call;
    if ((event.acts & kOpensFigure) != 0) {
      const NodeId end = model.tree().subtree_end(model.statement_of(event.call));
      const bool same = !open.empty() && open.back().statement_end == end;
      const std::size_t below = same ? open.back().below : open.size();
      open.push_back({event.call, end, end_of_certainty(model, event.call), below});
    } else if ((event.acts & (kClosesFigure | kClosesGiven)) != 0) {
      open.clear();  // an older figure may be the current one again
    }
  }
}

}  // namespace

FigureScene Figures::make_scene(NodeId scope) {
  const SyntaxTree& tree = model_.tree();
  const bool is_module = scope == tree.root();
  const NodeId body = is_module ? scope : tree.child(scope, Field::Body);
  FigureScene scene;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    const unsigned acts = tree.is(n, Kind::Call) ? acts_of(n) : 0u;
    if (acts != 0) {
      scene.events.push_back({n, acts});
    }
  });
  enter_renewals(model_, scene.events);
  std::vector<NodeId> met, listed;
  for (const FigureEvent& event : scene.events) {
    const bool draws = (event.acts & (kDrawsFigure | kClearsFigure)) != 0;
    const bool meets_all = (event.acts & kMeetsAllFigures) != 0;
    met.push_back(meets_all ? 0 : draws ? event.renewed_by : kNoNode);
    // Who looks at a window closes it.
    listed.push_back((event.acts & kListsFigures) != 0 ? 0 : kNoNode);
    if (met.back() == 0) {
      scene.last_foreign = &event - scene.events.data();
    }
    const NodeId assignment = tree.parent(event.call);
    if ((event.acts & kOpensFigure) != 0 && tree.is(assignment, Kind::Assignment)) {
      for (NodeId n = assignment; n < event.call; ++n) {
        scene.opened_names.insert(model_.bindings().definition_at(n));
      }
    }
  }
  scene.met = OldFigures(std::move(met));
  scene.listed = OldFigures(std::move(listed));
  enter_closers(scene);
  return scene;
}

void Figures::enter_closers(FigureScene& scene) {
  const SyntaxTree& tree = model_.tree();
  std::vector<NodeId> closed(scene.events.size(), kNoNode);
  for (std::size_t i = 0; i < scene.events.size(); ++i) {
    FigureEvent& event = scene.events[i];
    if ((event.acts & (kClosesFigure | kClearsFigure)) == 0) {
      continue;
    }
    const NodeId which = model_.argument(event.call, 0, "fig");
    if (which == kNoNode) {
      // One that was opened for this use and is emptied stays open: the next use opens another.
      const bool stays = (event.acts & kClosesFigure) == 0 && event.renewed_by != 0;
      closed[i] = stays ? NodeId{kNoNode} : event.renewed_by;
      continue;
    }
    const DefId d =
        tree.is(which, Kind::Identifier) ? model_.bindings().reaching(which) : DefId{kNone};
    const NodeId made = d == kNone ? kNoNode : model_.bindings().definition(d).value;
    const bool of_one =
        made != kNoNode && tree.is(made, Kind::Call) && (acts_of(made) & kOpensFigure) != 0;
    if (of_one) {
      scene.closed_names.insert(d);
      event.names_own = true;
    } else {
      scene.closers.push_back(event.call);
    }
  }
  scene.closed = OldFigures(std::move(closed));
}

unsigned Figures::summary(NodeId function) {
  if (const auto known = summaries_.find(function); known != summaries_.end()) {
    return known->second;
  }
  summaries_[function] = 0;  // what a recursive call adds is seen already
  unsigned acts = 0;
  for (const FigureEvent& event : events(function)) {
    const bool own = is_renewed(event, function);
    const bool names_one = model_.argument(event.call, 0, "fig") != kNoNode;
    const bool ends_own = event.names_own || (own && !names_one);
    unsigned seen = event.acts & ~(own ? kDrawsFigure | kSavesFigure : 0u) &
                    ~(ends_own ? kClosesFigure | kClearsFigure : 0u);
    if ((event.acts & kOpensFigure) != 0) {
      seen = (seen & ~unsigned{kOpensFigure}) | kSwitchesFigure;
    }
    acts |= seen;
  }
  return summaries_[function] = acts;
}

const std::vector<NodeId>& Figures::drawing_functions() {
  if (!drawing_functions_) {
    drawing_functions_.emplace();
    const SyntaxTree& tree = model_.tree();
    for (NodeId n = 0; n < tree.size(); ++n) {
      const bool is_function = tree.is(n, Kind::FunctionDefinition) || tree.is(n, Kind::Lambda);
      if (is_function && (summary(n) & (kDrawsFigure | kMeetsAllFigures)) != 0) {
        drawing_functions_->push_back(n);
      }
    }
  }
  return *drawing_functions_;
}

FigureViewer Figures::viewer() {
  if (!viewer_) viewer_ = find_viewer();
  return *viewer_;
}

namespace {

// matplotlib.use("Agg"), or another backend that has no windows and writes files alone.
bool selects_files_alone(const SemanticModel& model, NodeId call) {
  const NodeId library = model.receiver_of_call(call, "use");
  if (library == kNoNode || !model.is_named(library, "matplotlib")) return false;
  const NodeId backend = model.argument(call, 0, "backend");
  if (!model.tree().is(backend, Kind::String)) return false;
  std::string name(string_content(model.tree(), backend));
  std::ranges::transform(name, name.begin(), [](char c) { return in_lower_case(c); });
  // In code: values of one argument, which no other question is about.
  constexpr std::array kOfFiles = {"agg", "cairo", "pdf", "pgf", "ps", "svg"};
  return std::ranges::find(kOfFiles, name) != kOfFiles.end();
}

}  // namespace

FigureViewer Figures::find_viewer() const {
  if (model_.is_notebook()) {
    return FigureViewer::Certain;  // what is open when a cell ends is shown, and closed
  }
  for (NodeId n = 0; model_.mentions("use") && n < model_.tree().size(); ++n) {
    if (model_.tree().is(n, Kind::Call) && selects_files_alone(model_, n)) {
      return FigureViewer::None;
    }
  }
  const SyntaxTree& tree = model_.tree();
  const std::string_view text = tree.source();
  const auto has = [&](std::string_view mark) { return text.find(mark) != text.npos; };
  if (has("get_ipython")) return FigureViewer::Certain;
  const bool may =
      has("block") || std::ranges::any_of(model_.knowledge().hints().words(Hint::Interactive),
                                          [&](std::string_view w) { return model_.mentions(w); });
  for (NodeId n = 0; may && n < tree.size(); ++n) {
    if (tree.is(n, Kind::Call) && (library_acts(model_, n) & kInteracts) != 0) {
      return FigureViewer::Certain;
    }
  }
  return has("# In[") || is_run_in_cells(model_) ? FigureViewer::OfCells : FigureViewer::None;
}

namespace {

// The last statements of a block that leave it: its function, or its loop. Noted once for
// each block.
struct Leavers {
  struct OfBlock {
    NodeId function = 0, loop = 0;  // 0: none does
  };
  std::unordered_map<NodeId, OfBlock> known;
};

const Leavers::OfBlock& leavers_of(const SemanticModel& model, NodeId block) {
  const SyntaxTree& tree = model.tree();
  const auto [known, is_new] = model.notes<Leavers>().known.try_emplace(block);
  if (!is_new) {
    return known->second;
  }
  for (const NodeId statement : tree.children(block)) {
    switch (tree.kind(statement)) {
      case Kind::BreakStatement:
      case Kind::ContinueStatement:
        known->second.loop = statement;
        break;
      case Kind::ReturnStatement:
      case Kind::RaiseStatement:
        known->second.function = statement;
        break;
      default:
        break;
    }
  }
  return known->second;
}

// Does control, after the statement `n` of `block`, certainly not get to `to`, which is
// not in that block?
bool leads_away(const SemanticModel& model, NodeId block, NodeId n, NodeId to) {
  const Leavers::OfBlock& leavers = leavers_of(model, block);
  if (leavers.function > n) {
    return true;
  }
  const NodeId loop = leavers.loop > n ? model.loop_of(leavers.loop) : NodeId{kNoNode};
  return loop != kNoNode && model.tree().contains(loop, to);
}

bool is_branch(const SyntaxTree& tree, NodeId n) {
  return tree.field(n) == Field::Consequence || tree.is(n, Kind::ElifClause) ||
         tree.is(n, Kind::ElseClause);
}

}  // namespace

bool may_follow(const SemanticModel& model, NodeId from, NodeId to) {
  const SyntaxTree& tree = model.tree();
  NodeId n = from;
  for (; !tree.contains(tree.parent(n), to); n = tree.parent(n)) {
    if (tree.is(tree.parent(n), Kind::Block) && leads_away(model, tree.parent(n), n, to)) {
      return false;
    }
  }
  const NodeId both = tree.parent(n);
  return !tree.is(both, Kind::IfStatement) || !is_branch(tree, n) ||
         !is_branch(tree, statement_in(tree, both, to));
}

}  // namespace mlfix
