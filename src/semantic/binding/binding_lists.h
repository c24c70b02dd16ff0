// The lists of what a file's definitions and variables belong to, laid out when all of them are
// known.
//
// A vector for each definition and variable would be most of what is allocated for a file, and
// most of it would be empty. So while the file is walked it is only noted what belongs to what,
// and then each kind of list becomes one array, in which a definition's part stands together:
// the layout of compressed sparse rows.
//
// Belongs to binder.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/binding/environment.h"
#include "semantic/binding/scope_table.h"

namespace mlfix {

class BindingLists {
 public:
  // All variables of `tables` must be known.
  explicit BindingLists(BindingTables& tables);

  // Of variables: their definitions but for phis, in the order in which they are evaluated.
  void lay_out_definitions();
  // Of definitions, and of variables: their uses. `variable_of_use` has a use's variable, which is
  // not found for names that no scope of the file binds.
  void lay_out_uses(const std::vector<VariableRef>& variable_of_use);
  // Of phis what they merge, and the other way round.
  void lay_out_operands(const Environment& environment);
  // What variables have, which was met in the order in which it is evaluated.
  void put_in_source_order();

 private:
  enum class Kind : std::uint8_t { Definitions, VariableUses, Uses, Operands, Phis };
  using Ends = std::vector<std::uint32_t>;  // by owner, where its part ends

  Ends lay_out(Kind kind, const Belonging& belonging, std::size_t owners);
  std::span<const std::uint32_t> part(Kind kind, const Ends& ends, std::size_t owner) const;
  std::span<std::uint32_t> to_sort(Kind kind, std::span<const std::uint32_t> part);
  std::uint32_t number_of(ScopeId scope, std::uint32_t slot) const {
    return first_of_[scope] + slot;
  }
  std::size_t variable_count() const { return first_of_.back(); }

  BindingTables& tables_;
  // Variables are numbered through: by scope, where its numbers begin; and one behind the last.
  std::vector<std::uint32_t> first_of_;
};

}  // namespace mlfix
