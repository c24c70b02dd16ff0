// Goes through a loader again and again without keeping its first pass.
//
//     batches = cycle(loader)       ->    def repeat_loader(loader):
//                                             while True:
//                                                 yield from loader
//
//                                         batches = repeat_loader(loader)
//
// itertools.cycle keeps every batch of the first pass, and from then on gives
// the same batches in the same order, with the same augmentation.
//
// Fires when    itertools.cycle gets a loader of batches.
// Stays silent  for other values (colours, devices, ranges, a list that was made
//               on purpose), for a project's own cycle(), for a parameter that may be
//               an iterator by its annotation, which gives its items once, and when zip or islice
//               ends it after something small. With `minor` off also for tensors in memory
//               that are gone through in their order.
// Safe when     never: the data of all passes but the first change. A for loop
//               that nothing leaves is only reported; how often it is meant to
//               run is not to be seen.

#include <algorithm>
#include <vector>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"
#include "syntax/parameter.h"
#include "torch/training/loader.h"
#include "torch/training/repeated_items.h"
#include "transforms/fixes/minor.h"

namespace mlfix::cycle_dataloader {
namespace {

constexpr std::string_view kCycle = "itertools.cycle";

// What cycle goes through: `value` as it can be gone through again.
struct Cycled {
  NodeId value = kNoNode;
  bool can_repeat = true;  // false for enumerate(loader) and the like
};

// Does the annotation of a parameter let it be an iterator, which gives its items once?
bool may_be_given_iterator(const Context& c, NodeId value) {
  const DefId def =
      c.tree.is(value, Kind::Identifier) ? c.model.bindings().reaching(value) : DefId{kNone};
  if (def == kNone) return false;
  const NodeId annotation =
      annotation_of_parameter(c.tree, c.model.bindings().definition(def).node);
  if (annotation == kNoNode) return false;
  const std::string_view type = c.tree.text(annotation);
  return type.find("Iter") != std::string_view::npos ||
         type.find("Generator") != std::string_view::npos;
}

std::optional<Cycled> cycled_loader(const Context& c, NodeId call) {
  const auto arguments = c.model.arguments(call);
  if (arguments.size() != 1) return std::nullopt;
  NodeId value = c.model.strip_parentheses(arguments[0]);
  if (is_builtin_call(c.model, value, "iter") && c.model.arguments(value).size() == 1) {
    value = c.model.arguments(value)[0];
  }
  if (c.tree.is(value, Kind::Call) && makes_iterator(c.model, value)) {
    const auto inner = c.model.arguments(value);
    const bool any =
        std::any_of(inner.begin(), inner.end(), [&](NodeId n) { return is_loader(c.model, n); });
    return any ? std::optional(Cycled{value, false}) : std::nullopt;
  }
  return is_loader(c.model, value) ? std::optional(Cycled{value, true}) : std::nullopt;
}

// Where `expr` is gone through: itself, or the only read of the name it gets.
NodeId place_of_use(const Context& c, NodeId expr) {
  const Consumer use = c.model.consumer_of(expr);
  if (use.role != Role::Assigned || !c.tree.is(use.node, Kind::Assignment)) return expr;
  const NodeId target = c.tree.child(use.node, Field::Left);
  if (!c.tree.is(target, Kind::Identifier)) return expr;
  const Variable& variable =
      c.model.bindings().variable_of(c.model.bindings().definition_at(target));
  if (variable.uses.size() != 1 || variable.definitions.size() != 1) return expr;
  return outermost_view(c.model, c.model.bindings().use(variable.uses[0]).node);
}

// Does zip stop at something that may be small? Loaders are not, and endless or
// counted things are not unless the count is.
bool ends_early(const Context& c, NodeId zip, NodeId cycled) {
  const auto partners = c.model.arguments(zip);
  return std::any_of(partners.begin(), partners.end(), [&](NodeId partner) {
    if (partner == cycled || c.model.is_call_to(partner, kCycle) || is_loader(c.model, partner)) {
      return false;
    }
    const bool counted =
        is_builtin_call(c.model, partner, "range") || is_builtin_call(c.model, partner, "iter");
    const bool endless = c.model.is_call_to(partner, Meaning::EndlessIterator);
    return has_few_elements(c.model, partner) || !(counted || endless);
  });
}

// Is it cut off before more than a few batches are kept?
bool is_cut_short(const Context& c, NodeId used) {
  const Consumer use = c.model.consumer_of(used);
  if (use.role != Role::Argument || !c.tree.is(use.node, Kind::Call)) return false;
  if (is_builtin_call(c.model, use.node, "zip")) return ends_early(c, use.node, used);
  if (!c.model.is_call_to(use.node, Meaning::LimitsIterator)) return false;
  const auto arguments = c.model.arguments(use.node);
  return arguments.size() > 1 &&
         has_few_elements(c.model, arguments[std::min<std::size_t>(arguments.size() - 1, 2)]);
}

// The statement of the module that holds the first cycle: before it, one
// function serves them all.
NodeId first_user(const Context& c) {
  for (const NodeId statement : c.model.statements(c.tree.root())) {
    for (NodeId n = statement; n < c.tree.subtree_end(statement); ++n) {
      if (c.tree.is(n, Kind::Call) && c.model.is_call_to(n, kCycle)) return statement;
    }
  }
  return kNoNode;
}

std::optional<Intents> repeat(const Context& c, NodeId call, NodeId value) {
  const NodeId user = first_user(c);
  const NodeId known = repeating_function(c.model, user);
  std::string name;
  Intents intents;
  if (known != kNoNode) {
    name = c.tree.text(c.tree.child(known, Field::Name));
    const Variable* seen = c.model.bindings().lookup(c.model.bindings().scope_of(call), name);
    if (seen == nullptr || seen->scope != 0 || seen->definitions.size() != 1) return std::nullopt;
  } else {
    name = c.edit.fresh_name(user, "repeat_loader");
    auto made = c.edit.insert_before_comments(
        user, "def " + name + "(loader):\n    while True:\n        yield from loader\n\n");
    if (!made) return std::nullopt;
    intents = std::move(*made);
    // With one call to fix its import goes, too.
    const NodeId called = c.tree.child(call, Field::Function);
    const bool member = c.tree.is(called, Kind::Attribute);
    append(intents,
           c.edit.remove_orphaned_import(member ? c.tree.child(called, Field::Object) : called));
  }
  append(intents,
         c.edit.replace(c.tree.range(call), name + "(" + std::string(c.tree.text(value)) + ")"));
  return intents;
}

// The call that the value, or the name for it, is.
NodeId call_behind(const Context& c, NodeId value) {
  value = c.model.strip_parentheses(value);
  if (c.tree.is(value, Kind::Identifier)) {
    const DefId def = c.model.bindings().reaching(value);
    if (def == kNone || c.model.bindings().definition(def).kind != DefKind::Assign) return kNoNode;
    value = c.model.strip_parentheses(c.model.bindings().definition(def).value);
  }
  return c.tree.is(value, Kind::Call) ? value : NodeId{kNoNode};
}

bool goes_over_memory(const Context& c, NodeId loader) {
  const NodeId data = c.model.argument(loader, 0, "dataset");
  const NodeId dataset = data == kNoNode ? NodeId{kNoNode} : call_behind(c, data);
  return dataset != kNoNode && c.model.is_call_to(dataset, Meaning::HoldsTensors) &&
         c.model.argument(loader, 2, "shuffle") == kNoNode &&
         c.model.argument(loader, 3, "sampler") == kNoNode &&
         c.model.argument(loader, -1, "batch_sampler") == kNoNode;
}

// Collects the calls that make loaders, wherever the value comes from.
class LoadersMade final : public OriginPolicy {
 public:
  explicit LoadersMade(std::vector<NodeId>& made) : made_(made) {}

  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const bool makes = origins.model().is_call_to(expr, Meaning::StacksSamples);
    if (makes) made_.push_back(expr);
    return makes;
  }
  void source(ValueOrigins&, NodeId, Wanted) const override {}
  void source_definition(ValueOrigins&, DefId, Wanted) const override {}

