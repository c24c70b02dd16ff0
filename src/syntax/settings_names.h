// The names of what a program is set up with: `args = parser.parse_args()`.
#pragma once

#include <string_view>
#include <vector>

namespace mlfix {

// The names that lines of the text bind to what a parser of arguments gives: plainly, annotated, or
// as the first of a pair. An object of these holds texts and numbers. Read from the bytes, without
// parsing: for questions of who reads attributes by computed names, `vars(args)`. Sorted, unique;
// views of the text. Linear in the text.
std::vector<std::string_view> settings_names(std::string_view text);

}  // namespace mlfix
