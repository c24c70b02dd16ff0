// Removes a hook once what it was registered for is done.
//
//     layer.register_forward_hook(keep)        handle = layer.register_forward_hook(keep)
//     model(x)                            ->   model(x)
//     return features[0]                       handle.remove()
//                                              return features[0]
//
// Fires when    the handle is lost, the same function then runs the module, and
//               the hook only observes and tells that function, or prints.
//               Handles that the function collects in a list and never takes out of
//               it are lost, whatever the hook does: they were kept to be removed. So are
//               those that an object keeps in an attribute and then drops, or forgets
//               where it removes the hooks of another attribute, or ends by the name of a
//               method (close, destroy) that it does not call itself to go on. So is
//               one behind a test for a key that nobody stores; and one that a context manager
//               removes behind its `yield`, where an exception of the caller's block skips it.
// Stays silent  for installers: nothing runs in the function, the hook keeps
//               what it sees on an object (but for a loop that registers one
//               more each time), or it changes what the module does. An installer
//               that runs again and again on one module is found: its object then
//               keeps the handles, and the loop or the method removes the hooks.
//               So is one that a training loop runs in each epoch or step, by its name.
//               But not where a test of the object, or of the hooks of the module, may
//               let it register once, nor where another method, which registers nothing, runs
//               the module and reads what the hook leaves, nor where the method is a whole
//               training.
// Safe when     moreover nobody could tell that the hook has gone: what it fills
//               stays in the function, or the module does, and it does not go through a
//               table to whose end a later run would come.

#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/control/repetition.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/hooks/hook_effects.h"
#include "torch/hooks/hook_guard.h"
#include "torch/hooks/hook_lifetime.h"
#include "torch/hooks/hook_repetition.h"
#include "torch/hooks/hook_silence.h"
#include "torch/hooks/kept_handles.h"
#include "torch/training/evaluation.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"
#include "transforms/resource/hooks/hook_removal.h"

