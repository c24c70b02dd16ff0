// What to do about one branch of the bot, as a pure function of what is known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bot/forge.h"

namespace mlfix {

enum class PullAction : std::uint8_t { Create, Update, Close, Leave };

std::string_view label(PullAction action);  // "create"

// What is known of a branch, and what is wanted of it.
struct BranchFacts {
  bool wanted = false;              // there is something to fix
  bool declined = false;            // there would be, but for a "no"
  bool exists = false;              // on the remote
  bool ours = false;                // it exists, and nobody else committed to it
  bool same_changes = false;        // it already holds what is wanted
  bool unsure = false;              // what it fixed could not be analysed now
  bool forge_known = false;         // are the pull requests known at all?
  std::optional<PullRequest> open;  // of this branch
  bool same_text = false;           // the open one was described with the text that is wanted
  std::size_t slots = 0;            // how many more pull requests may be opened
};

struct Decision {
  PullAction action = PullAction::Leave;
  std::string reason;  // lower case, no period
  bool push = false;   // the branch is set, or deleted when the action is Close
  friend bool operator==(const Decision&, const Decision&) = default;
};

Decision decide(const BranchFacts& facts);

}  // namespace mlfix
