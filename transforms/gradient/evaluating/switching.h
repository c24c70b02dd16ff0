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

struct Switching {
  std::string title;
  Intents intents;
  std::vector<TextRange> guards;
};

// Puts the statements under `with manager(arguments):`. Nothing where there is no room for it.
std::optional<Switching> run_under(const Context& c, Span span, std::string_view manager,
                                   std::string_view arguments);

// Puts @torch.no_grad() above the function.
std::optional<Switching> decorate(const Context& c, NodeId function);

// Is it safe to run `span`, of which the region is a part, without gradients?
Verdict verdict_on(const Context& c, NodeId scope, const EvalRegion& region, Span span);

}  // namespace mlfix
