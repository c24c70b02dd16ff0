// What a transform wants changed, still symbolic where two fixes could meet. Imports and
// deletions stay intents until all fixes of a pass are accepted, so that two fixes may need the
// same import, or delete two statements of one block, without knowing of each other.
#pragma once

#include <string>
#include <variant>

#include "syntax/syntax_tree.h"
#include "text/text_range.h"

namespace mlfix {

// An edit that changes nothing claims its place: no other fix may touch it.
struct Replace {
  Edit edit;
};

// Make `module` (or `member` of it) importable as `alias` at the top of the
// file. Made by Rewriter::spell(), which has already decided that no existing
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

}  // namespace mlfix
