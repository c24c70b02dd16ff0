// A graph is gone with the last name that holds it. Python keeps what a name is bound to until the
// name is bound again, which in `output = model(x)` is after the next pass: its graph is made while
// that of the iteration before still stands. `model(x).argmax(1)` leaves nothing behind.

#include "torch/evaluation/standing_graph.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/graph_flow.h"
#include "semantic/flow/module_output.h"
#include "semantic/knowledge/facts.h"
#include "semantic/obligation/holders.h"
#include "semantic/semantic_model.h"
#include "torch/module/forward_pass.h"

namespace mlfix {
namespace {

struct StandingMemory : FlowMemory {};

// All places that a graph gets to in the file, asked for one pass of a function; and whether that
// gives it to its callers.
class EachGraph final : public GraphFlow {
 public:
  EachGraph(NodeId scope, bool& is_returned) : scope_(scope), is_returned_(is_returned) {}

  FlowMemory& memory(const SemanticModel& model) const override {
    return model.notes<StandingMemory>();
  }
  bool shares_answers() const override { return false; }
  void returned_by(ValueFlow& flow, NodeId function, NodeId statement) const override {
    is_returned_ = is_returned_ || function == scope_;
    GraphFlow::returned_by(flow, function, statement);
  }

 private:
  NodeId scope_;
  bool& is_returned_;
};

// Source text, from a node to before another.
struct Stretch {
  NodeId begin, end;
};
// What runs between a pass and the one that makes the next graph. Around a loop that is its rest
// and its beginning; empty where no graph follows.
using Way = std::vector<Stretch>;

// The calls of a scope that make graphs or use them up, each in source order.
struct GraphCalls {
  std::vector<NodeId> make, free;
};

struct GraphCallsOfScopes {
  std::unordered_map<NodeId, GraphCalls> known;
};

const GraphCalls& graph_calls_in(const SemanticModel& model, NodeId scope) {
  const auto [at, is_new] = model.notes<GraphCallsOfScopes>().known.try_emplace(scope);
  if (!is_new) return at->second;
  for (const NodeId call : calls_in_scope(model, scope)) {
    const Effects effects = model.effects(call);
    if (effects.has(Effect::Backward)) {
      at->second.free.push_back(call);
    } else if (effects.has(Effect::ModuleForward) &&
               model.grad_mode(call).mode == GradMode::Enabled) {
      at->second.make.push_back(call);
    }
  }
  return at->second;
}

// The first of the calls from there on, or kNoNode.
NodeId first_from(const std::vector<NodeId>& calls, NodeId from) {
  const auto at = std::ranges::lower_bound(calls, from);
  return at == calls.end() ? NodeId{kNoNode} : *at;
}

// The last of the calls before there, or 0, which is none.
NodeId last_before(const std::vector<NodeId>& calls, NodeId end) {
  const auto at = std::ranges::lower_bound(calls, end);
  return at == calls.begin() ? NodeId{0} : *std::prev(at);
}

Way way_to_next_graph(const SemanticModel& model, NodeId scope, const EvalRegion& region,
                      NodeId pass) {
  const SyntaxTree& tree = model.tree();
  const NodeId loop = model.loop_of(pass);
  const NodeId end = tree.subtree_end(loop == kNoNode ? scope : loop);
  const std::vector<NodeId>& graphs = graph_calls_in(model, scope).make;
  const NodeId after = first_from(graphs, tree.subtree_end(region.last));
  if (after < end) return {{pass, model.statement_of(after)}};
  if (loop == kNoNode) return {};
  return {{pass, end}, {loop, model.statement_of(std::min(first_from(graphs, loop), pass))}};
}

// Has another pass of the iteration, or of the function, made a graph that no backward pass has
// freed when this one runs?
bool runs_beside_earlier_graph(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const NodeId loop = model.loop_of(region.first);
  const GraphCalls& calls = graph_calls_in(model, scope);
  const NodeId made = last_before(calls.make, region.first);
  return made >= std::max<NodeId>(loop == kNoNode ? scope : loop, 1) &&
         made > last_before(calls.free, region.first);
}

// Does the name get something else on the way, or is it deleted there?
bool is_let_go(const SemanticModel& model, const Holders& holders, DefId def, const Way& way) {
  const Bindings& bindings = model.bindings();
  return std::ranges::any_of(bindings.variable_of(def).definitions, [&](DefId other) {
    const Definition& d = bindings.definition(other);
    const bool binds =
        d.kind != DefKind::Phi && d.kind != DefKind::LoopPhi && d.kind != DefKind::Unbound;
    return binds && !holders.definitions().contains(other) &&
           std::ranges::any_of(
               way, [&](Stretch part) { return d.node >= part.begin && d.node < part.end; });
  });
}

// Does a comprehension around the pass put it, or what is computed from it, into what it makes:
// [softmax(model(x)) for _ in range(30)]? All its graphs stand then.
bool is_collected_around(const SemanticModel& model, NodeId pass) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = pass; n != tree.root() && !tree.is(tree.parent(n), Kind::Block);
       n = tree.parent(n)) {
    const NodeId around = tree.parent(n);
    const bool collects = tree.is(around, Kind::ListComprehension) ||
                          tree.is(around, Kind::SetComprehension) ||
                          tree.is(around, Kind::DictionaryComprehension);
    if (collects && tree.first_child(around) == n) {
      const NodeId element = tree.is(n, Kind::Pair) ? tree.child(n, Field::Value) : n;
      return !model.facts(element).must_be(Fact::NoGraph) && !leaves_graph(model, element) &&
             !model.facts(element).must_be(Fact::Number);
    }
  }
  return false;
}

