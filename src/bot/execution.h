// Carries a plan out.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bot/forge.h"
#include "bot/git.h"
#include "bot/plan.h"

namespace mlfix {

// What became of one planned pull request.
enum class PullOutcome : std::uint8_t { Created, Updated, Closed, Left, Failed };

std::string_view label(PullOutcome outcome);  // "created"

struct DonePull {
  std::string branch;
  PullOutcome outcome = PullOutcome::Left;
  std::string detail;        // why it was left, or what failed
  std::uint64_t number = 0;  // 0: there is none
  std::string url;
};

// Brings the remote-tracking refs of the base branch and the bot's branches up
// to date.
Result<void> fetch_refs(const Git& git, const BotSettings& settings, const std::string& base);

// Pushes first and talks to the forge second, one pull request after the other.
// Each step may be repeated, so a run that was killed or failed anywhere is
// continued by the next one. What fails does not keep the others back; `stop`
// is asked between two of them.
std::vector<DonePull> execute(const BotPlan& plan, const Git& git, Forge& forge,
                              const BotSettings& settings, const std::function<bool()>& stop);

}  // namespace mlfix
