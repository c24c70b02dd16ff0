// The rules that exist, in the order of transforms/transforms.def. The registry
// is built by the caller (transforms/registry.cc builds the shipped one), so
// that nothing under src/ names a transform. Immutable, shared by all threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/transform.h"

namespace mlfix {

struct Rule {
  Transform transform;
  std::string group;        // "gradient"
  std::string name;         // "no-grad-eval", the stem in kebab case
  std::string_view page;    // its Markdown page
  std::string summary;      // first line of the page's "What it does"
  bool on_by_default = true;
  std::string off_reason;   // why not, when it is off
};

class Registry {
 public:
  explicit Registry(std::vector<Rule> rules) : rules_(std::move(rules)) {}
  const std::vector<Rule>& rules() const { return rules_; }
  // Index of the rule named `name`, or nothing.
  std::optional<std::uint32_t> find(std::string_view name) const;

 private:
  std::vector<Rule> rules_;
};

}  // namespace mlfix
