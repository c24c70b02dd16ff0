// Fixes: what a transform wants changed, still symbolic where two fixes could
// meet. Imports and deletions stay intents until all fixes of a pass are
// accepted, so that two fixes may need the same import, or delete two
// statements of one block, without knowing of each other.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "syntax/syntax_tree.h"
#include "text/text_range.h"

namespace mlfix {

enum class Applicability : std::uint8_t {
  Safe,        // same values, exceptions and effects but for memory and time
  Unsafe,      // right under an assumption that the message names
  Suggestion,  // shown, never applied
};

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

struct Fix {
  Applicability applicability = Applicability::Unsafe;
  std::string title;  // imperative: "Wrap the loop in torch.no_grad()"
  std::vector<Intent> intents;
  std::vector<TextRange> guards;  // bytes that must stay as they are for the fix to hold
};

}  // namespace mlfix
