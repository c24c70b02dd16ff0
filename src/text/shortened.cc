// A cut goes back to the first byte of the character that it would part.

#include "text/shortened.h"

namespace mlfix {

std::string shortened(std::string_view text) {
  if (text.size() <= kShortText) return std::string(text);
  std::size_t size = kShortText;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0u) == 0x80u) --size;
  return std::string(text.substr(0, size)) + "...";
}

}  // namespace mlfix
