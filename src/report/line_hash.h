// The line hashes by which GitHub code scanning recognises an alert in the next
// upload (`primaryLocationLineHash`). They survive lines that come and go above,
// and changes of indentation. Ours must be GitHub's own: the upload action
// computes them again and complains about any other value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mlfix {

// One hash for each line of `text` (valid UTF-8), "hex:number"; the number tells
// lines of one file with equal hashes apart. Linear in the size of the text.
std::vector<std::string> line_hashes(std::string_view text);

}  // namespace mlfix
