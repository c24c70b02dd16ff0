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
// Fires when    forward() of a torch.autograd.Function stores an output, an input
//               that is a tensor, or a tensor made on the way that backward()
//               reads, on its context.
// Stays silent  for numbers, shapes and values of an unknown kind, and when the
//               class releases the attribute itself. With `minor` off also for
//               an input where the methods are not plain enough for a fix.
// Safe when     never: save_for_backward() takes tensors only, and raises in backward
//               when they were changed in place. The fix is left out where the two
//               methods are not plain enough to see the order of what is saved.

#include <string>
#include <utility>

#include "engine/transform.h"
#include "torch/module/autograd_function.h"
#include "transforms/fixes/minor.h"
#include "transforms/gradient/saving/saved_tensors.h"

namespace mlfix::ctx_attribute_tensor {
namespace {

// The call that makes a value, through a name that is bound to it, or kNoNode.
NodeId defining_call(const SemanticModel& model, NodeId value) {
  const DefId def =
      model.tree().is(value, Kind::Identifier) ? model.bindings().reaching(value) : DefId{kNone};
  if (def != kNone && model.bindings().definition(def).kind == DefKind::Assign) {
    value = model.strip_parentheses(model.bindings().definition(def).value);
  }
  return model.tree().is(value, Kind::Call) ? value : NodeId{kNoNode};
}

// loc.new_empty(n).normal_(): methods of tensors, one after the other, on an input that is
// used as only a tensor can be, or on an output.
bool is_made_of_tensor(const SemanticModel& model, const AutogradFunction& f, NodeId call) {
  const Facts tensor{Fact::Tensor, Fact::Tensor, FactSet()};
  for (std::string_view name = model.method_name(call); !name.empty();
       name = model.method_name(call)) {
    const MethodInfo* info = model.knowledge().method(name, tensor);
    if (info == nullptr || !(info->result.has(Fact::Tensor) || info->returns_receiver))
      return false;
    call = model.strip_parentheses(model.receiver_of_call(call, name));
  }
  return model.tree().is(call, Kind::Identifier) &&
         (is_tensor_input(model, call) || is_output_of(model, f, call));
}

constexpr std::string_view kCycle =
    "an output kept on the context makes a cycle, which only the collector frees";

void add_fix(const Context& c, const AutogradFunction& f, NodeId store, NodeId value,
             const ContextUses& uses, Diagnostic finding) {
  finding.fix("Save it with save_for_backward()",
              save_for_backward(c.model, c.edit, f, store, value, uses),
              Verdict::assuming(AssumptionKind::NotChangedInPlace,
                                "it is a tensor which is not changed in place"),
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
  const NodeId made = defining_call(c.model, value);
  const ContextUses uses = context_uses(c.model, f, attribute);
  if (made == kNoNode || uses.released || uses.reads.empty()) return false;
  const Facts facts = c.model.facts(value);
  constexpr FactSet kOther = Fact::NdArray | Fact::Container | Fact::Module | FactSet(Fact::String);
  const bool certain = facts.must_be(Fact::Tensor) || is_made_of_tensor(c.model, f, made);
  if (!(certain || facts.may_be(Fact::Tensor)) || facts.must_be(Fact::Number) ||
      facts.may.has_any(kOther)) {
    return false;
  }
  const bool returned = returns_attribute(c.model, f, attribute);
  Diagnostic finding =
      c.diagnose(out, c.model.statement_of(store),
                 returned ? std::string(kCycle)
                          : "a tensor kept on the context stays when the backward pass is over; "
                            "save it for backward")
          .grows(returned ? Growth::Linear : Growth::Peak)
          .because(uses.reads.front(), "the backward pass needs it here");
  if (certain || c.tree.is(value, Kind::Identifier)) add_fix(c, f, store, value, uses, finding);
  return true;
}

void check_store(const Context& c, NodeId store, Findings& out) {
  const NodeId attribute = c.tree.child(store, Field::Left);
  const NodeId value = c.model.strip_parentheses(c.tree.child(store, Field::Right));
  if (!c.tree.is(attribute, Kind::Attribute)) return;
  const AutogradFunction f = autograd_function_around(c.model, store);
  if (f.klass == kNoNode || c.tree.text(c.tree.child(attribute, Field::Object)) != f.context) {
    return;
  }
  if (!c.tree.is(value, Kind::Identifier)) {
    if (!check_intermediate(c, f, store, value, out)) check_returned(c, f, store, value, out);
    return;
  }
  const bool output = is_output_of(c.model, f, value);
  if (c.model.facts(value).must.has_any(Fact::Number | Fact::String | FactSet(Fact::None)) ||
      (!output && !is_tensor_input(c.model, value))) {
    if (check_intermediate(c, f, store, value, out)) return;
    c.abstain(store, "it is neither an output nor certainly a tensor that came in");
    return;
  }
  const ContextUses uses = context_uses(c.model, f, attribute);
  if (uses.released) {
    c.abstain(store, "the class releases it itself");
    return;
  }
  // What came in belongs to the caller, who mostly keeps it anyway: a weight, for one.
  const bool can_join = save_for_backward(c.model, c.edit, f, store, value, uses).has_value();
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
        .grows(Growth::Linear);
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
