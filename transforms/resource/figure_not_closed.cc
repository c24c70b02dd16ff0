// Closes a pyplot figure once it is saved and no longer needed.
//
//     for epoch in range(epochs):              for epoch in range(epochs):
//         fig, ax = plt.subplots()                 fig, ax = plt.subplots()
//         ax.plot(losses)                ->        ax.plot(losses)
//         fig.savefig(path)                        fig.savefig(path)
//                                                  plt.close(fig)
//
// Fires when    a loop, or a function that a loop or nobody in the file calls,
//               makes a figure, or draws first in pyplot's current one, saves it and
//               forgets it. Who calls a function that makes one and gives it back makes it, too.
//               Also when a method puts a new one on its object, in a file that closes none: pyplot
//               keeps the one before.
// Stays silent  when it is closed, or emptied for another use, returned, stored, shown,
//               or still pyplot's current figure for code that runs later; in the
//               body of a class, which keeps what is named there; in notebooks, and in
//               scripts with cells but for what a training makes in its loop. With `minor` off also
//               for one beside a whole training, and one that other files make once.
// Safe when     moreover no code of the file may see whether it is still open.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "pyplot/figure_lifetime.h"
#include "semantic/binding/binding.h"
#include "semantic/control/flow_queries.h"
#include "semantic/control/repetition.h"
#include "semantic/effects/effects.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/repetition_way.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"
#include "torch/module/forward_pass.h"
#include "torch/training/batch_loop.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"
#include "transforms/resource/freeing/release.h"

