// Gives back what holds a file, a thread or memory until it is given back.
//
//     def convert(text):                        def convert(text):
//         folder = tempfile.mkdtemp()               folder = tempfile.mkdtemp()
//         render(text, folder)            ->        render(text, folder)
//                                                   shutil.rmtree(folder)
//
// What has to be given back, and by what, is a row of `resources` in the knowledge tables.
//
// Fires when    a loop, or a function that is not known to run once, gets one more and
//               nobody gives it back.
// Stays silent  when any code that gets it may give it back or keep it: it is returned, stored,
//               given to code out of sight (a path may be, but not with a function that runs at a
//               time of its own, nor to a process that nobody waits for), used by a `with`
//               statement; when people are told of a path; in a unit test. With `minor` off also
//               where one is left at the end of the program, or beside a whole training.
// Safe when     never: nothing shows that nobody needs it after its last use in sight.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/control/consumer.h"
#include "semantic/control/repetition.h"
#include "semantic/flow/repetition_way.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/obligation/extent.h"
#include "semantic/obligation/holders.h"
#include "semantic/obligation/release_flow.h"
#include "semantic/semantic_model.h"
#include "torch/training/batch_loop.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"
#include "transforms/resource/freeing/release.h"

namespace mlfix::unreleased_resource {
namespace {

const ResourceInfo* acquired_by(const Context& c, NodeId call) {
  const Knowledge& tables = c.model.knowledge();
  const NodeId called = c.tree.child(call, Field::Function);
  if (!tables.resource_words().contains(last_name(c.tree, called)) &&
      !c.tree.is(called, Kind::Identifier)) {
    return nullptr;
  }
  const ResourceInfo* resource = tables.resource(c.model.qualified_text(called));
  if (resource == nullptr || resource->keyword.empty()) return resource;
  const NodeId value = c.model.argument(call, -1, resource->keyword);
  return value != kNoNode && c.tree.text(value) == resource->value ? resource : nullptr;
}

// Why nothing is said of it, or "".
std::string_view why_left_alone(const Context& c, const ResourceInfo& resource, NodeId call,
                                const Holders& holders) {
  const Reach& reach = holders.reach();
  const auto enters = [&](NodeId n) { return c.model.consumer_of(n).role == Role::WithItem; };
  const bool entered = enters(call) || std::ranges::any_of(holders.reads(), enters);
  if (reach.has(ReleaseFlow::kReleased)) return "it is given back, or may be";
  if (entered && !resource.is_path) return "a with statement gives it back";
  if (holders.merges_with_more_than({})) {
    return "its name may mean something else, which is not to be given back";
  }
  if (reach.has(ReleaseFlow::kShown)) return "people are told where it is";
  if (reach.has_any({Sink::Returned, Sink::Yielded})) return "it is handed to the caller";
  if (holders.is_global() ||
      reach.has_any({Sink::OnAttribute, Sink::InContainer, Sink::Captured})) {
    return "an object, a container or another function keeps it";
  }
  if (reach.has_any({Sink::Unseen, Sink::Lost})) return "code that can't be seen gets it";
  return "";
}

// Where it can be given back by one name, which means it all the way; without `last` if nowhere.
Extent extent_of(const Context& c, NodeId call, NodeId name, const Holders& holders) {
  if (name == kNoNode || holders.is_read_elsewhere()) return {};
  const NodeId made = c.model.statement_of(call);
  std::vector<NodeId> uses = holders.reads();
  std::ranges::sort(uses);
  Extent extent = extent_in_block(c.tree, made, uses);
  // The body of a `with` belongs to the statement that binds the name, and may bind it again.
  const NodeId bound = std::max(c.tree.subtree_end(call), c.tree.subtree_end(name));
  const bool renamed = extent.last != kNoNode &&
                       is_bound_between(c.model, name, bound, c.tree.subtree_end(extent.last));
  return renamed ? Extent{} : extent;
}

// How often one more is left, for who decides whether it is worth a word; "" when it is.
std::string_view why_minor(const Context& c, NodeId call) {
  if (is_beside_training(c.model, call)) return "it is one for a whole training";
  const bool once = repetition_of(c.model, call) == Repetition::Once;
  return once ? "it is one, at the end of the program" : "";
}

// x.close(), or os.remove(x.name)
std::optional<Rewriter::Spelling> spell_release(const Context& c, NodeId call,
                                                const ResourceInfo& resource,
                                                std::string_view name) {
  if (resource.release.find('.') == std::string::npos) {
    return Rewriter::Spelling{std::string(name) + "." + resource.release + "()", {}, {}};
  }
  auto code = c.edit.spell(call, resource.release);
  if (!code) return std::nullopt;
  const std::string dot = resource.attribute.empty() ? "" : "." + resource.attribute;
  code->text += "(" + std::string(name) + dot + ")";
  return code;
}

void check(const Context& c, NodeId call, Findings& out) {
  const ResourceInfo* resource = acquired_by(c, call);
  if (resource == nullptr) return;
  const NodeId loop = c.model.loop_of(call);
  const NodeId function = c.model.function_of(call);
  const ReleaseFlow policy(*resource);
  Holders holders(c.model, policy, function == kNoNode ? c.tree.root() : function);
  holders.add(call);
  if (const auto fact = why_left_alone(c, *resource, call, holders); !fact.empty()) {
    c.abstain(call, fact);
    return;
  }
  if (is_too_minor(c, call, why_minor(c, call))) return;
  Diagnostic finding =
      c.diagnose(out, call, "nobody gives this back, and it holds " + resource->holds)
          .grows(Growth::Linear)
          .by_way(way_from_loop(c.model, call, "acquires one more"));
  if (loop != kNoNode) {
    finding.because(loop, "each iteration leaves one more");
  } else if (function != kNoNode) {
    finding.because(function, "each call leaves one more");
  }
  const NodeId name = name_of_result(c.model, call);
  const Extent extent = extent_of(c, call, name, holders);
  const auto code =
      extent.last == kNoNode ? std::nullopt : spell_release(c, call, *resource, c.tree.text(name));
  if (!code) {
    finding.unfixed("its last use is not seen");
    return;
  }
  auto intents = run_behind_and_at_exits(c, extent, code->text);
  if (intents) append(*intents, code->imports);
  finding.because(extent.last, "nothing in sight needs it after this")
      .fix("Give it back after its last use", std::move(intents),
           Verdict::assuming(AssumptionKind::OutputNotAwaited, resource->is_path
                                                                   ? "nobody looks for it later"
                                                                   : "nobody uses it later"),
           code->guards);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(unreleased_resource, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"import"},
                        .gates = {kOutsideUnitTests},
                        .finds_resources = true});

}  // namespace mlfix::unreleased_resource
