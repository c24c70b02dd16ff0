// Walks over definitions that many questions of one kind repeat: "does one of these lead to
// such a definition?" What a walk found out about the definitions that it passed is kept, so
// that the next walk ends where an earlier one has been.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/binding/ids.h"

namespace mlfix {

// Answers for one `accept` and one `next`, which every call must give alike. Not thread-safe.
class ReachMemo {
 public:
  // The first definition found that `accept(DefId)` takes, on a walk from `start` to what
  // `next(DefId)` gives for each definition, or kNone. Linear in what no walk has seen yet
  // where walks follow each other along a chain; at worst in what is reachable.
  template <typename Accept, typename Next>
  DefId find(DefId start, Accept accept, Next next) {
    std::vector<Step> steps{{start, 0}};  // the path to each is kept
    std::vector<std::size_t> open{0};
    std::unordered_set<DefId> seen{start};
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      const DefId def = steps[at].def;
      if (def == kNone) continue;
      if (const auto known = known_.find(def); known != known_.end()) {
        if (known->second == kNone) continue;
        return keep(steps, at, known->second);
      }
      if (accept(def)) return keep(steps, at, def);
      for (const DefId other : next(def)) {
        if (!seen.insert(other).second) continue;
        open.push_back(steps.size());
        steps.push_back({other, at});
      }
    }
    for (const Step& step : steps) known_.emplace(step.def, DefId{kNone});
    return kNone;
  }

 private:
  struct Step {
    DefId def;
    std::size_t from;
  };

  // Everything on the way from the start to `at` leads to `found`.
  DefId keep(const std::vector<Step>& steps, std::size_t at, DefId found) {
    while (true) {
      known_.insert_or_assign(steps[at].def, found);
      if (at == 0) return found;
      at = steps[at].from;
    }
  }

  std::unordered_map<DefId, DefId> known_;
};

}  // namespace mlfix
