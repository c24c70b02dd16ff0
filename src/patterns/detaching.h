// Fixes that do nothing but detach values, whatever else their templates show.
//
//     pattern: $BOARD.push($LOSS)    fix: $BOARD.push($LOSS.detach())
//
// What such a fix changes is known, so that it can be judged as the fixes of built-in rules are:
// it may be safe. Immutable.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "patterns/matcher.h"
#include "patterns/pattern.h"
#include "semantic/binding/binding.h"

namespace mlfix {
class SemanticModel;
}

namespace mlfix::patterns {

class Detaching {
 public:
  // Nothing when the template, which is `code`, detaches none of its variables.
  static std::optional<Detaching> of(const Phrase& code, const Pattern& compiled,
                                     Variables& variables, std::span<const std::string> modules);

  // The values to detach at the place; none where the template is other code in more than that.
  std::vector<NodeId> values_at(const SemanticModel& model, const Place& place,
                                const Captures& captures) const;

 private:
  Detaching(Pattern before, std::vector<Variable> detached, std::size_t variables)
      : before_(std::move(before)), detached_(std::move(detached)), variables_(variables) {}

  Pattern before_;  // the template without its calls of detach()
  std::vector<Variable> detached_;
  std::size_t variables_;
};

// Is the value only handed on by what stands around it, to be kept or computed with, so that
// its detached self serves as well where nobody needs the graph? What changes a tensor in place,
// or tells one object from another, wants the value itself.
bool is_handed_on(const SemanticModel& model, NodeId value);

}  // namespace mlfix::patterns
