// The day on which mlfix runs.
#pragma once

#include <string>

namespace mlfix {

// As 2027-01-31, in UTC; that of SOURCE_DATE_EPOCH (seconds) where this is set, so
// that a run can be repeated later.
std::string today();

}  // namespace mlfix
