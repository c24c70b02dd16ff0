// Objects that are put into a container to stay there.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct KeptObject {
  NodeId at = kNoNode;         // the call, or the assignment
  NodeId container = kNoNode;  // `models`, `self.models`
  std::vector<NodeId> values;  // what is put in; the elements of a tuple, list or dict
};

// models.append(x), models += [x], models[key] = x, models.add((name, x)); `node`
// is the call or the assignment.
std::optional<KeptObject> kept_object(const SemanticModel& model, NodeId node);

struct Refusal {
  NodeId at = kNoNode;
  std::string_view fact;
};

// Why the container may well be needed, or why it does not grow: the value is taken out of it
// somewhere in the file, it belongs to a module, dies with the iteration, or
// `value` is the same object each time. Errs to a refusal, but takes code
// outside the file not to read it.
Refusal why_needed(const SemanticModel& model, const KeptObject& kept, NodeId value);

// Where a container that is not needed for its objects is read all the same.
struct ContainerRead {
  NodeId at = kNoNode;  // kNoNode where nothing reads it
  bool of_one = false;  // for one object, the last or the best; else for what stands beside them
};

// Is one object taken by a search that runs something of each: max(runs, key=lambda run:
// run.model.test(data))? Linear in the key.
bool runs_each(const SemanticModel& model, const ContainerRead& read);

ContainerRead read_of_container(const SemanticModel& model, const KeptObject& kept);

}  // namespace mlfix
