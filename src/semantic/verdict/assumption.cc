// The list that `mlfix explain` prints; its names are part of the report's format.

#include "semantic/verdict/assumption.h"

#include <algorithm>
#include <array>

#include "semantic/knowledge/meanings.h"

namespace mlfix {
namespace {

using enum AssumptionKind;

constexpr auto kAssumptions = std::to_array<AssumptionInfo>({
    {CallerNeedsNoGraph, "caller-needs-no-graph",
     "Nobody who gets the value, or reads it where it is kept, computes gradients through it.",
     "Look for backward(), autograd.grad() and losses among those who call or read it."},
    {CalleeKeepsNoGraph, "callee-keeps-no-graph",
     "The code that is called keeps no graph for later, and asks neither for a gradient itself nor "
     "whether gradients are on.",
     "Look at what the called function or module stores, and whether it calls backward() or "
     "is_grad_enabled()."},
    {FirstRunNotTrained, "first-run-not-trained",
     "What forward() keeps from its first run is not trained through.",
     "Look at what forward() makes only once, and whether a parameter takes part in it."},
    {ModeNotObserved, "mode-not-observed",
     "Nothing that matters depends on whether gradients are on.",
     "Look for is_grad_enabled(), requires_grad, grad_fn and the fast paths of layers."},
    {CostNotMeasured, "cost-not-measured",
     "The time or memory that is measured around the code need not include what the fix saves.",
     "Look at what the figures are for: a comparison with earlier ones would no longer hold."},
    {ExpectedValue, "expected-value",
     "The value is of the kind that its name and its uses suggest, and is there.",
     "Look at what callers pass: a tensor, a plain dict, never None."},
    {NotChangedInPlace, "not-changed-in-place",
     "Nobody changes the value in place while it is kept.",
     "Look for methods that end in _, for out= and for assignments to items of it."},
    {NotReadElsewhere, "not-read-elsewhere",
     "No code that is not seen here reads what the fix drops.",
     "Search the project for the name of the attribute, container or object."},
    {OtherTrainingMeant, "other-training-meant",
     "The training is meant to be the one that the fix makes of it: its numbers change.",
     "Compare with the method that the code implements."},
    {OneServesAll, "one-serves-all",
     "One object serves all iterations as well as a new one for each.",
     "Look for state, random numbers and settings that differ from iteration to iteration."},
    {LoopRuns, "loop-runs", "The loop runs at least once, on every process that takes part.",
     "Look at what the loop goes over, and whether it may be empty."},
    {ErrorNotAwaited, "error-not-awaited",
     "Nobody waits for the error that is no longer raised, or is raised elsewhere.",
     "Look at handlers and with statements around the code."},
    {HookNotAwaited, "hook-not-awaited",
     "Nobody wants to hear from the hook once the code that registered it is done.",
     "Look at who reads what the hook fills, and at later runs of the module."},
    {FigureNotAwaited, "figure-not-awaited",
     "No other code draws in the figure, shows it, or identifies it by its number.",
     "Look for plt.show(), plt.gcf() and drawing functions that run later."},
    {MemoryNotAwaited, "memory-not-awaited",
     "Nothing relies on when memory is given back: the device, other programs, finalizers.",
     "Watch the memory of the device in a run with the fix."},
    {OutputNotAwaited, "output-not-awaited",
     "The output may come in another form or order, or not at all.",
     "Look at who reads what the program prints, shows or yields."},
    {NamesBoundPlainly, "names-bound-plainly",
     "exec, star imports, patches, frames and threads touch no name that the fix relies on.",
     "Look at what they bind, replace or read."},
    {LibraryIsRecent, "library-is-recent",
     "The program runs with a version of its libraries that has what the fix uses.",
     "Look at what the project requires, or try the fix."},
    {CommentNotNeeded, "comment-not-needed", "The comment that goes with the code is not needed.",
     "Read it in the patch."},
    {RuleIsRight, "rule-is-right",
     "The rule of this project that wrote the fix is right about the place.",
     "Read the rule, and what it says it assumes, beside the patch."},
});

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kAssumptions.size(); ++i) {
    if (static_cast<std::size_t>(kAssumptions[i].kind) != i) return false;
  }
  return true;
}
static_assert(is_in_order(), "info_of() relies on the order of the list");

}  // namespace

std::span<const AssumptionInfo> assumption_kinds() {
  return kAssumptions;
}

const AssumptionInfo& info_of(AssumptionKind kind) {
  return kAssumptions[static_cast<std::size_t>(kind)];
}

const AssumptionInfo* assumption_named(std::string_view name) {
  const auto* found = std::ranges::find(kAssumptions, name, &AssumptionInfo::name);
  return found == kAssumptions.end() ? nullptr : found;
}

}  // namespace mlfix
