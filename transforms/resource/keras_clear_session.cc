// Clears Keras' global state before each model that a loop builds.
//
//     for units in grid:                   for units in grid:
//         model = build(units)       ->        keras.backend.clear_session()
//         model.fit(x, y)                      model = build(units)
//                                              model.fit(x, y)
//
// Fires when    each iteration builds a model, here or in a function of the file,
//               and nothing of it is used after the iteration.
// Stays silent  when models are kept, a model or layer from outside goes into the
//               new one, or parts of it are what the new one shows, another model is made in the
//               file before the loop is over, which the loop may use through an object, or what the
//               loop runs, or a loop around it, clears the session already. With `minor` off also
//               in a file that a tool writes, or that no Python of today runs, and in a function
//               that nothing in the run calls or mentions.
// Never safe    the names of layers start again, and models made before may be
//               invalid in graph mode.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "keras/keras_models.h"
#include "semantic/control/walk.h"
#include "semantic/flow/way_telling.h"
#include "semantic/semantic_model.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"

namespace mlfix::keras_clear_session {
namespace {

// The calls that make a model in the body of a loop, in source order, by the loop.
struct KerasModels {
  std::unordered_map<NodeId, std::vector<NodeId>> made_in;
};

// The first in the loop's body; the others of the iteration belong to it.
bool is_first(const Context& c, NodeId call, NodeId loop) {
  const auto [known, is_new] = c.model.notes<KerasModels>().made_in.try_emplace(loop);
  std::vector<NodeId>& made = known->second;
  const NodeId body = c.tree.child(loop, Field::Body);
  if (is_new) {
    for_each_node(c.tree, body, c.tree.subtree_end(body), [&](NodeId n) {
      const bool here = c.tree.is(n, Kind::Call) && c.model.loop_of(n) == loop;
      if (here && makes_keras_model(c.model, n)) made.push_back(n);
    });
  }
  const auto other =
      std::ranges::find_if(made, [&](NodeId n) { return n >= call || !c.tree.contains(n, call); });
  return other == made.end() || *other >= call;
}

// `tf.keras.…`, `K.…` or whatever the file has; keras comes with tensorflow for most.
std::optional<Rewriter::Spelling> clear_session(const Context& c, NodeId at) {
  const bool tensorflow = c.model.imports("tensorflow");
  const std::string_view package = tensorflow ? "tensorflow.keras" : "keras";
  return c.edit.spell(at, std::string(package) + ".backend.clear_session");
}

// From the call in the loop to where the function that it runs makes the model.
WaySteps way_to_model(const Context& c, NodeId call) {
  const NodeId made = keras_model_inside(c.model, call);
  if (made == kNoNode) return {};
  WaySteps steps;
  tell_step(c.tree, call, quoted_code(c.tree, call) + " is called in a loop", steps);
  tell_step(c.tree, made, quoted_code(c.tree, made) + " makes one more model", steps);
  return steps;
}

void check(const Context& c, NodeId call, Findings& out) {
  const NodeId loop = c.model.loop_of(call);
  if (loop == kNoNode || !makes_keras_model(c.model, call) || !is_first(c, call, loop)) return;
  if (clears_session(c.model, loop)) {
    c.abstain(call, "the file clears the session already");
    return;
  }
  if (continues_itself(c.model, call, loop)) {
    c.abstain(call, "each iteration adds to what the last one made");
    return;
  }
  if (is_model_kept(c.model, call, loop)) {
    c.abstain(call, "the models are kept");
    return;
  }
  if (shows_outside_model(c.model, call, loop)) {
    c.abstain(call, "the model shows layers of one from outside the loop");
    return;
  }
  if (const NodeId outside = keras_made_outside(c.model, loop); outside != kNoNode) {
    c.abstain(outside, "a model or layer from outside the loop is used in it");
    return;
  }
  if (const NodeId other = keras_model_beside(c.model, loop); other != kNoNode) {
    c.abstain(other, "a model that is made elsewhere may be used in the loop through an object");
    return;
  }
  if (is_too_minor(c, call, "")) return;
  Diagnostic finding =
      c.diagnose(out, call, "every iteration leaves a model in Keras' global state")
          .grows(Growth::Linear)
          .because(loop, "each iteration builds a new model")
          .by_way(way_to_model(c, call));
  const auto spelling = clear_session(c, call);
  if (!spelling) {
    finding.unfixed("Keras has no name here");
    return;
  }
  auto intents =
      c.edit.insert_at_body_start(c.tree.child(loop, Field::Body), spelling->text + "()");
  if (intents) append(*intents, spelling->imports);
  finding.fix("Clear the session before each model", std::move(intents),
              Verdict::assuming(AssumptionKind::NotReadElsewhere,
                                "nobody needs earlier models or the names of layers"),
              spelling->guards);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(keras_clear_session, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"keras"},
                        .imports = "keras|tensorflow",
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::keras_clear_session
