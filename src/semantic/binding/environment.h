// What every variable holds at the place where the walk through a file is, and
// the definitions that come from it: phis where branches meet.
//
// The environment keeps a journal of its changes. A branch is walked, its changes
// are read off the journal and taken back, and `merge` joins the arms, with phis
// only for what differs. Belongs to binder.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/binding/scope_table.h"
#include "syntax/work_budget.h"

namespace mlfix {

// Which number belongs to which owner, in the order in which each owner is to have them.
using Belonging = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class Environment {
 public:
  struct Change {
    VariableRef variable;
    DefId definition;
  };
  struct Arm {
    std::vector<Change> changes;
    bool live;  // its end can be reached
  };
  using Mark = std::size_t;  // a place in the journal

  // The variables of `tables` must be known; definitions are added to it. Every
  // change that is read off the journal and every operand is a step of `work`.
  Environment(BindingTables& tables, WorkBudget& work);

  // Whether the place can be reached.
  bool is_live() const { return live_; }
  void set_live(bool live) { live_ = live; }

  // kNone for what has no definition yet.
  DefId at(VariableRef v) const { return values_[v.scope][v.slot]; }
  // Like `at`, with a definition of kind Unbound for what has none.
  DefId current(VariableRef v);
  std::vector<DefId> current(const std::vector<VariableRef>& variables);
  void set(VariableRef v, DefId d) {
    journal_.push_back({v, at(v)});
    values_[v.scope][v.slot] = d;
  }

  Mark mark() const { return journal_.size(); }
  void roll_back(Mark mark);
  std::vector<Change> changes_since(Mark mark) const;
  void apply(const std::vector<Change>& changes);
  // Ends an arm: its changes since `mark`, taken back.
  Arm end_arm(Mark mark);
  // Joins the arms of a branch at `node`, which itself may be out of reach; the
  // environment is that before them.
  void merge(NodeId node, const std::vector<Arm>& arms, bool entered_live);

  DefId new_definition(DefKind kind, NodeId node, NodeId value, VariableRef v);
  DefId new_phi(DefKind kind, NodeId node, VariableRef v, std::span<const DefId> operands);
  void add_operand(DefId phi, DefId operand);
  // The one value, or a phi of them.
  DefId join(NodeId node, VariableRef v, std::vector<DefId> values);

  // What each phi merges, and which phis each definition feeds, in the order in which they came.
  Belonging operands() const;
  const Belonging& phis() const { return phis_; }

 private:
  struct JournalEntry {
    VariableRef variable;
    DefId before;
  };

  // One of the operands of a phi, which are a chain.
  struct Operand {
    DefId phi, operand;
    std::uint32_t next;  // of the same phi, or kNone
  };
  struct Links {
    std::uint32_t first = kNone, last = kNone;  // operands
    std::uint32_t count = 0;                    // of them
    DefId last_phi = kNone;                     // that it feeds
  };

  bool has_operand(DefId phi, DefId operand);

  BindingTables& tables_;
  WorkBudget& work_;
  std::vector<std::vector<DefId>> values_;  // by scope and slot
  std::vector<JournalEntry> journal_;
  std::vector<Links> links_;  // by definition
  std::vector<Operand> operands_;
  Belonging phis_;
  std::unordered_set<std::uint64_t> operands_of_long_;  // phi and operand, of long phis
  bool live_ = true;
};

}  // namespace mlfix
