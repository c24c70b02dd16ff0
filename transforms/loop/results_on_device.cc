// Moves results to the CPU batch by batch, where they go there anyway.
//
//     for x in loader:                          for x in loader:
//         features.append(model(x))     ->          features.append(model(x).cpu())
//     features = torch.cat(features).cpu()      features = torch.cat(features).cpu()
//
// Fires when    a loop without gradients adds results to a list, and all that is read of the
//               list after it goes to the CPU, as a whole or one by one: the device holds all
//               results, and once more where they are joined there.
//               Also a result that is a small view of a larger tensor which the loop made:
//               h[:, 0, :], out.last_hidden_state[:, 0], x.argsort(1)[:, :5]. Of each the list
//               keeps all.
// Stays silent  when a result is read on the device by itself, or the list in the loop, by a
//               closure or by code out of sight; when a result is there already, or comes from the
//               loop's own iterator; when it may be a tuple of tensors, which has no cpu(); when
//               gradients are recorded; in a unit test. With `minor` off
//               also for at most 16 iterations, and where what is joined on the CPU, or
//               written to one array there, goes to a device again as a whole: it has to fit; and
//               where what a module gives is joined on the device and used there, which has no fix.
// Safe when     never: a list keeps the result itself, `.cpu()` a copy of what it was then.
//
// A finding never leaves its function: a list that another one sees is left alone.

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/repetition.h"
#include "semantic/flow/way_telling.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"
#include "torch/module/forward_pass.h"
#include "torch/tensor/changed_in_place.h"
#include "torch/tensor/return_to_device.h"
#include "torch/tensor/tensor_proof.h"
#include "torch/tensor/tensor_views.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"

namespace mlfix::results_on_device {
namespace {

bool moves_to_cpu(const SemanticModel& model, const Consumer& consumer) {
  if (consumer.role != Role::MethodReceiver) return false;
  if (consumer.name == "cpu") return true;
  const NodeId device = model.argument(consumer.node, 0, "device");
  return consumer.name == "to" && device != kNoNode &&
         (model.tree().text(device) == "\"cpu\"" || model.tree().text(device) == "'cpu'");
}

bool joins_tensors(const SemanticModel& model, const Consumer& consumer) {
  return consumer.role == Role::Argument && consumer.position == 0 &&
         model.is_call_to(consumer.node, Meaning::JoinsTensors);
}

enum class Went : std::uint8_t { ToCpu, Nowhere, Elsewhere };

Went way_of(const SemanticModel& model, NodeId expr);

// Where does each entry go that a loop or a comprehension takes: [one.cpu() for one in results]?
Went way_of_entries(const SemanticModel& model, NodeId loop) {
  const Bindings& bindings = model.bindings();
  const NodeId target = model.tree().child(loop, Field::Left);
  const DefId entry =
      model.tree().is(target, Kind::Identifier) ? bindings.definition_at(target) : DefId{kNone};
  if (entry == kNone) return Went::Elsewhere;
  Went went = Went::Nowhere;
  for (const UseId u : bindings.variable_of(entry).uses) {
    if (bindings.use(u).def != entry) continue;
    const Went one = way_of(model, bindings.use(u).node);
    if (one == Went::Elsewhere) return one;
    if (one == Went::ToCpu) went = one;
  }
  return went;
}

// Where does the value of the expression go? Nowhere: only its shape or length is read.
Went way_of(const SemanticModel& model, NodeId expr) {
  const Consumer consumer = model.consumer_of(expr);
  if (moves_to_cpu(model, consumer)) return Went::ToCpu;
  if (consumer.role == Role::MethodReceiver && consumer.name == "detach") {
    return way_of(model, consumer.node);
  }
  if (consumer.role == Role::Subscripted) return way_of(model, consumer.node);
  const bool tells =
      consumer.role == Role::Receiver && model.means(Meaning::TellsOfTensor, consumer.name);
  if (tells) return Went::Nowhere;
  if (consumer.role == Role::Iterated) return way_of_entries(model, consumer.node);
  if (consumer.role == Role::Element) return way_of(model, consumer.node);
  if (consumer.role != Role::Argument) return Went::Elsewhere;
  if (model.is_call_to(consumer.node, "builtins.len")) return Went::Nowhere;
  return joins_tensors(model, consumer) ? way_of(model, consumer.node) : Went::Elsewhere;
}

// Does the call make a tensor of data that is no tensor, where nothing names a device?
bool is_made_on_cpu(const SemanticModel& model, NodeId value) {
  if (!model.is_call_to(value, Meaning::MakesByData)) return false;
  const NodeId data = model.argument(value, 0, "data");
  return data != kNoNode && model.argument(value, -1, "device") == kNoNode &&
         !model.facts(data).could_be(Fact::Tensor);
}

// Is the value on the CPU already, or as the loop's iterator gives it?
bool is_no_result(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(value, Kind::Identifier)) {
    const DefId d = model.bindings().reaching(value);
    const Definition* made = d == kNone ? nullptr : &model.bindings().definition(d);
    if (made == nullptr || (made->kind != DefKind::Assign && made->kind != DefKind::Unpack)) {
      return true;
    }
    value = made->value;
  }
  if (is_made_on_cpu(model, value)) return true;
  bool calls = false;
  for (NodeId n = value; n < tree.subtree_end(value); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    calls = true;
    const std::string_view method = model.method_name(n);
    if (method == "cpu" || method == "numpy" || model.means(Meaning::ReadsTensor, method) ||
        (method == "to" && tree.text(n).find("cpu") != std::string_view::npos)) {
      return true;
    }
  }
  return !calls;
}

constexpr std::string_view kReadOnDevice = "the list is read in the loop, or results on the device";

// Why the list is left alone, or ""; `moved` is a place where results go to the CPU.
std::string_view why_left_alone(const SemanticModel& model, NodeId list, NodeId loop,
                                NodeId& moved) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const Variable& variable = bindings.variable_of(bindings.reaching(list));
  if (variable.captured_at != kNoNode || variable.scope != bindings.scope_of(list)) {
    return "another function sees the list";
  }
  for (const UseId u : variable.uses) {
    const Use& use = bindings.use(u);
    const DefKind kind = bindings.definition(use.def).kind;
    const NodeId value = bindings.definition(use.def).value;
    const bool other = kind == DefKind::Assign && !tree.is(value, Kind::List);
    if (use.node == list || other) continue;
    const Went went = tree.contains(loop, use.node) ? Went::Elsewhere : way_of(model, use.node);
    if (went == Went::Elsewhere) return kReadOnDevice;
    if (went == Went::ToCpu) moved = use.node;
  }
  return moved == kNoNode ? "nothing moves the results to the CPU" : "";
}

