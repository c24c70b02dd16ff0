// The types were checked when the configuration was read, so a lookup that
// fails here is a transform that asks for something it never declared.

#include "config/rule_options.h"

#include <cassert>

namespace mlfix {
namespace {

template <typename T>
const T* lookup(const OptionValues& values, std::string_view name) {
  const auto found = values.find(name);
  const T* value = found == values.end() ? nullptr : std::get_if<T>(&found->second);
  assert(value != nullptr && "config/default.yml does not list this option of this type");
  return value;
}

}  // namespace

bool RuleOptionTable::flag(std::string_view name) const {
  const bool* value = lookup<bool>(values_, name);
  return value != nullptr && *value;
}

std::int64_t RuleOptionTable::number(std::string_view name) const {
  const auto* value = lookup<std::int64_t>(values_, name);
  return value != nullptr ? *value : 0;
}

std::string_view RuleOptionTable::word(std::string_view name) const {
  const auto* value = lookup<std::string>(values_, name);
  return value != nullptr ? std::string_view(*value) : std::string_view();
}

}  // namespace mlfix
