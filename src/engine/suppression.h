// Comments with which the author of a file silences findings:
//
//     # mlfix: ignore[rule, group]     these, here
//     # mlfix: ignore                  all, here
//     # mlfix: ignore-file[rule]       in the whole file; without names: all
//
// "Here" is the finding's own line, the first line of the statement it is in,
// the last line of a simple statement, or a comment line directly above the
// statement. Text may follow, and may precede (`# noqa  # mlfix: ignore`).
// After the brackets `until 2027-01-31` ends the silence after that day, and
// `-- text` says why. Comments only: the same text in a string means nothing.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/ignore_comment.h"
#include "engine/registry.h"
#include "syntax/syntax_tree.h"
#include "text/line_table.h"

namespace mlfix {

// A name in a suppression comment that no rule and no group has. Of a file the first hundred are
// told, and of a comment the first thousand names are read.
struct UnknownSuppression {
  std::uint32_t line = 0;
  std::string name;
  friend bool operator==(const UnknownSuppression&, const UnknownSuppression&) = default;
};

// One comment, and what became of it.
struct Suppression {
  // Rules that one word of the comment means; the comment without a list has one
  // target, all rules.
  struct Target {
    TextRange name;
    std::vector<std::uint32_t> rules;  // empty for a name that is not known
    bool used = false;                 // it silenced a finding
  };
  IgnoreComment comment;
  std::vector<Target> targets;
  bool expired = false;  // its day has passed, or is none: it silences nothing
};

class Suppressions {
 public:
  // Reads the comments of the tree's file; both must outlive this object. A
  // file that never says "mlfix:" costs one byte search. `today` (2027-01-31) is
  // what dates are compared with; without it none has passed.
  Suppressions(const SyntaxTree& tree, const Registry& registry, std::string_view today = {});

  // Is a finding of `rule` at `range` silenced? Notes by which comment.
  bool cover(std::uint32_t rule, TextRange range);

  const std::vector<UnknownSuppression>& unknown() const { return unknown_; }
  const std::vector<Suppression>& all() const { return all_; }  // in source order

 private:
  using Indexes = std::vector<std::size_t>;  // of all_
  void read(TextRange comment, std::string_view today);
  Suppression::Target target(TextRange name);
  // The comment's word that silences the rule; nullptr when none does. Each is looked for once.
  Suppression::Target* first_of(const Indexes& candidates, std::uint32_t rule);
  Suppression::Target* of_file(std::uint32_t rule);
  Suppression::Target* of_line(std::uint32_t line, std::uint32_t rule);
  Suppression::Target* above(std::uint32_t line, std::uint32_t rule);
  Suppression::Target* of_statement(NodeId statement, std::uint32_t rule);
  Suppression::Target* here(std::uint32_t rule, TextRange range);

  const SyntaxTree* tree_;
  const Registry* registry_;
  LineTable lines_;
  std::vector<Suppression> all_;
  Indexes of_file_;
  std::map<std::uint32_t, Indexes> by_line_;
  // By line (0: the whole file) and rule, what was found already.
  using Known = std::map<std::pair<std::uint32_t, std::uint32_t>, Suppression::Target*>;
  Known known_;
  Known known_above_;
  std::vector<UnknownSuppression> unknown_;
};

}  // namespace mlfix
