// Words that people bring along from other linters and formatters.
#pragma once

#include <string_view>

namespace mlfix {

// What to write here for an option ("--fix") or a command ("check") of other
// tools, as the remedy of an error; empty for a word that is none.
std::string_view option_here(std::string_view option);
std::string_view command_here(std::string_view word);

}  // namespace mlfix
