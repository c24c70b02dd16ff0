// Reluctance comes first: whatever says that a person has taken over ends the
// matter before anything else is looked at.

#include "bot/decision.h"

#include "bot/marker.h"

namespace mlfix {
namespace {

Decision leave(std::string reason) {
  return {PullAction::Leave, std::move(reason), false};
}

Decision decide_without_fixes(const BranchFacts& facts) {
  if (facts.unsure) return leave("files that it changes can't be analysed now");
  if (facts.open || (facts.exists && !facts.forge_known)) {
    return {PullAction::Close, "nothing is left to fix", facts.exists};
  }
  if (facts.declined) return leave("its fixes were declined");
  return leave("nothing to fix");
}

Decision decide_open(const BranchFacts& facts) {
  if (!facts.exists) return {PullAction::Update, "its branch is gone", true};
  if (!facts.same_changes) return {PullAction::Update, "the fixes changed", true};
  if (!facts.same_text) return {PullAction::Update, "the description changed", false};
  return leave("up to date");
}

Decision decide_unknown(const BranchFacts& facts) {
  if (!facts.exists) return {PullAction::Create, "new fixes", true};
  if (!facts.same_changes) return {PullAction::Update, "the fixes changed", true};
  return leave("the branch is up to date; of its pull request only the forge knows");
}

}  // namespace

std::string_view label(PullAction action) {
  switch (action) {
    case PullAction::Create:
      return "create";
    case PullAction::Update:
      return "update";
    case PullAction::Close:
      return "close";
    case PullAction::Leave:
      return "leave";
  }
  return "leave";
}

Decision decide(const BranchFacts& facts) {
  if (facts.exists && !facts.ours) return leave("somebody else committed to its branch");
  if (facts.open && !find_marker(facts.open->body)) {
    return leave("its description is not mlfix's any more");
  }
  if (!facts.wanted) return decide_without_fixes(facts);
  if (facts.open) return decide_open(facts);
  if (facts.slots == 0) return leave("as many pull requests as are allowed are open");
  if (!facts.forge_known) return decide_unknown(facts);
  return {PullAction::Create, "new fixes", !facts.exists || !facts.same_changes};
}

}  // namespace mlfix
