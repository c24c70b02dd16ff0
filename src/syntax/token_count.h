// How much there is of a text, as the analysis sees it.
#pragma once

#include <cstddef>
#include <string_view>

namespace mlfix {

// Words and signs of `text`, line ends included, and what comments and strings are made of
// counted like code: never fewer than Python's own tokens. One pass.
std::size_t count_tokens(std::string_view text);

}  // namespace mlfix
