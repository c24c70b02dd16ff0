// Closes a pyplot figure once it is saved and no longer needed.
//
//     for epoch in range(epochs):              for epoch in range(epochs):
//         fig, ax = plt.subplots()                 fig, ax = plt.subplots()
//         ax.plot(losses)                ->        ax.plot(losses)
//         fig.savefig(path)                        fig.savefig(path)
//                                                  plt.close(fig)
//
// Fires when    a loop, or a function that a loop or nobody in the file calls,
//               makes a figure, saves it and forgets it.
// Stays silent  when it is closed or emptied in any way, returned, stored, shown,
//               or still pyplot's current figure for code that runs later; in the
//               body of a class, which keeps what is named there.
// Safe when     moreover no code of the file may see whether it is still open.

#include <algorithm>
#include <unordered_map>

#include "engine/transform.h"
#include "semantic/flow/repetition_way.h"
#include "torch/module/forward_pass.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"
#include "transforms/resource/figures/figure_lifetime.h"
#include "transforms/resource/freeing/release.h"

namespace mlfix::figure_not_closed {
namespace {

// plt.close(fig), or plt.close() for the current figure; nothing when neither
// would be sure to close this one.
std::optional<std::string> closing_argument(const FigureLife& life) {
  const bool unnamed = life.name.empty() || life.name == "_";
  if (unnamed && life.is_current) {
    return "";
  }
  return life.name.empty() ? std::nullopt : std::optional(life.name);
}

// plt.close as `call` writes plt.figure.
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

std::optional<Closing> close_after_last_use(const Context& c, NodeId call, const FigureLife& life) {
  const auto figure = closing_argument(life);
  const auto close = spelling_of_close(c, call);
  if (life.extent.last == kNoNode || !figure || !close || !life.is_first) {
    return std::nullopt;
  }
  auto intents =
      run_behind_and_at_exits(c.model, c.edit, life.extent, close->text + "(" + *figure + ")");
  if (!intents) {
    return std::nullopt;
  }
  append(*intents, close->imports);
  return Closing{std::move(*intents), close->guards};
}

// Names of a class body are attributes of the class, which others may read.
bool is_in_class_body(const SemanticModel& model, NodeId call) {
  const Bindings& bindings = model.bindings();
  return bindings.scope(bindings.scope_of(call)).kind == ScopeKind::Class;
}

// Functions, each with whether a loop in it trains.
struct TrainingFunctions {
  std::unordered_map<NodeId, bool> known;
};

bool holds_training(const Context& c, NodeId function) {
  const auto [known, is_new] = c.model.notes<TrainingFunctions>().known.try_emplace(function);
  if (!is_new) return known->second;
  const std::vector<NodeId> calls = calls_in_scope(c.model, function);
  known->second = std::ranges::any_of(calls, [&](NodeId call) {
    const NodeId loop = c.model.loop_of(call);
    return loop != kNoNode && c.model.effects(loop).has(Effect::Backward);
  });
  return known->second;
}

// Does a loop beside the call, in the same function, train?
bool is_beside_training(const Context& c, NodeId call) {
  const NodeId function = c.model.function_of(call);
  return function != kNoNode && c.model.loop_of(call) == kNoNode && holds_training(c, function);
}

// Why the figure is not worth a word, or "".
std::string_view why_minor(const Context& c, NodeId call) {
  return is_beside_training(c, call) ? "it is one figure for a whole training" : "";
}

void check(const Context& c, NodeId call, Findings& out) {
  const unsigned acts = library_acts(c.model, call);
  const bool implicit = acts == kDrawsFigure;
  if ((acts & kOpensFigure) == 0 && !implicit) {
    return;
  }
  Figures& figures = c.model.notes<Figures>(c.model);
  if (is_in_class_body(c.model, call)) {
    c.abstain(call, "the class keeps what its body names");
    return;
  }
  const FigureLife life = implicit ? life_of_implicit_figure(c.model, figures, call)
                                   : life_of_figure(c.model, figures, call);
  if (!life.fact.empty()) {
    if (!implicit) {
      c.abstain(call, life.fact);
    }
    return;
  }
  if (is_too_minor(c, call, why_minor(c, call))) return;
  const bool repeated = life.again != kNoNode;
  Diagnostic finding =
      c.diagnose(out, call,
                 implicit ? "every iteration draws in the same figure, which is never closed"
                          : "pyplot keeps this figure, because nobody closes it")
          .grows(Growth::Linear)
          .confidence(repeated ? Confidence::High : Confidence::Medium)
          .by_way(way_from_loop(c.model, call, "makes one more figure"));
  if (repeated) finding.because(life.again, "this loop makes one more each time");
  if (life.extent.last != kNoNode)
    finding.because(life.extent.last, "nothing needs the figure after this");
  if (auto closing = close_after_last_use(c, call, life)) {
    finding.fix("Close the figure after its last use", std::move(closing->intents), life.verdict,
                std::move(closing->guards));
  } else {
    finding.unfixed("no place behind its last use is reached on every way");
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(figure_not_closed, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"matplotlib"},
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::figure_not_closed
