// Removes a detach() whose result nobody takes.
//
//     loss.detach()    ->    (nothing)
//
// Tensor.detach() returns another tensor and leaves its own as it is, so the
// statement frees nothing. `loss = loss.detach()` may be what was meant, but it
// changes what later statements differentiate; it is only named in the message.
//
// Fires when    a statement is a call of detach() without arguments, on something
//               that is a tensor, may be one, or is called like one.
// Stays silent  for objects of other classes, whose detach() may do something, for
//               tensors where a subclass of the file has its own, and
//               in unit tests, which may only want to see that it runs. With `minor`
//               off also for what has no name that the detached tensor could be bound to.
// Safe when     the receiver is certainly a tensor, its name is bound on every way
//               to here, and to name it runs no code.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/binding/bound_path.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/names/letters.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/tensor_proof.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"

namespace mlfix::noop_detach {
namespace {

// `output` of out.hidden_output[0]: the last word of the last name.
std::string_view last_word(const Context& c, NodeId expr) {
  expr = c.model.strip_parentheses(expr);
  while (c.tree.is(expr, Kind::Subscript)) expr = c.tree.child(expr, Field::Value);
  if (c.tree.is(expr, Kind::Attribute)) expr = c.tree.child(expr, Field::Attribute);
  if (!c.tree.is(expr, Kind::Identifier)) return {};
  const std::string_view name = c.tree.text(expr);
  return name.substr(name.rfind('_') + 1);
}

bool is_called_tensor(const Context& c, NodeId expr) {
  const std::string_view word = last_word(c, expr);
  return c.model.suggests(Hint::Tensor, word);
}

// Is the name bound to an object of a class, by the name of what makes it?
bool is_object(const Context& c, NodeId expr) {
  const DefId def =
      c.tree.is(expr, Kind::Identifier) ? c.model.bindings().reaching(expr) : DefId{kNone};
  const NodeId value = def == kNone ? NodeId{kNoNode} : c.model.bindings().definition(def).value;
  if (!c.tree.is(value, Kind::Call)) return false;
  std::string_view made = c.tree.text(value);
  made = made.substr(0, made.find('('));  // Memory(4).to(device) is a Memory
  const std::string_view last = made.substr(made.rfind('.') + 1);
  return begins_like_class(last);
}

bool may_be_tensor(const Context& c, NodeId receiver) {
  const Facts facts = c.model.facts(receiver);
  if (facts.must_be(Fact::Tensor)) return true;
  if (is_object(c, receiver)) return false;
  constexpr FactSet kOthers = Fact::Module | Fact::Optimizer | Fact::Number | Fact::NdArray |
                              Fact::String | Fact::Container | Fact::Figure | Fact::Axes;
  if (facts.may.has_any(kOthers) && !facts.may_be(Fact::Tensor)) return false;
  return facts.may.has_any(Fact::Tensor | FactSet(Fact::GradTensor)) ||
         is_called_tensor(c, receiver);
}

// Do classes of the file define detach()?
struct OwnDetach {
  bool any = false;
  bool of_tensor = false;  // one that derives from torch.Tensor
  bool sought = false;
};

const OwnDetach& own_detach(const Context& c) {
  OwnDetach& known = c.model.notes<OwnDetach>();
  for (NodeId n = 0; !known.sought && n < c.tree.size(); ++n) {
    const bool own = c.tree.is(n, Kind::FunctionDefinition) &&
                     c.tree.text(c.tree.child(n, Field::Name)) == "detach";
    const NodeId klass = own ? c.model.method_class(n) : NodeId{kNoNode};
    if (klass == kNoNode) continue;
    known.any = true;
    known.of_tensor = known.of_tensor || c.model.derives_from(klass, "torch.Tensor");
  }
  known.sought = true;
  return known;
}

// May it be the detach() of a class that the project defines? One of a subclass
// of Tensor can be reached by every tensor, others by what is certainly not a tensor.
bool has_own_detach(const Context& c, NodeId call, NodeId receiver) {
  if (c.model.callee(call) != kNoNode || c.model.callee_elsewhere(call)) return true;
  const OwnDetach& own = own_detach(c);
  return c.model.facts(receiver).must_be(Fact::Tensor) ? own.of_tensor : own.any;
}

// Is the expression a path of names, which runs nothing?
bool is_path(const Context& c, NodeId expr) {
  expr = c.model.strip_parentheses(expr);
  while (c.tree.is(expr, Kind::Attribute)) expr = c.tree.child(expr, Field::Object);
  return c.tree.is(expr, Kind::Identifier);
}

// An annotation is what the author means, and None may come all the same.
bool is_parameter(const Context& c, NodeId receiver) {
  const NodeId name = c.model.strip_parentheses(receiver);
  const DefId d = c.tree.is(name, Kind::Identifier) ? c.model.bindings().reaching(name) : kNone;
  return d != kNone && c.model.bindings().definition(d).kind == DefKind::Parameter;
}

void check(const Context& c, NodeId call, Findings& out) {
  const NodeId receiver = c.model.receiver_of_call(call, "detach");
  if (receiver == kNoNode || !c.model.arguments(call).empty()) return;
  if (c.model.consumer_of(call).role != Role::Discarded) return;
  if (has_own_detach(c, call, receiver) || !may_be_tensor(c, receiver)) {
    c.abstain(call, "it may be the detach() of another class, which does something");
    return;
  }
  const std::string name(c.tree.text(receiver));
  const bool path = is_path(c, receiver);
  const bool tensor = path && c.model.facts(receiver).must_be(Fact::Tensor);
  if (is_too_minor(c, call, path ? "" : "it costs nothing, and what to do instead is not seen")) {
    return;
  }
  std::string message = "detach() gives another tensor, which is dropped: this frees nothing";
  if (path) message += fmt::format("; `{} = {}.detach()` would", name, name);
  const NodeId statement = c.model.statement_of(call);
  Diagnostic finding = c.diagnose(out, statement, std::move(message))
                           .confidence(tensor ? Confidence::High : Confidence::Medium);
  if (!tensor) {
    finding.unfixed("it may be something else than a tensor");
    return;
  }
  Verdict verdict =
      Verdict::of(SafeChange::kDropResult, bound_path(c.tree, c.model.bindings(), receiver),
                  is_tensor(c.model, receiver, "it is a tensor"));
  if (is_parameter(c, receiver)) {
    verdict.lower_to(
        {AssumptionKind::ExpectedValue, fmt::format("`{}` is never None", name), receiver});
  }
  finding.fix("Delete the statement", c.edit.delete_statement(statement), verdict);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(noop_detach, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"torch", ".detach()"},
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::noop_detach
