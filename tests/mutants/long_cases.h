// Golden cases that reach a bound on work. They are hundreds of lines of the same, so they are
// written when they are needed.
#pragma once

#include <vector>

#include "support/golden.h"

namespace mlfix::guards {

// Of the group "long".
std::vector<testing::GoldenCase> long_cases();

}  // namespace mlfix::guards
