// A word begins where a byte of a name follows one that is none; any other byte that isn't
// blank is a sign.

#include "syntax/token_count.h"

#include "text/characters.h"

namespace mlfix {

std::size_t count_tokens(std::string_view text) {
  std::size_t count = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool in_name = is_name_byte(c);
    count += in_name ? !in_word : !is_blank(c) && c != '\r';
    in_word = in_name;
  }
  return count;
}

}  // namespace mlfix
