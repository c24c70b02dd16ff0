// Other spellings of one program, which mean the same to Python: a fix must
// work on each of them as on the first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mlfix::testing {

struct Mutation {
  std::string_view name;
  std::string (*apply)(std::string_view program);
  // Has a program this other spelling? Asked of the program before any fix.
  bool (*suits)(std::string_view original);
};

// crlf, bom, tabs, no-final-newline, nesting, trailing-comments, aliases.
const std::vector<Mutation>& mutations();

// Is `no-<name>` among the words of a `# mutations:` comment of the program?
bool opts_out(std::string_view program, std::string_view mutation);

// The comment that trailing-comments adds to lines.
inline constexpr std::string_view kAddedComment = "  # added";

// Are the programs equal but for added comments and the final newline? What a
// fix makes of a mutated program, and the mutation of what it makes of the
// program, agree in everything else.
bool same_program(std::string_view a, std::string_view b);

}  // namespace mlfix::testing
