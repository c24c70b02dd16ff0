// The edits that join once what a loop joins again and again, and what they assume.
#pragma once

#include <optional>
#include <string_view>

#include "engine/transform.h"
#include "rewrite/edits.h"
#include "semantic/verdict/verdict.h"
#include "torch/tensor/self_join.h"

namespace mlfix {

constexpr std::string_view kCollect = "Collect the parts in a list and join them once";

struct Change {
  std::string_view title;          // kCollect, or that the result is made as long as it gets
  std::optional<Intents> intents;  // nothing where there is no room for it
  Verdict verdict;
};

// What replaces the join, of which nothing speaks against joining later.
Change change_of(const Context& c, const SelfJoin& join);

}  // namespace mlfix
