// Code in the HTML report: a fix side by side, or the place of a finding that has
// none.
#pragma once

#include <string>

#include "report/entries.h"

namespace mlfix {

// A <figure> with a caption and a table. Without a fix, the reported lines and
// what is around them.
std::string html_code(const Entry& entry);

}  // namespace mlfix
