#include "semantic/binding/binding_lists.h"

#include <algorithm>

namespace mlfix {
namespace {

// Does a definition of that kind stand in the text?
bool is_written(DefKind kind) {
  return kind != DefKind::Phi && kind != DefKind::LoopPhi && kind != DefKind::Unbound;
}

}  // namespace

BindingLists::BindingLists(BindingTables& tables) : tables_(tables) {
  first_of_.reserve(tables_.variables.size() + 1);
  first_of_.push_back(0);
  for (const auto& of_scope : tables_.variables) {
    first_of_.push_back(first_of_.back() + static_cast<std::uint32_t>(of_scope.size()));
  }
}

// A counting sort, which keeps the order in which each owner's numbers were noted.
BindingLists::Ends BindingLists::lay_out(Kind kind, const Belonging& belonging,
                                         std::size_t owners) {
  Ends ends(owners + 1, 0);
  for (const auto& [owner, number] : belonging) ++ends[owner + 1];
  for (std::size_t i = 1; i <= owners; ++i) ends[i] += ends[i - 1];
  auto& list = tables_.lists[static_cast<std::size_t>(kind)];
  list.resize(belonging.size());
  for (const auto& [owner, number] : belonging) list[ends[owner]++] = number;
  return ends;
}

// What began at the end of the one before has been filled up to its own end.
std::span<const std::uint32_t> BindingLists::part(Kind kind, const Ends& ends,
                                                  std::size_t owner) const {
  const std::uint32_t begin = owner == 0 ? 0 : ends[owner - 1];
  return std::span(tables_.lists[static_cast<std::size_t>(kind)])
      .subspan(begin, ends[owner] - begin);
}

std::span<std::uint32_t> BindingLists::to_sort(Kind kind, std::span<const std::uint32_t> part) {
  auto& list = tables_.lists[static_cast<std::size_t>(kind)];
  if (part.empty()) return {};
  return std::span(list).subspan(static_cast<std::size_t>(part.data() - list.data()), part.size());
}

void BindingLists::lay_out_definitions() {
  Belonging definitions;
  for (DefId d = 0; d < tables_.definitions.size(); ++d) {
    const Definition& definition = tables_.definitions[d];
    if (!is_written(definition.kind)) continue;
    definitions.emplace_back(number_of(definition.scope, definition.slot), d);
  }
  const Ends ends = lay_out(Kind::Definitions, definitions, variable_count());
  std::size_t number = 0;
  for (auto& of_scope : tables_.variables) {
    for (Variable& variable : of_scope)
      variable.definitions = part(Kind::Definitions, ends, number++);
  }
}

void BindingLists::lay_out_uses(const std::vector<VariableRef>& variable_of_use) {
  Belonging of_variables, of_definitions, captured;
  for (UseId u = 0; u < tables_.uses.size(); ++u) {
    const VariableRef v = variable_of_use[u];
    if (v.found()) of_variables.emplace_back(number_of(v.scope, v.slot), u);
    const Use& use = tables_.uses[u];
    if (use.def != kNone) (use.captured ? captured : of_definitions).emplace_back(use.def, u);
  }
  of_definitions.insert(of_definitions.end(), captured.begin(), captured.end());
  const Ends by_definition = lay_out(Kind::Uses, of_definitions, tables_.definitions.size());
  for (DefId d = 0; d < tables_.definitions.size(); ++d) {
    tables_.definitions[d].uses = part(Kind::Uses, by_definition, d);
  }
  const Ends by_variable = lay_out(Kind::VariableUses, of_variables, variable_count());
  std::size_t number = 0;
  for (auto& of_scope : tables_.variables) {
    for (Variable& variable : of_scope)
      variable.uses = part(Kind::VariableUses, by_variable, number++);
  }
}

void BindingLists::put_in_source_order() {
  const auto sort = [](std::span<std::uint32_t> numbers, const auto& node_of) {
    if (!std::ranges::is_sorted(numbers, {}, node_of)) {
      std::ranges::stable_sort(numbers, {}, node_of);
    }
  };
  for (auto& of_scope : tables_.variables) {
    for (Variable& variable : of_scope) {
      sort(to_sort(Kind::Definitions, variable.definitions),
           [&](DefId d) { return tables_.definitions[d].node; });
      sort(to_sort(Kind::VariableUses, variable.uses),
           [&](UseId u) { return tables_.uses[u].node; });
      const auto captured =
          std::ranges::find_if(variable.uses, [&](UseId u) { return tables_.uses[u].captured; });
      if (captured != variable.uses.end()) variable.captured_at = tables_.uses[*captured].node;
    }
  }
}

void BindingLists::lay_out_operands(const Environment& environment) {
  const std::size_t count = tables_.definitions.size();
  const Ends operands = lay_out(Kind::Operands, environment.operands(), count);
  const Ends phis = lay_out(Kind::Phis, environment.phis(), count);
  for (DefId d = 0; d < count; ++d) {
    tables_.definitions[d].operands = part(Kind::Operands, operands, d);
    tables_.definitions[d].phis = part(Kind::Phis, phis, d);
  }
}

}  // namespace mlfix
