// The resource can be given back in the block of the statement that gets it, when all of its
// uses stand there, behind it, and one name means it all the way.

#include "transforms/resource/releasing/resource_use.h"

#include <algorithm>

#include "transforms/resource/freeing/release.h"
#include "transforms/resource/releasing/resource_flow.h"

namespace mlfix {
namespace {

// x of `x = call` and of `with call as x:`, or kNoNode.
NodeId name_of_result(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId up = tree.parent(call);
  NodeId name = kNoNode;
  if (tree.is(up, Kind::Assignment) && tree.child(up, Field::Right) == call) {
    name = tree.child(up, Field::Left);
  } else if (tree.is(up, Kind::AsPattern) && tree.is(tree.parent(up), Kind::WithItem)) {
    name = tree.first_child(tree.child(up, Field::Alias));
  }
  return tree.is(name, Kind::Identifier) ? name : NodeId{kNoNode};
}

// All reads of what the value got to, in source order.
std::vector<NodeId> reads_of(const SemanticModel& model, const std::vector<DefId>& definitions) {
  std::vector<NodeId> reads;
  for (const DefId d : definitions) {
    for (const UseId use : model.bindings().definition(d).uses) {
      reads.push_back(model.bindings().use(use).node);
    }
  }
  std::ranges::sort(reads);
  return reads;
}

// Reads of the same variables in `finally` clauses, to which a `return` may lead from anywhere.
std::vector<NodeId> reads_in_finally(const SemanticModel& model,
                                     const std::vector<DefId>& definitions) {
  std::vector<NodeId> reads;
  for (const DefId d : definitions) {
    for (const UseId use : model.bindings().variable_of(d).uses) {
      const NodeId at = model.bindings().use(use).node;
      const NodeId clause = model.tree().ancestor(at, Kind::FinallyClause);
      if (clause != kNoNode) reads.push_back(at);
    }
  }
  return reads;
}

// May a name stand for something else, too, that has not to be given back?
bool merges_with_others(const SemanticModel& model, const ValueFlow& flow) {
  const Bindings& bindings = model.bindings();
  return std::ranges::any_of(flow.definitions(), [&](DefId d) {
    return std::ranges::any_of(bindings.definition(d).operands, [&](DefId other) {
      const Definition& from = bindings.definition(other);
      const bool none = from.value != kNoNode && model.tree().is(from.value, Kind::None);
      return !flow.has_reached(other) && !none && from.kind != DefKind::Unbound;
    });
  });
}

bool is_bound_again(const SemanticModel& model, NodeId name, NodeId from, NodeId to) {
  const Bindings& bindings = model.bindings();
  const Variable& variable = bindings.variable_of(bindings.definition_at(name));
  return std::ranges::any_of(variable.definitions, [&](DefId d) {
    const NodeId at = bindings.definition(d).node;
    return at >= from && at < to;
  });
}

}  // namespace

ResourceUse use_of_resource(const SemanticModel& model, const ResourceInfo& resource, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const ResourceFlow policy(resource);
  ValueFlow flow(model, policy);
  flow.start_expression(call);
  ResourceUse use;
  flow.run();
  for (const NodeId read : reads_in_finally(model, flow.definitions())) {
    flow.start_expression(read);
  }
  use.reach = flow.run();
  use.merged = merges_with_others(model, flow);
  const std::vector<NodeId> reads = reads_of(model, flow.definitions());
  const auto enters = [&](NodeId n) { return model.consumer_of(n).role == Role::WithItem; };
  use.entered = enters(call) || std::ranges::any_of(reads, enters);
  const NodeId name = name_of_result(model, call);
  const NodeId made = model.statement_of(call);
  const NodeId block = model.block_of(made);
  const NodeId end = tree.subtree_end(block);
  const auto outside = [&](NodeId n) { return n < made || n >= end; };
  if (name == kNoNode || std::ranges::any_of(reads, outside)) return use;
  NodeId last = made;
  for (NodeId next = tree.next_sibling(made); next != kNoNode && next < end;
       next = tree.next_sibling(next)) {
    if (!reads.empty() && next <= reads.back()) last = next;
  }
  if (is_bound_again(model, name, tree.subtree_end(made), tree.subtree_end(last))) return use;
  use.name = tree.text(name);
  use.last = last;
  if (last == made) return use;
  use.first = tree.next_sibling(made);
  for (const NodeId leaving : exits_of(model, use.first, last)) {
    if (std::ranges::any_of(reads, [&](NodeId n) { return tree.contains(leaving, n); })) {
      use.returns.push_back(leaving);
    }
  }
  return use;
}

}  // namespace mlfix