// What holds the graphs of one pass.
class StandingGraph {
 public:
  StandingGraph(const SemanticModel& model, NodeId scope, const EvalRegion& region, NodeId pass)
      : model_(model), scope_(scope), region_(region), pass_(pass), policy_(scope, is_returned_) {
    holders_.add(pass);
  }

  // Is it there when the iteration, or the function, is over: does a hook take it, a caller, an
  // object, or a container that was there before?
  bool is_kept() const {
    if (is_returned_ || model_.consumer_of(pass_).role == Role::Discarded) return true;
    if (holders_.reach().has_any({Sink::OnAttribute, Sink::Captured, Sink::Yielded})) return true;
    return std::ranges::any_of(holders_.definitions(), [&](DefId def) {
      return is_in_scope(def) && model_.bindings().definition(def).node < region_.first;
    });
  }

  // Does a name of the region hold it when the next pass runs?
  bool waits_for_next() const {
    if (is_collected_around(model_, pass_)) return true;
    const Way way = way_to_next_graph(model_, scope_, region_, pass_);
    return !way.empty() && std::ranges::any_of(holders_.definitions(), [&](DefId def) {
      return is_in_scope(def) && !is_let_go(model_, holders_, def, way);
    });
  }

 private:
  bool is_in_scope(DefId def) const {
    const Definition& d = model_.bindings().definition(def);
    return d.kind != DefKind::Phi && d.kind != DefKind::LoopPhi &&
           model_.bindings().scope(d.scope).node == scope_;
  }

  const SemanticModel& model_;
  const NodeId scope_;
  const EvalRegion& region_;
  const NodeId pass_;
  bool is_returned_ = false;
  const EachGraph policy_;
  Holders holders_{model_, policy_, scope_};
};

}  // namespace

bool stands_beside_other_graph(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  return runs_beside_earlier_graph(model, scope, region) ||
         std::ranges::any_of(region.forwards, [&](NodeId pass) {
           const StandingGraph graph(model, scope, region, pass);
           return graph.is_kept() || graph.waits_for_next();
         });
}

bool is_graph_kept(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  return std::ranges::any_of(region.forwards, [&](NodeId pass) {
    return StandingGraph(model, scope, region, pass).is_kept();
  });
}

}  // namespace mlfix
