// The plan, and what the forge knows, for programs; docs/bot.md describes both.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bot/execution.h"
#include "bot/plan.h"

namespace mlfix {

// One document, keys in a fixed order, with a final newline.
std::string plan_json(const BotPlan& plan, const Registry& registry);

// What became of a plan: {"version", "pull_requests": [{"branch", "outcome",
// "detail", "number", "url"}]}.
std::string done_json(const std::vector<DonePull>& done);

std::string state_json(const std::vector<PullRequest>& pulls);

// Reads what state_json() wrote. `path` is for errors (Unreadable).
Result<std::vector<PullRequest>> parse_state(std::string_view text, const std::string& path);

}  // namespace mlfix
