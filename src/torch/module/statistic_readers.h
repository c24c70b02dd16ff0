// Who reads a statistic, and whether somebody differentiates through it.
#pragma once

#include <string_view>
#include <tl/expected.hpp>

#include "semantic/verdict/proof.h"
#include "torch/module/statistic_update.h"

namespace mlfix {

class SemanticModel;

// Does nobody need the graph that `statement` puts into the statistic? An error is the fact by
// which somebody does.
tl::expected<Answer<Claim::StatisticUnused>, std::string_view> statistic_unused(
    const SemanticModel& model, const StatisticUpdate& update, NodeId statement);

}  // namespace mlfix
