// Builds the shipped registry from transforms.def. The list is included twice:
// once to declare the function that each transform defines, once to call it. A
// list in one file instead of static initialisers keeps the order fixed and the
// linker honest: a transform that is listed and missing does not link.

#include "transforms/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "config/resources.h"
#include "engine/ignore_rules.h"

namespace mlfix {

#define MLFIX_TRANSFORM(group, stem, on_by_default, off_reason) \
  namespace stem {                                              \
  Transform make_transform();                                   \
  }
#include "transforms/transforms.def"
#undef MLFIX_TRANSFORM

namespace {

[[maybe_unused]] Rule shipped_rule(Transform transform, std::string group, bool on_by_default,
                                   std::string off_reason) {
  const std::string path = fmt::format("transforms/{}/{}.md", group, transform.stem);
  const std::string_view page = find_resource(path).value_or(std::string_view());
  return make_rule(std::move(transform), std::move(group), page, on_by_default,
                   std::move(off_reason));
}

}  // namespace

Registry shipped_registry() {
  std::vector<Rule> rules;
#define MLFIX_TRANSFORM(group, stem, on_by_default, off_reason) \
  rules.push_back(shipped_rule(stem::make_transform(), #group, on_by_default, off_reason));
#include "transforms/transforms.def"
#undef MLFIX_TRANSFORM
  std::vector<Rule> of_engine =
      ignore_rules(find_resource("src/engine/unused_ignore.md").value_or(std::string_view()),
                   find_resource("src/engine/expired_ignore.md").value_or(std::string_view()));
  std::ranges::move(of_engine, std::back_inserter(rules));
  return Registry(std::move(rules));
}

}  // namespace mlfix
