// Runs evaluation without building graphs.
//
//     model.eval()                        model.eval()
//     for x, y in loader:           ->    with torch.no_grad():
//         correct += hit(model(x), y)         for x, y in loader:
//                                                 correct += hit(model(x), y)
//
// or `@torch.no_grad()` above the def where the whole function is evaluation.
//
// Fires when    a module that is surely in evaluation mode is called while
//               gradients may be on.
// Stays silent  when anything in the region or behind it needs the graph, or
//               runs where we cannot see whether it does; in methods that a
//               framework already runs without gradients; for a single forward
//               pass in a unit test, or one whose output is all that the
//               function returns to callers nobody sees.
// Safe when     moreover every value made in the region leaves it without a
//               graph anyway, or is never differentiated by anyone we see, and
//               nothing in the region can tell whether gradients are on.

#include <algorithm>

#include "engine/transform.h"
#include "transforms/common/evaluation.h"

namespace mlfix {
namespace {

struct Guard {
  Effect effect;
  std::string_view fact;
};

// What in a region needs gradients, or may, and so forbids the edit.
constexpr Guard kNeedsGradients[] = {
    {Effect::Backward, "the region calls backward()"},
    {Effect::AutogradGrad,
     "the region differentiates (autograd.grad, an attack, a saliency method)"},
    {Effect::OptimizerStep, "the region steps an optimizer"},
    {Effect::ZeroGrad, "the region resets gradients, so it trains"},
    {Effect::RequiresGrad, "the region asks for gradients (requires_grad_, retain_grad)"},
    {Effect::EnablesGrad, "the region switches gradients on itself"},
    {Effect::TrainMode, "the region puts a module into training mode"},
    {Effect::ModuleToUnknown, "the module is given to code that is not visible here"},
};

// Statements the fix runs without gradients.
struct Span {
  NodeId first;
  NodeId last;
};

bool forbidden(const Context& c, const EvalRegion& region, Span span) {
  const Effects effects = c.model.effects(span.first, span.last);
  for (const Guard& guard : kNeedsGradients) {
    if (effects.has(guard.effect)) {
      c.abstain(region.forwards[0], guard.fact);
      return true;
    }
  }
  return false;
}

// Why the fix is only right under an assumption, or "".
std::string assumption(const Context& c, Span span) {
  const Effects effects = c.model.effects(span.first, span.last);
  if (effects.has(Effect::ReadsGradMode)) {
    return "the code does not depend on whether gradients are on";
  }
  if (effects.has(Effect::FastPath)) {
    return "the fast path that Transformer layers take without gradients is welcome: values "
           "differ in the 7th digit, padded outputs may be shorter, hooks inside do not run";
  }
  return "";
}

// Does the expression give a value that may carry a graph: the output of a
// module or of code we can't see, or a parameter?
bool may_start_graph(const Context& c, NodeId n) {
  if (c.tree.is(n, Kind::Call)) {
    const Effects effects = c.model.effects(n);
    return effects.has(Effect::ModuleForward) || effects.has(Effect::UnknownCall) ||
           c.model.facts(n).may_be(Fact::GradTensor);
  }
  if (c.tree.is(n, Kind::Attribute)) {
    const bool called = c.model.consumer_of(n).role == Role::Callee;
    return !called && c.model.facts(c.tree.child(n, Field::Object)).could_be(Fact::Module);
  }
  return c.tree.is(n, Kind::Identifier) && c.model.bindings().use_at(n) != kNone &&
         c.model.facts(n).may.has_any(Fact::GradTensor | Fact::Parameter);
}

// What becomes of the graphs that start in the span: the worst of their fates.
// A value that is only handed to code we can't see, as tensors to a metric, is
// followed through what comes back (Fate::lost says where that failed).
Fate fate_of_graphs(const Context& c, Span span) {
  Fate worst;
  for (NodeId n = span.first; n < c.tree.subtree_end(span.last); ++n) {
    if (!may_start_graph(c, n)) {
      continue;
    }
    const Fate fate = c.model.fate(n);
    worst.backward = worst.backward || fate.backward;
    worst.returned = worst.returned || fate.returned || fate.yielded;
    worst.stored_attribute = worst.stored_attribute || fate.stored_attribute || fate.captured;
    worst.lost = worst.lost || fate.lost;
  }
  return worst;
}

bool is_compiled(const Context& c, NodeId function) {
  const NodeId decorated = c.tree.parent(function);
  if (!c.tree.is(decorated, Kind::DecoratedDefinition)) {
    return false;
  }
  const std::string_view text = c.tree.text(decorated);
  const std::string_view head = text.substr(0, text.find("def "));
  return head.find("jit") != head.npos || head.find("compile") != head.npos;
}

// The body of `function` when all of it may run without gradients.
std::optional<Span> whole_function(const Context& c, NodeId function, const EvalRegion& region) {
  if (c.tree.is(function, Kind::Module) || c.tree.is_async(function) || is_compiled(c, function)) {
    return std::nullopt;
  }
  const auto body = c.model.statements(c.tree.child(function, Field::Body));
  const Span span{body.front(), body.back()};
  const Effects effects = c.model.effects(span.first, span.last);
  const bool trains = std::any_of(
      std::begin(kNeedsGradients), std::end(kNeedsGradients),
      [&](const Guard& g) { return g.effect != Effect::TrainMode && effects.has(g.effect); });
  const NodeId block = c.model.block_of(c.model.statement_of(region.eval.call));
  const bool always = block == c.tree.child(function, Field::Body) &&
                      c.tree.text(c.tree.child(function, Field::Name)) != "main";
  return trains || !always ? std::nullopt : std::optional(span);
}

std::optional<Intents> edit(const Context& c, NodeId scope, Span span, bool whole, Fix& fix) {
  const auto no_grad = c.edit.spell(whole ? scope : span.first, "torch.no_grad");
  if (!no_grad) {
    return std::nullopt;
  }
  const std::string call = no_grad->text + "()";
  auto intents = whole ? c.edit.decorate(scope, "@" + call)
                       : c.edit.wrap(span.first, span.last, "with " + call + ":");
  if (intents) {
    append(*intents, no_grad->imports);
    fix.guards = no_grad->guards;
    fix.title = (whole ? "Decorate the function with @" : "Run it under ") + call;
  }
  return intents;
}

bool is_parameter(const Context& c, NodeId function, std::string_view name) {
  const Variable* variable =
      c.model.bindings().lookup(c.model.bindings().scope_made_by(function), name);
  return variable != nullptr && !variable->definitions.empty() &&
         c.model.bindings().definition(variable->definitions[0]).kind == DefKind::Parameter;
}

// A unit test runs the model once on a small input, and may well check what the
// gradients do: nothing to gain, and something to break.
bool is_unit_test(const Context& c, NodeId scope, std::string_view module) {
  constexpr std::string_view kFrameworks[] = {"pytest", "unittest", "parameterized",
                                              "torch.testing", "absl.testing"};
  if (c.model.imports_any(kFrameworks)) {
    return true;
  }
  const NodeId name = c.tree.is(scope, Kind::Module) ? kNoNode : c.tree.child(scope, Field::Name);
  return name != kNoNode && c.tree.text(name).starts_with("test_") &&
         c.model.call_sites(scope).calls.empty() && !is_parameter(c, scope, module);
}

// Is the output of a lone forward pass what unseen callers of the function want?
bool serves_unseen_callers(const Context& c, NodeId scope, const EvalRegion& region, Span span) {
  return !region.is_loop && !c.tree.is(scope, Kind::Module) && fate_of_graphs(c, span).returned;
}

void report(const Context& c, NodeId scope, const EvalRegion& region, Span span, bool whole,
            Findings& out) {
  const Effects effects = c.model.effects(span.first, span.last);
  const Fate fate = fate_of_graphs(c, span);
  if (fate.backward) {
    c.abstain(region.forwards[0], "a value made here is differentiated later");
    return;
  }
  std::string unless = assumption(c, span);
  if (unless.empty() && (fate.returned || fate.stored_attribute || fate.lost)) {
    unless = "no caller differentiates what leaves this code";
  }
  const NodeId at = region.is_loop ? region.first : region.forwards[0];
  std::string message = region.is_loop
                            ? "evaluation loop builds a graph for every batch and throws it away"
                            : "evaluation builds a graph that nobody uses";
  Finding& finding =
      out.report(at, message + (unless.empty() ? "" : "; the fix assumes that " + unless));
  finding.growth = Growth::Peak;
  finding.confidence = c.model.facts(region.eval.module).may_be(Fact::Module) ? Confidence::High
                                                                              : Confidence::Medium;
  finding.why.push_back(
      reason(c.tree, region.eval.call, "the module is put into evaluation mode here"));
  finding.why.push_back(reason(c.tree, region.forwards[0], "and called here with gradients on"));
  const bool suspends = effects.has(Effect::Awaits) || (effects.has(Effect::Yields) && !whole);
  Fix fix;
  if (auto intents = suspends ? std::nullopt : edit(c, scope, span, whole, fix)) {
    fix.intents = std::move(*intents);
    fix.applicability = unless.empty() ? Applicability::Safe : Applicability::Unsafe;
    finding.fix = std::move(fix);
  }
}

void check(const Context& c, NodeId scope, Findings& out) {
  if (scope != c.tree.root() && c.model.framework_of(c.model.method_class(scope)) != nullptr) {
    return;
  }
  for (const EvalRegion& region : find_eval_regions(c.model, scope)) {
    const GradState grad = c.model.grad_mode(region.forwards[0]);
    if (grad.mode != GradMode::Enabled) {
      c.abstain(region.forwards[0], "gradients are, or may be, off here already");
      continue;
    }
    if (c.model.facts(region.eval.module).may_be(Fact::Frozen)) {
      c.abstain(region.forwards[0], "the parameters are frozen: no graph is built");
      continue;
    }
    const Span narrow{region.first, region.last};
    if (forbidden(c, region, narrow)) {
      continue;
    }
    if (c.model.effects(narrow.first, narrow.last).has(Effect::RegistersHook) ||
        (c.tree.is(scope, Kind::FunctionDefinition) &&
         c.model.callee_effects(scope).has(Effect::RegistersHook))) {
      c.abstain(region.forwards[0], "a hook may keep what the forward pass computes");
      continue;
    }
    if (is_unit_test(c, scope, region.eval.module_text)) {
      c.abstain(region.forwards[0], "a unit test runs the model on small input");
      continue;
    }
    if (serves_unseen_callers(c, scope, region, narrow)) {
      c.abstain(region.forwards[0], "the output goes to callers that are not visible here");
      continue;
    }
    const auto whole = whole_function(c, scope, region);
    report(c, scope, region, whole.value_or(narrow), whole.has_value(), out);
    if (whole) {
      return;  // the decorator serves every region of the function
    }
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(no_grad_eval, check,
                       {.kinds = {Kind::Module, Kind::FunctionDefinition},
                        .triggers = {"torch", ".eval("}});

}  // namespace mlfix
