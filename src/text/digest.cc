#include "text/digest.h"

#include <fmt/format.h>

#include "text/source_file.h"

namespace mlfix {

std::string digest(std::string_view text) {
  return fmt::format("{:016x}", hash_text(text));
}

}  // namespace mlfix
