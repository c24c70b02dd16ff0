// SGR escape sequences, the few that every terminal knows.

#include "report/paint.h"

#include <fmt/format.h>

namespace mlfix {

std::string Paint::wrap(std::string_view code, std::string_view text) const {
  if (!on_ || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

}  // namespace mlfix
