// The options of a rule, as a transform asks for them.
#pragma once

#include <map>
#include <string>
#include <variant>

#include "engine/transform.h"

namespace mlfix {

using OptionValue = std::variant<bool, std::int64_t, std::string>;
using OptionValues = std::map<std::string, OptionValue, std::less<>>;

// An immutable table. Asking for an option that config/default.yml does not
// list, or as another type, is a mistake of the transform: asserted, and
// answered with false, 0 or "".
class RuleOptionTable final : public RuleOptions {
 public:
  explicit RuleOptionTable(OptionValues values) : values_(std::move(values)) {}
  bool flag(std::string_view name) const override;
  std::int64_t number(std::string_view name) const override;
  std::string_view word(std::string_view name) const override;

 private:
  OptionValues values_;
};

}  // namespace mlfix
