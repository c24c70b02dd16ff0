// Words an error the way compilers do, so that editors can jump to the place.
#include "text/error.h"

#include <fmt/format.h>

namespace mlfix {

std::string Error::to_string() const {
  std::string result = path;
  if (line > 0) result += fmt::format("{}{}", result.empty() ? "line " : ":", line);
  if (!result.empty()) result += ": ";
  result += message;
  if (!remedy.empty()) result += fmt::format(" ({})", remedy);
  return result;
}

}  // namespace mlfix
