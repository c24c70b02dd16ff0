// Fixes: what a transform wants changed, still symbolic where two fixes could
// meet. Imports and deletions stay intents until all fixes of a pass are
// accepted, so that two fixes may need the same import, or delete two
// statements of one block, without knowing of each other.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "semantic/verdict/verdict.h"
#include "syntax/syntax_tree.h"
#include "text/text_range.h"

namespace mlfix {

// An edit that changes nothing claims its place: no other fix may touch it.
struct Replace {
  Edit edit;
};

// Make `module` (or `member` of it) importable as `alias` at the top of the
// file. Made by ImportEditor, which has already decided that no existing
// binding serves.
struct AddImport {
  std::string module;
  std::string member;  // empty: `import module [as alias]`
  std::string alias;   // empty: the name itself
  friend bool operator==(const AddImport&, const AddImport&) = default;
};

struct DeleteStatement {
  NodeId statement;
};

using Intent = std::variant<Replace, AddImport, DeleteStatement>;

// A change with the verdict on it. Without a verdict it is a suggestion; how safe it is follows
// from the verdict alone, and can only get worse.
class Fix {
 public:
  Fix() = default;
  Fix(std::string title_of_fix, std::vector<Intent> intents_of_fix, Verdict verdict,
      std::vector<TextRange> guards_of_fix = {})
      : title(std::move(title_of_fix)),
        intents(std::move(intents_of_fix)),
        guards(std::move(guards_of_fix)),
        verdict_(std::move(verdict)) {}

  std::string title;  // imperative: "Wrap the loop in torch.no_grad()"
  std::vector<Intent> intents;
  std::vector<TextRange> guards;  // bytes that must stay as they are for the fix to hold

  const Verdict& verdict() const { return verdict_; }
  Applicability applicability() const { return verdict_.applicability(); }
  void lower_to(Assumption assumption) { verdict_.lower_to(std::move(assumption)); }

 private:
  Verdict verdict_;
};

}  // namespace mlfix
