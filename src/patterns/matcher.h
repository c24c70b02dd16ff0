// Whether a pattern matches at a place, and what its metavariables stand for there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patterns/pattern.h"
#include "semantic/binding/binding.h"

namespace mlfix {
class SemanticModel;
}

namespace mlfix::patterns {

// What the metavariables of a rule stand for at one place.
class Captures {
 public:
  explicit Captures(std::size_t variables) : nodes_(variables) {}

  // The nodes in source order; nothing as long as the variable is not bound. One for $NAME,
  // any number for $$$NAME.
  const std::optional<std::vector<NodeId>>& of(Variable v) const { return nodes_[v]; }

  // Binds it, or says whether it stands for the same code already.
  bool bind(const SemanticModel& model, Variable v, std::vector<NodeId> nodes);

  // Takes back what was bound since the mark.
  std::size_t mark() const { return bound_.size(); }
  void undo_to(std::size_t mark);

 private:
  std::vector<std::optional<std::vector<NodeId>>> nodes_;
  std::vector<Variable> bound_;  // in the order in which they were
};

// Where a pattern matches.
struct Place {
  NodeId first = kNoNode;
  NodeId last = kNoNode;  // another one when several statements match
};

// Does `pattern` match with its first node at `n`? Binds `captures`, which stay as they were
// when it does not.
//
// The work is bounded by the product of the sizes of the pattern and of what it is compared
// with: of several ways in which `...` can fit, the one that takes least is kept, and none
// is tried again for the sake of what comes later. Spends steps of the model's budget.
std::optional<Place> match_at(const SemanticModel& model, const Pattern& pattern, NodeId n,
                              Captures& captures);

// Are the two the same code, layout and comments aside? Linear.
bool is_same_code(const SemanticModel& model, NodeId a, NodeId b);

// The qualified name of an expression, worked out once for all rules of a file.
const std::string& name_of(const SemanticModel& model, NodeId expr);

}  // namespace mlfix::patterns
