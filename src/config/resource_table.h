// The seam between the generated table and the functions that search it.
#pragma once

#include <span>

#include "config/resources.h"

namespace mlfix {

// Sorted by path; defined by the generated source.
std::span<const Resource> resource_table();

}  // namespace mlfix
