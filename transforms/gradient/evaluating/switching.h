// The edits that make a stretch of statements run without gradients, and what they assume.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/transform.h"
#include "rewrite/edits.h"
#include "semantic/effects/effects.h"
#include "torch/evaluation/gradient_need.h"
#include "torch/training/evaluation.h"

namespace mlfix {

constexpr std::string_view kNoGrad = "torch.no_grad";

enum class Form { Block, Decorator };

// Does code with these effects wait for others, or give control away within the block? Other code
// would run without gradients meanwhile.
bool suspends(const Effects& effects, Form form);
constexpr std::string_view kSuspends = "other code would run without gradients while this waits";

constexpr std::string_view kCastsShared =
    "autocast keeps the copies of weights that it makes here for the pass that trains them";

struct Switching {
  std::string title;
  Intents intents;
  std::vector<TextRange> guards;
};

// Puts the statements under `with manager(arguments):`. Nothing where there is no room for it.
std::optional<Switching> run_under(const Context& c, Span span, std::string_view manager,
                                   std::string_view arguments);

// Does the file ask functions themselves which arguments they take, or who called them, so that it
// would see a decorator?
bool may_see_decorator(const SemanticModel& model);

// Puts @torch.no_grad() above the function.
std::optional<Switching> decorate(const Context& c, NodeId function);

// The body of `function` when all of it may run without gradients.
std::optional<Span> whole_function(const Context& c, NodeId function,
                                   const std::vector<EvalRegion>& regions);

// Does switching gradients off in all of the function serve the region as well: always, and
// without a single assumption that the region does without? What else the function gives to
// its callers, a loss for one, is such an assumption, but for an evaluation by its name.
bool serves(const Context& c, NodeId function, Span whole, const EvalRegion& region);

// The statements of the function's body from the first region to the last.
Span stretch_of(const Context& c, NodeId function, const std::vector<EvalRegion>& regions);

// Is it safe to run `span`, of which the region is a part, without gradients?
Verdict verdict_on(const Context& c, NodeId scope, const EvalRegion& region, Span span);

}  // namespace mlfix