// The outermost part of an expression that still reads of the list: results[i], results.
NodeId read_of(const SemanticModel& model, NodeId use) {
  while (model.consumer_of(use).role == Role::Subscripted) use = model.consumer_of(use).node;
  return use;
}

// Do the results, which go to the CPU, go to a device again as a whole?
bool go_to_device_again(const SemanticModel& model, NodeId list) {
  const Bindings& bindings = model.bindings();
  const Variable& variable = bindings.variable_of(bindings.reaching(list));
  return std::ranges::any_of(variable.uses, [&](UseId u) {
    const NodeId use = bindings.use(u).node;
    if (use == list || way_of(model, use) != Went::ToCpu) return false;
    const NodeId read = read_of(model, use);
    return read == use ? returns_to_device(model, use) : returns_in_array(model, read);
  });
}

// The outermost loop around the call in which the list is not made, or kNoNode.
NodeId collecting_loop(const SemanticModel& model, NodeId call, NodeId list) {
  const Bindings& bindings = model.bindings();
  if (bindings.reaching(list) == kNone) return kNoNode;
  NodeId found = kNoNode;
  for (const NodeId loop : model.loops_of(call)) {
    const Variable& variable = bindings.variable_of(bindings.reaching(list));
    if (!bindings.definitions_in(variable, loop).empty()) break;
    found = loop;
  }
  return found;
}

// Would the results fail, if they had a graph: `.cpu().numpy()` without `.detach()`?
bool refuses_graph(const SemanticModel& model, NodeId read) {
  Consumer consumer = model.consumer_of(read);
  while (consumer.role == Role::Argument || consumer.role == Role::Subscripted ||
         consumer.role == Role::Element ||
         (consumer.role == Role::MethodReceiver && consumer.name == "cpu")) {
    consumer = model.consumer_of(consumer.node);
  }
  return consumer.role == Role::MethodReceiver && consumer.name == "numpy";
}

// Is the result made without gradients, here or in the function of the file that makes it?
bool is_without_graph(const SemanticModel& model, NodeId value) {
  if (model.has_gradients_off(value)) return true;
  if (model.facts(value).must_be(Fact::NoGraph)) return true;
  if (model.tree().is(value, Kind::Identifier)) {
    value = model.bindings().definition(model.bindings().reaching(value)).value;
  }
  const NodeId function = model.callee(value);
  if (function == kNoNode) return false;
  const auto& returns = model.returns_of(function);
  return !returns.empty() &&
         std::ranges::all_of(returns, [&](NodeId n) { return model.has_gradients_off(n); });
}

// Is what is added changed later, or too little to tell of, for `minor` if for nothing else?
bool is_left_alone(const Context& c, NodeId call, NodeId value, NodeId loop,
                   std::string_view minor) {
  if (const NodeId changed = changed_in_place_later(c.model, value, call, loop);
      changed != kNoNode) {
    c.abstain(changed, "a result is changed in place after it was added");
    return true;
  }
  const bool few = has_few_iterations(c.model, loop);
  return is_too_minor(c, call, few ? "it collects a few results" : minor);
}

