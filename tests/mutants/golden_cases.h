// What the rules make of the golden cases, for whoever compares two mutants.
#pragma once

#include <span>
#include <string_view>

namespace mlfix::guards {

// Prints a JSON object for each case, a line each: its name, the guards that it met, and what
// its own rule says and writes, run as the tests of golden cases run it. A case is a program, a
// notebook or an example of a page ("group/stem/NN_slug"), a folder of several files, a program
// of testdata/equivalence, or a long one. All cases, unless some are named. False when a name is
// none.
bool print_cases(std::span<const std::string_view> names);

}  // namespace mlfix::guards
