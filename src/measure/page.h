// A measurement as a page that can be kept and sent.
#pragma once

#include <string>

#include "measure/comparison.h"

namespace mlfix {

// One HTML document with everything in it: no script, no request, nothing from
// elsewhere. Curves as SVG, figures, the fixes and their patch; for light and
// dark screens.
std::string measure_page(const Comparison& comparison);

}  // namespace mlfix
