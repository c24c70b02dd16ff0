// What an unsafe fix takes for granted: one of a closed list of kinds, for programs, and words
// about this place, for people.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

enum class AssumptionKind : std::uint8_t {
  CallerNeedsNoGraph,
  CalleeKeepsNoGraph,
  FirstRunNotTrained,
  ModeNotObserved,
  CostNotMeasured,
  ExpectedValue,
  NotChangedInPlace,
  NotReadElsewhere,
  OtherTrainingMeant,
  OneServesAll,
  LoopRuns,
  ErrorNotAwaited,
  HookNotAwaited,
  FigureNotAwaited,
  MemoryNotAwaited,
  OutputNotAwaited,
  NamesBoundPlainly,
  LibraryIsRecent,
  CommentNotNeeded,
  RuleIsRight,
};

struct Assumption {
  AssumptionKind kind = AssumptionKind::CallerNeedsNoGraph;
  std::string text;     // a clause after "the fix assumes that"
  NodeId at = kNoNode;  // what raises the doubt, where one place does
};

// A kind as people and programs read it.
struct AssumptionInfo {
  AssumptionKind kind;
  std::string_view name;       // stable: "caller-needs-no-graph"
  std::string_view statement;  // what is assumed, in a sentence
  std::string_view check;      // how to find out whether it holds
};

std::span<const AssumptionInfo> assumption_kinds();  // in the order of the enumeration
const AssumptionInfo& info_of(AssumptionKind kind);
// The kind of that name, or nullptr.
const AssumptionInfo* assumption_named(std::string_view name);

}  // namespace mlfix
