// Looks files up in the table that the build generates. The table is sorted by
// path, so a lookup is a binary search and needs no index built at start-up.

#include "config/resources.h"

#include <algorithm>

#include "config/resource_table.h"

namespace mlfix {
namespace {

const Resource* look_up(std::string_view path) {
  const std::span<const Resource> all = resources();
  const auto found = std::ranges::lower_bound(all, path, {}, &Resource::path);
  return found == all.end() || found->path != path ? nullptr : &*found;
}

}  // namespace

std::span<const Resource> resources() {
  return resource_table();
}

std::optional<std::string_view> find_resource(std::string_view path) {
  const Resource* found = look_up(path);
  return found == nullptr ? std::nullopt : std::optional(found->content);
}

std::optional<YamlNode> find_document(std::string_view path) {
  const Resource* found = look_up(path);
  if (found == nullptr || found->document.records.empty()) return std::nullopt;
  return YamlNode(found->document, nullptr);
}

}  // namespace mlfix
