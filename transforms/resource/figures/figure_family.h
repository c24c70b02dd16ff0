// What belongs to one figure: the names of the figure, of its axes and of what is
// drawn in them, every read of these, and where they go.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/semantic_model.h"

namespace mlfix {

class FigureFamily {
 public:
  // `scope`: the def or module that makes the figure.
  FigureFamily(const SemanticModel& model, NodeId scope) : model_(model), scope_(scope) {}

  // Follows the value of an expression that is the figure, or a part of it.
  void add_value(NodeId expr);

  const std::set<DefId>& definitions() const { return definitions_; }
  bool has(DefId d) const { return definitions_.contains(d); }
  bool has_any(const std::set<DefId>& some) const {
    return std::ranges::any_of(definitions_, [&](DefId d) { return some.contains(d); });
  }
  // Identifiers in `scope` that stand for something of the figure.
  const std::vector<NodeId>& reads() const { return reads_; }
  bool is_saved() const { return saved_; }
  // Why somebody else may need the figure later; "" when nobody does.
  std::string_view escape() const { return escape_; }
  // Code that can't be seen and is given the figure, "" when there is none.
  std::string_view given_to() const { return given_to_; }
  // Is some name of the family bound elsewhere too: by a branch, or before?
  bool merges_with_others(const std::set<DefId>& others) const;

 private:
  void add_definition(DefId d);
  void add_targets(NodeId pattern);
  void add_assigned(NodeId assignment);
  void add_method(NodeId call, std::string_view name);
  void add_argument(NodeId call, NodeId argument, const Consumer& consumer);
  bool is_member(NodeId object) const;
  void flee(std::string_view why) { escape_ = escape_.empty() ? why : escape_; }
  NodeId enclosing(NodeId n) const;
  bool is_read_elsewhere(const Variable& variable, NodeId owner) const;

  const SemanticModel& model_;
  NodeId scope_;
  std::set<DefId> definitions_;
  std::set<NodeId> values_;
  std::set<NodeId> returning_;  // functions that give back what they are given
  std::vector<NodeId> reads_;
  bool saved_ = false;
  std::string_view escape_;
  std::string_view given_to_;
};

}  // namespace mlfix
