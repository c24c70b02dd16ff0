// What the left side of an assignment names, read from its text without parsing.
#pragma once

#include <string_view>
#include <vector>

namespace mlfix {

struct AssignmentTarget {
  std::string_view path;  // "a.b"; ".b" where the object is no dotted name
  bool is_item = false;   // an item of it is meant: `a.b[key]`
};

// The attributes and items among the targets; names alone are left out. Linear in the text.
std::vector<AssignmentTarget> targets_in(std::string_view left);

// `left` without what is before it on its line (`if c:`, `else:`), and without an annotation.
std::string_view without_header_and_annotation(std::string_view left, std::string_view first_word);

// `self.x = …` in `for self.x in …`: the target of the loop; "" where there is none.
std::string_view loop_target(std::string_view header);

}  // namespace mlfix
