// What counts as the life of a group is a call of torch.distributed by its qualified name;
// which of several groups a call ends depends on the name that it is given.

#include "torch/training/process_groups.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/reflection.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"

namespace mlfix {

template <>
class Prover<Claim::RanksAgree> {
 public:
  static Proof<Claim::RanksAgree> proven() { return {}; }
};

template <>
class Prover<Claim::GroupsUncounted> {
 public:
  static Proof<Claim::GroupsUncounted> proven() { return {}; }
};

namespace {

// Does destroy_process_group(_OTHER) end a group that the file makes under another name?
bool ends_another(const SemanticModel& model, NodeId ending, NodeId creation) {
  const NodeId group = model.argument(ending, 0, "group");
  if (group == kNoNode || !model.tree().is(group, Kind::Identifier)) return false;
  const auto name_of = [&](NodeId call) {
    return model.tree().text(model.tree().child(model.consumer_of(call).node, Field::Left));
  };
  if (model.tree().text(group) == name_of(creation)) return false;
  for (NodeId n = 0; n < model.tree().size(); ++n) {
    const bool made = model.is_call_to(n, kNewGroup) && n != creation &&
                      model.consumer_of(n).role == Role::Assigned;
    if (made && name_of(n) == model.tree().text(group)) return true;
  }
  return false;
}

}  // namespace

namespace {

// What was counted and looked for before.
struct KnownGroups {
  std::unordered_map<NodeId, NodeId> lifecycle;  // by loop
  std::optional<std::size_t> created;
};

NodeId find_lifecycle(const SemanticModel& model, NodeId loop) {
  for (NodeId n = 0; n < model.tree().subtree_end(0); ++n) {
    const bool inside = model.tree().contains(loop, n);
    const bool ends = model.is_call_to(n, "torch.distributed.destroy_process_group");
    if (ends && (inside || !model.arguments(n).empty())) return n;
    if (inside && model.is_call_to(n, "torch.distributed.init_process_group")) return n;
  }
  return kNoNode;
}

// A branch around the loop that only some ranks may take.
bool is_conditional(const SemanticModel& model, NodeId loop) {
  const NodeId function = model.function_of(loop);
  for (NodeId n = model.tree().parent(loop); n != function && n != kNoNode;
       n = model.tree().parent(n)) {
    const bool main =
        model.tree().is(n, Kind::IfStatement) &&
        model.tree().text(model.tree().child(n, Field::Condition)).starts_with("__name__");
    const bool branch = model.tree().is(n, Kind::IfStatement) ||
                        model.tree().is(n, Kind::MatchStatement) ||
                        model.tree().is(n, Kind::TryStatement);
    if (branch && !main) return true;
  }
  return false;
}

// How many calls of the file create a group?
std::size_t groups_created(const SemanticModel& model) {
  std::optional<std::size_t>& known = model.notes<KnownGroups>().created;
  if (known) return *known;
  std::size_t count = 0;
  for (NodeId n = 0; n < model.tree().subtree_end(0); ++n) {
    if (model.is_call_to(n, kNewGroup)) ++count;
  }
  known = count;
  return count;
}

}  // namespace

NodeId other_lifecycle(const SemanticModel& model, NodeId loop) {
  const auto [known, is_new] = model.notes<KnownGroups>().lifecycle.try_emplace(loop, kNoNode);
  if (is_new) known->second = find_lifecycle(model, loop);
  return known->second;
}

bool is_plain_creation(const SemanticModel& model, NodeId call, NodeId function) {
  const Consumer consumer = model.consumer_of(call);
  if (consumer.role != Role::Assigned ||
      !model.tree().is(model.tree().child(consumer.node, Field::Left), Kind::Identifier) ||
      model.block_of(model.statement_of(call)) != model.tree().child(function, Field::Body)) {
    return false;
  }
  const NodeId arguments = model.tree().child(call, Field::Arguments);
  for (NodeId n = arguments; n < model.tree().subtree_end(arguments); ++n) {
    if (model.tree().is(n, Kind::Call)) return false;
    if (!model.tree().is(n, Kind::Identifier) || model.tree().field(n) == Field::Name) continue;
    const DefId def = model.bindings().reaching(n);
    if (def != kNone && model.bindings().definition(def).kind != DefKind::Parameter) return false;
  }
  return true;
}

NodeId repeating_loop(const SemanticModel& model, NodeId function) {
  for (const NodeId call : model.call_sites(function).calls) {
    const NodeId loop = model.loop_of(call);
    if (loop == kNoNode) continue;
    const std::vector<NodeId> arguments = model.arguments(call);
    const bool same = std::ranges::all_of(
        arguments, [&](NodeId argument) { return model.is_invariant(argument, loop); });
    if (same && model.block_of(model.statement_of(call)) == model.tree().child(loop, Field::Body)) {
      return loop;
    }
  }
  return kNoNode;
}

NodeId lifecycle_on_the_way(const SemanticModel& model, NodeId loop, NodeId creation) {
  for (NodeId n = 0; n < model.tree().size(); ++n) {
    if (!model.tree().is(n, Kind::Call)) continue;
    const bool ends = model.is_call_to(n, "torch.distributed.destroy_process_group");
    const bool begins = model.is_call_to(n, "torch.distributed.init_process_group");
    if ((!ends && !begins) || (ends && ends_another(model, n, creation))) continue;
    const bool apart =
        model.function_of(n) == model.function_of(loop) && !model.tree().contains(loop, n);
    if (!apart || (ends && !model.arguments(n).empty())) return n;
  }
  return kNoNode;
}

Answer<Claim::RanksAgree> ranks_agree(const SemanticModel& model, NodeId loop) {
  if (!is_conditional(model, loop) && groups_created(model) <= 1) {
    return Prover<Claim::RanksAgree>::proven();
  }
  return Assumption{AssumptionKind::LoopRuns, "every rank creates its groups in the same order",
                    loop};
}

Answer<Claim::GroupsUncounted> groups_uncounted(const SemanticModel& model) {
  constexpr std::string_view kTables[] = {"distributed_c10d", "_pg_map"};
  const auto mentioned = [&](std::string_view table) {
    return model.mentions(table) || is_mentioned_elsewhere(model, table);
  };
  if (std::ranges::none_of(kTables, mentioned)) {
    return Prover<Claim::GroupsUncounted>::proven();
  }
  return Assumption{AssumptionKind::NotReadElsewhere,
                    "nobody counts the groups in PyTorch's own tables"};
}

}  // namespace mlfix
