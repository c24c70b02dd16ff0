// Standard input as a text.
#pragma once

#include <string>

#include "text/error.h"

namespace mlfix {

// Reads to the end. Errors: Unreadable; Refused when it is too long for a file.
Result<std::string> read_standard_input();

}  // namespace mlfix
