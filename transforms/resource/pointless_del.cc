// Points at `del` statements that give no memory back.
//
//     y = torch.exp(x)            def score(x):
//     z = y.mean()                    y = model(x)
//     del y                           z = y.mean().item()
//     -----  z's graph holds y        del y
//     z.backward()                    return z   # y would go here anyway
//
// Fires when    all names of the statement die right after it anyway, or what
//               they stand for is held by the graph of a value that is used
//               later, or the statement ends a training step whose backward
//               pass has freed the graph.
// Stays silent  for items, slices and attributes, for parameters (a way to say
//               that they are unused), before anything that may need
//               memory, and where the cache is emptied after it.
// Safe when     (with the option `remove`) the names certainly exist, are plain
//               tensors or numbers, and die with the function at once.

#include <algorithm>
#include <unordered_map>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/control/walk.h"
#include "semantic/knowledge/facts.h"
#include "semantic/semantic_model.h"
#include "torch/graph/saved_by_graph.h"
#include "torch/tensor/idle_end.h"
#include "torch/training/batch_loop.h"
#include "transforms/fixes/gates.h"

namespace mlfix::pointless_del {
namespace {

// The names of `del a, b`; empty when one of the targets is no name.
std::vector<NodeId> deleted_names(const Context& c, NodeId statement) {
  std::vector<NodeId> names;
  for (NodeId n = statement + 1; n < c.tree.subtree_end(statement); ++n) {
    const Kind kind = c.tree.kind(n);
    if (kind == Kind::Identifier) {
      names.push_back(n);
    } else if (kind != Kind::ExpressionList && kind != Kind::Tuple &&
               kind != Kind::ParenthesizedExpression) {
      return {};
    }
  }
  return names;
}

// Variables that were looked at: each may be deleted very often.
struct PlainVariables {
  std::unordered_map<const Variable*, bool> known;
};

// Does nothing but assignments bind the variable, and nothing but its own scope read it?
bool is_plain(const SemanticModel& model, const Variable& variable) {
  const auto [known, is_new] = model.notes<PlainVariables>().known.try_emplace(&variable, false);
  if (!is_new) return known->second;
  const Bindings& bindings = model.bindings();
  const bool values =
      std::all_of(variable.definitions.begin(), variable.definitions.end(), [&](DefId given) {
        const DefKind kind = bindings.definition(given).kind;
        return kind == DefKind::Assign || kind == DefKind::Unpack || kind == DefKind::For ||
               kind == DefKind::AugAssign || kind == DefKind::Delete || kind == DefKind::Unbound;
      });
  const bool captured = std::any_of(variable.uses.begin(), variable.uses.end(),
                                    [&](UseId u) { return bindings.use(u).captured; });
  return known->second = values && !captured && !variable.declared_global;
}

// Could the name stand for something large that is in nobody else's hands?
bool is_own_value(const Context& c, NodeId name) {
  const Bindings& bindings = c.model.bindings();
  const DefId d = bindings.reaching(name);
  if (d == kNone) return false;
  const Variable& variable = bindings.variable_of(d);
  return is_plain(c.model, variable) && variable.scope == bindings.scope_of(name) &&
         !c.model.facts_of(d).must.has_any(Fact::Number | Fact::String | FactSet(Fact::None));
}

// Has a backward pass in the loop's own body, before the statement, freed
// the graph?
bool ends_training_step(const Context& c, NodeId statement, NodeId loop) {
  bool trains = false;
  for_each_node(c.tree, c.tree.child(loop, Field::Body), statement, [&](NodeId n) {
    trains = trains ||
             (c.tree.is(n, Kind::Call) && c.model.method_name(n) == "backward" &&
              c.model.loop_of(n) == loop && c.tree.is(c.tree.parent(n), Kind::ExpressionStatement));
  });
  return trains;
}

void report_held(const Context& c, NodeId statement, const std::vector<NodeId>& names,
                 Findings& out) {
  for (const NodeId name : names) {
    const DefId d = c.model.bindings().reaching(name);
    const DefId holder = d == kNone ? kNone : holder_of(c.model, d, statement);
    if (holder == kNone) continue;
    const NodeId held_by = c.model.bindings().definition(holder).node;
    c.diagnose(out, statement,
               "`" + std::string(c.tree.text(name)) + "` stays in memory: the graph of `" +
                   std::string(c.tree.text(held_by)) + "` needs it until backward() has run")
        .because(held_by, "its graph saved the value")
        .unfixed("the memory stays with or without the statement");
    return;
  }
  c.abstain(statement, "the memory may be needed before the names would go by themselves");
}

void check(const Context& c, NodeId statement, Findings& out) {
  const auto names = deleted_names(c, statement);
  if (names.empty()) {
    c.abstain(statement, "an item, a slice or an attribute is deleted, not a name");
    return;
  }
  const NodeId function = c.model.function_of(statement);
  const bool own =
      std::all_of(names.begin(), names.end(), [&](NodeId name) { return is_own_value(c, name); });
  const NodeId end = own ? end_reached_from(c.model, statement) : kNoNode;
  if (end != kNoNode && end == function) {
    Diagnostic finding = c.diagnose(out, statement, "the names go here anyway: the function ends");
    const auto idle = c.options.flag("remove") ? idle_deletion(c.model, names) : std::nullopt;
    if (idle) {
      finding.fix("Remove the statement", c.edit.delete_statement(statement),
                  Verdict::of(SafeChange::kDropDeletion, *idle));
    } else {
      finding.unfixed("the statement does no harm");
    }
  } else if (end != kNoNode && ends_training_step(c, statement, end)) {
    c.diagnose(out, statement,
               "the backward pass has freed the graph, and the next iteration binds the names "
               "anew: the peak is the same without this")
        .unfixed("the statement does no harm");
  } else {
    report_held(c, statement, names, out);
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(pointless_del, check,
                       {.kinds = {Kind::DeleteStatement},
                        .triggers = {"torch", "del "},
                        .imports = "torch",
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::pointless_del
