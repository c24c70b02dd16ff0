// Which part of a container, or of containers in it, holds a value.
#pragma once

#include <compare>
#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

// The part with that constant key or position, or any part.
struct Part {
  std::string_view key;  // source text of the string literal, "" for any
  int index = -1;        // position in a tuple, -1 for any
  int around = 0;        // containers around the one that has the part, in any place of each
  bool whole() const { return key.empty() && index < 0; }
  friend auto operator<=>(const Part&, const Part&) = default;
};

// Where the value is when what has it in `part` becomes an item of a container.
Part as_item(Part part);
// Where the value is in an item of what has it in `part`.
Part of_item(Part part);
// The part of a container that a constant subscript or key names.
Part part_of_key(const SyntaxTree& tree, NodeId key);
// The same, and any part where the key is a string of which the text does not tell: f"{x}".
Part constant_part(const SyntaxTree& tree, NodeId key);
// Can the value in `held` be in what a read of `wanted` gives?
bool may_be_same_part(const Part& held, const Part& wanted);
// What is between the quotes of a string literal, "" when there are none.
std::string_view string_content(const SyntaxTree& tree, NodeId literal);

}  // namespace mlfix
