// The words reports use for the engine's enumerations.
#pragma once

#include <string>
#include <string_view>

#include "engine/severity.h"
#include "semantic/verdict/applicability.h"

namespace mlfix {

std::string_view label(Severity severity);            // "high"
std::string_view label(Confidence confidence);        // "high"
std::string_view label(Applicability applicability);  // "safe"

// "1 finding", "2 findings"; `plural` is the singular with an s by default.
std::string counted(std::size_t n, std::string_view singular, std::string_view plural = {});

}  // namespace mlfix
