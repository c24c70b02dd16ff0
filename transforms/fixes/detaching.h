// The finding and the fix that the rules about kept values share: `.detach()` on the values that
// carry a graph, nothing else changes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/transform.h"
#include "rewrite/edits.h"
#include "text/way.h"
#include "torch/training/training.h"

namespace mlfix {

// Reports at `at` that `values` keep their graphs alive, and detaches them. `tuples` are values
// that are tuples of tensors, each of which is detached. `kept` are the steps from a value to the
// place that keeps it.
void report_detaching(const Context& c, NodeId at, const std::vector<NodeId>& values,
                      const DetachJudgement& judged, std::string message, WaySteps kept,
                      Findings& out, const std::vector<NodeId>& tuples = {});

// One step: "stored in `self.h`", "added to `total`".
WaySteps kept_at(const Context& c, NodeId at, std::string_view how, NodeId keeper);

// The edit by which the dict that `name` holds is stored as a new one, whose tensors are
// detached. Nothing unless it is used as only a dict is, with keys that are strings, and
// not after it was stored; or when an entry of it is known to be a container itself.
std::optional<Intents> detach_entries(const Context& c, NodeId name);

// The same for a dict that is only handed over, whatever becomes of the name.
std::optional<Intents> hand_over_detached_entries(const Context& c, NodeId name);

}  // namespace mlfix
