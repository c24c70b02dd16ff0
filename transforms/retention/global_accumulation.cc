// Points at module-level containers that functions fill and nobody reads.
//
//     results = []
//
//     def process(data):
//         results.append(compute(data))     <- grows as long as the program runs
//
// Fires when    a function adds to a list, dict, set or deque of the module, and
//               nothing in the file reads, empties or replaces it, or reads more than
//               its last entries. Also when a
//               method enters `self` as a key into a dict that is read, but that
//               nothing is taken out of.
// Stays silent  when anything reads it, when it is exported by name, has a maximum
//               length, or is a registry: filled by a decorator, or with what the
//               function gives back; when the file runs the function itself, once in a run for
//               each call. With `minor` off also numbers and texts of which the last are read.
// Safe when     never: whether to return, to write out or to clear is a design
//               question, so there is no fix.

#include <algorithm>
#include <string_view>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/repetition.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/registry.h"
#include "semantic/flow/repetition_way.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"
#include "torch/training/unit_test.h"
#include "transforms/fixes/minor.h"

namespace mlfix::global_accumulation {
namespace {

// results[key] = value, with a key that is no literal.
Growing item_growth(const Context& c, NodeId assignment) {
  if (!c.tree.is(assignment, Kind::Assignment)) return {};
  const NodeId target = c.tree.child(assignment, Field::Left);
  if (!c.tree.is(target, Kind::Subscript)) return {};
  const NodeId container = c.tree.child(target, Field::Value);
  const Kind key = c.tree.kind(c.tree.child(target, Field::Subscript));
  const bool fixed = key == Kind::String || key == Kind::Integer || key == Kind::Slice;
  if (fixed || !c.tree.is(container, Kind::Identifier)) return {};
  return {container, container, c.tree.child(assignment, Field::Right)};
}

// The container of the module that `place` names, or nullptr.
const Variable* module_variable(const Context& c, NodeId place) {
  if (!c.tree.is(place, Kind::Identifier)) return nullptr;
  const Bindings& bindings = c.model.bindings();
  const UseId use = bindings.use_at(place);
  if (use != kNone && bindings.use(use).def == kNone) return nullptr;
  const Variable* variable = use == kNone
                                 ? bindings.lookup(bindings.scope_of(place), c.tree.text(place))
                                 : &bindings.variable_of(bindings.use(use).def);
  const bool of_module =
      variable != nullptr && bindings.scope(variable->scope).kind == ScopeKind::Module;
  return of_module ? variable : nullptr;
}

// The access that shows that somebody cares for the container, or nullptr.
const ContainerAccess* owner_of(const Context& c, const std::vector<ContainerAccess>& accesses) {
  for (const ContainerAccess& access : accesses) {
    switch (access.use) {
      case ContainerUse::Growth:
      case ContainerUse::Probe:
      case ContainerUse::Tail:
        continue;
      case ContainerUse::Set:
        if (c.model.function_of(access.place) == kNoNode) continue;
        return &access;
      default:
        return &access;
    }
  }
  return nullptr;
}

std::string_view fact_of(ContainerUse use) {
  switch (use) {
    case ContainerUse::Set:
      return "the container is set anew";
    case ContainerUse::Trim:
      return "the container is emptied or trimmed";
    default:
      return "the container is read";
  }
}

// A new container of the module without a limit, or kNoNode.
NodeId creation(const Context& c, const std::vector<ContainerAccess>& accesses) {
  for (const ContainerAccess& access : accesses) {
    if (access.use != ContainerUse::Set || c.model.function_of(access.place) != kNoNode) continue;
    if (access.detail == kNoNode || !makes_container(c.model, access.detail)) return kNoNode;
    if (has_maximum_length(c.model, access.detail)) return kNoNode;
    return access.place;
  }
  return kNoNode;
}

// table[self] = value in a method: the table keeps the object, too.
bool is_keyed_by_self(const Context& c, NodeId n, NodeId function) {
  if (!c.tree.is(n, Kind::Assignment) || c.model.method_class(function) == kNoNode) return false;
  const NodeId target = c.tree.child(n, Field::Left);
  const NodeId first = c.tree.first_child(c.tree.child(function, Field::Parameters));
  return c.tree.is(target, Kind::Subscript) && c.tree.is(first, Kind::Identifier) &&
         c.tree.text(first) == "self" &&
         c.tree.text(c.tree.child(target, Field::Subscript)) == "self";
}

// A table of the module that is read, but never forgets the objects that are its keys.
bool check_table_of_objects(const Context& c, NodeId n, NodeId function, NodeId created,
                            const std::vector<ContainerAccess>& accesses, Findings& out) {
  if (!is_keyed_by_self(c, n, function) || in_unit_test(c.model, n)) return false;
  for (const ContainerAccess& access : accesses) {
    const bool anew =
        access.use == ContainerUse::Set && c.model.function_of(access.place) != kNoNode;
    const bool handed_on = access.use == ContainerUse::Read &&
                           c.model.consumer_of(access.place).role == Role::Argument;
    if (anew || handed_on || access.use == ContainerUse::Trim) return false;
  }
  c.diagnose(out, n,
             "the table lives as long as the program, and keeps every object that is put into it "
             "as its key; keep the value on the object, or use a weakref.WeakKeyDictionary")
      .grows(Growth::Linear)
      .confidence(Confidence::Medium)
      .because(created, "the table is made once, with the module")
      .unfixed("who else reads the table is not seen");
  return true;
}

// Does the file call the function itself, each time once in a run? Whoever imports a file that
// does gets the container filled.
bool runs_a_few_times(const Context& c, NodeId function) {
  const CallSites& sites = c.model.call_sites(function);
  return !sites.calls.empty() && sites.value_use == kNoNode &&
         std::ranges::all_of(sites.calls, [&](NodeId call) {
           return c.model.function_of(call) == kNoNode &&
                  repetition_of(c.model, call) == Repetition::Once;
         });
}

constexpr std::string_view kSmallEntries = "the entries are numbers or texts";

// `tail` is where the last entries are read, or nullptr.
void report(const Context& c, NodeId n, NodeId created, const ContainerAccess* tail,
            Findings& out) {
  Diagnostic finding =
      c.diagnose(out, n,
                 tail == nullptr
                     ? "the container lives as long as the program, every call adds to it, and "
                       "nothing in this file reads or empties it; return the value, or clear the "
                       "container"
                     : "the list lives as long as the program, every call adds to it, and this "
                       "file reads its last entries alone; keep these in a "
                       "collections.deque(maxlen=…)")
          .grows(Growth::Linear)
          .confidence(Confidence::Medium)
          .because(created, "the container is made once, with the module")
          .by_way(way_from_loop(c.model, n, "adds one more"));
  if (tail == nullptr) {
    finding.unfixed("what the entries are for is not seen");
    return;
  }
  finding.because(tail->place, "only the last entries are read")
      .unfixed("other files may read older entries");
}

void check(const Context& c, NodeId n, Findings& out) {
  Growing growing = growth_of(c.model, n);
  if (growing.place == kNoNode) growing = item_growth(c, n);
  const NodeId function = c.model.function_of(n);
  if (growing.place == kNoNode || function == kNoNode) return;
  const Variable* variable = module_variable(c, growing.place);
  if (variable == nullptr || variable->name.starts_with("__")) return;
  const auto& accesses = variable_uses(c.model, *variable);
  const NodeId created = creation(c, accesses);
  if (created == kNoNode) return;
  if (const ContainerAccess* owner = owner_of(c, accesses)) {
    const bool registry = c.model.suggests(Hint::Registry, variable->name);
    if (!registry && check_table_of_objects(c, n, function, created, accesses, out)) return;
    c.abstain(n, fact_of(owner->use), owner->place);
    return;
  }
  NodeId registers = decorator_use(c.model, function);
  if (registers == kNoNode) registers = hands_back_parameter(c.model, n, function);
  if (registers != kNoNode) {
    c.abstain(n, "the container is a registry that a decorator fills", registers);
    return;
  }
  if (c.model.suggests(Hint::Registry, variable->name)) {
    c.abstain(n, "the container is a registry by its name", created);
    return;
  }
  const NodeId klass = c.model.method_class(function);
  if (klass != kNoNode && c.model.derives_from(klass, "torch.autograd.Function")) {
    c.abstain(n, "it is filled by an autograd function, which has a rule of its own", klass);
    return;
  }
  if (named_in_string(c.model, variable->name) ||
      c.model.bindings().scope(variable->scope).has_dynamic_names) {
    c.abstain(n, "the container may be read by its name", created);
    return;
  }
  if (runs_a_few_times(c, function)) {
    c.abstain(n, "the file runs the function itself, a few times only", function);
    return;
  }
  const ContainerAccess* tail = first_use(accesses, ContainerUse::Tail);
  const bool small = c.model.facts(growing.value).must.has_any(Fact::Number | Fact::String);
  if (tail != nullptr && is_too_minor(c, n, small ? kSmallEntries : "", growing.value)) return;
  report(c, n, created, tail, out);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(global_accumulation, check,
                       {.kinds = {Kind::Call, Kind::AugmentedAssignment, Kind::Assignment},
                        .triggers = {"def"}});

}  // namespace mlfix::global_accumulation
