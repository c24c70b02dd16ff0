// How much of a history is wanted: by a window that the class names, or by what
// is read of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/flow/long_lived.h"

namespace mlfix {

class SemanticModel;

struct HistoryWindow {
  NodeId at = kNoNode;  // what says so: the assignment's target, a parameter, a subscript
  std::string text;     // how a method of the class writes the number; empty: it can't
};

// A limit that `klass` (or the module) sets and nobody reads, whose name goes
// with the list: `self.norm_window = 100` for norm_history. One that takes its
// whole name from such words goes with the only list of the class.
std::optional<HistoryWindow> unread_window(const SemanticModel& model, NodeId klass,
                                           std::string_view list);

// A maximum length that another container of the object has, which gets an entry in the same block
// whenever this one gets one by `growth`: self.seen = deque(maxlen=n).
std::optional<HistoryWindow> window_of_sibling(const SemanticModel& model, NodeId klass,
                                               NodeId growth);

// The number of last entries that the Tail accesses reach, when all are numbers,
// written out or by a local name, or all the same attribute of self or name of the
// module. The attribute is one that a method of `klass` reads there, or sets: what another
// class has under the same names says nothing of its objects.
std::optional<HistoryWindow> read_window(const SemanticModel& model, NodeId klass,
                                         const std::vector<ContainerAccess>& accesses);

}  // namespace mlfix
