// Comments with which the author of a file silences findings:
//
//     # mlfix: ignore[rule, group]     these, here
//     # mlfix: ignore                  all, here
//     # mlfix: ignore-file[rule]       in the whole file; without names: all
//
// "Here" is the finding's own line, the first line of the statement it is in,
// the last line of a simple statement, or a comment line directly above the
// statement. Text may follow, and may precede (`# noqa  # mlfix: ignore`).
// Comments only: the same text in a string means nothing.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "semantic/semantic_model.h"
#include "text/line_table.h"

namespace mlfix {

// A name in a suppression comment that no rule and no group has.
struct UnknownSuppression {
  std::uint32_t line = 0;
  std::string name;
  friend bool operator==(const UnknownSuppression&, const UnknownSuppression&) = default;
};

class Suppressions {
 public:
  // Reads the comments of the model's file; both must outlive this object. A
  // file that never says "mlfix:" costs one byte search.
  Suppressions(const SemanticModel& model, const Registry& registry);

  // Is a finding of `rule` at `range` silenced?
  bool cover(std::uint32_t rule, TextRange range) const;

  const std::vector<UnknownSuppression>& unknown() const { return unknown_; }

 private:
  struct Scope {
    bool all = false;
    std::vector<std::uint32_t> rules;
    bool covers(std::uint32_t rule) const;
  };
  void read(TextRange comment);
  void add_names(std::string_view list, std::uint32_t line, Scope& scope);
  bool line_covers(std::uint32_t line, std::uint32_t rule) const;
  bool lines_above_cover(std::uint32_t line, std::uint32_t rule) const;
  bool statement_covers(NodeId statement, std::uint32_t rule) const;

  const SemanticModel* model_;
  const Registry* registry_;
  LineTable lines_;
  Scope file_;
  std::map<std::uint32_t, Scope> by_line_;
  std::vector<UnknownSuppression> unknown_;
};

}  // namespace mlfix
