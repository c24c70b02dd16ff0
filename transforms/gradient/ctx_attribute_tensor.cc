// Saves the tensors of an autograd function the way that autograd knows about.
//
//     ctx.y = y                        ->   ctx.save_for_backward(y)
//     …                                     …
//     return grad * ctx.y                   y, = ctx.saved_tensors
//                                           return grad * y
//
// A tensor joins an existing save_for_backward(…) and the unpacking that belongs to
// it. Those that backward() takes in one statement, `x, y = ctx.x, ctx.y`, are saved and
// unpacked together, by one fix that each of their findings has. So are those that forward() stores
// in one statement, `ctx.x, ctx.y = x, y`, which is one finding. Tensors that forward() appends to
// a global list are reported.
//
// Fires when    forward() of a torch.autograd.Function stores an output, an input
//               that is a tensor, or a tensor made on the way that backward()
//               reads, on its context. What comes in is a tensor where one of the methods, or
//               a function of the file that gets it, uses it so, where its default is one, or
//               backward() gives a gradient for it.
// Stays silent  for numbers, shapes and values of an unknown kind, and when the
//               class releases the attribute itself. With `minor` off also for
//               an input where the methods are not plain enough for a fix.
// Safe when     never: save_for_backward() takes tensors only, and raises in backward
//               when they were changed in place. The fix is left out where the two
//               methods are not plain enough to see the order of what is saved.

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/flow/way_telling.h"
#include "semantic/semantic_model.h"
#include "torch/module/autograd_function.h"
#include "torch/module/saved_tensors.h"
#include "transforms/fixes/minor.h"
#include "transforms/gradient/saving/save_for_backward.h"

