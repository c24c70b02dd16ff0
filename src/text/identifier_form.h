// The two spellings that one Python name may have.
#pragma once

#include <string_view>

namespace mlfix {

// Python takes names for equal that are the same in Unicode's form NFKC: a full-width letter
// and a plain one, a micro sign and a Greek mu. Is this (UTF-8) name surely its own only
// spelling in that form? Knows the letters of the common scripts, and errs to false.
bool is_in_plain_form(std::string_view identifier);

}  // namespace mlfix
