// A word begins where a byte of a name follows one that is none; any other byte that isn't
// blank is a sign.

#include "syntax/token_count.h"

#include <array>
#include <cstdint>

#include "text/characters.h"

namespace mlfix {
namespace {

constexpr std::uint8_t kName = 1, kSign = 2;

// By byte: what it is. A text is read byte by byte for nothing else, so each has to be cheap.
constexpr std::array<std::uint8_t, 256> kKinds = [] {
  std::array<std::uint8_t, 256> kinds{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    kinds[byte] = is_name_byte(c) ? kName : is_blank(c) || c == '\r' ? 0 : kSign;
  }
  return kinds;
}();

}  // namespace

std::size_t count_tokens(std::string_view text) {
  std::size_t count = 0;
  std::uint8_t before = 0;
  for (const char c : text) {
    const std::uint8_t kind = kKinds[static_cast<unsigned char>(c)];
    static_assert(kName == 1 && kSign == 2);
    count += static_cast<std::size_t>(kind >> 1 | (kind & ~before & kName));
    before = kind;
  }
  return count;
}

}  // namespace mlfix
