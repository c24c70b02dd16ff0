// Saves the tensors of an autograd function the way that autograd knows about.
//
//     ctx.y = y                        ->   ctx.save_for_backward(y)
//     …                                     …
//     return grad * ctx.y                   y, = ctx.saved_tensors
//                                           return grad * y
//
// A tensor joins an existing save_for_backward(…) and the unpacking that belongs to
// it. Tensors that forward() appends to a global list are reported.
//
// Fires when    forward() of a torch.autograd.Function stores an output, or an input
//               that is a tensor, on its context.
// Stays silent  for numbers, shapes and intermediate values, and when the class
//               releases the attribute itself.
// Safe when     never: save_for_backward() takes tensors only, and raises in backward
//               when they were changed in place. The fix is left out where the two
//               methods are not plain enough to see the order of what is saved.

#include <string>
#include <utility>

#include "engine/transform.h"
#include "transforms/common/autograd_function.h"
#include "transforms/common/saved_tensors.h"

namespace mlfix {
namespace {

constexpr std::string_view kCycle =
    "an output kept on the context makes a cycle, which only the collector frees";

// ctx.y = x.clone(), and `return ctx.y`.
void check_returned(const Context& c, const AutogradFunction& f, NodeId attribute, Findings& out) {
  if (!returns_attribute(c.model, f, attribute) || context_uses(c.model, f, attribute).released)
    return;
  Finding& finding = out.report(c.model.statement_of(attribute), std::string(kCycle));
  finding.growth = Growth::Linear;
}

void check_store(const Context& c, NodeId store, Findings& out) {
  const NodeId attribute = c.tree.child(store, Field::Left);
  const NodeId value = c.model.strip_parentheses(c.tree.child(store, Field::Right));
  if (!c.tree.is(attribute, Kind::Attribute)) return;
  const AutogradFunction f = autograd_function_around(c.model, store);
  if (f.klass == kNoNode || c.tree.text(c.tree.child(attribute, Field::Object)) != f.context) {
    return;
  }
  if (!c.tree.is(value, Kind::Identifier)) return check_returned(c, f, attribute, out);
  const bool output = is_output_of(c.model, f, value);
  if (c.model.facts(value).must.has_any(Fact::Number | Fact::String | FactSet(Fact::None)) ||
      (!output && !is_tensor_input(c.model, value))) {
    c.abstain(store, "it is neither an output nor certainly a tensor that came in");
    return;
  }
  const ContextUses uses = context_uses(c.model, f, attribute);
  if (uses.released) {
    c.abstain(store, "the class releases it itself");
    return;
  }
  Finding& finding = out.report(
      c.model.statement_of(store),
      output ? std::string(kCycle)
             : "a tensor kept on the context is hidden from autograd; save it for backward");
  finding.growth = output ? Growth::Linear : Growth::Peak;
  auto edits = save_for_backward(c.model, c.edit, f, store, value, uses);
  if (!edits) return;
  finding.message += "; the fix assumes that it is a tensor which is not changed in place";
  Fix fix;
  fix.title = "Save it with save_for_backward()";
  fix.applicability = Applicability::Unsafe;
  fix.intents = std::move(*edits);
  fix.guards = other_context_stores(c.model, f, store);
  finding.fix = std::move(fix);
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
    Finding& finding =
        out.report(call, "the list keeps the tensor, and the graph it came with, of every call");
    finding.growth = Growth::Linear;
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

}  // namespace mlfix