namespace mlfix::ctx_attribute_tensor {
namespace {

// What is known of the statements that take several values, and of the classes.
struct SavedTogether {
  struct Fix {
    std::size_t tensors = 0;       // among the values
    std::optional<Intents> edits;  // for all of these
  };
  std::unordered_map<NodeId, Fix> of_statement;
  std::unordered_map<NodeId, bool> saves;  // by forward()
};

const SavedTogether::Fix& fix_together(const Context& c, const AutogradFunction& f,
                                       const TakenTogether& taken) {
  const auto [known, is_new] =
      c.model.notes<SavedTogether>().of_statement.try_emplace(taken.assignment);
  if (!is_new) return known->second;
  std::vector<NodeId> stores;
  for (const NodeId read : taken.values) stores.push_back(store_taken_at(c.model, f, read));
  const auto stay = static_cast<std::size_t>(std::ranges::count(stores, NodeId{kNoNode}));
  known->second = {stores.size() - stay, save_together(c.model, c.edit, f, taken, stores)};
  return known->second;
}

bool saves_already(const Context& c, const AutogradFunction& f) {
  const auto [known, is_new] = c.model.notes<SavedTogether>().saves.try_emplace(f.forward, false);
  if (is_new) known->second = saved_tensors_of(c.model, f).any;
  return known->second;
}

// The edits that save the value. What backward() takes in one statement together with others has
// all of them in each of its findings, or none: what one alone would do, the next could not join.
std::optional<Intents> save(const Context& c, const AutogradFunction& f, NodeId store, NodeId value,
                            const ContextUses& uses) {
  const bool once = f.backward != kNoNode && uses.reads.size() == 1;
  if (once && !saves_already(c, f)) {
    const TakenTogether& taken = taken_together(c.model, f, uses.reads.front());
    if (taken.assignment != kNoNode) {
      const SavedTogether::Fix& fix = fix_together(c, f, taken);
      if (fix.edits || fix.tensors > 1) return fix.edits;
    }
  }
  return save_for_backward(c.model, c.edit, f, store, value, uses);
}

// From forward(), which stores the tensor, to where backward() reads it first.
WaySteps way_to_backward_method(const Context& c, NodeId store, const ContextUses& uses) {
  if (uses.reads.empty()) return {};
  const NodeId attribute = c.tree.child(store, Field::Left);
  const NodeId read = uses.reads.front();
  WaySteps steps;
  tell_step(c.tree, store, "stored in " + quoted_code(c.tree, attribute), steps);
  tell_step(c.tree, read, "read in " + quoted_function(c.tree, c.model.function_of(read)), steps);
  return steps;
}

constexpr std::string_view kCycle =
    "an output kept on the context makes a cycle, which only the collector frees";

void add_fix(const Context& c, const AutogradFunction& f, NodeId store, NodeId value,
             const ContextUses& uses, Diagnostic finding) {
  finding.by_way(way_to_backward_method(c, store, uses))
      .fix("Save it with save_for_backward()", save(c, f, store, value, uses),
           Verdict::assuming(AssumptionKind::NotChangedInPlace,
                             "it is a tensor which is not changed in place, no graph with it is "
                             "differentiated twice without being retained, and autograd alone runs "
                             "this forward()"),
           context_stores(c.model, f));
}

// ctx.y = x.clone(), and `return ctx.y`.
void check_returned(const Context& c, const AutogradFunction& f, NodeId store, NodeId value,
                    Findings& out) {
  const NodeId attribute = c.tree.child(store, Field::Left);
  const ContextUses uses = context_uses(c.model, f, attribute);
  if (!returns_attribute(c.model, f, attribute) || uses.released) return;
  const NodeId statement = c.model.statement_of(store);
  add_fix(c, f, store, value, uses,
          c.diagnose(out, statement, std::string(kCycle)).grows(Growth::Linear));
}

// ctx.z = torch.matmul(a, b), read in backward(): neither an input nor an output, but a
// tensor, which autograd would free after the backward pass if it knew of it.
bool check_intermediate(const Context& c, const AutogradFunction& f, NodeId store, NodeId value,
                        Findings& out) {
  const NodeId attribute = c.tree.child(store, Field::Left);
  const ContextUses uses = context_uses(c.model, f, attribute);
  if (uses.released || uses.reads.empty()) return false;
  const MadeTensor made = made_tensor(c.model, f, value);
  if (made == MadeTensor::No) return false;
  const bool returned = returns_attribute(c.model, f, attribute);
  Diagnostic finding =
      c.diagnose(out, c.model.statement_of(store),
                 returned ? std::string(kCycle)
                          : "a tensor kept on the context stays when the backward pass is over; "
                            "save it for backward")
          .grows(returned ? Growth::Linear : Growth::Peak)
          .because(uses.reads.front(), "the backward pass needs it here");
  if (made == MadeTensor::Certain || c.tree.is(value, Kind::Identifier)) {
    add_fix(c, f, store, value, uses, finding);
  } else {
    finding.by_way(way_to_backward_method(c, store, uses))
        .unfixed("it may be something else than a tensor");
  }
  return true;
}

// ctx.x, ctx.y = x, y: one finding for all of it.
void check_stored_together(const Context& c, NodeId assignment, Findings& out) {
  const AutogradFunction f = autograd_function_around(c.model, assignment);
  if (f.klass == kNoNode) return;
  const StoredTogether stored = stored_together(c.model, f, assignment);
  bool tensor = false, output = false;
  NodeId read = kNoNode;
  for (std::size_t at = 0; at < stored.values.size(); ++at) {
    const NodeId value = stored.values[at];
    if (!c.tree.is(value, Kind::Identifier)) continue;
    const ContextUses uses = context_uses(c.model, f, stored.attributes[at]);
    if (uses.released || uses.reads.empty() || !is_known_tensor(c.model, f, value, uses)) continue;
    read = tensor ? read : uses.reads.front();
    tensor = true;
    output = output || is_output_of(c.model, f, value);
  }
  if (!tensor) return;
  auto intents = save_stored_together(c.model, c.edit, f, stored);
  if (is_too_minor(c, assignment,
                   output || intents ? "" : "what came in may well be kept anyway")) {
    return;
  }
  Diagnostic finding =
      c.diagnose(out, c.model.statement_of(assignment),
                 output ? std::string(kCycle)
                        : "tensors kept on the context are hidden from autograd; save them for "
                          "backward")
          .grows(output ? Growth::Linear : Growth::Peak)
          .because(read, "the backward pass needs it here");
  if (!intents) {
    finding.unfixed("not all that is stored here is known to be a tensor that can be saved");
    return;
  }
  finding.fix(
      "Save them with save_for_backward()", std::move(intents),
      Verdict::assuming(AssumptionKind::NotChangedInPlace,
                        "they are tensors which are not changed in place, of graphs "
                        "that are differentiated once, only this backward() reads them, and "
                        "autograd alone runs this forward()"));
}

void check_store(const Context& c, NodeId store, Findings& out) {
  const NodeId attribute = c.tree.child(store, Field::Left);
  const NodeId value = c.model.strip_parentheses(c.tree.child(store, Field::Right));
  if (!c.tree.is(attribute, Kind::Attribute)) return check_stored_together(c, store, out);
  const AutogradFunction f = autograd_function_around(c.model, store);
  if (f.klass == kNoNode || c.tree.text(c.tree.child(attribute, Field::Object)) != f.context) {
    return;
  }
  if (!c.tree.is(value, Kind::Identifier)) {
    if (!check_intermediate(c, f, store, value, out)) check_returned(c, f, store, value, out);
    return;
  }
  const bool output = is_output_of(c.model, f, value);
  const ContextUses uses = context_uses(c.model, f, attribute);
  if (!is_known_tensor(c.model, f, value, uses)) {
    if (check_intermediate(c, f, store, value, out)) return;
    c.abstain(store, "it is neither an output nor certainly a tensor that came in");
    return;
  }
  if (uses.released) {
    c.abstain(store, "the class releases it itself");
    return;
  }
  // What came in belongs to the caller, who mostly keeps it anyway: a weight, for one.
  const bool can_join = save(c, f, store, value, uses).has_value();
  if (is_too_minor(c, store, output || can_join ? "" : "what came in may well be kept anyway")) {
    return;
  }
  add_fix(c, f, store, value, uses,
          c.diagnose(out, c.model.statement_of(store),
                     output ? std::string(kCycle)
                            : "a tensor kept on the context is hidden from autograd; save it for "
                              "backward")
              .grows(output ? Growth::Linear : Growth::Peak));
}

// saved.append(x) in forward(): gradients are off there, but x has its graph.
void check_global(const Context& c, NodeId call, Findings& out) {
  const std::string_view method = c.model.method_name(call);
  if (method != "append" && method != "add" && method != "extend") return;
  const AutogradFunction f = autograd_function_around(c.model, call);
  const NodeId container = c.model.receiver_of_call(call, method);
  if (f.klass == kNoNode || !c.tree.is(container, Kind::Identifier)) return;
  const DefId def = c.model.bindings().reaching(container);
  if (def == kNone) return;
  const Definition& d = c.model.bindings().definition(def);
  if (d.scope == c.model.bindings().scope_of(call)) return;  // it dies with the call
  for (const NodeId argument : c.model.arguments(call)) {
    if (!c.tree.is(argument, Kind::Identifier)) continue;
    const DefId given = c.model.bindings().reaching(argument);
    const bool input = given != kNone &&
                       c.model.bindings().definition(given).kind == DefKind::Parameter &&
                       c.tree.text(argument) != f.context;
    if (!input && !is_output_of(c.model, f, argument)) continue;
    c.diagnose(out, call, "the list keeps the tensor, and the graph it came with, of every call")
        .grows(Growth::Linear)
        .unfixed("who reads the list is not seen");
    return;
  }
}

void check(const Context& c, NodeId n, Findings& out) {
  if (c.tree.is(n, Kind::Call)) return check_global(c, n, out);
  check_store(c, n, out);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(ctx_attribute_tensor, check,
                       {.kinds = {Kind::Assignment, Kind::Call},
                        .triggers = {"torch", "Function", "backward"}});

}  // namespace mlfix::ctx_attribute_tensor
