// Looks files up in the table that the build generates. The table is sorted by
// path, so a lookup is a binary search and needs no index built at start-up.

#include "config/resources.h"

#include <algorithm>

#include "config/resource_table.h"

namespace mlfix {

std::span<const Resource> resources() {
  return resource_table();
}

std::optional<std::string_view> find_resource(std::string_view path) {
  const std::span<const Resource> all = resources();
  const auto found = std::lower_bound(
      all.begin(), all.end(), path,
      [](const Resource& resource, std::string_view wanted) { return resource.path < wanted; });
  if (found == all.end() || found->path != path) {
    return std::nullopt;
  }
  return found->content;
}

}  // namespace mlfix
