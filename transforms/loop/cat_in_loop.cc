// Collects the parts of a growing tensor and joins them once.
//
//     out = torch.empty(0, 10)                  out = torch.empty(0, 10)
//     for x in loader:                          out_parts = [out]
//         out = torch.cat((out, f(x)))    ->    for x in loader:
//                                                   out_parts.append(f(x))
//                                               out = torch.cat(out_parts)
//
// The initial value stays the first part: it decides the type of the result,
// the result of a loop that never runs, and keeps the shape.
//
// Fires when    a name is only ever joined with new parts in a loop, so that
//               every iteration copies everything once more.
// Stays silent  when the growing value is read in the loop (decoding, windows,
//               snapshots), in its else clause, by a closure or a handler, or
//               has another definition there.
// Safe when     the parts are certainly torch tensors that nobody changes in
//               place after they were added: the list keeps them, not copies.
//
// A list is always as fast as preallocation here and cheaper under autograd
// (one node instead of one copy per row), so it is the only form offered.

#include <algorithm>
#include <array>

#include "engine/transform.h"

namespace mlfix {
namespace {

constexpr std::array<std::string_view, 10> kJoins{
    "torch.cat",         "torch.concat",      "torch.concatenate", "torch.vstack",
    "torch.hstack",      "numpy.concatenate", "numpy.vstack",      "numpy.hstack",
    "tensorflow.concat", "torch.row_stack"};

// `name = join((name, part, …), …)` and the loop whose every iteration copies.
struct Accumulator {
  NodeId statement = kNoNode, target = kNoNode, call = kNoNode, sequence = kNoNode;
  NodeId loop = kNoNode;
  std::vector<NodeId> parts;
  bool is_torch = false;
};

bool match_call(const Context& c, Accumulator& g) {
  const auto join = std::find_if(kJoins.begin(), kJoins.end(), [&](std::string_view name) {
    return c.model.is_call_to(g.call, name);
  });
  if (join == kJoins.end() || c.model.argument(g.call, 9, "out") != kNoNode) {
    return false;
  }
  g.is_torch = join->starts_with("torch.");
  const auto arguments = c.model.arguments(g.call);
  g.sequence = arguments.empty() ? kNoNode : arguments[0];
  if (!c.tree.is(g.sequence, Kind::Tuple) && !c.tree.is(g.sequence, Kind::List)) {
    return false;
  }
  for (NodeId part : c.tree.children(g.sequence)) {
    g.parts.push_back(part);
  }
  if (g.parts.size() < 2 || c.tree.text(g.parts[0]) != c.tree.text(g.target) ||
      c.tree.text(g.call).find('\n') != std::string_view::npos) {
    return false;
  }
  g.parts.erase(g.parts.begin());
  return std::none_of(g.parts.begin(), g.parts.end(),
                      [&](NodeId p) { return c.tree.is(p, Kind::ListSplat); });
}

bool match(const Context& c, NodeId assignment, Accumulator& g) {
  g.statement = c.tree.parent(assignment);
  g.target = c.tree.child(assignment, Field::Left);
  g.call = c.tree.child(assignment, Field::Right);
  return c.tree.is(g.statement, Kind::ExpressionStatement) &&
         c.tree.is(g.target, Kind::Identifier) && g.call != kNoNode &&
         c.tree.is(g.call, Kind::Call) && c.model.loop_of(assignment) != kNoNode &&
         match_call(c, g);
}

// Another definition or read of the name in `loop`, or kNoNode.
NodeId other_access(const Context& c, const Accumulator& g, NodeId loop) {
  const Bindings& bindings = c.model.bindings();
  const Variable& variable = bindings.variable_of(bindings.definition_at(g.target));
  for (DefId d : variable.definitions) {
    const NodeId node = bindings.definition(d).node;
    if (node != g.target && c.tree.contains(loop, node)) {
      return node;
    }
  }
  for (UseId u : variable.uses) {
    const NodeId node = bindings.use(u).node;
    const bool own = c.tree.contains(g.sequence, node) && !bindings.use(u).captured;
    if (bindings.use(u).captured || (c.tree.contains(loop, node) && !own)) {
      return node;
    }
  }
  return kNoNode;
}

// A try around the join, in or outside the loop, may show a half-grown value to
// its handler or to the code behind it.
bool under_try(const Context& c, const Accumulator& g) {
  const NodeId function = c.model.function_of(g.statement);
  for (NodeId n = g.statement; n != function && n != kNoNode; n = c.tree.parent(n)) {
    if (c.tree.is(n, Kind::TryStatement)) {
      return true;
    }
  }
  return false;
}

bool widest_loop(const Context& c, Accumulator& g) {
  for (NodeId loop : c.model.loops_of(g.statement)) {
    if (const NodeId other = other_access(c, g, loop); other != kNoNode) {
      if (g.loop == kNoNode) {
        c.abstain(other, "the growing value is read or set elsewhere in the loop");
      }
      break;
    }
    g.loop = loop;
  }
  return g.loop != kNoNode;
}

// Is the value made anew by the expression itself, so that nobody else holds it?
bool is_fresh(const Context& c, NodeId part) {
  part = c.model.strip_parentheses(part);
  if (c.tree.is(part, Kind::BinaryOperator)) {
    return c.model.facts(part).must_be(Fact::Tensor);
  }
  if (!c.tree.is(part, Kind::Call)) {
    return false;
  }
  const NodeId callee = c.tree.child(part, Field::Function);
  return c.model.facts(part).must_be(Fact::Tensor) && !c.tree.is(callee, Kind::Subscript) &&
         (c.model.qualified_name(callee) != kNoSymbol ||
          c.model.facts(callee).must_be(Fact::Module));
}

bool changed_in_place(const Context& c, const Variable& variable, NodeId loop) {
  return std::any_of(variable.uses.begin(), variable.uses.end(), [&](UseId u) {
    const NodeId node = c.model.bindings().use(u).node;
    const Consumer consumer = c.model.consumer_of(node);
    const NodeId parent = c.tree.parent(node);
    const bool item_target =
        c.tree.is(parent, Kind::Subscript) && c.tree.field(parent) == Field::Left;
    return c.tree.contains(loop, node) &&
           (item_target || c.tree.is(parent, Kind::AugmentedAssignment) ||
            (consumer.role == Role::MethodReceiver && consumer.name.ends_with("_")));
  });
}

// Certainly a tensor of its own in every iteration that nobody changes in place.
bool is_stable(const Context& c, NodeId part, NodeId loop) {
  if (is_fresh(c, part)) {
    return true;
  }
  const DefId d = c.tree.is(part, Kind::Identifier) ? c.model.bindings().reaching(part) : kNone;
  if (d == kNone) {
    return false;
  }
  const Definition& definition = c.model.bindings().definition(d);
  return definition.kind == DefKind::Assign && c.tree.contains(loop, definition.node) &&
         is_fresh(c, definition.value) &&
         !changed_in_place(c, c.model.bindings().variable_of(d), loop);
}

bool under_inner_with(const Context& c, const Accumulator& g) {
  const NodeId with = c.tree.ancestor(g.statement, Kind::WithStatement);
  return with != kNoNode && c.tree.contains(g.loop, with);
}

std::optional<Intents> collect_and_join(const Context& c, const Accumulator& g) {
  const std::string name(c.tree.text(g.target));
  const std::string list = c.edit.fresh_name(g.statement, name + "_parts");
  const auto text_between = [&](Offset begin, Offset end) {
    return std::string(c.tree.source().substr(begin, end - begin));
  };
  const TextRange call = c.tree.range(g.call);
  const TextRange sequence = c.tree.range(g.sequence);
  const std::string join =
      text_between(call.begin, sequence.begin) + list + text_between(sequence.end, call.end);
  const std::string parts =
      text_between(c.tree.range(g.parts.front()).begin, c.tree.range(g.parts.back()).end);
  const std::string add =
      g.parts.size() == 1 ? ".append(" + parts + ")" : ".extend([" + parts + "])";
  auto before = c.edit.insert_before(g.loop, list + " = [" + name + "]");
  const auto after = c.edit.insert_after(g.loop, name + " = " + join);
  if (!before || !after) {
    return std::nullopt;
  }
  append(*before, c.edit.replace(c.tree.parent(g.target), list + add));
  append(*before, *after);
  return before;
}

void check(const Context& c, NodeId assignment, Findings& out) {
  Accumulator g;
  if (!match(c, assignment, g) || !widest_loop(c, g)) {
    return;
  }
  if (under_try(c, g)) {
    c.abstain(assignment, "an exception may leave the value half-grown for its handler");
    return;
  }
  const bool stable = g.is_torch && !under_inner_with(c, g) &&
                      std::all_of(g.parts.begin(), g.parts.end(),
                                  [&](NodeId p) { return is_stable(c, p, g.loop); });
  Finding& finding = out.report(
      assignment, "every iteration copies all that was collected so far" +
                      std::string(stable ? ""
                                         : "; the fix assumes that the parts have one type "
                                           "and are not changed in place later"));
  finding.growth = Growth::Quadratic;
  finding.why.push_back(
      reason(c.tree, g.loop, "the value grows in this loop and is not read in it"));
  if (auto intents = collect_and_join(c, g)) {
    finding.fix = Fix{stable ? Applicability::Safe : Applicability::Unsafe,
                      "Collect the parts in a list and join them once",
                      std::move(*intents),
                      {}};
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(cat_in_loop, check, {.kinds = {Kind::Assignment}, .triggers = {"cat"}});

}  // namespace mlfix
