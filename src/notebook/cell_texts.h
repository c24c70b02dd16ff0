// What the cells of a notebook say, without reading it as JSON: for questions about a name, which
// may be answered with yes too often.
#pragma once

#include <string>
#include <string_view>

namespace mlfix {

// The sources of its cells, of all kinds, one after the other. Linear in the size, at the speed of
// a search. Any text may be given; of one that is no notebook nothing is promised.
std::string text_of_cells(std::string_view json);

}  // namespace mlfix
