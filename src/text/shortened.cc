// A cut goes back to the first byte of the character that it would part.

#include "text/shortened.h"

#include <algorithm>

namespace mlfix {

std::size_t character_begin(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.size();
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u) --at;
  return at;
}

std::string shortened(std::string_view text) {
  if (text.size() <= kShortText) return std::string(text);
  return std::string(text.substr(0, character_begin(text, kShortText))) + "...";
}

std::string without_middle(std::string_view text, std::size_t most) {
  constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
  if (text.size() <= most) return std::string(text);
  std::string result(text.substr(0, character_begin(text, most / 2)));
  result += kEllipsis;
  return result += text.substr(character_begin(text, text.size() - most / 2));
}

}  // namespace mlfix
