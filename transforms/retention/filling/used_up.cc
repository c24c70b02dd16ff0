#include "transforms/retention/filling/used_up.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "engine/diagnostic.h"
#include "semantic/flow/reflection.h"
#include "semantic/flow/repetition_way.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool is_empty_list(const Context& c, NodeId made) {
  return c.tree.is(made, Kind::List) && c.tree.first_child(made) == kNoNode;
}

// Lists that are used up and keep all, by class and name: one finding serves all that adds.
struct ReportedLists {
  std::set<std::pair<NodeId, std::string_view>> known;
};

}  // namespace

std::optional<UsedUp> where_left_used_up(const Context& c, NodeId n, NodeId klass,
                                         std::string_view name,
                                         const std::vector<ContainerAccess>& accesses,
                                         NodeId made) {
  auto used = where_used_up(c.model, accesses);
  if (!used || !is_empty_list(c, made) || !is_made_once(c.model, accesses)) return std::nullopt;
  const NodeId user = c.model.function_of(used->after);
  const bool stays = is_run_for_effect(c.model, user) && user != c.model.function_of(n) &&
                     trim_after_setup(c.model, accesses) == nullptr;
  const bool is_seen = !is_mentioned_by_kin(c.model, name) && !named_in_string(c.model, name) &&
                       !is_test_double(c.model, klass);
  return stays && is_seen ? used : std::nullopt;
}

void report_used_up(const Context& c, NodeId n, NodeId klass, const Growing& growing,
                    const UsedUp& used, Findings& out) {
  const std::string_view name = last_name(c.tree, growing.place);
  if (!c.model.notes<ReportedLists>().known.emplace(klass, name).second) return;
  Diagnostic finding =
      c.diagnose(
           out, n,
           used.joined
               ? "the list grows with every call: what was joined stays in it, beside the copy"
               : "the list grows with every call: its entries are ended, and stay in it")
          .grows(Growth::Linear)
          .confidence(Confidence::Medium)
          .by_way(way_from_loop(c.model, n, "adds one more entry"))
          .because(used.after, "all of them are gone through here, those of earlier calls, too");
  if (used.joined) {
    finding.at_least(Severity::Medium);
    if (!ends_phase(c.model, c.model.function_of(used.after))) {
      finding.unfixed("whether it is called again before more is added is not seen");
      return;
    }
  } else {
    finding.at_most(Severity::Low);
  }
  finding.fix(
      "Empty the list behind it",
      c.edit.insert_after(used.after, std::string(c.tree.text(growing.place)) + ".clear()"),
      Verdict::assuming(AssumptionKind::NotReadElsewhere,
                        used.joined ? "only what was added since the last time is wanted"
                                    : "nobody reads older entries, in this file or in others"));
}

}  // namespace mlfix
