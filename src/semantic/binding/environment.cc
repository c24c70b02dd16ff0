#include "semantic/binding/environment.h"

#include <algorithm>
#include <utility>

namespace mlfix {

Environment::Environment(BindingTables& tables, WorkBudget& work) : tables_(tables), work_(work) {
  values_.resize(tables.scopes.size());
  for (std::size_t s = 0; s < values_.size(); ++s) {
    values_[s].assign(tables.variables[s].size(), kNone);
  }
}

void Environment::roll_back(Mark mark) {
  while (journal_.size() > mark) {
    const JournalEntry& entry = journal_.back();
    values_[entry.variable.scope][entry.variable.slot] = entry.before;
    journal_.pop_back();
  }
}

Environment::Arm Environment::end_arm(Mark mark) {
  Arm arm{changes_since(mark), live_};
  roll_back(mark);
  live_ = true;
  return arm;
}

std::vector<Environment::Change> Environment::changes_since(Mark mark) const {
  work_.spend(journal_.size() - mark);
  std::vector<Change> changes;
  for (std::size_t i = mark; i < journal_.size(); ++i) {
    changes.push_back({journal_[i].variable, at(journal_[i].variable)});
  }
  std::sort(changes.begin(), changes.end(),
            [](const Change& a, const Change& b) { return a.variable < b.variable; });
  changes.erase(
      std::unique(changes.begin(), changes.end(),
                  [](const Change& a, const Change& b) { return a.variable == b.variable; }),
      changes.end());
  return changes;
}

void Environment::apply(const std::vector<Change>& changes) {
  for (const Change& c : changes) {
    set(c.variable, c.definition);
  }
}

void Environment::merge(NodeId node, const std::vector<Arm>& arms, bool entered_live) {
  std::vector<std::pair<VariableRef, DefId>> changed;
  std::size_t live_arms = 0;
  for (const Arm& arm : arms) {
    live_arms += arm.live ? 1 : 0;
    if (arm.live) {
      for (const Change& c : arm.changes) {
        changed.emplace_back(c.variable, c.definition);
      }
    }
  }
  live_ = entered_live && live_arms > 0;
  work_.spend(changed.size());
  std::stable_sort(changed.begin(), changed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < changed.size();) {
    const VariableRef v = changed[i].first;
    std::vector<DefId> values;
    std::size_t arms_seen = 0;
    for (; i < changed.size() && changed[i].first == v; ++i, ++arms_seen) {
      values.push_back(changed[i].second);
    }
    if (arms_seen < live_arms) {
      values.push_back(current(v));
    }
    set(v, join(node, v, std::move(values)));
  }
}

DefId Environment::join(NodeId node, VariableRef v, std::vector<DefId> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values.size() == 1 ? values[0] : new_phi(DefKind::Phi, node, v, values);
}

DefId Environment::current(VariableRef v) {
  if (at(v) == kNone) {
    set(v, new_definition(DefKind::Unbound, tables_.scopes[v.scope].node, kNoNode, v));
  }
  return at(v);
}

DefId Environment::new_definition(DefKind kind, NodeId node, NodeId value, VariableRef v) {
  const auto id = static_cast<DefId>(tables_.definitions.size());
  tables_.definitions.push_back({kind, v.scope, v.slot, node, value, {}, {}, {}});
  links_.emplace_back();
  return id;
}

// The first operand of a phi does not count: that of a loop enters, the same may come
// around. Few phis have many; those are looked up in a set.
bool Environment::has_operand(DefId phi, DefId operand) {
  constexpr std::size_t kFew = 16;
  const Links& links = links_[phi];
  if (links.count == 0) return false;
  const std::uint32_t second = operands_[links.first].next;
  if (links.count <= kFew) {
    std::uint32_t one = second;
    while (one != kNone && operands_[one].operand != operand) one = operands_[one].next;
    return one != kNone;
  }
  const auto key = [phi](DefId one) { return (std::uint64_t{phi} << 32) | one; };
  if (links.count == kFew + 1) {
    for (std::uint32_t one = second; one != kNone; one = operands_[one].next) {
      operands_of_long_.insert(key(operands_[one].operand));
    }
  }
  return !operands_of_long_.insert(key(operand)).second;
}

void Environment::add_operand(DefId phi, DefId operand) {
  work_.spend(1);
  if (operand == phi || has_operand(phi, operand)) {
    return;
  }
  const auto added = static_cast<std::uint32_t>(operands_.size());
  operands_.push_back({phi, operand, kNone});
  Links& links = links_[phi];
  (links.count++ == 0 ? links.first : operands_[links.last].next) = added;
  links.last = added;
  if (links_[operand].last_phi == phi) return;
  links_[operand].last_phi = phi;
  phis_.emplace_back(operand, phi);
}

Belonging Environment::operands() const {
  Belonging belonging;
  belonging.reserve(operands_.size());
  for (const Operand& one : operands_) belonging.emplace_back(one.phi, one.operand);
  return belonging;
}

DefId Environment::new_phi(DefKind kind, NodeId node, VariableRef v,
                           std::span<const DefId> operands) {
  const DefId id = new_definition(kind, node, kNoNode, v);
  for (DefId operand : operands) {
    add_operand(id, operand);
  }
  return id;
}

std::vector<DefId> Environment::current(const std::vector<VariableRef>& variables) {
  work_.spend(variables.size());
  std::vector<DefId> values;
  values.reserve(variables.size());
  for (const VariableRef v : variables) {
    values.push_back(current(v));
  }
  return values;
}

}  // namespace mlfix