// Are the results tensors, by what is known of one, or as the list is joined as tensors are?
bool are_tensors(const Context& c, NodeId list, const SmallView& view) {
  const Bindings& bindings = c.model.bindings();
  const Variable& variable = bindings.variable_of(bindings.reaching(list));
  return c.model.facts(view.whole).may_be(Fact::Tensor) ||
         std::ranges::any_of(variable.uses, [&](UseId use) {
           return joins_tensors(c.model, c.model.consumer_of(bindings.use(use).node));
         });
}

void report_view(const Context& c, NodeId call, NodeId value, const SmallView& view,
                 Findings& out) {
  c.diagnose(out, call, "each result is a small view, and keeps all of the tensor that it shows")
      .grows(Growth::Linear)
      .confidence(Confidence::Medium)
      .because(view.part,
               fmt::format("of {} this is all that is needed", quoted_code(c.tree, view.whole)))
      .fix("Keep a copy of the part", c.edit.append_to_expression(value, ".clone()"),
           Verdict::assuming(
               {AssumptionKind::NotChangedInPlace,
                "nobody changes a result, or what the list holds, in place to change the other",
                value}));
}

// Where all of the list is joined behind the loop, which reads nothing of it; or kNoNode.
NodeId joined_after(const SemanticModel& model, NodeId list, NodeId loop) {
  const Bindings& bindings = model.bindings();
  const Variable& variable = bindings.variable_of(bindings.reaching(list));
  NodeId joined = kNoNode;
  for (const UseId u : variable.uses) {
    const NodeId use = bindings.use(u).node;
    if (use == list) continue;
    if (model.tree().contains(loop, use)) return kNoNode;
    const Consumer taker = model.consumer_of(use);
    if (joins_tensors(model, taker) && use > loop) joined = taker.node;
  }
  return joined;
}

// Is the value, or what its name was given, made by a pass of a module?
bool is_made_by_module(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(value, Kind::Identifier)) {
    value = model.bindings().definition(model.bindings().reaching(value)).value;
  }
  for (NodeId n = value; value != kNoNode && n < tree.subtree_end(value); ++n) {
    if (tree.is(n, Kind::Call) && (is_forward(model, n) || runs_part_of_module(model, n))) {
      return true;
    }
  }
  return false;
}

// What a module gives for a whole data set, and is joined and used where it is.
bool report_used_on_device(const Context& c, NodeId call, NodeId list, NodeId value, NodeId loop,
                           Findings& out) {
  const bool has_device = c.model.mentions("cuda") || c.model.mentions("device");
  const NodeId joined = has_device ? joined_after(c.model, list, loop) : NodeId{kNoNode};
  if (joined == kNoNode || has_few_iterations(c.model, loop) || !is_without_graph(c.model, value) ||
      !is_made_by_module(c.model, value)) {
    return false;
  }
  if (is_too_minor(c, call, "all results are used where they are")) return true;
  c.diagnose(out, call, "the results of all iterations wait on the device of the module")
      .grows(Growth::Linear)
      .confidence(Confidence::Medium)
      .because(joined, "here they are joined, which takes their memory once more")
      .unfixed("they are used on the device");
  return true;
}

void check(const Context& c, NodeId call, Findings& out) {
  const NodeId list = c.model.receiver_of_call(call, "append");
  if (!c.tree.is(list, Kind::Identifier) || c.model.arguments(call).size() != 1) return;
  const NodeId value = c.model.arguments(call)[0];
  const NodeId loop = collecting_loop(c.model, call, list);
  if (loop == kNoNode) return;
  const auto view = small_view(c.model, value);
  if (view && are_tensors(c, list, *view) && is_without_graph(c.model, value)) {
    if (!is_left_alone(c, call, value, loop, "")) report_view(c, call, value, *view, out);
    return;
  }
  if (is_no_result(c.model, value)) return;
  if (may_be_tuple(c.model, value)) {
    c.abstain(call, "it may be a tuple of tensors");
    return;
  }
  NodeId moved = kNoNode;
  if (const auto fact = why_left_alone(c.model, list, loop, moved); !fact.empty()) {
    const bool on_device = fact == kReadOnDevice;
    if (on_device && report_used_on_device(c, call, list, value, loop, out)) return;
    c.abstain(call, fact);
    return;
  }
  if (!is_without_graph(c.model, value) && !refuses_graph(c.model, moved)) {
    c.abstain(call, "gradients are recorded");
    return;
  }
  const bool again = go_to_device_again(c.model, list);
  if (is_left_alone(c, call, value, loop, again ? "all results go to the device again" : "")) {
    return;
  }
  c.diagnose(out, call, "all results wait on the device until the loop has ended")
      .grows(Growth::Linear)
      .because(moved, "here they go to the CPU, and nothing reads them before")
      .fix(
          "Move each result to the CPU at once", c.edit.append_to_expression(value, ".cpu()"),
          Verdict::assuming({AssumptionKind::NotChangedInPlace,
                             "nobody changes a result in place before the loop has ended", value}));
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(results_on_device, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"append", "cpu|[:|, :]|cat(|stack("},
                        .imports = "torch",
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::results_on_device