namespace mlfix::figure_not_closed {
namespace {

// Names of a class body are attributes of the class, which others may read.
bool is_in_class_body(const SemanticModel& model, NodeId call) {
  const Bindings& bindings = model.bindings();
  return bindings.scope(bindings.scope_of(call)).kind == ScopeKind::Class;
}

// Why the figure is not worth a word, or "".
std::string_view why_minor(const Context& c, NodeId call, Repetition how) {
  if (how == Repetition::Once) return "the figure is made once";
  if (is_beside_training(c.model, call)) return "it is one figure for a whole training";
  const NodeId function = c.model.function_of(call);
  return function != kNoNode && c.model.call_sites(function).calls.empty() &&
                 runs_once_elsewhere(c.model, function)
             ? "other files make it once"
             : "";
}

// Why what the call opens is no figure that could be left open each time, or "".
std::string_view why_not_repeated(const Context& c, NodeId call) {
  const NodeId function = c.model.function_of(call);
  if (function != kNoNode && c.model.is_generator(function)) {
    return "the function gives control away while the figure is open";
  }
  if (!has_run_behind(c.model, call, c.model.statement_of(call))) {
    return "the figure is one of several, or may come from somewhere else";
  }
  return "";
}

// Does the training that the figure is made in go on while it is open?
bool is_made_in_training(const Context& c, NodeId loop) {
  const auto trains = [&](NodeId around) { return c.model.effects(around).has(Effect::Backward); };
  return loop != kNoNode && (trains(loop) || std::ranges::any_of(c.model.loops_of(loop), trains));
}

// Cells show their figures when they are done: nobody waits for one of many that are saved on the
// way.
bool is_looked_at(const Context& c, Figures& figures, NodeId loop) {
  const FigureViewer viewer = figures.viewer();
  const bool is_one_of_many = loop != kNoNode && !has_few_iterations(c.model, loop);
  return viewer == FigureViewer::Certain ||
         (viewer == FigureViewer::OfCells && !is_one_of_many && !is_made_in_training(c, loop));
}

// Why the figure is no leak, or "".
std::string_view why_left_open(const Context& c, Figures& figures, FigureLifetime& life,
                               NodeId loop) {
  if (life.is_global()) return "the figure is kept in a global variable";
  if (const std::string_view why = why_needed_later(life.reach()); !why.empty()) return why;
  if (life.may_come_from_elsewhere()) return "the figure may come from somewhere else";
  if (life.may_be_closed()) return "the figure is closed, or emptied for its next use";
  if (!life.is_saved()) return "nothing shows that the figure is done: it is not saved here";
  if (life.is_needed_later()) {
    return "code that runs later uses pyplot's current figure, or shows or closes all";
  }
  if (is_looked_at(c, figures, loop)) {
    return "somebody looks at the figures: an interactive mode, an animation or a notebook";
  }
  return "";
}

// Does the event put more into the picture than a label?
bool fills_picture(const Context& c, const FigureEvent& event) {
  return !c.model.means(Meaning::LabelsPicture, called_name(c.tree, event.call));
}

// Is a picture shown after it was last saved? Who looks at it closes it.
bool is_shown_when_saved(const Context& c, const std::vector<FigureEvent>& events) {
  NodeId saved = kNoNode;
  for (const FigureEvent& event : events) {
    const bool shows = (event.acts & kShowsFigures) != 0;
    if (shows && saved != kNoNode && may_follow(c.model, saved, event.call)) return true;
    if ((event.acts & kSavesFigure) != 0) saved = event.call;
  }
  return false;
}

// Is the call the first to draw, each time, in a scope that only draws, saves and shows? Drawing
// opens a figure only when none is open: all iterations, and all calls, draw in the same.
bool is_first_to_draw(Figures& figures, const Context& c, NodeId call) {
  const NodeId function = c.model.function_of(call);
  const auto& all = figures.events(function == kNoNode ? c.tree.root() : function);
  const auto only_draws = [](const FigureEvent& event) {
    constexpr unsigned kOwn = kDrawsFigure | kSavesFigure | kShowsFigures;
    return (event.acts & ~kOwn) == 0 || (event.acts & kMightPlot) != 0;
  };
  const auto fills = [&](const FigureEvent& event) { return fills_picture(c, event); };
  return !all.empty() && all.front().call >= call && std::ranges::all_of(all, only_draws) &&
         std::ranges::any_of(all, fills) && !is_shown_when_saved(c, all);
}

// Why pyplot's current figure is no leak, or "".
std::string_view why_left_current(Figures& figures, FigureLifetime& life) {
  const bool escapes = life.is_global() || !why_needed_later(life.reach()).empty();
  if (!life.is_saved() || escapes || figures.interactive()) {
    return "nothing shows that the figure is done";
  }
  if (life.is_needed_later()) {
    return "code that runs later uses pyplot's current figure, or shows or closes all";
  }
  if (life.may_be_a_callers()) return "a caller may have made the figure";
  return "";
}

// plt.close as `call` writes plt.figure, also where that is pylab's.
std::optional<Rewriter::Spelling> spelling_of_close(const Context& c, NodeId call) {
  const NodeId callee = c.tree.child(call, Field::Function);
  const NodeId pyplot =
      c.tree.is(callee, Kind::Attribute) ? c.tree.child(callee, Field::Object) : NodeId{kNoNode};
  if (c.model.is_named(pyplot, "matplotlib.pyplot")) {
    return Rewriter::Spelling{std::string(c.tree.text(pyplot)) + ".close", {}, {}};
  }
  return c.edit.spell(call, "matplotlib.pyplot.close");
}

struct Closing {
  Intents intents;
  std::vector<TextRange> guards;
};

std::optional<Closing> close_after_last_use(const Context& c, NodeId call, const FigureEnd& end) {
  const auto close = spelling_of_close(c, call);
  if (end.extent.last == kNoNode || !end.argument || !close || !end.is_first) return std::nullopt;
  auto intents = run_behind_and_at_exits(c, end.extent, close->text + "(" + *end.argument + ")");
  if (!intents) return std::nullopt;
  append(*intents, close->imports);
  return Closing{std::move(*intents), close->guards};
}

struct Leak {
  Repeating again;
  std::string_view what;
  FigureEnd end;
  Verdict verdict;
};

void report(const Context& c, NodeId call, Leak leak, Findings& out) {
  if (is_too_minor(c, call, why_minor(c, call, leak.again.how))) return;
  const bool repeated = leak.again.loop != kNoNode;
  const Extent& extent = leak.end.extent;
  Diagnostic finding =
      c.diagnose(out, call, std::string(leak.what))
          .grows(leak.again.how == Repetition::Once ? Growth::Peak : Growth::Linear)
          .confidence(repeated ? Confidence::High : Confidence::Medium)
          .by_way(way_from_loop(c.model, call, "makes one more figure"));
  if (repeated) finding.because(leak.again.loop, "this loop makes one more each time");
  if (extent.last != kNoNode) finding.because(extent.last, "nothing needs the figure after this");
  if (auto closing = close_after_last_use(c, call, leak.end)) {
    finding.fix("Close the figure after its last use", std::move(closing->intents),
                std::move(leak.verdict), std::move(closing->guards));
  } else {
    finding.unfixed("no place after its last use is reached on every way");
  }
}

// Does a condition around the statement ask for the attribute: `if self.figure is None:`?
bool is_made_on_demand(const Context& c, NodeId statement, NodeId attribute) {
  for (NodeId branch = c.tree.ancestor(statement, Kind::IfStatement); branch != kNoNode;
       branch = c.tree.ancestor(branch, Kind::IfStatement)) {
    const std::string_view condition = c.tree.text(c.tree.child(branch, Field::Condition));
    if (condition.find(last_name(c.tree, attribute)) != condition.npos) return true;
  }
  return false;
}

// `self.figure` of self.figure, axes = plt.subplots() in a method that does not set its object up,
// in a file that closes no figure; or kNoNode.
NodeId attribute_given_anew(const Context& c, NodeId call) {
  const NodeId assignment = c.tree.parent(call);
  const NodeId method = c.model.function_of(call);
  if (!c.tree.is(assignment, Kind::Assignment) || method == kNoNode ||
      c.model.method_class(method) == kNoNode || sets_up(c.model, method)) {
    return kNoNode;
  }
  NodeId target = c.tree.child(assignment, Field::Left);
  if (c.tree.is(target, Kind::PatternList)) target = c.tree.first_child(target);
  const bool kept = c.tree.is(target, Kind::Attribute) &&
                    c.tree.text(c.tree.child(target, Field::Object)) == "self";
  const bool closes = c.model.mentions("close") || c.model.mentions("clf");
  return kept && !closes && !is_made_on_demand(c, assignment, target) ? target : NodeId{kNoNode};
}

// The object lets go of the figure that it had, and pyplot does not.
void report_given_anew(const Context& c, NodeId call, NodeId attribute, Findings& out) {
  const std::string kept(c.tree.text(attribute));
  c.diagnose(out, call,
             "each call makes one more figure, and pyplot keeps the one that `" + kept +
                 "` had before: close it with plt.close(" + kept + ") when it is done")
      .grows(Growth::Linear)
      .confidence(Confidence::Medium)
      .because(attribute, "the object keeps the last figure only")
      .by_way(way_from_loop(c.model, call, "makes one more figure"))
      .unfixed("who else uses the figure is not seen");
}

// Does the call ask for warnings: catch_warnings(record=True), simplefilter("error")?
bool hears_warnings(const Context& c, NodeId call) {
  const std::string_view name = called_name(c.tree, call);
  if (name == "catch_warnings") {
    return c.tree.is(c.model.argument(call, 0, "record"), Kind::True);
  }
  if (name != "simplefilter" && name != "filterwarnings") return false;
  const NodeId action = c.model.argument(call, 0, "action");
  return action != kNoNode && c.tree.text(action).find("error") != std::string::npos;
}

struct HeardWarnings {
  std::optional<NodeId> at;
};

// Where the file does so, or kNoNode. Pyplot warns of many open figures.
NodeId place_that_hears_warnings(const Context& c) {
  std::optional<NodeId>& at = c.model.notes<HeardWarnings>().at;
  if (at) return *at;
  at = kNoNode;
  for (NodeId n = 0; n < c.tree.size() && *at == kNoNode; ++n) {
    if (c.tree.is(n, Kind::Call) && hears_warnings(c, n)) at = n;
  }
  return *at;
}

void check_opened(const Context& c, NodeId call, Findings& out) {
  const Repeating again = repeating_of(c.model, call);
  if (const auto why = why_not_repeated(c, call); !why.empty()) {
    return void(c.abstain(call, why));
  }
  auto& figures = c.model.notes<Figures>(c.model);
  if (const NodeId kept = attribute_given_anew(c, call);
      kept != kNoNode && !figures.interactive()) {
    return report_given_anew(c, call, kept, out);
  }
  FigureLifetime life(c.model, figures, call, FigureOrigin::Opened);
  if (const auto why = why_left_open(c, figures, life, again.loop); !why.empty()) {
    return void(c.abstain(call, why));
  }
  const FigureEnd end = life.end();
  Verdict verdict =
      Verdict::of(SafeChange::kCloseFigure, life.undrawn(end), life.unnumbered(), life.not_kept());
  if (figures.interactive()) {
    verdict.lower_to({AssumptionKind::FigureNotAwaited,
                      "nobody waits for the figures when a cell is done", call});
  }
  if (const NodeId hears = place_that_hears_warnings(c); hears != kNoNode) {
    verdict.lower_to({AssumptionKind::FigureNotAwaited,
                      "nobody waits for the warning that many figures are open", hears});
  }
  report(c, call,
         {again, "pyplot keeps this figure, because nobody closes it", end, std::move(verdict)},
         out);
}

// How often the picture is drawn that the call begins.
Repeating repeating_of_picture(const Context& c, const FigureLifetime& life, NodeId call) {
  if (life.loop() != kNoNode) return {Repetition::Repeated, life.loop()};
  const auto loops = c.model.loops_of(call);
  return repeating_of(c.model, loops.empty() ? call : loops.back());
}

void check_current(const Context& c, NodeId call, Findings& out) {
  auto& figures = c.model.notes<Figures>(c.model);
  if (!is_first_to_draw(figures, c, call)) return;
  FigureLifetime life(c.model, figures, call, FigureOrigin::Current);
  const Repeating again = repeating_of_picture(c, life, call);
  if (again.how == Repetition::Once || !why_left_current(figures, life).empty()) return;
  report(c, call,
         {again,
          life.loop() != kNoNode ? "every iteration draws in the same figure, which is never closed"
                                 : "every call draws in the same figure, which is never closed",
          life.end(),
          Verdict::assuming(AssumptionKind::FigureNotAwaited,
                            "each picture is meant to show only what is drawn for it")},
         out);
}

// Is it a statement of its own, whose call gives a figure that a function has made?
bool is_given_figure(const Context& c, NodeId call) {
  const NodeId user = c.tree.parent(call);
  return (c.tree.is(user, Kind::Assignment) || c.tree.is(user, Kind::ExpressionStatement)) &&
         figure_given_by(c.model, c.model.notes<Figures>(c.model), call).any;
}

void check(const Context& c, NodeId call, Findings& out) {
  const unsigned acts = library_acts(c.model, call);
  const bool opens = (acts & kOpensFigure) != 0 || (acts == 0 && is_given_figure(c, call));
  if (!opens && acts != kDrawsFigure) return;
  if (is_in_class_body(c.model, call)) {
    return void(c.abstain(call, "the class keeps what its body names"));
  }
  opens ? check_opened(c, call, out) : check_current(c, call, out);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(figure_not_closed, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"matplotlib|savefig"},
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::figure_not_closed
