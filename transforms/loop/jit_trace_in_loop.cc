// Traces a model once instead of once per iteration.
//
//     for batch in batches:                         traced = torch.jit.trace(model, example)
//         traced = torch.jit.trace(model, example)  ->  for batch in batches:
//         traced(batch)                                     traced(batch)
//
// Fires when    torch.jit.trace is called in a loop and the model, the example
//               and all other arguments are the same in every iteration.
// Stays silent  when the example or the model changes, the mode is switched in
//               the loop, the traces are kept, or the trace is made once on a
//               condition.
// Safe when     moreover the loop certainly runs, and the model computes the
//               same for the same input: a trace runs the model, so a removed
//               one must not have consumed random numbers or updated the
//               statistics of batch normalisation.

#include <algorithm>
#include <array>

#include "engine/transform.h"
#include "transforms/common/hoist.h"

namespace mlfix {
namespace {

// Layers that keep no state in forward and draw no random numbers, in training
// mode too.
constexpr std::array<std::string_view, 14> kPureLayers{
    "torch.nn.Linear",   "torch.nn.Conv1d",    "torch.nn.Conv2d",    "torch.nn.Conv3d",
    "torch.nn.ReLU",     "torch.nn.GELU",      "torch.nn.Tanh",      "torch.nn.Sigmoid",
    "torch.nn.Flatten",  "torch.nn.LayerNorm", "torch.nn.Embedding", "torch.nn.Softmax",
    "torch.nn.Identity", "torch.nn.MaxPool2d"};

// Is the value of `expr` built from pure layers only: nn.Linear(…).to(device),
// nn.Sequential(nn.Linear(…), nn.ReLU())?
bool is_pure_model(const Context& c, NodeId expr) {
  expr = c.model.strip_parentheses(expr);
  if (c.tree.is(expr, Kind::Identifier)) {
    const DefId d = c.model.bindings().reaching(expr);
    if (d == kNone || c.model.bindings().definition(d).kind != DefKind::Assign) {
      return false;
    }
    return is_pure_model(c, c.model.bindings().definition(d).value);
  }
  if (!c.tree.is(expr, Kind::Call)) {
    return false;
  }
  for (std::string_view layer : kPureLayers) {
    if (c.model.is_call_to(expr, layer)) {
      return true;
    }
  }
  const auto arguments = c.model.arguments(expr);
  if (c.model.is_call_to(expr, "torch.nn.Sequential")) {
    return std::all_of(arguments.begin(), arguments.end(),
                       [&](NodeId layer) { return is_pure_model(c, layer); });
  }
  for (std::string_view moves : {"cuda", "to", "cpu", "eval", "float", "half", "double"}) {
    if (const NodeId receiver = c.model.receiver_of_call(expr, moves); receiver != kNoNode) {
      return is_pure_model(c, receiver);
    }
  }
  return false;
}

std::string_view repeated_work(const Context& c, NodeId call) {
  for (std::string_view name : {"torch.jit.script", "torch.compile", "torch.onnx.export"}) {
    if (c.model.is_call_to(call, name)) {
      return name;
    }
  }
  return {};
}

void report_compilation(const Context& c, NodeId call, std::string_view name, Findings& out) {
  if (const auto hoist = plan_hoist(c.model, call, nullptr)) {
    Finding& finding =
        out.report(call, "every iteration calls " + std::string(name) + " with the same arguments");
    finding.severity = Severity::Low;
    finding.why.push_back(reason(c.tree, hoist->loop(), "nothing it reads changes in this loop"));
  }
}

void check(const Context& c, NodeId call, Findings& out) {
  if (c.model.loop_of(call) == kNoNode) {
    return;
  }
  if (!c.model.is_call_to(call, "torch.jit.trace")) {
    if (const auto name = repeated_work(c, call); !name.empty()) {
      report_compilation(c, call, name, out);
    }
    return;
  }
  HoistRefusal refusal;
  const auto hoist = plan_hoist(c.model, call, &refusal);
  if (!hoist) {
    c.abstain(call, refusal.fact);
    return;
  }
  const Fate fate = c.model.fate(call);
  if (fate.stored_container || fate.stored_attribute || fate.returned || fate.yielded) {
    c.abstain(call, "the traces are kept");
    return;
  }
  const NodeId model = c.model.argument(call, 0, "func");
  const bool runs = c.model.trip_count(hoist->loop()).certainly_runs;
  const bool pure = model != kNoNode && is_pure_model(c, model);
  std::string message = "every iteration traces the same model again, and no trace is ever freed";
  if (!pure) {
    message +=
        "; the fix assumes that the model draws no random numbers and keeps no statistics "
        "while it is traced";
  } else if (!runs) {
    message += "; the fix assumes that the loop runs at least once";
  }
  Finding& finding = out.report(call, std::move(message));
  finding.growth = Growth::Linear;
  finding.why.push_back(
      reason(c.tree, hoist->loop(), "the model and the example are the same in all of this loop"));
  if (auto intents = c.edit.move_before(hoist->statement, hoist->loop())) {
    finding.fix = Fix{pure && runs ? Applicability::Safe : Applicability::Unsafe,
                      "Trace once, in front of the loop",
                      std::move(*intents),
                      {}};
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(jit_trace_in_loop, check, {.kinds = {Kind::Call}, .triggers = {"torch"}});

}  // namespace mlfix