namespace mlfix::hook_not_removed {
namespace {

// In one function; nobody writes as many by hand.
constexpr std::size_t kMaxHooks = 200;

// The fix of a hook that is registered again and again.
struct Unhooking {
  std::optional<Intents> intents;
  Verdict verdict;
};

Unhooking unhooking(const Context& c, const HookRegistration& hook, const HookEffects& effects,
                    HookRepeated repeated) {
  if (repeated == HookRepeated::InLoop) {
    const auto object = object_of_iteration(c.model, hook, repeating_call(c.model, hook));
    return {object ? unhook_object(c.model, c.edit, *object) : std::nullopt,
            Verdict::assuming(
                AssumptionKind::HookNotAwaited,
                "only the hooks of the newest object are wanted, and none after the loop")};
  }
  const auto life = lifetime_in_call(c.model, hook);
  const bool by_others = repeated == HookRepeated::InEachPhase;  // run the module
  if (by_others || !life || !effects.fact.empty()) return {};
  return {
      remove_hook(c.model, c.edit, hook, *life, c.model.function_of(hook.call)),
      Verdict::assuming(AssumptionKind::HookNotAwaited, "the hook is wanted for this call only")};
}

std::string_view why_repeated(HookRepeated repeated) {
  switch (repeated) {
    case HookRepeated::InLoop:
      return "this registers again, in a loop, on the same module";
    case HookRepeated::ByEachCall:
      return "the module outlives the call";
    case HookRepeated::InEachPhase:
      return "the method is run again and again, by its name, and the module outlives it";
    case HookRepeated::ByOtherFile:
      break;
  }
  return "another file registers again and again on one module";
}

// An installer that is run again and again on one module: each time adds a hook.
bool report_repeated(const Context& c, const HookRegistration& hook, const HookEffects& effects,
                     Findings& out) {
  const auto repeated = repetition_of_hook(c.model, hook);
  if (!repeated) return false;
  const bool in_loop = *repeated == HookRepeated::InLoop;
  const bool once = *repeated == HookRepeated::ByEachCall &&
                    repetition_of(c.model, hook.call) == Repetition::Once;
  if (is_too_minor(c, hook.call, once ? "the file runs the method once" : "")) return true;
  Unhooking mended = unhooking(c, hook, effects, *repeated);
  Diagnostic finding =
      c.diagnose(out, hook.call,
                 "one more hook is registered each time, and its handle is lost: keep the handle, "
                 "and remove the hook when it has done its work")
          .grows(Growth::Linear)
          .confidence(Confidence::Medium)
          .because(in_loop ? repeating_call(c.model, hook) : hook.receiver,
                   std::string(why_repeated(*repeated)))
          .by_way(way_of_repetition(c.model, hook));
  if (mended.intents) {
    finding.fix("Keep the handle, and remove the hook when it has done its work",
                std::move(mended.intents), std::move(mended.verdict));
  } else {
    finding.unfixed("when the hook has done its work is not seen");
  }
  return true;
}

// The lists of handles that were reported: one finding serves all that a list holds.
struct ReportedLists {
  std::set<const Variable*> lists;
};

// Handles in a list that nobody takes them out of.
void report_collected(const Context& c, const HookRegistration& hook, const ModuleUses& uses,
                      Findings& out) {
  const Variable* list = variable_at(c.model, hook.handles);
  if (!c.model.notes<ReportedLists>().lists.insert(list).second) return;
  const NodeId function = c.model.function_of(hook.call);
  auto life = lifetime_of(c.model, hook, uses, function);
  if (!life) life = lifetime_in_call(c.model, hook);
  auto intents = life ? remove_hook(c.model, c.edit, hook, *life, function) : std::nullopt;
  Diagnostic finding =
      c.diagnose(out, hook.call,
                 "the handles of the hooks are collected, and nobody removes the hooks")
          .grows(Growth::Linear)
          .because(hook.handles, "handles are only added to this list");
  if (!intents) {
    finding.unfixed("who still needs the hooks is not seen");
    return;
  }
  finding.because(life->last, "nothing here needs the hooks after this")
      .fix("Remove the hooks after their last use", std::move(intents),
           Verdict::assuming(AssumptionKind::HookNotAwaited, "they are wanted for this call only"));
}

// The attributes whose handles were reported: one finding serves all that one holds.
struct ReportedAttributes {
  std::set<std::pair<NodeId, std::string_view>> known;  // by class and name
};

struct GivingUp {
  std::string_view message;  // about the attribute
  std::string_view reason;
};

GivingUp giving_up(GivenUp how) {
  switch (how) {
    case GivenUp::Dropped:
      return {"the handles in `.{}` are dropped, and the hooks stay on the module",
              "without its handle no hook can be removed"};
    case GivenUp::WithOthers:
      return {"nobody removes the hooks in `.{}`, though others are removed",
              "these hooks are removed, and the others forgotten"};
    case GivenUp::AtItsEnd:
      break;
  }
  return {"nobody removes the hooks in `.{}`, and they stay when the object ends",
          "the method ends the object, by its name"};
}

// Handles in an attribute that the object gives up with the hooks on.
void report_forgotten(const Context& c, NodeId call, const KeptHandles& kept, Findings& out) {
  const std::string_view name = last_name(c.tree, kept.attribute);
  auto& reported = c.model.notes<ReportedAttributes>().known;
  if (!reported.emplace(c.model.class_of(call), name).second) return;
  auto intents = remove_kept(c.model, c.edit, kept);
  const GivingUp told = giving_up(kept.how);
  Diagnostic finding = c.diagnose(out, call, fmt::format(fmt::runtime(told.message), name))
                           .grows(Growth::Linear)
                           .confidence(Confidence::Medium)
                           .because(kept.given_up, std::string(told.reason));
  if (!intents) {
    finding.unfixed("what the attribute holds by then is not seen");
    return;
  }
  finding.fix("Remove the hooks with them", std::move(intents),
              Verdict::assuming(AssumptionKind::HookNotAwaited,
                                "nobody wants the hooks once the object gives their handles up"));
}

// A test that is to register the hook once, and can't.
void report_guarded(const Context& c, NodeId call, const MistakenGuard& guard, Findings& out) {
  const std::string stored(c.tree.text(guard.stored));
  Diagnostic finding =
      c.diagnose(out, call,
                 "one more hook is registered each time: the test before it asks for another key "
                 "than the hook stores")
          .grows(Growth::Linear)
          .confidence(Confidence::Medium)
          .because(guard.asked, "asks for this key")
          .because(guard.stored, "what the hook sees is stored under this one");
  if (!guard.is_there) {
    finding.unfixed("the key is made after the test");
    return;
  }
  finding.fix("Ask for the key that the hook stores", c.edit.replace(guard.asked, stored),
              Verdict::assuming(AssumptionKind::HookNotAwaited,
                                "one hook for each key is wanted, and a second one never"));
}

// The context managers that were reported: one finding serves all hooks of one.
struct ReportedManagers {
  std::set<NodeId> known;  // by the statement of the yield
};

// What an exception of the caller's block skips.
void report_skipped(const Context& c, NodeId call, const CleanupBehindYield& cleanup,
                    Findings& out) {
  if (!c.model.notes<ReportedManagers>().known.insert(cleanup.yield).second) return;
  auto intents = c.edit.wrap(cleanup.yield, cleanup.yield, "try:");
  auto removal = c.edit.wrap(cleanup.first, cleanup.last, "finally:");
  Diagnostic finding = c.diagnose(out, call,
                                  "an exception in the block of the caller leaves the hook "
                                  "registered: it comes out of `yield`, and skips the removal")
                           .grows(Growth::Linear)
                           .confidence(Confidence::Medium)
                           .because(cleanup.yield, "the block of the caller runs here")
                           .because(cleanup.first, "this runs only where the block has ended well");
  if (!intents || !removal) {
    finding.unfixed("the code around it leaves no room for one");
    return;
  }
  append(*intents, *removal);
  finding.fix("Remove the hooks in a finally clause", std::move(intents),
              Verdict::assuming(AssumptionKind::HookNotAwaited,
                                "nobody wants the hooks after the block has failed"));
}

void check(const Context& c, NodeId call, Findings& out) {
  if (const auto cleanup = removal_behind_yield(c.model, call)) {
    return report_skipped(c, call, *cleanup, out);
  }
  if (const auto kept = forgotten_handles(c.model, call)) {
    return report_forgotten(c, call, *kept, out);
  }
  const auto hook = lost_registration(c.model, call);
  if (!hook) return;
  const NodeId function = c.model.function_of(call);
  const NodeId scope = function == kNoNode ? c.tree.root() : function;
  if (hooks_registered_in(c.model, function) > kMaxHooks) {
    c.work.leave_unanswered("hooks that one function registers");
    c.abstain(call, "so many hooks are registered in this function that they are not followed");
    return;
  }
  if (const auto guard = mistaken_guard(c.model, *hook)) {
    return report_guarded(c, call, *guard, out);
  }
  const ModuleUses uses = uses_of_module(c.model, hook->receiver, scope, hook->statement);
  if (hook->handles != kNoNode) {
    report_collected(c, *hook, uses, out);
    return;
  }
  const HookEffects effects = hook_effects(c.model, *hook, scope);
  const auto life = lifetime_of(c.model, *hook, uses, scope);
  const bool mended = effects.fact.empty() && life && effects.audience != Audience::Everyone;
  if (!mended && report_repeated(c, *hook, effects, out)) {
    return;
  }
  if (!effects.fact.empty()) {
    c.abstain(call, effects.fact);
    return;
  }
  if (!life) {
    c.abstain(call, "nothing here shows when the hook is no longer needed: an installer");
    return;
  }
  if (effects.audience == Audience::Everyone && !life->in_loop) {
    c.abstain(call, "what the hook sees is kept for others");
    return;
  }
  const bool made_here = is_made_in(c.model, scope, root_of_path(c.model, hook->receiver));
  const bool dies = function != kNoNode && (uses.is_local || made_here) && !life->in_loop;
  if (is_too_minor(c, call, dies ? "the module goes away with the function" : "")) return;
  // What a hook fills dies with the function, whatever else may run the module. Who is given what
  // a module of the object makes could reach the module before.
  const bool heard = effects.audience != Audience::Scope || effects.observable;
  const bool own = c.tree.text(root_of_path(c.model, hook->receiver)) == "self";
  const bool given_on = is_given_on(c.model, uses);
  if ((given_on && (!own || heard)) || (uses.captured && heard)) {
    c.abstain(call, "the module is given on, perhaps for the sake of the hook");
    return;
  }
  if (function != kNoNode && c.model.is_generator(function)) {
    c.abstain(call, "the function gives control away while the hook is needed");
    return;
  }
  Verdict verdict = Verdict::of(SafeChange::kRemoveHook,
                                hook_unheard(c.model, *hook, uses, effects, *life, scope));
  if (uses.runs_siblings) {
    const NodeId run = c.tree.child(uses.runs.front(), Field::Function);
    verdict.lower_to({AssumptionKind::HookNotAwaited,
                      fmt::format("`{}()` runs the module that the hook is on", c.tree.text(run))});
  }
  if (uses.captured || given_on) {
    verdict.lower_to(
        {AssumptionKind::HookNotAwaited, "code that runs the module later does without the hook"});
  }
  c.diagnose(out, call, "the hook stays, because its handle is lost")
      .grows(life->in_loop ? Growth::Linear : Growth::None)
      .confidence(uses.is_local ? Confidence::Medium : Confidence::High)
      .because(life->last, "nothing here needs the hook after this")
      .fix("Remove the hook after its last use", remove_hook(c.model, c.edit, *hook, *life, scope),
           std::move(verdict));
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(hook_not_removed, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"torch", "hook("},
                        .imports = "torch|torchvision",
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::hook_not_removed
