// The graph of such a pass is gone as soon as it is made: what is lost is the time to make it, and
// the memory that it takes until then.

#include "transforms/gradient/evaluating/detached_argument.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "engine/diagnostic.h"
#include "rewrite/edits.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/cast_cache.h"
#include "torch/evaluation/unused_graph.h"
#include "torch/module/forward_way.h"
#include "transforms/fixes/minor.h"
#include "transforms/gradient/evaluating/switching.h"

namespace mlfix {
namespace {

// Can nothing happen while the expression is evaluated: is it made of names and attributes?
bool is_plain(const SyntaxTree& tree, NodeId expr) {
  for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
    if (!tree.is(n, Kind::Identifier) && !tree.is(n, Kind::Attribute)) return false;
  }
  return true;
}

// Are the parts of such a node evaluated in the order of the text, and each of them always?
bool evaluates_in_order(Kind kind) {
  switch (kind) {
    case Kind::Call:
    case Kind::ArgumentList:
    case Kind::Attribute:
    case Kind::BinaryOperator:
    case Kind::UnaryOperator:
    case Kind::Assignment:
    case Kind::ExpressionStatement:
    case Kind::ReturnStatement:
      return true;
    default:
      return false;
  }
}

// Is the expression the first of its statement that does anything: `y = self.d(expr)`? A target
// is looked at when all is done.
bool is_evaluated_first(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  const NodeId statement = model.statement_of(expr);
  for (NodeId n = expr; n != statement; n = tree.parent(n)) {
    const NodeId up = tree.parent(n);
    if (!evaluates_in_order(tree.kind(up))) return false;
    for (const NodeId before : tree.children(up)) {
      if (before == n) break;
      const bool target = tree.is(up, Kind::Assignment) && tree.field(before) == Field::Left;
      if (!target && !is_plain(tree, before)) return false;
    }
  }
  return true;
}

// with torch.no_grad():
//     made = generator(z)
// y = critic(made)
std::optional<Switching> run_before(const Context& c, NodeId pass, NodeId detached) {
  const auto no_grad = c.edit.spell(pass, kNoGrad);
  if (!no_grad || !is_evaluated_first(c.model, detached)) return std::nullopt;
  const NodeId statement = c.model.statement_of(pass);
  const std::string called(last_name(c.tree, c.tree.child(pass, Field::Function)));
  const std::string name = c.edit.fresh_name(statement, called + "_output");
  const std::string text(c.tree.text(pass));
  if (text.find('\n') != std::string::npos) return std::nullopt;
  auto intents = c.edit.insert_before(
      statement, fmt::format("with {}():\n    {} = {}", no_grad->text, name, text));
  if (!intents) return std::nullopt;
  append(*intents, no_grad->imports);
  // What is no tensor may do more in its detach().
  const bool is_tensor = c.model.facts(pass).must_be(Fact::Tensor);
  append(*intents, c.edit.replace(is_tensor ? detached : pass, name));
  return Switching{"Run it before, under " + no_grad->text + "()", std::move(*intents),
                   no_grad->guards};
}

}  // namespace

void report_detached_arguments(const Context& c, NodeId scope,
                               const std::vector<EvalRegion>& regions, Findings& out) {
  if (!c.model.mentions("detach")) return;
  for (const NodeId pass : find_detached_arguments(c.model, scope, regions)) {
    if (is_too_minor(c, pass, "its graph is gone before that of the expression around it"))
      continue;
    if (cast_cache_around(c.model, {pass, pass}) == CastCache::Same) {
      c.abstain(pass, kCastsShared);
      continue;
    }
    const NodeId detached = c.model.consumer_of(pass).node;
    Diagnostic finding =
        c.diagnose(out, pass, "the forward pass builds a graph that is thrown away where it stands")
            .grows(Growth::Peak)
            .because(pass, "a module is called here with gradients on")
            .because(detached, "this lets go of the graph")
            .by_way(way_to_forward(c.model, pass));
    const bool waits = suspends(c.model.effects(pass), Form::Block);
    auto switched = waits ? std::nullopt : run_before(c, pass, detached);
    if (!switched) {
      finding.unfixed(waits ? kSuspends : "the expression around it does something before");
      continue;
    }
    const NodeId module = c.tree.child(pass, Field::Function);
    const EvalRegion region{{kNoNode, module, c.tree.text(module)}, {pass}, pass, pass, false};
    finding.fix(std::move(switched->title), std::move(switched->intents),
                verdict_on(c, scope, region, {pass, pass}), std::move(switched->guards));
  }
}

}  // namespace mlfix
