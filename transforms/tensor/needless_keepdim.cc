// Drops a dimension that is kept only to be squeezed away at once.
//
//     x.mean(1, keepdim=True).squeeze(1)    ->    x.mean(1)
//     x.sum(1, keepdim=True).squeeze()      ->    x.sum(1).squeeze()
//
// Fires when    a reduction over one dimension keeps it, and the same expression,
//               or the only use of the name it is given, squeezes that dimension.
// Stays silent  for every other keepdim: it costs nothing, and broadcasting
//               without it may go wrong without an error. With `minor` off
//               everywhere: the code gets shorter, and nothing else.
// Safe when     it is certainly a tensor that is reduced: the size of the dimension
//               is 1 then, so that squeeze() removes it. Unsafe for a method of an
//               unknown object, where `keepdim` is a tensor's word by convention.

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/kept_dimension.h"
#include "torch/tensor/tensor_proof.h"
#include "transforms/fixes/minor.h"

namespace mlfix::needless_keepdim {
namespace {

// The dimension as text when it is an integer or a name that no call can change.
std::string_view plain_dimension(const Context& c, NodeId dim) {
  const NodeId digits = c.tree.is(dim, Kind::UnaryOperator) ? c.tree.first_child(dim) : dim;
  const bool integer = c.tree.is(digits, Kind::Integer) ||
                       c.tree.is(c.tree.child(dim, Field::Argument), Kind::Integer);
  return integer || c.tree.is(dim, Kind::Identifier) ? c.tree.text(dim) : std::string_view();
}

struct Squeeze {
  NodeId call = kNoNode;
  NodeId squeezed = kNoNode;  // the expression whose dimension it removes
  bool all = false;           // squeeze() of all dimensions of size 1
};

std::optional<Squeeze> squeeze_of(const Context& c, NodeId expr) {
  const Consumer consumer = c.model.consumer_of(expr);
  if (consumer.role == Role::MethodReceiver && consumer.name == "squeeze") {
    return Squeeze{consumer.node, expr, c.model.arguments(consumer.node).empty()};
  }
  const bool function = consumer.role == Role::Argument && consumer.position == 0 &&
                        c.model.is_call_to(consumer.node, "torch.squeeze");
  return function ? std::optional(
                        Squeeze{consumer.node, expr, c.model.arguments(consumer.node).size() == 1})
                  : std::nullopt;
}

// The values of max() and the like: `.values`, `[0]`.
NodeId values_of(const Context& c, NodeId call) {
  const Consumer consumer = c.model.consumer_of(call);
  if (consumer.role == Role::Receiver) {
    const std::string_view name = c.tree.text(c.tree.child(consumer.node, Field::Attribute));
    return name == "values" || name == "indices" ? consumer.node : kNoNode;
  }
  const NodeId index =
      consumer.role == Role::Subscripted ? c.tree.child(consumer.node, Field::Subscript) : kNoNode;
  const bool item =
      c.tree.is(index, Kind::Integer) && (c.tree.text(index) == "0" || c.tree.text(index) == "1");
  return item ? consumer.node : kNoNode;
}

// The one read of the name that `expr` is assigned to, or `expr` itself.
NodeId only_use(const Context& c, NodeId expr) {
  const Consumer consumer = c.model.consumer_of(expr);
  if (consumer.role != Role::Assigned || !c.tree.is(consumer.node, Kind::Assignment)) {
    return expr;
  }
  const NodeId target = c.tree.child(consumer.node, Field::Left);
  const Bindings& bindings = c.model.bindings();
  const DefId d = c.tree.is(target, Kind::Identifier) ? bindings.definition_at(target) : kNone;
  if (d == kNone || c.tree.is(c.tree.parent(consumer.node), Kind::Assignment)) {
    return expr;
  }
  const Definition& definition = bindings.definition(d);
  const bool local = bindings.scope(definition.scope).kind == ScopeKind::Function &&
                     !bindings.variable_of(d).declared_global;
  const bool once = definition.uses.size() == 1 && definition.phis.empty() && local &&
                    !bindings.use(definition.uses[0]).captured;
  return once ? bindings.use(definition.uses[0]).node : expr;
}

// squeeze(1) of what kept dimension 1.
bool removes(const Context& c, const Squeeze& squeeze, const KeptDimension& kept, bool at_once) {
  const bool method = c.model.method_name(squeeze.call) == "squeeze" &&
                      c.model.receiver_of_call(squeeze.call, "squeeze") == squeeze.squeezed;
  const NodeId dim = c.model.argument(squeeze.call, method ? 0 : 1, "dim");
  const std::string_view text = plain_dimension(c, kept.dim);
  const bool stable = at_once || !c.tree.is(kept.dim, Kind::Identifier);
  return dim != kNoNode && !text.empty() && stable && plain_dimension(c, dim) == text;
}

Intents without_squeeze(const Context& c, const Squeeze& squeeze) {
  NodeId inner = squeeze.squeezed;
  while (c.tree.is(c.tree.parent(inner), Kind::ParenthesizedExpression)) {
    inner = c.tree.parent(inner);
  }
  Intents intents = c.edit.replace(TextRange{c.tree[squeeze.call].begin, c.tree[inner].begin}, "");
  append(intents, c.edit.replace(TextRange{c.tree[inner].end, c.tree[squeeze.call].end}, ""));
  return intents;
}

void check(const Context& c, NodeId call, Findings& out) {
  const auto kept = kept_dimension(c.model, call);
  if (!kept) return;
  const NodeId value = kept->pairs ? values_of(c, call) : call;
  const NodeId use = value == kNoNode ? kNoNode : only_use(c, value);
  const auto squeeze = use == kNoNode ? std::nullopt : squeeze_of(c, use);
  if (!squeeze) {
    c.abstain(call, "the dimension that is kept may be needed");
    return;
  }
  const bool one = !plain_dimension(c, kept->dim).empty();
  if (!(squeeze->all && one) && !removes(c, *squeeze, *kept, use == value)) {
    c.abstain(call, "what is squeezed may not be the dimension that was kept");
    return;
  }
  // A dimension of one costs neither memory nor time.
  if (is_too_minor(c, call, "the dimension costs nothing: it is a matter of style")) return;
  auto intents = c.edit.remove_argument(call, kept->keepdim);
  if (intents && !squeeze->all) append(*intents, without_squeeze(c, *squeeze));
  const auto tensor = reduced_tensor(c.model, call);
  Diagnostic finding = c.diagnose(out, call, "keeps a dimension only to squeeze it away")
                           .because(squeeze->call, "this removes the dimension")
                           .fix("Let the reduction drop the dimension", std::move(intents),
                                Verdict::of(SafeChange::kSimplifyReduction, tensor));
  if (const Assumption* assumed = tensor.assumption()) {
    finding.because(assumed->at, "nothing here says what this is");
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(needless_keepdim, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"keepdim", "squeeze"},
                        .imports = "torch"});

}  // namespace mlfix::needless_keepdim
