// Finding bytes in a text.
#pragma once

#include <string.h>  // memmem is not in <cstring>

#include <string_view>

namespace mlfix {

// Is `word` somewhere in `text`? Several times faster than string_view::find,
// which stops at each first letter of the word.
inline bool contains(std::string_view text, std::string_view word) {
  return memmem(text.data(), text.size(), word.data(), word.size()) != nullptr;
}

}  // namespace mlfix
