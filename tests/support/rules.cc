#include "rules.h"

#include <utility>
#include <vector>

namespace mlfix::testing {
namespace {

void find_nothing(const Context&, NodeId, Findings&) {}

Rule make_sample(std::string_view stem, std::string group, bool on = true) {
  Transform transform{stem, find_nothing, {}, {}};
  return make_rule(std::move(transform), std::move(group), "", on, on ? "" : "too noisy");
}

}  // namespace

Registry sample_registry() {
  std::vector<Rule> rules;
  rules.push_back(make_sample("no_grad_eval", "gradient"));
  rules.push_back(make_sample("detach_stored_tensor", "gradient"));
  rules.push_back(make_sample("cat_in_loop", "loop"));
  rules.push_back(make_sample("pointless_del", "resource", false));
  return Registry(std::move(rules));
}

}  // namespace mlfix::testing