 private:
  std::vector<NodeId>& made_;
};

// Does the loader go over tensors in memory, in their order? Then a pass brings nothing new, and
// the batches are one copy of what is held anyway. Where branches make one each, those whose data
// are seen decide.
bool repeats_memory(const Context& c, NodeId loader) {
  if (c.tree.is(loader, Kind::Call)) return goes_over_memory(c, loader);
  std::vector<NodeId> made;
  origins_of(c.model, LoadersMade(made), loader);
  return !made.empty() &&
         std::ranges::all_of(made, [&](NodeId call) { return goes_over_memory(c, call); });
}

void check(const Context& c, NodeId call, Findings& out) {
  if (!c.model.is_call_to(call, kCycle)) return;
  const auto cycled = cycled_loader(c, call);
  if (!cycled) {
    c.abstain(call, "what is repeated is not known to be a loader");
    return;
  }
  if (may_be_given_iterator(c, cycled->value)) {
    c.abstain(call, "what is repeated may be an iterator, which gives its items once");
    return;
  }
  const NodeId used = place_of_use(c, outermost_view(c.model, call));
  if (is_cut_short(c, used)) {
    c.abstain(used, "it ends with something small");
    return;
  }
  const NodeId endless = endless_loop(c.model, used);
  const bool in_memory = endless == kNoNode && repeats_memory(c, cycled->value);
  if (is_too_minor(c, call, in_memory ? "the batches are copies of what is in memory" : "")) return;
  Diagnostic finding =
      c.diagnose(
           out, call,
           endless != kNoNode
               ? "nothing ends this loop, and cycle keeps every batch of the first pass to repeat "
                 "them for ever; loop over epochs, or leave the loop after a number of steps"
               : "cycle keeps every batch of the first pass and repeats them as they are")
          .grows(Growth::Linear)
          .because(cycled->value, "this loader gives the batches");
  if (endless != kNoNode || !cycled->can_repeat) {
    finding.unfixed(endless != kNoNode ? "how often the loop is meant to run is not seen"
                                       : "what goes around the loader can't be gone through again");
    return;
  }
  finding.fix(
      "Go through the loader again for each pass", repeat(c, call, cycled->value),
      Verdict::assuming(AssumptionKind::OtherTrainingMeant,
                        "the loader can be gone through more than once, and each pass may bring "
                        "the data in a new order, and draw a seed from the random numbers that "
                        "the program uses"));
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(cycle_dataloader, check,
                       {.kinds = {Kind::Call}, .triggers = {"itertools", "cycle"}});

}  // namespace mlfix::cycle_dataloader
