// Gradients are switched by the condition itself, so that the training keeps its graph.

#include "transforms/gradient/evaluating/by_mode.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/diagnostic.h"
#include "torch/evaluation/cost_of_graph.h"
#include "torch/evaluation/pass_by_mode.h"
#include "transforms/fixes/minor.h"
#include "transforms/gradient/evaluating/region_guards.h"
#include "transforms/gradient/evaluating/switching.h"

namespace mlfix {

void report_passes_by_mode(const Context& c, NodeId scope, Findings& out) {
  for (const PassByMode& pass : find_passes_by_mode(c.model, scope)) {
    const EvalRegion& region = pass.region;
    const NodeId forward = region.forwards[0];
    if (const auto fact = fact_of_place(c, scope, region); !fact.empty()) {
      c.abstain(forward, fact);
      continue;
    }
    if (is_too_minor(c, forward, why_graphs_are_small(c.model, scope, region))) continue;
    const std::string_view condition = c.tree.text(pass.condition);
    Diagnostic finding =
        c.diagnose(
             out, forward,
             fmt::format("the forward pass builds a graph that nobody uses where `{}` is false",
                         condition))
            .grows(Growth::Peak)
            .confidence(Confidence::Medium)
            .because(forward, "a module is called here with gradients on")
            .because(pass.condition, "what is made is differentiated under this condition alone");
    if (pass.otherwise != kNoNode) finding.because(pass.otherwise, "by this it is false");
    const Span span{region.first, region.last};
    auto switched = condition.find('\n') == std::string_view::npos
                        ? run_under(c, span, "torch.set_grad_enabled",
                                    pass.gives_bool ? std::string(condition)
                                                    : fmt::format("bool({})", condition))
                        : std::nullopt;
    if (!switched) {
      finding.unfixed("the code around it leaves no room for one");
      continue;
    }
    Verdict verdict = verdict_on(c, scope, region, span);
    verdict.lower_to({AssumptionKind::CallerNeedsNoGraph,
                      "nobody differentiates in another way what is made where the condition is "
                      "false"});
    finding.fix(std::move(switched->title), std::move(switched->intents), std::move(verdict),
                std::move(switched->guards));
  }
}

}  // namespace mlfix
