// Statements that update a running statistic: `self.mean = 0.9 * self.mean + 0.1 * m`,
// `self.mean.mul_(0.9).add_(0.1 * m)`.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// A statistic and what becomes of it in one statement.
struct StatisticUpdate {
  NodeId place = kNoNode;      // self.running_mean, or the parameter of a function
  std::vector<NodeId> values;  // what goes into it
  bool blends = false;         // the old value is a part of the new one
};

// What an assignment, plain or augmented, makes of the places on its left.
std::vector<StatisticUpdate> assigned_updates(const SemanticModel& model, NodeId statement);

// self.running_mean.mul_(0.9).add_(0.1 * mean): one update for the whole chain.
std::vector<StatisticUpdate> in_place_updates(const SemanticModel& model, NodeId call);

// Is it a statistic of a torch module, or one that a function gets and updates, by its
// name or by how it is blended with new values?
bool updates_statistic(const SemanticModel& model, const StatisticUpdate& update);

// Does the name say that it is a statistic which is gathered over the steps:
// running_mean, moving_var, ema_count?
bool is_called_statistic(const SemanticModel& model, std::string_view name);
// Is the place (self.running_mean, self.running_mean[k]) such a statistic of what is
// probably a torch module, seen from one of its methods?
bool is_module_statistic(const SemanticModel& model, NodeId place);

}  // namespace mlfix
