// Backwards from the read to the phi of the loop, then around the loop to the definition.

#include "semantic/binding/loop_carries.h"

#include <span>
#include <vector>

namespace mlfix {
namespace {

std::span<const DefId> merged_by(const Bindings& bindings, DefId def) {
  const Definition& d = bindings.definition(def);
  if (d.kind != DefKind::Phi && d.kind != DefKind::LoopPhi) return {};
  return d.operands;
}

}  // namespace

bool LoopCarries::carries(NodeId identifier, NodeId loop, DefId def) {
  const DefId start = bindings_->reaching(identifier);
  if (start == kNone) return false;
  const DefId phi = phis_[loop].find(
      start,
      [&](DefId at) {
        const Definition& d = bindings_->definition(at);
        return d.kind == DefKind::LoopPhi && d.node == loop;
      },
      [&](DefId at) { return merged_by(*bindings_, at); });
  return phi != kNone && handed_on_by(phi).contains(def);
}

bool Bindings::carried_by_loop(NodeId identifier, NodeId loop, DefId d) const {
  return LoopCarries(*this).carries(identifier, loop, d);
}

// Whatever reaches the end of an iteration.
const std::unordered_set<DefId>& LoopCarries::handed_on_by(DefId phi) {
  const auto [known, is_new] = handed_on_.try_emplace(phi);
  std::unordered_set<DefId>& found = known->second;
  if (!is_new) return found;
  const auto around = merged_by(*bindings_, phi).subspan(1);
  std::vector<DefId> open(around.begin(), around.end());
  while (!open.empty()) {
    const DefId def = open.back();
    open.pop_back();
    if (!found.insert(def).second) continue;
    for (const DefId other : merged_by(*bindings_, def)) open.push_back(other);
  }
  return found;
}

}  // namespace mlfix
