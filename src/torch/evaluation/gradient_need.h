// Who needs gradients in a stretch of statements.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "semantic/knowledge/effect.h"
#include "semantic/verdict/verdict.h"
#include "torch/graph/graph_fate.h"

namespace mlfix {

class SemanticModel;

// Why the span must keep its gradients, or "". `harmless` is not looked at.
std::string_view needs_gradients(const SemanticModel& model, Span span,
                                 std::optional<Effect> harmless = std::nullopt);

// What is known of a span that is to run without gradients.
struct GradientAnswers {
  Answer<Claim::ModeUnobserved> mode;
  Answer<Claim::FirstRunUntrained> first_run;
  Answer<Claim::RegionKeepsNoGraph> callees;
  Answer<Claim::RegionUnusedByCallers> callers;
  bool all_proven() const {
    return mode.is_proven() && first_run.is_proven() && callees.is_proven() && callers.is_proven();
  }
  // Is all proven that is proven in `part`, the same question of fewer statements?
  bool assumes_no_more_than(const GradientAnswers& part) const {
    const auto holds = [](const auto& here, const auto& there) {
      return here.is_proven() || !there.is_proven();
    };
    return holds(mode, part.mode) && holds(first_run, part.first_run) &&
           holds(callees, part.callees) && holds(callers, part.callers);
  }
};

// `made` are the statements in the span that run the model.
GradientAnswers answers_about_gradients(const SemanticModel& model, Span span, Span made);

// What callers in other files show against switching gradients off in `scope`, which makes the
// graphs that `fate` tells of; or "". Linear in the files that have such calls, the first time.
std::string_view fact_of_callers_elsewhere(const SemanticModel& model, NodeId scope,
                                           const Reach& fate);

// Do all callers of the function, here and in other files, drop what it gives, or look at its
// numbers alone? No where nobody is seen to call it, where it is used as a value, and where the run
// may not have all who use its file. For what is worth saying, not for proofs.
bool is_unneeded_by_callers(const SemanticModel& model, NodeId function);

// Is the call made in a loop that evaluates, or whose graphs nobody uses, and that needs no
// gradients, by its own file? Asks for the loops of a function once.
bool is_in_evaluation_loop(const SemanticModel& model, NodeId call);

enum class EvaluationElsewhere : std::uint8_t { NoCall, All, NotAll };

// Is each call of the function in other files made in a loop that evaluates with gradients on, or
// without gradients, or by a function of which that is true and which its own file does not call?
// What fixes these loops serves the function. Where no call is certain, those count that may be of
// it, in files that import its own. For what is worth saying: each file with a call is asked anew.
EvaluationElsewhere evaluation_elsewhere(const SemanticModel& model, NodeId function);

// Is it a method that nobody in the file is seen to call, while all calls of its name, or else
// those that others make of the other methods of its class, are made where gradients are off? Who
// calls it does so in the same way, most likely.
bool is_of_guarded_object(const SemanticModel& model, NodeId function);

// Is the function given to calls alone of functions, here or in other files, that switch gradients
// off around what they run, as to one that goes through the layers and calls back, or to
// `torch.no_grad()` itself?
bool is_given_to_guarded_code(const SemanticModel& model, NodeId function);

}  // namespace mlfix
