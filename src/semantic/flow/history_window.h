// How much of a history is wanted: by a window that the class names, or by what
// is read of it; and where all of it is used up.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/flow/long_lived.h"
#include "syntax/syntax_tree.h"

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

// Where a list is used up, after which nobody needs what is in it.
struct UsedUp {
  NodeId after = kNoNode;  // the statement
  bool joined = false;     // else its entries are ended
};

// Where all entries are ended (`for handle in self.handles: handle.remove()`), or joined, whole or
// item by item (torch.cat(self.parts), torch.stack([part.mean() for part in self.parts])): the last
// such place, where nothing else is done with the entries.
std::optional<UsedUp> where_used_up(const SemanticModel& model,
                                    const std::vector<ContainerAccess>& accesses);

// Is the access one for a figure of all entries, other than how many they are?
bool asks_for_figure(const SemanticModel& model, const ContainerAccess& access);

// A list that a loop fills with figures, and of which it only asks the average of all so far.
struct AverageSoFar {
  NodeId run = kNoNode;    // the outermost loop
  NodeId made = kNoNode;   // the empty list
  NodeId asked = kNoNode;  // a call in the loop that goes through all of it
};

// Of the list that the call adds to: a variable that is bound once, to an empty list, outside of
// any loop. Nothing where any other use is seen: who plots, saves or returns the list wants all of
// it.
std::optional<AverageSoFar> average_so_far(const SemanticModel& model, NodeId append);

// Is the function run again and again for what it does: not asked for what the list holds, as often
// as anybody likes, and not the end of the object, with which the list goes?
bool is_run_for_effect(const SemanticModel& model, NodeId function);

// Is the method the end of a phase, by its name, which comes but once after all that is added?
bool ends_phase(const SemanticModel& model, NodeId method);

// Is the list made by the constructor alone? A method that makes it, too, may be run by anybody.
bool is_made_once(const SemanticModel& model, const std::vector<ContainerAccess>& accesses);

struct UnreadList {
  NodeId made = kNoNode;          // the value that it is bound to, once
  std::vector<NodeId> additions;  // all calls that add to it, in source order
};

// Of the variable that the call adds to. All that the file does with it is to add, in the function
// or script that makes it. Null for a notebook, and where others may read the name: who imports
// a script, or asks for names as such; and where the name says that the list keeps things alive.
// Kept for each variable, in whose uses it is linear.
const UnreadList* unread_list(const SemanticModel& model, NodeId append);

// The outermost loop around the addition that does not make the list, too; or kNoNode.
NodeId loop_that_fills(const SemanticModel& model, const UnreadList& list, NodeId addition);

}  // namespace mlfix
